// Vectors of concat, split, pad_rep, crop_to, crop and fill (ops 5.10).
#include <array>

#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "ops/movement.hpp"

namespace wai {
namespace {

constexpr std::uint32_t kCap = 1U << 26U;

struct Size {
  std::uint32_t c, h, w;
};

OpCase movement_case(std::string_view op, Bytes params, const std::vector<Size>& in, std::uint32_t out_channels) {
  OpCase c;
  c.op = op;
  c.params = std::move(params);
  std::int64_t first = -7;
  std::vector<Tensor> inputs;
  for (const Size& s : in) {
    c.in.push_back(checked(s.c, -200, 300));
    inputs.push_back(counted(s.c, s.h, s.w, first));
    first += 50;
  }
  c.out = {derived(out_channels)};
  c.decode = decode_of(std::move(inputs));
  return c;
}

// ---------------------------------------------------------------- concat

OpCase concat_case(const std::vector<Size>& in) {
  std::uint32_t channels = 0;
  for (const Size& s : in) {
    channels += s.c;
  }
  return movement_case("concat", {}, in, channels);
}

void concat_exponents(VectorList& list) {
  const OpCase c = concat_case({{1, 1, 2}, {2, 1, 2}, {1, 1, 2}});
  const auto with = [&](const std::string& id, const std::array<int, 4>& e) {
    OpCase edited = c;
    for (std::size_t i = 0; i < 3; ++i) {
      edited.in[i].exponent = static_cast<std::int8_t>(e[i]);
    }
    edited.out[0].exponent = static_cast<std::int8_t>(e[3]);
    list.add(id, edited);
  };
  with("exponents-equal-9", {9, 9, 9, 9});
  with("exponents-equal-0", {0, 0, 0, 0});
  with("load-exponent-differs-first", {8, 9, 9, 9});
  with("load-exponent-differs-last", {9, 9, 8, 9});
  with("load-exponent-differs-out", {9, 9, 9, 8});
  with("load-exponent-missing-second", {9, kNoExponent, 9, 9});
  with("load-exponent-missing-out", {9, 9, 9, kNoExponent});
  with("load-exponent-only-last", {kNoExponent, kNoExponent, 0, kNoExponent});
  with("load-exponent-only-out", {kNoExponent, kNoExponent, kNoExponent, 0});
}

void concat_shapes(VectorList& list) {
  const auto bad = [&](const std::string& id, const std::vector<Size>& in) {
    add_plan_refusal(list, id, concat_case(in));
  };
  bad("shape-height", {{2, 2, 3}, {1, 3, 3}});
  bad("shape-width", {{2, 2, 3}, {1, 2, 1}});
  bad("shape-turned", {{2, 2, 3}, {1, 3, 2}});
  bad("shape-third", {{1, 2, 2}, {1, 2, 2}, {1, 2, 3}});
  bad("shape-third-of-second", {{1, 2, 2}, {1, 2, 3}, {1, 2, 3}});
  list.add("one-by-one", concat_case({{1, 1, 1}, {1, 1, 1}}));
  list.add("three", concat_case({{1, 2, 3}, {3, 2, 3}, {2, 2, 3}}));
  list.add("five", concat_case({{1, 3, 1}, {2, 3, 1}, {1, 3, 1}, {3, 3, 1}, {1, 3, 1}}));
  OpCase most = concat_case(std::vector<Size>(255, {1, 1, 1}));
  most.in.assign(255, checked(1, -7, 12693));
  list.add("255", most);
  const OpCase c = concat_case({{2, 2, 2}, {1, 2, 2}});
  GraphModel model = c.model();
  model.ops[0].in = {1, 0};
  list.add("inputs-turned", model, {c.decode});
  model.ops[0].in = {0, 1, 0};
  model.tensors[2].channels = 5;
  list.add("one-input-twice", model, {c.decode});
  model.ops[0].in = {0};
  model.tensors[2].channels = 2;
  list.add("load-one-input", model);
  OpCase over = concat_case({{1, 1, 1}, {1, 1, 1}});
  over.in[0].channels = over.in[1].channels = 0x80000000U;  // 2^32 channels are no tensor's
  over.out[0].channels = 0xFFFFFFFFU;
  list.add("load-channels-past-u32", over);
  // The hull of the inputs' intervals is the result's.
  OpCase hull = c;
  hull.in[0] = checked(2, -5, 900);
  hull.in[1] = checked(1, -800, 5);
  hull.decode = decode_of({filled(2, 2, 2, 900), filled(1, 2, 2, -800)});
  hull.out[0] = checked(3, 900, 1000);
  list.add("run-hull-touches-first", hull);
  hull.out[0] = checked(3, -1000, -800);
  list.add("run-hull-touches-second", hull);
  hull.out[0] = checked(3, 901, 1000);
  list.add("load-hull-above", hull);
}

// ---------------------------------------------------------------- crop

CropOperand constant(std::uint32_t v) {
  return {false, v};
}
CropOperand scalar(std::uint32_t index) {
  return {true, index};
}

struct Crop {
  CropOperand y0, x0, h, w;
};

OpCase crop_case(const Crop& crop, std::vector<ScalarRecord> scalars = {}, Values values = {}) {
  OpCase c = movement_case("crop", write_params(CropParams{crop.y0, crop.x0, crop.h, crop.w}), {{2, 5, 7}}, 2);
  c.scalars = std::move(scalars);
  c.decode.scalars = std::move(values);
  return c;
}

void crop_constants(VectorList& list) {
  for (const auto& [y0, x0, h, w] : {std::array<std::uint32_t, 4>{0, 0, 5, 7},
                                     {1, 2, 3, 4},
                                     {2, 1, 3, 2},
                                     {4, 6, 1, 1},
                                     {0, 0, 1, 7},
                                     {0, 3, 5, 1},
                                     {0, 1, 2, 6},
                                     {3, 0, 2, 3}}) {
    add_plan(list, fmt::format("from-{}-{}-size-{}x{}", y0, x0, h, w),
             crop_case({constant(y0), constant(x0), constant(h), constant(w)}));
  }
  const auto refused = [&](const std::string& id, std::uint32_t y0, std::uint32_t x0, std::uint32_t h,
                           std::uint32_t w) {
    add_plan_refusal(list, id, crop_case({constant(y0), constant(x0), constant(h), constant(w)}));
  };
  refused("shape-height", 2, 1, 4, 2);
  refused("shape-width", 1, 2, 2, 6);
  refused("shape-start-at-height", 5, 0, 1, 1);
  refused("shape-start-at-width", 0, 7, 1, 1);
  refused("shape-start-past", 6, 0, 1, 1);
  refused("shape-huge", 0xFFFFFFFFU, 0, 0xFFFFFFFFU, 1);
  refused("shape-huge-length", 0, 1, 1, 0xFFFFFFFFU);
  refused("g2-height-0", 1, 1, 0, 2);
  refused("g2-width-0", 1, 1, 2, 0);
}

void crop_scalars(VectorList& list) {
  const std::vector<ScalarRecord> four = {{0, 5}, {0, 7}, {1, 5}, {1, 7}};
  const Crop all = {scalar(0), scalar(1), scalar(2), scalar(3)};
  const OpCase c = crop_case(all, four, {1, 2, 3, 4});
  const auto at = [&](Values values) { return decode_of(c.decode.inputs, std::move(values)); };
  list.add("scalars-four", c, {at({0, 0, 5, 7}), at({1, 2, 3, 4}), at({4, 6, 1, 1}), at({2, 1, 2, 6})});
  list.add("run-scalars-do-not-fit", c,
           {at({1, 0, 5, 7}), at({0, 1, 5, 7}), at({5, 0, 1, 1}), at({0, 7, 1, 1}), at({0, 0, 5, 7})});
  list.add("run-scalars-range", c,
           {at({-1, 0, 1, 1}), at({0, 8, 1, 1}), at({0, 0, 0, 1}), at({0, 0, 1, 8}), at({0, 0, 1, 1})});
  OpCase turned =
      crop_case({scalar(3), scalar(2), scalar(1), scalar(0)}, {{1, 6}, {1, 4}, {0, 3}, {0, 2}}, {3, 2, 1, 0});
  list.add("scalars-turned", turned);
  OpCase wide = crop_case(all, std::vector<ScalarRecord>(4, {kI64Min, kI64Max}), {1, 2, 3, 4});
  list.add(
      "run-scalars-any-acc64", wide,
      {at({-1, 0, 1, 1}), at({0, -1, 1, 1}), at({0, 0, 0, 1}), at({0, 0, 1, 0}), at({0, 0, -1, 1}),
       at({kI64Max, 0, 1, 1}), at({kI64Min, 0, 1, 1}), at({1, 1, kI64Max, 1}), at({kI64Max, kI64Max, kI64Max, kI64Max}),
       at({kI64Min, kI64Min, kI64Min, kI64Min}), at({1, 1, 1, kI64Min}), at({4, 6, 1, 1})});
  list.add("one-scalar-twice", crop_case({scalar(0), scalar(0), constant(2), constant(3)}, {{0, 3}}, {3}));
}

// At load: the smallest start, 0 for a scalar, and the largest length within the input.
void crop_scalars_at_load(VectorList& list) {
  const auto with = [&](const std::string& id, const Crop& crop, std::vector<ScalarRecord> scalars,
                        const Values& values) {
    OpCase c = crop_case(crop, std::move(scalars), values);
    c.declare_sizes();
    list.add(id, c);
  };
  with("declared-scalar-start", {scalar(0), constant(2), constant(5), constant(5)}, {{0, 9}}, {0});
  with("declared-scalar-start-range-past-input", {scalar(0), constant(2), constant(5), constant(5)}, {{-3, 9}}, {0});
  with("run-declared-scalar-start-above-0", {scalar(0), constant(2), constant(1), constant(5)}, {{6, 9}}, {6});
  with("load-scalar-start-constant-length", {scalar(0), constant(2), constant(6), constant(5)}, {{0, 0}}, {0});
  with("load-scalar-start-of-column", {constant(0), scalar(0), constant(5), constant(8)}, {{0, 0}}, {0});
  with("declared-scalar-length", {constant(2), constant(0), scalar(0), constant(7)}, {{1, 9}}, {3});
  with("run-declared-scalar-length-past", {constant(2), constant(0), scalar(0), constant(7)}, {{1, 9}}, {4});
  with("declared-scalar-length-least-1", {constant(4), constant(6), scalar(0), scalar(1)}, {{-5, 1}, {1, 1}}, {1, 1});
  with("load-scalar-length-at-most-0", {constant(0), constant(0), scalar(0), constant(7)}, {{-5, 0}}, {0});
  with("load-scalar-width-at-most-0", {constant(0), constant(0), constant(1), scalar(0)}, {{-5, 0}}, {0});
  with("load-constant-start-past-with-scalar-length", {constant(5), constant(0), scalar(0), constant(7)}, {{1, 9}},
       {1});
  with("load-constant-column-past-with-scalar-width", {constant(0), constant(8), constant(1), scalar(0)}, {{1, 9}},
       {1});
  OpCase caps = crop_case({constant(0), constant(0), scalar(0), constant(7)}, {{1, 5}}, {5});
  list.add("npu-scalar-operand", caps);
}

void crop_faults(VectorList& list) {
  const OpCase c = crop_case({scalar(0), constant(0), constant(1), scalar(1)}, {{0, 1}, {1, 1}}, {0, 1});
  for (std::size_t i = 0; i < 4; ++i) {
    add_byte_fault(list, fmt::format("kind-2-of-{}", i), c, 8 * i, 2);
    add_reserved_faults(list, c, 8 * i + 1, 3);
  }
  add_u32_fault(list, "scalar-missing-first", c, 4, 2);
  add_u32_fault(list, "scalar-missing-last", c, 28, 0xFFFFFFFFU);
}

// ---------------------------------------------------------------- fill

OpCase fill_case(const FillParams& p, std::uint32_t channels, std::vector<ScalarRecord> scalars = {},
                 Values values = {}) {
  OpCase c = movement_case("fill", write_params(p), {{2, 2, 3}}, channels);
  c.scalars = std::move(scalars);
  c.decode.scalars = std::move(values);
  return c;
}

void fill_values(VectorList& list) {
  for (const std::int64_t v : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{42}, kI32Min, kI32Max}) {
    list.add(fmt::format("constant-{}-acc32", v), fill_case({false, v}, 1));
  }
  for (const std::int64_t v : {kI32Min - 1, kI32Max + 1, kI64Min, kI64Max}) {
    list.add(fmt::format("constant-{}-acc64", v), fill_case({false, v}, 3));
  }
  const OpCase c = fill_case({true, 1}, 3, {{5, 5}, {-9, 11}, {100, 100}}, {5, -9, 100});
  const auto at = [&](std::int64_t v) { return decode_of(c.decode.inputs, {5, v, 100}); };
  list.add("scalar-ends-acc32", c, {at(-9), at(11), at(0)});
  list.add("run-scalar-past", c, {at(-10), at(12), at(3)});
  OpCase other = c;
  list.add("run-unused-scalar-past", other,
           {decode_of(c.decode.inputs, {4, 0, 100}), decode_of(c.decode.inputs, {5, 0, 101})});
  list.add("scalar-i32-ends-acc32", fill_case({true, 0}, 1, {{kI32Min, kI32Max}}, {kI32Min}));
  list.add("scalar-past-i32-acc64", fill_case({true, 0}, 1, {{0, kI32Max + 1}}, {kI32Max + 1}));
  list.add("unused-scalar-past-i32-acc64", fill_case({true, 0}, 1, {{0, 1}, {kI64Min, 0}}, {1, kI64Min}));
  list.add("scalar-i64-ends-acc64", fill_case({true, 0}, 1, {{kI64Min, kI64Max}}, {kI64Min}));
  OpCase wide_input = fill_case({false, 3}, 1);
  wide_input.in[0] = checked(2, kI64Min, kI64Max);
  list.add("input-range-i64-acc64", wide_input);
  OpCase range = fill_case({true, 0}, 1, {{-4, 6}}, {6});
  range.out[0] = checked(1, 6, 9);
  list.add("scalar-result-touches-top-acc64", range);
  range.out[0] = checked(1, 7, 9);
  list.add("load-scalar-result-above", range);
  list.add("load-scalar-missing", fill_case({true, 1}, 1, {{0, 1}}, {0}));
  list.add("load-scalar-none", fill_case({true, 0}, 1));
  list.add("load-scalar-negative", fill_case({true, -1}, 1, {{0, 1}}, {0}));
  list.add("load-scalar-huge", fill_case({true, std::int64_t{1} << 32U}, 1, {{0, 1}}, {0}));
  const OpCase plain = fill_case({false, 7}, 4);
  add_byte_fault(list, "kind-2", plain, 0, 2);
  add_reserved_faults(list, plain, 1, 7);
  OpCase huge = plain;
  huge.out[0].channels = kCap / 6 + 1;
  add_plan_refusal(list, "channels-past-cap", huge);
  for (const auto& [c1, h, w] : {std::array<std::uint64_t, 3>{1, 1, 1}, {5, 3, 1}, {2, 1, 7}}) {
    OpCase shaped = plain;
    shaped.in[0].channels = static_cast<std::uint32_t>(c1);
    shaped.decode.inputs[0] = counted(c1, h, w);
    list.add(fmt::format("shape-{}x{}x{}", c1, h, w), shaped);
  }
}

}  // namespace

