// WHM1 and WAM1 (pay 9; readings P4, P5).
#include "lower/whm_form.hpp"

#include <gtest/gtest.h>

#include "support/networks.hpp"

namespace wai {
namespace {

using namespace test;

void expect_mismatch(const Blob& bytes, NetworkForm form, const std::string& what) {
  const auto network = parse_network(bytes, form);
  ASSERT_FALSE(network) << what;
  EXPECT_EQ(network.refusal().code, RefusalCode::model_mismatch) << what;
}

std::vector<std::int64_t> values(const PackedInts& packed) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    out.push_back(packed[i]);
  }
  return out;
}

TEST(Whm1, GivesEveryFieldOfEveryLayer) {
  NetworkFile file;
  file.afrac = 11;
  file.gf = 12;
  file.shift = 13;
  file.layers = {conv_layer({0, 1, 2, 1, 3, 4, 5, {-32768, 32767}, {INT64_MIN, 6}, {INT64_MAX, -7}}),
                 conv_layer({1, 2, 1, 2, 7, 8, 0, {1, 2, 3, 4, 5, 6, 7, 8}, {9}, {10}}),
                 igdn_layer(2, {INT32_MIN, 1, 2, INT32_MAX}, {INT64_MIN, 3}), relu_layer(), leaky_layer(-14, 15)};
  const auto network = parse_network(file.bytes(), NetworkForm::whm1);
  ASSERT_TRUE(network) << network.refusal().message;
  EXPECT_EQ(network->afrac, 11U);
  EXPECT_EQ(network->gf, 12U);
  EXPECT_EQ(network->shift, 13U);
  ASSERT_EQ(network->layers.size(), 5U);

  const auto& transposed = std::get<ConvolutionLayer>(network->layers[0]);
  EXPECT_TRUE(transposed.transposed);
  EXPECT_EQ(transposed.c, 1U);
  EXPECT_EQ(transposed.out, 2U);
  EXPECT_EQ(transposed.k, 1U);
  EXPECT_EQ(transposed.stride, 3U);
  EXPECT_EQ(transposed.pad, 4U);
  EXPECT_EQ(transposed.opad, 5U);
  EXPECT_EQ(transposed.weights.width(), 2U);
  EXPECT_EQ(values(transposed.weights), (std::vector<std::int64_t>{-32768, 32767}));
  EXPECT_EQ(transposed.mult, (std::vector<std::int64_t>{INT64_MIN, 6}));
  EXPECT_EQ(transposed.bias, (std::vector<std::int64_t>{INT64_MAX, -7}));

  const auto& conv = std::get<ConvolutionLayer>(network->layers[1]);
  EXPECT_FALSE(conv.transposed);
  EXPECT_EQ(conv.stride, 7U);
  EXPECT_EQ(conv.pad, 8U);
  EXPECT_EQ(conv.opad, 0U);
  EXPECT_EQ(values(conv.weights), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8}));

  const auto& igdn = std::get<IgdnLayer>(network->layers[2]);
  EXPECT_EQ(igdn.gamma.width(), 4U);
  EXPECT_EQ(values(igdn.gamma), (std::vector<std::int64_t>{INT32_MIN, 1, 2, INT32_MAX}));
  EXPECT_EQ(igdn.beta, (std::vector<std::int64_t>{INT64_MIN, 3}));
  EXPECT_TRUE(std::holds_alternative<ReluLayer>(network->layers[3]));
  EXPECT_EQ(std::get<LeakyLayer>(network->layers[4]).slope_q, -14);
  EXPECT_EQ(std::get<LeakyLayer>(network->layers[4]).slope_frac, 15U);
  EXPECT_EQ(write_network(*network), file.bytes());
}

TEST(Wam1, HasOneDimensionalKernels) {
  const auto network = parse_network(tiny_wam().bytes(), NetworkForm::wam1);
  ASSERT_TRUE(network) << network.refusal().message;
  EXPECT_EQ(std::get<ConvolutionLayer>(network->layers[0]).weights.size(), 12U);  // 2 * 2 * 3, not 2 * 2 * 3 * 3
  EXPECT_EQ(write_network(*network), tiny_wam().bytes());
}

