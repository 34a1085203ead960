// Vectors of conv (ops 5.2) and conv_transpose (ops 5.3).
#include <algorithm>
#include <array>

#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "conform/rq_vectors.hpp"
#include "ops/linear.hpp"

namespace wai {
namespace {

// The geometry of both operators; the unused parts of each stay as they are.
struct Geometry {
  std::string_view name;
  std::uint32_t cin = 1, cout = 1, groups = 1;
  std::uint32_t h = 1, w = 1;
  std::uint32_t kh = 1, kw = 1;
  std::uint32_t sh = 1, sw = 1;
  std::uint32_t ph = 0, pw = 0;
  std::uint32_t oph = 0, opw = 0;

  [[nodiscard]] std::size_t weights(bool transposed) const {
    return std::size_t{transposed ? cin : cin / groups} * cout * kh * kw;
  }
};

Bytes conv_params(const Geometry& g, const Rq& rq, const Values& weights, unsigned width) {
  ConvParams p;
  p.cout = g.cout;
  p.kh = g.kh, p.kw = g.kw, p.sh = g.sh, p.sw = g.sw, p.ph = g.ph, p.pw = g.pw;
  p.groups = g.groups;
  p.rq = rq;
  p.weights = packed(weights, width);
  return write_params(p);
}

Bytes conv_transpose_params(const Geometry& g, const Rq& rq, const Values& weights, unsigned width) {
  ConvTransposeParams p;
  p.cout = g.cout;
  p.kh = g.kh, p.kw = g.kw, p.sh = g.sh, p.sw = g.sw, p.ph = g.ph, p.pw = g.pw, p.oph = g.oph, p.opw = g.opw;
  p.rq = rq;
  p.weights = packed(weights, width);
  return write_params(p);
}

// Which of the two a vector is for.
enum class Kind { conv, transposed };

OpCase linear_case(Kind kind, const Geometry& g, const Rq& rq, const Values& weights, unsigned width, std::int64_t lo,
                   std::int64_t hi, Tensor x) {
  OpCase c;
  c.op = kind == Kind::conv ? "conv" : "conv_transpose";
  c.params = kind == Kind::conv ? conv_params(g, rq, weights, width) : conv_transpose_params(g, rq, weights, width);
  c.in = {checked(g.cin, lo, hi)};
  c.out = {derived(g.cout)};
  c.decode = decode_of({std::move(x)});
  return c;
}

// Random weights, biases, shifts and values, different in every channel; a bias that shows where no tap reaches.
OpCase random_case(Kind kind, const Geometry& g, unsigned width = 1) {
  Random random(g.name);
  const std::int64_t reach = width == 1 ? 127 : 20000;
  Rq rq = rq_of(kRounds[random.next() % 3]);
  rq.s_kind = RqKind::per_channel;
  rq.shift.clear();
  for (std::uint32_t o = 0; o < g.cout; ++o) {
    rq.shift.push_back(static_cast<std::uint8_t>(random.within(0, 6)));
  }
  const auto placement = random.next() % 2 == 0 ? BiasPlacement::pre : BiasPlacement::post;
  rq = with_bias(rq, placement, random_values(random, g.cout, -900, 900));
  if (random.next() % 2 == 0) {
    rq = with_mult(rq, random_values(random, g.cout, -15, 15));
  }
  const Values weights = random_values(random, g.weights(kind == Kind::transposed), -reach - 1, reach);
  return linear_case(kind, g, rq, weights, width, -100, 100, random_tensor(random, g.cin, g.h, g.w, -100, 100));
}

void add_geometries(VectorList& list, Kind kind, std::span<const Geometry> geometries) {
  for (const Geometry& g : geometries) {
    add_plan(list, std::string(g.name), random_case(kind, g));
  }
}

RqHost linear_host(Kind kind) {
  RqHost host;
  host.rq_offset = kind == Kind::conv ? 36 : 40;
  host.make = [kind](const Rq& rq, std::size_t c, std::int64_t lo, std::int64_t hi, const Values& values) {
    Geometry g;
    g.cin = g.cout = static_cast<std::uint32_t>(c);
    Values identity(c * c, 0);
    for (std::size_t i = 0; i < c; ++i) {
      identity[i * (c + 1)] = 1;
    }
    return linear_case(kind, g, rq, identity, 1, lo, hi, tensor_of(c, 1, values.size() / c, values));
  };
  return host;
}

// ---------------------------------------------------------------- partial sums that reach their ends (item 1)

// A 3 x 2 kernel over 2 channels whose input, for the output at (0, 0), is `high` under each weight of one sign and
// `low` under the others. For conv the input is the kernel's own size; for conv_transpose, stride 1, a crop of
// (2, 1) leaves the one output that every tap reaches.
struct Accumulator {
  Kind kind;
  unsigned width;      // of the weights, in bytes
  std::int64_t reach;  // of the weights
  std::int64_t x;      // the input's range is [-x, x - 1]
};

constexpr std::size_t kAccTaps = 2 * 3 * 2;

Values accumulator_weights(const Accumulator& a) {
  Values weights;
  for (std::size_t i = 0; i < kAccTaps; ++i) {
    const auto n = static_cast<std::int64_t>(i);
    weights.push_back(i % 3 == 1 ? -a.reach - 1 + n : a.reach - n);
  }
  return weights;
}

Tensor accumulator_input(const Accumulator& a, const Values& weights, bool is_top) {
  Tensor x({2, 3, 2});
  for (std::size_t i = 0; i < kAccTaps; ++i) {
    // conv_transpose reads tap (i, j) at the input position (2 - i, 1 - j): a channel's kernel, turned round.
    const std::size_t at = a.kind == Kind::conv ? i : i / 6 * 6 + (5 - i % 6);
    x.data[at] = (weights[i] > 0) == is_top ? a.x - 1 : -a.x;
  }
  return x;
}

// The end of A(K, 0) that the bias then carries to `target`.
i128 accumulator_end(const Accumulator& a, const Values& weights, bool is_top) {
  i128 sum = 0;
  for (const std::int64_t w : weights) {
    sum += static_cast<i128>(w) * ((w > 0) == is_top ? a.x - 1 : -a.x);
  }
  return sum;
}

void add_accumulator(VectorList& list, const Accumulator& a, unsigned bits, bool is_top, bool is_past) {
  const Values weights = accumulator_weights(a);
  const i128 top = (static_cast<i128>(1) << (bits - 1)) - 1;
  const i128 target = is_top ? top + (is_past ? 1 : 0) : -top - 1 - (is_past ? 1 : 0);
  const i128 bias = target - accumulator_end(a, weights, is_top);
  Geometry g;
  g.cin = 2;
  g.kh = g.h = 3;
  g.kw = g.w = 2;
  if (a.kind == Kind::transposed) {
    g.ph = 2;
    g.pw = 1;
  }
  const Rq rq = with_bias(rq_of(Round::floor, {1}), BiasPlacement::pre, {narrow<std::int64_t>(bias)}, 8);
  const std::string_view end = is_top ? "hi" : "lo";
  const std::string id = !is_past     ? fmt::format("acc-{}-attained-w{}-acc{}", end, a.width, bits)
                         : bits == 32 ? fmt::format("acc-{}-past-w{}-acc64", end, a.width)
                                      : fmt::format("load-acc-{}-past-w{}", end, a.width);
  list.add(id, linear_case(a.kind, g, rq, weights, a.width, -a.x, a.x - 1, accumulator_input(a, weights, is_top)));
}

void add_accumulators(VectorList& list, Kind kind) {
  const Accumulator small[] = {
      {kind, 1, 120, 500000}, {kind, 2, 30000, 2900}, {kind, 4, 40000000, 2}, {kind, 8, 40000000, 2}};
  const Accumulator large[] = {{kind, 1, 120, std::int64_t{1} << 51U},
                               {kind, 2, 30000, std::int64_t{1} << 43U},
                               {kind, 4, kI32Max, 268000000},
                               {kind, 8, std::int64_t{1} << 58U, 2}};
  for (const bool is_top : {true, false}) {
    for (const bool is_past : {false, true}) {
      for (const Accumulator& a : small) {
        add_accumulator(list, a, 32, is_top, is_past);
      }
      for (const Accumulator& a : large) {
        add_accumulator(list, a, 64, is_top, is_past);
      }
    }
  }
}

// ---------------------------------------------------------------- widths (items 4 and 5)

void add_weight_widths(VectorList& list, Kind kind) {
  const auto one = [&](const std::string& id, std::int64_t weight, unsigned width, std::int64_t lo, std::int64_t hi) {
    list.add(id, linear_case(kind, {}, rq_of(), {weight}, width, lo, hi, tensor_of(1, 1, 2, {lo, hi})));
  };
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    const std::int64_t top = width == 8 ? kI64Max : (std::int64_t{1} << (8 * width - 1)) - 1;
    one(fmt::format("weight-w{}-greatest-{}", width, width == 8 ? "acc64" : "acc32"), top, width, 0, 1);
    one(fmt::format("weight-w{}-least-{}", width, width == 8 ? "acc64" : "acc32"), -top - 1, width, 0, 1);
  }
  one("cond-weight-i32-max-w8-acc32", kI32Max, 8, -1, 1);
  one("cond-weight-past-high-acc64", kI32Max + 1, 8, 0, 0);
  one("cond-weight-past-low-acc64", kI32Min - 1, 8, 0, 0);
  one("term-i32-min-acc32", -1, 1, 0, kI32Max);
  one("term-past-i32-acc64", -1, 1, kI32Min, 0);
  one("load-term-past-i64", -1, 1, kI64Min, 0);
  Geometry g;
  g.cin = 2;
  // Terms that cancel in the sum: conv.acc is what no order may pass.
  list.add("acc-cancels-acc64", linear_case(kind, g, rq_of(), {2, -2}, 1, 0, (std::int64_t{1} << 30U),
                                            tensor_of(2, 1, 1, {std::int64_t{1} << 30U, std::int64_t{1} << 30U})));
  list.add("load-acc-cancels",
           linear_case(kind, g, rq_of(), {2, -2}, 1, 0, std::int64_t{1} << 62U, tensor_of(2, 1, 1, {1, 1})));
}

// A sum of terms of one sign reaches 0 or its bias alone (ops 8.2).
void add_sum_bounds(VectorList& list, Kind kind) {
  Geometry g;
  g.cin = 2;
  const auto with = [&](const std::string& id, const Values& weights, std::int64_t bias, std::int64_t lo,
                        std::int64_t hi) {
    const Rq rq = with_bias(rq_of(), BiasPlacement::pre, {bias});
    add_result_bounds(list, id, linear_case(kind, g, rq, weights, 1, 2, 3, filled(2, 1, 1, 2)), lo, hi);
  };
  with("sum-of-positives", {5, 7}, 0, 0, 36);
  with("sum-of-positives-and-bias", {5, 7}, 4, 0, 40);
  with("sum-of-positives-less-bias", {5, 7}, -4, -4, 36);
  with("sum-of-negatives", {-5, -7}, 0, -36, 0);
  with("sum-of-both", {5, -7}, 0, -21, 15);
}

// The residue whose taps weigh most decides the bound, on either axis, whatever the other's stride (ops 8.3).
void add_residue_bounds(VectorList& list) {
  for (const bool is_row : {true, false}) {
    for (std::size_t k = 0; k < 4; ++k) {
      Geometry g;
      (is_row ? g.kh : g.kw) = 4;
      (is_row ? g.sh : g.sw) = 3;
      Values weights = {1, 2, 3, -4};
      weights[k] = 50;
      // Taps 0 and 3 share residue 0: 50 and 4, or 1 and 50; the others stand alone.
      const std::int64_t top = k == 0 ? 540 : k == 3 ? 510 : 500;
      add_result_bounds(list, fmt::format("residue-{}-{}", is_row ? "row" : "column", k),
                        linear_case(Kind::transposed, g, rq_of(), weights, 1, -10, 10, filled(1, 1, 1, 1)), -top, top);
    }
  }
}

void add_linear_thresholds(VectorList& list, Kind kind) {
  Geometry g;
  g.cin = 2, g.cout = 2, g.h = g.w = 3, g.kh = 3, g.kw = 2, g.sh = 2, g.ph = 1;
  Random random("linear thresholds");
  const Values weights = random_values(random, g.weights(kind == Kind::transposed), -128, 127);
  const Tensor x = filled(2, 3, 3, 0);
  const auto with = [&](const std::string& id, const Rq& rq) {
    add_thresholds(list, id, linear_case(kind, g, rq, weights, 1, 0, 0, x));
  };
  with("edge-acc", rq_of(Round::floor, {20}));
  with("edge-pre-bias", with_bias(rq_of(Round::half_up, {20}), BiasPlacement::pre, {1000000, -2000000}));
  with("edge-mult", with_mult(rq_of(Round::half_even, {9}), {-100000, 300000}));
}

// ---------------------------------------------------------------- parameters (ops 10.4)

void add_linear_faults(VectorList& list, Kind kind, const OpCase& c, std::span<const std::string_view> fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].empty()) {
      add_u32_fault(list, std::string(fields[i]) + "-0", c, 4 * i, 0);
    }
  }
  const std::size_t at = kind == Kind::conv ? 32 : 36;
  const std::size_t n = c.decode.inputs[0].shape.c * c.out[0].channels * 6;  // the kernel of both is 2 x 3 or 3 x 2
  add_width_faults(list, "w-bytes", c, {at, c.params.size() - n, n}, {0, 3, 5, 16});
  Geometry no_rows;
  no_rows.kh = 0;
  list.add("load-kernel-no-rows", linear_case(kind, no_rows, rq_of(), {}, 1, -9, 9, filled(1, 1, 1, 1)));
  Geometry no_columns;
  no_columns.kw = 0;
  list.add("load-kernel-no-columns", linear_case(kind, no_columns, rq_of(), {}, 1, -9, 9, filled(1, 1, 1, 1)));
  add_reserved_faults(list, c, at + 1, 3);
  add_u32_fault(list, "kernel-huge", c, 4, 0xFFFFFFFFU);
  add_u32_fault(list, "cout-huge", c, 0, 0xFFFFFFFFU);
  add_u32_fault(list, "cout-more", c, 0, 5);
}

