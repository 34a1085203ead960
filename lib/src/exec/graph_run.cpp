#include "exec/run.hpp"
#include "wai/run.hpp"

namespace wai {
namespace {

// Beside run step 1, which reads no values: what only a caller of the API can get wrong.
Expected<void> check_call(const GraphModel& model, const std::vector<Tensor>& inputs,
                          std::span<const std::int64_t> scalars) {
  std::size_t n_data = 0;
  for (const InputRecord& input : model.inputs) {
    n_data += input.kind == InputKind::data ? 1 : 0;
  }
  if (inputs.size() != n_data || scalars.size() != model.scalars.size()) {
    return refuse(RefusalCode::model_mismatch, "{} inputs and {} scalars for a graph of {} data inputs and {} scalars",
                  inputs.size(), scalars.size(), n_data, model.scalars.size());
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Shape& s = inputs[i].shape;
    if ((CheckedSize(s.c) * s.h * s.w).value() != std::uint64_t{inputs[i].data.size()}) {
      return refuse(RefusalCode::model_mismatch, "data input {}: {} values for [{}, {}, {}]", i, inputs[i].data.size(),
                    s.c, s.h, s.w);
    }
  }
  return {};
}

std::string decimal(i128 v) {
  return Wide::of(v).to_string();
}

void collect(const BoundedGraph& graph, const RunWatch& watch, std::vector<TracedValue>& out) {
  for (std::size_t i = 0; i < watch.traces.size(); ++i) {
    for (const Trace::Entry& e : watch.traces[i].entries()) {
      const Interval& certified = graph.bounds.nodes[i].intermediates.at(e.key);
      out.push_back({i, std::string(graph.graph.row(i).name), std::string(e.key), decimal(e.min), decimal(e.max),
                     certified.lo.to_string(), certified.hi.to_string(),
                     certified.lo <= Wide::of(e.min) && Wide::of(e.max) <= certified.hi});
    }
  }
}

}  // namespace

// The graph stands still while the sequence points at it.
struct GraphRun::State {
  explicit State(BoundedGraph loaded) : graph(std::move(loaded)), sequence(graph) {}
  BoundedGraph graph;
  Sequence sequence;
};

GraphRun::GraphRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
GraphRun::GraphRun(GraphRun&&) noexcept = default;
GraphRun& GraphRun::operator=(GraphRun&&) noexcept = default;
GraphRun::~GraphRun() = default;

Expected<GraphRun> GraphRun::load(std::span<const std::uint8_t> whg1, Profile profile) {
  WAI_TRY(BoundedGraph graph, load_graph(whg1, profile));
  return GraphRun(std::make_unique<State>(std::move(graph)));
}

Expected<std::vector<Tensor>> GraphRun::decode(std::vector<Tensor> inputs, std::span<const std::int64_t> scalars,
                                               std::vector<TracedValue>* trace) {
  WAI_CHECK(check_call(state_->graph.graph.model, inputs, scalars));
  RunWatch watch;
  auto outputs = state_->sequence.decode(std::move(inputs), scalars, trace == nullptr ? nullptr : &watch);
  if (trace != nullptr) {
    collect(state_->graph, watch, *trace);
  }
  return outputs;
}

}  // namespace wai
