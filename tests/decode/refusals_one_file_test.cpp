// Every code of the capabilities with a set of one file or none (pay 2, 7, 8; ops 13.1), and their order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/made_decodes.hpp"
#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::Blob;
using test::declared;
using test::decode;
using test::expect_faults_in_order;
using test::Fault;
using test::MadeAudio;
using test::MadeMotion;
using test::MadeSplat;
using test::MadeSynth;
using test::outcome;
using test::poke;
using Code = RefusalCode;

// Each limit at the declared value, and one below.
template <class Made>
void expect_cost(const DeclaredCost& expected) {
  Made made;
  const auto cost = declared(made.bytes());
  ASSERT_TRUE(cost) << cost.refusal().message;
  EXPECT_EQ(*cost, expected);
  made.limits = {expected.output_bytes, expected.working_bytes, expected.macs};
  EXPECT_EQ(outcome(decode(made.bytes())), "ok");
  for (const auto field : {&CostLimits::output_bytes, &CostLimits::working_bytes, &CostLimits::macs}) {
    std::optional<std::uint64_t>& limit = made.limits.*field;
    if (*limit > 0) {
      --*limit;
      EXPECT_EQ(outcome(decode(made.bytes())), "cost_over_limit");
      ++*limit;
    }
  }
}

// --- wai.video.int_motion ---

std::vector<Fault<MadeMotion>> motion_faults() {
  return {
      {"magic", Code::bad_magic, "magic", [](auto& m) { m.clip.magic = "wiv1"; }},
      {"another format", Code::format_capability_mismatch, "another", [](auto& m) { m.clip.magic = "WIA1"; }},
      {"version", Code::version, "version 255", [](auto& m) { m.clip.version = 255; }},
      {"header cut", Code::stream_length, "header", [](auto& m) { m.clip.cut = 35; }},
      {"reserved", Code::reserved_nonzero, "offset 7", [](auto& m) { m.clip.reserved7 = 128; }},
      {"block", Code::field_range, "block 0", [](auto& m) { m.clip.block = 0; }},
      {"keyframe kind", Code::keyframe_capability_mismatch, "keyframe 1", [](auto& m) { m.clip.keyframe = 1; }},
      {"frame", Code::too_large, "the frame", [](auto& m) { m.clip.w = 0xFFFFFFFF; }},
      {"table", Code::cdf_malformed, "residual table", [](auto& m) { m.clip.cdf.back() = 65537; }},
      {"no vectors", Code::stream_length, "motion vectors", [](auto& m) { m.clip.cut = 36 + 16 + 7; }},
      {"stream's length", Code::stream_length, "residual stream", [](auto& m) { m.clip.stream.length = 0xFFFFFFFC; }},
      {"trailing", Code::trailing, "4 bytes after", [](auto& m) { m.clip.after = Blob(4); }},
      {"output limit", Code::cost_over_limit, "output", [](auto& m) { m.limits.output_bytes = 35; }},
      {"memory limit", Code::cost_over_limit, "working", [](auto& m) { m.limits.working_bytes = 43; }},
      {"exhausted", Code::stream_exhausted, "residual stream", [](auto& m) { bare_state(m.clip.stream); }},
      {"word", Code::stream_noncanonical, "residual stream", [](auto& m) { add_word(m.clip.stream); }},
  };
}

TEST(IntMotionRefusals, ComeInTheOrderOfTheText) {
  ASSERT_EQ(outcome(decode(MadeMotion().bytes())), "ok");
  expect_faults_in_order(motion_faults(), MadeMotion(), decode);
}

// 36 samples, 4 bytes for each of two vectors, no network.
TEST(IntMotionCost, IsTheHeaders) {
  expect_cost<MadeMotion>({36, 36, 36 + 8, 0});
}

// Members that a capability without a set does not read change nothing.
TEST(IntMotionRefusals, HaveNothingToDoWithASet) {
  auto input = MadeMotion().bytes();
  input.set.members = {{"g_s.whm", {1, 2, 3}}, {"wai.prior.set.json", {}}};
  EXPECT_EQ(outcome(decode(input)), "ok");
}

// --- wai.audio.int_codec ---

