// sigmoid and elu (ops 5.8).
#include "ops/scalar_function.hpp"

#include "support/operators.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

OperatorPtr sigmoid() {
  return operator_of({"sigmoid", {1}, {}, {}});
}
OperatorPtr elu_of(std::int64_t alpha) {
  return operator_of({"elu", {1}, write_params(EluParams{alpha}), {}});
}

// e = exp_neg_q16(0) = 65553: floor(2^32 / 131089) = 32763, since 131089 * 32763 = 4294868907.
// e = exp_neg_q16(-1): t = 88669, t^2 = 7862191561, q = 119967, c = 2818624665, y = 43008 + 22544 = 65552, so
//   v = 1: floor(2^32 / 131088) = 32764;  v = -1: floor(65552 * 65536 / 131088) = 32771.
TEST(Sigmoid, IsTheQuotientOfItsBranch) {
  EXPECT_EQ(at_element(*sigmoid(), 0), 32763);
  EXPECT_EQ(at_element(*sigmoid(), 1), 32764);
  EXPECT_EQ(at_element(*sigmoid(), -1), 32771);
}

// exp_neg_q16 is 0 from n = 17 on: y < 2^17. v = 17 * 45426 gives e = 65553 >> 17 = 0.
// v = 16 * 45426: e = 65553 >> 16 = 1, floor(2^32 / 65537) = 65535, floor(65536 / 65537) = 0.
TEST(Sigmoid, ReachesItsEnds) {
  EXPECT_EQ(at_element(*sigmoid(), 17 * 45426), 65536);
  EXPECT_EQ(at_element(*sigmoid(), 16 * 45426), 65535);
  EXPECT_EQ(at_element(*sigmoid(), -16 * 45426), 0);
  for (const std::int64_t n : {62, 63, 64, 128}) {
    EXPECT_EQ(at_element(*sigmoid(), n * 45426), 65536) << n;
    EXPECT_EQ(at_element(*sigmoid(), -n * 45426), 0) << n;
  }
  EXPECT_EQ(at_element(*sigmoid(), kI64Max), 65536);
  EXPECT_EQ(at_element(*sigmoid(), -kI64Max), 0);
}

TEST(Sigmoid, HasNoParametersAndKeepsTheShape) {
  expect_exact_length({"sigmoid", {2}, {}, {}});
  EXPECT_THAT(value(channels_of(*sigmoid(), {2})), ElementsAre(2));
  EXPECT_THAT(value(plan_in_decode(*sigmoid(), {{2, 3, 4}})), ElementsAre(Shape{2, 3, 4}));
}

// exp.nl = 45426 * floor(u / 45426) at both ends: u = [45426, 100000] gives [45426, 90852].
TEST(SigmoidBound, FollowsTheTextByHand) {
  const NodeRecord node = bounds_of(*sigmoid(), record_of({{-100000, -45426}}));
  EXPECT_EQ(keys_of(node), (std::set<std::string_view>{"exp.negx", "exp.nl", "exp.t2", "exp.c", "sig.num"}));
  EXPECT_EQ(node.intermediates.at("exp.negx"), (Interval{45426, 100000}));
  EXPECT_EQ(node.intermediates.at("exp.nl"), (Interval{45426, 90852}));
  EXPECT_EQ(node.intermediates.at("exp.t2"), (Interval{1870130025, 7862368900}));  // 43245^2, 88670^2
  EXPECT_EQ(node.intermediates.at("exp.c"), (Interval{0, 2818695150}));            // 23495 * 119970
  EXPECT_EQ(node.intermediates.at("sig.num"), (Interval{0, 4296081408}));          // 65553 * 2^16
  EXPECT_THAT(node.results, ElementsAre(Interval{0, 65536}));
}

TEST(SigmoidBound, TakesTheImageUnderTheMagnitude) {
  for_each_interval(-6, 6, [&](int lo, int hi) {
    HullOf u;
    for (int v = lo; v <= hi; ++v) {
      u.add(v < 0 ? -v : v);
    }
    const NodeRecord node = bounds_of(*sigmoid(), record_of({{lo, hi}}));
    EXPECT_EQ(node.intermediates.at("exp.negx"), *u.interval);
  });
}

// ops 14.1 item 6: an input that reaches -2^63 fails acc64, one that stops at -(2^63 - 1) does not.
TEST(ScalarFunctionBounds, FailAcc64OnlyWhenTheInputReachesTheEndOfI64) {
  for (const auto& op : {sigmoid(), elu_of(5)}) {
    const auto negx_bits = [&](std::int64_t lo) {
      return bits(bounds_of(*op, record_of({{lo, 3}})).intermediates.at("exp.negx"));
    };
    EXPECT_EQ(negx_bits(kI64Min), 65U);
    EXPECT_EQ(negx_bits(-kI64Max), 64U);
  }
}

TEST(SigmoidBound, HoldsEveryTracedValue) {
  const std::vector<std::int64_t> points = {-kI64Max, -45427 * 3, -45426, -45425, -1, 0, 1, 45426, kI64Max};
  for (const std::int64_t lo : points) {
    for (const std::int64_t hi : points) {
      if (lo <= hi) {
        const NodeRecord node = bounds_of(*sigmoid(), record_of({{lo, hi}}));
        expect_sound(*sigmoid(), {Tensor({1, 1, 2}, {lo, hi})}, node);
      }
    }
  }
}

