// Stage vectors of E2 to E5, E7 and E9 (ops 5E): one value in, one value out.
#include <fmt/format.h>

#include <limits>
#include <set>

#include "conform/generate_stage.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI32Lo = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kI32Hi = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kI64Lo = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kI64Hi = std::numeric_limits<std::int64_t>::max();

// Around the edge `e`: below, at and above it.
std::array<std::int64_t, 3> around(std::int64_t e) {
  return {e - 1, e, e + 1};
}

}  // namespace

void dequantize_vectors(StageList& list) {
  const auto add = [&](std::string id, std::int64_t sym, std::int64_t f, std::int64_t base) {
    list.add(std::move(id), DequantizeInput{sym, f, base});
  };
  for (const std::int64_t f : {0, 1, 7, 16, 31, 32, 61, 62}) {
    add(fmt::format("shift-{}-positive", f), 1, f, 5);
    add(fmt::format("shift-{}-negative", f), -1, f, -3);
  }
  add("zero", 0, 0, 0);
  add("zero-symbol-base-high", 0, 62, kI64Hi);
  add("zero-symbol-base-low", 0, 62, kI64Lo);
  for (const std::int64_t f : {-1, 63, 64, 127}) {
    add(fmt::format("f-{}-refused", f), 0, f, 0);
  }
  add("f-i64-low-refused", 1, kI64Lo, 0);
  add("f-i64-high-refused", 1, kI64Hi, 0);
  // 2^62 + (2^62 - 1) = 2^63 - 1, the last value that fits; and -2^63.
  const std::int64_t half = std::int64_t{1} << 62;
  add("sum-at-i64-high", 1, 62, half - 1);
  add("sum-past-i64-high-refused", 1, 62, half);
  add("sum-at-i64-low", -1, 62, -half);
  add("sum-past-i64-low-refused", -1, 62, -half - 1);
  add("product-at-i64-low", -2, 62, 0);
  add("product-past-i64-high-refused", 2, 62, 0);
  add("product-past-i64-high-base-brings-back", 2, 62, -1);
  add("product-past-i64-low-base-brings-back", -3, 62, half);
  add("symbol-i32-high-by-31", kI32Hi, 31, 0);
  add("symbol-i32-high-by-32-at-edge", kI32Hi, 32, (std::int64_t{1} << 32) - 1);
  add("symbol-i32-high-by-32-past-edge-refused", kI32Hi, 32, std::int64_t{1} << 32);
  add("symbol-i32-low-by-32", kI32Lo, 32, 0);
  add("symbol-i32-low-by-32-past-edge-refused", kI32Lo, 32, -1);
  add("symbol-i64-high", kI64Hi, 0, 0);
  add("symbol-i64-high-base-1-refused", kI64Hi, 0, 1);
  add("symbol-i64-low-by-62-refused", kI64Lo, 62, kI64Hi);
  add("symbol-i64-high-by-62-refused", kI64Hi, 62, kI64Lo);
}

void bucket_vectors(StageList& list) {
  const auto add = [&](std::string id, std::int64_t sigma, Integers edges, BucketRule rule) {
    list.add(std::move(id), BucketInput{sigma, std::move(edges), rule});
  };
  for (const BucketRule rule : {BucketRule::ceil, BucketRule::floor}) {
    const std::string name = rule == BucketRule::ceil ? "ceil" : "floor";
    for (const std::int64_t edge : {10, 20, 30, 40}) {
      for (const std::int64_t sigma : around(edge)) {
        add(fmt::format("{}-edge-{}-sigma-{}", name, edge, sigma), sigma, {10, 20, 30, 40}, rule);
      }
    }
    add(name + "-sigma-i64-low", kI64Lo, {10, 20, 30, 40}, rule);
    add(name + "-sigma-i64-high", kI64Hi, {10, 20, 30, 40}, rule);
    for (const std::int64_t sigma : around(7)) {
      add(fmt::format("{}-one-edge-sigma-{}", name, sigma), sigma, {7}, rule);
      add(fmt::format("{}-equal-edges-sigma-{}", name, sigma), sigma, {7, 7, 7}, rule);
    }
    add(name + "-edges-at-i64-ends-low", kI64Lo, {kI64Lo, 0, kI64Hi}, rule);
    add(name + "-edges-at-i64-ends-high", kI64Hi, {kI64Lo, 0, kI64Hi}, rule);
    add(name + "-negative-edges", -15, {-30, -20, -15, -10}, rule);
    add(name + "-no-edge-refused", 0, {}, rule);
  }
  // ceil takes edges in any order: sigma is raised to e_0, and e_{N-1} is never compared.
  for (const std::int64_t sigma : {0, 15, 20, 30, 31, 50, 51}) {
    add(fmt::format("ceil-unsorted-sigma-{}", sigma), sigma, {30, 10, 50, 20}, BucketRule::ceil);
    add(fmt::format("ceil-descending-sigma-{}", sigma), sigma, {50, 30, 20, 10}, BucketRule::ceil);
    add(fmt::format("ceil-last-edge-lowest-sigma-{}", sigma), sigma, {10, 20, 30, kI64Lo}, BucketRule::ceil);
  }
  add("floor-decreasing-first-refused", 5, {2, 1, 3}, BucketRule::floor);
  add("floor-decreasing-last-refused", 0, {1, 2, 1}, BucketRule::floor);
  add("floor-decreasing-i64-ends-refused", 0, {kI64Hi, kI64Lo}, BucketRule::floor);
}