// A value of a WIA1 or WIS1 latent cannot leave i64: |s*2^afrac| < 2^61, |median| <= 2^47.
std::vector<Fault<MadeAudio>> audio_faults() {
  using test::kOpad, test::kOut, test::kPad, test::kStride;
  return {
      {"magic", Code::bad_magic, "magic", [](auto& m) { m.payload.magic = "RIFF"; }},
      {"another format", Code::format_capability_mismatch, "another", [](auto& m) { m.payload.magic = "WIV1"; }},
      {"version", Code::version, "version 2", [](auto& m) { m.payload.version = 2; }},
      {"header cut", Code::stream_length, "header", [](auto& m) { m.payload.cut = 31; }},
      {"reserved", Code::reserved_nonzero, "offset 6", [](auto& m) { m.payload.reserved6 = 1; }},
      {"afrac", Code::field_range, "afrac 31", [](auto& m) { m.payload.afrac = 31; }},
      {"sr", Code::field_range, "sr 0", [](auto& m) { m.payload.sr = 0; }},
      {"cdf_len", Code::field_range, "cdf_len 4098", [](auto& m) { m.payload.cdf_len = 4098; }},
      {"latent past the cap", Code::too_large, "n_ch*lat_len", [](auto& m) { m.payload.lat_len = (1U << 25) + 1; }},
      {"t_out past the cap", Code::too_large, "t_out", [](auto& m) { m.payload.t_out = (1U << 26) + 1; }},
      {"median", Code::field_range, "median 1", [](auto& m) { m.payload.medians[1] = (std::int64_t{1} << 47) + 1; }},
      {"table 0", Code::cdf_malformed, "table 0", [](auto& m) { m.payload.cdfs[0][0] = 1; }},
      {"table 1 cut", Code::stream_length, "table 1", [](auto& m) { m.payload.cut = 32 + 16 + 20 + 19; }},
      {"stream's length", Code::stream_length, "latent stream", [](auto& m) { m.payload.stream.length = 0; }},
      {"trailing", Code::trailing, "after", [](auto& m) { m.payload.after = {1}; }},
      {"no model", Code::set_incomplete, "model.wam", [](auto& m) { m.members["model.wam"] = std::nullopt; }},
      {"the model is no WAM1", Code::model_mismatch, "model.wam", [](auto& m) { m.model.magic = "WHM1"; }},
      {"listing", Code::model_mismatch, "not the listing", [](auto& m) { m.members["wai.prior.set.json"] = Blob(); }},
      {"the model's afrac", Code::model_mismatch, "afrac 0", [](auto& m) { m.model.afrac = 0; }},
      {"the payload's afrac", Code::model_mismatch, "afrac is 9", [](auto& m) { m.payload.afrac = 9; }},
      {"stride", Code::model_mismatch, "layer 0", [](auto& m) { poke(m.model.layers[0], kStride, 0); }},
      {"side", Code::too_large, "the uncropped width", [](auto& m) { poke(m.model.layers[0], kOpad, 1U << 26); }},
      {"crop", Code::model_mismatch, "no output", [](auto& m) { poke(m.model.layers[0], kPad, 5); }},
      {"channels over", Code::model_mismatch, "layer 1",
       [](auto& m) { m.model.layers[1] = test::igdn_layer(1, {1}, {1}); }},
      {"plane", Code::too_large, "layer 2", [](auto& m) { poke(m.model.layers[2], kOpad, 1U << 26); }},
      {"channels", Code::model_mismatch, "gives 2 channels",
       [](auto& m) {
         m.model.layers[2] = test::conv_layer({0, 2, 2, 1, 1, 0, 0, {1, 2, 3, 4}, {5, 6}, {7, 8}});
       }},
      {"too short", Code::geometry_mismatch, "gives 6 samples", [](auto& m) { m.payload.t_out = 7; }},
      {"too long a latent", Code::geometry_mismatch, "a latent of 2", [](auto& m) { m.payload.t_out = 4; }},
      {"memory limit", Code::cost_over_limit, "working bytes", [](auto& m) { m.limits.working_bytes = 271; }},
      {"predicate", Code::model_mismatch, "layer 2",
       [](auto& m) { test::poke_last_bias(m.model.layers[2], test::kI64Min); }},
      {"exhausted", Code::stream_exhausted, "latent stream", [](auto& m) { bare_state(m.payload.stream); }},
      {"word", Code::stream_noncanonical, "latent stream", [](auto& m) { add_word(m.payload.stream); }},
      {"within", Code::field_range, "g_s", [](auto& m) { m.payload.offset = 1 << 30; }},  // igdn's X is below 2^36
      {"pcm", Code::field_range, "g_s",  // v*32767 leaves i64 from 2^48 on
       [](auto& m) { test::poke_last_bias(m.model.layers[2], std::int64_t{1} << 50); }},
  };
}

