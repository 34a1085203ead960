// Vectors of rescale, chscale and mul (ops 5.4).
#include <algorithm>
#include <array>

#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "conform/rq_vectors.hpp"
#include "ops/requantisation.hpp"

namespace wai {
namespace {

// ---------------------------------------------------------------- rescale

OpCase rescale_case(const Rq& rq, std::size_t c, std::int64_t lo, std::int64_t hi, Tensor x) {
  OpCase out;
  out.op = "rescale";
  out.params = write_params(RescaleParams{rq});
  out.in = {checked(static_cast<std::uint32_t>(c), lo, hi)};
  out.out = {derived(static_cast<std::uint32_t>(c))};
  out.decode = decode_of({std::move(x)});
  return out;
}

RqHost rescale_host() {
  RqHost host;
  host.make = [](const Rq& rq, std::size_t c, std::int64_t lo, std::int64_t hi, const Values& values) {
    return rescale_case(rq, c, lo, hi, tensor_of(c, 1, values.size() / c, values));
  };
  return host;
}

// ---------------------------------------------------------------- chscale

struct Table {
  std::uint32_t rows = 1;
  Values m;  // [rows][C]
  Round round = Round::floor;
  std::uint8_t shift = 0;
  unsigned width = 0;
};

OpCase chscale_case(const Table& t, std::int64_t lo, std::int64_t hi, Tensor x, std::int64_t row = 0) {
  ChscaleParams p;
  p.n_rows = t.rows;
  p.round = t.round;
  p.shift = t.shift;
  p.m = packed(t.m, t.width);
  const auto c = static_cast<std::uint32_t>(x.shape.c);
  OpCase out;
  out.op = "chscale";
  out.params = write_params(p);
  out.in = {checked(c, lo, hi)};
  out.out = {derived(c)};
  out.scalars = {{0, t.rows - 1}};
  out.decode = decode_of({std::move(x)}, {row});
  return out;
}

void chscale_ties(VectorList& list) {
  for (const unsigned bits : {32U, 64U}) {
    for (const std::uint8_t shift : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{31}, std::uint8_t{32},
                                     std::uint8_t{62}, std::uint8_t{63}, std::uint8_t{64}, std::uint8_t{127}}) {
      const TieValues ties = tie_values(shift, bits, true);
      if ((bits == 32 && shift > 63) || (bits == 64 && shift < 31)) {
        continue;
      }
      const auto [lo, hi] = std::minmax_element(ties.values.begin(), ties.values.end());
      for (const Round round : kRounds) {
        const Table t{1, {ties.mult}, round, shift};
        list.add(fmt::format("tie-{}-s{}-acc{}", round_name(round), shift, bits),
                 chscale_case(t, *lo, *hi, tensor_of(1, 1, ties.values.size(), ties.values)));
      }
    }
  }
}

void chscale_rows(VectorList& list) {
  const Table t{3, {1, 2, 3, -4, 5, 0, 700, -800, 900}, Round::half_up, 2};
  const OpCase c = chscale_case(t, -1000, 1000, counted(3, 2, 2, -5));
  list.add("rows-acc32", c,
           {decode_of(c.decode.inputs, {0}), decode_of(c.decode.inputs, {1}), decode_of(c.decode.inputs, {2})});
  list.add("run-scalar-low", c, {decode_of(c.decode.inputs, {-1}), decode_of(c.decode.inputs, {0})});
  list.add("run-scalar-high", c, {decode_of(c.decode.inputs, {3}), decode_of(c.decode.inputs, {2})});
  list.add("run-scalar-before-range-of-input", c, {decode_of({filled(3, 2, 2, 2000)}, {-1})});
  OpCase inner = c;
  inner.scalars = {{1, 1}};
  list.add("run-scalar-one-value", inner,
           {decode_of(c.decode.inputs, {1}), decode_of(c.decode.inputs, {0}), decode_of(c.decode.inputs, {2})});
  inner.scalars = {{-1, 2}};
  list.add("load-scalar-range-low", inner);
  inner.scalars = {{0, 3}};
  list.add("load-scalar-range-high", inner);
  inner.scalars = {{1, 2}, {0, 1}};
  inner.decode.scalars = {2, 0};
  list.add("scalar-first-of-two", inner);
  inner.params[0] = 1;
  inner.decode.scalars = {2, 1};
  list.add("scalar-second-of-two", inner);
  inner.params[0] = 2;
  list.add("load-scalar-missing", inner);
  // Readings G7: the row the scalar never reaches counts for the parameter conditions and flags, not for the bounds.
  const Table wide{2, {3, std::int64_t{1} << 62U}, Round::floor, 0};
  OpCase g7 = chscale_case(wide, -1000, 1000, tensor_of(1, 1, 2, {-1000, 999}));
  list.add("load-g7-row-reached", g7);
  g7.scalars = {{0, 0}};
  list.add("g7-row-not-reached-acc64", g7);
  // Rows on both sides of the one in reach would pass i32.
  const Table beside{3, {kI32Max, 1, -kI32Max}, Round::floor, 0};
  g7 = chscale_case(beside, -1000, 1000, tensor_of(1, 1, 2, {-1000, 999}), 1);
  g7.scalars = {{1, 1}};
  list.add("g7-rows-beside-not-reached-acc32", g7);
  // The result is the hull over the rows in reach.
  const Table rows{3, {2, -3, 100}, Round::floor, 0};
  OpCase hull = chscale_case(rows, 1, 4, tensor_of(1, 1, 2, {1, 4}));
  hull.scalars = {{0, 1}};
  add_result_bounds(list, "result-over-rows", hull, -12, 8);
  const Table negative{2, {3, -3}, Round::half_up, 1};
  g7 = chscale_case(negative, -1000, 1000, tensor_of(1, 1, 2, {-999, 999}));
  g7.scalars = {{0, 0}};
  list.add("g7-negative-row-not-reached-acc32", g7);
}

void chscale_widths(VectorList& list) {
  const auto with = [&](const std::string& id, Values m, std::uint8_t shift, std::int64_t lo, std::int64_t hi,
                        Round round = Round::floor, unsigned width = 0) {
    const auto c = m.size();
    const Table t{1, std::move(m), round, shift, width};
    list.add(id, chscale_case(t, lo, hi, Tensor({c, 1, 2}, hi)));
  };
  with("m-width-8-acc32", {5}, 0, -9, 9, Round::floor, 8);
  with("cond-m-i32-ends-acc32", {kI32Max, kI32Min}, 31, -1, 1);
  with("cond-m-past-high-acc64", {kI32Max + 1}, 0, 0, 0);
  with("cond-m-past-low-acc64", {kI32Min - 1}, 0, 0, 0);
  with("cond-s63-acc32", {1}, 63, -9, 9);
  with("cond-s64-acc64", {1}, 64, -9, 9);
  with("q-past-i32-acc64", {2}, 0, 0, std::int64_t{1} << 30U);
  with("load-q-past-i64", {2}, 0, 0, std::int64_t{1} << 62U);
  add_thresholds(list, "edge-m7-s2", chscale_case({2, {7, -6, 1, 3}, Round::half_up, 2}, 0, 0, filled(2, 1, 2, 0)));
  add_thresholds(list, "edge-m-i32-min-s62",
                 chscale_case({1, {kI32Min}, Round::half_even, 62}, 0, 0, filled(1, 1, 2, 0)));
  add_thresholds(list, "edge-m-i32-max-s63",
                 chscale_case({1, {kI32Max}, Round::half_up, 63}, 0, 0, filled(1, 1, 2, 0)));
  add_thresholds(list, "edge-m-i64-min-s127",
                 chscale_case({1, {kI64Min}, Round::half_even, 127}, 0, 0, filled(1, 1, 2, 0)));
}

void chscale_faults(VectorList& list) {
  const OpCase c = chscale_case({2, {1, 2, 3, 4}}, -9, 9, counted(2, 1, 2));
  add_u32_fault(list, "n-rows-0", c, 4, 0);
  add_u32_fault(list, "n-rows-1", c, 4, 1);
  add_u32_fault(list, "n-rows-3", c, 4, 3);
  add_u32_fault(list, "n-rows-huge", c, 4, 0xFFFFFFFFU);
  add_byte_fault(list, "round-3", c, 8, 3);
  add_width_faults(list, "m-bytes", c, {9, 12, 4}, {0, 1, 2, 16});
  add_byte_fault(list, "shift-128", c, 10, 128);
  add_reserved_faults(list, c, 11, 1);
}

// ---------------------------------------------------------------- mul

OpCase mul_case(const Rq& rq, const TensorRecord& a, const TensorRecord& b, Tensor x, Tensor y) {
  OpCase out;
  out.op = "mul";
  out.params = write_params(MulParams{rq});
  out.in = {a, b};
  out.out = {derived(a.channels)};
  out.decode = decode_of({std::move(x), std::move(y)});
  return out;
}

RqHost mul_host() {
  RqHost host;
  host.has_bias = false;
  host.make = [](const Rq& rq, std::size_t c, std::int64_t lo, std::int64_t hi, const Values& values) {
    const std::size_t n = values.size() / c;
    return mul_case(rq, checked(static_cast<std::uint32_t>(c), lo, hi), checked(1, 1, 1), tensor_of(c, 1, n, values),
                    filled(1, 1, n, 1));
  };
  return host;
}

void mul_shapes(VectorList& list) {
  for (const auto& [c, h, w] : {std::array<std::uint32_t, 3>{3, 2, 3}, {1, 1, 1}, {4, 5, 1}, {2, 1, 7}}) {
    for (const std::uint32_t bc : {c, 1U}) {
      const std::string id = fmt::format("shape-{}x{}x{}-b{}", c, h, w, bc);
      if (bc == c && c == 1 && h == 1) {
        continue;  // the same graph as the next
      }
      Random random(id);
      const Rq rq = with_mult(rq_of(Round::half_even, {3}), random_values(random, c, -9, 9));
      Tensor a = random_tensor(random, c, h, w, -100, 100);
      Tensor b = random_tensor(random, bc, h, w, -50, 50);
      list.add(id, mul_case(rq, checked(c, -100, 100), checked(bc, -50, 50), std::move(a), std::move(b)));
    }
  }
  const OpCase good =
      mul_case(rq_of(), checked(3, -9, 9), checked(3, -9, 9), counted(3, 2, 3, -9), counted(3, 2, 3, -8));
  OpCase bad = good;
  bad.in[1].channels = 2;
  bad.decode.inputs[1] = counted(2, 2, 3);
  list.add("load-channels-2-of-3", bad);
  bad.in[1].channels = 4;
  list.add("load-channels-4-of-3", bad);
  bad = good;
  bad.decode.inputs[1] = counted(3, 3, 3, -13);
  add_plan_refusal(list, "shape-height", bad);
  bad.decode.inputs[1] = counted(3, 2, 1);
  add_plan_refusal(list, "shape-width", bad);
  bad.decode.inputs[1] = counted(3, 3, 2, -9);
  add_plan_refusal(list, "shape-transposed", bad);
  OpCase same = good;
  GraphModel squared = same.model();
  squared.ops[0].in = {0, 0};
  list.add("square-of-one-tensor", squared, {good.decode});
}

void mul_widths(VectorList& list) {
  const auto with = [&](const std::string& id, const TensorRecord& a, const TensorRecord& b, const Values& x,
                        const Values& y) {
    list.add(id, mul_case(rq_of(), a, b, tensor_of(1, 1, x.size(), x), tensor_of(1, 1, y.size(), y)));
  };
  with("p-i32-max-acc32", checked(1, 0, kI32Max), checked(1, -1, 1), {kI32Max, kI32Max}, {1, -1});
  with("p-i32-min-acc32", checked(1, -65536, 65535), checked(1, 0, 32768), {-65536, 65535}, {32768, 32768});
  with("p-past-i32-acc64", checked(1, -65536, 65536), checked(1, 0, 32768), {-65536, 65536}, {32768, 32768});
  with("p-i64-max-acc64", checked(1, 0, 188232082384791343), checked(1, 0, 49), {188232082384791343}, {49});
  with("p-i64-min-acc64", checked(1, kI64Min, 0), checked(1, 0, 1), {kI64Min, -1}, {1, 1});
  add_result_bounds(list, "result-of-corners",
                    mul_case(rq_of(), checked(1, 2, 3), checked(1, -5, 7), filled(1, 1, 1, 2), filled(1, 1, 1, -5)),
                    -15, 21);
  with("load-p-past-i64", checked(1, kI64Min, 0), checked(1, -1, 1), {-5}, {1});
  const OpCase c =
      mul_case(rq_of(Round::half_up, {16}), checked(2, 0, 0), checked(1, 0, 0), filled(2, 1, 2, 0), filled(1, 1, 2, 0));
  add_thresholds(list, "edge-ab", c, {0, 1});
  OpCase fixed = c;
  fixed.in[1] = checked(1, -12345, 54321);
  add_thresholds(list, "edge-a", fixed, {0});
}

}  // namespace

