// The integer functions of ops 2, each exact in the width that its comment names.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/int128.hpp"
#include "base/refuse.hpp"

namespace wai {

// How a scaled product is rounded (ops 2); the values are those of the block RQ (ops 10.4).
enum class Round : std::uint8_t { floor = 0, half_up = 1, half_even = 2 };

// The largest q with q*b <= a, for b > 0.
template <ExactInt T>
[[nodiscard]] constexpr T floor_div(T a, T b) {
  const T q = a / b;
  return a % b < 0 ? q - 1 : q;
}

// -floor(-a / b), for b > 0.
template <ExactInt T>
[[nodiscard]] constexpr T ceil_div(T a, T b) {
  const T q = a / b;
  return a % b > 0 ? q + 1 : q;
}

// a / b rounded toward zero, for b != 0 (and not the one quotient past the type: MIN / -1).
template <ExactInt T>
[[nodiscard]] constexpr T trunc_div(T a, T b) {
  return a / b;
}

// a - b*floor(a / b), in [0, b), for b > 0.
template <ExactInt T>
[[nodiscard]] constexpr T floor_mod(T a, T b) {
  const T r = a % b;
  return r < 0 ? r + b : r;
}

// floor(v / 2^s) for any s >= 0, past the width of T included.
template <ExactInt T>
[[nodiscard]] constexpr T floor_shift(T v, unsigned s) {
  constexpr unsigned kWidth = sizeof(T) * 8;
  return s < kWidth ? static_cast<T>(v >> s) : (v < 0 ? T{-1} : T{0});
}

// R_floor, R_half_up or R_half_even (ops 2) for s in 0..=127. floor(p / 2^s) plus a carry of at most 1, so no value
// past the type of p is formed except at s = 0, where p itself is the result.
[[nodiscard]] constexpr i128 round_shift(i128 p, unsigned s, Round round) {
  const i128 q = floor_shift(p, s);
  if (s == 0 || round == Round::floor) {
    return q;
  }
  const bool half = ((p >> (s - 1)) & 1) != 0;  // the fraction r / 2^s is at least one half
  if (round == Round::half_up || !half) {
    return q + (half ? 1 : 0);
  }
  const u128 below_half = static_cast<u128>(p) & ((static_cast<u128>(1) << (s - 1)) - 1);  // r - h
  return q + ((below_half != 0 || (q & 1) != 0) ? 1 : 0);
}

// -1, 0 or 1.
template <ExactInt T>
[[nodiscard]] constexpr int sgn(T a) {
  return a > 0 ? 1 : (a < 0 ? -1 : 0);
}

// ((a + 2^15) mod 2^16) - 2^15: the low 16 bits as a two's complement value.
[[nodiscard]] constexpr std::int32_t wrap16(std::int64_t a) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(static_cast<std::uint64_t>(a) & 0xFFFFU));
}

// True when v fits the standard integer type T.
template <std::integral T>
[[nodiscard]] constexpr bool fits(i128 v) {
  return v >= static_cast<i128>(std::numeric_limits<T>::min()) && v <= static_cast<i128>(std::numeric_limits<T>::max());
}

// v in the type T, which a proof named at the call says holds it; a value that does not fit is a defect here.
template <std::integral T>
[[nodiscard]] constexpr T narrow(i128 v) {
  if (!fits<T>(v)) {
    bug("narrow: a value outside its proved width");
  }
  return static_cast<T>(v);
}

// The largest r with r^2 <= n.
[[nodiscard]] std::uint64_t isqrt(u128 n);

// The smallest r with r^2 >= n, for n <= 2^127.
[[nodiscard]] std::uint64_t isqrt_ceil(u128 n);

// The constants of exp_neg_q16 (ops 2); the bound rules of ops 8.3 read them too.
inline constexpr std::int64_t kExpNegPeriod = 45426;  // ln 2 in Q16
inline constexpr std::int64_t kExpNegOffset = 88670;  // the greatest t
inline constexpr std::int64_t kExpNegFactor = 23495;
inline constexpr std::int64_t kExpNegBase = 22544;
inline constexpr std::int64_t kExpNegMax = 65553;  // exp_neg_q16(0), the greatest result

// exp_neg_q16(x) and the values it forms that ops 5.7 classifies.
struct ExpNegQ16 {
  std::int64_t negx;    // exp.negx
  std::int64_t nl;      // exp.nl
  std::int64_t t2;      // exp.t2
  std::int64_t c;       // exp.c
  std::int64_t result;  // in [0, 65553]
};

// exp_neg_q16 of ops 2 for x in [-(2^63 - 1), 0].
[[nodiscard]] ExpNegQ16 exp_neg_q16_steps(std::int64_t x);
[[nodiscard]] inline std::int64_t exp_neg_q16(std::int64_t x) {
  return exp_neg_q16_steps(x).result;
}

// rsqrt_q16 of ops 2: 0 for v = 0, else floor(2^32 / isqrt(v)).
[[nodiscard]] std::int64_t rsqrt_q16(u128 v);

}  // namespace wai