TEST(IntAudioRefusals, LeaveTheMadeDecodeAlone) {
  const MadeAudio made;
  const auto out = decode(made.bytes());
  ASSERT_EQ(outcome(out), "ok") << out.refusal().message;
  EXPECT_EQ(out->bytes, made.samples());
}

TEST(IntAudioRefusals, ComeInTheOrderOfTheText) {
  expect_faults_in_order(audio_faults(), MadeAudio(), decode);
}

// 6 latents; 6 + 16 uncropped + 12; 12 + 12; 12 + 6 + 6. Work: 6 * 2*3, 12 * 2, 12 * 1.
TEST(IntAudioCost, IsWhatThePayloadAndTheSetDeclare) {
  expect_cost<MadeAudio>({10, 6, 34 * 8, 72});
}

// A latent of 3 gives 6 samples and one of 2 gives 4: t_out is 5 or 6. One of 1 needs no shorter one.
TEST(IntAudioRefusals, TakeNoLongerALatentThanTheSamplesNeed) {
  MadeAudio made;
  for (std::uint32_t t = 1; t <= 8; ++t) {
    made.payload.t_out = t;
    EXPECT_EQ(outcome(decode(made.bytes())), t == 5 || t == 6 ? "ok" : "geometry_mismatch") << t;
  }
  made.payload.lat_len = 1;
  made.payload.stream.bytes =
      test::encoded_by_channel({0, 1}, {{made.payload.cdfs[0], -1}, {made.payload.cdfs[1], -1}}, 1);
  for (std::uint32_t t = 1; t <= 4; ++t) {
    made.payload.t_out = t;
    EXPECT_EQ(outcome(decode(made.bytes())), t <= 2 ? "ok" : "geometry_mismatch") << t;
  }
}

// --- wai.splat.int_codec ---

std::vector<Fault<MadeSplat>> splat_faults() {
  using test::kOpad, test::kPad, test::kStride;
  return {
      {"magic", Code::bad_magic, "magic", [](auto& m) { m.payload.magic = "WIM1"; }},
      {"another format", Code::format_capability_mismatch, "another", [](auto& m) { m.payload.magic = "WIH1"; }},
      {"version", Code::version, "version 3", [](auto& m) { m.payload.version = 3; }},
      {"header cut", Code::stream_length, "header", [](auto& m) { m.payload.cut = 31; }},
      {"reserved", Code::reserved_nonzero, "offset 6", [](auto& m) { m.payload.reserved6 = 256; }},
      {"afrac", Code::field_range, "afrac 0", [](auto& m) { m.payload.afrac = 0; }},
      {"s", Code::field_range, "s 0", [](auto& m) { m.payload.s = 0; }},
      {"n_gaussians", Code::field_range, "n_gaussians 0", [](auto& m) { m.payload.n_gaussians = 0; }},
      {"latent past the cap", Code::too_large, "c*sh*sw", [](auto& m) { m.payload.sh = 0xFFFFFFFF; }},
      {"attributes past the cap", Code::too_large, "attr*s*s", [](auto& m) { m.payload.attr = 0xFFFFFFFF; }},
      {"range", Code::field_range, "plane 0", [](auto& m) { m.payload.range_bits[1] = 0x80000001; }},  // below 0
      {"range of no number", Code::field_range, "plane 2", [](auto& m) { m.payload.range_bits[5] = 0x7FC00000; }},
      {"table length", Code::field_range, "table length",
       [](auto& m) {
         m.payload.lengths = {5, 2};
       }},
      {"median", Code::field_range, "median 0", [](auto& m) { m.payload.medians[0] = -(std::int64_t{1} << 47) - 1; }},
      {"table 0", Code::cdf_malformed, "table 0", [](auto& m) { m.payload.cdfs[0][4] = 65535; }},
      {"table 1", Code::cdf_malformed, "table 1", [](auto& m) { m.payload.cdfs[1][2] = 50000; }},
      {"stream's length", Code::stream_length, "latent stream", [](auto& m) { m.payload.stream.length = 9; }},
      {"trailing", Code::trailing, "after",
       [](auto& m) {
         m.payload.after = {0, 0};
       }},
      {"no g_s", Code::set_incomplete, "g_s.whm", [](auto& m) { m.members["g_s.whm"] = std::nullopt; }},
      {"g_s does not parse", Code::model_mismatch, "g_s.whm", [](auto& m) { m.g_s.n_layers = 4; }},
      {"g_s's afrac", Code::model_mismatch, "afrac 31", [](auto& m) { m.g_s.afrac = 31; }},
      {"the payload's afrac", Code::model_mismatch, "afrac is 7", [](auto& m) { m.payload.afrac = 7; }},
      {"igdn's shift", Code::model_mismatch, "layer 0", [](auto& m) { m.g_s.gf = 128; }},
      {"stride", Code::model_mismatch, "layer 1", [](auto& m) { poke(m.g_s.layers[1], kStride, 0); }},
      {"side", Code::too_large, "the uncropped height", [](auto& m) { poke(m.g_s.layers[1], kOpad, 0xFFFFFFFF); }},
      {"crop", Code::model_mismatch, "no output", [](auto& m) { poke(m.g_s.layers[1], kPad, 0xFFFFFFFF); }},
      {"s and g_s", Code::geometry_mismatch, "g_s gives [3, 5, 5]", [](auto& m) { m.payload.s = 6; }},
      {"work limit", Code::cost_over_limit, "multiply-accumulates", [](auto& m) { m.limits.macs = 89; }},
      {"predicate", Code::model_mismatch, "layer 1",
       [](auto& m) { test::poke_last_bias(m.g_s.layers[1], test::kI64Min); }},
      {"exhausted", Code::stream_exhausted, "latent stream", [](auto& m) { bare_state(m.payload.stream); }},
      {"word", Code::stream_noncanonical, "latent stream", [](auto& m) { add_word(m.payload.stream); }},
      {"within", Code::field_range, "g_s",
       [](auto& m) {
         m.payload.offsets = {0, -(1 << 30)};
       }},
  };
}

