// Vectors of the scalar functions sigmoid and elu (ops 5.8).
#include <array>

#include "base/int_math.hpp"
#include "conform/common_vectors.hpp"
#include "conform/generate_families.hpp"
#include "ops/scalar_function.hpp"

namespace wai {
namespace {

// Values around n periods of exp_neg_q16: its floor division, and its last nonzero results.
Values around_periods(std::int64_t n) {
  const std::int64_t u = n * kExpNegPeriod;
  return {-u + 2, -u + 1, -u, -u - 1, -u - 2, u - 1, u, u + 1};
}

// What sigmoid and elu share: exp_neg_q16 over its periods, and the ranges it admits (item 6).
void add_exp_neg(VectorList& list, std::string_view op, const Bytes& params) {
  for (const std::int64_t n : {0, 1, 2, 15, 16, 17, 31, 32, 61, 62, 63, 64, 1000}) {
    const std::int64_t reach = n * kExpNegPeriod + 3;
    list.add(fmt::format("exp-n{}-acc64", n), row_case(op, params, -reach, reach, around_periods(n)));
  }
  Values sweep;
  for (std::int64_t v = -8; v <= 8; ++v) {
    sweep.push_back(v * 5678);
  }
  list.add("sweep-acc64", row_case(op, params, -46000, 46000, sweep));
  list.add("i64-ends-acc64", row_case(op, params, -kI64Max, kI64Max, {-kI64Max, kI64Max, -kI64Max + 1, 0}));
  list.add("load-i64-min", row_case(op, params, kI64Min, kI64Max, {0}));
  list.add("load-i64-min-only-negative", row_case(op, params, kI64Min, -1, {-1}));
  list.add("only-zero-acc64", row_case(op, params, 0, 0, {0}));
  list.add("only-negative-acc64", row_case(op, params, -99999, -1, {-99999, -1, -45426}));
  list.add("only-positive-acc64", row_case(op, params, 1, 99999, {99999, 1, 45426}));
  for (const auto& [c, h, w] : {std::array<std::uint64_t, 3>{1, 1, 1}, {3, 5, 3}, {2, 1, 7}, {4, 5, 5}}) {
    const std::string id = fmt::format("shape-{}x{}x{}", c, h, w);
    Random random(id);
    list.add(id, unary_case(op, params, -500000, 500000, random_tensor(random, c, h, w, -500000, 500000)));
  }
  add_thresholds(list, "edge", row_case(op, params, 0, 0, {0, 0}));
}

Bytes elu_params(std::int64_t alpha) {
  return write_params(EluParams{alpha});
}

void elu_alphas(VectorList& list) {
  const Values values = {-3000000, -200000, -65536, -45426, -1000, -2, -1, 0, 1, 2, 65536};
  const std::int64_t alphas[] = {0,     1,      -1,         3855,    3856,    -3855,      65535,
                                 65536, -65536, 1000000007, kI32Max, kI32Min, kI32Max + 1};
  for (const std::int64_t alpha : alphas) {
    list.add(fmt::format("alpha-{}-acc64", alpha), row_case("elu", elu_params(alpha), -3000000, 65536, values));
  }
  // elu(0) = floor(17*alpha / 2^16).
  list.add("zero-alpha-i64-max-acc64", row_case("elu", elu_params(kI64Max), -1, 1, {-1, 0, 1}));
  list.add("zero-alpha-i64-min-plus-1-acc64", row_case("elu", elu_params(kI64Min + 1), -1, 1, {-1, 0, 1}));
  list.add("load-alpha-i64-min", row_case("elu", elu_params(kI64Min), -1, 1, {0}));
  list.add("alpha-i64-min-only-positive-acc64", row_case("elu", elu_params(kI64Min), 1, 9, {1, 9}));
  list.add("result-i64-ends-acc64", row_case("elu", elu_params(kI64Max), -kI64Max, 5, {-kI64Max, -9000000, 5}));
}

void add_elu_result_bounds(VectorList& list) {
  const auto with = [&](const std::string& id, std::int64_t lo, std::int64_t hi, std::int64_t from, std::int64_t to) {
    add_result_bounds(list, id, row_case("elu", elu_params(65536), lo, hi, {lo, hi}), from, to);
  };
  with("result-of-negatives", -9, -1, -65536, 17);
  with("result-of-zero", 0, 0, -65536, 17);
  with("result-of-zero-and-positives", 0, 90, -65536, 90);
  with("result-of-positives", 3, 9, 3, 9);
  with("result-of-both", -9, 20, -65536, 20);
  add_result_bounds(list, "result-of-negative-alpha", row_case("elu", elu_params(-131072), -9, -1, {-9, -1}), -34, 131072);
}

}  // namespace

void sigmoid_vectors(VectorList& list) {
  add_common_vectors(list, unary_case("sigmoid", {}, -200000, 210000, counted(3, 2, 3, -9)));
  add_exp_neg(list, "sigmoid", {});
  add_result_bounds(list, "result", row_case("sigmoid", {}, 5, 6, {5, 6}), 0, 65536);
  list.add("around-zero-acc64", row_case("sigmoid", {}, -20, 20, {-20, -2, -1, 0, 1, 2, 20}));
}

void elu_vectors(VectorList& list) {
  add_common_vectors(list, unary_case("elu", elu_params(70000), -200000, 210000, counted(3, 2, 3, -9)));
  add_exp_neg(list, "elu", elu_params(123457));
  elu_alphas(list);
  add_elu_result_bounds(list);
}

}  // namespace wai
