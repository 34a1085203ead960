#include "support/text_run.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace wai::test {
namespace {

using Keys = std::map<std::string_view, TextClass>;
constexpr TextClass kAcc = TextClass::acc;
constexpr TextClass kWide = TextClass::wide;
constexpr TextClass kProduct = TextClass::product;

// The intermediates of ops 5.1, after `first`.
Keys with_rq(Keys first) {
  first.insert({{"rq.t", kAcc}, {"rq.p", kProduct}, {"rq.q", kAcc}, {"rq.y", kAcc}});
  return first;
}
// Those of exp_neg_q16 (ops 5.7), after `first`.
Keys with_exp(Keys first) {
  first.insert({{"exp.negx", kAcc}, {"exp.nl", kAcc}, {"exp.t2", kAcc}, {"exp.c", kAcc}});
  return first;
}

const std::map<std::string_view, Keys>& table_8_5_a() {
  static const std::map<std::string_view, Keys> table = {
      {"conv", with_rq({{"conv.term", kAcc}, {"conv.acc", kAcc}})},
      {"conv_transpose", with_rq({{"convT.term", kAcc}, {"convT.acc", kAcc}})},
      {"rescale", with_rq({})},
      {"chscale", with_rq({})},
      {"mul", with_rq({{"mul.p", kAcc}})},
      {"gram", with_rq({{"gram.term", kAcc}, {"gram.acc", kAcc}})},
      {"apply", with_rq({{"apply.term", kAcc}, {"apply.acc", kAcc}})},
      {"leaky", {{"leaky.p", kAcc}}},
      {"igdn",
       {{"igdn.x2", kWide},
        {"igdn.gx2", kProduct},
        {"igdn.term", kWide},
        {"igdn.N", kWide},
        {"igdn.r", kAcc},
        {"igdn.xr", kWide}}},
      {"layernorm_c",
       {{"ln.S", kWide},
        {"ln.m", kWide},
        {"ln.d", kAcc},
        {"ln.T", kWide},
        {"ln.v", kWide},
        {"rsq.num", kAcc},
        {"ln.k", kAcc},
        {"ln.dk", kWide},
        {"ln.n", kAcc},
        {"ln.ng", kWide}}},
      {"l2norm", {{"l2.T", kWide}, {"rsq.num", kAcc}, {"l2.k", kAcc}, {"l2.vk", kWide}}},
      {"softmax", with_exp({{"sm.diff", kAcc}, {"sm.sum", kAcc}, {"sm.num", kAcc}})},
      {"sigmoid", with_exp({{"sig.num", kAcc}})},
      {"elu", with_exp({{"elu.p", kWide}})},
  };
  return table;
}

constexpr std::uint64_t kCap = std::uint64_t{1} << 26;  // of ops 3

// One operator's record at run step 3: sizes here are far below 2^64, parameters below 2^32.
struct Planner {
  const OperatorRecord& op;
  std::vector<Shape> in;
  const std::vector<std::int64_t>& scalars;
  std::vector<std::uint64_t> channels;  // of the outputs' records
  std::vector<Shape> out = {};

  [[nodiscard]] std::uint64_t u32(std::size_t i) const { return load_le<std::uint32_t>(&op.params[4 * i]); }
  // A crop's operand: kind, reserved, value or index.
  [[nodiscard]] std::int64_t operand(std::size_t i) const {
    const std::uint64_t v = u32(2 * i + 1);
    return op.params[8 * i] == 1 ? scalars[static_cast<std::size_t>(v)] : static_cast<std::int64_t>(v);
  }
  std::optional<RefusalCode> give(bool rule, std::uint64_t h, std::uint64_t w) {
    if (!rule) {
      return RefusalCode::geometry_mismatch;
    }
    for (const std::uint64_t c : channels) {
      out.push_back({c, h, w});
    }
    return std::nullopt;
  }