TEST(IntSplatRefusals, LeaveTheMadeDecodeAlone) {
  const MadeSplat made;
  const auto out = decode(made.bytes());
  ASSERT_EQ(outcome(out), "ok") << out.refusal().message;
  EXPECT_EQ(out->bytes, made.planes());
}

TEST(IntSplatRefusals, ComeInTheOrderOfTheText) {
  expect_faults_in_order(splat_faults(), MadeSplat(), decode);
}

// 18 latents; 18 + 18; 18 + 75 uncropped + 75; 75 + 75. Work: 18*2 and 18*3.
TEST(IntSplatCost, IsWhatThePayloadAndTheSetDeclare) {
  expect_cost<MadeSplat>({75, 18, 168 * 8, 90});
}

// attr, s and n_gaussians apart, in both directions.
TEST(IntSplatRefusals, CompareThePlanesWithWhatThePayloadDeclares) {
  for (const auto& [attr, s] : {std::pair{2U, 5U}, {4U, 5U}, {3U, 4U}, {3U, 6U}}) {
    MadeSplat made;
    made.payload.attr = attr;
    made.payload.s = s;
    made.payload.n_gaussians = 1;
    made.payload.range_bits.assign(2 * std::size_t{attr}, 0);
    EXPECT_EQ(outcome(decode(made.bytes())), "geometry_mismatch") << attr << " " << s;
  }
}

// --- wai.neural.int_synth: one code for all that is refused but a set without its member (readings P3) ---

std::vector<Fault<MadeSynth>> synth_faults() {
  const auto layer = [](std::size_t l, const std::string& key, const std::string& value) {
    return [=](MadeSynth& m) { m.model.layers[l][key] = value; };
  };
  return {
      {"header cut", Code::payload_malformed, "header", [](auto& m) { m.payload.cut = 11; }},
      {"reserved", Code::payload_malformed, "offset 11", [](auto& m) { m.payload.reserved11 = 1; }},
      {"h", Code::payload_malformed, "at least 1", [](auto& m) { m.payload.h = 0; }},
      {"picture past the cap", Code::payload_malformed, "2^26", [](auto& m) { m.payload.w = 0xFFFFFFFF; }},
      {"latents", Code::payload_malformed, "latents take", [](auto& m) { m.payload.after = {0}; }},
      {"no model", Code::set_incomplete, "int_synth.json", [](auto& m) { m.members["int_synth.json"] = std::nullopt; }},
      {"not JSON", Code::payload_malformed, "int_synth.json", [](auto& m) { m.model.others["x"] = "tru"; }},
      {"out_pad", Code::payload_malformed, "out_pad", layer(0, "out_pad", "4294967296")},
      {"weights", Code::payload_malformed, "weight", layer(0, "weight", "[1]")},
      {"chain", Code::payload_malformed, "channels over",
       [](auto& m) {
         m.model.layers[1]["in_ch"] = "2";
         m.model.layers[1]["weight"] = "[1,-2,3,4,5,6]";
       }},
      {"channels", Code::payload_malformed, "latent channels",
       [](auto& m) {
         m.payload.c = 1;
         m.payload.latents.resize(4);
       }},
      {"side", Code::payload_malformed, "2^26", layer(1, "out_pad", "67108864")},
      {"picture", Code::payload_malformed, "4 x 5", [](auto& m) { m.payload.w = 5; }},
      {"output limit", Code::cost_over_limit, "output", [](auto& m) { m.limits.output_bytes = 47; }},
  };
}

