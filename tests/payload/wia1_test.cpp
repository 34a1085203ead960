// WIA1 (pay 5), against the order of checks of pay 2.
#include "payload/wia1.hpp"

#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::outcome;
using test::Wia1Fields;
using Fault = test::Fault<Wia1Fields>;
using Code = RefusalCode;

constexpr std::int64_t kMedianEnd = std::int64_t{1} << 47;

Expected<Wia1> parse(const test::Blob& bytes) {
  return parse_wia1(bytes);
}

// 32 bytes of header, 2 medians to 48, tables to 64 and 80, a length to 84, 8 of stream to 92.
std::vector<Fault> faults() {
  return {
      {"no magic", Code::bad_magic, "offset 0", [](auto& f) { f.magic = "wia1"; }},
      {"another magic", Code::format_capability_mismatch, "another", [](auto& f) { f.magic = "WIV1"; }},
      {"no version", Code::stream_length, "version", [](auto& f) { f.cut = 4; }},
      {"version 255", Code::version, "version 255", [](auto& f) { f.version = 255; }},
      {"cut header", Code::stream_length, "header", [](auto& f) { f.cut = 31; }},
      {"reserved 6", Code::reserved_nonzero, "offset 6", [](auto& f) { f.reserved6 = 0x8000; }},
      {"reserved 30", Code::reserved_nonzero, "offset 30", [](auto& f) { f.reserved30 = 1; }},
      {"afrac", Code::field_range, "afrac 31", [](auto& f) { f.afrac = 31; }},
      {"sr", Code::field_range, " sr 0", [](auto& f) { f.sr = 0; }},
      {"n_ch", Code::field_range, " n_ch 0", [](auto& f) { f.n_ch = 0; }},
      {"lat_len", Code::field_range, " lat_len 0", [](auto& f) { f.lat_len = 0; }},
      {"t_out", Code::field_range, " t_out 0", [](auto& f) { f.t_out = 0; }},
      {"cdf_len", Code::field_range, " cdf_len 4098", [](auto& f) { f.cdf_len = 4098; }},
      {"latent cap", Code::too_large, "the latent", [](auto& f) { f.lat_len = 1U << 26; }},
      {"t_out cap", Code::too_large, "t_out", [](auto& f) { f.t_out = (1U << 26) + 1; }},
      {"cut medians", Code::stream_length, "medians", [](auto& f) { f.cut = 47; }},
      {"median 0", Code::field_range, "median 0", [](auto& f) { f.medians[0] = kMedianEnd + 1; }},
      {"median 1", Code::field_range, "median 1", [](auto& f) { f.medians[1] = -kMedianEnd - 1; }},
      {"cut table 0", Code::stream_length, "table 0", [](auto& f) { f.cut = 63; }},
      {"bad table 0", Code::cdf_malformed, "table 0", [](auto& f) { f.cdfs[0][3] = 65535; }},
      {"cut table 1", Code::stream_length, "table 1", [](auto& f) { f.cut = 79; }},
      {"bad table 1", Code::cdf_malformed, "table 1", [](auto& f) { f.cdfs[1][0] = 1; }},
      {"cut stream length", Code::stream_length, "the latent stream", [](auto& f) { f.cut = 83; }},
      {"stream length 0", Code::stream_length, "length 0", [](auto& f) { f.stream.length = 0; }},
      {"cut stream", Code::stream_length, "the latent stream", [](auto& f) { f.cut = 91; }},
      {"trailing", Code::trailing, "1 bytes", [](auto& f) { f.after = {7}; }},
  };
}

TEST(Wia1, ReadsEveryFieldOfTheTable) {
  const Wia1Fields fields;
  const auto clip = parse(fields.bytes());
  ASSERT_TRUE(clip);
  EXPECT_EQ(clip->afrac, 14);
  EXPECT_EQ((std::vector<std::uint32_t>{clip->sr, clip->n_ch, clip->lat_len, clip->t_out}),
            (std::vector<std::uint32_t>{8000, 2, 5, 17}));
  EXPECT_EQ(clip->offset, -3);
  EXPECT_EQ(clip->medians, fields.medians);
  EXPECT_EQ(clip->cdfs, fields.cdfs);
  EXPECT_EQ(clip->stream, fields.stream.bytes);
}

