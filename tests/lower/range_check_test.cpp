// The range checks of ops 13.2 and 13.3, against their formulas in integers of any size.
#include "lower/range_check.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <random>

#include "lower/capability.hpp"
#include "support/corpus.hpp"
#include "support/networks.hpp"

namespace wai {
namespace {

using namespace test;
using Big = boost::multiprecision::cpp_int;

const Big kI64 = (Big(1) << 63) - 1;
const Big kI128 = (Big(1) << 127) - 1;
const Big kTop = Big(1) << 63;  // of the search

template <class Values>
Big largest(const Values& values) {
  Big most = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    most = std::max<Big>(most, abs(Big(values[i])));
  }
  return most;
}

// P_l(X) as the table writes it.
bool holds(const Network& n, const Layer& layer, const Big& x) {
  if (const auto* conv = std::get_if<ConvolutionLayer>(&layer)) {
    const Big terms = n.one_dimensional() ? Big(conv->c) * conv->k : Big(conv->c) * conv->k * conv->k;
    const Big sum = terms * largest(conv->weights) * x;
    return sum <= kI64 && ((sum * largest(conv->mult)) >> n.shift) + 1 + largest(conv->bias) <= kI64;
  }
  if (const auto* igdn = std::get_if<IgdnLayer>(&layer)) {
    const Big product = largest(igdn->gamma) * x * x;
    const Big norm = largest(igdn->beta) + igdn->c * ((product >> n.gf) + 1);
    const Big root = sqrt(norm);
    return product <= kI128 && norm <= kI128 && root <= kI64 && ((x * root) >> n.afrac) + 1 <= kI64;
  }
  return x * abs(Big(std::get<LeakyLayer>(layer).slope_q)) <= kI64;
}

Big big(const Wide& w) {
  return Big(w.to_string());
}

// X_l is right when P_l holds there and fails one above, or X_l is 2^63.
void expect_exact(const Network& network, const std::string& what) {
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const Layer& layer = network.layers[l];
    const auto limit = layer_limit(network, l);
    if (std::holds_alternative<ReluLayer>(layer)) {
      ASSERT_TRUE(limit);
      EXPECT_FALSE(*limit);
      continue;
    }
    if (!holds(network, layer, 0)) {
      ASSERT_FALSE(limit) << what;
      EXPECT_EQ(limit.refusal().code, RefusalCode::model_mismatch);
      continue;
    }
    ASSERT_TRUE(limit) << what;
    const Big x = big(**limit);
    EXPECT_TRUE(holds(network, layer, x)) << what << ", layer " << l << ", X = " << x;
    EXPECT_TRUE(x == kTop || !holds(network, layer, x + 1)) << what << ", layer " << l << ", X = " << x;
    EXPECT_LE(x, kTop);
    EXPECT_TRUE(layer_admits(network, l, **limit));
  }
}

// Values whose magnitudes are spread evenly over the bit lengths, both ends of the type among them.
class Spread {
 public:
  explicit Spread(std::uint64_t seed) : random_(seed) {}

  std::int64_t signed_of(unsigned bits) {
    switch (random_() % 8) {
      case 0:
        return 0;
      case 1:
        return (std::int64_t{-1} << (bits - 2)) * 2;  // the least
      case 2:
        return ~((std::int64_t{-1} << (bits - 2)) * 2);  // the greatest
      default:
        return static_cast<std::int64_t>(random_()) >> (64 - 1 - random_() % bits);
    }
  }
  std::vector<std::int64_t> many(std::size_t n, unsigned bits) {
    std::vector<std::int64_t> out(n);
    for (auto& v : out) {
      v = signed_of(bits);
    }
    return out;
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  std::mt19937_64 random_;
};

Network random_network(Spread& spread) {
  NetworkFile file;
  file.magic = spread.below(4) == 0 ? "WAM1" : "WHM1";
  file.afrac = 1 + spread.below(30);
  file.gf = spread.below(128);
  file.shift = spread.below(128);
  const bool audio = file.magic == "WAM1";
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t c = 1 + spread.below(3);
    switch (spread.below(audio ? 2 : 5)) {
      case 0: {
        const std::uint32_t k = 1 + spread.below(3);
        const std::size_t taps = audio ? k : k * k;
        file.layers.push_back(
            conv_layer({0, c, 2, k, 1, 0, 0, spread.many(c * 2 * taps, 16), spread.many(2, 64), spread.many(2, 64)}));
        break;
      }
      case 1:
        file.layers.push_back(igdn_layer(c, spread.many(c * c, 32), spread.many(c, 64)));
        break;
      case 2:
        file.layers.push_back(conv_layer({1, c, 1, 1, 1, 0, 0, spread.many(c, 16), spread.many(1, 64), {0}}));
        break;
      case 3:
        file.layers.push_back(leaky_layer(spread.signed_of(64), spread.below(64)));
        break;
      default:
        file.layers.push_back(relu_layer());
    }
  }
  auto network = parse_network(file.bytes(), audio ? NetworkForm::wam1 : NetworkForm::whm1);
  EXPECT_TRUE(network);
  return *std::move(network);
}

