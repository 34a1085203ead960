#include "conform/common_vectors.hpp"

#include <algorithm>

#include "bounds/load.hpp"

namespace wai {
namespace {

bool has_exponent_rule(std::string_view op) {
  return op == "add" || op == "concat" || op == "chunk_add" || op == "lut16";
}

// The outputs of the case's own decode.
std::vector<Tensor> outputs_of(const OpCase& c) {
  GraphVector vector;
  vector.graph = write_graph(c.model());
  vector.decodes = {c.decode};
  evaluate_vector(vector);
  if (vector.decodes.empty() || !std::holds_alternative<std::vector<Tensor>>(vector.decodes[0].expect)) {
    bug("common vectors: the case does not decode");
  }
  return std::get<std::vector<Tensor>>(vector.decodes[0].expect);
}

// ---------------------------------------------------------------- records (ops 10.2, 10.3, 10.5 steps 4 to 7)

void add_record_faults(VectorList& list, const OpCase& c) {
  const auto with = [&](const std::string& id, auto edit) {
    GraphModel model = c.model();
    edit(model);
    list.add(id, model);
  };
  if (!c.params.empty()) {
    with("load-params-short", [](GraphModel& m) { m.ops[0].params.pop_back(); });
    with("load-params-none", [](GraphModel& m) { m.ops[0].params.clear(); });
  }
  with("load-params-long", [](GraphModel& m) { m.ops[0].params.push_back(0); });
  with("load-inputs-fewer", [](GraphModel& m) { m.ops[0].in.pop_back(); });
  with("load-outputs-none", [](GraphModel& m) { m.ops[0].out.clear(); });
  if (c.op != "concat") {
    with("load-inputs-more", [](GraphModel& m) { m.ops[0].in.push_back(m.ops[0].in[0]); });
  }
  with("load-outputs-more", [](GraphModel& m) {
    m.tensors.push_back(m.tensors.back());
    m.ops[0].out.push_back(static_cast<std::uint32_t>(m.tensors.size() - 1));
  });
  if (c.op != "fill") {
    with("load-out-channels", [](GraphModel& m) { m.tensors[m.ops[0].out.back()].channels += 1; });
  }
  with("load-in-missing", [](GraphModel& m) { m.ops[0].in[0] = static_cast<std::uint32_t>(m.tensors.size()); });
  with("load-in-own-output", [](GraphModel& m) { m.ops[0].in[0] = m.ops[0].out[0]; });
  if (!has_exponent_rule(c.op)) {
    with("exponents-free", [](GraphModel& m) {
      for (std::size_t t = 0; t < m.tensors.size(); ++t) {
        m.tensors[t].exponent = static_cast<std::int8_t>(t % 2 == 0 ? 127 : -127);
      }
    });
  }
}

// ---------------------------------------------------------------- policies (ops 3, 4 run step 4)

void add_input_ranges(VectorList& list, const OpCase& c) {
  for (std::size_t i = 0; i < c.in.size(); ++i) {
    const std::string name = "in" + std::to_string(i);
    const TensorRecord& t = c.in[i];
    const auto with = [&](std::size_t at, std::int64_t value) {
      VectorDecode d = c.decode;
      d.inputs[i].data[at] = value;
      return d;
    };
    const std::size_t last = c.decode.inputs[i].data.size() - 1;
    list.add(name + "-check-ends", c, {with(0, t.lo), with(last, t.hi), with(last, t.lo), with(0, t.hi)});
    if (t.lo > kI64Min) {
      list.add("run-" + name + "-check-low", c, {with(last, t.lo - 1), c.decode, with(0, t.lo - 1)});
    }
    if (t.hi < kI64Max) {
      list.add("run-" + name + "-check-high", c, {with(0, t.hi + 1), c.decode, with(last, t.hi + 1)});
    }
    OpCase clamp = c;
    clamp.in[i].policy = RangePolicy::clamp;
    list.add(name + "-clamp", clamp,
             {with(0, kI64Min), with(last, kI64Max), with(last, std::max(t.lo, kI64Min + 1) - 1)});
  }
}

void add_output_ranges(VectorList& list, const OpCase& c, std::size_t k, const Tensor& out, const Interval& result) {
  const std::string name = "out" + std::to_string(k);
  const auto [least, greatest] = std::minmax_element(out.data.begin(), out.data.end());
  const std::int64_t lo = *least;
  const std::int64_t hi = *greatest;
  const auto with = [&](const std::string& id, RangePolicy policy, std::int64_t from, std::int64_t to, bool decodes) {
    OpCase edited = c;
    edited.out[k].policy = policy;
    edited.out[k].lo = from;
    edited.out[k].hi = to;
    list.add(id, edited, decodes ? std::vector<VectorDecode>{c.decode} : std::vector<VectorDecode>{});
  };
  with(name + "-check-ends-acc64", RangePolicy::check, lo, hi, true);
  with(name + "-clamp-ends", RangePolicy::clamp, lo, hi, true);
  with(name + "-clamp-point", RangePolicy::clamp, 7, 7, true);
  if (lo < hi) {
    with("run-" + name + "-check-low", RangePolicy::check, lo + 1, kI64Max, true);
    with("run-" + name + "-check-high", RangePolicy::check, kI64Min, hi - 1, true);
    with(name + "-clamp-low", RangePolicy::clamp, lo + 1, kI64Max, true);
    with(name + "-clamp-high", RangePolicy::clamp, kI64Min, hi - 1, true);
  }
  const std::int64_t most = narrow<std::int64_t>(result.hi.small());
  const std::int64_t fewest = narrow<std::int64_t>(result.lo.small());
  with(name + "-check-touches-top-acc64", RangePolicy::check, most, kI64Max, false);
  with(name + "-check-touches-bottom-acc64", RangePolicy::check, kI64Min, fewest, false);
  if (most < kI64Max) {
    with("load-" + name + "-check-above", RangePolicy::check, most + 1, kI64Max, false);
  }
  if (fewest > kI64Min) {
    with("load-" + name + "-check-below", RangePolicy::check, kI64Min, fewest - 1, false);
  }
}

// ---------------------------------------------------------------- sizes and caps (ops 4 run steps 1 and 3)

void add_input_sizes(VectorList& list, const OpCase& c) {
  OpCase declared = c;
  if (declared.max.empty()) {
    declared.declare_sizes();
  }
  list.add("sizes-declared", declared);
  for (std::size_t i = 0; i < c.in.size(); ++i) {
    const std::string name = "run-in" + std::to_string(i);
    const std::uint64_t channels = c.decode.inputs[i].shape.c;
    const auto [h, w] = declared.max[i];
    const auto with = [&](const std::string& id, std::uint64_t n_c, std::uint64_t n_h, std::uint64_t n_w) {
      VectorDecode d = c.decode;
      d.inputs[i] = filled(n_c, n_h, n_w, c.in[i].lo);
      list.add(name + id, declared, {d});
    };
    with("-channels", channels + 1, h, w);
    with("-no-rows", channels, 0, w);
    with("-no-columns", channels, h, 0);
    with("-tall", channels, h + 1, 1);
    with("-wide", channels, 1, w + 1);
  }
}

void add_caps(VectorList& list, const OpCase& c, const std::vector<Tensor>& outputs) {
  std::size_t most_in = 0;
  for (const Tensor& t : c.decode.inputs) {
    most_in = std::max(most_in, t.data.size());
  }
  std::size_t most = most_in;
  for (const Tensor& t : outputs) {
    most = std::max(most, t.data.size());
  }
  OpCase edited = c;
  edited.max_elems = static_cast<std::uint32_t>(most);
  add_plan(list, "max-elems", edited);
  edited.max_elems -= 1;
  if (edited.max_elems == 0) {
    return;
  }
  add_plan_refusal(list, "max-elems-past", edited);
  if (most > most_in) {  // the inputs just pass, or no longer do
    edited.max_elems = static_cast<std::uint32_t>(most_in);
    add_plan_refusal(list, "max-elems-of-input", edited);
  }
}

// ---------------------------------------------------------------- thresholds (ops 7)

enum class Side { both, positive, negative };
constexpr std::pair<Side, std::string_view> kSides[] = {
    {Side::both, "both"}, {Side::positive, "pos"}, {Side::negative, "neg"}};

OpCase with_range(OpCase c, const std::vector<std::size_t>& inputs, Side side, u128 x) {
  for (const std::size_t i : inputs) {
    const i128 top = std::min(static_cast<i128>(x), static_cast<i128>(kI64Max));
    c.in[i].lo = side == Side::positive ? 0 : narrow<std::int64_t>(-static_cast<i128>(x));
    c.in[i].hi = side == Side::negative ? 0 : narrow<std::int64_t>(top);
  }
  return c;
}

bool meets(const OpCase& c, Profile profile) {
  const auto graph = bound_graph(write_graph(c.model()), "g");
  return graph && !first_failure(*graph, profile);
}

constexpr u128 kGreatest = static_cast<u128>(1) << 63U;

// The largest X in [0, 2^63] that meets the profile, which X = 0 does.
u128 greatest_range(const OpCase& c, const std::vector<std::size_t>& inputs, Side side, Profile profile) {
  u128 fits = 0;
  u128 fails = kGreatest + 1;
  while (fails - fits > 1) {
    const u128 middle = fits + (fails - fits) / 2;
    (meets(with_range(c, inputs, side, middle), profile) ? fits : fails) = middle;
  }
  return fits;
}

// Decodes whose elements stand at the ends of their ranges.
std::vector<VectorDecode> at_ends(const OpCase& c, const std::vector<std::size_t>& inputs) {
  std::vector<VectorDecode> decodes;
  const auto add = [&](auto is_high) {
    VectorDecode d = c.decode;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      Values& data = d.inputs[inputs[k]].data;
      for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = is_high(k, i) ? c.in[inputs[k]].hi : c.in[inputs[k]].lo;
      }
    }
    decodes.push_back(std::move(d));
  };
  add([](std::size_t, std::size_t) { return true; });
  add([](std::size_t, std::size_t) { return false; });
  add([](std::size_t k, std::size_t i) { return (k + i) % 2 == 0; });
  if (inputs.size() > 1) {
    add([](std::size_t k, std::size_t) { return k % 2 == 0; });
  }
  return decodes;
}