constexpr std::uint32_t kCap = 1U << 26U;

OpCase with_geometry(Kind kind, const Geometry& g) {
  Random random("geometry");
  const Rq rq = with_bias(rq_of(), BiasPlacement::pre, random_values(random, g.cout, -9, 9));
  const Values weights = random_values(random, g.weights(kind == Kind::transposed), -9, 9);
  return linear_case(kind, g, rq, weights, 1, -100, 100, random_tensor(random, g.cin, g.h, g.w, -9, 9));
}

// name, cin, cout, groups, h, w, kh, kw, sh, sw, ph, pw
constexpr Geometry kConvGeometries[] = {
    {"plane-1x1", 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0},
    {"plane-1x1-kernel-3x3", 2, 3, 1, 1, 1, 3, 3, 1, 1, 1, 1},
    {"kernel-past-input", 2, 2, 1, 2, 3, 5, 7, 1, 1, 2, 3},
    {"kernel-past-input-height", 1, 2, 1, 2, 6, 5, 2, 1, 1, 2, 0},
    {"kernel-of-input", 2, 2, 1, 3, 4, 3, 4, 1, 1, 0, 0},
    {"kernel-of-padded-input", 1, 1, 1, 2, 3, 6, 5, 1, 1, 2, 1},
    {"stride-past-kernel", 2, 3, 1, 7, 8, 2, 1, 3, 4, 0, 0},
    {"stride-past-input", 1, 2, 1, 3, 4, 2, 2, 9, 8, 0, 0},
    {"odd-sizes", 3, 2, 1, 5, 7, 3, 3, 2, 2, 1, 1},
    {"row", 2, 2, 1, 1, 9, 1, 4, 1, 3, 0, 2},
    {"column", 2, 2, 1, 9, 1, 4, 1, 3, 1, 2, 0},
    {"asymmetric-kernel", 2, 3, 1, 5, 6, 2, 4, 1, 1, 0, 0},
    {"asymmetric-stride", 1, 2, 1, 7, 7, 2, 2, 3, 2, 0, 0},
    {"asymmetric-stride-turned", 1, 2, 1, 7, 7, 2, 2, 2, 3, 0, 0},
    {"asymmetric-padding", 1, 2, 1, 4, 4, 3, 3, 1, 1, 0, 2},
    {"asymmetric-padding-turned", 1, 2, 1, 4, 4, 3, 3, 1, 1, 2, 0},
    {"asymmetric-all", 3, 4, 1, 5, 4, 3, 2, 2, 3, 1, 2},
    {"padding-past-kernel", 1, 1, 1, 2, 2, 2, 2, 1, 1, 3, 4},
    {"pointwise-more-channels", 2, 5, 1, 2, 3, 1, 1, 1, 1, 0, 0},
    {"pointwise-fewer-channels", 5, 2, 1, 2, 3, 1, 1, 1, 1, 0, 0},
    {"pointwise-stride", 2, 2, 1, 5, 4, 1, 1, 2, 3, 0, 0},
    {"groups-2", 4, 6, 2, 3, 3, 2, 2, 1, 1, 1, 0},
    {"groups-3-fewer-outputs", 6, 3, 3, 3, 4, 2, 3, 1, 2, 0, 1},
    {"groups-2-more-outputs", 2, 6, 2, 3, 2, 2, 1, 1, 1, 0, 0},
    {"groups-4-of-4-to-8", 4, 8, 4, 2, 2, 1, 2, 1, 1, 0, 1},
    {"depthwise", 3, 3, 3, 4, 5, 3, 3, 1, 1, 1, 1},
    {"depthwise-stride", 4, 4, 4, 5, 5, 3, 2, 2, 2, 1, 0},
    {"depthwise-one-channel", 1, 1, 1, 3, 3, 2, 2, 1, 1, 0, 0},
};