  std::optional<RefusalCode> conv() {
    const std::uint64_t h = in[0].h + 2 * u32(5);
    const std::uint64_t w = in[0].w + 2 * u32(6);
    if (h > kCap || w > kCap) {
      return RefusalCode::too_large;
    }
    const bool rule = h >= u32(1) && w >= u32(2);
    return give(rule, rule ? (h - u32(1)) / u32(3) + 1 : 0, rule ? (w - u32(2)) / u32(4) + 1 : 0);
  }
  std::optional<RefusalCode> conv_transpose() {
    const std::uint64_t uh = (in[0].h - 1) * u32(3) + u32(1) + u32(7);
    const std::uint64_t uw = (in[0].w - 1) * u32(4) + u32(2) + u32(8);
    if (uh > kCap || uw > kCap || u32(0) > kCap || uh * uw > kCap / u32(0)) {
      return RefusalCode::too_large;
    }
    return give(uh > 2 * u32(5) && uw > 2 * u32(6), uh - 2 * u32(5), uw - 2 * u32(6));
  }
  std::optional<RefusalCode> crop() {
    const std::int64_t y0 = operand(0), x0 = operand(1), h = operand(2), w = operand(3);
    const auto side = [](std::int64_t start, std::int64_t length, std::uint64_t size) {
      const auto s = static_cast<std::int64_t>(size);
      return start >= 0 && length >= 1 && start <= s && length <= s - start;
    };
    return give(side(y0, h, in[0].h) && side(x0, w, in[0].w), static_cast<std::uint64_t>(h),
                static_cast<std::uint64_t>(w));
  }
  std::optional<RefusalCode> grown(std::uint64_t h, std::uint64_t w, bool rule = true) {
    return h > kCap || w > kCap ? RefusalCode::too_large : give(rule, h, w);
  }
  [[nodiscard]] bool one_plane() const {
    return std::all_of(in.begin(), in.end(), [&](const Shape& s) { return s.h == in[0].h && s.w == in[0].w; });
  }

  std::optional<RefusalCode> plan() {
    const std::uint64_t h = in[0].h;
    const std::uint64_t w = in[0].w;
    switch (op.opcode) {
      case 0x01:
        return conv();
      case 0x11:
        return conv_transpose();
      case 0x14:
        return crop();
      case 0x05:  // add
      case 0x06:  // concat
      case 0x10:  // mul
        return give(one_plane(), h, w);
      case 0x09:  // pixel_shuffle
        return grown(h * u32(0), w * u32(0));
      case 0x0A:  // pixel_unshuffle
        return give(h % u32(0) == 0 && w % u32(0) == 0, h / u32(0), w / u32(0));
      case 0x0E:  // pad_rep
        return grown((h + u32(0) - 1) / u32(0) * u32(0), (w + u32(0) - 1) / u32(0) * u32(0));
      case 0x0F:  // crop_to
        return give(in[1].h <= h && in[1].w <= w, in[1].h, in[1].w);
      case 0x15:  // subpos_split
        return give(h % 2 == 0 && w % 2 == 0, h / 2, w / 2);
      case 0x16:  // subpos_merge
        return grown(2 * h, 2 * w, one_plane());
      case 0x1D:  // gram
        return give(one_plane(), 1, in[0].c / u32(0));
      case 0x1E:  // apply
        return give(h == 1 && w == in[1].c / u32(0), in[1].h, in[1].w);
      default:
        return give(true, h, w);
    }
  }
};

std::int64_t clamped(std::int64_t v, const TensorRecord& t) {
  return std::min(std::max(v, t.lo), t.hi);
}

// The policy of ops 3 on one tensor; false when the decode is refused.
bool after_policy(Tensor& tensor, const TensorRecord& t) {
  for (std::int64_t& v : tensor.data) {
    if (t.policy == RangePolicy::check && v != clamped(v, t)) {
      return false;
    }
    v = t.policy == RangePolicy::clamp ? clamped(v, t) : v;
  }
  return true;
}

}  // namespace

const std::map<std::string_view, TextClass>& text_keys(std::string_view op) {
  static const Keys none;
  const auto at = table_8_5_a().find(op);
  return at == table_8_5_a().end() ? none : at->second;
}

unsigned text_width(TextClass c, bool acc32) {
  switch (c) {
    case TextClass::acc:
      return acc32 ? 32 : 64;
    case TextClass::wide:
      return acc32 ? 32 : 128;
    default:
      return acc32 ? 64 : 128;
  }
}