TEST(Whm1, CutAnywhereIsRefused) {
  for (const auto& [file, form] : {std::pair(tiny_h_s(), NetworkForm::whm1), std::pair(tiny_g_s(), NetworkForm::whm1),
                                   std::pair(tiny_wam(), NetworkForm::wam1)}) {
    const Blob whole = file.bytes();
    ASSERT_TRUE(parse_network(whole, form));
    for (std::size_t n = 0; n < whole.size(); ++n) {
      expect_mismatch(Blob(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)), form, std::to_string(n));
    }
  }
}

TEST(Whm1, RefusesBytesAfterTheLastLayer) {
  NetworkFile file = tiny_g_s();
  file.tail = {0};
  expect_mismatch(file.bytes(), NetworkForm::whm1, "a byte more");
  file.tail = relu_layer();  // a layer more than the count
  expect_mismatch(file.bytes(), NetworkForm::whm1, "a layer more");
}

TEST(Whm1, RefusesTheOtherMagic) {
  NetworkFile file = tiny_h_s();
  file.magic = "WAM1";
  expect_mismatch(file.bytes(), NetworkForm::whm1, "WAM1 as WHM1");
  expect_mismatch(tiny_h_s().bytes(), NetworkForm::wam1, "WHM1 as WAM1");
  file.magic = "whm1";
  expect_mismatch(file.bytes(), NetworkForm::whm1, "whm1");
}

TEST(Whm1, RefusesTagsItDoesNotHave) {
  for (unsigned tag = 5; tag < 256; ++tag) {
    NetworkFile file;
    file.layers = {{static_cast<std::uint8_t>(tag)}};
    expect_mismatch(file.bytes(), NetworkForm::whm1, std::to_string(tag));
  }
  for (const Blob& layer : {conv_layer({1, 1, 1, 1, 1, 0, 0, {1}, {1}, {1}}), relu_layer(), leaky_layer(1, 1)}) {
    NetworkFile file = tiny_wam();
    file.layers.push_back(layer);
    expect_mismatch(file.bytes(), NetworkForm::wam1, "tag " + std::to_string(layer[0]));
  }
}

TEST(Whm1, RefusesSizesPastTheFileWithoutAllocating) {
  constexpr std::uint32_t kHuge = 0xFFFFFFFF;
  for (const ConvFields& f :
       {ConvFields{0, kHuge, kHuge, kHuge, 1, 0, 0, {1}, {1}, {1}}, ConvFields{1, kHuge, kHuge, 1, 1, 0, 0, {}, {}, {}},
        ConvFields{0, 0x10000, 0x10000, 0x10000, 1, 0, 0, {}, {}, {}},  // c * out * k * k = 2^64
        ConvFields{0, 0, kHuge, 1, 1, 0, 0, {}, {1}, {}}, ConvFields{0, 1, 2, 1, 1, 0, 0, {1, 2}, {1, 2}, {1}}}) {
    NetworkFile file;
    file.layers = {conv_layer(f)};
    expect_mismatch(file.bytes(), NetworkForm::whm1, std::to_string(f.c));
  }
  NetworkFile igdn;
  igdn.layers = {igdn_layer(kHuge, {1}, {1})};
  expect_mismatch(igdn.bytes(), NetworkForm::whm1, "igdn");
  NetworkFile layers = tiny_h_s();
  layers.n_layers = kHuge;
  expect_mismatch(layers.bytes(), NetworkForm::whm1, "layers");
  layers.n_layers = 4;
  expect_mismatch(layers.bytes(), NetworkForm::whm1, "one layer more");
}

// Readings P4: what the header and the fields say is judged later.
TEST(Whm1, ParsingJudgesNoValue) {
  NetworkFile file;
  file.afrac = 0;
  file.gf = 0xFFFFFFFF;
  file.shift = 128;
  file.layers = {conv_layer({0, 0, 0, 0, 0, 9, 9, {}, {}, {}}), igdn_layer(0, {}, {}), leaky_layer(1, 64),
                 conv_layer({1, 5, 1, 1, 0, 0, 0, {1, 2, 3, 4, 5}, {1}, {1}})};
  EXPECT_TRUE(parse_network(file.bytes(), NetworkForm::whm1));
  file.layers.clear();
  EXPECT_TRUE(parse_network(file.bytes(), NetworkForm::whm1));
}

}  // namespace
}  // namespace wai