// name, cin, cout, 1, h, w, kh, kw, sh, sw, ph, pw, oph, opw
constexpr Geometry kConvTransposeGeometries[] = {
    {"plane-1x1", 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0},
    {"plane-1x1-kernel-3x2", 2, 3, 1, 1, 1, 3, 2, 2, 2, 0, 0, 0, 0},
    {"kernel-past-input", 2, 2, 1, 2, 3, 5, 7, 1, 1, 0, 0, 0, 0},
    {"kernel-past-input-cropped", 2, 2, 1, 2, 3, 5, 7, 2, 3, 2, 3, 1, 2},
    {"output-padding-of-stride", 1, 2, 1, 2, 3, 3, 3, 2, 2, 1, 1, 2, 2},
    {"output-padding-past-stride", 2, 2, 1, 2, 2, 2, 2, 2, 3, 0, 1, 5, 4},
    {"output-padding-past-kernel", 1, 1, 1, 1, 2, 1, 1, 1, 1, 0, 0, 3, 2},
    {"stride-past-kernel", 2, 2, 1, 3, 2, 2, 1, 4, 3, 0, 0, 0, 0},
    {"stride-past-kernel-cropped", 1, 2, 1, 3, 3, 2, 1, 4, 3, 1, 2, 1, 0},
    {"stride-one", 2, 3, 1, 3, 4, 3, 2, 1, 1, 1, 0, 0, 0},
    {"odd-sizes", 3, 2, 1, 3, 5, 3, 3, 2, 2, 1, 1, 1, 1},
    {"row", 2, 2, 1, 1, 6, 1, 4, 1, 2, 0, 1, 0, 1},
    {"column", 2, 2, 1, 6, 1, 4, 1, 2, 1, 1, 0, 1, 0},
    {"asymmetric-kernel", 2, 2, 1, 3, 3, 2, 4, 2, 2, 0, 0, 0, 0},
    {"asymmetric-stride", 1, 2, 1, 3, 3, 3, 3, 3, 2, 0, 0, 0, 0},
    {"asymmetric-stride-turned", 1, 2, 1, 3, 3, 3, 3, 2, 3, 0, 0, 0, 0},
    {"asymmetric-padding", 1, 2, 1, 3, 3, 3, 3, 2, 2, 0, 2, 0, 0},
    {"asymmetric-padding-turned", 1, 2, 1, 3, 3, 3, 3, 2, 2, 2, 0, 0, 0},
    {"asymmetric-output-padding", 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 0, 0, 1},
    {"asymmetric-output-padding-turned", 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 0, 1, 0},
    {"asymmetric-all", 3, 4, 1, 3, 2, 4, 3, 3, 2, 1, 2, 2, 3},
    {"padding-past-kernel", 1, 1, 1, 4, 4, 2, 2, 2, 2, 3, 2, 0, 0},
    {"one-output", 1, 2, 1, 2, 2, 3, 3, 2, 2, 2, 2, 0, 0},
    {"more-channels", 2, 5, 1, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0},
    {"fewer-channels", 5, 2, 1, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0},
    {"kernel-multiple-of-stride", 1, 1, 1, 3, 3, 4, 6, 2, 3, 1, 1, 0, 0},
};