void add_threshold(VectorList& list, const std::string& id, const OpCase& c, const std::vector<std::size_t>& inputs,
                   Side side, Profile profile) {
  if (!meets(with_range(c, inputs, side, 0), profile)) {
    return;
  }
  const bool is_acc32 = profile == Profile::acc32;
  const u128 x = greatest_range(c, inputs, side, profile);
  const OpCase at = with_range(c, inputs, side, x);
  list.add(id + (is_acc32                    ? "-at-acc32"
                 : meets(at, Profile::acc32) ? "-at-i64-acc32"
                                             : "-at-i64-acc64"),
           at, at_ends(at, inputs));
  if (x < kGreatest) {
    const OpCase past = with_range(c, inputs, side, x + 1);
    list.add(is_acc32 ? id + "-past-acc64" : "load-" + id + "-past", past, at_ends(past, inputs));
  }
}

}  // namespace

void add_thresholds(VectorList& list, const std::string& id, const OpCase& c, const std::vector<std::size_t>& inputs) {
  for (const auto& [side, name] : kSides) {
    for (const Profile profile : {Profile::acc32, Profile::acc64}) {
      add_threshold(list, id + "-" + std::string(name), c, inputs, side, profile);
    }
  }
}

void add_common_vectors(VectorList& list, const OpCase& c) {
  const std::vector<Tensor> outputs = outputs_of(c);
  const auto graph = bound_graph(write_graph(c.model()), "g");
  list.add("plain", c);
  add_record_faults(list, c);
  add_input_ranges(list, c);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    add_output_ranges(list, c, k, outputs[k], graph->bounds.nodes[0].results[k]);
  }
  add_input_sizes(list, c);
  add_caps(list, c, outputs);
  if (!c.max.empty()) {
    OpCase open = c;
    open.max.clear();
    list.add("load-sizes-undeclared", open);
  }
}

