// Every code that a decode through h_s and g_s can be refused with (pay 2, 7, 8), and their order: each fault alone
// gives its code, and of any two at once the one that the text checks first decides.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/made_decodes.hpp"
#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::Blob;
using test::declared;
using test::decode;
using test::expect_faults_in_order;
using test::Fault;
using test::Input;
using test::MadeHyper;
using test::MadeVideo;
using test::outcome;
using test::poke;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Code = RefusalCode;

template <class Made>
std::vector<Fault<Made>> joined(std::initializer_list<std::vector<Fault<Made>>> lists) {
  std::vector<Fault<Made>> out;
  for (const auto& list : lists) {
    out.insert(out.end(), list.begin(), list.end());
  }
  return out;
}

// --- The faults of a WIH1 decode, in the order of pay 2 and pay 7 ---

using HyperFaults = std::vector<Fault<MadeHyper>>;

HyperFaults parse_faults() {
  return {
      {"magic", Code::bad_magic, "magic", [](auto& m) { m.payload.magic = "{\"m\""; }},
      {"another format", Code::format_capability_mismatch, "another format", [](auto& m) { m.payload.magic = "WIS1"; }},
      {"version", Code::version, "version 2", [](auto& m) { m.payload.version = 2; }},
      {"header cut", Code::stream_length, "header", [](auto& m) { m.payload.cut = 31; }},
      {"reserved", Code::reserved_nonzero, "offset 7", [](auto& m) { m.payload.reserved7 = 1; }},
      {"m", Code::field_range, "m 0", [](auto& m) { m.payload.m = 0; }},
      {"zw", Code::field_range, "zw 0", [](auto& m) { m.payload.zw = 0; }},
      {"hyper-latent past the cap", Code::too_large, "n_z*zh*zw", [](auto& m) { m.payload.zh = (1U << 25) + 1; }},
      {"latent past the cap", Code::too_large, "2*m*sh*sw", [](auto& m) { m.payload.sh = (1U << 22) + 1; }},
      {"hyper-latent stream's length", Code::stream_length, "hyper-latent stream",
       [](auto& m) { m.payload.z_stream.length = 10; }},
      {"latent stream's length", Code::stream_length, "length 4", [](auto& m) { m.payload.y_stream.length = 4; }},
      {"trailing", Code::trailing, "1 bytes after", [](auto& m) { m.payload.after = {0}; }},
  };
}

// Steps 1 and 2 (readings P4): member by member, each present, then parsed; the listing; then the set as a whole.
HyperFaults set_faults() {
  return {
      {"no g_s", Code::set_incomplete, "g_s.whm", [](auto& m) { m.members["g_s.whm"] = std::nullopt; }},
      {"g_s does not parse", Code::model_mismatch, "g_s.whm", [](auto& m) { m.members["g_s.whm"] = Blob(20, 0); }},
      {"no h_s", Code::set_incomplete, "h_s.whm", [](auto& m) { m.members["h_s.whm"] = std::nullopt; }},
      {"h_s goes on", Code::model_mismatch, "h_s.whm", [](auto& m) { m.h_s.tail = {0}; }},
      {"no entropy", Code::set_incomplete, "entropy.json", [](auto& m) { m.members["entropy.json"] = std::nullopt; }},
      {"entropy does not parse", Code::model_mismatch, "entropy.json",
       [](auto& m) { m.entropy["z_offset"] = "[1.0]"; }},
      {"listing", Code::model_mismatch, "not the listing",
       [](auto& m) { m.members["wai.prior.set.json"] = test::text_bytes("{}"); }},
      {"afrac of the set", Code::model_mismatch, "afrac 31", [](auto& m) { m.h_s.afrac = m.g_s.afrac = 31; }},
      {"two scales", Code::model_mismatch, "a set has one", [](auto& m) { m.h_s.afrac = 9; }},
      {"hyper-latent channels", Code::model_mismatch, "2 hyper-latent channels", [](auto& m) { m.payload.n_z = 2; }},
  };
}

