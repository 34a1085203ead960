// E9 residual_step (ops 5E), in its plain and its 32-bit form.
#include "stage/residual_step.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "stage_support.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI32Max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kI32Min = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

TEST(ResidualStep, AddsTheStepsAndClamps) {
  expect_value(residual_step(128, 3, 10, 0, 255), 158);
  expect_value(residual_step(128, -3, 10, 0, 255), 98);
  expect_value(residual_step(128, 13, 10, 0, 255), 255);
  expect_value(residual_step(128, -13, 10, 0, 255), 0);
  expect_value(residual_step(128, 12, 10, 0, 255), 248);
}

TEST(ResidualStep, AtTheLimitsOfI32) {
  expect_value(residual_step(0, kI32Max, 65535, 0, 255), 255);
  expect_value(residual_step(255, kI32Min, 65535, 0, 255), 0);
  expect_value(residual_step(kI32Max, kI32Max, 65535, kI32Min, kI32Max), kI32Max);
  expect_value(residual_step(kI32Min, kI32Min, 65535, kI32Min, kI32Max), kI32Min);
  // The text's example near the limit: hi + 2*65535 clamps to hi.
  expect_value(residual_step(kI32Max, 2, 65535, kI32Max - 65535, kI32Max), kI32Max);
}

TEST(ResidualStep, HoldsAPredictionAtTheEndsOfI64) {
  expect_value(residual_step(kMax, kI32Max, 65535, kMin, kMax), kMax);
  expect_value(residual_step(kMin, kI32Min, 65535, kMin, kMax), kMin);
  expect_value(residual_step(kMax, -1, 5, kMin, kMax), kMax - 5);
}

TEST(ResidualStep, RefusesItsConditions) {
  const auto refused = [](std::int64_t pred, std::int64_t r, std::int64_t q, std::int64_t lo, std::int64_t hi) {
    expect_refusal(residual_step(pred, r, q, lo, hi), RefusalCode::model_mismatch, -1);
  };
  expect_value(residual_step(5, 0, 1, 0, 9), 5);
  refused(5, 0, 1, 5, 5);  // lo < hi
  refused(5, 0, 1, 9, 0);
  refused(-1, 0, 1, 0, 9);  // pred in [lo, hi]
  refused(10, 0, 1, 0, 9);
  refused(5, 0, 0, 0, 9);  // q in [1, 65535]
  refused(5, 0, 65536, 0, 9);
  refused(5, 0, -1, 0, 9);
  refused(5, kI32Max + 1, 1, 0, 9);  // r fits i32
  refused(5, kI32Min - 1, 1, 0, 9);
}

// Every pred, r and q of small ranges: the two forms and the plain value agree.
TEST(ResidualStep32, IsThePlainFormOnSmallDomains) {
  for (std::int32_t lo = -3; lo <= 1; ++lo) {
    for (std::int32_t hi = lo + 1; hi <= 5; ++hi) {
      for (std::int32_t q = 1; q <= 10; ++q) {
        for (std::int32_t pred = lo; pred <= hi; ++pred) {
          for (std::int32_t r = -12; r <= 12; ++r) {
            const std::int64_t sum = pred + r * q;
            const std::int64_t expected = sum < lo ? lo : (sum > hi ? hi : sum);
            ASSERT_EQ(residual_step_i32(pred, r, q, lo, hi), expected) << pred << " " << r << " " << q;
            ASSERT_EQ(residual_value(pred, r, q, lo, hi), expected);
            ASSERT_EQ(*residual_step(pred, r, q, lo, hi), expected);
          }
        }
      }
    }
  }
}

// At the two registered ranges, and those at the edge of i32 that the form still admits: r around 0, +-R and the ends
// of i32, for every kind of q.
TEST(ResidualStep32, IsThePlainFormAroundItsReach) {
  const auto i32 = [](std::int64_t v) { return static_cast<std::int32_t>(v); };
  const std::pair<std::int64_t, std::int64_t> ranges[] = {{0, 255},
                                                          {-32768, 32767},
                                                          {kI32Min + 131070, kI32Min + 131070 + 65535},
                                                          {kI32Max - 131070 - 65535, kI32Max - 131070}};
  for (const auto& [lo, hi] : ranges) {
    ASSERT_TRUE(residual_step_fits_i32(lo, hi));
    for (const std::int64_t q : {1, 2, 3, 7, 254, 255, 256, 32767, 65534, 65535}) {
      const std::int64_t reach = (hi - lo) / q + 1;  // R
      for (const std::int64_t pred : {lo, lo + 1, (lo + hi) / 2, hi - 1, hi}) {
        for (const std::int64_t r : {kI32Min, -reach - 1, -reach, -reach + 1, std::int64_t{-1}, std::int64_t{0},
                                     std::int64_t{1}, reach - 1, reach, reach + 1, kI32Max}) {
          const auto plain = residual_step(pred, r, q, lo, hi);
          ASSERT_TRUE(plain.has_value());
          ASSERT_EQ(residual_step_i32(i32(pred), i32(r), i32(q), i32(lo), i32(hi)), *plain)
              << pred << " " << r << " " << q;
          ASSERT_EQ(residual_value(i32(pred), i32(r), i32(q), i32(lo), i32(hi)), *plain);
        }
      }
    }
  }
}

TEST(ResidualStep32, IsAdmittedWhereEveryValueFitsI32) {
  EXPECT_TRUE(residual_step_fits_i32(0, 65535));
  EXPECT_FALSE(residual_step_fits_i32(0, 65536));
  EXPECT_TRUE(residual_step_fits_i32(kI32Min + 131070, kI32Min + 131071));
  EXPECT_FALSE(residual_step_fits_i32(kI32Min + 131069, kI32Min + 131070));
  EXPECT_TRUE(residual_step_fits_i32(kI32Max - 131071, kI32Max - 131070));
  EXPECT_FALSE(residual_step_fits_i32(kI32Max - 131070, kI32Max - 131069));
  EXPECT_FALSE(residual_step_fits_i32(kI32Max - 65535, kI32Max));  // the text's example
  EXPECT_FALSE(residual_step_fits_i32(kMin, kMax));
}

}  // namespace
}  // namespace wai
