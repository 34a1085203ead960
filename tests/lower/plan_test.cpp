// Planning the networks (pay 7).
#include "lower/plan.hpp"

#include <gtest/gtest.h>

#include "base/caps.hpp"
#include "support/networks.hpp"

namespace wai {
namespace {

using namespace test;
using Code = RefusalCode;

Network parsed(const NetworkFile& file) {
  auto network = parse_network(file.bytes(), file.magic == "WHM1" ? NetworkForm::whm1 : NetworkForm::wam1);
  EXPECT_TRUE(network);
  return *std::move(network);
}

// A network of one convolution from `c` to `out` channels, its parameters as long as they must be.
Network one_conv(std::uint8_t tag, std::uint32_t c, std::uint32_t out, std::uint32_t k, std::uint32_t stride,
                 std::uint32_t pad, std::uint32_t opad = 0, const std::string& magic = "WHM1") {
  NetworkFile file;
  file.magic = magic;
  const std::size_t taps = magic == "WHM1" ? std::size_t{k} * k : k;
  file.layers = {conv_layer({tag, c, out, k, stride, pad, opad, std::vector<std::int64_t>(c * out * taps, 1),
                             std::vector<std::int64_t>(out, 1), std::vector<std::int64_t>(out, 0)})};
  return parsed(file);
}

std::optional<Code> code_of(const Network& network, const Shape& input) {
  const auto plan = plan_network(network, input);
  return plan ? std::nullopt : std::optional(plan.refusal().code);
}

TEST(NetworkPlan, GivesShapesUncroppedPlanesAndWork) {
  const auto h_s = plan_network(parsed(tiny_h_s()), {1, 5, 7});
  ASSERT_TRUE(h_s) << h_s.refusal().message;
  ASSERT_EQ(h_s->layers.size(), 3U);
  // (n - 1) * 2 + 2 = 2n: 10 x 14; 2 * 10 * 14 uncropped; each of 35 inputs times 2 * 2 * 2.
  EXPECT_EQ(h_s->layers[0].output, (Shape{2, 10, 14}));
  EXPECT_EQ(h_s->layers[0].uncropped, 280U);
  EXPECT_EQ(h_s->layers[0].macs, 35U * 8);
  EXPECT_EQ(h_s->layers[1].output, (Shape{2, 10, 14}));
  EXPECT_EQ(h_s->layers[1].macs, 0U);
  // each of 4 * 140 outputs times 2 * 1 * 1
  EXPECT_EQ(h_s->layers[2].output, (Shape{4, 10, 14}));
  EXPECT_EQ(h_s->layers[2].uncropped, 0U);
  EXPECT_EQ(h_s->layers[2].macs, 560U * 2);
  EXPECT_EQ(h_s->output(), (Shape{4, 10, 14}));

  const auto g_s = plan_network(parsed(tiny_g_s()), {2, 3, 4});
  ASSERT_TRUE(g_s);
  EXPECT_EQ(g_s->layers[0].macs, 24U * 2);  // igdn: every element times c
  EXPECT_EQ(g_s->output(), (Shape{3, 5, 7}));
}

TEST(NetworkPlan, ConvolutionsFloorTheirLastStep) {
  // (9 + 2*1 - 4) / 3 + 1 = 3; (8 + 2 - 4) / 3 + 1 = 3; macs 2 * 9 * (1 * 16)
  const auto plan = plan_network(one_conv(1, 1, 2, 4, 3, 1), {1, 9, 8});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->output(), (Shape{2, 3, 3}));
  EXPECT_EQ(plan->layers[0].macs, 18U * 16);
}

TEST(NetworkPlan, TransposedConvolutionsCropAndPad) {
  // (3 - 1) * 2 + 5 + 1 = 10, less 2 * 2: 6; (4 - 1) * 2 + 6 = 12, less 4: 8
  const auto plan = plan_network(one_conv(0, 1, 3, 5, 2, 2, 1), {1, 3, 4});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->output(), (Shape{3, 6, 8}));
  EXPECT_EQ(plan->layers[0].uncropped, 3U * 10 * 12);
}

TEST(NetworkPlan, AudioIsPlannedAlongTimeOnly) {
  const auto plan = plan_network(parsed(tiny_wam()), {2, 1, 10});
  ASSERT_TRUE(plan) << plan.refusal().message;
  // (10 - 1) * 2 + 3 + 1 = 22, less 2 * 1: 20; work 20 * 2 * 3, no second kernel side
  EXPECT_EQ(plan->layers[0].output, (Shape{2, 1, 20}));
  EXPECT_EQ(plan->layers[0].uncropped, 44U);
  EXPECT_EQ(plan->layers[0].macs, 20U * 2 * 3);
  EXPECT_EQ(plan->layers[1].macs, 40U * 2);
  EXPECT_EQ(plan->output(), (Shape{1, 1, 20}));
}