// Steps 3 and 4: each layer by the three rules, h_s whole before g_s; then what the networks give.
HyperFaults plan_faults() {
  using test::kOpad, test::kPad, test::kStride;
  return {
      {"h_s stride", Code::model_mismatch, "h_s: layer 0", [](auto& m) { poke(m.h_s.layers[0], kStride, 0); }},
      {"h_s side", Code::too_large, "h_s: layer 0", [](auto& m) { poke(m.h_s.layers[0], kOpad, 1U << 26); }},
      {"h_s crop", Code::model_mismatch, "no output", [](auto& m) { poke(m.h_s.layers[0], kPad, 1); }},
      {"h_s slope's shift", Code::model_mismatch, "h_s: layer 1", [](auto& m) { poke(m.h_s.layers[1], 9, 64); }},
      {"h_s channels", Code::model_mismatch, "of 3 channels over 2",
       [](auto& m) {
         m.h_s.layers[2] =
             test::conv_layer({1, 3, 4, 1, 1, 0, 0, std::vector<std::int64_t>(12), {1, 2, 3, 4}, {0, 0, 0, 0}});
       }},
      {"h_s kernel of 0", Code::model_mismatch, "none may be 0",
       [](auto& m) {
         m.h_s.layers[2] = test::conv_layer({1, 2, 4, 0, 1, 0, 0, {}, {1, 2, 3, 4}, {0, 0, 0, 0}});
       }},
      {"h_s padded side", Code::too_large, "the padded height", [](auto& m) { poke(m.h_s.layers[2], kPad, 1U << 25); }},
      {"h_s output", Code::too_large, "the output passes", [](auto& m) { poke(m.h_s.layers[2], kPad, 2048); }},
      {"h_s kernel", Code::model_mismatch, "kernel 3 over",
       [](auto& m) {
         m.h_s.layers[2] =
             test::conv_layer({1, 2, 4, 3, 1, 0, 0, std::vector<std::int64_t>(72), {1, 2, 3, 4}, {0, 0, 0, 0}});
       }},
      {"g_s channels over", Code::model_mismatch, "g_s: layer 0",
       [](auto& m) { m.g_s.layers[0] = test::igdn_layer(1, {1}, {1}); }},
      {"g_s plane", Code::too_large, "the uncropped output", [](auto& m) { poke(m.g_s.layers[1], kOpad, 10000); }},
      {"h_s's shape", Code::geometry_mismatch, "h_s gives [4, 4, 6]", [](auto& m) { poke(m.h_s.layers[2], kPad, 1); }},
      {"g_s's channels", Code::model_mismatch, "g_s gives 2",
       [](auto& m) {
         m.g_s.layers[1] = test::conv_layer({0, 2, 2, 1, 2, 0, 0, {1, 2, 3, 4}, {5, 6}, {7, 8}});
       }},
  };
}

// The sink's policy, after step 4; then the load of the graphs (readings P6): a predicate that fails at 0, a shift that
// no layer uses.
HyperFaults cost_and_load_faults() {
  return {
      {"output limit", Code::cost_over_limit, "output bytes", [](auto& m) { m.limits.output_bytes = 62; }},
      {"memory limit", Code::cost_over_limit, "working bytes", [](auto& m) { m.limits.working_bytes = 1135; }},
      {"work limit", Code::cost_over_limit, "multiply-accumulates", [](auto& m) { m.limits.macs = 159; }},
      {"h_s unused shift", Code::model_mismatch, "gf 128", [](auto& m) { m.h_s.gf = 128; }},
      {"h_s predicate", Code::model_mismatch, "h_s: layer 0",
       [](auto& m) { test::poke_last_bias(m.h_s.layers[0], test::kI64Min); }},
      {"g_s predicate", Code::model_mismatch, "g_s: layer 1",
       [](auto& m) { test::poke_last_bias(m.g_s.layers[1], test::kI64Min); }},
  };
}

// Steps 5 and 6: the hyper-latent stream, h_s, the latent stream, g_s. A stream of the bare state reads table entry 0
// of symbol 0 and runs out there: the value past i64 is that symbol's too.
HyperFaults stream_faults() {
  return {
      {"hyper-latent exhausted", Code::stream_exhausted, "hyper-latent",
       [](auto& m) { bare_state(m.payload.z_stream); }},
      {"hyper-latent past i64", Code::field_range, "hyper-latent stream, symbol 0",
       [](auto& m) {  // -2^63 - 2^16 * 256
         m.entropy["z_median"] = "[-9223372036854775808]";
         m.entropy["z_offset"] = "[-65536]";
       }},
      {"hyper-latent word", Code::stream_noncanonical, "hyper-latent", [](auto& m) { add_word(m.payload.z_stream); }},
      {"h_s input", Code::field_range, "h_s", [](auto& m) { m.entropy["z_median"] = "[4611686018427387904]"; }},
      {"h_s within", Code::field_range, "h_s",  // X_1 = 1: 2^62 * X <= 2^63 - 1
       [](auto& m) { m.h_s.layers[1] = test::leaky_layer(std::int64_t{1} << 62, 2); }},
      {"latent exhausted", Code::stream_exhausted, "latent", [](auto& m) { bare_state(m.payload.y_stream); }},
      {"latent past i64", Code::field_range, "latent stream, symbol 0",
       [](auto& m) {  // mu_0 within 2^20 of 2^20 - 2^63, and a symbol of at most -2^20 + 400, times 256
         poke(m.h_s.layers[2], m.h_s.layers[2].size() - 16, static_cast<std::uint64_t>(test::kI64Min + (1 << 20)), 8);
         m.entropy["y_offset"] = "[-1048576,-1048576]";
       }},
      {"latent word", Code::stream_noncanonical, "latent", [](auto& m) { add_word(m.payload.y_stream); }},
      {"g_s input", Code::field_range, "g_s", [](auto& m) { m.entropy["y_offset"] = "[1073741824,1073741824]"; }},
  };
}

