// mul (ops 5.4): products of two tensors, the second of as many channels or one, requantised.
#include <gtest/gtest.h>

#include "ops/requantisation.hpp"
#include "support/graphs.hpp"
#include "support/linear_model.hpp"

namespace wai {
namespace {

using namespace fixtures;
using exact::Int;

constexpr std::uint8_t kMul = 0x10;

std::unique_ptr<Operator> mul(const Rq& rq, std::uint32_t a, std::uint32_t b) {
  return operator_of(one_operator(kMul, {a, b}, {a}, write_params(MulParams{rq})));
}

TEST(Mul, MultipliesElementByElement) {
  const Tensor a({2, 1, 2}, {1, -2, 3, -4});
  const Tensor b({2, 1, 2}, {5, 6, -7, -8});
  // Halved down: 5/2, -12/2, -21/2, 32/2.
  EXPECT_EQ(run(*mul(plain_rq(1), 2, 2), {a, b}, a.shape).data, (std::vector<std::int64_t>{2, -6, -11, 16}));
}

TEST(Mul, TakesOneChannelForAll) {
  const Tensor a({3, 1, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor b({1, 1, 2}, {10, -1});
  EXPECT_EQ(run(*mul(plain_rq(), 3, 1), {a, b}, a.shape).data, (std::vector<std::int64_t>{10, -2, 30, -4, 50, -6}));
  const Tensor one({1, 1, 2}, {7, 8});
  EXPECT_EQ(run(*mul(plain_rq(), 1, 1), {one, b}, one.shape).data, (std::vector<std::int64_t>{70, -8}));
}

TEST(Mul, EqualsASecondEvaluationAndNotesItsValues) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 500; ++i) {
    const std::uint32_t channels = random.upto(1, 3);
    const std::uint32_t others = random.coin() ? channels : 1;
    const Rq rq = exact::random_rq(random, channels, false);
    const std::uint64_t h = random.upto(1, 3);
    const std::uint64_t w = random.upto(1, 3);
    const Tensor a = exact::random_tensor(random, {channels, h, w}, -900, 900);
    const Tensor b = exact::random_tensor(random, {others, h, w}, -900, 900);
    Tensor expected(a.shape);
    exact::Ranges notes;
    for (std::size_t c = 0; c < channels; ++c) {
      for (std::size_t k = 0; k < h * w; ++k) {
        const Int p = Int(a.data[c * h * w + k]) * b.data[(others == 1 ? 0 : c) * h * w + k];
        notes.hold("mul.p", p);
        expected.data[c * h * w + k] = static_cast<std::int64_t>(exact::rq_value(rq, c, p, notes));
      }
    }
    Trace trace;
    EXPECT_EQ(run(*mul(rq, channels, others), {a, b}, a.shape, {}, &trace), expected);
    exact::expect_trace(trace, notes);
  }
}

TEST(MulShape, NeedsTheSamePlane) {
  const auto op = mul(plain_rq(), 2, 1);
  const std::uint64_t declared[] = {2};
  const Shape same[] = {{2, 3, 4}, {1, 3, 4}};
  EXPECT_EQ(*op->plan(same, declared, {}), (std::vector<Shape>{{2, 3, 4}}));
  PlanContext at_load;
  at_load.at_load = true;
  for (const Shape& b : {Shape{1, 2, 4}, Shape{1, 3, 5}, Shape{1, 4, 3}}) {
    const Shape in[] = {{2, 3, 4}, b};
    EXPECT_EQ(op->plan(in, declared, {}).refusal().code, RefusalCode::geometry_mismatch);
    EXPECT_EQ(op->plan(in, declared, at_load).refusal().code, RefusalCode::model_mismatch);
  }
}

TEST(MulChannels, AreTheFirstInputsAndTheSecondsOrOne) {
  const auto op = mul(plain_rq(), 4, 4);
  const auto channels = [&](std::uint64_t a, std::uint64_t b) {
    const std::uint64_t in[] = {a, b};
    return op->channels(in, {});
  };
  EXPECT_EQ(*channels(4, 4), std::vector<std::uint64_t>{4});
  EXPECT_EQ(*channels(4, 1), std::vector<std::uint64_t>{4});
  EXPECT_EQ(*channels(1, 1), std::vector<std::uint64_t>{1});
  for (const auto& [a, b] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{{4, 2}, {4, 3}, {4, 5}, {1, 4}}) {
    EXPECT_EQ(channels(a, b).refusal().code, RefusalCode::model_mismatch) << a << " " << b;
  }
}

TEST(MulParams, RefuseABiasAndAnyOtherLength) {
  const auto read = [](const Bytes& params) { return read_operator_0(one_operator(kMul, {2, 2}, {2}, params)); };
  for (const auto placement : {BiasPlacement::pre, BiasPlacement::post}) {
    const auto biased = read(write_params(MulParams{with_bias(plain_rq(), placement, {0, 0})}));
    ASSERT_FALSE(biased);
    EXPECT_EQ(biased.refusal().code, RefusalCode::model_mismatch);
  }
  const Bytes params = write_params(MulParams{with_mult(plain_rq(), {1, 2})});
  EXPECT_TRUE(read(params));
  for (std::size_t n = 0; n < params.size(); ++n) {
    EXPECT_FALSE(read(without(params, n, params.size() - n))) << n;
  }
  EXPECT_FALSE(read(with(params, params.size(), {0})));
}

TEST(MulBounds, AreThoseWorkedOutByHand) {
  // Corners of [-2, 3] and [-5, 7]: 10, -14, -15, 21. Half up at shift 2: -15/4 = -3.75, 21/4 = 5.25.
  NodeRecord node = node_over({{-2, 3}, {-5, 7}});
  ASSERT_TRUE(mul(plain_rq(2, Round::half_up), 2, 1)->bounds(node));
  EXPECT_EQ(node.intermediates.at("mul.p"), (Interval{-15, 21}));
  EXPECT_EQ(node.intermediates.at("rq.t"), (Interval{-15, 21}));
  EXPECT_EQ(node.intermediates.at("rq.p"), (Interval{-15, 23}));
  EXPECT_EQ(node.intermediates.at("rq.q"), (Interval{-4, 5}));
  EXPECT_EQ(node.results.at(0), (Interval{-4, 5}));
  ASSERT_TRUE(node.mac);
  EXPECT_FALSE(node.mac->weights) << "mac has a_bits alone (ops 8.5)";
  EXPECT_FALSE(node.k_c_terms);
}

TEST(MulBounds, AreTheHullOfEveryResultOnSmallIntervals) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 300; ++i) {
    const Rq rq = exact::random_rq(random, 2, false);
    const std::int64_t la = random.within(-9, 9);
    const std::int64_t ha = random.within(la, 9);
    const std::int64_t lb = random.within(-9, 9);
    const std::int64_t hb = random.within(lb, 9);
    // Every value between two corners' products may not be formed, but the ends are.
    exact::Ranges notes;
    for (std::int64_t a = la; a <= ha; ++a) {
      for (std::int64_t b = lb; b <= hb; ++b) {
        notes.hold("mul.p", Int(a) * b);
        exact::rq_value(rq, 0, Int(a) * b, notes);
        exact::rq_value(rq, 1, Int(a) * b, notes);
      }
    }
    NodeRecord node = node_over({{la, ha}, {lb, hb}});
    ASSERT_TRUE(mul(rq, 2, 2)->bounds(node));
    exact::expect_record(node, notes, notes.at("rq.y"), false);
  }
}