void concat_vectors(VectorList& list) {
  const OpCase c = concat_case({{2, 2, 3}, {3, 2, 3}});
  add_common_vectors(list, c);
  add_moved_widths(list, c, PastEnd::above);
  concat_exponents(list);
  concat_shapes(list);
}

void split_vectors(VectorList& list) {
  const auto split = [](std::uint32_t start, std::uint32_t count, const Size& in) {
    return movement_case("split", write_params(SplitParams{start, count}), {in}, count);
  };
  const OpCase c = split(1, 2, {4, 2, 3});
  add_common_vectors(list, c);
  add_moved_widths(list, split(1, 3, {5, 1, 2}), PastEnd::above);
  for (std::uint32_t start = 0; start < 5; ++start) {
    for (std::uint32_t count = 1; count <= 5 - start; ++count) {
      list.add(fmt::format("channels-{}-{}-of-5", start, count), split(start, count, {5, 2, 1 + count}));
    }
  }
  list.add("plane-1x1", split(1, 1, {3, 1, 1}));
  list.add("load-count-0", split(0, 0, {4, 1, 2}));
  OpCase bad = split(2, 2, {4, 1, 2});
  add_u32_fault(list, "count-zero-of-two", bad, 4, 0);
  add_u32_fault(list, "start-3-of-4", bad, 0, 3);
  add_u32_fault(list, "start-at-end", bad, 0, 4);
  add_u32_fault(list, "start-huge", bad, 0, 0xFFFFFFFEU);  // start + count is 2^32
  bad = split(2, 3, {4, 1, 2});
  list.add("load-past-end", bad);
}

