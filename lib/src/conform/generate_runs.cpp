// Graph vectors (ops 14.2): the run steps of ops 4 and their order, and state carried across decodes (ops 10.3).
#include "conform/generate_families.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"
#include "ops/movement.hpp"
#include "ops/requantisation.hpp"

namespace wai {
namespace {

constexpr std::uint32_t kCap = 1U << 26U;

// ---------------------------------------------------------------- run steps

// Two inputs of at most 3 x 3 and one scalar; the first is padded to even sides and added to the second.
GraphModel two_inputs() {
  ModelBuilder b;
  const auto x = b.input(checked(1, -9, 9), 4, 4);
  const auto y = b.input(checked(2, -9, 9), 3, 3);
  b.scalar(0, 2);
  const auto joined = b.op("concat", {x, x}, derived(2));
  const auto small = b.op("crop_to", {joined, y}, derived(2));
  b.output(b.op("add", {small, y}, checked(2, -15, 15)));
  b.model().max_elems = 32;
  return b.model();
}

void add_step_1(VectorList& list) {
  const GraphModel m = two_inputs();
  const auto with = [&](const std::string& id, Tensor x, Tensor y) {
    list.add("run-1-" + id, m, {decode_of({std::move(x), std::move(y)}, {0})});
  };
  const Tensor x = counted(1, 3, 3, -4);
  const Tensor y = filled(2, 3, 3, 1);
  list.add("1-plain", m, {decode_of({x, y}, {2}), decode_of({counted(1, 4, 4, -7), y}, {0})});
  with("channels", filled(2, 3, 3, 1), y);
  with("no-rows", filled(1, 0, 3, 1), y);
  with("no-columns", filled(1, 3, 0, 1), y);
  with("tall", filled(1, 5, 1, 1), y);
  with("wide", filled(1, 1, 5, 1), y);
  with("second-channels", x, filled(1, 3, 3, 1));
  with("second-tall", x, filled(2, 4, 1, 1));
  // One input at a time, each its channels and then its size.
  with("first-size-before-second-channels", filled(1, 5, 5, 1), filled(1, 3, 3, 1));
  with("first-channels-before-second-size", filled(2, 3, 3, 1), filled(2, 4, 4, 1));
  with("channels-before-size", filled(2, 5, 5, 1), y);
  GraphModel open = m;
  for (InputRecord& input : open.inputs) {
    input.max_h = input.max_w = 0;
  }
  list.add("run-1-max-elems", open,
           {decode_of({filled(1, 8, 5, 1), y}, {0}), decode_of({filled(1, 4, 4, 1), filled(2, 5, 4, 1)}, {0}),
            decode_of({filled(1, 4, 4, 1), filled(2, 4, 4, 1)}, {0})});
}

void add_order(VectorList& list) {
  const GraphModel m = two_inputs();
  const Tensor x = counted(1, 3, 3, -4);
  const Tensor y = filled(2, 3, 3, 1);
  const Tensor outside = filled(1, 3, 3, 10);
  list.add("run-1-size-before-2-scalar", m, {decode_of({filled(1, 5, 5, 1), y}, {3})});
  list.add("run-2-scalar", m, {decode_of({x, y}, {-1}), decode_of({x, y}, {3}), decode_of({x, y}, {1})});
  list.add("run-2-scalar-before-3-plan", m, {decode_of({filled(1, 2, 2, 1), y}, {3})});
  list.add("run-3-plan", m, {decode_of({filled(1, 2, 3, 1), y}, {0})});
  list.add("run-3-plan-before-4-values", m, {decode_of({filled(1, 2, 2, 10), y}, {0})});
  list.add("run-4-input-values", m, {decode_of({outside, y}, {0}), decode_of({x, filled(2, 3, 3, -10)}, {0})});
  list.add("run-4-tensor-values", m,
           {decode_of({filled(1, 3, 3, 9), filled(2, 3, 3, 7)}, {0}),
            decode_of({filled(1, 3, 3, 9), filled(2, 3, 3, 6)}, {0}),
            decode_of({filled(1, 3, 3, -9), filled(2, 3, 3, -7)}, {0})});
}

Bytes conv(std::uint32_t kw, std::uint32_t ph, std::uint32_t sh = 1) {
  ConvParams p;
  p.kw = kw;
  p.ph = ph;
  p.sh = sh;
  p.rq = rq_of();
  p.weights = packed(Values(kw, 1), 1);
  return write_params(p);
}

// The run-time plan goes operator by operator, in each: formed sizes, shape rule, outputs.
void add_plan_order(VectorList& list) {
  const auto with = [&](const std::string& id, const Bytes& first, const Bytes& second) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -9, 9));
    const auto t = b.op("conv", {x}, derived(1), first);
    b.output(b.op("conv", {t}, derived(1), second));
    list.add(id, b.model(), {decode_of({counted(1, 1, 2)})});
  };
  with("3-plans", conv(1, 0), conv(2, 1));
  with("run-3-formed-size", conv(1, kCap / 2, kCap), conv(1, 0));
  with("run-3-shape", conv(3, 0), conv(1, 0));
  with("run-3-output", conv(1, kCap / 4), conv(1, 0));
  with("run-3-second-shape", conv(2, 0), conv(2, 0));
  with("run-3-formed-size-before-shape", conv(3, kCap / 2, kCap), conv(1, 0));
  with("run-3-first-shape-before-second-size", conv(3, 0), conv(1, kCap / 2, kCap));
  with("run-3-first-size-before-second-shape", conv(1, kCap / 2, kCap), conv(3, 0));
  with("run-3-first-output-before-second-shape", conv(1, kCap / 4), conv(3, 0));
}