void add_moved_widths(VectorList& list, OpCase c, PastEnd past) {
  for (std::size_t i = 0; i < c.in.size(); ++i) {
    c.in[i].lo = kI32Min;
    c.in[i].hi = kI32Max;
    c.decode.inputs[i].data.front() = kI32Min;
    c.decode.inputs[i].data.back() = kI32Max;
  }
  list.add("i32-ends-acc32", c);
  for (std::size_t i = 0; i < c.in.size(); ++i) {
    OpCase wide = c;
    (past == PastEnd::above ? wide.in[i].hi : wide.in[i].lo) += past == PastEnd::above ? 1 : -1;
    list.add(fmt::format("in{}-past-i32-acc64", i), wide);
    wide.in[i].lo = kI64Min;
    wide.in[i].hi = kI64Max;
    wide.decode.inputs[i].data.front() = kI64Min;
    wide.decode.inputs[i].data.back() = kI64Max;
    list.add(fmt::format("in{}-i64-ends-acc64", i), wide);
  }
}

void add_plan_refusal(VectorList& list, const std::string& id, OpCase c) {
  const bool needs_sizes = !c.max.empty();
  if (!needs_sizes) {
    list.add("run-" + id, c);
  }
  c.declare_sizes();
  list.add("load-" + id, c);
}