void coded_vectors(StageList& list) {
  for (const std::int64_t thr : {kI64Lo, std::int64_t{-1}, std::int64_t{0}, std::int64_t{100}, kI64Hi}) {
    list.add(fmt::format("thr-{}-equal", thr), CodedInput{thr, thr});
    if (thr != kI64Lo) {
      list.add(fmt::format("thr-{}-below", thr), CodedInput{thr - 1, thr});
    }
    if (thr != kI64Hi) {
      list.add(fmt::format("thr-{}-above", thr), CodedInput{thr + 1, thr});
    }
  }
  list.add("i64-low-below-high", CodedInput{kI64Lo, kI64Hi});
  list.add("i64-high-above-low", CodedInput{kI64Hi, kI64Lo});
}

void scale_index_vectors(StageList& list) {
  const auto add = [&](std::string id, std::int64_t v, std::int64_t s, std::int64_t n) {
    list.add(std::move(id), ScaleIndexInput{v, s, n});
  };
  // Ties, on both signs; a negative result clamps to 0.
  for (const std::int64_t v :
       {-9, -8, -7, -5, -4, -3, -1, 0, 3, 4, 5, 11, 12, 13, 4 + 8 * 62, 3 + 8 * 63, 4 + 8 * 63}) {
    add(fmt::format("shift-3-v-{}", v), v, 3, 64);
  }
  for (const std::int64_t v : {-1, 0, 1, 62, 63, 64}) {
    add(fmt::format("shift-0-v-{}", v), v, 0, 64);
  }
  for (const std::int64_t s : {1, 31, 32, 61, 62}) {
    const std::int64_t half = std::int64_t{1} << (s - 1);
    add(fmt::format("shift-{}-below-tie", s), half - 1, s, 4);
    add(fmt::format("shift-{}-tie", s), half, s, 4);
    add(fmt::format("shift-{}-negative-tie", s), -half, s, 4);
  }
  for (const std::int64_t s : {63, 64, 65, 126, 127}) {
    add(fmt::format("shift-{}-i64-high", s), kI64Hi, s, 4);
    add(fmt::format("shift-{}-i64-low", s), kI64Lo, s, 4);
    add(fmt::format("shift-{}-minus-1", s), -1, s, 4);
  }
  add("shift-63-below-tie", (std::int64_t{1} << 62) - 1, 63, 4);
  add("shift-63-tie", std::int64_t{1} << 62, 63, 4);
  add("shift-0-i64-high", kI64Hi, 0, kI64Hi);
  add("shift-0-i64-low", kI64Lo, 0, kI64Hi);
  add("shift-1-i64-high", kI64Hi, 1, kI64Hi);
  add("n-1", 1000, 2, 1);
  add("n-2", 1000, 2, 2);
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, kI64Lo}) {
    add(fmt::format("n-{}-refused", n), 5, 1, n);
  }
  for (const std::int64_t s : {std::int64_t{-1}, std::int64_t{128}, kI64Lo, kI64Hi}) {
    add(fmt::format("s-{}-refused", s), 5, s, 4);
  }
}

