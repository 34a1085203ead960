// Admissible ranges (ops 8.4) a second way: the tensor's consumers alone, in a graph of their own, on [-X, X].
#include "bounds/admissible.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bounds/load.hpp"
#include "graph/whg1.hpp"
#include "support/operators.hpp"
#include "support/random_graphs.hpp"
#include "support/text_run.hpp"
#include "wai/certify.hpp"

namespace wai::test {
namespace {

constexpr std::uint64_t kPast = std::uint64_t{1} << 63;

// A tensor as a graph input with the interval that the pass gave it, and the sizes it was planned on.
void add_input(GraphModel& model, const BoundedGraph& g, std::uint32_t t, const Interval& range) {
  TensorRecord record = g.graph.model.tensors[t];
  record.policy = RangePolicy::check;
  record.lo = narrow<std::int64_t>(range.lo.small());
  record.hi = narrow<std::int64_t>(range.hi.small());
  InputRecord input;
  input.tensor = static_cast<std::uint32_t>(model.tensors.size());
  if (g.graph.largest) {
    input.max_h = static_cast<std::uint32_t>((*g.graph.largest)[t].h);
    input.max_w = static_cast<std::uint32_t>((*g.graph.largest)[t].w);
  }
  model.inputs.push_back(input);
  model.tensors.push_back(record);
}

// The consumers of tensor t, each on inputs of its own; t's have the range given. No output has a policy.
GraphModel consumers_of(const BoundedGraph& g, std::uint32_t t, const Interval& range) {
  GraphModel model;
  model.max_elems = g.graph.model.max_elems;
  model.scalars = g.graph.model.scalars;
  for (const OperatorRecord& op : g.graph.model.ops) {
    if (std::find(op.in.begin(), op.in.end(), t) == op.in.end()) {
      continue;
    }
    OperatorRecord alone = op;
    for (std::uint32_t& in : alone.in) {
      const bool is_t = in == t;
      const std::uint32_t old = in;
      in = static_cast<std::uint32_t>(model.tensors.size());
      add_input(model, g, old, is_t ? range : g.bounds.tensors[old]);
    }
    for (std::uint32_t& out : alone.out) {
      TensorRecord record = g.graph.model.tensors[out];
      record.policy = RangePolicy::derived;
      record.lo = record.hi = 0;
      out = static_cast<std::uint32_t>(model.tensors.size());
      model.outputs.push_back(out);
      model.tensors.push_back(record);
    }
    model.ops.push_back(std::move(alone));
  }
  return model;
}

// C(X) from that graph's bytes. Only a lut16 on too wide a range has no bounds at all (readings G9, G13).
bool consumers_meet(const BoundedGraph& g, std::uint32_t t, std::uint64_t x, bool acc32) {
  const auto end = static_cast<std::int64_t>(x);
  const auto bounded = bound_graph(write_graph(consumers_of(g, t, {Wide(-end), Wide(end)})), "consumers");
  if (!bounded) {
    EXPECT_NE(bounded.refusal().message.find("lut16"), std::string::npos) << bounded.refusal().message;
    return false;
  }
  for (std::size_t op = 0; op < bounded->bounds.nodes.size(); ++op) {
    const NodeRecord& node = bounded->bounds.nodes[op];
    for (const auto& [key, c] : text_keys(bounded->graph.row(op).name)) {
      if (bits(node.intermediates.at(key)) > text_width(c, acc32)) {
        return false;
      }
    }
    for (const Interval& result : node.results) {
      if (bits(result) > text_tensor_width(acc32)) {
        return false;
      }
    }
    if (node.arith.saturated()) {
      return false;
    }
  }
  return true;
}

bool is_read(const GraphModel& model, std::uint32_t t) {
  return std::any_of(model.ops.begin(), model.ops.end(),
                     [&](const OperatorRecord& op) { return std::find(op.in.begin(), op.in.end(), t) != op.in.end(); });
}

struct Seen {
  std::size_t none = 0, within = 0, unlimited = 0;
};

void examine(const BoundedGraph& g, std::uint32_t t, Profile profile, Seen& seen) {
  const bool acc32 = profile == Profile::acc32;
  const auto range = admissible_range(g.graph, g.bounds, t, profile);
  const auto printed = value(admissible({"g", write_graph(g.graph.model)}, t, profile));
  ASSERT_EQ(range.has_value(), printed.has_value());
  if (!range) {
    ++seen.none;
    EXPECT_FALSE(consumers_meet(g, t, 0, acc32));
    return;
  }
  const std::uint64_t x = range->x_star;
  ASSERT_LE(x, kPast);
  EXPECT_EQ(printed->lo, x == 0 ? "0" : "-" + std::to_string(x));
  EXPECT_EQ(printed->hi, std::to_string(std::min(x, kPast - 1)));
  if (!is_read(g.graph.model, t)) {
    EXPECT_EQ(x, kPast);
    return;
  }
  EXPECT_TRUE(consumers_meet(g, t, std::min(x, kPast - 1), acc32)) << "X* = " << x;
  if (x + 1 < kPast) {
    ++seen.within;
    EXPECT_FALSE(consumers_meet(g, t, x + 1, acc32)) << "X* = " << x;
  } else {
    ++seen.unlimited;  // 2^63 is no i64: an input cannot declare it
  }
}

TEST(AdmissibleRange, HoldsAtItsEndsAndNoFurther) {
  const PropertyRun run = PropertyRun::from_environment();
  Seen seen;
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SplitMix64 random(run.seed_of(i));
    const RandomGraph graph = random_graph(random);
    const auto g = load_graph(write_graph(graph.model), Profile::acc64);
    if (!g) {
      continue;
    }
    for (const Profile profile : {Profile::acc32, Profile::acc64}) {
      const auto t = static_cast<std::uint32_t>(random.below(graph.model.tensors.size()));
      SCOPED_TRACE(testing::Message() << run.name(i) << ", tensor " << t << ", " << to_string(profile));
      examine(*g, t, profile, seen);
    }
  }
  if (run.n_graphs >= 1000) {
    EXPECT_GT(seen.none * 20, run.n_graphs);
    EXPECT_GT(seen.within * 2, run.n_graphs);
    EXPECT_GT(seen.unlimited * 20, run.n_graphs);
  }
}

}  // namespace
}  // namespace wai::test
