// E11 up2_predict (ops 5E): one sample, for drivers that have checked the picture below.
#pragma once

#include <algorithm>
#include <cstdint>

#include "stage/mc_predict.hpp"

namespace wai {

// The prediction at (y, x), y < 2h and x < 2w, from the picture below of h x w samples; at(Y, X) gives its sample at a
// row and column inside it.
template <class At>
[[nodiscard]] constexpr std::int32_t up2_predict_value(At&& at, std::int64_t h, std::int64_t w, std::int64_t y,
                                                       std::int64_t x) {
  const auto p = [&](std::int64_t row, std::int64_t col) -> std::int32_t {
    return at(std::min(row, h - 1), std::min(col, w - 1));
  };
  return half_pel(p, y >> 1, x >> 1, static_cast<int>(y & 1), static_cast<int>(x & 1));
}

}  // namespace wai