HyperFaults hyper_faults() {
  return joined<MadeHyper>({parse_faults(), set_faults(), plan_faults(), cost_and_load_faults(), stream_faults()});
}

// --- wai.neural.int_hyper ---

TEST(IntHyperRefusals, LeaveTheMadeDecodeAlone) {
  const MadeHyper made;
  const auto tables = made.table_of_each();
  EXPECT_THAT(tables, ::testing::Contains(0U));  // both tables are read, and an escape in each way
  EXPECT_THAT(tables, ::testing::Contains(1U));
  const auto out = decode(made.bytes());
  ASSERT_EQ(outcome(out), "ok") << out.refusal().message;
  EXPECT_EQ(out->bytes, made.picture());
  EXPECT_GT(std::set(out->bytes.begin(), out->bytes.end()).size(), 5U);  // a picture that a wrong tap changes
}

TEST(IntHyperRefusals, ComeInTheOrderOfTheText) {
  expect_faults_in_order(hyper_faults(), MadeHyper(), decode);
}

// The parse and steps 1 to 4 hold for the declared cost too, without the limits.
TEST(IntHyperRefusals, OfTheDeclaredCostAreThoseUpToStepFour) {
  expect_faults_in_order(joined<MadeHyper>({parse_faults(), set_faults(), plan_faults()}), MadeHyper(), declared);
  for (const auto& fault : joined<MadeHyper>({cost_and_load_faults(), stream_faults()})) {
    MadeHyper made;
    fault.apply(made);
    EXPECT_EQ(outcome(declared(made.bytes())), "ok") << fault;
  }
}

// `hyper-latent` holds `latent`, so which stream it was is told by the message's start.
TEST(IntHyperRefusals, NameTheStream) {
  for (const auto& fault : stream_faults()) {
    MadeHyper made;
    fault.apply(made);
    const auto out = decode(made.bytes());
    ASSERT_FALSE(out) << fault;
    EXPECT_THAT(out.refusal().message, StartsWith(fault.where)) << fault;
  }
}

// The other way round from "at one symbol": symbol 0 leaves i64 before symbol 1 finds the stream empty.
TEST(IntHyperRefusals, ReportAValueBeforeALaterSymbolRunsOut) {
  MadeHyper made;
  made.payload.z_stream.bytes = test::words({0, 0x80000000U});  // x = 2^63: 32 bits, and 64 symbols of over 1.7 each
  made.payload.zw = 64;
  made.payload.sw = 128;
  ASSERT_EQ(outcome(decode(made.bytes())), "stream_exhausted");
  made.entropy["z_median"] = "[-9223372036854775808]";
  made.entropy["z_offset"] = "[-65536]";
  const auto out = decode(made.bytes());
  ASSERT_EQ(outcome(out), "field_range");
  EXPECT_THAT(out.refusal().message, HasSubstr("symbol 0"));
}

// pay 7, Memory and work, by hand: z 2 elements; h_s: 2 + 16 + 16 uncropped, 16 + 16, 16 + 32; h_s's output 32 and the
// latent 16; g_s: 16 + 16, 16 + 63 + 63 uncropped, 63 + 63. Work: 2*2*4 and 32*2; 16*2 and 16*3.
TEST(IntHyperCost, IsWhatThePayloadAndTheSetDeclare) {
  const auto cost = declared(MadeHyper().bytes());
  ASSERT_TRUE(cost);
  EXPECT_EQ(*cost, (DeclaredCost{63, 2 + 16, 142 * 8, 16 + 64 + 32 + 48}));
}

