#include "bounds/admissible.hpp"

#include <algorithm>

namespace wai {
namespace {

// One consumer's part of C(X). A lut16 that refuses the interval admits no such X (readings G9).
bool consumer_admits(const PlannedGraph& graph, const GraphBounds& bounds, std::size_t op, std::uint32_t tensor,
                     Profile profile, const Interval& replaced) {
  std::vector<Interval> inputs;
  for (const std::uint32_t t : graph.model.ops[op].in) {
    inputs.push_back(t == tensor ? replaced : bounds.tensors[t]);
  }
  const auto node = bound_node(graph, op, inputs);
  return node && values_meet(*node, profile);
}

}  // namespace

bool admits(const PlannedGraph& graph, const GraphBounds& bounds, std::uint32_t tensor, Profile profile,
            std::uint64_t x) {
  const Interval replaced = {Wide::of(-static_cast<i128>(x)), Wide::of_unsigned(x)};
  for (std::size_t i = 0; i < graph.model.ops.size(); ++i) {
    const auto& in = graph.model.ops[i].in;
    if (std::find(in.begin(), in.end(), tensor) != in.end() &&
        !consumer_admits(graph, bounds, i, tensor, profile, replaced)) {
      return false;
    }
  }
  return true;
}

std::optional<AdmissibleRange> admissible_range(const PlannedGraph& graph, const GraphBounds& bounds,
                                                std::uint32_t tensor, Profile profile) {
  if (!admits(graph, bounds, tensor, profile, 0)) {
    return std::nullopt;
  }
  // Every rule is monotone under inclusion: the largest X that holds, between one that holds and one past the end.
  std::uint64_t holds = 0;
  std::uint64_t fails = (std::uint64_t{1} << 63) + 1;
  while (fails - holds > 1) {
    const std::uint64_t middle = holds + (fails - holds) / 2;
    (admits(graph, bounds, tensor, profile, middle) ? holds : fails) = middle;
  }
  return AdmissibleRange{holds};
}

}  // namespace wai
