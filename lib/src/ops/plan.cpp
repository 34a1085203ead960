#include "ops/plan.hpp"

#include "graph/whg1.hpp"

namespace wai {
namespace {

constexpr auto kMismatch = RefusalCode::model_mismatch;

// A refusal of operator i, with its index and name in front.
Refusal at_operator(const PlannedGraph& graph, std::size_t i, Refusal refusal) {
  refusal.message = fmt::format("operator {} ({}): {}", i, graph.row(i).name, refusal.message);
  return refusal;
}

// Step 5 for one operator: opcode, arity, tensors that exist, parameters.
Expected<std::unique_ptr<Operator>> read_operator(const GraphModel& model, std::size_t i) {
  const OperatorRecord& record = model.ops[i];
  const OperatorRow* row = find_operator(record.opcode);
  if (row == nullptr) {
    return refuse(kMismatch, "operator {} at offset {}: opcode {:#04x} is not in wai-ops/1 (ops 5)", i, record.offset,
                  record.opcode);
  }
  if (record.in.size() < row->min_in || record.in.size() > row->max_in || record.out.size() != row->n_out) {
    return refuse(kMismatch, "operator {} ({}) at offset {}: {} inputs and {} outputs (ops 10.3)", i, row->name,
                  record.offset, record.in.size(), record.out.size());
  }
  for (const auto& list : {record.in, record.out}) {
    for (const std::uint32_t t : list) {
      if (t >= model.tensors.size()) {
        return refuse(kMismatch, "operator {} ({}) at offset {}: tensor {} does not exist (ops 10.3)", i, row->name,
                      record.offset, t);
      }
    }
  }
  ParamReader in(model, i);
  WAI_TRY(auto op, row->read(in));
  WAI_CHECK(in.finish());
  return op;
}

template <class T, class Get>
std::vector<T> each(const std::vector<std::uint32_t>& tensors, Get get) {
  std::vector<T> out;
  out.reserve(tensors.size());
  for (const std::uint32_t t : tensors) {
    out.push_back(get(t));
  }
  return out;
}

std::vector<std::uint64_t> channels_of(const GraphModel& model, const std::vector<std::uint32_t>& tensors) {
  return each<std::uint64_t>(tensors, [&](std::uint32_t t) { return model.tensors[t].channels; });
}

// The exponent rules of step 6 (ops 3, 5.6).
Expected<void> check_exponents(const PlannedGraph& graph) {
  const GraphModel& model = graph.model;
  const auto exponents_of = [&](const std::vector<std::uint32_t>& tensors) {
    return each<std::int8_t>(tensors, [&](std::uint32_t t) { return model.tensors[t].exponent; });
  };
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    if (auto ok = graph.ops[i]->exponents(exponents_of(model.ops[i].in), exponents_of(model.ops[i].out)); !ok) {
      return at_operator(graph, i, std::move(ok.refusal()));
    }
  }
  return {};
}

// The channel counts of step 7, before any shape (readings G3), and that each is its output tensor's (ops 10.3).
Expected<void> check_channels(const PlannedGraph& graph) {
  const GraphModel& model = graph.model;
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    const auto declared = channels_of(model, model.ops[i].out);
    auto derived = graph.ops[i]->channels(channels_of(model, model.ops[i].in), declared);
    if (!derived) {
      return at_operator(graph, i, std::move(derived.refusal()));
    }
    if (*derived != declared) {
      return refuse(kMismatch, "operator {} ({}): its outputs' channels are not those of their tensors (ops 10.3)", i,
                    graph.row(i).name);
    }
  }
  return {};
}

Expected<void> check_needs_sizes(const PlannedGraph& graph) {
  for (std::size_t i = 0; i < graph.ops.size(); ++i) {
    if (graph.row(i).needs_sizes && !graph.model.declares_sizes()) {
      return refuse(kMismatch, "operator {} ({}): the inputs do not declare their sizes (ops 8.1, 10.5 step 7)", i,
                    graph.row(i).name);
    }
  }
  return {};
}

Expected<void> check_elements(const GraphModel& model, const Shape& s, std::string_view what, std::size_t index) {
  if (!(CheckedSize(s.c) * s.h * s.w).within(model.max_elems)) {
    return refuse(RefusalCode::too_large, "{} {}: [{}, {}, {}] passes max_elems {} (ops 4)", what, index, s.c, s.h, s.w,
                  model.max_elems);
  }
  return {};
}

// Step 7 on the declared sizes: the inputs in table order, then the operators.
Expected<void> plan_largest(PlannedGraph& graph) {
  if (!graph.model.declares_sizes()) {
    return {};
  }
  std::vector<Shape> inputs;
  for (std::size_t i = 0; i < graph.model.inputs.size(); ++i) {
    const InputRecord& input = graph.model.inputs[i];
    inputs.push_back({graph.model.tensors[input.tensor].channels, input.max_h, input.max_w});
    WAI_CHECK(check_elements(graph.model, inputs.back(), "input", i));
  }
  PlanContext ctx;
  ctx.at_load = true;
  ctx.ranges = graph.model.scalars;
  WAI_TRY(graph.largest, plan_shapes(graph, inputs, ctx));
  return {};
}

}  // namespace

Expected<PlannedGraph> plan_graph(GraphModel model) {
  PlannedGraph graph;
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    WAI_TRY(auto op, read_operator(model, i));
    graph.ops.push_back(std::move(op));
  }
  graph.model = std::move(model);
  WAI_CHECK(graph_rules(graph.model));
  WAI_CHECK(check_exponents(graph));
  WAI_CHECK(check_channels(graph));
  WAI_CHECK(check_needs_sizes(graph));
  WAI_CHECK(plan_largest(graph));
  return graph;
}

Expected<std::vector<Shape>> plan_shapes(const PlannedGraph& graph, std::span<const Shape> inputs,
                                         const PlanContext& ctx) {
  const GraphModel& model = graph.model;
  std::vector<Shape> shapes(model.tensors.size());
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    shapes[model.inputs[i].tensor] = inputs[i];
  }
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    const OperatorRecord& record = model.ops[i];
    const auto in = each<Shape>(record.in, [&](std::uint32_t t) { return shapes[t]; });
    auto out = graph.ops[i]->plan(in, channels_of(model, record.out), ctx);
    if (!out) {
      return at_operator(graph, i, std::move(out.refusal()));
    }
    for (std::size_t k = 0; k < record.out.size(); ++k) {
      shapes[record.out[k]] = (*out)[k];
      if (auto ok = check_elements(model, (*out)[k], "output", k); !ok) {
        return at_operator(graph, i, std::move(ok.refusal()));
      }
    }
  }
  return shapes;
}

}  // namespace wai
