// What every operator's reader stands on: its parameter bytes, the formed-size cap, the record of its bounds, its
// trace.
#include <gtest/gtest.h>

#include "ops/operator.hpp"
#include "support/graphs.hpp"

namespace wai {
namespace {

using namespace fixtures;

GraphModel with_params(Bytes params) {
  GraphModel graph = one_operator(0x01, {3, 5}, {1}, std::move(params), {{0, 7}});
  graph.ops[0].params_offset = 100;
  return graph;
}

TEST(ParamReader, KnowsItsInputsAndScalars) {
  const GraphModel graph = with_params({});
  const ParamReader in(graph, 0);
  EXPECT_EQ(in.n_in(), 2U);
  EXPECT_EQ(in.in_channels(), 3U);
  EXPECT_EQ(in.in_channels(1), 5U);
  EXPECT_EQ(in.scalars().size(), 1U);
  EXPECT_TRUE(in.finish());
}

TEST(ParamReader, TakesBytesInOrderAndRefusesMore) {
  const GraphModel graph = with_params({1, 0, 0, 0, 8, 9, 0, 0});
  ParamReader in(graph, 0);
  EXPECT_TRUE(in.need(8));
  EXPECT_FALSE(in.need(9));
  EXPECT_EQ(in.field<std::uint32_t>(), 1U);
  const auto two = in.take(2);
  ASSERT_TRUE(two);
  EXPECT_EQ((*two)[1], 9);
  EXPECT_FALSE(in.finish());
  EXPECT_FALSE(in.take(3));
  EXPECT_TRUE(in.reserved(2));
  EXPECT_TRUE(in.finish());
  EXPECT_TRUE(in.take(0));
}

TEST(ParamReader, RefusesASizePastSixtyFourBits) {
  const GraphModel graph = with_params({1});
  ParamReader in(graph, 0);
  const auto past = in.take(CheckedSize(~std::uint64_t{0}) + 1);
  ASSERT_FALSE(past);
  EXPECT_EQ(past.refusal().code, RefusalCode::model_mismatch);
}

TEST(ParamReader, RefusesReservedBytesThatAreSet) {
  const GraphModel graph = with_params({0, 1});
  ParamReader in(graph, 0);
  const auto result = in.reserved(2);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.refusal().code, RefusalCode::model_mismatch);
}

TEST(ParamReader, NamesTheOperatorAndTheOffset) {
  const GraphModel graph = with_params({1, 2, 3});
  ParamReader in(graph, 0);
  in.field<std::uint8_t>();
  EXPECT_EQ(in.refuse("what {}", 7).message, "operator 0 (conv), offset 101: what 7");
}

TEST(FormedSize, IsCappedAtTwoTo26) {
  EXPECT_EQ(*formed_size(kMaxElems, "a side"), kMaxElems);
  const auto past = formed_size(kMaxElems + 1, "a side");
  ASSERT_FALSE(past);
  EXPECT_EQ(past.refusal().code, RefusalCode::too_large);
  EXPECT_EQ(formed_size(CheckedSize(~std::uint64_t{0}) * 2, "a side").refusal().code, RefusalCode::too_large);
}

TEST(NodeRecord, HullsWhatIsRecordedAgain) {
  NodeRecord node;
  node.record("rq.t", {1, 2});
  node.record("rq.t", {-4, 0});
  node.record("rq.p", {5, 5});
  EXPECT_EQ(node.intermediates.at("rq.t"), (Interval{-4, 2}));
  EXPECT_EQ(node.intermediates.at("rq.p"), (Interval{5, 5}));
  node.result(0, {0, 1});
  node.result(1, {9, 9});
  node.result(0, {3, 4});
  EXPECT_EQ(node.results, (std::vector<Interval>{{0, 4}, {9, 9}}));
}

TEST(NodeRecord, KeepsEachFailedConditionOnceInOrder) {
  NodeRecord node;
  node.fails_acc32("rq.mult");
  node.fails_acc32("weights");
  node.fails_acc32("rq.mult");
  EXPECT_EQ(node.acc32_params, (std::vector<std::string_view>{"rq.mult", "weights"}));
}

TEST(Trace, KeepsTheLeastAndTheGreatestOfEachKey) {
  Trace trace;
  trace.note("a", 3);
  trace.note("b", kI128Min);
  trace.note("a", -2);
  trace.note(std::string_view("xa").substr(1), 9);  // the same key from other storage
  ASSERT_EQ(trace.entries().size(), 2U);
  EXPECT_EQ(trace.entries()[0].key, "a");
  EXPECT_TRUE(trace.entries()[0].min == -2 && trace.entries()[0].max == 9);
  EXPECT_TRUE(trace.entries()[1].min == kI128Min && trace.entries()[1].max == kI128Min);
}

TEST(PlanContext, RefusesAShapeByWhenItIsPlanned) {
  PlanContext ctx;
  EXPECT_EQ(ctx.shape_code(), RefusalCode::geometry_mismatch);
  ctx.at_load = true;
  EXPECT_EQ(ctx.shape_code(), RefusalCode::model_mismatch);
}

}  // namespace
}  // namespace wai
