// Admissible ranges (ops 8.4; readings G9).
#include "bounds/admissible.hpp"

#include <gtest/gtest.h>

#include "bounds/load.hpp"
#include "ops/requantisation.hpp"
#include "support/models.hpp"

namespace wai {
namespace {

using test::checked;
using test::derived;
using test::ModelBuilder;

BoundedGraph bounded(const ModelBuilder& b) {
  auto graph = bound_graph(b.bytes(), "g");
  EXPECT_TRUE(graph) << (graph ? "" : graph.refusal().message);
  return *std::move(graph);
}

std::optional<AdmissibleRange> range(const BoundedGraph& g, std::uint32_t t, Profile profile) {
  return admissible_range(g.graph, g.bounds, t, profile);
}

Bytes times(std::int64_t m) {
  RescaleParams p;
  p.rq.m_kind = RqKind::one;
  p.rq.m_bytes = 8;
  p.rq.mult = {m};
  p.rq.shift = {0};
  return write_params(p);
}

// 3*X and -3*X both fit i64 while 3*X <= 2^63 - 1: X* = floor((2^63 - 1) / 3). For i32: floor((2^31 - 1) / 3).
TEST(Admissible, IsTheLargestSymmetricRange) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  b.output(b.op("rescale", {x}, derived(1), times(3)));
  const BoundedGraph g = bounded(b);
  EXPECT_EQ(range(g, x, Profile::acc64)->x_star, 3074457345618258602U);
  EXPECT_EQ(range(g, x, Profile::acc32)->x_star, 715827882U);
  EXPECT_TRUE(admits(g.graph, g.bounds, x, Profile::acc64, 3074457345618258602U));
  EXPECT_FALSE(admits(g.graph, g.bounds, x, Profile::acc64, 3074457345618258603U));
}

TEST(Admissible, ATensorNobodyReadsTakesEverything) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  const auto y = b.op("abs", {x}, derived(1));
  b.output(y);
  const BoundedGraph g = bounded(b);
  const auto r = range(g, y, Profile::acc32);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->x_star, std::uint64_t{1} << 63);
  EXPECT_EQ(r->lo().to_string(), "-9223372036854775808");
  EXPECT_EQ(r->hi().to_string(), "9223372036854775807");
}

// |X| of [-X, X] must fit i64: X = 2^63 - 1.
TEST(Admissible, AbsLeavesOutTheLastNegativeValue) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  b.output(b.op("abs", {x}, derived(1)));
  EXPECT_EQ(range(bounded(b), x, Profile::acc64)->x_star, 9223372036854775807U);
}

TEST(Admissible, AnOperatorWhoseFixedIntervalsFailGivesNone) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  b.output(b.op("sigmoid", {x}, derived(1)));
  const BoundedGraph g = bounded(b);
  EXPECT_FALSE(range(g, x, Profile::acc32));
  // u = |x| up to X fits i64 for X = 2^63 - 1.
  EXPECT_EQ(range(g, x, Profile::acc64)->x_star, 9223372036854775807U);
}

TEST(Admissible, EveryReadOfTheTensorIsReplaced) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  b.output(b.op("add", {x, x}, derived(1)));  // 2X <= 2^31 - 1
  EXPECT_EQ(range(bounded(b), x, Profile::acc32)->x_star, 1073741823U);
}

TEST(Admissible, OtherTensorsKeepTheirIntervals) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  const auto y = b.input(checked(1, -10, 1000));
  b.output(b.op("add", {x, y}, derived(1)));  // X + 1000 <= 2^31 - 1, and X + 10 <= 2^31
  EXPECT_EQ(range(bounded(b), x, Profile::acc32)->x_star, 2147482647U);
}

// Policies are not part of C: a check output forbids acc32 for the node, not for the range.
TEST(Admissible, PoliciesAndParametersAreNotPartOfTheCondition) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  b.output(b.op("abs", {x}, checked(1, 0, 5)));
  EXPECT_EQ(range(bounded(b), x, Profile::acc32)->x_star, 2147483647U);
  ModelBuilder c;
  const auto y = c.input(checked(1, 0, 0));
  c.output(c.op("rescale", {y}, derived(1), times(std::int64_t{1} << 31)));  // rq.mult fails; X = 0 alone fits
  EXPECT_EQ(range(bounded(c), y, Profile::acc32)->x_star, 0U);
}

TEST(Admissible, ALut16NeverTakesMoreThanItsTable) {
  Bytes params = {static_cast<std::uint8_t>(-128), static_cast<std::uint8_t>(-128), 0, 0};
  params.resize(4 + 2 * 65536, 0);
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 0));
  b.output(b.op("lut16", {x}, derived(1), params));
  EXPECT_EQ(range(bounded(b), x, Profile::acc64)->x_star, 32767U);
}

}  // namespace
}  // namespace wai