void conv_plans(VectorList& list) {
  Kind kind = Kind::conv;
  const auto refused = [&](const std::string& id, const Geometry& g) {
    add_plan_refusal(list, id, with_geometry(kind, g));
  };
  refused("shape-kernel-height", {"", 1, 1, 1, 2, 9, 5, 3, 1, 1, 1, 0});
  refused("shape-kernel-width", {"", 1, 1, 1, 9, 2, 3, 5, 1, 1, 0, 1});
  refused("shape-kernel-no-padding", {"", 2, 2, 1, 1, 1, 2, 1, 1, 1, 0, 0});
  refused("size-padded-height", {"", 1, 1, 1, 2, 1, 1, 1, kCap, 1, kCap / 2, 0});
  refused("size-padded-width", {"", 1, 1, 1, 1, 1, 1, 1, 1, kCap, 0, kCap / 2});
  refused("size-padding-huge", {"", 1, 1, 1, 1, 1, 1, 1, kCap, 1, 0xFFFFFFFFU, 0});
  // A size past the cap comes before the shape rule; the shape rule before the output's elements.
  refused("size-before-shape", {"", 1, 1, 1, 1, 1, 1, 2, kCap, 1, kCap / 2, 0});
  refused("shape-before-output", {"", 1, 1, 1, 1, 2, 1, 3, 1, 1, kCap / 4, 0});
  refused("output-elements", {"", 1, 5, 1, 1, 1, 1, 1, 1, 1, 4096, 2048});
  add_plan(list, "size-padded-at-cap",
           with_geometry(kind, {"", 1, 1, 1, 2, 1, 1, 1, kCap / 2 - 1, 1, kCap / 2 - 1, 0}));
  add_plan(list, "size-padded-width-at-cap",
           with_geometry(kind, {"", 1, 1, 1, 1, 2, 1, 2, 1, kCap / 2 - 1, 0, kCap / 2 - 1}));
  add_plan(list, "stride-huge", with_geometry(kind, {"", 1, 2, 1, 2, 3, 1, 2, 0xFFFFFFFFU, 0xFFFFFFFFU, 0, 0}));
  const Geometry g{"", 4, 4, 2, 2, 2, 1, 1, 1, 1, 0, 0};
  add_u32_fault(list, "groups-not-of-cin", with_geometry(kind, {"", 4, 6, 2, 2, 2, 1, 1, 1, 1, 0, 0}), 28, 3);
  add_u32_fault(list, "groups-not-of-cout", with_geometry(kind, {"", 6, 4, 2, 2, 2, 1, 1, 1, 1, 0, 0}), 28, 3);
  add_u32_fault(list, "groups-more-than-cin", with_geometry(kind, g), 28, 8);
  add_u32_fault(list, "groups-length", with_geometry(kind, g), 28, 4);
}

