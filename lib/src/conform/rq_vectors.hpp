// Vectors of the requantisation that an operator ends with (ops 5.1, 14.1 items 2, 4 and 6).
#pragma once

#include <functional>

#include "conform/op_case.hpp"

namespace wai {

// How an operator takes values through its rq unchanged, rq.t before a bias being each value.
struct RqHost {
  bool has_mult = true;
  bool has_bias = true;
  bool per_channel = true;
  std::size_t rq_offset = 0;  // of the block in the parameters
  // `c` channels of values.size() / c values each, within [lo, hi].
  std::function<OpCase(const Rq& rq, std::size_t c, std::int64_t lo, std::int64_t hi, const Values& values)> make;
};

void add_rq_vectors(VectorList& list, const RqHost& host);

// Values whose product with the multiplier is a tie at the shift, and those beside them; `bits` is 32 or 64, the width
// of values and multiplier. Without ties in reach, values at the ends of the width.
struct TieValues {
  std::int64_t mult = 1;
  Values values;
};
[[nodiscard]] TieValues tie_values(unsigned shift, unsigned bits, bool has_mult);
inline constexpr std::uint8_t kTieShifts32[] = {0, 1, 2, 31, 32, 62, 63};
inline constexpr std::uint8_t kTieShifts64[] = {1, 31, 32, 33, 62, 63, 64, 65, 126, 127};

}  // namespace wai
