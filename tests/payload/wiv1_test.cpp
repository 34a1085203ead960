// WIV1 (pay 3), against the order of checks of pay 2.
#include "payload/wiv1.hpp"

#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::outcome;
using test::Wiv1Fields;
using Fault = test::Fault<Wiv1Fields>;
using Code = RefusalCode;

Expected<Wiv1> parse_motion(const test::Blob& bytes) {
  return parse_wiv1(bytes, Keyframe::residual);
}
Expected<Wiv1> parse_hyper(const test::Blob& bytes) {
  return parse_wiv1(bytes, Keyframe::nested);
}

std::string outcome_of(const Wiv1Fields& fields) {
  return outcome(parse_motion(fields.bytes()));
}

Wiv1Fields one_frame() {
  Wiv1Fields fields;
  fields.n_frames = 1;
  fields.mv_precision = 1;
  fields.block = 1;
  fields.vectors.clear();
  return fields;
}

Wiv1Fields with_key() {
  Wiv1Fields fields;
  fields.keyframe = 1;
  return fields;
}

// The bytes of the builder's clip: 36 of header, 4 entries to 52, 2 vectors to 60, a length to 64, 8 of stream to 72.
std::vector<Fault> header_faults() {
  return {
      {"no magic", Code::bad_magic, "offset 0", [](auto& f) { f.magic = "WIVX"; }},
      {"another magic", Code::format_capability_mismatch, "another", [](auto& f) { f.magic = "WIH1"; }},
      {"no version", Code::stream_length, "version", [](auto& f) { f.cut = 4; }},
      {"version 2", Code::version, "version 2", [](auto& f) { f.version = 2; }},
      {"cut header", Code::stream_length, "header", [](auto& f) { f.cut = 35; }},
      {"reserved 7", Code::reserved_nonzero, "offset 7", [](auto& f) { f.reserved7 = 1; }},
      {"reserved 34", Code::reserved_nonzero, "offset 34", [](auto& f) { f.reserved34 = 0x100; }},
      {"mv_precision", Code::field_range, "mv_precision 3", [](auto& f) { f.mv_precision = 3; }},
      {"keyframe", Code::field_range, "keyframe 2", [](auto& f) { f.keyframe = 2; }},
      {"n_frames", Code::field_range, "n_frames 0", [](auto& f) { f.n_frames = 0; }},
      {"h", Code::field_range, " h 0", [](auto& f) { f.h = 0; }},
      {"w", Code::field_range, " w 0", [](auto& f) { f.w = 0; }},
      {"block", Code::field_range, "block 0", [](auto& f) { f.block = 0; }},
      {"q", Code::field_range, "q 65536", [](auto& f) { f.q = 65536; }},
      {"cdf_len", Code::field_range, "cdf_len 2", [](auto& f) { f.cdf_len = 2; }},
  };
}

std::vector<Fault> section_faults() {
  return {
      {"frame cap", Code::too_large, "the frame", [](auto& f) { f.h = 1U << 26; }},
      {"clip cap", Code::too_large, "the clip", [](auto& f) { f.n_frames = 1U << 26; }},
      {"frame count", Code::too_large, "WIV1: n_frames is", [](auto& f) { f.n_frames = (1U << 20) + 1; }},
      // nb = 64 and 2 * 64 * (2^20 - 1) > 2^26, while the clip's 192 * 2^20 bytes are within 2^30.
      {"vector cap", Code::too_large, "the vectors",
       [](auto& f) {
         f.n_frames = 1U << 20;
         f.h = f.w = 8;
         f.block = 1;
       }},
      {"cut table", Code::stream_length, "residual table", [](auto& f) { f.cut = 51; }},
      {"bad table", Code::cdf_malformed, "residual table", [](auto& f) { f.cdf[1] = 0; }},
      {"cut vectors", Code::stream_length, "motion vectors", [](auto& f) { f.cut = 59; }},
      {"cut stream length", Code::stream_length, "residual stream", [](auto& f) { f.cut = 63; }},
      {"stream length 10", Code::stream_length, "length 10", [](auto& f) { f.stream.length = 10; }},
      {"cut stream", Code::stream_length, "residual stream", [](auto& f) { f.cut = 71; }},
  };
}

