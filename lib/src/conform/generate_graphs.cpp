// Graph vectors (ops 14.2): the phase form of conv_transpose (ops 9.3), and graphs of several operators.
#include <algorithm>

#include "conform/generate_families.hpp"
#include "ops/contraction.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"
#include "ops/movement.hpp"
#include "ops/normalisation.hpp"
#include "ops/requantisation.hpp"
#include "ops/scalar_function.hpp"

namespace wai {
namespace {

Bytes rescale(const Rq& rq) {
  return write_params(RescaleParams{rq});
}
Bytes mul(const Rq& rq) {
  return write_params(MulParams{rq});
}
Bytes clamp(std::int64_t lo, std::int64_t hi) {
  return write_params(ClampParams{lo, hi});
}

// ---------------------------------------------------------------- phase form

struct Phase {
  std::string_view name;
  std::uint32_t cin, cout, k, s, p, op, h, w;
};

constexpr Phase kPhases[] = {
    {"k3-s2-p1-op1", 2, 3, 3, 2, 1, 1, 3, 2}, {"k4-s2-p1-op0", 1, 2, 4, 2, 1, 0, 2, 3},
    {"k2-s2-p0-op0", 2, 1, 2, 2, 0, 0, 3, 3}, {"k5-s3-p2-op2", 1, 2, 5, 3, 2, 2, 2, 4},
    {"k1-s2-p0-op1", 2, 2, 1, 2, 0, 1, 3, 2}, {"k6-s2-p3-op1", 1, 1, 6, 2, 3, 1, 4, 3},
};

// The weights of the transposed convolution, [cin][cout][k][k].
std::int64_t weight(const Phase& f, const Values& weights, std::uint32_t ci, std::uint32_t o, std::uint32_t i,
                    std::uint32_t j) {
  return i < f.k && j < f.k ? weights[((ci * f.cout + o) * f.k + i) * f.k + j] : 0;
}

// The flipped sub-kernels, as a stride-1 conv of s^2 output channels for each of conv_transpose's: channel
// o*s^2 + ry*s + rx is phase (ry, rx).
Bytes phase_params(const Phase& f, const Rq& rq, const Values& weights) {
  const std::uint32_t t = (f.k + f.s - 1) / f.s;
  Values w;
  ConvParams p;
  p.rq = rq;
  p.rq.bias.clear();
  p.rq.shift.clear();
  for (std::uint32_t o = 0; o < f.cout; ++o) {
    for (std::uint32_t phase = 0; phase < f.s * f.s; ++phase) {
      p.rq.bias.push_back(rq.bias[o]);
      p.rq.shift.push_back(rq.shift[o]);
      for (std::uint32_t ci = 0; ci < f.cin; ++ci) {
        for (std::uint32_t n = 0; n < t * t; ++n) {
          const std::uint32_t i = phase / f.s + f.s * (t - 1 - n / t);
          const std::uint32_t j = phase % f.s + f.s * (t - 1 - n % t);
          w.push_back(weight(f, weights, ci, o, i, j));
        }
      }
    }
  }
  p.cout = f.cout * f.s * f.s;
  p.kh = p.kw = t;
  p.ph = p.pw = t - 1;
  p.weights = packed(w, 2);
  return write_params(p);
}

Bytes transposed_params(const Phase& f, const Rq& rq, const Values& weights) {
  ConvTransposeParams p;
  p.cout = f.cout;
  p.kh = p.kw = f.k;
  p.sh = p.sw = f.s;
  p.ph = p.pw = f.p;
  p.oph = p.opw = f.op;
  p.rq = rq;
  p.weights = packed(weights, 2);
  return write_params(p);
}

// The phase form alone, or set against conv_transpose: its own output, the operator's, and their difference, all zero.
GraphModel phase_graph(const Phase& f, bool against) {
  Random random(f.name);
  const Values weights = random_values(random, std::size_t{f.cin} * f.cout * f.k * f.k, -3000, 3000);
  Rq rq = rq_of(Round::half_up, std::vector<std::uint8_t>(f.cout, 3));
  rq.s_kind = RqKind::per_channel;
  rq.shift[0] = 5;
  rq = with_bias(rq, BiasPlacement::pre, random_values(random, f.cout, -9999, 9999));
  ModelBuilder b;
  const auto x = b.input(checked(f.cin, -128, 127), f.h, f.w);
  const auto z = b.op("conv", {x}, derived(f.cout * f.s * f.s), phase_params(f, rq, weights));
  const auto whole = b.op("pixel_shuffle", {z}, derived(f.cout), write_params(PixelShuffleParams{f.s}));
  const auto out_side = [&](std::uint32_t n) { return (n - 1) * f.s + f.k + f.op - 2 * f.p; };
  const CropParams window = {{false, f.p}, {false, f.p}, {false, out_side(f.h)}, {false, out_side(f.w)}};
  const auto phases = b.op("crop", {whole}, derived(f.cout), write_params(window));
  b.output(phases);
  if (against) {
    const auto direct = b.op("conv_transpose", {x}, derived(f.cout), transposed_params(f, rq, weights));
    const auto negative = b.op("rescale", {direct}, derived(f.cout), rescale(with_mult(rq_of(), {-1})));
    b.output(direct).output(b.op("add", {phases, negative}, checked(f.cout, 0, 0)));
  }
  return b.model();
}

// Stride 2 with the four phases as convolutions of their own, put together by subpos_merge.
GraphModel merged_phases() {
  const Phase f{"merged", 2, 1, 4, 2, 1, 0, 3, 3};
  Random random(f.name);
  const Values weights = random_values(random, std::size_t{f.cin} * f.k * f.k, -3000, 3000);
  const Rq rq = with_bias(rq_of(Round::half_even, {4}), BiasPlacement::pre, {77});
  ModelBuilder b;
  const auto x = b.input(checked(f.cin, -128, 127), f.h, f.w);
  std::vector<std::uint32_t> parts;
  for (std::uint32_t phase = 0; phase < 4; ++phase) {
    ConvParams p;
    p.kh = p.kw = 2;
    p.ph = p.pw = 1;
    p.rq = rq;
    Values w;
    for (std::uint32_t ci = 0; ci < f.cin; ++ci) {
      for (std::uint32_t n = 0; n < 4; ++n) {
        w.push_back(weight(f, weights, ci, 0, phase / 2 + 2 * (1 - n / 2), phase % 2 + 2 * (1 - n % 2)));
      }
    }
    p.weights = packed(w, 2);
    parts.push_back(b.op("conv", {x}, derived(1), write_params(p)));
  }
  const auto whole = b.op("subpos_merge", parts, derived(1), write_params(SubposParams{}));
  const auto phases =
      b.op("crop", {whole}, derived(1), write_params(CropParams{{false, 1}, {false, 1}, {false, 6}, {false, 6}}));
  const auto direct = b.op("conv_transpose", {x}, derived(1), transposed_params(f, rq, weights));
  const auto negative = b.op("rescale", {direct}, derived(1), rescale(with_mult(rq_of(), {-1})));
  b.output(phases).output(b.op("add", {phases, negative}, derived(1)));
  return b.model();
}

// ---------------------------------------------------------------- mixtures

// Two transposed convolutions, relu between and a clamp last: the form of ops 13.1.
void add_synthesis(VectorList& list) {
  Random random("synthesis");
  ModelBuilder b;
  const auto x = b.input(checked(2, -128, 127));
  const Phase first{"", 2, 3, 4, 2, 1, 0, 2, 2};
  const Phase second{"", 3, 3, 3, 2, 1, 1, 4, 4};
  Rq rq = with_bias(rq_of(Round::floor, {5}), BiasPlacement::pre, random_values(random, 3, -2000, 2000));
  auto t = b.op("conv_transpose", {x}, derived(3), transposed_params(first, rq, random_values(random, 96, -99, 99)));
  t = b.op("relu", {t}, derived(3));
  rq.shift = {8};
  t = b.op("conv_transpose", {t}, derived(3), transposed_params(second, rq, random_values(random, 81, -99, 99)));
  b.output(b.op("clamp", {t}, derived(3), clamp(0, 255)));
  list.add(
      "synthesis-acc32", b.model(),
      {decode_of({random_tensor(random, 2, 2, 2, -128, 127)}), decode_of({random_tensor(random, 2, 1, 3, -128, 127)})});
}

// conv, igdn and leaky under check ranges, then the RGB8 step of ops 13.0.
void add_hyper(VectorList& list) {
  Random random("hyper");
  ModelBuilder b;
  const auto x = b.input(checked(2, -30000, 30000));
  ConvParams conv;
  conv.cout = 3;
  conv.kh = conv.kw = 3;
  conv.ph = conv.pw = 1;
  conv.rq = with_mult(rq_of(Round::floor, {16}), random_values(random, 3, 10000, 90000), 8);
  conv.rq = with_bias(conv.rq, BiasPlacement::post, random_values(random, 3, -500, 500), 8);
  conv.weights = packed(random_values(random, 54, -99, 99), 2);
  auto t = b.op("conv", {x}, checked(3, -1000000, 1000000), write_params(conv));
  IgdnParams igdn;
  igdn.gf = 20;
  igdn.frac = 8;
  igdn.gamma = packed(random_values(random, 9, 0, 9999), 4);
  igdn.beta = random_values(random, 3, 1, 999);
  t = b.op("igdn", {t}, checked(3, -30000000, 30000000), write_params(igdn));
  t = b.op("leaky", {t}, derived(3), write_params(LeakyParams{655, 16}));
  t = b.op("clamp", {t}, derived(3), clamp(0, 65536));
  b.output(b.op("rescale", {t}, derived(3), rescale(with_mult(rq_of(Round::half_up, {16}), {255}))));
  list.add("run-hyper-check-inside-acc64", b.model(),
           {decode_of({random_tensor(random, 2, 3, 3, -3000, 3000)}), decode_of({filled(2, 3, 3, 30000)}),
            decode_of({random_tensor(random, 2, 1, 2, -3000, 3000)})});
}

// Channel attention: layernorm_c, split, l2norm, gram, softmax, apply.
void add_attention(VectorList& list) {
  Random random("attention");
  ModelBuilder b;
  const auto x = b.input(checked(4, -3000000, 3000000), 3, 3);
  LayernormCParams norm;
  norm.epsilon = 42949;
  norm.gamma = packed(random_values(random, 4, 30000, 90000), 4);
  norm.beta = random_values(random, 4, -9000, 9000);
  const auto n = b.op("layernorm_c", {x}, checked(4, kI32Min, kI32Max), write_params(norm));
  ConvParams conv;
  conv.cout = 12;
  conv.rq = with_mult(rq_of(Round::floor, {12}), {37});
  conv.weights = packed(random_values(random, 48, -127, 127), 1);
  const auto qkv = b.op("conv", {n}, checked(12, kI32Min, kI32Max), write_params(conv));
  std::vector<std::uint32_t> parts;
  for (const std::uint32_t start : {0U, 4U, 8U}) {
    parts.push_back(b.op("split", {qkv}, derived(4), write_params(SplitParams{start, 4})));
  }
  const auto q = b.op("l2norm", {parts[0]}, derived(4), write_params(L2normParams{42949}));
  const auto k = b.op("l2norm", {parts[1]}, derived(4), write_params(L2normParams{42949}));
  const ContractionParams contraction{2, rq_of(Round::half_up, {16})};
  auto a = b.op("gram", {q, k}, checked(4, kI32Min, kI32Max), write_params(contraction));
  a = b.op("rescale", {a}, derived(4), rescale(with_mult(rq_of(Round::half_up, {16}), {90000, 80000, 70000, 60000})));
  a = b.op("softmax", {a}, derived(4));
  const auto o = b.op("apply", {a, parts[2]}, derived(4), write_params(contraction));
  b.output(b.op("add", {x, o}, checked(4, kI32Min, kI32Max))).output(a);
  list.add("attention-acc64", b.model(),
           {decode_of({random_tensor(random, 4, 3, 3, -300000, 300000)}),
            decode_of({random_tensor(random, 4, 2, 1, -3000000, 3000000)})});
}

// A gate: f(x) + 1, times x; and a mask through sigmoid.
void add_gates(VectorList& list) {
  Random random("gates");
  ModelBuilder b;
  const auto x = b.input(checked(2, -400000, 400000));
  auto f = b.op("clamp", {x}, derived(2), clamp(0, 6 * 65536));
  f = b.op("rescale", {f}, derived(2), rescale(with_bias(rq_of(), BiasPlacement::post, {65536, 65536})));
  const auto gated = b.op("mul", {x, f}, checked(2, kI32Min, kI32Max), mul(rq_of(Round::floor, {16})));
  const auto one = b.op("split", {x}, derived(1), write_params(SplitParams{1, 1}));
  const auto mask = b.op("sigmoid", {one}, derived(1));
  const auto masked = b.op("mul", {gated, mask}, derived(2), mul(rq_of(Round::half_even, {16})));
  b.output(masked).output(b.op("elu", {x}, derived(2), write_params(EluParams{65536})));
  list.add("gates-acc64", b.model(), {decode_of({random_tensor(random, 2, 2, 3, -400000, 400000)})});
}

// Scalars: a filled plane, a scaled one, and a window.
void add_scalars(VectorList& list) {
  ModelBuilder b;
  const auto x = b.input(checked(2, -1000, 1000));
  const auto value = b.scalar(-50, 50);
  const auto row = b.scalar(0, 1);
  const auto start = b.scalar(0, 9);
  b.scalar(7, 7);  // readings G12: no operator reads it
  const auto plane = b.op("fill", {x}, derived(1), write_params(FillParams{true, value}));
  const auto joined = b.op("concat", {x, plane}, derived(3));
  ChscaleParams scale;
  scale.scalar = row;
  scale.n_rows = 2;
  scale.round = Round::half_up;
  scale.shift = 1;
  scale.m = packed({1, 2, 3, -1, -2, -3});
  const auto scaled = b.op("chscale", {joined}, clamped(3, -1500, 1500), write_params(scale));
  const CropParams window = {{true, start}, {false, 0}, {false, 2}, {true, row}};
  b.output(b.op("crop", {scaled}, derived(3), write_params(window))).output(plane);
  const Tensor x0 = counted(2, 3, 2, -6);
  const auto at = [&](Values scalars) { return decode_of({x0}, std::move(scalars)); };
  list.add("run-scalars", b.model(),
           {at({50, 1, 0, 7}), at({-50, 1, 1, 7}), at({5, 1, 2, 7}), at({5, 0, 0, 7}), at({51, 1, 0, 7}),
            at({5, 2, 0, 7}), at({5, 1, 10, 7}), at({5, 1, 0, 8}), at({0, 1, 0, 7})});
}

// Inputs and outputs in other orders than the operators', outputs twice and inputs as outputs (readings G12).
void add_tables(VectorList& list) {
  ModelBuilder b;
  const auto first = b.input(checked(1, -9, 9));
  const auto second = b.input(clamped(2, -20, 20));
  const auto unread = b.input(checked(3, 0, 5));
  const auto doubled = b.op("add", {second, second}, derived(2));
  const auto product = b.op("mul", {second, first}, clamped(2, -60, 60), mul(rq_of()));
  b.op("relu", {doubled}, derived(2));  // nothing reads it
  b.output(product).output(doubled).output(product).output(second).output(unread).output(first).output(second);
  const std::vector<Tensor> inputs = {counted(1, 2, 2, -2), counted(2, 2, 2, -25), filled(3, 1, 1, 5)};
  list.add("g12-outputs-twice-and-inputs-as-outputs", b.model(), {decode_of(inputs), decode_of(inputs)});
  GraphModel turned = b.model();
  std::swap(turned.inputs[0], turned.inputs[2]);
  list.add("inputs-in-another-order", turned, {decode_of({inputs[2], inputs[1], inputs[0]})});
  std::vector<Tensor> outside = inputs;
  outside[2].data[0] = 6;
  list.add("run-g12-unread-input-is-checked", b.model(), {decode_of(outside), decode_of(inputs)});
  ModelBuilder same;
  const auto x = same.input(clamped(1, -3, 3));
  same.op("abs", {x}, derived(1));
  same.output(x);
  list.add("g12-only-an-input-as-output", same.model(), {decode_of({counted(1, 2, 4, -5)})});
}

// The policies of one tensor in turn: what the reader sees is the value after the policy.
void add_policies(VectorList& list) {
  const auto graph = [](const TensorRecord& middle) {
    ModelBuilder b;
    const auto x = b.input(clamped(1, -40, 40));
    const auto t = b.op("rescale", {x}, middle, rescale(with_mult(rq_of(), {3})));
    b.output(b.op("abs", {t}, derived(1))).output(t);
    return b.model();
  };
  const VectorDecode d = decode_of({tensor_of(1, 1, 6, {-100, -40, -11, 0, 10, 99})});
  const VectorDecode inside = decode_of({tensor_of(1, 1, 3, {-10, 0, 10})});
  list.add("policy-derived-acc32", graph(derived(1)), {d, inside});
  list.add("policy-clamp-acc32", graph(clamped(1, -30, 31)), {d, inside});
  list.add("policy-clamp-above-acc32", graph(clamped(1, 35, 36)), {d, inside});
  // A clamp range wider than the result leaves the result's interval to the reader.
  constexpr std::int64_t kFar = std::int64_t{1} << 40U;
  list.add("policy-clamp-wider-acc32", graph(clamped(1, -kFar, kFar)), {d, inside});
  list.add("policy-clamp-wider-above-acc32", graph(clamped(1, -5, kFar)), {d, inside});
  list.add("policy-clamp-wider-below-acc32", graph(clamped(1, -kFar, 5)), {d, inside});
  list.add("run-policy-check-acc64", graph(checked(1, -33, 30)), {d, inside});
  list.add("policy-check-not-reached-acc64", graph(checked(1, -120, 120)), {d, inside});
  list.add("load-policy-check-above", graph(checked(1, 121, 130)));
  // Readings G5.
  list.add("g5-clamp-past-i32-feeds-no-acc32-acc64", graph(clamped(1, kI32Max + 1, kI32Max + 2)), {d});
}

// A clamp that lies wholly beside its producer's result leaves the reader one value: both ends of the interval are
// clamped at both sides. Twice an end of the result itself would pass i32.
void add_clamps_beside(VectorList& list) {
  const auto graph = [](std::int64_t lo, std::int64_t hi, const TensorRecord& middle) {
    ModelBuilder b;
    const auto x = b.input(checked(1, lo, hi));
    const auto t = b.op("rescale", {x}, middle, rescale(rq_of()));
    b.output(b.op("add", {t, t}, derived(1)));
    return b.model();
  };
  list.add("policy-clamp-below-the-result-acc32", graph(kI32Max - 9, kI32Max, clamped(1, -5, 2)),
           {decode_of({tensor_of(1, 1, 2, {kI32Max - 9, kI32Max})})});
  list.add("policy-clamp-above-the-result-acc32", graph(kI32Min, kI32Min + 9, clamped(1, -2, 5)),
           {decode_of({tensor_of(1, 1, 2, {kI32Min, kI32Min + 9})})});
}

}  // namespace

void phase_vectors(VectorList& list) {
  for (const Phase& f : kPhases) {
    Random random(f.name);
    const std::vector<VectorDecode> decodes = {decode_of({random_tensor(random, f.cin, f.h, f.w, -128, 127)}),
                                               decode_of({filled(f.cin, f.h, f.w, -128)})};
    list.add(std::string(f.name) + "-phases-acc32", phase_graph(f, false), decodes);
    list.add(std::string(f.name) + "-against-operator-acc64", phase_graph(f, true), decodes);
  }
  Random random("merged");
  list.add("k4-s2-merged-against-operator-acc32", merged_phases(),
           {decode_of({random_tensor(random, 2, 3, 3, -128, 127)})});
}

void mixture_vectors(VectorList& list) {
  add_synthesis(list);
  add_hyper(list);
  add_attention(list);
  add_gates(list);
  add_scalars(list);
  add_tables(list);
  add_policies(list);
  add_clamps_beside(list);
}

}  // namespace wai