TEST(IntSynthRefusals, ComeInTheOrderOfTheText) {
  expect_faults_in_order(synth_faults(), MadeSynth(), decode);
}

// [2, 2, 2]: channel 0 is -128 127 / 0 1, channel 1 -1 2 / 0 0. Layer 0, a kernel 2 on stride 2, so no tap overlaps:
// at (2y + i, 2x + j), floor((w0[i][j] * a + w1[i][j] * b - 9) / 32), then relu. Layer 1: v, 1 - 2v, 2 + 3v. Clamp.
TEST(IntSynthRefusals, LeaveTheMadeDecodeAlone) {
  const auto out = decode(MadeSynth().bytes());
  ASSERT_EQ(outcome(out), "ok") << out.refusal().message;
  const std::int64_t w0[] = {1, -2, 3, -4}, w1[] = {2147483647, -2147483648, 7, 8};
  const std::int64_t a[] = {-128, 127, 0, 1}, b[] = {-1, 2, 0, 0};
  Blob expected;
  for (std::size_t p = 0; p < 16; ++p) {
    const std::size_t y = p / 4, x = p % 4, at = y / 2 * 2 + x / 2, tap = y % 2 * 2 + x % 2;
    const std::int64_t v = std::max<std::int64_t>((w0[tap] * a[at] + w1[tap] * b[at] - 9) >> 5, 0);
    for (const std::int64_t sample : {v, 1 - 2 * v, 2 + 3 * v}) {
      expected.push_back(static_cast<std::uint8_t>(std::clamp<std::int64_t>(sample, 0, 255)));
    }
  }
  EXPECT_EQ(out->bytes, expected);
}

// 8 latents; 8 + 16 uncropped + 16; 16 + 16; 16 + 48 + 48. Work: 8 * 4 and 16 * 3.
TEST(IntSynthCost, IsWhatThePayloadAndTheSetDeclare) {
  expect_cost<MadeSynth>({48, 0, 112 * 8, 80});
}

// Each load check of ops 13.1, and each form of pins P3, by one member of the JSON text.
struct SynthChange {
  std::string key, value;
  bool accepted = false;
};