void rescale_vectors(VectorList& list) {
  const Rq rq = with_bias(with_mult(rq_of(Round::half_up, {1, 2, 3}), {5, -6, 7}), BiasPlacement::post, {10, 20, -30});
  add_common_vectors(list, rescale_case(rq, 3, -50, 60, counted(3, 2, 3, -9)));
  add_result_bounds(list, "result-over-channels",
                    rescale_case(with_mult(rq_of(), {2, -3}), 2, 1, 4, filled(2, 1, 1, 1)), -12, 8);
  add_rq_vectors(list, rescale_host());
  for (const auto& [h, w] : {std::pair{1U, 1U}, {1U, 7U}, {5U, 1U}, {3U, 5U}}) {
    const std::string id = fmt::format("shape-{}x{}", h, w);
    Random random(id);
    list.add(id, rescale_case(rq, 3, -50, 60, random_tensor(random, 3, h, w, -50, 60)));
  }
}

void chscale_vectors(VectorList& list) {
  add_common_vectors(list,
                     chscale_case({2, {5, -6, 7, 8, 9, -10}, Round::half_even, 2}, -50, 60, counted(3, 2, 3, -9), 1));
  chscale_ties(list);
  chscale_rows(list);
  chscale_widths(list);
  chscale_faults(list);
}

void mul_vectors(VectorList& list) {
  const Rq rq = with_mult(rq_of(Round::half_up, {1, 2, 3}), {5, -6, 7});
  add_common_vectors(list,
                     mul_case(rq, checked(3, -50, 60), checked(3, -5, 6), counted(3, 2, 2, -6), counted(3, 2, 2, -5)));
  add_rq_vectors(list, mul_host());
  mul_shapes(list);
  mul_widths(list);
}

}  // namespace wai