// ---------------------------------------------------------------- state

// sum = x + state; the state is the sum of the decode before.
struct Sum {
  TensorRecord x = checked(1, -50, 50);
  TensorRecord state = checked(1, -1000, 1000);
  TensorRecord sum = checked(1, -1000, 1000);
  std::int64_t init = 5;
};

GraphModel running_sum(const Sum& s) {
  ModelBuilder b;
  const auto x = b.input(s.x);
  const auto state = b.state(s.state, 0, s.init);
  b.output(b.op("add", {x, state}, s.sum));
  return b.model();
}

VectorDecode row(const Values& values) {
  return decode_of({tensor_of(1, 1, values.size(), values)});
}

void add_sums(VectorList& list) {
  list.add("three-decodes-acc64", running_sum({}), {row({1, -2}), row({10, 20}), row({-30, 40})});
  Sum open;
  open.sum = clamped(1, -1000, 1000);
  list.add("three-decodes-acc32", running_sum(open), {row({1, -2}), row({10, 20}), row({-30, 40})});
  list.add("run-refused-by-input-changes-nothing", running_sum({}),
           {row({1, -2}), row({51, 0}), row({10, 20}), row({0, 0})});
  Sum tight;
  tight.sum = checked(1, -60, 60);
  list.add("run-refused-by-output-changes-nothing", running_sum(tight),
           {row({50, 1}), row({6, 0}), row({5, 0}), row({1, 0})});
  list.add("run-refused-first-leaves-init", running_sum({}), {row({51}), row({1}), row({2})});
  list.add("run-shape-stops-fitting", running_sum({}),
           {row({1, 2}), row({1, 2, 3}), row({1}), row({3, 4}), decode_of({filled(1, 2, 1, 1)}), row({5, 6})});
  list.add("run-shape-free-until-one-completes", running_sum({}),
           {row({51, 0, 0}), row({1, 2}), row({0, 0, 0}), row({1, 1})});
  Sum clamping;  // the carried value is after the output's policy, then the state input's own applies
  clamping.state = clamped(1, -7, 7);
  clamping.sum = clamped(1, -20, 20);
  list.add("state-input-clamps", running_sum(clamping),
           {row({50, -50, 1}), row({1, 1, 1}), row({-9, 9, 0}), row({0, 0, 0})});
  Sum checking;
  checking.state = checked(1, 0, 10);
  checking.sum = derived(1);
  list.add("run-state-input-checks", running_sum(checking), {row({5}), row({1}), row({0}), row({-50})});
}

// Two states: a delay line of two decodes.
void add_delay(VectorList& list) {
  ModelBuilder b;
  const auto x = b.input(checked(1, -99, 99));
  const auto last = b.state(checked(1, -99, 99), 1, 7);
  const auto before = b.state(checked(1, -99, 99), 2, -7);
  const auto sum = b.op("add", {x, before}, derived(1));
  b.output(sum).output(x).output(last);
  list.add("delay-of-two-acc32", b.model(), {row({1, 2}), row({3, 4}), row({5, 6}), row({7, 8})});
  GraphModel turned = b.model();
  std::swap(turned.inputs[1].src, turned.inputs[2].src);
  list.add("delay-turned-acc32", turned, {row({1, 2}), row({3, 4}), row({5, 6}), row({7, 8})});
  GraphModel own = b.model();
  own.inputs[1].src = 2;  // it carries itself, its init for ever
  list.add("state-of-itself-acc32", own, {row({1}), row({2}), row({3})});
}

