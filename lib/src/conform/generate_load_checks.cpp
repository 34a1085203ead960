// Graph vectors (ops 14.2): a graph refused at each load check of ops 10.5, and the order of the checks.
#include <array>

#include "conform/generate_families.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"
#include "ops/movement.hpp"
#include "ops/requantisation.hpp"

namespace wai {
namespace {

constexpr std::uint32_t kCap = 1U << 26U;

// One scalar, a data and a state input, two outputs, four tensors, two operators: add, then clamp.
ModelBuilder base() {
  ModelBuilder b;
  b.scalar(-3, 8);
  const auto x = b.input(checked(2, -50, 50));
  const auto s = b.state(checked(2, -900, 900), 1, 4);
  const auto sum = b.op("add", {x, s}, derived(2));
  const auto out = b.op("clamp", {sum}, clamped(2, -900, 900), write_params(ClampParams{-800, 800}));
  b.output(sum).output(out);
  return b;
}

// Where the records of the base graph stand.
constexpr std::size_t kScalars = 32;
constexpr std::size_t kInputs = kScalars + 16;
constexpr std::size_t kOutputs = kInputs + 2 * 32;
constexpr std::size_t kTensors = kOutputs + 2 * 4;
constexpr std::size_t kAdd = kTensors + 4 * 24;
constexpr std::size_t kClamp = kAdd + 4 + 3 * 4 + 4;

struct Edit {
  std::string_view id;
  std::size_t offset;
  std::vector<std::uint8_t> bytes;
};

// One field of the file, in file order.
std::vector<Edit> byte_edits() {
  return {
      {"1-magic-first", 0, {'w'}},
      {"1-magic-last", 3, {'2'}},
      {"1-version-0", 4, {0}},
      {"1-version-2", 4, {2}},
      {"1-operator-set-0", 5, {0}},
      {"1-operator-set-2", 5, {2}},
      {"2-reserved-6", 6, {1}},
      {"2-reserved-7", 7, {1}},
      {"2-reserved-22", 22, {1}},
      {"2-reserved-31", 31, {128}},
      {"3-tensors-0", 8, {0}},
      {"3-tensors-fewer", 8, {3}},
      {"3-tensors-more", 8, {5}},
      {"3-tensors-huge", 8, {255, 255, 255, 255}},
      {"3-operators-0", 12, {0}},
      {"3-operators-fewer", 12, {1}},
      {"3-operators-more", 12, {3}},
      {"3-operators-huge", 12, {255, 255, 255, 255}},
      {"3-inputs-0", 16, {0}},
      {"3-inputs-huge", 16, {255, 255}},
      {"3-outputs-0", 18, {0}},
      {"3-outputs-huge", 18, {255, 255}},
      {"3-scalars-huge", 20, {255, 255}},
      {"g11-max-elems-0", 24, {0, 0, 0, 0}},
      {"g11-max-elems-past", 24, {1, 0, 0, 4}},
      {"4-scalar-lo-past-hi", kScalars, {9, 0, 0, 0, 0, 0, 0, 0}},
      {"4-input-half-declared-h", kInputs + 4, {5}},
      {"4-input-half-declared-w", kInputs + 8, {5}},
      {"4-input-one-declared", kInputs + 4, {5, 0, 0, 0, 5}},
      {"4-input-kind-2", kInputs + 12, {2}},
      {"4-second-input-kind-2", kInputs + 32 + 12, {2}},
      {"4-input-reserved-13", kInputs + 13, {1}},
      {"4-input-reserved-15", kInputs + 15, {1}},
      {"4-input-reserved-20", kInputs + 20, {1}},
      {"4-input-reserved-23", kInputs + 23, {1}},
      {"4-data-input-src", kInputs + 16, {1}},
      {"4-data-input-init", kInputs + 24, {1}},
      {"4-tensor-channels-0", kTensors, {0}},
      {"4-tensor-policy-3", kTensors + 5, {3}},
      {"4-tensor-reserved-6", kTensors + 6, {1}},
      {"4-tensor-reserved-7", kTensors + 7, {1}},
      {"4-tensor-lo-past-hi", kTensors + 8, {51, 0, 0, 0, 0, 0, 0, 0}},
      {"4-derived-with-lo", kTensors + 2 * 24 + 8, {1}},
      {"4-derived-with-hi", kTensors + 2 * 24 + 16, {1}},
      {"4-operator-reserved", kAdd + 3, {1}},
      {"4-operator-plen-huge", kClamp + 12, {255, 255, 255, 255}},
      {"5-opcode-0", kAdd, {0}},
      {"5-opcode-31", kAdd, {31}},
      {"5-opcode-255", kAdd, {255}},
      {"5-plen-of-none", kAdd, {0x0A}},
      {"5-parameter-range", kClamp + 16, {33, 3, 0, 0, 0, 0, 0, 0}},
      {"6-input-tensor-missing", kInputs, {4}},
      {"6-input-tensor-huge", kInputs, {255, 255, 255, 255}},
      {"6-g1-input-tensor-twice", kInputs + 32, {0}},
      {"6-input-0-is-state", kInputs + 12, {1}},
      {"6-input-derived", kTensors + 5, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"6-output-missing", kOutputs + 4, {4}},
      {"6-operator-reads-later", kAdd + 4, {3}},
      {"6-operator-reads-itself", kAdd + 4, {2}},
      {"6-operator-reads-missing", kAdd + 8, {9}},
      {"6-operator-writes-input", kAdd + 12, {0}},
      {"6-operator-writes-again", kClamp + 8, {2}},
      {"6-operator-writes-missing", kClamp + 8, {7}},
      {"6-state-src-past", kInputs + 32 + 16, {2}},
      {"6-state-src-huge", kInputs + 32 + 16, {255, 255, 255, 255}},
      {"6-state-init-below", kInputs + 32 + 24, {0x7B, 0xFC, 255, 255, 255, 255, 255, 255}},
      {"6-state-init-above", kInputs + 32 + 24, {0x85, 3, 0, 0, 0, 0, 0, 0}},
      {"6-exponent-of-one-addend", kTensors + 4, {0}},
      {"7-channels-of-output", kTensors + 3 * 24, {3}},
  };
}

void add_byte_edits(VectorList& list) {
  const Bytes good = base().bytes();
  const std::vector<Tensor> x = {counted(2, 1, 2, -1)};
  list.add("base-acc32", good, {decode_of(x, {0}), decode_of(x, {8})});
  for (const Edit& e : byte_edits()) {
    Bytes bytes = good;
    std::copy(e.bytes.begin(), e.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(e.offset));
    list.add("load-" + std::string(e.id), std::move(bytes));
  }
  for (const std::size_t n : {std::size_t{0}, std::size_t{4}, std::size_t{31}, std::size_t{32}, kInputs, kTensors + 5,
                              kAdd, kAdd + 2, kClamp, kClamp + 15, good.size() - 1}) {
    list.add(fmt::format("load-g11-cut-at-{}", n), Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n)));
  }
  Bytes longer = good;
  longer.push_back(0);
  list.add("load-3-byte-after-last-operator", longer);
}

