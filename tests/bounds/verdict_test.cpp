// Width classes, what a node fits, first failures and the accelerator verdict (ops 7, 8.5).
#include "bounds/verdict.hpp"

#include <gtest/gtest.h>

#include "bounds/load.hpp"
#include "ops/requantisation.hpp"
#include "support/models.hpp"

namespace wai {
namespace {

using test::checked;
using test::clamped;
using test::derived;
using test::ModelBuilder;

constexpr std::int64_t kI32Max = 2147483647;

BoundedGraph bounded(const ModelBuilder& b, const std::string& role = "g") {
  auto graph = bound_graph(b.bytes(), role);
  EXPECT_TRUE(graph) << (graph ? "" : graph.refusal().message);
  return *std::move(graph);
}

Verdict verdict(const ModelBuilder& b) {
  const std::vector<BoundedGraph> graphs = [&] {
    std::vector<BoundedGraph> list;
    list.push_back(bounded(b));
    return list;
  }();
  return verdict_of(graphs);
}

Bytes rescale(std::int64_t mult, std::uint8_t shift, Round round = Round::floor,
              std::optional<std::int64_t> post = std::nullopt) {
  RescaleParams p;
  p.rq.round = round;
  p.rq.m_kind = RqKind::one;
  p.rq.m_bytes = 8;
  p.rq.mult = {mult};
  p.rq.shift = {shift};
  if (post) {
    p.rq.placement = BiasPlacement::post;
    p.rq.b_bytes = 8;
    p.rq.bias = {*post};
  }
  return write_params(p);
}

ModelBuilder one_rescale(std::int64_t lo, std::int64_t hi, const Bytes& params) {
  ModelBuilder b;
  const auto x = b.input(checked(1, lo, hi));
  b.output(b.op("rescale", {x}, derived(1), params));
  return b;
}

// ops 7.1, written out again from its table.
TEST(WidthClass, HasTheWidthsOfTheProfiles) {
  EXPECT_EQ(width_bits(WidthClass::tensor, Profile::acc64), 64U);
  EXPECT_EQ(width_bits(WidthClass::acc, Profile::acc64), 64U);
  EXPECT_EQ(width_bits(WidthClass::wide, Profile::acc64), 128U);
  EXPECT_EQ(width_bits(WidthClass::product, Profile::acc64), 128U);
  EXPECT_EQ(width_bits(WidthClass::tensor, Profile::acc32), 32U);
  EXPECT_EQ(width_bits(WidthClass::acc, Profile::acc32), 32U);
  EXPECT_EQ(width_bits(WidthClass::wide, Profile::acc32), 32U);
  EXPECT_EQ(width_bits(WidthClass::product, Profile::acc32), 64U);
}

TEST(Acc32, AnInputRangeIsHeldToI32AtBothEnds) {
  const auto meets = [](std::int64_t lo, std::int64_t hi) {
    return !verdict(one_rescale(lo, hi, rescale(0, 0))).acc32;
  };
  EXPECT_TRUE(meets(-kI32Max - 1, kI32Max));
  EXPECT_FALSE(meets(0, kI32Max + 1));
  EXPECT_FALSE(meets(-kI32Max - 2, 0));
}

TEST(FirstFailure, NamesAnInputsRange) {
  const Verdict v = verdict(one_rescale(0, kI32Max + 1, rescale(0, 0)));
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->where, "input");
  EXPECT_EQ(v.acc32->index, 0U);
  EXPECT_EQ(v.acc32->key, "range");
  EXPECT_EQ(v.acc32->bits, 33U);  // 2^31 needs 33 bits
  EXPECT_FALSE(v.acc64);
}

TEST(FirstFailure, NamesAScalarsRangeAfterTheInputs) {
  ModelBuilder b = one_rescale(0, 1, rescale(1, 0));
  b.scalar(0, 5);
  b.scalar(-kI32Max - 2, 0);
  const Verdict v = verdict(b);
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->where, "scalar");
  EXPECT_EQ(v.acc32->index, 1U);
  EXPECT_EQ(v.acc32->bits, 33U);
}

// x in [0, 2^20], times 2^43, shift 0: rq.p reaches 2^63, and so do rq.q, rq.y and the producer result: 65 bits each.
// rq.p (product) may have 128 under acc64, so among rq.q, rq.y and out.0 the tie goes to the smallest key, "out.0".
TEST(FirstFailure, ATieOfBitsGoesToTheSmallestKey) {
  const Verdict v = verdict(one_rescale(0, 1 << 20, rescale(std::int64_t{1} << 43, 0)));
  ASSERT_TRUE(v.acc64);
  EXPECT_EQ(v.acc64->where, "node");
  EXPECT_EQ(v.acc64->key, "out.0");
  EXPECT_EQ(v.acc64->bits, 65U);
  // Under acc32, rq.p fails i64 with 65 bits as well; "out.0" is the smallest still.
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->key, "out.0");
}

