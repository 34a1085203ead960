// The graph rules of ops 10.3 that need no operator, one at a time, and what readings G1 and G12 settle.
#include <gtest/gtest.h>

#include "graph/whg1.hpp"
#include "support/graphs.hpp"

namespace wai {
namespace {

using namespace fixtures;

// x and a state s (fed by output 1); add(x, s) -> 2, relu(2) -> 3; outputs 3 and 2.
GraphModel valid() {
  GraphModel graph;
  graph.inputs = {data_input(0), state_input(1, 1, 5)};
  graph.tensors = {checked(4), clamped(4, -5, 5), derived(4), derived(4)};
  graph.outputs = {3, 2};
  graph.ops = {op_record(0x05, {0, 1}, {2}), op_record(0x0C, {2}, {3})};
  return graph;
}

void expect_refused(const GraphModel& graph, const std::string& what) {
  const auto result = graph_rules(graph);
  ASSERT_FALSE(result) << what;
  EXPECT_EQ(result.refusal().code, RefusalCode::model_mismatch) << what;
}

TEST(GraphRules, AcceptAGraphThatKeepsThemAll) {
  const auto result = graph_rules(valid());
  EXPECT_TRUE(result) << result.refusal().message;
}

TEST(GraphRules, RefuseATensorThatNothingProduces) {
  auto graph = valid();
  graph.tensors.push_back(derived(1));
  expect_refused(graph, "tensor 4");
}

TEST(GraphRules, RefuseATensorWithTwoProducers) {
  auto graph = valid();
  graph.ops[1].out = {2};
  graph.outputs = {2, 2};
  expect_refused(graph, "two operators");
  graph = valid();
  graph.ops[1].out = {0};
  expect_refused(graph, "a graph input");
}

TEST(GraphRules, RefuseATensorTwiceInOneOperatorsOutputs) {  // readings G1
  auto graph = valid();
  graph.ops[1] = op_record(0x15, {2}, {3, 3, 3, 3});
  expect_refused(graph, "one operator");
}

TEST(GraphRules, RefuseATensorOfTwoInputRecords) {  // readings G1
  auto graph = valid();
  graph.inputs.push_back(data_input(0));
  expect_refused(graph, "tensor 0 twice");
}

TEST(GraphRules, RefuseAnOperatorThatReadsALaterOrItsOwnOutput) {
  auto graph = valid();
  graph.ops[0].in = {0, 3};
  expect_refused(graph, "a later output");
  graph.ops[0].in = {0, 2};
  expect_refused(graph, "its own output");
  graph = valid();
  std::swap(graph.ops[0], graph.ops[1]);
  expect_refused(graph, "operators out of order");
}

TEST(GraphRules, RefuseATensorIndexPastTheTable) {
  for (const std::uint32_t past : {4U, ~0U}) {
    auto graph = valid();
    graph.inputs[0].tensor = past;
    expect_refused(graph, "input");
    graph = valid();
    graph.ops[0].in[1] = past;
    expect_refused(graph, "operator input");
    graph = valid();
    graph.ops[1].out[0] = past;
    expect_refused(graph, "operator output");
    graph = valid();
    graph.outputs[1] = past;
    expect_refused(graph, "graph output");
  }
}

TEST(GraphRules, RefuseAnInputWithTheDerivedPolicy) {
  auto graph = valid();
  graph.tensors[0] = derived(4);
  expect_refused(graph, "data");
  graph = valid();
  graph.tensors[1] = derived(4);
  graph.inputs[1].init = 0;
  expect_refused(graph, "state");
}

TEST(GraphRules, RefuseAStateInInputZero) {
  auto graph = valid();
  std::swap(graph.inputs[0], graph.inputs[1]);
  expect_refused(graph, "input 0");
}

TEST(GraphRules, RefuseAStateFedByNoOutput) {
  auto graph = valid();
  graph.inputs[1].src = 2;
  expect_refused(graph, "src = n_outputs");
  graph.inputs[1].src = ~0U;
  expect_refused(graph, "src 2^32 - 1");
  graph.inputs[1].src = 0;
  EXPECT_TRUE(graph_rules(graph));
}

TEST(GraphRules, RefuseAStateWhoseSourceHasOtherChannels) {
  auto graph = valid();
  graph.tensors[2].channels = 3;
  expect_refused(graph, "4 and 3 channels");
  graph.inputs[1].src = 0;  // tensor 3 has 4
  EXPECT_TRUE(graph_rules(graph));
}

TEST(GraphRules, RefuseAnInitialValueOutsideTheStatesRange) {
  auto graph = valid();
  for (const std::int64_t init : {-5, 0, 5}) {
    graph.inputs[1].init = init;
    EXPECT_TRUE(graph_rules(graph)) << init;
  }
  for (const std::int64_t init : {std::int64_t{-6}, std::int64_t{6}, INT64_MIN, INT64_MAX}) {
    graph.inputs[1].init = init;
    expect_refused(graph, std::to_string(init));
  }
}

TEST(GraphRules, AcceptRepeatedOutputsAndUnusedScalarsAndTensors) {  // readings G12
  auto graph = valid();
  graph.outputs = {3, 2, 3, 3};
  EXPECT_TRUE(graph_rules(graph)) << "repeated outputs";
  graph.outputs = {0, 2};
  EXPECT_TRUE(graph_rules(graph)) << "an output that is a graph input; tensor 3 is unread";
  graph.inputs.push_back(data_input(4));
  graph.tensors.push_back(checked(1));
  graph.scalars = {{0, 1}};
  EXPECT_TRUE(graph_rules(graph)) << "an input nobody reads, a scalar nobody names";
}

TEST(GraphRules, AcceptAStateFedByItself) {  // an output may be any tensor, the state's own included
  auto graph = valid();
  graph.outputs = {3, 1};
  EXPECT_TRUE(graph_rules(graph));
}

}  // namespace
}  // namespace wai