std::vector<Fault> operator+(std::vector<Fault> a, const std::vector<Fault>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Wiv1, ReadsEveryFieldOfTheTable) {
  Wiv1Fields fields;
  fields.offset = std::numeric_limits<std::int32_t>::min();
  fields.vectors = {{-32768, 32767}, {0x1234, -2}};
  const auto clip = parse_motion(fields.bytes());
  ASSERT_TRUE(clip);
  EXPECT_EQ(clip->mv_precision, 2);
  EXPECT_EQ(clip->keyframe, Keyframe::residual);
  EXPECT_EQ(clip->n_frames, 2U);
  EXPECT_EQ(clip->h, 2U);
  EXPECT_EQ(clip->w, 3U);
  EXPECT_EQ(clip->block, 2U);
  EXPECT_EQ(clip->q, 7U);
  EXPECT_EQ(clip->offset, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(clip->cdf, fields.cdf);
  EXPECT_EQ(clip->vectors, (std::vector<MotionVector>{{-32768, 32767}, {0x1234, -2}}));
  EXPECT_EQ(clip->stream, fields.stream.bytes);
  EXPECT_FALSE(clip->key);
}

TEST(Wiv1, ReportsTheFirstFaultInTheOrderOfTheText) {
  const std::vector<Fault> kind = {
      {"keyframe 1", Code::keyframe_capability_mismatch, "keyframe 1", [](auto& f) { f.keyframe = 1; }}};
  const std::vector<Fault> end = {{"trailing", Code::trailing, "1 bytes", [](auto& f) { f.after = {0}; }}};
  test::expect_faults_in_order(header_faults() + kind + section_faults() + end, Wiv1Fields{}, parse_motion);
}

TEST(Wiv1, ReportsTheFirstFaultOfANestedKeyframe) {
  const std::vector<Fault> kind = {
      {"keyframe 0", Code::keyframe_capability_mismatch, "keyframe 0", [](auto& f) { f.keyframe = 0; }}};
  const std::vector<Fault> nested = {
      {"cut length", Code::stream_length, "keyframe's length", [](auto& f) { f.cut = 75; }},
      {"length short", Code::nested_length, "keyframe's length",
       [](auto& f) { f.key_length = static_cast<std::uint32_t>(f.key.bytes().size() - 1); }},
      {"length long", Code::nested_length, "keyframe's length",
       [](auto& f) { f.key_length = static_cast<std::uint32_t>(f.key.bytes().size() + 1); }},
      {"nested magic", Code::bad_magic, "keyframe at offset 76", [](auto& f) { f.key.magic = "abcd"; }},
      {"nested WIV1", Code::format_capability_mismatch, "keyframe at", [](auto& f) { f.key.magic = "WIV1"; }},
      {"nested version", Code::version, "keyframe at", [](auto& f) { f.key.version = 0; }},
      {"nested reserved", Code::reserved_nonzero, "keyframe at", [](auto& f) { f.key.reserved6 = 9; }},
      {"nested field", Code::field_range, "keyframe at", [](auto& f) { f.key.zw = 0; }},
      {"nested cap", Code::too_large, "keyframe at", [](auto& f) { f.key.zw = 1U << 26; }},
      {"nested stream", Code::stream_length, "keyframe at", [](auto& f) { f.key.y_stream.length = 4; }},
      {"nested trailing", Code::trailing, "keyframe at",
       [](auto& f) {
         f.key.after = {1, 2};
       }},
  };
  // The length faults read the key as it stands, so they are applied last: they are the earlier ones here.
  test::expect_faults_in_order(header_faults() + kind + section_faults() + nested, with_key(), parse_hyper);
}

TEST(Wiv1, FixesTheVectorFieldsOfOneFrameAfterTheOtherFields) {
  const std::vector<Fault> faults = {
      {"cdf_len", Code::field_range, "cdf_len", [](auto& f) { f.cdf_len = 4098; }},
      {"mv_precision 2", Code::field_range, "mv_precision of one frame", [](auto& f) { f.mv_precision = 2; }},
      {"block 2", Code::field_range, "block of one frame", [](auto& f) { f.block = 2; }},
      {"keyframe 1", Code::keyframe_capability_mismatch, "keyframe 1", [](auto& f) { f.keyframe = 1; }},
      {"frame cap", Code::too_large, "the frame", [](auto& f) { f.w = 1U << 26; }},
  };
  test::expect_faults_in_order(faults, one_frame(), parse_motion);
}

TEST(Wiv1, AcceptsBothEndsOfEveryField) {
  const std::vector<std::function<void(Wiv1Fields&)>> ends = {
      [](auto& f) { f.mv_precision = 1; }, [](auto& f) { f.q = 1; },
      [](auto& f) { f.q = 65535; },        [](auto& f) { f.offset = std::numeric_limits<std::int32_t>::max(); },
      [](auto& f) { f = one_frame(); },    [](auto& f) { f.cdf = {0, 1, 65536}; },
  };
  for (const auto& apply : ends) {
    Wiv1Fields fields;
    apply(fields);
    EXPECT_EQ(outcome_of(fields), "ok");
  }
  Wiv1Fields q_low;
  q_low.q = 0;
  EXPECT_EQ(outcome_of(q_low), "field_range");
  Wiv1Fields precision_low;
  precision_low.mv_precision = 0;
  EXPECT_EQ(outcome_of(precision_low), "field_range");
}

// F03: table lengths around both ends, and contents that break pay 2.
TEST(Wiv1, HoldsTheResidualTableToItsRules) {
  const auto with = [](std::vector<std::uint32_t> cdf) {
    Wiv1Fields fields;
    fields.cdf = std::move(cdf);
    return outcome_of(fields);
  };
  const auto counting = [](std::uint32_t n) {
    std::vector<std::uint32_t> cdf(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      cdf[i] = i;
    }
    cdf.back() = 65536;
    return cdf;
  };
  EXPECT_EQ(with({0, 65536}), "field_range");
  EXPECT_EQ(with(counting(3)), "ok");
  EXPECT_EQ(with(counting(4097)), "ok");
  EXPECT_EQ(with(counting(4098)), "field_range");
  for (const std::uint32_t last : {65535U, 65537U, 0U}) {
    EXPECT_EQ(with({0, 1, last}), "cdf_malformed") << last;
  }
  EXPECT_EQ(with({0, 5, 5, 65536}), "cdf_malformed");  // an equal pair
  EXPECT_EQ(with({0, 6, 5, 65536}), "cdf_malformed");  // a decreasing pair
  EXPECT_EQ(with({1, 5, 6, 65536}), "cdf_malformed");
  EXPECT_EQ(with({0, 65536, 65536}), "cdf_malformed");
}

// F01: ceil(side/block) does not wrap in 32 bits, whatever the block.
TEST(Wiv1, CountsBlocksWithoutWrapping) {
  for (const std::uint32_t block : {16U, 64U, 0x80000000U, 0xFFFFFFFFU}) {
    Wiv1Fields fields;  // one block a frame, so one vector
    fields.block = block;
    fields.vectors = {{1, 2}};
    EXPECT_EQ(outcome_of(fields), "ok") << block;
    fields.vectors = {};
    fields.stream.bytes = test::words({0x80000000U, 0});
    EXPECT_EQ(outcome_of(fields), "stream_length") << block;
  }
  EXPECT_EQ(Wiv1::blocks(17, 16), 2U);
  EXPECT_EQ(Wiv1::blocks(33, 16), 3U);
  EXPECT_EQ(Wiv1::blocks(32, 16), 2U);
  EXPECT_EQ(Wiv1::blocks(1, 0xFFFFFFFFU), 1U);
  EXPECT_EQ(Wiv1::blocks(0xFFFFFFFFU, 1), 0xFFFFFFFFU);
  EXPECT_EQ(Wiv1::blocks(0xFFFFFFFFU, 2), 0x80000000U);
}

TEST(Wiv1, TakesAFrameAtItsCap) {
  Wiv1Fields fields = one_frame();  // 3 * 22369621 = 67108863 = 2^26 - 1; one more pixel is past it
  fields.h = 1;
  fields.w = 22369621;
  EXPECT_EQ(outcome_of(fields), "ok");
  fields.w += 1;
  EXPECT_EQ(outcome_of(fields), "too_large");
  fields.h = 0xFFFFFFFFU;  // 3 * (2^32 - 1)^2 is past 64 bits
  fields.w = 0xFFFFFFFFU;
  EXPECT_EQ(outcome_of(fields), "too_large");
}

// A clip of 2^30 bytes and one frame more; the vectors are missing, which is checked after the caps.
TEST(Wiv1, TakesAClipAtItsCap) {
  Wiv1Fields fields;
  fields.h = 1U << 9;
  fields.w = 1U << 8;
  fields.block = 0xFFFFFFFFU;
  fields.n_frames = 2730;  // 2730 * 3 * 2^17 = 2^30 - 262144, within; 2731 frames have 2^30 + 131072 bytes
  EXPECT_EQ(outcome_of(fields), "stream_length");
  fields.n_frames = 2731;
  EXPECT_EQ(outcome_of(fields), "too_large");
}

TEST(Wiv1, TakesFramesAndVectorsAtTheirCaps) {
  Wiv1Fields fields;
  fields.h = fields.w = 1;
  fields.n_frames = 1U << 20;
  EXPECT_EQ(outcome_of(fields), "stream_length");
  fields.n_frames += 1;
  EXPECT_EQ(outcome_of(fields), "too_large");
  // nb = 2^15, two frames after the first at 2 * 2^15 * 2^10 = 2^26 elements: 1025 frames within, 1026 past.
  fields.h = 1U << 8;
  fields.w = 1U << 7;
  fields.block = 1;
  fields.n_frames = 1025;
  EXPECT_EQ(outcome_of(fields), "stream_length");
  fields.n_frames = 1026;
  const auto past = parse_motion(fields.bytes());
  ASSERT_EQ(outcome(past), "too_large");
  EXPECT_THAT(past.refusal().message, ::testing::HasSubstr("the vectors"));
}

TEST(Wiv1, IsRefusedWhereverItIsCut) {
  test::expect_every_cut_refused(Wiv1Fields{}.bytes(), parse_motion);
  test::expect_every_cut_refused(one_frame().bytes(), parse_motion);
}

// Within the nested keyframe the length K no longer tells the rest (readings P1).
TEST(Wiv1, IsRefusedWhereverItsKeyframeIsCut) {
  const test::Blob valid = with_key().bytes();
  ASSERT_EQ(outcome(parse_hyper(valid)), "ok");
  for (std::size_t n = 0; n < valid.size(); ++n) {
    const test::Blob cut(valid.begin(), valid.begin() + static_cast<std::ptrdiff_t>(n));
    EXPECT_EQ(outcome(parse_hyper(cut)), n < 4 ? "bad_magic" : (n < 76 ? "stream_length" : "nested_length")) << n;
  }
}

TEST(Wiv1, ReportsBytesAfterItsKeyframeByTheKeyframesLength) {
  Wiv1Fields fields = with_key();
  fields.after = {0};
  EXPECT_EQ(outcome(parse_hyper(fields.bytes())), "nested_length");
}

TEST(Wiv1, ReadsAnEmptyKeyframeAsOneWithoutMagic) {
  Wiv1Fields fields = with_key();
  fields.key.cut = 0;
  EXPECT_EQ(outcome(parse_hyper(fields.bytes())), "bad_magic");
}

TEST(Wiv1, ReadsEitherKindWithoutACapability) {
  EXPECT_EQ(outcome(parse_wiv1(Wiv1Fields{}.bytes(), std::nullopt)), "ok");
  EXPECT_EQ(outcome(parse_wiv1(with_key().bytes(), std::nullopt)), "ok");
}

TEST(Wiv1, TellsEveryBitApart) {
  test::expect_every_flip_told_apart(Wiv1Fields{}.bytes(), parse_motion);
  test::expect_every_flip_told_apart(with_key().bytes(), parse_hyper);
}

TEST(Wiv1, IsWrittenAsItWasRead) {
  for (const Wiv1Fields& fields : {Wiv1Fields{}, one_frame(), with_key()}) {
    const test::Blob bytes = fields.bytes();
    const auto clip = parse_wiv1(bytes, std::nullopt);
    ASSERT_TRUE(clip);
    const auto written = write_wiv1(*clip);
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, bytes);
  }
}

TEST(Wiv1, IsNotWrittenWhenItWouldNotBeRead) {
  const auto after = [](const std::function<void(Wiv1&)>& change) {
    auto clip = *parse_wiv1(with_key().bytes(), std::nullopt);
    change(clip);
    return outcome(write_wiv1(clip));
  };
  EXPECT_EQ(after([](Wiv1&) {}), "ok");
  EXPECT_EQ(after([](Wiv1& c) { c.block = 0; }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.n_frames = 0; }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.vectors.pop_back(); }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.vectors.emplace_back(); }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.key.reset(); }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.keyframe = Keyframe::residual; }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.cdf.resize(65536 + 4); }), "field_range");  // its low 16 bits are a length
  EXPECT_EQ(after([](Wiv1& c) { c.cdf[1] = 0; }), "cdf_malformed");
  EXPECT_EQ(after([](Wiv1& c) { c.stream = Bytes(7); }), "stream_length");
  EXPECT_EQ(after([](Wiv1& c) { c.key->m = 0; }), "field_range");
  EXPECT_EQ(after([](Wiv1& c) { c.q = 0; }), "field_range");
}

}  // namespace
}  // namespace wai