TEST(NetworkPlan, WithoutLayersIsItsInput) {
  const auto plan = plan_network(Network{}, {2, 3, 4});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->output(), (Shape{2, 3, 4}));
}

TEST(NetworkPlan, InputIsWithinTheCap) {
  Network relu;
  relu.layers = {ReluLayer{}};
  EXPECT_EQ(code_of(relu, {1, 8192, 8192}), std::nullopt);  // 2^26
  EXPECT_EQ(code_of(relu, {1, 8192, 8193}), Code::too_large);
  EXPECT_EQ(code_of(relu, {1ULL << 32, 1ULL << 32, 1ULL << 32}), Code::too_large);
  // before the first layer is looked at
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 1, 1, 0), {2, 8192, 8192}), Code::too_large);
}

// Rule 1, one field at a time.
TEST(NetworkPlan, LayersFitTheChannelCount) {
  EXPECT_EQ(code_of(one_conv(0, 2, 3, 1, 1, 0), {2, 4, 4}), std::nullopt);
  EXPECT_EQ(code_of(one_conv(0, 2, 3, 1, 1, 0), {3, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(1, 2, 3, 1, 1, 0), {1, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(parsed(tiny_g_s()), {3, 4, 4}), Code::model_mismatch);  // igdn of 2 channels
  NetworkFile chain = tiny_g_s();
  chain.layers.push_back(igdn_layer(2, {1, 1, 1, 1}, {1, 1}));  // over 3 channels
  EXPECT_EQ(code_of(parsed(chain), {2, 4, 4}), Code::model_mismatch);
}

TEST(NetworkPlan, NoFieldOfAConvolutionIsZero) {
  EXPECT_EQ(code_of(one_conv(1, 1, 0, 1, 1, 0), {1, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 0, 1, 0), {1, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 1, 0, 0), {1, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 0, 1, 1, 0), {1, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 0, 1, 0, 1), {1, 4, 4}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, 0, 0), {1, 4, 4}), Code::model_mismatch);
}

TEST(NetworkPlan, ParametersHaveTheirLengths) {
  for (int fault = 0; fault < 3; ++fault) {
    Network network = one_conv(1, 1, 2, 1, 1, 0);
    auto& layer = std::get<ConvolutionLayer>(network.layers[0]);
    if (fault == 0) {
      layer.weights = PackedInts(std::vector<std::int16_t>{1});
    } else {
      (fault == 1 ? layer.mult : layer.bias).push_back(1);
    }
    EXPECT_EQ(code_of(network, {1, 4, 4}), Code::model_mismatch) << fault;
  }
  for (int fault = 0; fault < 2; ++fault) {
    Network network = parsed(tiny_g_s());
    auto& layer = std::get<IgdnLayer>(network.layers[0]);
    if (fault == 0) {
      layer.gamma = PackedInts(std::vector<std::int32_t>{1, 2, 3});
    } else {
      layer.beta.pop_back();
    }
    EXPECT_EQ(code_of(network, {2, 4, 4}), Code::model_mismatch) << fault;
  }
}

// A header's shift counts only where a layer uses it.
TEST(NetworkPlan, ShiftsAreUnder128AndSlopesUnder64) {
  NetworkFile conv;
  conv.layers = {conv_layer({1, 1, 1, 1, 1, 0, 0, {1}, {1}, {1}})};
  conv.gf = 128;
  conv.shift = 127;
  EXPECT_EQ(code_of(parsed(conv), {1, 4, 4}), std::nullopt);
  conv.shift = 128;
  EXPECT_EQ(code_of(parsed(conv), {1, 4, 4}), Code::model_mismatch);

  NetworkFile igdn;
  igdn.layers = {igdn_layer(1, {1}, {1})};
  igdn.shift = 128;
  igdn.gf = 127;
  igdn.afrac = 127;
  EXPECT_EQ(code_of(parsed(igdn), {1, 4, 4}), std::nullopt);
  igdn.gf = 128;
  EXPECT_EQ(code_of(parsed(igdn), {1, 4, 4}), Code::model_mismatch);
  igdn.gf = 127;
  igdn.afrac = 128;
  EXPECT_EQ(code_of(parsed(igdn), {1, 4, 4}), Code::model_mismatch);

  NetworkFile leaky;
  leaky.layers = {leaky_layer(1, 63)};
  EXPECT_EQ(code_of(parsed(leaky), {1, 4, 4}), std::nullopt);
  leaky.layers = {leaky_layer(1, 64)};
  EXPECT_EQ(code_of(parsed(leaky), {1, 4, 4}), Code::model_mismatch);
}

// Rule 2, on each side of 2^26.
TEST(NetworkPlan, SizesOfAConvolutionAreWithinTheCap) {
  constexpr std::uint32_t kHalf = 1U << 25U;
  // 2 + 2 * (2^25 - 1) = 2^26 each way; a stride of 2^26 leaves 1 x 1.
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 1, 1U << 26U, kHalf - 1), {1, 2, 2}), std::nullopt);
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 1, 1U << 26U, kHalf - 1), {1, 3, 2}), Code::too_large);
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 1, 1U << 26U, kHalf - 1), {1, 2, 3}), Code::too_large);
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 1, 1, 0xFFFFFFFF), {1, 2, 2}), Code::too_large);
  // the output: 4 * 4096 * 4096 = 2^26, then five planes
  EXPECT_EQ(code_of(one_conv(1, 1, 4, 1, 1, 0), {1, 4096, 4096}), std::nullopt);
  EXPECT_EQ(code_of(one_conv(1, 1, 5, 1, 1, 0), {1, 4096, 4096}), Code::too_large);
}