// A cost that equals its limit is within it; one less is not, for each of the three.
template <class Made>
void expect_limits_at(const DeclaredCost& cost) {
  Made made;
  auto& limits = [&]() -> CostLimits& {
    if constexpr (std::is_same_v<Made, MadeVideo>) {
      return made.key.limits;
    } else {
      return made.limits;
    }
  }();
  limits = {cost.output_bytes, cost.working_bytes, cost.macs};
  EXPECT_EQ(outcome(decode(made.bytes())), "ok");
  for (const auto field : {&CostLimits::output_bytes, &CostLimits::working_bytes, &CostLimits::macs}) {
    const std::uint64_t at_limit = *(limits.*field);
    limits.*field = at_limit - 1;
    EXPECT_EQ(outcome(decode(made.bytes())), "cost_over_limit") << at_limit;
    limits.*field = at_limit;
  }
}

TEST(IntHyperCost, IsComparedWithEachLimit) {
  expect_limits_at<MadeHyper>({63, 18, 1136, 160});
}

// A refused set is not kept, so one session refuses it again with the same code (ops 8.6).
TEST(IntHyperRefusals, ComeAgainFromTheSameSession) {
  for (const auto& fault : hyper_faults()) {
    MadeHyper made;
    fault.apply(made);
    const Input input = made.bytes();
    auto session = Session::open(input.capability, input.set);
    ASSERT_TRUE(session);
    DecodeOptions options;
    options.limits = input.limits;
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(outcome(session->decode(input.payload, options)), to_string(fault.code)) << fault;
    }
  }
}

// A refused payload leaves nothing behind: the session decodes the next one.
TEST(IntHyperRefusals, LeaveTheSessionAsItWas) {
  const MadeHyper made;
  auto session = Session::open(made.capability, made.bytes().set);
  ASSERT_TRUE(session);
  for (const auto& fault : joined<MadeHyper>({parse_faults(), stream_faults()})) {
    MadeHyper faulty;
    fault.apply(faulty);
    if (faulty.payload.bytes() != made.payload.bytes()) {
      EXPECT_EQ(outcome(session->decode(faulty.payload.bytes())), to_string(fault.code)) << fault;
    }
    const auto out = session->decode(made.payload.bytes());
    ASSERT_EQ(outcome(out), "ok") << fault;
    EXPECT_EQ(out->bytes, made.picture()) << fault;
  }
}

// --- wai.video.int_hyper ---

using VideoFaults = std::vector<Fault<MadeVideo>>;

// The same fault of the clip's keyframe or its set.
VideoFaults of_key(const HyperFaults& faults) {
  VideoFaults out;
  for (const auto& fault : faults) {
    out.push_back({"key: " + fault.name, fault.code, fault.where, [fault](MadeVideo& m) { fault.apply(m.key); }});
  }
  return out;
}

// The caps in the order pay 3 lists them: 2^25 * 7 * 3 samples; 2^25 frames of 63; 2^20 frames and one; and 2^20 frames
// but one of 35 blocks with a vector each.
VideoFaults clip_faults() {
  return {
      {"magic", Code::bad_magic, "magic", [](auto& m) { m.clip.magic = "WIV2"; }},
      {"another format", Code::format_capability_mismatch, "another", [](auto& m) { m.clip.magic = "WIH1"; }},
      {"version", Code::version, "version 0", [](auto& m) { m.clip.version = 0; }},
      {"header cut", Code::stream_length, "header", [](auto& m) { m.clip.cut = 35; }},
      {"reserved", Code::reserved_nonzero, "offset 34", [](auto& m) { m.clip.reserved34 = 256; }},
      {"mv_precision", Code::field_range, "mv_precision", [](auto& m) { m.clip.mv_precision = 3; }},
      {"keyframe", Code::field_range, "keyframe", [](auto& m) { m.clip.keyframe = 2; }},
      {"q", Code::field_range, "q 65536", [](auto& m) { m.clip.q = 65536; }},
      {"cdf_len", Code::field_range, "cdf_len", [](auto& m) { m.clip.cdf_len = 2; }},
      {"keyframe kind", Code::keyframe_capability_mismatch, "keyframe 0", [](auto& m) { m.clip.keyframe = 0; }},
      {"frame", Code::too_large, "the frame", [](auto& m) { m.clip.h = 1U << 25; }},
      {"clip", Code::too_large, "the clip", [](auto& m) { m.clip.n_frames = 1U << 25; }},
      {"frames", Code::too_large, "n_frames is", [](auto& m) { m.clip.n_frames = (1U << 20) + 1; }},
      {"vectors", Code::too_large, "the vectors",
       [](auto& m) {
         m.clip.n_frames = 1U << 20;
         m.clip.h = 5;
         m.clip.block = 1;
       }},
      {"table", Code::cdf_malformed, "residual table", [](auto& m) { m.clip.cdf[1] = 0; }},
      {"stream's length", Code::stream_length, "length 7", [](auto& m) { m.clip.stream.length = 7; }},
      {"K", Code::nested_length, "keyframe's length", [](auto& m) { m.clip.key_length = 1; }},
  };
}