// chunk_add of a state (ops 9.2, state_add).
void add_chunks(VectorList& list) {
  ModelBuilder b;
  const auto x = b.input(checked(2, -99, 99));
  const auto s = b.state(checked(2, -99, 99), 0, -3);
  b.output(x).output(b.op("chunk_add", {s}, derived(1)));
  list.add("chunk-add-acc32", b.model(), {decode_of({counted(2, 1, 2)}), decode_of({counted(2, 1, 2, 9)})});
}

// A state of other channels and sizes than input 0 (readings G6).
void add_state_sizes(VectorList& list) {
  const auto graph = [](std::uint32_t channels, std::uint32_t max_h, std::uint32_t max_w, std::uint32_t max_elems) {
    ModelBuilder b;
    const auto x = b.input(checked(1, -99, 99), max_h == 0 ? 0 : 4, max_h == 0 ? 0 : 4);
    const auto s = b.state(checked(channels, -99, 99), 0, 3, max_h, max_w);
    const auto kept = b.op("clamp", {s}, derived(channels), write_params(ClampParams{-1, 2}));
    b.output(kept).output(b.op("relu", {x}, derived(1)));
    b.model().max_elems = max_elems;
    return b.model();
  };
  list.add("g6-state-channels-in-size-of-input-0", graph(3, 0, 0, 100),
           {decode_of({filled(1, 2, 3, 1)}), decode_of({filled(1, 1, 1, 1)})});
  list.add("run-g6-state-height-at-first-decode", graph(1, 3, 4, 100),
           {decode_of({filled(1, 4, 4, 1)}), decode_of({filled(1, 3, 4, 1)})});
  list.add("run-g6-state-width-at-first-decode", graph(1, 4, 3, 100),
           {decode_of({filled(1, 4, 4, 1)}), decode_of({filled(1, 4, 3, 1)})});
  list.add("run-g6-state-elements-at-first-decode", graph(5, 0, 0, 20),
           {decode_of({filled(1, 5, 1, 1)}), decode_of({filled(1, 4, 1, 1)}), decode_of({filled(1, 5, 1, 1)})});
  list.add("run-g6-input-0-fails-before-state", graph(5, 0, 0, 20),
           {decode_of({filled(1, 7, 3, 1)}), decode_of({filled(2, 9, 9, 1)})});
  // State inputs between data inputs: the decode's inputs are the data inputs only.
  ModelBuilder b;
  const auto x = b.input(checked(1, -99, 99));
  const auto s = b.state(checked(2, -99, 99), 0, -4);
  const auto y = b.input(checked(2, -99, 99));
  b.output(b.op("add", {s, y}, clamped(2, -99, 99)))
      .output(b.op("mul", {y, x}, derived(2), write_params(MulParams{rq_of()})));
  list.add("state-between-data-inputs-acc32", b.model(),
           {decode_of({filled(1, 1, 2, 2), counted(2, 1, 2)}), decode_of({filled(1, 1, 2, 3), counted(2, 1, 2, 5)})});
}

// A state that grows: the next decode must bring what it grew to.
void add_growing(VectorList& list) {
  ModelBuilder b;
  const auto x = b.input(checked(4, -99, 99));
  const auto s = b.state(checked(1, -99, 99), 0, 1);
  const auto big = b.op("pixel_shuffle", {x}, derived(1), write_params(PixelShuffleParams{2}));
  b.output(big).output(b.op("crop_to", {s, x}, derived(1)));
  list.add("state-grows", b.model(),
           {decode_of({counted(4, 1, 2)}), decode_of({counted(4, 2, 4)}), decode_of({counted(4, 1, 3)})});
  list.add("run-state-too-small", b.model(),
           {decode_of({counted(4, 1, 2)}), decode_of({counted(4, 3, 4)}), decode_of({counted(4, 2, 2)})});
}

}  // namespace

void run_step_vectors(VectorList& list) {
  add_step_1(list);
  add_order(list);
  add_plan_order(list);
}

void state_vectors(VectorList& list) {
  add_sums(list);
  add_delay(list);
  add_chunks(list);
  add_state_sizes(list);
  add_growing(list);
}

}  // namespace wai
