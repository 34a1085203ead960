// Runs: the steps of ops 4 in their order, policies, and the state of a sequence (ops 10.3).
#include "exec/run.hpp"

#include <gtest/gtest.h>

#include "ops/requantisation.hpp"
#include "support/models.hpp"

namespace wai {
namespace {

using test::checked;
using test::clamped;
using test::derived;
using test::ModelBuilder;

BoundedGraph loaded(const ModelBuilder& b) {
  auto graph = load_graph(b.bytes(), Profile::acc64);
  EXPECT_TRUE(graph) << (graph ? "" : graph.refusal().message);
  return *std::move(graph);
}

Tensor row(std::vector<std::int64_t> values) {
  const Shape s{1, 1, values.size()};
  return {s, std::move(values)};
}

RefusalCode code_of(const Expected<std::vector<Tensor>>& result) {
  EXPECT_FALSE(result);
  return result ? RefusalCode::not_dispatchable : result.refusal().code;
}

// y = x + s, s starts at 10 and takes y after its clamp [0, 100].
ModelBuilder accumulator() {
  ModelBuilder b;
  const auto x = b.input(checked(1, -50, 50));
  const auto s = b.state(checked(1, 0, 100), 0, 10);
  b.output(b.op("add", {x, s}, clamped(1, 0, 100)));
  return b;
}

TEST(Sequence, StartsFromInitInTheSizeOfInput0) {
  const BoundedGraph g = loaded(accumulator());
  const auto out = Sequence(g).decode({row({1, 2, 3})}, {});
  ASSERT_TRUE(out);
  EXPECT_EQ(out->at(0), row({11, 12, 13}));
}

TEST(Sequence, CarriesTheSourceAfterItsPolicy) {
  const BoundedGraph g = loaded(accumulator());
  Sequence sequence(g);
  EXPECT_EQ(sequence.decode({row({50, -50})}, {})->at(0), row({60, 0}));  // -40 is clamped to 0
  EXPECT_EQ(sequence.decode({row({50, 5})}, {})->at(0), row({100, 5}));   // 110 is clamped to 100
  EXPECT_EQ(sequence.decode({row({0, 1})}, {})->at(0), row({100, 6}));
}

TEST(Sequence, ARefusedDecodeChangesNoState) {
  const BoundedGraph g = loaded(accumulator());
  Sequence sequence(g);
  ASSERT_TRUE(sequence.decode({row({1})}, {}));  // 11
  EXPECT_EQ(code_of(sequence.decode({row({51})}, {})), RefusalCode::field_range);
  EXPECT_EQ(sequence.decode({row({2})}, {})->at(0), row({13}));
}

TEST(Sequence, ARefusedFirstDecodeLeavesInit) {
  const BoundedGraph g = loaded(accumulator());
  Sequence sequence(g);
  EXPECT_EQ(code_of(sequence.decode({row({51})}, {})), RefusalCode::field_range);
  EXPECT_EQ(sequence.decode({row({1, 2})}, {})->at(0), row({11, 12}));  // the size is this decode's
}

TEST(Sequence, AStateWhoseShapeNoLongerFitsIsRefusedByThePlan) {
  const BoundedGraph g = loaded(accumulator());
  Sequence sequence(g);
  ASSERT_TRUE(sequence.decode({row({1})}, {}));
  EXPECT_EQ(code_of(sequence.decode({row({1, 2})}, {})), RefusalCode::geometry_mismatch);
  EXPECT_EQ(sequence.decode({row({2})}, {})->at(0), row({13}));
}

// The state input's own policy applies to what it reads: a source of 60 passes its check of [0, 20].
TEST(Sequence, TheStateInputsOwnPolicyApplies) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -50, 50));
  const auto s = b.state(checked(1, 0, 20), 0, 10);
  b.output(b.op("add", {x, s}, derived(1)));
  const BoundedGraph g = loaded(b);
  Sequence sequence(g);
  ASSERT_TRUE(sequence.decode({row({50})}, {}));
  EXPECT_EQ(code_of(sequence.decode({row({0})}, {})), RefusalCode::field_range);
}

