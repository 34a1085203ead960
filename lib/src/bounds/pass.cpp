#include "bounds/pass.hpp"

#include <algorithm>

namespace wai {
namespace {

bool is_state_input(const GraphModel& model, std::uint32_t tensor) {
  return std::any_of(model.inputs.begin(), model.inputs.end(), [&](const InputRecord& input) {
    return input.tensor == tensor && input.kind == InputKind::state;
  });
}

// The tensor's interval from its producer result (ops 8.1). lo > hi when a `check` range leaves nothing.
Interval after_policy(const TensorRecord& t, const Interval& result) {
  const Wide lo = t.lo;
  const Wide hi = t.hi;
  switch (t.policy) {
    case RangePolicy::derived:
      return result;
    case RangePolicy::clamp:
      return {min(max(result.lo, lo), hi), min(max(result.hi, lo), hi)};
    case RangePolicy::check:
      return {max(result.lo, lo), min(result.hi, hi)};
  }
  bug("after_policy: a policy that the parser does not let through");
}

}  // namespace

Expected<NodeRecord> bound_node(const PlannedGraph& graph, std::size_t op, const std::vector<Interval>& inputs) {
  const GraphModel& model = graph.model;
  NodeRecord node;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::uint32_t t = model.ops[op].in[k];
    NodeInput input{inputs[k], std::nullopt, is_state_input(model, t)};
    if (graph.largest) {
      input.largest = (*graph.largest)[t];
    }
    node.in.push_back(input);
  }
  for (const ScalarRecord& s : model.scalars) {
    node.scalars.push_back({s.lo, s.hi});
  }
  if (auto ok = graph.ops[op]->bounds(node); !ok) {
    ok.refusal().message = fmt::format("operator {} ({}): {}", op, graph.row(op).name, ok.refusal().message);
    return std::move(ok.refusal());
  }
  return node;
}

Expected<GraphBounds> bounds_pass(const PlannedGraph& graph) {
  const GraphModel& model = graph.model;
  GraphBounds bounds;
  bounds.tensors.resize(model.tensors.size());
  for (const InputRecord& input : model.inputs) {
    bounds.tensors[input.tensor] = {model.tensors[input.tensor].lo, model.tensors[input.tensor].hi};
  }
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    const OperatorRecord& record = model.ops[i];
    std::vector<Interval> inputs;
    for (const std::uint32_t t : record.in) {
      inputs.push_back(bounds.tensors[t]);
    }
    WAI_TRY(NodeRecord node, bound_node(graph, i, inputs));
    for (std::size_t k = 0; k < record.out.size(); ++k) {
      const Interval v = after_policy(model.tensors[record.out[k]], node.results[k]);
      if (v.hi < v.lo) {
        return refuse(RefusalCode::model_mismatch,
                      "operator {} ({}): the check range of tensor {} holds no value its producer can give (ops 8.1)",
                      i, graph.row(i).name, record.out[k]);
      }
      bounds.tensors[record.out[k]] = v;
    }
    bounds.nodes.push_back(std::move(node));
  }
  return bounds;
}

}  // namespace wai