void add_plan(VectorList& list, const std::string& id, OpCase c) {
  list.add(id, c);
  if (c.max.empty()) {
    c.declare_sizes();
    list.add(id + "-declared", c);
  }
}

void add_byte_fault(VectorList& list, const std::string& id, OpCase c, std::size_t offset, std::uint8_t value) {
  c.params.at(offset) = value;
  list.add("load-" + id, c);
}

void add_width_faults(VectorList& list, const std::string& id, const OpCase& c, const WidthField& field,
                      std::initializer_list<std::uint8_t> widths) {
  const std::size_t old_bytes = field.n * c.params.at(field.offset);
  for (const std::uint8_t width : widths) {
    OpCase e = c;
    const auto from = e.params.begin() + static_cast<std::ptrdiff_t>(field.at);
    const auto at = e.params.erase(from, from + static_cast<std::ptrdiff_t>(old_bytes));
    e.params.insert(at, field.n * width, std::uint8_t{0});
    e.params.at(field.offset) = width;
    list.add(fmt::format("load-{}-{}", id, width), e);
  }
}

void add_result_bounds(VectorList& list, const std::string& id, OpCase c, std::int64_t lo, std::int64_t hi) {
  const auto with = [&](const std::string& name, std::int64_t from, std::int64_t to) {
    c.out[0].policy = RangePolicy::check;
    c.out[0].lo = from;
    c.out[0].hi = to;
    list.add(name, c, {});
  };
  with(id + "-touches-top-acc64", hi, kI64Max);
  with("load-" + id + "-above", hi + 1, kI64Max);
  with(id + "-touches-bottom-acc64", kI64Min, lo);
  with("load-" + id + "-below", kI64Min, lo - 1);
}

void add_u32_fault(VectorList& list, const std::string& id, OpCase c, std::size_t offset, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) {
    c.params.at(offset + i) = static_cast<std::uint8_t>(value >> (8 * i) & 0xFFU);
  }
  list.add("load-" + id, c);
}

void add_reserved_faults(VectorList& list, const OpCase& c, std::size_t offset, std::size_t n) {
  add_byte_fault(list, "reserved" + std::to_string(offset), c, offset, 1);
  if (n > 1) {
    add_byte_fault(list, "reserved" + std::to_string(offset + n - 1), c, offset + n - 1, 128);
  }
}

}  // namespace wai