void conv_transpose_plans(VectorList& list) {
  Kind kind = Kind::transposed;
  const auto refused = [&](const std::string& id, const Geometry& g) {
    add_plan_refusal(list, id, with_geometry(kind, g));
  };
  refused("shape-height-0", {"", 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0});
  refused("shape-width-0", {"", 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 2, 0, 0});
  refused("shape-height-negative", {"", 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 0, 0, 0});
  refused("shape-width-negative", {"", 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0xFFFFFFFFU, 0, 0});
  refused("size-uncropped-height", {"", 1, 1, 1, 2, 1, 1, 1, kCap, 1, kCap / 2, 0, 0, 0});
  refused("size-uncropped-width", {"", 1, 1, 1, 1, 2, 1, 1, 1, kCap, 0, kCap / 2, 0, 0});
  refused("size-uncropped-output-padding", {"", 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, kCap / 2, 0, kCap});
  refused("size-uncropped-planes", {"", 1, 2, 1, 2, 2, 1, 1, 8191, 4096, 4095, 2048, 0, 0});
  refused("size-uncropped-elements", {"", 1, 1, 1, 2, 2, 1, 1, 8192, 8191, 4096, 4095, 0, 0});
  refused("size-before-shape", {"", 1, 1, 1, 2, 1, 1, 1, kCap, 1, 0, 1, 0, 0});
  refused("size-huge-stride", {"", 1, 1, 1, 2, 2, 1, 1, 0xFFFFFFFFU, 0xFFFFFFFFU, 0, 0, 0, 0});
  add_plan(list, "size-uncropped-at-cap", with_geometry(kind, {"", 1, 1, 1, 2, 2, 1, 1, 8191, 8191, 4095, 4095, 0, 0}));
  add_plan(list, "size-uncropped-planes-at-cap",
           with_geometry(kind, {"", 1, 2, 1, 2, 2, 1, 1, 8191, 4095, 4095, 2047, 0, 0}));
  // Readings G10: only the residues that have taps are visited.
  add_plan(list, "g10-stride-huge-on-one-position",
           with_geometry(kind, {"", 1, 2, 1, 1, 1, 2, 3, 0xFFFFFFFFU, 0xFFFFFFFFU, 0, 0, 1, 1}));
}

}  // namespace