TEST(RangeCheck, LimitsAreExactOnRandomLayers) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    Spread spread(seed);
    expect_exact(random_network(spread), "seed " + std::to_string(seed));
  }
}

TEST(RangeCheck, LimitsOfTheTrainedSetsAreExact) {
  for (const char* name : {"hyper/g_s.whm", "hyper/h_s.whm", "hyper-w12/g_s.whm", "hyper-w12/h_s.whm", "splat/g_s.whm",
                           "audio/model.wam"}) {
    const auto form = std::string(name) == "audio/model.wam" ? NetworkForm::wam1 : NetworkForm::whm1;
    const auto network = parse_network(real_file(name), form);
    ASSERT_TRUE(network) << name;
    expect_exact(*network, name);
  }
}

Network of(const Blob& layer, std::uint32_t shift = 0) {
  NetworkFile file;
  file.shift = shift;
  file.gf = 0;
  file.afrac = 1;
  file.layers = {layer};
  auto network = parse_network(file.bytes(), NetworkForm::whm1);
  EXPECT_TRUE(network);
  return *std::move(network);
}

TEST(RangeCheck, LimitsByHand) {
  const auto limit = [](const Blob& layer, std::uint32_t shift = 0) {
    const auto l = layer_limit(of(layer, shift), 0);
    EXPECT_TRUE(l);
    return (**l).to_string();
  };
  // Weights of 0 bound nothing: X = 2^63.
  EXPECT_EQ(limit(conv_layer({1, 1, 1, 1, 1, 0, 0, {0}, {5}, {6}})), "9223372036854775808");
  // 2*2 * 3 * X <= 2^63 - 1: floor((2^63 - 1) / 12) = 768614336404564650 (a multiplier of 0).
  EXPECT_EQ(limit(conv_layer({1, 1, 1, 2, 1, 0, 0, {1, -3, 2, 0}, {0}, {0}})), "768614336404564650");
  // X*4 / 2^1 + 1 + 7 <= 2^63 - 1: X <= (2^63 - 9) / 2, floored; 2*X + 8 = 2^63 - 1 - 1 at X = 2^62 - 5.
  EXPECT_EQ(limit(conv_layer({1, 1, 1, 1, 1, 0, 0, {1}, {-4}, {-7}}), 1), "4611686018427387899");
  // |slope| = 2^63 admits 0 only; a slope of 0 admits all; 3: floor((2^63 - 1) / 3).
  EXPECT_EQ(limit(leaky_layer(INT64_MIN, 0)), "0");
  EXPECT_EQ(limit(leaky_layer(0, 0)), "9223372036854775808");
  EXPECT_EQ(limit(leaky_layer(-3, 63)), "3074457345618258602");
  // gamma 0, beta 0, one channel: N = 1, floor(X * 1 / 2) + 1 <= 2^63 - 1 for every X up to 2^63.
  EXPECT_EQ(limit(igdn_layer(1, {0}, {0})), "9223372036854775808");
}

TEST(RangeCheck, RangesEndAtTheLargestI64) {
  const auto range = layer_range(of(leaky_layer(0, 0)), 0);
  ASSERT_TRUE(range && *range);
  EXPECT_EQ(**range, (CheckRange{INT64_MIN, INT64_MAX}));
  const auto small = layer_range(of(leaky_layer(-3, 0)), 0);
  ASSERT_TRUE(small && *small);
  EXPECT_EQ(**small, (CheckRange{-3074457345618258602, 3074457345618258602}));
  const auto none = layer_range(of(relu_layer()), 0);
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
}

// P_l(0): 0 + 1 + Bm <= 2^63 - 1.
TEST(RangeCheck, ABiasThatLeavesNoRoomIsRefused) {
  const auto bias = [](std::int64_t b) { return of(conv_layer({1, 1, 1, 1, 1, 0, 0, {1}, {1}, {b}})); };
  EXPECT_TRUE(layer_limit(bias(INT64_MAX - 1), 0));
  EXPECT_TRUE(layer_limit(bias(-INT64_MAX + 1), 0));
  for (const std::int64_t b : {INT64_MAX, -INT64_MAX, INT64_MIN}) {
    const auto limit = layer_limit(bias(b), 0);
    ASSERT_FALSE(limit) << b;
    EXPECT_EQ(limit.refusal().code, RefusalCode::model_mismatch);
  }
}

}  // namespace
}  // namespace wai
