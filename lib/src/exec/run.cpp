#include "exec/run.hpp"

#include <algorithm>

namespace wai {
namespace {

// The tensors of one decode. Each is dropped after the last operator that reads it, unless it is an output.
class Run {
 public:
  Run(const PlannedGraph& graph, std::span<const std::int64_t> scalars, RunWatch* watch)
      : graph_(graph), model_(graph.model), scalars_(scalars), watch_(watch), tensors_(model_.tensors.size()) {}

  Expected<void> check_inputs(const std::vector<Tensor>& inputs) const;
  Expected<void> check_scalars() const;
  Expected<void> plan(const std::vector<Tensor>& inputs);
  Expected<void> evaluate(std::vector<Tensor> inputs);
  // Output k; the others stay as they are.
  [[nodiscard]] const Tensor& output(std::size_t k) const { return tensors_[model_.outputs[k]]; }
  [[nodiscard]] std::vector<Tensor> take_outputs();

 private:
  Expected<void> apply_policy(std::uint32_t t, std::string_view what, std::size_t index);
  void evaluate_operator(std::size_t op);
  [[nodiscard]] std::vector<std::size_t> last_reads() const;

  const PlannedGraph& graph_;
  const GraphModel& model_;
  std::span<const std::int64_t> scalars_;
  RunWatch* watch_;
  std::vector<Shape> shapes_;
  std::vector<Tensor> tensors_;
};

// Run step 1: each input's channels and sides (model_mismatch), then its size (too_large).
Expected<void> Run::check_inputs(const std::vector<Tensor>& inputs) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputRecord& input = model_.inputs[i];
    const Shape& s = inputs[i].shape;
    if (const auto channels = model_.tensors[input.tensor].channels; s.c != channels || s.h < 1 || s.w < 1) {
      return refuse(RefusalCode::model_mismatch, "input {}: [{}, {}, {}] for {} channels (ops 4 run step 1)", i, s.c,
                    s.h, s.w, channels);
    }
    if (input.max_h != 0 && (s.h > input.max_h || s.w > input.max_w)) {
      return refuse(RefusalCode::too_large, "input {}: {} x {} passes the declared {} x {} (ops 4 run step 1)", i, s.h,
                    s.w, input.max_h, input.max_w);
    }
    if (!(CheckedSize(s.c) * s.h * s.w).within(model_.max_elems)) {
      return refuse(RefusalCode::too_large, "input {}: [{}, {}, {}] passes max_elems {} (ops 4 run step 1)", i, s.c,
                    s.h, s.w, model_.max_elems);
    }
  }
  return {};
}

// Run step 2.
Expected<void> Run::check_scalars() const {
  for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
    const ScalarRecord& s = model_.scalars[i];
    if (scalars_[i] < s.lo || scalars_[i] > s.hi) {
      return refuse(RefusalCode::field_range, "scalar {}: {} is outside [{}, {}] (ops 4 run step 2)", i, scalars_[i],
                    s.lo, s.hi);
    }
  }
  return {};
}

// Run step 3.
Expected<void> Run::plan(const std::vector<Tensor>& inputs) {
  std::vector<Shape> sizes;
  for (const Tensor& input : inputs) {
    sizes.push_back(input.shape);
  }
  PlanContext ctx;
  ctx.ranges = model_.scalars;
  ctx.values = scalars_;
  WAI_TRY(shapes_, plan_shapes(graph_, sizes, ctx));
  return {};
}

// A tensor's policy on the elements its producer gave (ops 3).
Expected<void> Run::apply_policy(std::uint32_t t, std::string_view what, std::size_t index) {
  const TensorRecord& record = model_.tensors[t];
  Tensor& tensor = tensors_[t];
  if (record.policy == RangePolicy::clamp) {
    for (std::int64_t& v : tensor.data) {
      v = std::clamp(v, record.lo, record.hi);
    }
  }
  if (record.policy == RangePolicy::check) {
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
      if (const std::int64_t v = tensor.data[i]; v < record.lo || v > record.hi) {
        const std::size_t plane = tensor.shape.plane();
        const std::size_t w = static_cast<std::size_t>(tensor.shape.w);
        return refuse(RefusalCode::field_range, "{} {}: {} at [{}, {}, {}] is outside [{}, {}] (ops 3, 4)", what, index,
                      v, i / plane, i % plane / w, i % w, record.lo, record.hi);
      }
    }
  }
  return {};
}