void add_init_ends(VectorList& list) {
  for (const std::int64_t init : {-900, 900}) {
    ModelBuilder b = base();
    b.model().inputs[1].init = init;
    list.add(fmt::format("state-init-{}-acc32", init), b.model(), {decode_of({counted(2, 1, 2)}, {0})});
  }
}

void add_graph_rules(VectorList& list) {
  const auto with = [&](const std::string& id, auto edit) {
    ModelBuilder b = base();
    edit(b.model());
    list.add("load-" + id, b.model());
  };
  with("6-tensor-without-producer", [](GraphModel& m) { m.tensors.push_back(derived(1)); });
  with("6-state-channels", [](GraphModel& m) {
    m.tensors[1].channels = 3;
    m.ops[0].in = {0, 0};
  });
  with("6-operators-turned", [](GraphModel& m) { std::swap(m.ops[0], m.ops[1]); });
  with("5-arity-add-of-one", [](GraphModel& m) { m.ops[0].in.pop_back(); });
  with("5-arity-add-of-three", [](GraphModel& m) { m.ops[0].in.push_back(0); });
  with("5-arity-no-output", [](GraphModel& m) { m.ops[0].out.clear(); });
  with("5-plen-long", [](GraphModel& m) { m.ops[0].params.push_back(0); });
  with("5-plen-short", [](GraphModel& m) { m.ops[1].params.pop_back(); });
  with("7-channels-of-add", [](GraphModel& m) { m.tensors[0].channels = 1; });
  with("8-check-is-empty", [](GraphModel& m) { m.tensors[3] = checked(2, 801, 900); });
  with("8-scalar-i64-is-acc64-only-add-past", [](GraphModel& m) { m.tensors[0] = checked(2, kI64Min, kI64Max); });
  GraphModel scalar = base().model();
  scalar.scalars[0] = {kI64Min, kI64Max};
  list.add("8-scalar-i64-acc64", scalar, {decode_of({counted(2, 1, 1)}, {kI64Max})});
  GraphModel input = base().model();
  input.tensors[0] = checked(2, kI32Min - 1, 0);
  list.add("8-input-past-i32-acc64", input, {decode_of({filled(2, 1, 1, -2)}, {1})});
  GraphModel check = base().model();
  check.tensors[2] = checked(2, -900, 950);
  list.add("8-check-inside-acc64", check, {decode_of({filled(2, 1, 1, 5)}, {1})});
}

