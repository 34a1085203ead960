#include "base/int_math.hpp"

namespace wai {
namespace {

// The number of bits of n: the smallest k with n < 2^k.
int bit_length(u128 n) {
  int k = 0;
  while (n != 0) {
    n >>= 1;
    ++k;
  }
  return k;
}

}  // namespace

std::uint64_t isqrt(u128 n) {
  if (n == 0) {
    return 0;
  }
  // Newton from above: the start 2^ceil(k/2) is past the root, every step stays at or above it and falls until it
  // reaches it. n < 2^128, so the start is at most 2^64 and every sum below fits u128.
  u128 r = static_cast<u128>(1) << ((bit_length(n) + 1) / 2);
  while (true) {
    const u128 next = (r + n / r) / 2;
    if (next >= r) {
      return static_cast<std::uint64_t>(r);
    }
    r = next;
  }
}

std::uint64_t isqrt_ceil(u128 n) {
  const std::uint64_t r = isqrt(n);
  return static_cast<u128>(r) * r == n ? r : r + 1;
}

ExpNegQ16 exp_neg_q16_steps(std::int64_t x) {
  const std::int64_t u = -x;                 // exp.negx
  const std::int64_t n = u / kExpNegPeriod;  // u >= 0
  const std::int64_t g = kExpNegPeriod * n;  // exp.nl <= u
  const std::int64_t r = x + g;              // in (-45426, 0]
  const std::int64_t t = r + kExpNegOffset;  // in [43245, 88670]
  const std::int64_t t2 = t * t;             // exp.t2
  const std::int64_t q = t2 >> 16;
  const std::int64_t c = kExpNegFactor * q;  // exp.c
  const std::int64_t y = (c >> 16) + kExpNegBase;
  return {u, g, t2, c, n >= 63 ? 0 : y >> n};
}

std::int64_t rsqrt_q16(u128 v) {
  const std::uint64_t r = isqrt(v);
  constexpr std::uint64_t kDividend = std::uint64_t{1} << 32;  // rsq.num
  return r == 0 ? 0 : static_cast<std::int64_t>(kDividend / r);
}

}  // namespace wai
