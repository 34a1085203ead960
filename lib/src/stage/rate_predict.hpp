// E12 rate_predict (ops 5E): one sample, for drivers that have checked the signal below.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/int_math.hpp"
#include "wai/stage.hpp"

namespace wai {

// n / d rounded half away from zero, and 0 for d < 1. Requires |n| < 2^62 and d < 2^61.
[[nodiscard]] constexpr std::int64_t rdiv(std::int64_t n, std::int64_t d) {
  if (d < 1) {
    return 0;
  }
  const std::int64_t magnitude = n < 0 ? -n : n;
  return sgn(n) * ((2 * magnitude + d) / (2 * d));
}

// The prediction of output sample i < 2^31 from n >= 1 source samples; at(k) gives i16 sample k < n. The rates are u32
// values of at least 1, and i < floor(n*rate_num/rate_den), so s < 2^63 and lo < n. |a*rate_num| and |(b - a)*rho| are
// below 2^48.
template <class At>
[[nodiscard]] constexpr std::int64_t rate_predict_value(At&& at, std::uint64_t n, std::uint64_t i,
                                                        std::uint64_t rate_num, std::uint64_t rate_den) {
  const std::uint64_t s = i * rate_den;
  const std::uint64_t lo = s / rate_num;
  const auto rho = static_cast<std::int64_t>(s % rate_num);
  const std::uint64_t hi = std::min(lo + 1, n - 1);
  const std::int64_t a = at(lo);
  const std::int64_t b = at(hi);
  const auto num = static_cast<std::int64_t>(rate_num);
  return rdiv(a * num + (b - a) * rho, num);
}

// The shape that staged-delivery A.4 requires (readings P10): n >= 1 and floor(n*rate_num/rate_den) = d0, for u32 rates
// of at least 1.
[[nodiscard]] constexpr bool rate_fits(std::uint64_t n, std::uint64_t rate_num, std::uint64_t rate_den,
                                       std::uint64_t d0) {
  return n >= 1 && static_cast<u128>(n) * rate_num / rate_den == d0;
}

}  // namespace wai