// Graphs of which one rule alone is broken: everything else of them is sound.
void add_single_faults(VectorList& list) {
  const auto with = [&](const std::string& id, auto edit) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -9, 9));
    b.output(b.op("relu", {x}, derived(1)));
    edit(b.model());
    list.add(id, b.model());
  };
  with("relu-acc32", [](GraphModel&) {});
  with("load-3-no-outputs", [](GraphModel& m) { m.outputs.clear(); });
  with("load-3-no-operators", [](GraphModel& m) {
    m.ops.clear();
    m.tensors.pop_back();
    m.outputs = {0};
  });
  const auto second_input = [](GraphModel& m, const TensorRecord& t) -> InputRecord& {
    m.tensors.push_back(t);
    m.inputs.emplace_back().tensor = 2;
    return m.inputs.back();
  };
  with("unread-input-acc32", [&](GraphModel& m) { second_input(m, checked(1, -9, 9)); });
  with("load-4-unread-input-of-no-channels", [&](GraphModel& m) { second_input(m, checked(0, -9, 9)); });
  with("load-4-only-second-input-declares", [&](GraphModel& m) {
    InputRecord& second = second_input(m, checked(1, -9, 9));
    second.max_h = second.max_w = 4;
  });
  with("load-4-only-first-input-declares", [&](GraphModel& m) {
    second_input(m, checked(1, -9, 9));
    m.inputs[0].max_h = m.inputs[0].max_w = 4;
  });
  with("load-4-second-input-half-declared", [&](GraphModel& m) {
    second_input(m, checked(1, -9, 9)).max_h = 4;
    m.inputs[0].max_h = m.inputs[0].max_w = 4;
  });
  with("load-6-g1-two-inputs-of-one-tensor", [](GraphModel& m) { m.inputs.push_back(m.inputs[0]); });
  with("load-6-operator-writes-its-input", [](GraphModel& m) {
    m.ops[0].out = {0};
    m.tensors.pop_back();
    m.outputs = {0};
  });
  with("load-6-two-operators-write-one-tensor", [](GraphModel& m) { m.ops.push_back(m.ops[0]); });
  with("load-6-g1-outputs-of-one-operator", [](GraphModel& m) {
    m.ops[0].opcode = 0x15;
    m.ops[0].params = {0, 1, 2, 3};
    m.ops[0].out = {1, 1, 1, 1};
  });
}

// conv over a declared input, for the order of step 7.
Bytes conv(std::uint32_t cout, std::uint32_t cin, std::uint32_t kw, std::uint32_t ph, std::uint32_t sh = 1) {
  ConvParams p;
  p.cout = cout;
  p.kw = kw;
  p.ph = ph;
  p.sh = sh;
  p.rq = rq_of();
  p.weights = packed(Values(std::size_t{cout} * cin * kw, 1), 1);
  return write_params(p);
}