TEST(IntSynthLoadChecks, AreEachOfThem) {
  const std::vector<SynthChange> of_layer_0 = {{"in_ch", "1"},
                                               {"in_ch", "0"},
                                               {"in_ch", "4294967296"},
                                               {"in_ch", "2.0"},
                                               {"in_ch", "\"2\""},
                                               {"in_ch", "null"},
                                               {"out_ch", "0"},
                                               {"out_ch", "2"},
                                               {"k", "0"},
                                               {"k", "1"},
                                               {"k", "-1"},
                                               {"stride", "0"},
                                               {"stride", "4294967296"},
                                               {"stride", "1e0"},
                                               {"pad", "-1"},
                                               {"pad", "4294967296"},
                                               {"pad", "2"},
                                               {"out_pad", "-1"},
                                               {"out_pad", "1"},
                                               {"out_pad", "null"},
                                               {"shift", "128"},
                                               {"shift", "-1"},
                                               {"shift", "5.0"},
                                               {"shift", "null"},
                                               {"relu", "1"},
                                               {"relu", "null"},
                                               {"relu", "\"true\""},
                                               {"weight", "[]"},
                                               {"weight", "7"},
                                               {"weight", "[1,2,3,4,5,6,7]"},
                                               {"weight", "[1,2,3,4,5,6,7,8,9]"},
                                               {"weight", "[1,2,3,4,5,6,7,2147483648]"},
                                               {"weight", "[1,2,3,4,5,6,7,-2147483649]"},
                                               {"weight", "[1,2,3,4,5,6,7,8.0]"},
                                               {"weight", "[[[[1,2],[3,4]]],[[[5,6],[7,8,9]]]]"},
                                               {"weight", "[[[[1,2],[3,4]]]]"},
                                               {"weight", "[[[[1,2],[3,4]]],5]"},
                                               {"weight", "[[1,2,3,4],[5,6,7,8]]"},
                                               {"bias", "[]"},
                                               {"bias", "[1,2]"},
                                               {"bias", "-9"},
                                               {"bias", "[2147483648]"},
                                               {"bias", "[0.5]"},
                                               // Accepted: the nested form, the ends of the ranges, other members.
                                               {"weight", "[[[[1,-2],[3,-4]]],[[[5,6],[7,8]]]]", true},
                                               {"shift", "127", true},
                                               {"shift", "0", true},
                                               {"shift", "-0", true},
                                               {"relu", "false", true},
                                               {"bias", "[-2147483648]", true},
                                               {"note", "[1.5,{}]", true}};
  for (const SynthChange& change : of_layer_0) {
    MadeSynth made;
    made.model.layers[0][change.key] = change.value;
    EXPECT_EQ(outcome(decode(made.bytes())), change.accepted ? "ok" : "payload_malformed")
        << change.key << ": " << change.value;
  }
  for (const char* required : {"in_ch", "out_ch", "k", "stride", "pad", "weight", "bias"}) {
    MadeSynth made;
    made.model.layers[0].erase(required);
    EXPECT_EQ(outcome(decode(made.bytes())), "payload_malformed") << required;
  }
  for (const char* with_default : {"out_pad", "shift", "relu"}) {
    MadeSynth made;
    made.model.layers[0].erase(with_default);
    EXPECT_EQ(outcome(decode(made.bytes())), "ok") << with_default;
  }
}

TEST(IntSynthLoadChecks, WantALayer) {
  MadeSynth made;
  made.model.layers.clear();
  EXPECT_EQ(outcome(decode(made.bytes())), "payload_malformed");
}

TEST(IntSynthLoadChecks, WantOneJsonObject) {
  for (const char* text :
       {"", "[]", "{}", "{\"layers\":{}}", "{\"layers\":[7]}", "\xEF\xBB\xBF{}", "{\"layers\":[]}{}"}) {
    MadeSynth made;
    made.members["int_synth.json"] = test::text_bytes(text);
    EXPECT_EQ(outcome(decode(made.bytes())), "payload_malformed") << text;
  }
  MadeSynth made;
  made.members["int_synth.json"] = test::text_bytes("{\"layers\":[]," + made.model.text().substr(1));
  EXPECT_EQ(outcome(decode(made.bytes())), "payload_malformed") << "two members of one name";
}

// 128 * 1024 taps * 2^31 * 2^k: a chain whose last sum leaves i64 fails acc64 once the cost is within its limit.
TEST(IntSynthLoadChecks, WantACertificateThatMeetsAcc64) {
  MadeSynth made;
  const test::JsonText wide = {{"in_ch", "1"},  {"out_ch", "1"}, {"k", "1"},
                               {"stride", "1"}, {"pad", "0"},    {"weight", "[2147483647]"},
                               {"bias", "[0]"}};
  made.model.layers.insert(made.model.layers.begin() + 1, wide);  // |v| to about 2^7 * 2^32 / 2^5 * 2^31 = 2^65
  const auto out = decode(made.bytes());
  ASSERT_EQ(outcome(out), "payload_malformed");
  EXPECT_THAT(out.refusal().message, ::testing::HasSubstr("acc64"));
  EXPECT_EQ(outcome(declared(made.bytes())), "ok");  // the verdict is no part of what the cost reads
  made.limits.macs = 1;
  EXPECT_EQ(outcome(decode(made.bytes())), "cost_over_limit");
}

// A set on disk may be one file of any name (pins P2).
TEST(OneFileSets, TakeTheirFileUnderAnyName) {
  auto input = MadeSplat().bytes();
  input.set.one_file = true;
  input.set.members.front().name = "weights.bin";
  EXPECT_EQ(outcome(decode(input)), "ok");
  input.set.one_file = false;  // a directory's file of another name is none of the set's
  EXPECT_EQ(outcome(decode(input)), "set_incomplete");
}

}  // namespace
}  // namespace wai
