// The bounds pass (ops 8.1 to 8.3): an interval for every tensor and named intermediate of a planned graph.
#pragma once

#include <vector>

#include "ops/plan.hpp"

namespace wai {

struct GraphBounds {
  std::vector<Interval> tensors;  // every tensor's interval, after its policy
  std::vector<NodeRecord> nodes;  // by operator index
};

// Refuses with model_mismatch where no certificate exists (readings G13): a `check` range that holds no value its
// producer can give, or a lut16 whose input's interval passes its table.
[[nodiscard]] Expected<GraphBounds> bounds_pass(const PlannedGraph& graph);

// One operator's rule on given input intervals, in input order: what the pass does at each node, and what an
// admissible range asks again with one interval replaced (ops 8.4).
[[nodiscard]] Expected<NodeRecord> bound_node(const PlannedGraph& graph, std::size_t op,
                                              const std::vector<Interval>& inputs);

}  // namespace wai