TEST(RunInputs, AClampInputIsClamped) {
  ModelBuilder b;
  const auto x = b.input(clamped(1, -2, 2));
  b.output(b.op("abs", {x}, derived(1)));
  EXPECT_EQ(run_graph(loaded(b), {row({-9, -1, 7})}, {})->at(0), row({2, 1, 2}));
}

TEST(RunInputs, ACheckInputIsRefusedPastEachEnd) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -2, 3));
  b.output(b.op("abs", {x}, derived(1)));
  const BoundedGraph g = loaded(b);
  EXPECT_TRUE(run_graph(g, {row({-2, 3})}, {}));
  EXPECT_EQ(code_of(run_graph(g, {row({-3})}, {})), RefusalCode::field_range);
  EXPECT_EQ(code_of(run_graph(g, {row({0, 4})}, {})), RefusalCode::field_range);
}

TEST(RunInputs, ChannelsAndEmptySidesAreModelMismatch) {
  ModelBuilder b;
  const auto x = b.input(checked(2, -2, 3));
  b.output(b.op("abs", {x}, derived(2)));
  const BoundedGraph g = loaded(b);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 1, 1})}, {})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({2, 0, 1})}, {})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({2, 1, 0})}, {})), RefusalCode::model_mismatch);
}

TEST(RunInputs, DeclaredSizesAndMaxElemsAreTooLarge) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -2, 3), 2, 3);
  b.output(b.op("abs", {x}, derived(1)));
  EXPECT_TRUE(run_graph(loaded(b), {Tensor({1, 2, 3})}, {}));
  EXPECT_EQ(code_of(run_graph(loaded(b), {Tensor({1, 3, 3})}, {})), RefusalCode::too_large);
  EXPECT_EQ(code_of(run_graph(loaded(b), {Tensor({1, 2, 4})}, {})), RefusalCode::too_large);
  ModelBuilder c;
  const auto y = c.input(checked(1, -2, 3));
  c.output(c.op("abs", {y}, derived(1)));
  c.model().max_elems = 6;
  EXPECT_TRUE(run_graph(loaded(c), {Tensor({1, 2, 3})}, {}));
  EXPECT_EQ(code_of(run_graph(loaded(c), {Tensor({1, 1, 7})}, {})), RefusalCode::too_large);
}

// Step 1 goes input by input: the first input's size comes before the second's channels.
TEST(RunInputs, AreCheckedOneAtATime) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 9), 1, 1);
  const auto y = b.input(checked(1, 0, 9), 1, 1);
  b.output(b.op("add", {x, y}, derived(1)));
  const BoundedGraph g = loaded(b);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 1, 2}), Tensor({2, 1, 1})}, {})), RefusalCode::too_large);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 1, 1}), Tensor({2, 1, 1})}, {})), RefusalCode::model_mismatch);
}

// Before a decode completes, the state's own size checks apply to input 0's size (readings G6).
TEST(RunInputs, TheInitialStateIsCheckedAtItsPlaceInTheTable) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 9), 4, 4);
  const auto s = b.state(checked(1, 0, 100), 0, 0);
  b.model().inputs[1].max_h = 2;
  b.model().inputs[1].max_w = 4;
  b.output(b.op("crop_to", {x, s}, derived(1)));
  const BoundedGraph g = loaded(b);
  EXPECT_TRUE(run_graph(g, {Tensor({1, 2, 4})}, {}));
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 3, 4})}, {})), RefusalCode::too_large);
}

