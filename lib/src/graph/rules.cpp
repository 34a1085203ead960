#include "graph/whg1.hpp"

namespace wai {
namespace {

constexpr auto kMismatch = RefusalCode::model_mismatch;

// Marks every input's tensor as defined: one input each, none `derived`, input 0 of kind data.
Expected<void> define_inputs(const GraphModel& graph, std::vector<bool>& defined) {
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const InputRecord& input = graph.inputs[i];
    if (input.tensor >= graph.tensors.size()) {
      return refuse(kMismatch, "input {}: tensor {} does not exist (ops 10.3)", i, input.tensor);
    }
    if (defined[input.tensor]) {
      return refuse(kMismatch, "input {}: tensor {} is an earlier input's (ops 10.3)", i, input.tensor);
    }
    if (graph.tensors[input.tensor].policy == RangePolicy::derived) {
      return refuse(kMismatch, "input {}: tensor {} has the policy derived (ops 10.3)", i, input.tensor);
    }
    defined[input.tensor] = true;
  }
  if (graph.inputs.front().kind != InputKind::data) {
    return refuse(kMismatch, "input 0 is of kind state (ops 10.3)");
  }
  return {};
}

Expected<void> check_operator_order(const GraphModel& graph, std::vector<bool>& defined) {
  for (std::size_t i = 0; i < graph.ops.size(); ++i) {
    for (const std::uint32_t t : graph.ops[i].in) {
      if (t >= graph.tensors.size() || !defined[t]) {
        return refuse(kMismatch, "operator {}: reads tensor {}, which nothing before it gives (ops 10.3)", i, t);
      }
    }
    for (const std::uint32_t t : graph.ops[i].out) {
      if (t >= graph.tensors.size()) {
        return refuse(kMismatch, "operator {}: writes tensor {}, which does not exist (ops 10.3)", i, t);
      }
      if (defined[t]) {
        return refuse(kMismatch, "operator {}: writes tensor {}, which has a producer (ops 10.3)", i, t);
      }
      defined[t] = true;
    }
  }
  return {};
}

Expected<void> check_state(const GraphModel& graph, std::size_t i) {
  const InputRecord& input = graph.inputs[i];
  if (input.src >= graph.outputs.size()) {
    return refuse(kMismatch, "state input {}: src {} is past the outputs table (ops 10.3)", i, input.src);
  }
  const TensorRecord& own = graph.tensors[input.tensor];
  const TensorRecord& source = graph.tensors[graph.outputs[input.src]];
  if (own.channels != source.channels) {
    return refuse(kMismatch, "state input {}: {} channels, its source has {} (ops 10.3)", i, own.channels,
                  source.channels);
  }
  if (input.init < own.lo || input.init > own.hi) {
    return refuse(kMismatch, "state input {}: init {} is outside [{}, {}] (ops 10.3)", i, input.init, own.lo, own.hi);
  }
  return {};
}

}  // namespace

Expected<void> graph_rules(const GraphModel& graph) {
  std::vector<bool> defined(graph.tensors.size());
  WAI_CHECK(define_inputs(graph, defined));
  WAI_CHECK(check_operator_order(graph, defined));
  for (std::size_t t = 0; t < defined.size(); ++t) {
    if (!defined[t]) {
      return refuse(kMismatch, "tensor {} is neither an input nor an operator's output (ops 10.3)", t);
    }
  }
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    if (graph.outputs[i] >= graph.tensors.size()) {
      return refuse(kMismatch, "output {}: tensor {} does not exist (ops 10.3)", i, graph.outputs[i]);
    }
  }
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    if (graph.inputs[i].kind == InputKind::state) {
      WAI_CHECK(check_state(graph, i));
    }
  }
  return {};
}

}  // namespace wai
