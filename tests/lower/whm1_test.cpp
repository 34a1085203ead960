// The lowerings whm1/1 and wam1/1 (ops 13.0, 13.2, 13.3).
#include "lower/whm1.hpp"

#include <gtest/gtest.h>

#include "graph/whg1.hpp"
#include "lower/wam1.hpp"
#include "support/networks.hpp"

namespace wai {
namespace {

using namespace test;

Network parsed(const NetworkFile& file) {
  auto network = parse_network(file.bytes(), file.magic == "WHM1" ? NetworkForm::whm1 : NetworkForm::wam1);
  EXPECT_TRUE(network);
  return *std::move(network);
}

// Field by field, the parts of a WHG1 file (ops 10.1, 10.2).
void put_header(Blob& out, std::uint32_t tensors, std::uint32_t ops, std::uint16_t scalars) {
  put(out, std::string("WHG1"));
  put(out, 1, 1);        // version
  put(out, 1, 1);        // operator set
  put(out, 0, 2);        // reserved
  put(out, tensors, 4);  // n_tensors
  put(out, ops, 4);      // n_ops
  put(out, 1, 2);        // n_inputs
  put(out, 1, 2);        // n_outputs
  put(out, scalars, 2);  // n_scalars
  put(out, 0, 2);        // reserved
  put(out, 1U << 26U, 4);
  put(out, 0, 4);  // reserved
}
// Input 0, a data input of tensor 0 without declared sizes: every field of the 32 bytes is 0.
void put_input(Blob& out) {
  put(out, Blob(32, 0));
}
void put_derived(Blob& out, std::uint32_t channels) {
  put(out, channels, 4);
  put_signed(out, -128, 1);
  put(out, 0, 1);
  put(out, Blob(2 + 8 + 8, 0));  // reserved, lo, hi
}
void put_check(Blob& out, std::uint32_t channels, std::int64_t lo, std::int64_t hi) {
  put(out, channels, 4);
  put_signed(out, -128, 1);
  put(out, 2, 1);
  put(out, 0, 2);
  put_signed(out, lo, 8);
  put_signed(out, hi, 8);
}
// One input, tensor `t`, one output, tensor t + 1.
void put_op(Blob& out, std::uint8_t opcode, std::uint32_t t, const Blob& params) {
  put(out, opcode, 1);
  put(out, 1, 1);
  put(out, 1, 1);
  put(out, 0, 1);
  put(out, t, 4);
  put(out, t + 1, 4);
  put(out, params.size(), 4);
  put(out, params);
}
// RQ of a convolution: floor, `post` bias, multipliers per channel of 8 bytes, one shift.
void put_network_rq(Blob& out, std::uint8_t shift, const std::vector<std::int64_t>& mult,
                    const std::vector<std::int64_t>& bias) {
  put(out, Blob{0, 2, 2, 1, 8, 8, 0, 0});
  put_all(out, mult, 8);
  put(out, shift, 1);
  put_all(out, bias, 8);
}
// RQ of an output step: half_up, no bias, one multiplier of 4 bytes, one shift.
Blob output_rq(std::uint32_t mult, std::uint8_t shift) {
  Blob out = {1, 0, 1, 1, 4, 0, 0, 0};
  put(out, mult, 4);
  put(out, shift, 1);
  return out;
}

constexpr std::int64_t kI64Max = INT64_MAX;

// tiny_h_s: afrac 8, gf 4, shift 6, and three layers of tags 0, 4, 1.
//   X_0: 1*4 * 8 * X <= I64 and floor(32*X * 64 / 64) + 1 + 20 <= I64: X = floor((2^63 - 22) / 32) = 2^58 - 1.
//   X_1: 3*X <= I64: 3074457345618258602.
//   X_2: 2 * 9 * X <= I64: 512409557603043100; floor(18*X * 4 / 64) is less.
TEST(Whm1Lowering, WritesEachFieldOfTheGraph) {
  Blob expected;
  put_header(expected, 4, 3, 0);
  put_input(expected);
  put(expected, 3, 4);  // the output's tensor
  put_check(expected, 1, -288230376151711743, 288230376151711743);
  put_check(expected, 2, -3074457345618258602, 3074457345618258602);
  put_check(expected, 2, -512409557603043100, 512409557603043100);
  put_derived(expected, 4);

  Blob transposed;
  put(transposed, std::vector<std::uint32_t>{2, 2, 2, 2, 2, 0, 0, 0, 0});  // cout, kh, kw, sh, sw, ph, pw, oph, opw
  put(transposed, Blob{2, 0, 0, 0});                                       // w_bytes
  put_network_rq(transposed, 6, {64, -32}, {10, -20});
  put_all(transposed, {1, 2, 3, 4, -5, -6, -7, -8}, 2);
  put_op(expected, 0x11, 0, transposed);

  Blob leaky;
  put_signed(leaky, -3, 8);
  put(leaky, 2, 4);
  put_op(expected, 0x0D, 1, leaky);

  Blob conv;
  put(conv, std::vector<std::uint32_t>{4, 1, 1, 1, 1, 0, 0, 1});  // cout, kh, kw, sh, sw, ph, pw, groups
  put(conv, Blob{2, 0, 0, 0});
  put_network_rq(conv, 6, {1, 2, 3, 4}, {-1, 0, 1, 2});
  put_all(conv, {9, -8, 7, -6, 5, -4, 3, -2}, 2);
  put_op(expected, 0x01, 2, conv);

  const auto lowered = lower_whm1(parsed(tiny_h_s()), false);
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(*lowered, expected);
}

// One igdn and a relu, with the RGB8 step: gamma 0, beta 0, so N = 1 and X_0 = 2^63: the range is all of i64.
TEST(Whm1Lowering, WritesTheRgb8StepAfterTheLastLayer) {
  NetworkFile file;
  file.afrac = 9;
  file.gf = 5;
  file.layers = {igdn_layer(1, {0}, {0}), relu_layer()};
  Blob expected;
  put_header(expected, 5, 4, 0);
  put_input(expected);
  put(expected, 4, 4);
  put_check(expected, 1, INT64_MIN, kI64Max);
  for (int i = 0; i < 4; ++i) {
    put_derived(expected, 1);  // a relu's input is derived, as the last layer's output and the step's are
  }
  Blob igdn;
  put(igdn, 5, 4);  // gf
  put(igdn, 9, 4);  // frac
  put(igdn, Blob{4, 0, 0, 0, 0, 0, 0, 0});
  put(igdn, 0, 4);
  put(igdn, 0, 8);
  put_op(expected, 0x12, 0, igdn);
  put_op(expected, 0x0C, 1, {});
  Blob clamp;
  put(clamp, 0, 8);
  put(clamp, 512, 8);  // 2^afrac
  put_op(expected, 0x0B, 2, clamp);
  put_op(expected, 0x02, 3, output_rq(255, 9));
  const auto lowered = lower_whm1(parsed(file), true);
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(*lowered, expected);
}

// A WAM1 convolution has kh = 1, sh = 1, ph = 0, oph = 0, and its predicate c*k terms.
//   X_0: 2*3 * 2 * X <= I64 and floor(12*X * 4 / 2^6) is less: X = floor((2^63 - 1) / 12) = 768614336404564650.
TEST(Wam1Lowering, WritesEachFieldOfTheGraph) {
  NetworkFile file;
  file.magic = "WAM1";
  file.afrac = 14;
  file.layers = {conv_layer({0, 2, 1, 3, 4, 1, 2, {1, -2, 1, 0, 2, -1}, {4}, {-5}})};
  Blob expected;
  put_header(expected, 5, 4, 1);
  put(expected, 1, 8);  // scalar 0, t_out
  put(expected, 1U << 26U, 8);
  put_input(expected);
  put(expected, 4, 4);
  put_check(expected, 2, -768614336404564650, 768614336404564650);
  put_derived(expected, 1);
  // ceil(-2^63 / 32767) and floor((2^63 - 1 - 2^13) / 32767); 2^63 = 281483566907400 * 32767 + 8
  put_check(expected, 1, -281483566907400, 281483566907399);
  put_derived(expected, 1);
  put_derived(expected, 1);
  Blob transposed;
  put(transposed, std::vector<std::uint32_t>{1, 1, 3, 1, 4, 0, 1, 0, 2});  // cout, kh, kw, sh, sw, ph, pw, oph, opw
  put(transposed, Blob{2, 0, 0, 0});
  put_network_rq(transposed, 6, {4}, {-5});
  put_all(transposed, {1, -2, 1, 0, 2, -1}, 2);
  put_op(expected, 0x11, 0, transposed);
  Blob crop;
  for (const auto& [kind, value] : {std::pair(0, 0), {0, 0}, {0, 1}, {1, 0}}) {  // y0, x0, h, w
    put_signed(crop, kind, 1);
    put(crop, 0, 3);
    put_signed(crop, value, 4);
  }
  put_op(expected, 0x14, 1, crop);
  put_op(expected, 0x02, 2, output_rq(32767, 14));
  Blob clamp;
  put_signed(clamp, -32768, 8);
  put_signed(clamp, 32767, 8);
  put_op(expected, 0x0B, 3, clamp);
  const auto lowered = lower_wam1(parsed(file), true);
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(*lowered, expected);
}

// The top of the PCM range moves with afrac: at v, v*32767 + 2^(afrac-1) fits i64, and at v + 1 it does not.
TEST(Wam1Lowering, ThePcmRangeIsWhereTheProductFits) {
  for (std::uint32_t afrac = 1; afrac <= 30; ++afrac) {
    NetworkFile file = tiny_wam();
    file.afrac = afrac;
    const auto lowered = lower_wam1(parsed(file), true);
    ASSERT_TRUE(lowered) << lowered.refusal().message;
    const auto graph = parse_graph(*lowered);
    ASSERT_TRUE(graph);
    const TensorRecord& t = graph->tensors[4];
    EXPECT_EQ(t.policy, RangePolicy::check);
    const i128 half = i128{1} << (afrac - 1);
    const auto product = [](i128 v) { return v * 32767; };
    EXPECT_LE(product(t.hi) + half, i128{INT64_MAX});
    EXPECT_GT(product(i128{t.hi} + 1) + half, i128{INT64_MAX});
    EXPECT_GE(product(t.lo), i128{INT64_MIN});
    EXPECT_LT(product(i128{t.lo} - 1), i128{INT64_MIN});
  }
}

TEST(Wam1Lowering, WithoutThePcmStepStillHasTheScalar) {
  const auto lowered = lower_wam1(parsed(tiny_wam()), false);
  ASSERT_TRUE(lowered);
  const auto graph = parse_graph(*lowered);
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->scalars, (std::vector<ScalarRecord>{{1, 1 << 26}}));
  EXPECT_EQ(graph->ops.size(), 3U);
  EXPECT_EQ(graph->outputs, (std::vector<std::uint32_t>{3}));
}

// An input is never derived: one that a relu reads has all of i64. What the layer after the relu reads is checked.
TEST(Whm1Lowering, AnInputThatAReluReadsTakesAnyValue) {
  NetworkFile file;
  file.layers = {relu_layer(), leaky_layer(1, 0), relu_layer(),
                 igdn_layer(3, std::vector<std::int64_t>(9, 1), {1, 1, 1})};
  const auto lowered = lower_whm1(parsed(file), false);
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  const auto graph = parse_graph(*lowered);
  ASSERT_TRUE(graph);
  ASSERT_EQ(graph->tensors.size(), 5U);
  EXPECT_EQ(graph->tensors[0].lo, INT64_MIN);
  EXPECT_EQ(graph->tensors[0].hi, INT64_MAX);
  std::string policies;
  for (const TensorRecord& t : graph->tensors) {
    EXPECT_EQ(t.channels, 3U);  // what the first layer of tag 0, 1 or 2 declares
    policies += t.policy == RangePolicy::check ? 'c' : 'd';
  }
  EXPECT_EQ(policies, "ccdcd");
}

void expect_mismatch(const NetworkFile& file, const std::string& what) {
  const Network network = parsed(file);
  const auto lowered = network.one_dimensional() ? lower_wam1(network, true) : lower_whm1(network, true);
  ASSERT_FALSE(lowered) << what;
  EXPECT_EQ(lowered.refusal().code, RefusalCode::model_mismatch) << what;
}

TEST(Whm1Lowering, RefusesHeadersOutsideTheirRanges) {
  for (const NetworkFile& base : {tiny_g_s(), tiny_h_s(), tiny_wam()}) {
    for (const std::uint32_t afrac : {0U, 31U, 0xFFFFFFFFU}) {
      NetworkFile file = base;
      file.afrac = afrac;
      expect_mismatch(file, "afrac");
    }
    for (const std::uint32_t shift : {128U, 0xFFFFFFFFU}) {
      NetworkFile file = base;
      file.shift = shift;
      expect_mismatch(file, "shift");
      file = base;
      file.gf = shift;
      expect_mismatch(file, "gf");
    }
  }
}

// ops 13.2, 15.3: a shift of 128 is refused where no layer uses it.
TEST(Whm1Lowering, RefusesAnUnusedShift) {
  NetworkFile igdn;
  igdn.layers = {igdn_layer(1, {1}, {1})};
  igdn.shift = 128;
  expect_mismatch(igdn, "shift without a convolution");
  NetworkFile conv;
  conv.layers = {conv_layer({1, 1, 1, 1, 1, 0, 0, {1}, {1}, {1}})};
  conv.gf = 128;
  expect_mismatch(conv, "gf without an inverse GDN");
}

TEST(Whm1Lowering, RefusesANetworkWithoutChannels) {
  NetworkFile none;
  expect_mismatch(none, "no layer");
  none.layers = {relu_layer(), leaky_layer(1, 1)};
  expect_mismatch(none, "no layer of tag 0, 1 or 2");
  NetworkFile zero;
  zero.layers = {conv_layer({1, 0, 1, 1, 1, 0, 0, {}, {1}, {1}})};
  expect_mismatch(zero, "a convolution over no channels");
  zero.layers = {igdn_layer(0, {}, {})};
  expect_mismatch(zero, "an inverse GDN over no channels");
}

TEST(Whm1Lowering, RefusesLayersThatDoNotFit) {
  NetworkFile slope = tiny_h_s();
  slope.layers[1] = leaky_layer(1, 64);
  expect_mismatch(slope, "slope_frac");
  NetworkFile chain = tiny_g_s();
  std::swap(chain.layers[0], chain.layers[1]);
  expect_mismatch(chain, "an inverse GDN of 2 channels over 3");
  for (const ConvFields& f :
       {ConvFields{0, 1, 0, 1, 1, 0, 0, {}, {}, {}}, ConvFields{0, 1, 1, 0, 1, 0, 0, {}, {1}, {1}},
        ConvFields{1, 1, 1, 1, 0, 0, 0, {1}, {1}, {1}}}) {
    NetworkFile zero;
    zero.layers = {conv_layer(f)};
    expect_mismatch(zero, "a field of 0");
  }
}

TEST(Whm1Lowering, RefusesAPredicateThatFailsAtZero) {
  for (std::size_t at = 0; at < 3; ++at) {  // at the input, between, at the last layer
    NetworkFile file;
    for (std::size_t l = 0; l < 3; ++l) {
      file.layers.push_back(conv_layer({1, 1, 1, 1, 1, 0, 0, {1}, {1}, {l == at ? INT64_MAX : 0}}));
    }
    expect_mismatch(file, std::to_string(at));
  }
}

}  // namespace
}  // namespace wai
