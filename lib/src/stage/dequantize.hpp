// E2 dequantize (ops 5E): one value, for drivers that have checked f.
#pragma once

#include <cstdint>
#include <optional>

#include "base/int_math.hpp"
#include "wai/stage.hpp"

namespace wai {

inline constexpr std::int64_t kMaxDequantizeShift = 62;

// sym*2^f + base for f <= 62, or nothing when it does not fit i64. |sym*2^f| <= 2^125 in i128.
[[nodiscard]] constexpr std::optional<std::int64_t> dequantize_value(std::int64_t sym, unsigned f, std::int64_t base) {
  const i128 value = static_cast<i128>(sym) * (std::int64_t{1} << f) + base;
  if (!fits<std::int64_t>(value)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

}  // namespace wai