TEST(MulBounds, FollowTheTextPastEveryWidthAndSaturate) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int saturated = 0;
  for (int i = 0; i < 3000; ++i) {
    const Rq rq = exact::random_rq(random, 2, false);
    const exact::Range a = exact::random_interval(random);
    const exact::Range b = exact::random_interval(random);
    exact::Pass pass;
    exact::Ranges records;
    exact::Ranges result;
    const exact::Range p = pass.corner_hull(a, b);
    records.hold("mul.p", p);
    for (std::size_t c = 0; c < 2; ++c) {
      result.hold("y", exact::rq_rules(rq, c, p, pass, records));
    }
    NodeRecord node = node_over({exact::to_interval(a), exact::to_interval(b)});
    ASSERT_TRUE(mul(rq, 2, 2)->bounds(node));
    exact::expect_record(node, records, result.at("y"), pass.saturated);
    saturated += pass.saturated ? 1 : 0;
  }
  EXPECT_GT(saturated, 100);
}

TEST(MulRecord, HasTheConditionsAndFlagsOfItsBlock) {
  NodeRecord node = node_over({{0, 1}, {0, 1}});
  ASSERT_TRUE(mul(with_mult(plain_rq(64), {INT64_MIN}), 1, 1)->bounds(node));
  EXPECT_EQ(node.acc32_params, (std::vector<std::string_view>{"rq.mult", "rq.shift"}));
  EXPECT_EQ(node.npu_flags, std::set<std::string_view>({"rq_floor_mult", "rq_neg_mult", "rq_shift_range"}));
}

TEST(MulBounds, TakeNoLongerForMoreChannelsOfOneBlock) {
  NodeRecord node = node_over({{-1, 1}, {-2, 2}});
  ASSERT_TRUE(mul(plain_rq(), ~0U, 1)->bounds(node));
  EXPECT_EQ(node.results.at(0), (Interval{-2, 2}));
}

}  // namespace
}  // namespace wai