TEST(NetworkPlan, SizesOfATransposedConvolutionAreWithinTheCap) {
  constexpr std::uint32_t kCap = 1U << 26U;
  // uncropped width (2 - 1) * (2^26 - 1) + 1 = 2^26, height 1, one plane
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, kCap - 1, 0), {1, 1, 2}), std::nullopt);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, kCap, 0), {1, 1, 2}), Code::too_large);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, kCap, 0), {1, 2, 1}), Code::too_large);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, 1, 0, kCap), {1, 1, 1}), Code::too_large);  // 1 + 2^26
  // the planes before the crop: 2 * 2^26
  EXPECT_EQ(code_of(one_conv(0, 1, 2, 1, kCap - 1, 0), {1, 1, 2}), Code::too_large);
  // 8193 * 8193 uncropped is past the cap, although the crop would leave 1 x 1
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, 8192, 4096), {1, 2, 2}), Code::too_large);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, 8191, 4095), {1, 2, 2}), std::nullopt);  // 8192 - 8190 = 2
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, 0xFFFFFFFF, 0, 0xFFFFFFFF), {1, 1U << 26U, 1}), Code::too_large);
}

// Rule 3.
TEST(NetworkPlan, LayersLeaveAnOutput) {
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 5, 1, 1), {1, 3, 3}), std::nullopt);  // 5 over 3 + 2
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 5, 1, 1), {1, 2, 3}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 5, 1, 1), {1, 3, 2}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 3, 2, 2), {1, 2, 2}), std::nullopt);  // (2-1)*2 + 3 = 5, less 4
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 3, 2, 2), {1, 1, 2}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 3, 2, 2), {1, 2, 1}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 4, 2, 2), {1, 1, 2}), Code::model_mismatch);  // 4 - 4 = 0
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 1, 1, 0xFFFFFFFF), {1, 2, 2}), Code::model_mismatch);
  EXPECT_EQ(code_of(one_conv(0, 1, 1, 3, 2, 2, 0, "WAM1"), {1, 1, 1}), Code::model_mismatch);
}

// Within a layer the channels come before its sizes and these before its output; a layer comes before the next.
TEST(NetworkPlan, TheFirstFaultDecides) {
  const Network both = one_conv(1, 2, 1, 1, 1, 0xFFFFFFFF);
  EXPECT_EQ(code_of(both, {1, 4, 4}), Code::model_mismatch);  // channels, and a padded side past the cap
  // the padded width is past the cap, the kernel past the padded height
  EXPECT_EQ(code_of(one_conv(1, 1, 1, 5, 1, 1), {1, 1, (1U << 26U) - 1}), Code::too_large);
  Network chain = one_conv(1, 1, 1, 1, 1, 0xFFFFFFFF);
  chain.layers.push_back(LeakyLayer{1, 64});
  EXPECT_EQ(code_of(chain, {1, 4, 4}), Code::too_large);
  std::swap(chain.layers[0], chain.layers[1]);
  EXPECT_EQ(code_of(chain, {1, 4, 4}), Code::model_mismatch);
}

}  // namespace
}  // namespace wai