// Step 7: every channel count, then the inputs, then each operator's formed sizes, shape rule and outputs (readings
// G3).
void add_plan_order(VectorList& list) {
  const auto with = [&](const std::string& id, std::uint32_t h, std::uint32_t w, const Bytes& first,
                        const Bytes& second, std::uint32_t channels = 1) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -9, 9), h, w);
    const auto t = b.op("conv", {x}, derived(1), first);
    b.output(b.op("conv", {t}, derived(channels), second));
    list.add(id, b.model(), {decode_of({counted(1, 1, 1)})});
  };
  with("7-plans", 4, 4, conv(1, 1, 1, 0), conv(1, 1, 1, 0));
  with("load-7-shape", 4, 4, conv(1, 1, 5, 0), conv(1, 1, 1, 0));
  with("load-7-input-elements", 8193, 8192, conv(1, 1, 1, 0), conv(1, 1, 1, 0));
  with("7-input-elements-at-cap", 8192, 8192, conv(1, 1, 1, 0), conv(1, 1, 1, 0));
  with("load-7-formed-size", 4, 4, conv(1, 1, 1, kCap / 2, kCap), conv(1, 1, 1, 0));
  with("load-7-output-elements", 4, 4, conv(1, 1, 1, kCap / 4), conv(1, 1, 1, 0));
  with("load-7-g3-channels-before-input-elements", 8193, 8192, conv(1, 1, 1, 0), conv(1, 1, 1, 0), 2);
  with("load-7-g3-channels-before-formed-size", 4, 4, conv(1, 1, 1, kCap / 2, kCap), conv(1, 1, 1, 0), 2);
  with("load-7-g3-input-elements-before-shape", 8193, 8192, conv(1, 1, 8193, 0), conv(1, 1, 1, 0));
  with("load-7-g3-formed-size-before-shape", 4, 4, conv(1, 1, 5, kCap / 2, kCap), conv(1, 1, 1, 0));
  with("load-7-g3-first-shape-before-second-size", 4, 4, conv(1, 1, 5, 0), conv(1, 1, 1, kCap / 2, kCap));
  with("load-7-g3-first-size-before-second-shape", 4, 4, conv(1, 1, 1, kCap / 2, kCap), conv(1, 1, 5, 0));
  with("load-7-g3-first-output-before-second-shape", 4, 4, conv(1, 1, 1, kCap / 4), conv(1, 1, 5, 0));
  ModelBuilder b;
  const auto x = b.input(checked(1, kI64Min, kI64Max), 8193, 8192);
  b.output(b.op("abs", {x}, derived(1)));
  list.add("load-7-size-before-8-profile", b.model());
}

void add_plan_inputs(VectorList& list) {
  const auto with = [&](const std::string& id, std::uint32_t c, std::uint32_t h, std::uint32_t max_elems,
                        bool state_is_large) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -9, 9), 2, 2);
    const auto s = b.state(checked(c, -9, 9), 0, 0, h, 2);
    b.output(s);
    b.op("relu", {x}, derived(1));
    b.model().max_elems = max_elems;
    list.add(id, b.model(),
             state_is_large ? std::vector<VectorDecode>{} : std::vector{decode_of({filled(1, 2, 2, 3)})});
  };
  with("7-state-elements-at-max", 3, 2, 12, false);
  with("load-7-g3-state-elements", 3, 2, 11, true);
  with("load-7-g3-state-elements-by-height", 3, 3, 12, true);
  ModelBuilder b;  // the second input's size fails after the first's
  const auto x = b.input(checked(1, -9, 9), 3, 3);
  const auto y = b.input(checked(1, -9, 9), 9, 9);
  b.output(b.op("crop_to", {x, y}, derived(1)));
  b.model().max_elems = 80;
  list.add("load-7-second-input-elements-before-shape", b.model());
  b.model().max_elems = 81;
  list.add("load-7-shape-at-max-elems", b.model());
}

void add_undeclared(VectorList& list) {
  for (const std::string_view op : {"softmax", "sigmoid"}) {  // of sizes set per decode, only the second may be
    ModelBuilder b;
    const auto x = b.input(checked(1, -9, 9));
    b.output(b.op(op, {x}, derived(1)));
    list.add(op == "softmax" ? "load-7-sizes-not-declared" : "7-sizes-not-needed-acc64", b.model(),
             {decode_of({counted(1, 1, 3)})});
  }
}

}  // namespace

void load_check_vectors(VectorList& list) {
  add_byte_edits(list);
  add_init_ends(list);
  add_graph_rules(list);
  add_single_faults(list);
  add_plan_order(list);
  add_plan_inputs(list);
  add_undeclared(list);
}

}  // namespace wai
