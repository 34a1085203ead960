// Vectors of the elementwise operators (ops 5.5) and of lut16 (ops 5.6).
#include <algorithm>
#include <array>

#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "ops/elementwise.hpp"
#include "ops/table_lookup.hpp"

namespace wai {
namespace {

void add_unary_shapes(VectorList& list, std::string_view op, const Bytes& params) {
  for (const auto& [c, h, w] : {std::array<std::uint64_t, 3>{1, 1, 1}, {3, 1, 7}, {2, 5, 1}, {4, 5, 5}, {5, 3, 2}}) {
    const std::string id = fmt::format("shape-{}x{}x{}", c, h, w);
    Random random(id);
    list.add(id, unary_case(op, params, -100, 100, random_tensor(random, c, h, w, -100, 100)));
  }
}

// The widths of a function that is the identity on some values.
void add_unary_ends(VectorList& list, std::string_view op, const Bytes& params) {
  list.add("i32-ends-acc32", row_case(op, params, -kI32Max, kI32Max, {-kI32Max, kI32Max, 0, -1, 1}));
  list.add("high-past-i32-acc64", row_case(op, params, 0, kI32Max + 1, {kI32Max + 1, 0}));
  list.add("low-past-i32-acc64", row_case(op, params, kI32Min - 1, 0, {kI32Min - 1, 0}));
  list.add("i64-ends-acc64", row_case(op, params, -kI64Max, kI64Max, {-kI64Max, kI64Max, 0, -1, 1}));
}

// ---------------------------------------------------------------- add, chunk_add

OpCase add_case(std::int64_t lo, std::int64_t hi, Tensor a, Tensor b) {
  OpCase c;
  c.op = "add";
  c.in = {checked(static_cast<std::uint32_t>(a.shape.c), lo, hi),
          checked(static_cast<std::uint32_t>(b.shape.c), lo, hi)};
  c.out = {derived(static_cast<std::uint32_t>(a.shape.c))};
  c.decode = decode_of({std::move(a), std::move(b)});
  return c;
}

OpCase add_ranges(const TensorRecord& a, const TensorRecord& b, const Values& x, const Values& y) {
  OpCase c = add_case(0, 0, tensor_of(1, 1, x.size(), x), tensor_of(1, 1, y.size(), y));
  c.in = {a, b};
  return c;
}

// Every way of declaring exponents over a case's tensors, the output last: all, none, or not equal (ops 3).
void add_exponent_vectors(VectorList& list, const OpCase& c) {
  const std::size_t n = c.in.size();
  const auto with = [&](const std::string& id, const std::vector<int>& exponents) {
    OpCase e = c;
    for (std::size_t i = 0; i < n; ++i) {
      e.in[i].exponent = static_cast<std::int8_t>(exponents[i]);
    }
    e.out[0].exponent = static_cast<std::int8_t>(exponents[n]);
    list.add(id, e);
  };
  for (const int e : {0, 5, -127, 127}) {
    with(fmt::format("exponents-equal-{}", e), std::vector<int>(n + 1, e));
  }
  for (std::size_t i = 0; i <= n; ++i) {
    const std::string where = i == n ? "out" : fmt::format("in{}", i);
    std::vector<int> exponents(n + 1, 4);
    exponents[i] = kNoExponent;
    with("load-exponent-missing-" + where, exponents);
    exponents[i] = -4;
    with("load-exponent-differs-" + where, exponents);
    exponents.assign(n + 1, kNoExponent);
    exponents[i] = 4;
    with("load-exponent-only-" + where, exponents);
  }
}

void add_operand_vectors(VectorList& list) {
  const OpCase good = add_case(-50, 50, counted(2, 2, 3, -6), counted(2, 2, 3, 7));
  OpCase bad = good;
  bad.decode.inputs[1] = counted(2, 3, 3);
  add_plan_refusal(list, "shape-height", bad);
  bad.decode.inputs[1] = counted(2, 2, 1);
  add_plan_refusal(list, "shape-width", bad);
  bad.decode.inputs[1] = counted(2, 3, 2);
  add_plan_refusal(list, "shape-transposed", bad);
  list.add("load-channels-1-of-2", add_case(-50, 50, counted(2, 2, 3), counted(1, 2, 3)));
  GraphModel doubled = good.model();
  doubled.ops[0].in = {1, 1};
  list.add("one-tensor-twice", doubled, {good.decode});
  for (const auto& [c, h, w] : {std::array<std::uint64_t, 3>{1, 1, 1}, {3, 5, 3}, {4, 1, 7}}) {
    const std::string id = fmt::format("shape-{}x{}x{}", c, h, w);
    Random random(id);
    Tensor a = random_tensor(random, c, h, w, -99, 99);
    Tensor b = random_tensor(random, c, h, w, -99, 99);
    list.add(id, add_case(-99, 99, std::move(a), std::move(b)));
  }
}

void add_width_vectors(VectorList& list) {
  const auto with = [&](const std::string& id, std::int64_t la, std::int64_t ha, std::int64_t lb, std::int64_t hb) {
    list.add(id, add_ranges(checked(1, la, ha), checked(1, lb, hb), {la, ha, la, ha}, {lb, hb, hb, lb}));
  };
  with("sum-i32-ends-acc32", kI32Min + 7, kI32Max - 9, -7, 9);
  with("sum-past-i32-high-acc64", 0, kI32Max - 9, 0, 10);
  with("sum-past-i32-low-acc64", kI32Min + 7, 0, -8, 0);
  with("sum-i64-ends-acc64", kI64Min + 7, kI64Max - 9, -7, 9);
  with("load-sum-past-i64-high", 0, kI64Max - 9, 0, 10);
  with("load-sum-past-i64-low", kI64Min + 7, 0, -8, 0);
  add_thresholds(list, "edge", add_case(0, 0, filled(2, 1, 2, 0), filled(2, 1, 2, 0)), {0, 1});
  // A saturating sum is a sum under a clamp policy, but its own result must fit.
  OpCase sum = add_ranges(checked(1, kI32Min, kI32Max), checked(1, kI32Min, kI32Max), {kI32Min, kI32Max, 5},
                          {kI32Min, kI32Max, -6});
  sum.out[0] = clamped(1, kI32Min, kI32Max);
  list.add("saturating-acc64", sum);
}

// ---------------------------------------------------------------- leaky

OpCase leaky_case(std::int64_t a, std::uint32_t f, std::int64_t lo, std::int64_t hi, const Values& values) {
  return row_case("leaky", write_params(LeakyParams{a, f}), lo, hi, values);
}

void leaky_slopes(VectorList& list) {
  const Values values = {-9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 9};
  for (const std::int64_t a : {-3, 0, 1, 3, 655}) {
    for (const std::uint32_t f : {0U, 1U, 2U, 16U, 31U, 32U, 62U, 63U}) {
      list.add(fmt::format("slope-{}-f{}", a, f), leaky_case(a, f, -9, 9, values));
    }
  }
  list.add("floors-away-from-zero-acc32", leaky_case(1, 16, -70000, 10, {-1, -65536, -65537, -65535, -70000, 0, 10}));
  list.add("slope-past-one", leaky_case(5, 1, -9, 9, values));
  for (const unsigned bits : {32U, 64U}) {  // the largest shifts on the widest products
    const std::int64_t a = bits == 32 ? kI32Min : kI64Min;
    list.add(fmt::format("slope-least-f63-acc{}", bits),
             leaky_case(bits == 32 ? -kI32Max : -kI64Max, 63, -1, 3, {-1, 0, 3}));
    list.add(fmt::format("slope-least-f31-acc{}", bits), leaky_case(a + 1, 31, -1, 3, {-1, 0, 3}));
  }
}

void leaky_widths(VectorList& list) {
  const auto with = [&](const std::string& id, std::int64_t a, std::uint32_t f, std::int64_t lo, std::int64_t hi) {
    list.add(id, leaky_case(a, f, lo, hi, {lo, hi}));
  };
  with("cond-a-i32-max-acc32", kI32Max, 31, -1, 9);
  with("cond-a-i32-min-acc32", kI32Min, 31, 0, 9);
  with("cond-a-past-high-acc64", kI32Max + 1, 31, 0, 9);
  with("cond-a-past-low-acc64", kI32Min - 1, 31, 0, 9);
  with("p-i32-min-acc32", 65536, 16, -32768, 9);
  with("p-past-i32-low-acc64", 65536, 16, -32769, 9);
  with("p-i32-max-acc32", -1, 0, -kI32Max, 9);
  with("p-past-i32-high-acc64", -1, 0, kI32Min, 9);
  with("p-i64-min-acc64", std::int64_t{1} << 32U, 16, kI32Min, 9);
  with("load-p-past-i64-low", std::int64_t{1} << 32U, 16, kI32Min - 1, 9);
  with("load-p-past-i64-high", -1, 0, kI64Min, 9);
  with("only-positive-i64-max-slope-acc64", kI64Max, 0, 0, 9);
  with("only-negative-acc32", 3, 1, -9, -5);
  with("negative-to-minus-one", 3, 1, -9, -1);
  with("only-zero", 3, 1, 0, 0);
  add_thresholds(list, "edge-a3-f1", leaky_case(3, 1, 0, 0, {0, 0}));
  add_thresholds(list, "edge-a-negative", leaky_case(-70000, 16, 0, 0, {0, 0}));
  const auto result = [&](const std::string& id, std::int64_t a, std::int64_t lo, std::int64_t hi, std::int64_t from,
                          std::int64_t to) {
    add_result_bounds(list, id, leaky_case(a, 1, lo, hi, {lo, hi}), from, to);
  };
  result("result-of-positives", 3, 2, 9, 2, 9);
  result("result-of-negatives", 3, -9, -2, -14, -3);
  result("result-of-both", 3, -9, 9, -14, 9);
  result("result-of-zero-and-positives", 3, 0, 9, 0, 9);
  result("result-of-negative-slope", -3, -9, 9, 0, 13);
  result("result-of-negatives-and-slope", -3, -9, -1, 1, 13);
  const OpCase c = leaky_case(3, 1, -9, 9, {-9, 9});
  add_u32_fault(list, "f-64", c, 8, 64);
  add_u32_fault(list, "f-huge", c, 8, 0x80000003U);
}

// ---------------------------------------------------------------- lut16

// A table that tells every entry from its neighbours, whose greatest and least entries stand inside it.
std::vector<std::int16_t> mixed_table() {
  std::vector<std::int16_t> table(kLut16Entries);
  for (std::size_t i = 1; i < kLut16Entries; ++i) {
    table[i] = static_cast<std::int16_t>(static_cast<std::int64_t>(i * 40503U % 65536U) - kLut16Zero);
  }
  return table;
}

OpCase lut_case(std::int64_t lo, std::int64_t hi, const Values& values) {
  Lut16Params p;
  p.table = mixed_table();
  return row_case("lut16", write_params(p), lo, hi, values);
}

void lut16_ranges(VectorList& list) {
  const OpCase full = lut_case(-32767, 32767, {-32767, -32766, -1, 0, 1, 32766, 32767, 12345, -20000});
  list.add("plain-acc32", full);
  list.add("load-range-low", lut_case(-32768, 32767, {0}));
  list.add("load-range-high", lut_case(-32767, 32768, {0}));
  OpCase c = lut_case(-3, 4, {-3, -2, -1, 0, 1, 2, 3, 4});
  VectorDecode low = c.decode;
  low.inputs[0].data[0] = -4;
  VectorDecode high = c.decode;
  high.inputs[0].data[7] = 5;
  list.add("run-in0-check", c, {low, c.decode, high});
  c.in[0].policy = RangePolicy::clamp;
  list.add("in0-clamp", c, {low, high});
  list.add("shape-3x2x3", unary_case("lut16", full.params, -32767, 32767, counted(3, 2, 3, -9)));
}

// The result's bound reads only the entries in reach.
void lut16_checks(VectorList& list) {
  const OpCase c = lut_case(-3, 4, {-3, 4});
  const std::vector<std::int16_t> table = mixed_table();
  const auto first = table.begin() + kLut16Zero - 3;
  const std::int64_t lo = *std::min_element(first, first + 8);
  const std::int64_t hi = *std::max_element(first, first + 8);
  OpCase e = c;
  e.out[0] = checked(1, hi, 32767);
  list.add("out-check-touches-top-acc64", e, {});
  e.out[0] = checked(1, hi + 1, 32767);
  list.add("load-out-check-above", e);
  e.out[0] = checked(1, -32768, lo - 1);
  list.add("load-out-check-below", e);
}

void lut16_exponents(VectorList& list) {
  OpCase c = lut_case(-3, 4, {-3, 4});
  const auto with = [&](const std::string& id, int e_in, int e_out, int in, int out) {
    OpCase e = c;
    e.params[0] = static_cast<std::uint8_t>(static_cast<std::int8_t>(e_in));
    e.params[1] = static_cast<std::uint8_t>(static_cast<std::int8_t>(e_out));
    e.in[0].exponent = static_cast<std::int8_t>(in);
    e.out[0].exponent = static_cast<std::int8_t>(out);
    list.add(id, e);
  };
  with("exponents-12-and-minus-3", 12, -3, 12, -3);
  with("exponent-of-input-only", 12, kNoExponent, 12, kNoExponent);
  with("load-exponent-in-differs", 12, -3, 11, -3);
  with("load-exponent-out-missing", 12, -3, 12, kNoExponent);
  with("load-exponent-in-not-named", kNoExponent, kNoExponent, 12, kNoExponent);
}

}  // namespace

void add_vectors(VectorList& list) {
  const OpCase c = add_case(-50, 60, counted(3, 2, 2, -6), counted(3, 2, 2, 20));
  add_common_vectors(list, c);
  add_exponent_vectors(list, c);
  add_operand_vectors(list);
  add_width_vectors(list);
}

void chunk_add_vectors(VectorList& list) {
  const auto with = [](std::int64_t lo, std::int64_t hi, Tensor x) {
    OpCase c = unary_case("chunk_add", {}, lo, hi, std::move(x));
    c.out[0].channels /= 2;
    return c;
  };
  const OpCase c = with(-50, 60, counted(4, 2, 3, -9));
  add_common_vectors(list, c);
  add_exponent_vectors(list, c);
  for (const auto& [n, h, w] : {std::array<std::uint64_t, 3>{2, 1, 1}, {6, 3, 1}, {8, 1, 5}, {4, 5, 3}}) {
    const std::string id = fmt::format("shape-{}x{}x{}", n, h, w);
    Random random(id);
    list.add(id, with(-99, 99, random_tensor(random, n, h, w, -99, 99)));
  }
  list.add("load-channels-1", with(-9, 9, counted(1, 1, 2)));
  list.add("load-channels-3", with(-9, 9, counted(3, 1, 2)));
  list.add("sum-i32-ends-acc32",
           with(kI32Min / 2, kI32Max / 2, tensor_of(2, 1, 2, {kI32Min / 2, kI32Max / 2, kI32Min / 2, kI32Max / 2})));
  list.add("sum-past-i32-acc64", with(0, kI32Max / 2 + 1, filled(2, 1, 1, kI32Max / 2 + 1)));
  list.add("load-sum-past-i64", with(0, kI64Max / 2 + 1, filled(2, 1, 1, 0)));
  add_thresholds(list, "edge", with(0, 0, filled(2, 1, 2, 0)));
}

void clamp_vectors(VectorList& list) {
  const auto params = [](std::int64_t lo, std::int64_t hi) { return write_params(ClampParams{lo, hi}); };
  add_common_vectors(list, unary_case("clamp", params(-4, 9), -50, 60, counted(3, 2, 3, -7)));
  add_unary_shapes(list, "clamp", params(-33, 44));
  const Values values = {-9, -6, -5, -4, -1, 0, 1, 3, 4, 5, 9};
  const auto with = [&](const std::string& id, std::int64_t lo, std::int64_t hi) {
    list.add(id, row_case("clamp", params(lo, hi), -9, 9, values));
  };
  with("both-sides", -5, 4);
  with("point", 3, 3);
  with("point-below", -20, -20);
  with("range-above", 20, 30);
  with("range-below", -30, -20);
  with("open-below", kI64Min, 4);
  with("open-above", -5, kI64Max);
  with("open-both", kI64Min, kI64Max);
  with("far-point-acc64", kI32Max + 1, kI32Max + 1);
  add_unary_ends(list, "clamp", params(kI64Min, kI64Max));
  list.add("result-i32-acc64", row_case("clamp", params(-9, 9), kI64Min, kI64Max, {kI64Min, kI64Max, 0}));
  list.add("range-past-i32-over-small-acc32", row_case("clamp", params(kI64Min, kI64Max), -9, 9, {-9, 9}));
  list.add("load-lo-past-hi", row_case("clamp", params(1, 0), -9, 9, values));
  list.add("load-ends-turned", row_case("clamp", params(kI64Max, kI64Min), -9, 9, values));
  // Readings G5: the certified fit is the result's, whatever the policy then makes of it.
  OpCase g5 = row_case("clamp", params(-9, 9), -9, 9, values);
  g5.out[0] = clamped(1, kI32Max + 1, kI32Max + 1);
  list.add("g5-policy-range-past-i32-acc32", g5);
  add_thresholds(list, "edge", row_case("clamp", params(-5, 4), 0, 0, {0, 0}));
}

void relu_vectors(VectorList& list) {
  add_common_vectors(list, unary_case("relu", {}, -50, 60, counted(3, 2, 3, -7)));
  add_unary_shapes(list, "relu", {});
  add_unary_ends(list, "relu", {});
  list.add("around-zero", row_case("relu", {}, -3, 3, {-3, -2, -1, 0, 1, 2, 3}));
  list.add("only-negative", row_case("relu", {}, -9, -1, {-9, -1}));
  list.add("only-positive", row_case("relu", {}, 1, 9, {9, 1}));
  add_result_bounds(list, "result-of-positives", row_case("relu", {}, 2, 9, {2, 9}), 2, 9);
  add_result_bounds(list, "result-of-negatives", row_case("relu", {}, -9, -2, {-9, -2}), 0, 0);
  list.add("i64-min-acc64", row_case("relu", {}, kI64Min, 0, {kI64Min, 0}));
  list.add("i32-min-acc32", row_case("relu", {}, kI32Min, 0, {kI32Min, 0}));
  add_thresholds(list, "edge", row_case("relu", {}, 0, 0, {0, 0}));
}

void leaky_vectors(VectorList& list) {
  add_common_vectors(list, unary_case("leaky", write_params(LeakyParams{13, 6}), -50, 60, counted(3, 2, 3, -9)));
  add_unary_shapes(list, "leaky", write_params(LeakyParams{-13, 3}));
  leaky_slopes(list);
  leaky_widths(list);
}

void abs_vectors(VectorList& list) {
  add_common_vectors(list, unary_case("abs", {}, -50, 60, counted(3, 2, 3, -7)));
  add_unary_shapes(list, "abs", {});
  add_unary_ends(list, "abs", {});
  list.add("around-zero", row_case("abs", {}, -3, 3, {-3, -2, -1, 0, 1, 2, 3}));
  list.add("only-negative", row_case("abs", {}, -9, -2, {-9, -2}));
  list.add("only-positive", row_case("abs", {}, 2, 9, {9, 2}));
  list.add("negative-past-positive", row_case("abs", {}, -9, 2, {-9, 2, 0}));
  list.add("i32-min-acc64", row_case("abs", {}, kI32Min, 0, {kI32Min, 0}));
  list.add("load-i64-min", row_case("abs", {}, kI64Min, 0, {0, 0}));
  add_thresholds(list, "edge", row_case("abs", {}, 0, 0, {0, 0}));
  const auto result = [&](const std::string& id, std::int64_t lo, std::int64_t hi, std::int64_t from, std::int64_t to) {
    add_result_bounds(list, id, row_case("abs", {}, lo, hi, {lo, hi}), from, to);
  };
  result("result-of-positives", 2, 9, 2, 9);
  result("result-of-negatives", -9, -2, 2, 9);
  result("result-of-mostly-negatives", -9, 2, 0, 9);
  result("result-of-mostly-positives", -2, 9, 0, 9);
}

void lut16_vectors(VectorList& list) {
  lut16_ranges(list);
  lut16_checks(list);
  lut16_exponents(list);
  const OpCase c = lut_case(-3, 4, {-3, 4});
  add_byte_fault(list, "first-entry", c, 4, 1);
  add_byte_fault(list, "reserved2", c, 2, 1);
  OpCase cut = c;
  cut.params.resize(cut.params.size() - 2);
  list.add("load-table-short", cut);
}

}  // namespace wai
