// Vectors of igdn, layernorm_c, l2norm and softmax (ops 5.7).
#include <array>
#include <functional>
#include <limits>

#include "base/int_math.hpp"
#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "ops/normalisation.hpp"

namespace wai {
namespace {

constexpr std::uint64_t kU64Max = std::numeric_limits<std::uint64_t>::max();

// ---------------------------------------------------------------- igdn

struct IgdnSetting {
  std::uint32_t gf = 0, frac = 0;
  Values gamma, beta;
  unsigned width = 0;
};

OpCase igdn_case(const IgdnSetting& s, std::int64_t lo, std::int64_t hi, Tensor x) {
  IgdnParams p;
  p.gf = s.gf;
  p.frac = s.frac;
  p.gamma = packed(s.gamma, s.width);
  p.beta = s.beta;
  return unary_case("igdn", write_params(p), lo, hi, std::move(x));
}

void igdn_definition(VectorList& list) {
  // Each term floored: with gf = 4, the terms 15/16 and 15/16 give 0, and -1/16 gives -1.
  list.add("terms-floored-not-sum",
           igdn_case({4, 0, {15, 15, -1, 20}, {0, 5}}, -9, 9, tensor_of(2, 1, 3, {1, 3, -1, 1, 1, -3})));
  list.add("terms-floored-negative",
           igdn_case({3, 0, {-1, -1, 7, -7}, {9, 9}}, -9, 9, tensor_of(2, 1, 3, {1, -2, 3, 1, 3, -1})));
  list.add("norm-negative-is-0",
           igdn_case({0, 0, {-1, 0, 0, -2}, {5, 5}}, -9, 9, tensor_of(2, 1, 4, {1, 2, 3, -9, 1, 2, 3, 9})));
  list.add("norm-0", igdn_case({0, 0, {0}, {0}}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("norm-squares", igdn_case({0, 0, {1}, {0}}, -20, 20, tensor_of(1, 1, 6, {-20, -3, 0, 3, 4, 20})));
  list.add("norm-beside-squares", igdn_case({0, 0, {1}, {-1}}, -20, 20, tensor_of(1, 1, 6, {-20, -3, 0, 3, 4, 20})));
  list.add("norm-above-squares", igdn_case({0, 0, {1}, {1}}, -20, 20, tensor_of(1, 1, 6, {-20, -3, 0, 3, 4, 20})));
  list.add("output-floored", igdn_case({0, 3, {1}, {2}}, -20, 20, tensor_of(1, 1, 6, {-20, -3, -1, 3, 1, 20})));
  // gamma is [output][input].
  list.add("gamma-rows-are-outputs", igdn_case({0, 2, {100, 0, 0, 0, 0, 100, 7, 0, 1}, {0, 0, 0}}, -30, 30,
                                               tensor_of(3, 1, 2, {3, -5, 7, 11, -13, 17})));
  for (const auto& [c, h, w] : {std::array<std::uint64_t, 3>{1, 1, 1}, {3, 3, 5}, {4, 1, 7}, {2, 5, 1}, {5, 2, 2}}) {
    const std::string id = fmt::format("shape-{}x{}x{}", c, h, w);
    Random random(id);
    const auto gf = static_cast<std::uint32_t>(random.within(0, 6));
    const auto frac = static_cast<std::uint32_t>(random.within(0, 6));
    const Values gamma = random_values(random, c * c, -40, 90);
    const Values beta = random_values(random, c, -500, 5000);
    Tensor x = random_tensor(random, c, h, w, -100, 100);
    list.add(id, igdn_case({gf, frac, gamma, beta}, -100, 100, std::move(x)));
  }
}

void igdn_shifts(VectorList& list) {
  for (const std::uint32_t gf : {0U, 1U, 2U, 31U, 32U, 62U, 63U, 64U, 126U, 127U}) {
    const std::int64_t big = std::int64_t{1} << 44U;
    list.add(fmt::format("gf-{}", gf), igdn_case({gf, 20, {3 * big, -big, 1, -1}, {50, -60}, 8}, -90000, 90000,
                                                 tensor_of(2, 1, 4, {1, -1, 90000, -7, 3, 90000, -90000, 5})));
    list.add(fmt::format("frac-{}", gf), igdn_case({10, gf, {5, 3, 2, 9}, {50, 60}}, -900, 900,
                                                   tensor_of(2, 1, 4, {1, -1, 900, -7, 0, 900, -900, 5})));
  }
  list.add("cond-gf-63-acc32", igdn_case({63, 0, {1}, {4}}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("cond-gf-64-acc64", igdn_case({64, 0, {1}, {4}}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("cond-frac-63-acc32", igdn_case({0, 63, {1}, {4}}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("cond-frac-64-acc64", igdn_case({0, 64, {1}, {4}}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("cond-gamma-i32-max-acc32", igdn_case({40, 0, {kI32Max}, {4}}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("cond-gamma-i32-min-acc32", igdn_case({40, 0, {kI32Min}, {4}, 8}, -9, 9, tensor_of(1, 1, 2, {-9, 9})));
  list.add("cond-gamma-past-high-acc64", igdn_case({40, 0, {kI32Max + 1}, {4}}, 0, 0, tensor_of(1, 1, 2, {0, 0})));
  list.add("cond-gamma-past-low-acc64", igdn_case({40, 0, {kI32Min - 1}, {4}}, 0, 0, tensor_of(1, 1, 2, {0, 0})));
}

void igdn_widths(VectorList& list) {
  const Tensor x1 = filled(1, 1, 2, 0);
  const Tensor x2 = filled(2, 1, 2, 0);
  add_thresholds(list, "edge-x2", igdn_case({30, 20, {1}, {4}}, 0, 0, x1));
  add_thresholds(list, "edge-gx2", igdn_case({62, 30, {kI32Max}, {4}}, 0, 0, x1));
  add_thresholds(list, "edge-term", igdn_case({0, 40, {3, 2, -1, -5}, {-4, 9}}, 0, 0, x2));
  add_thresholds(list, "edge-norm", igdn_case({1, 40, {3, 2, -1, -5}, {1000000000, -2000000000}}, 0, 0, x2));
  add_thresholds(list, "edge-xr", igdn_case({8, 0, {3, 2, 1, 5}, {1000, 1}}, 0, 0, x2));
  add_thresholds(list, "edge-gamma-i64", igdn_case({127, 63, {kI64Max}, {kI64Max}}, 0, 0, x1));
  add_thresholds(list, "edge-result", igdn_case({0, 0, {kI64Max}, {0}}, 0, 0, x1));
  // igdn.N alone: the final norm is small, a partial sum is not.
  const auto norm = [&](const std::string& id, std::int64_t g, std::int64_t beta) {
    list.add(id, igdn_case({0, 0, {g, -g, -g, g}, {beta, beta}}, 1, 1, filled(2, 1, 1, 1)));
  };
  norm("norm-hi-attained-acc32", kI32Max, 0);
  norm("norm-hi-past-acc64", kI32Max, 1);
  norm("norm-lo-attained-acc32", kI32Max, -1);
  norm("norm-lo-past-acc64", kI32Max, -2);
  list.add("r-and-xr-acc64",
           igdn_case({0, 63, {1}, {kI64Max}}, -kI64Max, kI64Max, tensor_of(1, 1, 3, {kI64Max, -kI64Max, 1})));
  // r of 2^63 from a norm of 2^126, the one value here that passes its width.
  list.add("r-i64-max-acc64", igdn_case({0, 127, {1}, {0}}, -kI64Max, 0, tensor_of(1, 1, 2, {-kI64Max, 0})));
  list.add("load-r-past-i64", igdn_case({0, 127, {1}, {0}}, kI64Min, 0, tensor_of(1, 1, 1, {0})));
  list.add("x2-negative-range-acc32", igdn_case({0, 0, {1}, {0}}, -40, -5, tensor_of(1, 1, 2, {-40, -5})));
  list.add("x2-positive-range-acc32", igdn_case({0, 0, {1}, {0}}, 5, 40, tensor_of(1, 1, 2, {5, 40})));
}

void igdn_bounds(VectorList& list) {
  const auto with = [&](const std::string& id, std::int64_t lo, std::int64_t hi, std::int64_t from, std::int64_t to) {
    add_result_bounds(list, id, igdn_case({0, 0, {1}, {-16}}, lo, hi, tensor_of(1, 1, 2, {lo, hi})), from, to);
  };
  with("result-of-positives", 5, 20, 15, 380);  // N in [9, 384], r in [3, 19]
  with("result-of-negatives", -20, -5, -380, -15);
  with("result-of-mixed", -20, 3, -380, 57);  // x^2 in [0, 400], r in [0, 19]
}

void igdn_faults(VectorList& list) {
  const OpCase c = igdn_case({3, 4, {1, 2, 3, 4}, {5, 6}}, -9, 9, counted(2, 1, 2));
  add_u32_fault(list, "gf-128", c, 0, 128);
  add_u32_fault(list, "frac-128", c, 4, 128);
  add_u32_fault(list, "gf-huge", c, 0, 0x80000000U);
  add_width_faults(list, "g-bytes", c, {8, 16, 4}, {0, 1, 2, 16});
  add_reserved_faults(list, c, 9, 7);
}

// ---------------------------------------------------------------- layernorm_c

OpCase layernorm_case(std::uint64_t epsilon, Values gamma, Values beta, std::int64_t lo, std::int64_t hi, Tensor x,
                      unsigned width = 0) {
  LayernormCParams p;
  p.epsilon = epsilon;
  p.gamma = packed(gamma, width);
  p.beta = std::move(beta);
  return unary_case("layernorm_c", write_params(p), lo, hi, std::move(x));
}

Values repeated(std::size_t n, std::int64_t v) {
  return Values(n, v);
}

void layernorm_means(VectorList& list) {
  constexpr std::int64_t kOne = 65536;
  const auto with = [&](const std::string& id, std::size_t c, const Values& x) {
    list.add(id, layernorm_case(1, repeated(c, kOne), repeated(c, 0), -1000, 1000, tensor_of(c, 1, x.size() / c, x)));
  };
  // C = 2 has halves; an odd C rounds S + floor(C/2), of S's sign, toward zero.
  with("mean-half-of-two", 2, {1, -1, 5, -5, 2, -2, 4, -6});
  with("mean-odd-thirds", 3, {1, -1, 2, -2, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  with("mean-odd-half-positive-and-negative", 5, {1, -1, 2, -2, 1, -1, 0, 0, 0, 0, 1, -1, 0, 0, 1});
  with("mean-one-channel", 1, {0, 1, -1, 999, -1000});
  with("mean-four", 4, {1, -1, 3, -3, 1, -1, 3, -3, 0, 0, 0, 0, 0, 0, 0, 0});
  with("variance-beside-square", 4, {3, -3, -1, 1, -1, 1, -1, 1});  // V = 3, V + 1 = 4
  with("variance-0", 3, {7, -9, 7, -9, 7, -9});
  with("variance-floored", 3, {1, 0, 2, 0, 0, 1});
  for (const std::size_t c : {1U, 2U, 3U, 5U, 7U}) {
    const std::string id = fmt::format("channels-{}", c);
    Random random(id);
    const Values gamma = random_values(random, c, -99999, 99999);
    const Values beta = random_values(random, c, -500, 500);
    Tensor x = random_tensor(random, c, 2, 3, -100000, 100000);
    list.add(id, layernorm_case(42949, gamma, beta, -100000, 100000, std::move(x)));
  }
}

void layernorm_epsilons(VectorList& list) {
  const std::uint64_t epsilons[] = {1,
                                    2,
                                    3,
                                    4,
                                    15,
                                    16,
                                    42949,
                                    std::uint64_t{1} << 32U,
                                    (std::uint64_t{1} << 62U) - 1,
                                    std::uint64_t{1} << 63U,
                                    kU64Max - 1,
                                    kU64Max};
  for (const std::uint64_t epsilon : epsilons) {
    list.add(fmt::format("epsilon-{}-acc64", epsilon),
             layernorm_case(epsilon, {65536, -70000, 30000}, {5, 6, -7}, -99, 99,
                            tensor_of(3, 1, 3, {1, 99, 0, -2, -99, 0, 5, 99, 0})));
  }
  // V + epsilon passes 64 bits (item 6).
  list.add("epsilon-u64-max-past-64-bits-acc64",
           layernorm_case(kU64Max, {65536, 65536}, {0, 0}, -3000000000, 3000000000,
                          tensor_of(2, 1, 2, {3000000000, -3000000000, -3000000000, -3000000000})));
  list.add("epsilon-1-wide-acc64",
           layernorm_case(1, {kI32Max, kI32Min, 0}, {kI32Max, kI32Min, 1}, kI32Min, kI32Max,
                          tensor_of(3, 1, 2, {kI32Min, kI32Max, kI32Max, kI32Max, 5, kI32Max})));
}

void layernorm_widths(VectorList& list) {
  add_thresholds(list, "edge-eps-1", layernorm_case(1, {65536, 65536}, {0, 0}, 0, 0, filled(2, 1, 2, 0)));
  add_thresholds(list, "edge-eps-u64-max", layernorm_case(kU64Max, {65536}, {0}, 0, 0, filled(1, 1, 2, 0)));
  add_thresholds(list, "edge-three-channels", layernorm_case(1, {65536, 1, 2}, {0, 0, 0}, 0, 0, filled(3, 1, 2, 0)));
  add_thresholds(list, "edge-gamma", layernorm_case(1, {std::int64_t{1} << 58U, 3}, {0, 0}, 0, 0, filled(2, 1, 2, 0)));
  add_thresholds(list, "edge-beta",
                 layernorm_case(65536, {65536, -65536}, {kI64Max - 30000, kI64Min + 30000}, 0, 0, filled(2, 1, 2, 0)));
  list.add("gamma-width-8-acc64", layernorm_case(9, {65536, -3}, {1, 2}, -9, 9, counted(2, 1, 2), 8));
  // l = -3, h = 5, epsilon = 1, C = 2: ln.n is +-min(8*2^32 / 2^16 + 1, 2*2^16*2 + 1) = +-262145.
  add_result_bounds(list, "result-of-lemma", layernorm_case(1, {65536, 0}, {10, 0}, -3, 5, filled(2, 1, 1, 0)), -262135,
                    262155);
  // h - l = 1, epsilon = 100: k is at most 2^32/10, n at most floor(429496729 / 2^16) + 1 = 6554.
  add_result_bounds(list, "result-of-deviation", layernorm_case(100, {65536}, {0}, 0, 1, filled(1, 1, 1, 0)), -6554,
                    6554);
}

// ---------------------------------------------------------------- l2norm, softmax

OpCase sized(OpCase c) {
  c.declare_sizes();
  return c;
}

OpCase l2_case(std::uint64_t epsilon, std::int64_t lo, std::int64_t hi, Tensor x) {
  return sized(unary_case("l2norm", write_params(L2normParams{epsilon}), lo, hi, std::move(x)));
}

OpCase softmax_case(std::int64_t lo, std::int64_t hi, Tensor x) {
  return sized(unary_case("softmax", {}, lo, hi, std::move(x)));
}

void add_sized_shapes(VectorList& list, const std::function<OpCase(Tensor)>& make, std::int64_t reach) {
  for (const auto& [c, h, w] :
       {std::array<std::uint64_t, 3>{1, 1, 1}, {3, 1, 1}, {2, 5, 1}, {2, 1, 7}, {3, 3, 5}, {4, 4, 4}, {5, 2, 3}}) {
    const std::string id = fmt::format("shape-{}x{}x{}", c, h, w);
    Random random(id);
    OpCase e = make(random_tensor(random, c, h, w, -reach, reach));
    list.add(id, e);
    e.max = {{9, 8}};
    list.add(id + "-below-declared", e);
  }
}

void l2norm_epsilons(VectorList& list) {
  const std::uint64_t epsilons[] = {1, 2, 3, 4, 42949, std::uint64_t{1} << 32U, (std::uint64_t{1} << 63U), kU64Max};
  for (const std::uint64_t epsilon : epsilons) {
    list.add(fmt::format("epsilon-{}-acc64", epsilon),
             l2_case(epsilon, -99999, 99999, tensor_of(2, 1, 4, {1, -1, 0, 2, 99999, -99999, 777, 0})));
  }
  list.add("epsilon-u64-max-past-64-bits-acc64",
           l2_case(kU64Max, -kI64Max, kI64Max, tensor_of(1, 1, 2, {-kI64Max, kI64Max})));
  // T + 1 is a square, and T is not.
  list.add("sum-beside-square-acc64", l2_case(1, -9, 9, tensor_of(2, 1, 3, {1, -1, 1, 2, 2, 0})));
  list.add("sum-and-4-is-square-acc64", l2_case(4, -9, 9, tensor_of(1, 1, 2, {1, 2})));
  list.add("zeros-acc64", l2_case(1, -9, 9, filled(2, 2, 2, 0)));
  list.add("one-value-acc64", l2_case(1, -9, 9, tensor_of(1, 1, 4, {0, 0, -1, 0})));
  list.add("result-at-its-end-acc64", l2_case(1, kI64Min, kI64Max, tensor_of(3, 1, 1, {kI64Min, kI64Max, 1})));
}

void l2norm_sums(VectorList& list) {
  // l2.T = L*X^2 + epsilon within i128: X = 2^63 gives 2^126 an element, so L = 1 fits and L = 2 does not.
  list.add("sum-of-one-i64-acc64", l2_case(1, kI64Min, kI64Max, tensor_of(1, 1, 1, {kI64Min})));
  list.add("load-sum-past-i128", l2_case(1, kI64Min, 0, filled(1, 1, 2, 0)));
  list.add("sum-i64-max-of-two-acc64", l2_case(1, -kI64Max, kI64Max, tensor_of(1, 1, 2, {-kI64Max, kI64Max})));
  add_thresholds(list, "edge-length-6", l2_case(7, 0, 0, filled(2, 2, 3, 0)));
  add_thresholds(list, "edge-length-48", [] {
    OpCase c = l2_case(kU64Max, 0, 0, filled(1, 1, 2, 0));
    c.max = {{6, 8}};
    return c;
  }());
  add_result_bounds(list, "result", l2_case(1, 0, 1, filled(1, 1, 1, 1)), -65536, 65536);
}

void softmax_rows(VectorList& list) {
  const auto with = [&](const std::string& id, std::int64_t lo, std::int64_t hi, const Values& values) {
    list.add(id, softmax_case(lo, hi, tensor_of(1, 1, values.size(), values)));
  };
  with("row-sum-below-2-16-acc64", -9, 9, {0, 0, 0});           // 3 * 21845 = 65535
  with("row-sum-above-2-16-acc64", -9, 9, {1, 1, 1, 1, 1, 1});  // 6 * 10923 = 65538
  // The sum is odd, and a numerator with its half rounded up would be a multiple of it.
  with("row-half-of-odd-sum-acc64", -99999, 0, {0, -98345, -2541});
  with("row-of-one-acc64", -9, 9, {-7});
  with("row-of-two-equal-acc64", -9, 9, {4, 4});
  with("ties-of-the-greatest-acc64", -99999, 99999, {5, 99999, 99999, -99999});
  with("all-negative-acc64", -99999, -1, {-99999, -1, -45427, -45426, -45425});
  for (const std::int64_t n : {1, 2, 16, 61, 62, 63, 64}) {
    const std::int64_t u = n * kExpNegPeriod;
    with(fmt::format("exp-n{}-acc64", n), -u - 1, 0, {0, -u + 1, -u, -u - 1});
  }
  list.add("rows-are-separate-acc64",
           softmax_case(-300000, 300000, tensor_of(2, 2, 2, {0, 99999, -300000, 300000, 7, 7, 1, -50000})));
  list.add("row-of-300-acc64", softmax_case(-200000, 0, [] {
             Random random("row-of-300");
             return random_tensor(random, 1, 1, 300, -200000, 0);
           }()));
}

void softmax_widths(VectorList& list) {
  // sm.diff = [l - h, 0] and exp.negx = [0, h - l] within i64.
  list.add("diff-i64-acc64", softmax_case(-kI64Max, 0, tensor_of(1, 1, 3, {0, -kI64Max, -5})));
  list.add("diff-around-zero-acc64",
           softmax_case(kI64Min / 2, kI64Max / 2, tensor_of(1, 1, 2, {kI64Min / 2, kI64Max / 2})));
  list.add("load-diff-past-i64", softmax_case(kI64Min, 0, filled(1, 1, 2, 0)));
  list.add("load-diff-past-i64-by-top", softmax_case(-kI64Max, 1, filled(1, 1, 2, 0)));
  add_thresholds(list, "edge", softmax_case(0, 0, filled(1, 1, 2, 0)));
  add_result_bounds(list, "result", softmax_case(0, 1, filled(1, 1, 1, 1)), 0, 65536);
}

}  // namespace

void igdn_vectors(VectorList& list) {
  add_common_vectors(list, igdn_case({3, 4, {9, 2, 3, 14}, {50, 60}}, -50, 60, counted(2, 2, 3, -5)));
  igdn_definition(list);
  igdn_shifts(list);
  igdn_widths(list);
  igdn_bounds(list);
  igdn_faults(list);
}

void layernorm_c_vectors(VectorList& list) {
  const OpCase c = layernorm_case(7, {65536, -3000, 90000}, {5, 6, -7}, -50, 60, counted(3, 2, 2, -5));
  add_common_vectors(list, c);
  layernorm_means(list);
  layernorm_epsilons(list);
  layernorm_widths(list);
  OpCase zero = c;
  zero.params[0] = 0;
  list.add("load-epsilon-0", zero);
  add_width_faults(list, "g-bytes", c, {8, 16, 3}, {0, 1, 2, 16});
  add_reserved_faults(list, c, 9, 7);
}

void l2norm_vectors(VectorList& list) {
  add_common_vectors(list, l2_case(7, -50, 60, counted(3, 2, 3, -5)));
  add_sized_shapes(
      list, [](Tensor x) { return l2_case(42949, -100000, 100000, std::move(x)); }, 100000);
  l2norm_epsilons(list);
  l2norm_sums(list);
  add_byte_fault(list, "epsilon-0", l2_case(7, -9, 9, filled(1, 1, 1, 0)), 0, 0);
}

void softmax_vectors(VectorList& list) {
  Random random("softmax common");
  add_common_vectors(list, softmax_case(-90000, 80000, random_tensor(random, 2, 3, 4, -90000, 80000)));
  add_sized_shapes(
      list, [](Tensor x) { return softmax_case(-300000, 300000, std::move(x)); }, 300000);
  softmax_rows(list);
  softmax_widths(list);
}

}  // namespace wai