TextShapes text_plan(const GraphModel& model, const std::vector<Shape>& inputs,
                     const std::vector<std::int64_t>& scalars) {
  std::vector<Shape> shapes(model.tensors.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    shapes[model.inputs[i].tensor] = inputs[i];
  }
  for (const OperatorRecord& op : model.ops) {
    Planner planner{op, {}, scalars, {}};
    for (const std::uint32_t t : op.in) {
      planner.in.push_back(shapes[t]);
    }
    for (const std::uint32_t t : op.out) {
      planner.channels.push_back(model.tensors[t].channels);
    }
    if (const auto code = planner.plan()) {
      return *code;
    }
    for (std::size_t k = 0; k < op.out.size(); ++k) {
      const Shape& s = planner.out[k];
      if (s.c > kCap || s.h * s.w > kCap || s.c * s.h * s.w > model.max_elems) {
        return RefusalCode::too_large;
      }
      shapes[op.out[k]] = s;
    }
  }
  return shapes;
}

std::vector<Tensor> TextSequence::inputs(const std::vector<Tensor>& data) const {
  std::vector<Tensor> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i < graph_->model.inputs.size(); ++i) {
    const InputRecord& input = graph_->model.inputs[i];
    if (input.kind == InputKind::data) {
      all.push_back(data[next++]);
    } else if (state_[i]) {
      all.push_back(*state_[i]);
    } else {
      all.emplace_back(Shape{graph_->model.tensors[input.tensor].channels, data[0].shape.h, data[0].shape.w},
                       input.init);
    }
  }
  return all;
}

// Run step 1.
std::optional<RefusalCode> TextSequence::check_inputs(const std::vector<Tensor>& inputs) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputRecord& input = graph_->model.inputs[i];
    const Shape& s = inputs[i].shape;
    if (s.c != graph_->model.tensors[input.tensor].channels) {
      return RefusalCode::model_mismatch;
    }
    const bool past_declared = input.max_h != 0 && (s.h > input.max_h || s.w > input.max_w);
    if (past_declared || s.c * s.h * s.w > graph_->model.max_elems) {
      return RefusalCode::too_large;
    }
  }
  return std::nullopt;
}

// Run step 4.
void TextSequence::evaluate(const std::vector<Tensor>& inputs, const std::vector<Shape>& shapes,
                            const std::vector<std::int64_t>& scalars, TextRun& run) const {
  const GraphModel& model = graph_->model;
  const auto produced = [&](std::uint32_t t, Tensor tensor) {
    const bool ok = after_policy(tensor, model.tensors[t]);
    if (ok) {
      run.tensors[t] = std::move(tensor);
    } else {
      run.refused = RefusalCode::field_range;
    }
    return ok;
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!produced(model.inputs[i].tensor, inputs[i])) {
      return;
    }
  }
  for (std::size_t op = 0; op < model.ops.size(); ++op) {
    std::vector<const Tensor*> in;
    for (const std::uint32_t t : model.ops[op].in) {
      in.push_back(&*run.tensors[t]);
    }
    std::vector<Tensor> out;
    for (const std::uint32_t t : model.ops[op].out) {
      out.emplace_back(shapes[t]);
    }
    graph_->ops[op]->evaluate(in, out, {scalars, nullptr});
    run.results.push_back(out);
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (!produced(model.ops[op].out[k], out[k])) {
        return;
      }
    }
  }
}

TextRun TextSequence::decode(const std::vector<Tensor>& data, const std::vector<std::int64_t>& scalars) {
  const GraphModel& model = graph_->model;
  TextRun run;
  run.tensors.resize(model.tensors.size());
  const std::vector<Tensor> all = inputs(data);
  std::vector<Shape> sizes;
  for (const Tensor& t : all) {
    sizes.push_back(t.shape);
  }
  run.refused = check_inputs(all);
  for (std::size_t i = 0; i < scalars.size() && !run.refused; ++i) {  // run step 2
    if (scalars[i] < model.scalars[i].lo || scalars[i] > model.scalars[i].hi) {
      run.refused = RefusalCode::field_range;
    }
  }
  if (run.refused) {
    return run;
  }
  const TextShapes shapes = text_plan(model, sizes, scalars);
  if (const auto* code = std::get_if<RefusalCode>(&shapes)) {
    run.refused = *code;
    return run;
  }
  evaluate(all, std::get<0>(shapes), scalars, run);
  for (std::size_t i = 0; i < model.inputs.size() && !run.refused; ++i) {
    if (model.inputs[i].kind == InputKind::state) {
      state_[i] = *run.tensors[model.outputs[model.inputs[i].src]];
    }
  }
  return run;
}

}  // namespace wai::test