// By tensor: the last operator that reads it; 0 for one that no operator reads.
std::vector<std::size_t> Run::last_reads() const {
  std::vector<std::size_t> last(model_.tensors.size());
  for (std::size_t i = 0; i < model_.ops.size(); ++i) {
    for (const std::uint32_t t : model_.ops[i].in) {
      last[t] = i;
    }
  }
  for (const std::uint32_t t : model_.outputs) {
    last[t] = model_.ops.size();
  }
  return last;
}

void Run::evaluate_operator(std::size_t op) {
  const OperatorRecord& record = model_.ops[op];
  std::vector<const Tensor*> in;
  for (const std::uint32_t t : record.in) {
    in.push_back(&tensors_[t]);
  }
  std::vector<Tensor> out;
  for (const std::uint32_t t : record.out) {
    out.emplace_back(shapes_[t]);
  }
  EvalContext ctx;
  ctx.scalars = scalars_;
  ctx.trace = watch_ == nullptr ? nullptr : &watch_->traces[op];
  graph_.ops[op]->evaluate(in, out, ctx);
  for (std::size_t k = 0; k < out.size(); ++k) {
    tensors_[record.out[k]] = std::move(out[k]);
  }
}

// Run step 4: the inputs' policies in table order, then the operators one by one, each with its outputs' policies.
Expected<void> Run::evaluate(std::vector<Tensor> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    tensors_[model_.inputs[i].tensor] = std::move(inputs[i]);
    WAI_CHECK(apply_policy(model_.inputs[i].tensor, "input", i));
  }
  const std::vector<std::size_t> last = last_reads();
  for (std::size_t op = 0; op < model_.ops.size(); ++op) {
    evaluate_operator(op);
    for (const std::uint32_t t : model_.ops[op].out) {
      WAI_CHECK(apply_policy(t, graph_.row(op).name, op));
    }
    for (const auto& list : {model_.ops[op].in, model_.ops[op].out}) {
      for (const std::uint32_t t : list) {
        if (last[t] <= op) {
          tensors_[t] = Tensor();
        }
      }
    }
  }
  return {};
}

std::vector<Tensor> Run::take_outputs() {
  std::vector<Tensor> outputs;
  for (std::size_t k = 0; k < model_.outputs.size(); ++k) {
    const std::uint32_t t = model_.outputs[k];
    const bool again =
        std::count(model_.outputs.begin() + static_cast<std::ptrdiff_t>(k) + 1, model_.outputs.end(), t) != 0;
    outputs.push_back(again ? tensors_[t] : std::move(tensors_[t]));
  }
  return outputs;
}

// Every input in table order: the data inputs as given, a state input from the last completed decode, or its `init`
// in the size of input 0 (ops 10.3; readings G6). A size past its caps stands without elements: step 1 refuses it.
std::vector<Tensor> all_inputs(const GraphModel& model, std::vector<Tensor> data,
                               const std::vector<std::optional<Tensor>>& state) {
  const Shape first = data.empty() ? Shape{} : data.front().shape;
  std::vector<Tensor> inputs;
  std::size_t next = 0;
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const InputRecord& input = model.inputs[i];
    if (input.kind == InputKind::data) {
      inputs.push_back(next < data.size() ? std::move(data[next]) : Tensor());
      ++next;
    } else if (state[i]) {
      inputs.push_back(*state[i]);
    } else {
      const Shape s{model.tensors[input.tensor].channels, first.h, first.w};
      const bool fits_caps = (CheckedSize(s.c) * s.h * s.w).within(model.max_elems);
      Tensor t = fits_caps ? Tensor(s, input.init) : Tensor();
      t.shape = s;
      inputs.push_back(std::move(t));
    }
  }
  return inputs;
}

}  // namespace

Expected<std::vector<Tensor>> Sequence::decode(std::vector<Tensor> inputs, std::span<const std::int64_t> scalars,
                                               RunWatch* watch) {
  const PlannedGraph& graph = graph_->graph;
  const GraphModel& model = graph.model;
  if (watch != nullptr) {
    watch->traces.assign(model.ops.size(), Trace());
  }
  std::vector<Tensor> all = all_inputs(model, std::move(inputs), state_);
  Run run(graph, scalars, watch);
  WAI_CHECK(run.check_inputs(all));
  WAI_CHECK(run.check_scalars());
  WAI_CHECK(run.plan(all));
  WAI_CHECK(run.evaluate(std::move(all)));
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    if (model.inputs[i].kind == InputKind::state) {
      state_[i] = run.output(model.inputs[i].src);
    }
  }
  return run.take_outputs();
}

Expected<std::vector<Tensor>> run_graph(const BoundedGraph& graph, std::vector<Tensor> inputs,
                                        std::span<const std::int64_t> scalars, RunWatch* watch) {
  return Sequence(graph).decode(std::move(inputs), scalars, watch);
}

}  // namespace wai
