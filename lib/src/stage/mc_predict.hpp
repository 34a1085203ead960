// E10 mc_predict (ops 5E, pay 3): one sample, for drivers that have checked their frame and vectors.
#pragma once

#include <algorithm>
#include <cstdint>

#include "wai/stage.hpp"

namespace wai {

// The half-pel rule that E10 and E11 share: p(iy, ix), or its average with the neighbours that fy and fx (0 or 1) name.
// p gives u8 samples, so every sum is at most 4*255 + 2.
template <class Sample>
[[nodiscard]] constexpr std::int32_t half_pel(Sample&& p, std::int64_t iy, std::int64_t ix, int fy, int fx) {
  const std::int32_t here = p(iy, ix);
  if (fy == 0 && fx == 0) {
    return here;
  }
  if (fy == 0) {
    return (here + p(iy, ix + 1) + 1) >> 1;
  }
  if (fx == 0) {
    return (here + p(iy + 1, ix) + 1) >> 1;
  }
  return (here + p(iy, ix + 1) + p(iy + 1, ix) + p(iy + 1, ix + 1) + 2) >> 2;
}

// A motion vector in units of 1/mv_precision pel, split into whole pels and halves.
struct PelVector {
  std::int64_t iy = 0;
  std::int64_t ix = 0;
  int fy = 0;
  int fx = 0;
};
[[nodiscard]] constexpr PelVector pel_vector(std::int16_t dy, std::int16_t dx, bool half) {
  if (!half) {
    return {dy, dx, 0, 0};
  }
  return {dy >> 1, dx >> 1, dy & 1, dx & 1};  // arithmetic shifts
}

// The prediction at (y, x) of a picture of h x w samples; at(Y, X) gives the sample at a row and column inside it.
template <class At>
[[nodiscard]] constexpr std::int32_t mc_predict_value(At&& at, std::int64_t h, std::int64_t w, std::int64_t y,
                                                      std::int64_t x, const PelVector& v) {
  const auto p = [&](std::int64_t row, std::int64_t col) -> std::int32_t {
    return at(std::clamp<std::int64_t>(row, 0, h - 1), std::clamp<std::int64_t>(col, 0, w - 1));
  };
  return half_pel(p, y + v.iy, x + v.ix, v.fy, v.fx);
}

}  // namespace wai
