// IEEE 754 binary32 values as bit patterns: the ranges of WIS1 (pay 6), compared and converted without floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wai {

struct Binary32 {
  std::uint32_t bits = 0;

  // The same bits. -0 and +0 are different payload bytes, though `not_above` holds either way.
  friend bool operator==(const Binary32&, const Binary32&) = default;

  // Neither an infinity nor a NaN.
  [[nodiscard]] bool is_finite() const { return (bits & 0x7F800000U) != 0x7F800000U; }
};

// a <= b as numbers, for finite values; -0 equals +0.
[[nodiscard]] bool not_above(Binary32 a, Binary32 b);

// The value of a JSON number's text ([-]digits[.digits][e[+-]digits]) when a binary32 value is exactly that number
// (pay 10), and nothing otherwise. The integer -0 is 0 (readings P8); -0.0 is minus zero.
[[nodiscard]] std::optional<Binary32> exact_binary32(std::string_view text);

// The exact decimal expansion of a finite value, which exact_binary32 reads back to the same bits.
[[nodiscard]] std::string to_exact_text(Binary32 value);

}  // namespace wai