void pad_rep_vectors(VectorList& list) {
  const auto pad = [](std::uint32_t m, const Size& in) {
    return movement_case("pad_rep", write_params(PadRepParams{m}), {in}, in.c);
  };
  add_common_vectors(list, pad(3, {2, 4, 5}));
  add_moved_widths(list, pad(2, {2, 1, 3}), PastEnd::above);
  for (const std::uint32_t m : {1U, 2U, 3U, 4U, 7U}) {
    for (const auto& [h, w] : {std::pair{1U, 1U}, {3U, 4U}, {4U, 3U}, {1U, 6U}, {7U, 2U}, {8U, 4U}}) {
      list.add(fmt::format("m{}-{}x{}", m, h, w), pad(m, {2, h, w}));
    }
  }
  add_byte_fault(list, "m-0", pad(3, {1, 2, 2}), 0, 0);
  add_plan_refusal(list, "size-past-cap", pad(kCap + 1, {1, 1, 1}));
  add_plan_refusal(list, "size-huge", pad(0xFFFFFFFFU, {1, 2, 3}));
  add_plan_refusal(list, "elements-past-cap", pad(8193, {1, 2, 3}));
}

void crop_to_vectors(VectorList& list) {
  const auto crop_to = [](const Size& in, const Size& ref) { return movement_case("crop_to", {}, {in, ref}, in.c); };
  add_common_vectors(list, crop_to({2, 4, 5}, {3, 3, 2}));
  add_moved_widths(list, crop_to({2, 2, 2}, {1, 2, 2}), PastEnd::above);
  for (const auto& [h, w] : {std::pair{1U, 1U}, {5U, 7U}, {4U, 7U}, {5U, 6U}, {1U, 7U}, {5U, 1U}, {2U, 3U}}) {
    add_plan(list, fmt::format("5x7-to-{}x{}", h, w), crop_to({2, 5, 7}, {1, h, w}));
  }
  add_plan_refusal(list, "shape-height", crop_to({2, 2, 3}, {2, 3, 3}));
  add_plan_refusal(list, "shape-width", crop_to({2, 2, 3}, {2, 2, 4}));
  add_plan_refusal(list, "shape-turned", crop_to({2, 2, 3}, {2, 3, 2}));
  // The result's interval is the first input's, whatever the second's.
  OpCase c = crop_to({2, 2, 2}, {1, 1, 1});
  c.in[1] = checked(1, 500, 900);
  c.decode.inputs[1] = filled(1, 1, 1, 700);
  list.add("range-of-first", c);
  c.out[0] = checked(2, 301, 999);
  list.add("load-range-of-second-is-not-read", c);
  GraphModel same = crop_to({2, 2, 2}, {1, 1, 1}).model();
  same.ops[0].in = {0, 0};
  list.add("to-itself", same, {decode_of({counted(2, 2, 2), counted(1, 1, 1)})});
}

void crop_vectors(VectorList& list) {
  add_common_vectors(list, crop_case({constant(1), constant(2), constant(3), constant(4)}));
  add_moved_widths(list,
                   movement_case("crop", write_params(CropParams{constant(0), constant(0), constant(1), constant(2)}),
                                 {{1, 1, 2}}, 1), PastEnd::above);
  crop_constants(list);
  crop_scalars(list);
  crop_scalars_at_load(list);
  crop_faults(list);
}

void fill_vectors(VectorList& list) {
  add_common_vectors(list, fill_case({true, 0}, 4, {{-20, 20}}, {13}));
  fill_values(list);
}

}  // namespace wai