void band_lookup_vectors(StageList& list) {
  const std::vector<Integers> table = {{100, 101, 102, 103}, {-200, -201, -202, -203}};
  const auto add = [&](std::string id, std::int64_t v, Integers edges, std::vector<Integers> rows, std::int64_t row) {
    list.add(std::move(id), BandLookupInput{v, std::move(edges), std::move(rows), row});
  };
  for (const std::int64_t edge : {-5, 0, 5}) {
    for (const std::int64_t v : around(edge)) {
      add(fmt::format("edge-{}-v-{}", edge, v), v, {-5, 0, 5}, table, v % 2 == 0 ? 0 : 1);
    }
  }
  add("v-i64-low", kI64Lo, {-5, 0, 5}, table, 0);
  add("v-i64-high", kI64Hi, {-5, 0, 5}, table, 1);
  for (const std::int64_t v : {-6, 0, 4, 5, 9}) {
    add(fmt::format("edges-in-any-order-v-{}", v), v, {5, -5, 0}, table, 0);
    add(fmt::format("equal-edges-v-{}", v), v, {5, 5, 0}, table, 1);
  }
  add("edges-at-i64-ends-low", kI64Lo, {kI64Lo, kI64Hi}, {{1, 2, 3}}, 0);
  add("edges-at-i64-ends-high", kI64Hi, {kI64Lo, kI64Hi}, {{1, 2, 3}}, 0);
  add("no-edge", 7, {}, {{kI64Lo}, {kI64Hi}}, 1);
  add("value-i64-low", 7, {}, {{kI64Lo}, {kI64Hi}}, 0);
  add("another-row-of-wrong-length", 1, {0}, {{1, 2}, {3}}, 0);
  add("row-too-short-refused", 1, {0}, {{1, 2}, {3}}, 1);
  add("row-too-long-refused", 1, {0}, {{1, 2, 3}}, 0);
  add("row-past-the-last-refused", 1, {0}, {{1, 2}}, 1);
  add("row-negative-refused", 1, {0}, {{1, 2}}, -1);
  add("row-i64-low-refused", 1, {0}, {{1, 2}}, kI64Lo);
  add("no-row-refused", 1, {}, {}, 0);
}

namespace {

// R = floor((hi - lo)/q) + 1: at r = +-R and past it, both forms of E9 have reached the end of the range.
void add_reach(StageList& list, const std::string& name, std::int64_t q, std::int64_t lo, std::int64_t hi) {
  const std::int64_t reach = (hi - lo) / q + 1;
  for (const std::int64_t pred : {lo, lo + (hi - lo) / 2, hi}) {
    for (const std::int64_t r : std::set{-reach - 1, -reach, -reach + 1, reach - 1, reach, reach + 1}) {
      list.add(fmt::format("{}-q-{}-pred-{}-r-{}", name, q, pred, r), ResidualStepInput{pred, r, q, lo, hi});
    }
  }
}

}  // namespace

void residual_step_vectors(StageList& list) {
  const auto add = [&](std::string id, std::int64_t pred, std::int64_t r, std::int64_t q, std::int64_t lo,
                       std::int64_t hi) {
    list.add(std::move(id), ResidualStepInput{pred, r, q, lo, hi});
  };
  for (const std::int64_t q : {1, 2, 7, 255, 256, 65535}) {
    add_reach(list, "u8", q, 0, 255);
  }
  add_reach(list, "i16", 1, -32768, 32767);
  add_reach(list, "i16", 65535, -32768, 32767);
  for (const std::int64_t r : {kI32Lo, kI32Hi}) {
    for (const std::int64_t q : {1, 65535}) {
      add(fmt::format("r-{}-q-{}", r, q), 128, r, q, 0, 255);
      add(fmt::format("i16-r-{}-q-{}", r, q), 0, r, q, -32768, 32767);
    }
  }
  add("zero-residual", 100, 0, 3, 0, 255);
  add("inside", 100, -5, 3, 0, 255);
  // Near the i32 limits the 32-bit form passes i32: hi + 2*65535.
  add("i32-high-past-the-32-bit-form", kI32Hi, 2, 65535, kI32Hi - 65535, kI32Hi);
  add("i32-low-past-the-32-bit-form", kI32Lo, -2, 65535, kI32Lo, kI32Lo + 65535);
  add("i32-high-comes-back", kI32Hi, -1, 65535, kI32Hi - 65535, kI32Hi);
  add("i32-range", kI32Lo, kI32Hi, 1, kI32Lo, kI32Hi);
  add("i32-range-step-to-high", kI32Lo, kI32Hi, 2, kI32Lo, kI32Hi);
  add("i32-range-step-to-low", kI32Hi, kI32Lo, 65535, kI32Lo, kI32Hi);
  add("i32-range-one-short-of-high", 0, kI32Hi - 1, 1, kI32Lo, kI32Hi);
  add("two-values-up", 4, 1, 1, 4, 5);
  add("two-values-down", 5, -1, 65535, 4, 5);
  add("lo-equal-hi-refused", 4, 0, 1, 4, 4);
  add("lo-above-hi-refused", 4, 0, 1, 5, 4);
  add("pred-below-lo-refused", -1, 0, 1, 0, 255);
  add("pred-above-hi-refused", 256, 0, 1, 0, 255);
  for (const std::int64_t q : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{65536}, kI64Lo}) {
    add(fmt::format("q-{}-refused", q), 0, 0, q, 0, 255);
  }
  add("r-past-i32-high-refused", 0, kI32Hi + 1, 1, 0, 255);
  add("r-past-i32-low-refused", 0, kI32Lo - 1, 1, 0, 255);
}

}  // namespace wai
