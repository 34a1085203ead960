// E9 residual_step (ops 5E): one element, in i64 and in the 32-bit form, for drivers that have checked their operands.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/int_math.hpp"
#include "wai/stage.hpp"

namespace wai {

inline constexpr std::int64_t kMaxResidualStep = 65535;  // q

// clamp(pred + r*q, lo, hi) for pred, lo and hi within i32 and q in 1..=65535: |pred + r*q| < 2^31 + 2^47.
[[nodiscard]] constexpr std::int64_t residual_value(std::int32_t pred, std::int32_t r, std::int32_t q, std::int32_t lo,
                                                    std::int32_t hi) {
  const std::int64_t step = static_cast<std::int64_t>(r) * q;
  return std::clamp<std::int64_t>(pred + step, lo, hi);
}

// True when the 32-bit form fits i32 for every pred in [lo, hi], r within i32 and q in 1..=65535: hi - lo <= 65535,
// and lo - 131070 and hi + 131070 fit i32 (R*q <= (hi - lo) + q <= 131070).
[[nodiscard]] constexpr bool residual_step_fits_i32(std::int64_t lo, std::int64_t hi) {
  constexpr i128 kReach = 131070;
  return static_cast<i128>(hi) - lo <= 65535 && fits<std::int32_t>(lo - kReach) && fits<std::int32_t>(hi + kReach);
}

// The 32-bit form: with R = floor((hi - lo)/q) + 1, clamp(pred + clamp(r, -R, R)*q, lo, hi). Requires lo < hi, pred in
// [lo, hi], q in 1..=65535 and residual_step_fits_i32(lo, hi).
[[nodiscard]] constexpr std::int32_t residual_step_i32(std::int32_t pred, std::int32_t r, std::int32_t q,
                                                       std::int32_t lo, std::int32_t hi) {
  const std::int32_t reach = (hi - lo) / q + 1;  // R
  return std::clamp(pred + std::clamp(r, -reach, reach) * q, lo, hi);
}

}  // namespace wai