// ---------------------------------------------------------------- elu

// elu(0) = floor(17 * alpha / 2^16): exp_neg_q16(0) is 65553, not 2^16.
TEST(Elu, IsNotZeroAtZero) {
  EXPECT_EQ(at_element(*elu_of(65536), 0), 17);
  EXPECT_EQ(at_element(*elu_of(3855), 0), 0);  // 17 * 3855 = 65535
  EXPECT_EQ(at_element(*elu_of(3856), 0), 1);  // 17 * 3856 = 65552
  EXPECT_EQ(at_element(*elu_of(-1), 0), -1);   // floor(-17 / 65536)
}

// exp_neg_q16(-1) = 65552: alpha * 16 / 2^16. Far below, e is 0 and the result -alpha.
TEST(Elu, FollowsTheExponentialBelowZero) {
  EXPECT_EQ(at_element(*elu_of(65536), -1), 16);
  EXPECT_EQ(at_element(*elu_of(65536), -17 * 45426), -65536);
  EXPECT_EQ(at_element(*elu_of(3), -kI64Max), -3);
  EXPECT_EQ(at_element(*elu_of(-3), -kI64Max), 3);
  EXPECT_EQ(at_element(*elu_of(1), -45426), -1);  // e = 65553 >> 1 = 32776: floor(-32760 / 65536), not 0
  EXPECT_EQ(at_element(*elu_of(1), 1), 1);
  EXPECT_EQ(at_element(*elu_of(1), kI64Max), kI64Max);
}

// alpha * (e - 2^16) passes 64 bits: (2^63 - 1) * -2^16 / 2^16.
TEST(Elu, FormsItsProductPast64Bits) {
  EXPECT_EQ(at_element(*elu_of(kI64Max), -kI64Max), -kI64Max);
  EXPECT_EQ(at_element(*elu_of(kI64Max), 0), 17 * (std::int64_t{1} << 47) - 1);  // floor(17*2^47 - 17/2^16)
}

TEST(Elu, HasOneParameterAndKeepsTheShape) {
  expect_exact_length({"elu", {2}, write_params(EluParams{-9}), {}});
  EXPECT_THAT(value(channels_of(*elu_of(1), {2})), ElementsAre(2));
  EXPECT_THAT(value(plan_in_decode(*elu_of(1), {{2, 3, 4}})), ElementsAre(Shape{2, 3, 4}));
}

// alpha = 2^17: elu.p = 2^17 * [-2^16, 17] = [-2^33, 2228224], the negative part [-131072, 34].
TEST(EluBound, IsTheHullOfThePartsPresent) {
  const auto bound = [](std::int64_t alpha, const Interval& x) { return bounds_of(*elu_of(alpha), record_of({x})); };
  EXPECT_THAT(bound(131072, {-5, 9}).results, ElementsAre(Interval{-131072, 34}));
  EXPECT_THAT(bound(131072, {-5, 900}).results, ElementsAre(Interval{-131072, 900}));
  EXPECT_THAT(bound(131072, {3, 9}).results, ElementsAre(Interval{3, 9}));
  EXPECT_THAT(bound(131072, {1, 9}).results, ElementsAre(Interval{1, 9}));
  EXPECT_THAT(bound(131072, {-9, 0}).results, ElementsAre(Interval{-131072, 34}));
  EXPECT_THAT(bound(0, {0, 9}).results, ElementsAre(Interval{0, 9}));
  EXPECT_THAT(bound(0, {-1, 0}).results, ElementsAre(Interval{0, 0}));
  EXPECT_THAT(bound(-65536, {-9, 1}).results, ElementsAre(Interval{-17, 65536}));
  const NodeRecord node = bound(131072, {-5, 9});
  EXPECT_EQ(keys_of(node), (std::set<std::string_view>{"exp.negx", "exp.nl", "exp.t2", "exp.c", "elu.p"}));
  EXPECT_EQ(node.intermediates.at("elu.p"), (Interval{-8589934592, 2228224}));
}

// u = [max(0, -h), max(0, -l)]: all five are recorded even when every input is positive.
TEST(EluBound, TakesTheNegativePartOfTheInterval) {
  const auto negx = [](const Interval& x) {
    return bounds_of(*elu_of(1), record_of({x})).intermediates.at("exp.negx");
  };
  EXPECT_EQ(negx({3, 9}), (Interval{0, 0}));
  EXPECT_EQ(negx({-9, 3}), (Interval{0, 9}));
  EXPECT_EQ(negx({-9, -3}), (Interval{3, 9}));
}

TEST(EluBound, HoldsEveryTracedValue) {
  for (const std::int64_t alpha : {kI64Min, std::int64_t{-70000}, std::int64_t{0}, std::int64_t{70000}, kI64Max}) {
    const auto op = elu_of(alpha);
    for (const std::int64_t lo : {-kI64Max, std::int64_t{-50000}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{4}}) {
      for (const std::int64_t hi : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{9}}) {
        // -2^63 * -2^16 / 2^16 = 2^63 is past i64: a node that fails acc64 is never evaluated.
        const NodeRecord node = lo <= hi ? bounds_of(*op, record_of({{lo, hi}})) : NodeRecord();
        if (lo <= hi && bits(node.results.at(0)) <= 64) {
          expect_sound(*op, {Tensor({1, 1, 2}, {lo, hi})}, node);
        }
      }
    }
  }
}

}  // namespace
}  // namespace wai
