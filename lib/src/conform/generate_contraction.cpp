// Vectors of the contractions gram and apply (ops 5.9).
#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "conform/rq_vectors.hpp"
#include "ops/contraction.hpp"

namespace wai {
namespace {

OpCase contraction(std::string_view op, const Rq& rq, std::uint32_t groups, const TensorRecord& a,
                   const TensorRecord& b, Tensor x, Tensor y) {
  OpCase c;
  c.op = op;
  c.params = write_params(ContractionParams{groups, rq});
  c.in = {a, b};
  c.out = {derived(a.channels)};
  c.decode = decode_of({std::move(x), std::move(y)});
  if (op == "gram") {
    c.declare_sizes();
  }
  return c;
}

// d = 1: one product an output.
RqHost contraction_host(std::string_view op) {
  RqHost host;
  host.has_mult = host.has_bias = host.per_channel = false;
  host.rq_offset = 4;
  host.make = [op](const Rq& rq, std::size_t, std::int64_t lo, std::int64_t hi, const Values& values) {
    const auto n = static_cast<std::uint32_t>(values.size());
    return contraction(op, rq, n, checked(n, lo, hi), checked(n, 1, 1), tensor_of(n, 1, 1, values), filled(n, 1, 1, 1));
  };
  return host;
}

struct Case {
  std::uint32_t c, groups, h, w;
};
constexpr Case kCases[] = {{1, 1, 1, 1}, {1, 1, 3, 5}, {2, 1, 1, 1}, {2, 2, 3, 1}, {4, 2, 2, 3},
                           {6, 2, 3, 2}, {6, 3, 1, 5}, {4, 4, 2, 2}, {4, 1, 3, 3}, {5, 1, 1, 7}};

OpCase random_case(std::string_view op, const Case& k, const std::string& seed) {
  Random random(seed);
  const Round round = kRounds[random.next() % 3];
  const Rq rq = rq_of(round, {static_cast<std::uint8_t>(random.within(0, 8))});
  const std::uint32_t d = k.c / k.groups;
  Tensor a =
      op == "gram" ? random_tensor(random, k.c, k.h, k.w, -100, 100) : random_tensor(random, k.c, 1, d, -100, 100);
  Tensor b = random_tensor(random, k.c, k.h, k.w, -50, 50);
  return contraction(op, rq, k.groups, checked(k.c, -100, 100), checked(k.c, -50, 50), std::move(a), std::move(b));
}

void add_cases(VectorList& list, std::string_view op) {
  for (const Case& k : kCases) {
    const std::string id = fmt::format("shape-{}x{}x{}-groups-{}", k.c, k.h, k.w, k.groups);
    list.add(id, random_case(op, k, id));
  }
}

// Sums of n products that reach their ends (item 1): a in [-ra, ra - 1] or so, b likewise.
void add_sums(VectorList& list, std::string_view op) {
  const auto with = [&](const std::string& id, std::uint32_t n, const TensorRecord& a, const TensorRecord& b,
                        std::int64_t x, std::int64_t y) {
    // gram: one channel of n positions; apply: n channels in one group and one position.
    const bool is_gram = op == "gram";
    const std::uint32_t c = is_gram ? 1 : n;
    TensorRecord ta = a;
    TensorRecord tb = b;
    ta.channels = tb.channels = c;
    list.add(id, contraction(op, rq_of(Round::floor, {1}), 1, ta, tb, is_gram ? filled(1, 1, n, x) : filled(n, 1, n, x),
                             is_gram ? filled(1, 1, n, y) : filled(n, 1, 1, y)));
  };
  with("acc-lo-attained-acc32", 4, checked(1, -16384, 16383), checked(1, -32767, 32768), -16384, 32768);
  with("acc-lo-past-acc64", 4, checked(1, -16385, 16383), checked(1, -32767, 32768), -16385, 32768);
  with("acc-hi-attained-acc32", 1, checked(1, 0, kI32Max), checked(1, 0, 1), kI32Max, 1);
  with("acc-hi-past-acc64", 1, checked(1, 0, kI32Max + 1), checked(1, 0, 1), kI32Max + 1, 1);
  with("acc-hi-of-two-past-acc64", 2, checked(1, 0, 32768), checked(1, 0, 32768), 32768, 32768);
  with("acc-lo-attained-acc64", 4, checked(1, -(std::int64_t{1} << 30U), 5), checked(1, -5, std::int64_t{1} << 31U),
       -(std::int64_t{1} << 30U), std::int64_t{1} << 31U);
  with("acc-hi-attained-acc64", 7, checked(1, 0, 7), checked(1, 0, 188232082384791343), 7, 188232082384791343);
  with("load-acc-hi-past-i64", 8, checked(1, 0, 7), checked(1, 0, 188232082384791343), 0, 0);
  with("load-acc-lo-past-i64", 2, checked(1, -1, 0), checked(1, 0, kI64Max), 0, 0);
  with("load-term-past-i64", 1, checked(1, -1, 0), checked(1, kI64Min, 0), 0, 0);
}

// A sum of products of one sign: its interval reaches 0, whatever the terms' own (ops 8.2).
void add_sum_bounds(VectorList& list, std::string_view op) {
  const auto with = [&](const std::string& id, const TensorRecord& a, std::int64_t lo, std::int64_t hi) {
    const bool is_gram = op == "gram";
    OpCase c = random_case(op, is_gram ? Case{2, 2, 1, 2} : Case{4, 2, 1, 1}, id);
    c.in[0] = ranged(c.in[0].channels, RangePolicy::check, a.lo, a.hi);
    c.in[1] = checked(c.in[1].channels, 5, 7);
    c.params = write_params(ContractionParams{2, rq_of()});
    c.decode.inputs[0] = Tensor(c.decode.inputs[0].shape, a.lo);
    c.decode.inputs[1] = Tensor(c.decode.inputs[1].shape, 5);
    add_result_bounds(list, id, c, lo, hi);
  };
  with("sum-of-positives", checked(1, 2, 3), 0, 42);
  with("sum-of-negatives", checked(1, -3, -2), -42, 0);
  with("sum-of-both", checked(1, -3, 2), -42, 28);
}

void add_contraction_faults(VectorList& list, std::string_view op) {
  const OpCase c = random_case(op, {6, 2, 2, 2}, "faults");
  add_u32_fault(list, "groups-0", c, 0, 0);
  add_u32_fault(list, "groups-4-of-6", c, 0, 4);
  add_u32_fault(list, "groups-12-of-6", c, 0, 12);
  OpCase bad = c;
  bad.in[1].channels = 4;
  bad.decode.inputs[1] = counted(4, 2, 2);
  list.add("load-channels-differ", bad);
  bad.in[1].channels = 12;
  list.add("load-channels-double", bad);
}

void add_edges(VectorList& list, std::string_view op) {
  OpCase c = random_case(op, {4, 2, 2, 3}, "edges");
  for (TensorRecord& t : c.in) {
    t.lo = t.hi = 0;
  }
  for (Tensor& t : c.decode.inputs) {
    t = Tensor(t.shape, 0);
  }
  add_thresholds(list, "edge-ab", c, {0, 1});
  c.in[1] = checked(4, -1000, 3000);
  add_thresholds(list, "edge-a", c, {0});
}

}  // namespace

void gram_vectors(VectorList& list) {
  add_common_vectors(list, random_case("gram", {4, 2, 3, 2}, "common"));
  add_rq_vectors(list, contraction_host("gram"));
  add_cases(list, "gram");
  add_sums(list, "gram");
  add_sum_bounds(list, "gram");
  add_contraction_faults(list, "gram");
  add_edges(list, "gram");
  // Sizes declared for more than a decode brings: both shapes may still differ there.
  OpCase c = random_case("gram", {4, 2, 3, 3}, "sizes");
  const VectorDecode good = c.decode;
  VectorDecode bad = good;
  bad.inputs[1] = counted(4, 2, 3);
  VectorDecode narrow_b = good;
  narrow_b.inputs[1] = counted(4, 3, 2);
  VectorDecode narrow_a = good;
  narrow_a.inputs[0] = counted(4, 3, 1);
  list.add("run-shape-height", c, {good, bad});
  list.add("run-shape-width", c, {narrow_b, good});
  list.add("run-shape-width-of-a", c, {narrow_a});
  VectorDecode small = decode_of({counted(4, 1, 2), counted(4, 1, 2, -5)});
  list.add("smaller-than-declared", c, {small, good});
  c.max = {{3, 3}, {2, 3}};
  list.add("load-shape-height", c);
  c.max = {{3, 3}, {3, 2}};
  list.add("load-shape-width", c);
}

void apply_vectors(VectorList& list) {
  add_common_vectors(list, random_case("apply", {4, 2, 3, 3}, "common"));
  add_rq_vectors(list, contraction_host("apply"));
  add_cases(list, "apply");
  add_sums(list, "apply");
  add_sum_bounds(list, "apply");
  add_contraction_faults(list, "apply");
  add_edges(list, "apply");
  OpCase c = random_case("apply", {6, 2, 2, 2}, "sizes");
  const auto bad = [&](const std::string& id, std::uint64_t h, std::uint64_t w) {
    OpCase e = c;
    e.decode.inputs[0] = filled(6, h, w, 1);
    add_plan_refusal(list, id, e);
  };
  bad("shape-two-rows", 2, 3);
  bad("shape-narrow", 1, 2);
  bad("shape-wide", 1, 4);
  bad("shape-turned", 3, 1);
  bad("shape-of-all-channels", 1, 6);
}

}  // namespace wai