// Step order: an input's size (1) before a scalar (2) before the plan (3) before a value (4).
TEST(RunSteps, StandInTheirOrder) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 9), 8, 8);
  const auto y = b.input(checked(1, 0, 9), 8, 8);
  b.scalar(1, 2);
  b.output(b.op("add", {x, y}, derived(1)));
  const BoundedGraph g = loaded(b);
  const std::vector<std::int64_t> good = {1};
  const std::vector<std::int64_t> bad = {3};
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 9, 1}), Tensor({1, 1, 1})}, bad)), RefusalCode::too_large);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 2, 1}), Tensor({1, 1, 1})}, bad)), RefusalCode::field_range);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 2, 1}, 99), Tensor({1, 1, 1})}, good)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(run_graph(g, {Tensor({1, 1, 1}, 99), Tensor({1, 1, 1})}, good)), RefusalCode::field_range);
}

TEST(RunScalars, AreHeldToTheirRangesAtBothEnds) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, 9));
  b.scalar(-1, 2);
  b.output(b.op("abs", {x}, derived(1)));
  const BoundedGraph g = loaded(b);
  for (const std::int64_t v : {-1, 0, 2}) {
    EXPECT_TRUE(run_graph(g, {row({1})}, std::vector<std::int64_t>{v}));
  }
  for (const std::int64_t v : {-2, 3}) {
    EXPECT_EQ(code_of(run_graph(g, {row({1})}, std::vector<std::int64_t>{v})), RefusalCode::field_range);
  }
}

// A check tensor is tested when it has been produced: the operator after it does not run, so its range is not reached.
TEST(RunPolicies, ACheckTensorInsideTheGraphRefuses) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -9, 9));
  const auto y = b.op("abs", {x}, checked(1, 0, 5));
  b.output(b.op("relu", {y}, derived(1)));
  const BoundedGraph g = loaded(b);
  EXPECT_EQ(run_graph(g, {row({-5, 5})}, {})->at(0), row({5, 5}));
  EXPECT_EQ(code_of(run_graph(g, {row({0, -6})}, {})), RefusalCode::field_range);
}

TEST(RunOutputs, MayRepeatATensorAndNameAnInput) {
  ModelBuilder b;
  const auto x = b.input(clamped(1, -2, 2));
  const auto y = b.op("abs", {x}, derived(1));
  b.output(y).output(x).output(y);
  const auto out = run_graph(loaded(b), {row({-9})}, {});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, (std::vector<Tensor>{row({2}), row({-2}), row({2})}));
}

TEST(RunTensors, AreKeptForALaterReader) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -9, 9));
  const auto y = b.op("abs", {x}, derived(1));
  const auto z = b.op("relu", {x}, derived(1));
  const auto u = b.op("add", {y, z}, derived(1));
  b.output(b.op("add", {u, x}, derived(1)));
  EXPECT_EQ(run_graph(loaded(b), {row({-3, 4})}, {})->at(0), row({0, 12}));
}

TEST(RunWatch, NotesWhatAnIntermediateReached) {
  RescaleParams p;
  p.rq.shift = {1};
  ModelBuilder b;
  const auto x = b.input(checked(1, -9, 9));
  b.output(b.op("rescale", {x}, derived(1), write_params(p)));
  RunWatch watch;
  const BoundedGraph g = loaded(b);
  ASSERT_TRUE(run_graph(g, {row({-3, 4})}, {}, &watch));
  ASSERT_EQ(watch.traces.size(), 1U);
  for (const Trace::Entry& e : watch.traces[0].entries()) {
    if (e.key == "rq.q") {  // floor(-3/2) = -2, floor(4/2) = 2
      EXPECT_EQ(e.min, -2);
      EXPECT_EQ(e.max, 2);
    }
    if (e.key == "rq.t") {
      EXPECT_EQ(e.min, -3);
      EXPECT_EQ(e.max, 4);
    }
  }
}

TEST(Load, AGraphThatFailsItsProfileIsRefused) {
  ModelBuilder b;
  const auto x = b.input(checked(1, 0, std::int64_t{1} << 31));
  b.output(b.op("abs", {x}, derived(1)));
  EXPECT_TRUE(load_graph(b.bytes(), Profile::acc64));
  const auto refused = load_graph(b.bytes(), Profile::acc32);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.refusal().code, RefusalCode::model_mismatch);
}

}  // namespace
}  // namespace wai