VideoFaults video_faults() {
  const VideoFaults size = {{"the clip's size", Code::geometry_mismatch, "the keyframe is 3 x 7",
                             [](auto& m) {  // 2 x 7 has the same two blocks
                               m.clip.h = 2;
                             }}};
  const VideoFaults cost = {
      {"output limit", Code::cost_over_limit, "output bytes", [](auto& m) { m.key.limits.output_bytes = 125; }}};
  const VideoFaults residual = {
      {"residual exhausted", Code::stream_exhausted, "residual stream", [](auto& m) { bare_state(m.clip.stream); }},
      {"residual word", Code::stream_noncanonical, "residual stream", [](auto& m) { add_word(m.clip.stream); }}};
  HyperFaults load = cost_and_load_faults();
  load.erase(load.begin(), load.begin() + 3);  // the three limits are the clip's here
  return joined<MadeVideo>({clip_faults(), of_key(parse_faults()), of_key(set_faults()), of_key(plan_faults()), size,
                            cost, of_key(load), of_key(stream_faults()), residual});
}

TEST(VideoIntHyperRefusals, LeaveTheMadeDecodeAlone) {
  const MadeVideo made;
  const auto out = decode(made.bytes());
  ASSERT_EQ(outcome(out), "ok") << out.refusal().message;
  const Blob key = made.key.picture();
  ASSERT_EQ(out->bytes.size(), 126U);
  EXPECT_TRUE(std::equal(key.begin(), key.end(), out->bytes.begin()));
  // Frame 1's last pixel has the vector (-3, 4), half-pel: row 2 - 2 and fy = 1, column 6 + 2, past the side, fx = 0.
  const auto at = [&](std::size_t row) { return key[(row * 7 + 6) * 3 + 2]; };
  EXPECT_EQ(out->bytes.back(), std::min(255, (at(0) + at(1) + 1) / 2 + 7));
}

TEST(VideoIntHyperRefusals, ComeInTheOrderOfTheText) {
  expect_faults_in_order(video_faults(), MadeVideo(), decode);
}

// readings P1: K is the bytes that remain, neither fewer nor more; the four bytes of K missing is stream_length.
TEST(VideoIntHyperRefusals, WantTheKeyframesLengthToBeTheRest) {
  MadeVideo made;
  const auto rest = static_cast<std::uint32_t>(made.key.payload.bytes().size());
  for (const std::uint32_t length : {0U, rest - 1, rest + 1, 0xFFFFFFFFU}) {
    made.clip.key_length = length;
    EXPECT_EQ(outcome(decode(made.bytes())), "nested_length") << length;
  }
  made.clip.key_length = rest;
  EXPECT_EQ(outcome(decode(made.bytes())), "ok");
  made.clip.after = {0};  // a byte after the keyframe is one that K does not count
  EXPECT_EQ(outcome(decode(made.bytes())), "nested_length");
  made.clip.after = {};
  const std::size_t whole = made.bytes().payload.size();
  made.clip.cut = whole - rest - 1;
  EXPECT_EQ(outcome(decode(made.bytes())), "stream_length");
}

// The keyframe's, 63 more for each frame, and 4 bytes for each of the two vectors; 63 residuals.
TEST(VideoIntHyperCost, IsTheClipsAndTheKeyframes) {
  const auto cost = declared(MadeVideo().bytes());
  ASSERT_TRUE(cost);
  EXPECT_EQ(*cost, (DeclaredCost{126, 63 + 18, 126 + 8 + 1136, 160}));
  expect_limits_at<MadeVideo>(*cost);
}

// --- What no payload is needed for ---

TEST(SessionRefusals, UnsupportedCapability) {
  for (const char* name :
       {"", "wai.neural.int_mlicpp", "wai.neural.int_hyper ", "wai.video.int_hyper.frame", "int_hyper"}) {
    EXPECT_EQ(outcome(Session::open(name)), "unsupported_capability") << name;
  }
}

}  // namespace
}  // namespace wai
