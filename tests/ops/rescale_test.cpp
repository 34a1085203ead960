// rescale (ops 5.4): rq_c of each element, and its bound rule (ops 8.3).
#include <gtest/gtest.h>

#include "ops/requantisation.hpp"
#include "support/graphs.hpp"
#include "support/linear_model.hpp"

namespace wai {
namespace {

using namespace fixtures;

constexpr std::uint8_t kRescale = 0x02;

std::unique_ptr<Operator> rescale(const Rq& rq, std::uint32_t channels) {
  return operator_of(one_operator(kRescale, {channels}, {channels}, write_params(RescaleParams{rq})));
}

TEST(Rescale, RequantisesEachElementByItsChannel) {
  // Channel 0: floor((x + 1)*3 / 2); channel 1: floor((x - 1)*-5 / 4).
  const Rq rq = with_bias(with_shifts(with_mult(plain_rq(), {3, -5}), {1, 2}), BiasPlacement::pre, {1, -1});
  const Tensor x({2, 1, 3}, {0, 1, -4, 0, 1, -4});
  // 3/2, 6/2, -9/2; 5/4, 0, 25/4.
  EXPECT_EQ(run(*rescale(rq, 2), {x}, {2, 1, 3}).data, (std::vector<std::int64_t>{1, 3, -5, 1, 0, 6}));
}

TEST(Rescale, EqualsASecondEvaluationAndNotesItsValues) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 500; ++i) {
    const std::uint32_t channels = random.upto(1, 4);
    const Rq rq = exact::random_rq(random, channels);
    const Tensor x = exact::random_tensor(random, {channels, random.upto(1, 4), random.upto(1, 4)}, -3000, 3000);
    Tensor expected(x.shape);
    exact::Ranges notes;
    for (std::size_t k = 0; k < x.data.size(); ++k) {
      expected.data[k] =
          static_cast<std::int64_t>(exact::rq_value(rq, k / x.shape.plane(), exact::Int(x.data[k]), notes));
    }
    Trace trace;
    EXPECT_EQ(run(*rescale(rq, channels), {x}, x.shape, {}, &trace), expected);
    exact::expect_trace(trace, notes);
  }
}

TEST(Rescale, KeepsChannelsAndShape) {
  const auto op = rescale(plain_rq(), 5);
  const std::uint64_t channels[] = {5};
  EXPECT_EQ(*op->channels(channels, channels), std::vector<std::uint64_t>{5});
  const Shape in[] = {{5, 3, 4}};
  EXPECT_EQ(*op->plan(in, channels, {}), (std::vector<Shape>{{5, 3, 4}}));
}

TEST(RescaleParams, RefuseAnyOtherLength) {
  const Bytes params = write_params(RescaleParams{with_mult(plain_rq(), {1, 2, 3})});
  EXPECT_TRUE(read_operator_0(one_operator(kRescale, {3}, {3}, params)));
  for (std::size_t n = 0; n < params.size(); ++n) {
    EXPECT_FALSE(read_operator_0(one_operator(kRescale, {3}, {3}, without(params, n, params.size() - n))));
  }
  const auto longer = read_operator_0(one_operator(kRescale, {3}, {3}, with(params, params.size(), {0})));
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.refusal().code, RefusalCode::model_mismatch);
}

TEST(RescaleBounds, AreThoseWorkedOutByHand) {
  // t = [-3 + 5, 4 + 5] and [-3 - 5, 4 - 5] over the two channels; times -2.
  NodeRecord node = node_over({{-3, 4}});
  const Rq rq = with_bias(with_mult(plain_rq(), {-2}), BiasPlacement::pre, {5, -5});
  ASSERT_TRUE(rescale(rq, 2)->bounds(node));
  EXPECT_EQ(node.intermediates.at("rq.t"), (Interval{-8, 9}));
  EXPECT_EQ(node.intermediates.at("rq.p"), (Interval{-18, 16}));
  EXPECT_EQ(node.results.at(0), (Interval{-18, 16}));
  EXPECT_EQ(node.npu_flags, std::set<std::string_view>({"rq_floor_mult", "rq_neg_mult"}));
  EXPECT_FALSE(node.mac);
  EXPECT_FALSE(node.k_c_terms);
}

TEST(RescaleBounds, FollowTheTextPastEveryWidthAndSaturate) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int saturated = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t channels = random.upto(1, 3);
    const Rq rq = exact::random_rq(random, channels);
    const exact::Range x = exact::random_interval(random);
    exact::Pass pass;
    exact::Ranges records;
    exact::Ranges result;
    for (std::size_t c = 0; c < channels; ++c) {
      const exact::Range t = {pass.add(x.lo, rq.pre_bias(c)), pass.add(x.hi, rq.pre_bias(c))};
      result.hold("y", exact::rq_rules(rq, c, t, pass, records));
    }
    NodeRecord node = node_over({exact::to_interval(x)});
    ASSERT_TRUE(rescale(rq, channels)->bounds(node));
    exact::expect_record(node, records, result.at("y"), pass.saturated);
    saturated += pass.saturated ? 1 : 0;
  }
  EXPECT_GT(saturated, 100);
}

TEST(RescaleBounds, AreTheHullOfEveryResultOnSmallIntervals) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 300; ++i) {
    Rq rq = exact::random_rq(random, 2);
    const std::int64_t lo = random.within(-30, 20);
    const std::int64_t hi = random.within(lo, 30);
    exact::Ranges notes;
    for (std::int64_t v = lo; v <= hi; ++v) {
      exact::rq_value(rq, 0, v, notes);
      exact::rq_value(rq, 1, v, notes);
    }
    NodeRecord node = node_over({{lo, hi}});
    ASSERT_TRUE(rescale(rq, 2)->bounds(node));
    exact::expect_record(node, notes, notes.at("rq.y"), false);
  }
}

// A file of a few bytes may declare 2^32 - 1 channels: one block serves them all, and no loop runs over them.
TEST(RescaleBounds, TakeNoLongerForMoreChannelsOfOneBlock) {
  NodeRecord node = node_over({{-1, 1}});
  ASSERT_TRUE(rescale(with_mult(plain_rq(), {7}), ~0U)->bounds(node));
  EXPECT_EQ(node.results.at(0), (Interval{-7, 7}));
}

}  // namespace
}  // namespace wai
