// E5 scale_index (ops 5E): one index, for drivers that have checked s and n.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/int_math.hpp"
#include "wai/stage.hpp"

namespace wai {

inline constexpr std::int64_t kMaxStageShift = 127;  // s of E5 and E6

// clamp(R_half_up(v, s), 0, n - 1) for s <= 127 and n >= 1. The rounded value is no longer than v.
[[nodiscard]] constexpr std::int64_t scale_index_value(std::int64_t v, unsigned s, std::int64_t n) {
  return std::clamp(static_cast<std::int64_t>(round_shift(v, s, Round::half_up)), std::int64_t{0}, n - 1);
}

}  // namespace wai
