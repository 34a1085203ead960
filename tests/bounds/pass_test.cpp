// The bounds pass: intervals through policies, and the graphs that have no certificate (ops 8.1; readings G13).
#include "bounds/pass.hpp"

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

GraphBounds bounds_of(const ModelBuilder& b) {
  auto graph = plan_graph(*parse_graph(b.bytes()));
  EXPECT_TRUE(graph) << (graph ? "" : graph.refusal().message);
  auto bounds = bounds_pass(*graph);
  EXPECT_TRUE(bounds) << (bounds ? "" : bounds.refusal().message);
  return *bounds;
}

Bytes multiply_by(std::int64_t m) {
  RescaleParams p;
  p.rq.m_kind = RqKind::one;
  p.rq.m_bytes = 8;
  p.rq.mult = {m};
  p.rq.shift = {0};
  return write_params(p);
}

TEST(BoundsPass, AGraphInputHasItsDeclaredRange) {
  ModelBuilder b;
  const auto x = b.input(clamped(1, -7, 9));
  b.output(b.op("abs", {x}, derived(1)));
  EXPECT_EQ(bounds_of(b).tensors[x], (Interval{-7, 9}));
}

TEST(BoundsPass, ADerivedTensorHasItsProducersResult) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -7, 9));
  const auto y = b.op("abs", {x}, derived(1));
  b.output(y);
  EXPECT_EQ(bounds_of(b).tensors[y], (Interval{0, 9}));
}

// [a, b] = [0, 9] clamped to [3, 5] at both ends: [3, 5]; to [20, 30]: [20, 20]; to [-4, 4]: [0, 4].
TEST(BoundsPass, AClampPolicyClampsBothEnds) {
  const auto interval = [](std::int64_t lo, std::int64_t hi) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -7, 9));
    const auto y = b.op("abs", {x}, clamped(1, lo, hi));
    b.output(y);
    const GraphBounds bounds = bounds_of(b);
    EXPECT_EQ(bounds.nodes[0].results[0], (Interval{0, 9}));  // the producer result is recorded before the policy
    return bounds.tensors[y];
  };
  EXPECT_EQ(interval(3, 5), (Interval{3, 5}));
  EXPECT_EQ(interval(20, 30), (Interval{20, 20}));
  EXPECT_EQ(interval(-4, 4), (Interval{0, 4}));
}

TEST(BoundsPass, ACheckPolicyIntersects) {
  const auto interval = [](std::int64_t lo, std::int64_t hi) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -7, 9));
    const auto y = b.op("abs", {x}, checked(1, lo, hi));
    b.output(y);
    return bounds_of(b).tensors[y];
  };
  EXPECT_EQ(interval(-4, 4), (Interval{0, 4}));
  EXPECT_EQ(interval(9, 12), (Interval{9, 9}));
}

TEST(BoundsPass, AnEmptyCheckIntervalIsRefusedAtLoad) {
  for (const auto& [lo, hi] : {std::pair<std::int64_t, std::int64_t>{10, 12}, {-3, -1}}) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -7, 9));
    b.output(b.op("abs", {x}, checked(1, lo, hi)));
    const auto loaded = bound_graph(b.bytes(), "g");
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.refusal().code, RefusalCode::model_mismatch);
  }
}

// Multiplying [-2, 3] by 2^62 five times passes 2^255: 2 * 2^(62*4) = 2^249, times 2^62 = 2^311 -> -2^255. The fourth
// node is not saturated (2^249 fits), the fifth is, and the sixth works on the clamped interval.
TEST(BoundsPass, SaturatesAt2To255AndRemembersIt) {
  ModelBuilder b;
  auto t = b.input(checked(1, -2, 3));
  for (int i = 0; i < 5; ++i) {
    t = b.op("rescale", {t}, derived(1), multiply_by(std::int64_t{1} << 62));
  }
  b.output(b.op("abs", {t}, derived(1)));
  const GraphBounds bounds = bounds_of(b);
  EXPECT_FALSE(bounds.nodes[3].arith.saturated());
  EXPECT_EQ(bounds.nodes[3].results[0].lo, Arith().neg(Wide::pow2(249)));
  EXPECT_TRUE(bounds.nodes[4].arith.saturated());
  EXPECT_EQ(bounds.nodes[4].results[0], (Interval{Arith().neg(Wide::pow2(255)), Wide::pow2(255)}));
  EXPECT_EQ(bounds.nodes[5].results[0], (Interval{0, Wide::pow2(255)}));
  EXPECT_FALSE(bounds.nodes[5].arith.saturated());
}

TEST(BoundsPass, AStateOperandSetsStateAdd) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -1, 1));
  const auto s = b.state(clamped(1, -100, 100), 0, 0);
  const auto y = b.op("add", {x, s}, derived(1));
  b.output(y);
  const GraphBounds bounds = bounds_of(b);
  EXPECT_TRUE(bounds.nodes[0].npu_flags.contains("state_add"));
  EXPECT_EQ(bounds.tensors[y], (Interval{-101, 101}));
}

}  // namespace
}  // namespace wai
