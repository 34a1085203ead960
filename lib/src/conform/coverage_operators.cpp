// Coverage of ops 14.1, items 1 to 5: what every graph operator's vectors show.
#include <algorithm>

#include "conform/coverage_items.hpp"

namespace wai {
namespace {

constexpr i128 kI32Hi = 2147483647;

std::string excuse_unless(bool applies, std::string why) {
  return applies ? "" : std::move(why);
}

bool has_round(std::string_view op) {
  return is_one_of(op, {"conv", "conv_transpose", "rescale", "chscale", "mul", "gram", "apply"});
}
bool has_kernel(std::string_view op) {
  return is_one_of(op, {"conv", "conv_transpose"});
}
bool has_scalar(std::string_view op) {
  return is_one_of(op, {"chscale", "crop", "fill"});
}
bool has_shape_rule(std::string_view op) {
  return is_one_of(op, {"conv", "conv_transpose", "mul", "add", "concat", "crop_to", "crop", "pixel_unshuffle",
                        "subpos_split", "subpos_merge", "gram", "apply"});
}
bool never_acc32(std::string_view op) {
  return is_one_of(op, {"softmax", "sigmoid", "elu", "layernorm_c", "l2norm"});
}

std::uint32_t param_u32(const Evidence& e, std::size_t offset) {
  return load_le<std::uint32_t>(&e.model()->ops.front().params[offset]);
}

// --- 1: the ends of partial sums ---

struct SumKey {
  std::string_view op, key;
};
constexpr SumKey kSums[] = {
    {"conv", "conv.acc"}, {"conv_transpose", "convT.acc"}, {"gram", "gram.acc"},    {"apply", "apply.acc"},
    {"igdn", "igdn.N"},   {"layernorm_c", "ln.S"},         {"layernorm_c", "ln.T"}, {"l2norm", "l2.T"},
    {"softmax", "sm.sum"}};

// An end that no input attains, since ops 8.3 bounds the sum by more than its operands can give at once.
struct Unattained {
  std::string_view key;
  bool high;
  std::string_view why;
};
constexpr Unattained kUnattained[] = {
    {"ln.T", true, "C deviations of the largest size cannot stand at one position: they sum to about 0 (ops 8.3)"},
};

std::string sum_excuse(std::string_view op, const SumKey& sum, bool high) {
  if (op != sum.op) {
    return "no such sum";
  }
  for (const Unattained& u : kUnattained) {
    if (u.key == sum.key && u.high == high) {
      return std::string(u.why);
    }
  }
  return {};
}

bool attains_end(const Evidence& e, std::string_view key, bool high) {
  if (e.bounded() == nullptr || !e.loads()) {
    return false;
  }
  const auto& certified = e.bounded()->bounds.nodes.front().intermediates;
  const auto found = certified.find(key);
  return found != certified.end() &&
         e.some_end(key, [&](i128 v) { return Wide::of(v) == (high ? found->second.hi : found->second.lo); });
}

void add_sums(std::vector<OperatorItem>& items) {
  for (const SumKey& sum : kSums) {
    for (const bool high : {false, true}) {
      items.push_back({fmt::format("1.{}.{}", sum.key, high ? "hi" : "lo"), "14.1 item 1",
                       fmt::format("{} attains the {} end of its interval", sum.key, high ? "upper" : "lower"),
                       [sum, high](std::string_view op) { return sum_excuse(op, sum, high); },
                       [sum, high](const Evidence& e) { return attains_end(e, sum.key, high); }});
    }
  }
}

// --- 2: rounding ---

bool uses(const Evidence& e, Round round, unsigned shift) {
  const auto setting = round_setting(e);
  return setting && setting->round == round &&
         std::find(setting->shifts.begin(), setting->shifts.end(), shift) != setting->shifts.end() &&
         e.some_decode([](const VectorDecode&) { return true; });
}

// rq.p notes p, and p + 2^(s-1) where the mode forms it: the least is a p, and so is the greatest less that half.
bool has_tie(const Evidence& e, Round round, bool positive) {
  const auto setting = round_setting(e);
  if (!setting || setting->round != round || setting->shifts.front() == 0 || setting->shifts.front() > 64 ||
      std::count(setting->shifts.begin(), setting->shifts.end(), setting->shifts.front()) !=
          static_cast<std::ptrdiff_t>(setting->shifts.size())) {
    return false;
  }
  const i128 half = i128{1} << (setting->shifts.front() - 1);
  const i128 unit = half * 2;
  const auto is_tie = [&](i128 p) { return (p > 0) == positive && ((p % unit) + unit) % unit == half; };
  for (const auto& decode : e.traces()) {
    for (const Trace::Entry& entry : decode.empty() ? std::vector<Trace::Entry>() : decode.front().entries()) {
      if (entry.key == "rq.p" && (is_tie(entry.min) || is_tie(round == Round::floor ? entry.max : entry.max - half))) {
        return true;
      }
    }
  }
  return false;
}

void add_rounding(std::vector<OperatorItem>& items) {
  const auto excuse = [](std::string_view op) { return excuse_unless(has_round(op), "it does not round (ops 5)"); };
  for (const auto& [round, name] :
       {std::pair{Round::floor, "floor"}, {Round::half_up, "half_up"}, {Round::half_even, "half_even"}}) {
    for (const bool positive : {true, false}) {
      items.push_back({fmt::format("2.{}.tie.{}", name, positive ? "positive" : "negative"), "14.1 item 2",
                       fmt::format("{} at a tie of a {} product", name, positive ? "positive" : "negative"), excuse,
                       [round = round, positive](const Evidence& e) { return has_tie(e, round, positive); }});
    }
    for (const unsigned shift : {0U, 1U, 31U, 32U, 62U, 63U, 64U, 127U}) {
      items.push_back({fmt::format("2.{}.shift.{}", name, shift), "14.1 item 2",
                       fmt::format("{} at shift {}{}", name, shift, shift > 63 ? ", acc64 only" : ""), excuse,
                       [round = round, shift](const Evidence& e) {
                         return uses(e, round, shift) && (shift <= 63 || e.is_acc64_only());
                       }});
    }
  }
}

// --- 3: sizes ---

bool some_input(const Evidence& e, const std::function<bool(const Shape&)>& f) {
  return e.some_decode([&](const VectorDecode& d) {
    return std::any_of(d.inputs.begin(), d.inputs.end(), [&](const Tensor& t) { return f(t.shape); });
  });
}

bool kernel_passes_input(const Evidence& e) {
  return e.bounded() != nullptr &&
         some_input(e, [&](const Shape& s) { return param_u32(e, 4) > s.h && param_u32(e, 8) > s.w; });
}
bool output_padding_reaches_stride(const Evidence& e) {
  return e.bounded() != nullptr && param_u32(e, 28) >= param_u32(e, 12) && param_u32(e, 32) >= param_u32(e, 16) &&
         some_input(e, [](const Shape&) { return true; });
}
bool stride_passes_kernel(const Evidence& e) {
  return e.bounded() != nullptr && param_u32(e, 12) > param_u32(e, 4) && param_u32(e, 16) > param_u32(e, 8) &&
         some_input(e, [](const Shape&) { return true; });
}

std::string one_by_one_excuse(std::string_view op) {
  return excuse_unless(op != "subpos_split", "its H and W are even (ops 5.10)");
}

void add_sizes(std::vector<OperatorItem>& items) {
  const auto kernel = [](std::string_view op) { return excuse_unless(has_kernel(op), "it has no kernel"); };
  items.push_back({"3.kernel", "14.1 item 3", "a kernel larger than its input", kernel, kernel_passes_input});
  items.push_back(
      {"3.output_padding", "14.1 item 3", "output padding at least the stride",
       [](std::string_view op) { return excuse_unless(op == "conv_transpose", "it has no output padding"); },
       output_padding_reaches_stride});
  items.push_back({"3.stride", "14.1 item 3", "a stride larger than the kernel", kernel, stride_passes_kernel});
  items.push_back({"3.one_by_one", "14.1 item 3", "a 1 x 1 plane", one_by_one_excuse, [](const Evidence& e) {
                     return some_input(e, [](const Shape& s) { return s.h == 1 && s.w == 1; });
                   }});
  items.push_back({"3.odd", "14.1 item 3", "odd sizes", one_by_one_excuse, [](const Evidence& e) {
                     return some_input(e, [](const Shape& s) { return s.h % 2 == 1 && s.w % 2 == 1 && s.h * s.w > 1; });
                   }});
}

// --- 4: the ends of i32 ---

std::string i32_excuse(std::string_view op, i128 v) {
  if (never_acc32(op)) {
    return "it never meets acc32 (ops 7.3)";
  }
  if (op == "lut16") {
    return "its values fit i16 (ops 5.6)";
  }
  if (op == "chunk_add" && v == kI32Hi) {
    return "both halves have one range, so the upper end of their sums is even (ops 8.3)";
  }
  if (op == "abs" && v == -kI32Hi - 1) {
    return "|-2^31| leaves i32, so no acc32 graph takes it (ops 5.5)";
  }
  return {};
}

void add_i32_ends(std::vector<OperatorItem>& items) {
  struct End {
    const char* name;
    i128 v;
    bool past;
  };
  for (const End& end :
       {End{"2^31-1", kI32Hi, false}, End{"-(2^31-1)", -kI32Hi, false}, End{"-2^31", -kI32Hi - 1, false},
        End{"2^31", kI32Hi + 1, true}, End{"-2^31-1", -kI32Hi - 2, true}}) {
    items.push_back(
        {fmt::format("4.{}", end.name), "14.1 item 4",
         fmt::format("a value at {}, tagged {}", end.name, end.past ? "acc64 only" : "acc32"),
         [v = end.v](std::string_view op) { return i32_excuse(op, v); },
         [end](const Evidence& e) { return (end.past ? e.is_acc64_only() : e.is_acc32()) && e.some_value(end.v); }});
  }
}

// --- 5: ranges and plans ---

// The record of the first data input of policy check, and the decode's tensor for it.
bool input_reaches(const Evidence& e, const VectorDecode& d, bool high, int past) {
  std::size_t data = 0;
  for (const InputRecord& input : e.model()->inputs) {
    if (input.kind != InputKind::data) {
      continue;
    }
    const TensorRecord& record = e.model()->tensors[input.tensor];
    const i128 wanted = (high ? static_cast<i128>(record.hi) + past : static_cast<i128>(record.lo) - past);
    if (record.policy == RangePolicy::check && data < d.inputs.size() &&
        any_element({d.inputs[data]}, [&](std::int64_t v) { return v == wanted; })) {
      return true;
    }
    ++data;
  }
  return false;
}

bool output_reaches(const Evidence& e, const VectorDecode& d, bool high) {
  for (std::size_t k = 0; k < outputs(d).size() && k < e.model()->outputs.size(); ++k) {
    const TensorRecord& record = e.model()->tensors[e.model()->outputs[k]];
    if (record.policy == RangePolicy::check &&
        any_element({outputs(d)[k]}, [&](std::int64_t v) { return v == (high ? record.hi : record.lo); })) {
      return true;
    }
  }
  return false;
}

bool inputs_in_range(const Evidence& e, const VectorDecode& d) {
  std::size_t data = 0;
  for (const InputRecord& input : e.model()->inputs) {
    const TensorRecord& record = e.model()->tensors[input.tensor];
    if (input.kind == InputKind::data && record.policy == RangePolicy::check && data < d.inputs.size() &&
        any_element({d.inputs[data]}, [&](std::int64_t v) { return v < record.lo || v > record.hi; })) {
      return false;
    }
    data += input.kind == InputKind::data ? 1 : 0;
  }
  return true;
}

bool scalar_is(const Evidence& e, const VectorDecode& d, bool high, int past) {
  for (std::size_t k = 0; k < d.scalars.size() && k < e.model()->scalars.size(); ++k) {
    const ScalarRecord& record = e.model()->scalars[k];
    if (d.scalars[k] == (high ? static_cast<i128>(record.hi) + past : static_cast<i128>(record.lo) - past)) {
      return true;
    }
  }
  return false;
}
bool scalars_in_range(const Evidence& e, const VectorDecode& d) {
  for (std::size_t k = 0; k < d.scalars.size() && k < e.model()->scalars.size(); ++k) {
    if (d.scalars[k] < e.model()->scalars[k].lo || d.scalars[k] > e.model()->scalars[k].hi) {
      return false;
    }
  }
  return true;
}

bool has_output_check(const Evidence& e) {
  return std::any_of(e.model()->outputs.begin(), e.model()->outputs.end(),
                     [&](std::uint32_t t) { return e.model()->tensors[t].policy == RangePolicy::check; });
}

void add_input_ranges(std::vector<OperatorItem>& items) {
  const auto always = [](std::string_view) { return std::string(); };
  const auto scalar = [](std::string_view op) { return excuse_unless(has_scalar(op), "it reads no scalar"); };
  for (const bool high : {false, true}) {
    const char* end = high ? "upper" : "lower";
    items.push_back({fmt::format("5.input.{}", end), "14.1 item 5", fmt::format("an input at its {} end", end), always,
                     [high](const Evidence& e) {
                       return e.some_decode([&](const VectorDecode& d) { return input_reaches(e, d, high, 0); });
                     }});
    items.push_back({fmt::format("5.input.past_{}", end), "14.1 item 5",
                     fmt::format("an input one past its {} end", end), always, [high](const Evidence& e) {
                       return e.some_refusal(RefusalCode::field_range, [&](const VectorDecode& d) {
                         return scalars_in_range(e, d) && input_reaches(e, d, high, 1);
                       });
                     }});
    items.push_back({fmt::format("5.output.{}", end), "14.1 item 5", fmt::format("a checked output at its {} end", end),
                     always, [high](const Evidence& e) {
                       return e.some_decode([&](const VectorDecode& d) { return output_reaches(e, d, high); });
                     }});
    items.push_back({fmt::format("5.scalar.{}", end), "14.1 item 5", fmt::format("a scalar at its {} end", end), scalar,
                     [high](const Evidence& e) {
                       return e.some_decode([&](const VectorDecode& d) { return scalar_is(e, d, high, 0); });
                     }});
    items.push_back({fmt::format("5.scalar.past_{}", end), "14.1 item 5",
                     fmt::format("a scalar one past its {} end", end), scalar, [high](const Evidence& e) {
                       return e.some_refusal(RefusalCode::field_range,
                                             [&](const VectorDecode& d) { return scalar_is(e, d, high, 1); });
                     }});
  }
  items.push_back({"5.output.past", "14.1 item 5", "a checked output past its range, the inputs in theirs", always,
                   [](const Evidence& e) {
                     return e.model() != nullptr && has_output_check(e) &&
                            e.some_refusal(RefusalCode::field_range, [&](const VectorDecode& d) {
                              return scalars_in_range(e, d) && inputs_in_range(e, d);
                            });
                   }});
}

bool plans(const Evidence& e, const std::vector<Shape>& shapes, const VectorDecode& d) {
  std::vector<std::uint64_t> declared;
  for (const std::uint32_t t : e.model()->ops.front().out) {
    declared.push_back(e.model()->tensors[t].channels);
  }
  PlanContext ctx;
  ctx.ranges = e.model()->scalars;
  ctx.values = d.scalars;
  return e.bounded()->graph.ops.front()->plan(shapes, declared, ctx).has_value();
}

// The shape rule refuses the decode for one side alone: with another H (or W) of one input, it plans.
bool refuses_side(const Evidence& e, const VectorDecode& d, bool is_height) {
  constexpr std::uint64_t kMostSide = 24;
  std::vector<Shape> shapes;
  for (const std::uint32_t t : e.model()->ops.front().in) {  // an operator may read an input more than once
    if (t >= d.inputs.size()) {
      return false;
    }
    shapes.push_back(d.inputs[t].shape);
  }
  if (plans(e, shapes, d)) {
    return false;  // an output past its cap, or a state
  }
  for (Shape& shape : shapes) {
    const Shape kept = shape;
    for (std::uint64_t side = 1; side <= kMostSide; ++side) {
      (is_height ? shape.h : shape.w) = side;
      if (plans(e, shapes, d)) {
        return true;
      }
    }
    shape = kept;
  }
  return false;
}

void add_plans(std::vector<OperatorItem>& items) {
  const auto excuse = [](std::string_view op) {
    return excuse_unless(has_shape_rule(op), "its shape rule takes every size (ops 5)");
  };
  for (const bool is_height : {true, false}) {
    const char* side = is_height ? "H" : "W";
    items.push_back(
        {fmt::format("5.plan.{}", side), "14.1 item 5",
         fmt::format("a decode that the shape rule refuses for {}", side), excuse, [is_height](const Evidence& e) {
           return e.bounded() != nullptr && e.some_refusal(RefusalCode::geometry_mismatch, [&](const VectorDecode& d) {
             return refuses_side(e, d, is_height);
           });
         }});
  }
  items.push_back({"5.plan.load", "14.1 item 5", "declared sizes that the shape rule refuses at load", excuse,
                   [](const Evidence& e) {
                     return e.vector().load == RefusalCode::model_mismatch && e.bounded() == nullptr &&
                            e.model() != nullptr && e.model()->inputs.front().max_h > 0;
                   }});
}

}  // namespace

std::vector<OperatorItem> operator_items() {
  std::vector<OperatorItem> items;
  add_sums(items);
  add_rounding(items);
  add_sizes(items);
  add_i32_ends(items);
  add_input_ranges(items);
  add_plans(items);
  return items;
}

}  // namespace wai