TEST(Wia1, ReportsTheFirstFaultInTheOrderOfTheText) {
  test::expect_faults_in_order(faults(), Wia1Fields{}, parse);
}

TEST(Wia1, AcceptsBothEndsOfEveryField) {
  const std::vector<std::function<void(Wia1Fields&)>> ends = {
      [](auto& f) { f.afrac = 1; },
      [](auto& f) { f.afrac = 30; },
      [](auto& f) { f.sr = 0xFFFFFFFFU; },
      [](auto& f) { f.lat_len = 1U << 25; },  // two channels: 2^26
      [](auto& f) { f.t_out = 1U << 26; },
      [](auto& f) {
        f.medians = {kMedianEnd, -kMedianEnd};
      },
      [](auto& f) {
        f.cdfs = {{0, 1, 65536}, {0, 65535, 65536}};
      },
  };
  for (const auto& apply : ends) {
    Wia1Fields fields;
    apply(fields);
    EXPECT_EQ(outcome(parse(fields.bytes())), "ok");
  }
  for (const auto& [afrac, cdf_len] : {std::pair{0, 4}, {14, 2}}) {
    Wia1Fields fields;
    fields.afrac = static_cast<std::uint8_t>(afrac);
    fields.cdf_len = static_cast<std::uint16_t>(cdf_len);
    EXPECT_EQ(outcome(parse(fields.bytes())), "field_range");
  }
  Wia1Fields extreme;
  extreme.medians = {std::numeric_limits<std::int64_t>::min(), 0};
  EXPECT_EQ(outcome(parse(extreme.bytes())), "field_range");
}

TEST(Wia1, TakesTheLongestTable) {
  std::vector<std::uint32_t> cdf(4097);
  for (std::uint32_t i = 0; i < 4096; ++i) {
    cdf[i] = 16 * i;
  }
  cdf.back() = 65536;
  Wia1Fields fields;
  fields.cdfs = {cdf, cdf};
  EXPECT_EQ(outcome(parse(fields.bytes())), "ok");
}

TEST(Wia1, DoesNotAllocateWhatACountOnlyClaims) {
  Wia1Fields fields;
  fields.n_ch = 1U << 26;
  fields.lat_len = 1;
  EXPECT_EQ(outcome(parse(fields.bytes())), "stream_length");
  fields.n_ch = 0xFFFFFFFFU;
  EXPECT_EQ(outcome(parse(fields.bytes())), "too_large");
}

TEST(Wia1, IsRefusedWhereverItIsCut) {
  test::expect_every_cut_refused(Wia1Fields{}.bytes(), parse);
}

TEST(Wia1, TellsEveryBitApart) {
  test::expect_every_flip_told_apart(Wia1Fields{}.bytes(), parse);
}

TEST(Wia1, IsWrittenAsItWasRead) {
  const test::Blob bytes = Wia1Fields{}.bytes();
  const auto clip = parse(bytes);
  ASSERT_TRUE(clip);
  const auto written = write_wia1(*clip);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, bytes);
}

TEST(Wia1, IsNotWrittenWhenItWouldNotBeRead) {
  const auto after = [](const std::function<void(Wia1&)>& change) {
    auto clip = *parse(Wia1Fields{}.bytes());
    change(clip);
    return outcome(write_wia1(clip));
  };
  EXPECT_EQ(after([](Wia1&) {}), "ok");
  EXPECT_EQ(after([](Wia1& c) { c.medians.pop_back(); }), "field_range");
  EXPECT_EQ(after([](Wia1& c) { c.cdfs.pop_back(); }), "field_range");
  EXPECT_EQ(after([](Wia1& c) { c.cdfs[1] = {0, 1, 65536}; }), "field_range");  // of another length
  EXPECT_EQ(after([](Wia1& c) {
              c.n_ch = 0;
              c.cdfs.clear();
              c.medians.clear();
            }),
            "field_range");
  EXPECT_EQ(after([](Wia1& c) { c.cdfs[1][2] = 0; }), "cdf_malformed");
  EXPECT_EQ(after([](Wia1& c) { c.stream = Bytes(4); }), "stream_length");
}

}  // namespace
}  // namespace wai