// With a shift of 40 the result fits, and only rq.p passes i64 under acc32 (the multiplier does as well, but an
// interval comes before a parameter).
TEST(FirstFailure, TakesTheValueOfMostBits) {
  const Verdict v = verdict(one_rescale(0, 1 << 20, rescale(std::int64_t{1} << 43, 40)));
  EXPECT_FALSE(v.acc64);
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->key, "rq.p");
  EXPECT_EQ(v.acc32->bits, 65U);
}

TEST(FirstFailure, AParameterConditionComesAfterTheIntervals) {
  const Verdict v = verdict(one_rescale(0, 1, rescale(std::int64_t{1} << 31, 10)));
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->key, "rq.mult");
  EXPECT_FALSE(v.acc32->bits);
}

TEST(FirstFailure, ParameterConditionsStandInTheTablesOrder) {
  const BoundedGraph g =
      bounded(one_rescale(0, 1, rescale(std::int64_t{1} << 31, 64, Round::floor, std::int64_t{1} << 31)));
  EXPECT_EQ(g.bounds.nodes[0].acc32_params, (std::vector<std::string_view>{"rq.mult", "rq.shift", "rq.post_bias"}));
}

TEST(FirstFailure, ACheckPolicyInsideTheGraphComesLast) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 5));
  b.output(b.op("abs", {x}, checked(1, 0, 5)));
  const Verdict v = verdict(b);
  EXPECT_FALSE(v.acc64);
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->key, "policy.check");
  EXPECT_FALSE(v.acc32->bits);
}

TEST(FirstFailure, ASaturatedNodeHasNoBits) {
  ModelBuilder b;
  auto t = b.input(checked(1, -2, 3));
  for (int i = 0; i < 5; ++i) {
    t = b.op("rescale", {t}, derived(1), rescale(std::int64_t{1} << 62, 0));
  }
  b.output(t);
  const BoundedGraph g = bounded(b);
  // The first failure is still node 1's interval: 3 * 2^124 passes i64 there; node 0 gives 3 * 2^62, 65 bits.
  const auto failure = first_failure(g, Profile::acc64);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->index, 0U);
  EXPECT_FALSE(node_fits(g, 4, Profile::acc64));
}

TEST(FirstFailure, SaturationIsNamedWhereItIsFirst) {
  // Only the second node saturates: its input's check range is wide, but the first node fits because a clamp follows.
  ModelBuilder b;
  const auto x = b.input(checked(1, INT64_MIN, INT64_MAX));
  const auto y = b.op("rescale", {x}, derived(1), rescale(1, 0));
  b.output(y);
  BoundedGraph g = bounded(b);
  EXPECT_FALSE(first_failure(g, Profile::acc64));
  g.bounds.nodes[0].arith.mark_saturated();
  const auto failure = first_failure(g, Profile::acc64);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->key, "saturated");
  EXPECT_FALSE(failure->bits);
}

TEST(FirstFailure, VisitsTheGraphsInOrder) {
  std::vector<BoundedGraph> graphs;
  graphs.push_back(bounded(one_rescale(0, 1, rescale(1, 0)), "first"));
  graphs.push_back(bounded(one_rescale(0, kI32Max + 1, rescale(0, 0)), "second"));
  const Verdict v = verdict_of(graphs);
  ASSERT_TRUE(v.acc32);
  EXPECT_EQ(v.acc32->graph, "second");
}

// A clamp range outside i32 over a small result leaves a node that fits acc32 (readings G5).
TEST(NodeFits, TestsResultsAndNotPolicies) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 5));
  b.output(b.op("abs", {x}, clamped(1, kI32Max + 1, kI32Max + 2)));
  EXPECT_FALSE(verdict(b).acc32);
}

TEST(NpuVerdict, NamesOperatorsOutsideTheSubsetAndAFailedAcc32) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -5, 5));
  b.output(b.op("sigmoid", {x}, derived(1)));
  const Verdict v = verdict(b);
  EXPECT_EQ(v.npu_reasons, (std::set<std::string>{"acc32", "op:sigmoid"}));
  EXPECT_FALSE(v.npu());
}

TEST(NpuVerdict, FlagsDoNotChangeMembership) {
  const Verdict v = verdict(one_rescale(0, 1, rescale(-3, 40, Round::half_even, 0)));
  EXPECT_TRUE(v.npu());
  EXPECT_EQ(v.npu_flags, (std::set<std::string>{"rq_half_even", "rq_neg_mult", "rq_post_bias", "rq_shift_range"}));
}

}  // namespace
}  // namespace wai