void conv_vectors(VectorList& list) {
  const Geometry g{"common", 2, 3, 1, 3, 4, 2, 3, 1, 1, 1, 1};
  add_common_vectors(list, random_case(Kind::conv, g));
  add_geometries(list, Kind::conv, kConvGeometries);
  for (const unsigned width : {2U, 4U, 8U}) {
    Geometry wide{"", 4, 4, 2, 3, 4, 3, 2, 2, 1, 1, 1};
    const std::string id = fmt::format("random-w{}", width);
    wide.name = id;
    list.add(id, random_case(Kind::conv, wide, width));
  }
  add_rq_vectors(list, linear_host(Kind::conv));
  add_accumulators(list, Kind::conv);
  add_weight_widths(list, Kind::conv);
  add_sum_bounds(list, Kind::conv);
  add_linear_thresholds(list, Kind::conv);
  conv_plans(list);
  constexpr std::string_view kFields[] = {"cout", "kh", "kw", "sh", "sw", "", "", "groups"};
  add_linear_faults(list, Kind::conv, random_case(Kind::conv, g), kFields);
}

void conv_transpose_vectors(VectorList& list) {
  const Geometry g{"common", 2, 3, 1, 2, 3, 3, 2, 2, 2, 1, 0, 1, 1};
  add_common_vectors(list, random_case(Kind::transposed, g));
  add_geometries(list, Kind::transposed, kConvTransposeGeometries);
  for (const unsigned width : {2U, 4U, 8U}) {
    Geometry wide{"", 3, 2, 1, 3, 2, 3, 4, 2, 3, 1, 2, 1, 0};
    const std::string id = fmt::format("random-w{}", width);
    wide.name = id;
    list.add(id, random_case(Kind::transposed, wide, width));
  }
  add_rq_vectors(list, linear_host(Kind::transposed));
  add_accumulators(list, Kind::transposed);
  add_weight_widths(list, Kind::transposed);
  add_sum_bounds(list, Kind::transposed);
  add_linear_thresholds(list, Kind::transposed);
  conv_transpose_plans(list);
  add_residue_bounds(list);
  constexpr std::string_view kFields[] = {"cout", "kh", "kw", "sh", "sw"};
  add_linear_faults(list, Kind::transposed, random_case(Kind::transposed, g), kFields);
}

}  // namespace wai
