// A second evaluation for tests: the functions of ops 2 and the saturating primitives of ops 8.1 in integers without a
// width, written from the text, and seeded random operands around the powers of two where widths end.
#pragma once

#include <algorithm>
// GCC 12 takes the inactive half of a Boost number for an uninitialised one where it inlines the swap of a sort.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <boost/multiprecision/cpp_int.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "base/wide.hpp"

namespace wai::exact {

using Int = boost::multiprecision::cpp_int;

// a*b.
inline Int product(std::int64_t a, std::int64_t b) {
  Int out = a;
  out *= b;
  return out;
}

inline Int pow2(unsigned n) {
  return Int(1) << n;
}

inline Int of(i128 v) {
  const bool negative = v < 0;
  const u128 magnitude = negative ? -static_cast<u128>(v) : static_cast<u128>(v);
  const Int out = (Int(static_cast<std::uint64_t>(magnitude >> 64)) << 64) + static_cast<std::uint64_t>(magnitude);
  return negative ? Int(-out) : out;
}
inline Int of_unsigned(u128 v) {
  return (Int(static_cast<std::uint64_t>(v >> 64)) << 64) + static_cast<std::uint64_t>(v);
}
inline Int of(const Wide& v) {
  if (v.is_small()) {
    return of(v.small());
  }
  Int out = 0;
  for (std::size_t i = 4; i-- > 0;) {
    out = (out << 64) + v.magnitude()[i];
  }
  return v.is_negative() ? Int(-out) : out;
}

// The Wide of a value within [-2^255, 2^255].
inline Wide to_wide(const Int& v) {
  Int rest = abs(v);
  Wide::Magnitude words{};
  for (auto& word : words) {
    word = static_cast<std::uint64_t>(rest & Int(~std::uint64_t{0}));
    rest >>= 64;
  }
  return Wide::of_magnitude(v < 0, words);
}

inline i128 to_i128(const Int& v) {
  return to_wide(v).small();
}
inline bool fits_i128(const Int& v) {
  return v >= -pow2(127) && v < pow2(127);
}

// The largest q with q*b <= a, for b > 0.
inline Int floor_div(const Int& a, const Int& b) {
  const Int q = a / b;  // toward zero, so at most one above the floor
  return q * b > a ? Int(q - 1) : q;
}

// R_floor, R_half_up, R_half_even as ops 2 writes them.
inline Int round_shift(const Int& p, unsigned s, Round round) {
  if (s == 0) {
    return p;
  }
  const Int h = pow2(s - 1);
  if (round == Round::half_up) {
    return floor_div(p + h, pow2(s));
  }
  const Int q = floor_div(p, pow2(s));
  if (round == Round::floor) {
    return q;
  }
  const Int r = p - q * pow2(s);
  return r > h || (r == h && q % 2 != 0) ? Int(q + 1) : q;
}

// The largest r with r^2 <= n, by bisection.
inline Int isqrt(const Int& n) {
  Int low = 0;
  Int past = n + 1;
  while (past - low > 1) {
    const Int middle = (low + past) / 2;
    (middle * middle <= n ? low : past) = middle;
  }
  return low;
}

// The smallest N >= 1 such that v fits iN.
inline unsigned bits(const Int& v) {
  unsigned n = 1;
  while (v < -pow2(n - 1) || v > pow2(n - 1) - 1) {
    ++n;
  }
  return n;
}

struct Range {
  Int lo;
  Int hi;
  friend bool operator==(const Range& a, const Range& b) { return a.lo == b.lo && a.hi == b.hi; }
  friend std::ostream& operator<<(std::ostream& out, const Range& r) {
    return out << '[' << r.lo << ", " << r.hi << ']';
  }
  // Widens this range to hold v; the first value of an empty hull sets it.
  void hold(const Int& v, bool first) {
    lo = first || v < lo ? v : lo;
    hi = first || v > hi ? v : hi;
  }
};

inline Range of(const Interval& v) {
  return {of(v.lo), of(v.hi)};
}
inline Interval to_interval(const Range& r) {
  return {to_wide(r.lo), to_wide(r.hi)};
}
inline Range hull(const Range& a, const Range& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

// The pass of ops 8.1: sat() after every primitive, and whether one changed a result.
struct Pass {
  bool saturated = false;

  Int sat(const Int& v) {
    if (v > pow2(255) || v < -pow2(255)) {
      saturated = true;
      return v < 0 ? Int(-pow2(255)) : pow2(255);
    }
    return v;
  }
  Int add(const Int& a, const Int& b) { return sat(a + b); }
  Int mul(const Int& a, const Int& b) { return sat(a * b); }
  // R_round with every step saturated.
  Int round_shift(const Int& p, unsigned s, Round round) {
    if (s >= 1 && round == Round::half_up) {
      return floor_div(add(p, pow2(s - 1)), pow2(s));
    }
    return exact::round_shift(p, s, round);
  }
  Range corner_hull(const Range& a, const Range& b) {
    const std::vector<Int> c = {mul(a.lo, b.lo), mul(a.lo, b.hi), mul(a.hi, b.lo), mul(a.hi, b.hi)};
    return {*std::min_element(c.begin(), c.end()), *std::max_element(c.begin(), c.end())};
  }
  // A(K, b) of ops 8.2, a left fold.
  Range partial_sums(const std::vector<Range>& terms, const Int& bias) {
    const Int zero = 0;
    Range acc = {std::min(zero, bias), std::max(zero, bias)};
    for (const Range& term : terms) {
      acc.lo = add(acc.lo, std::min(zero, term.lo));
      acc.hi = add(acc.hi, std::max(zero, term.hi));
    }
    return acc;
  }
};

// Seeded operands. WAI_TEST_SEED chooses another seed; a failure prints the one in use.
class Random {
 public:
  explicit Random(std::uint64_t seed = 20260115) : seed_(seed) {
    if (const char* chosen = std::getenv("WAI_TEST_SEED"); chosen != nullptr) {
      seed_ = std::strtoull(chosen, nullptr, 10);
    }
    engine_.seed(seed_);
  }
  [[nodiscard]] std::string name() const { return "WAI_TEST_SEED=" + std::to_string(seed_); }

  std::uint64_t bits64() { return engine_(); }
  std::int64_t within(std::int64_t lo, std::int64_t hi) {
    return std::uniform_int_distribution<std::int64_t>(lo, hi)(engine_);
  }
  std::uint32_t upto(std::uint32_t lo, std::uint32_t hi) { return static_cast<std::uint32_t>(within(lo, hi)); }
  bool coin() { return (engine_() & 1U) != 0; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(engine_() % from.size())];
  }
  // Up to n bits, of any magnitude, on both signs.
  Int integer(unsigned n) {
    Int v = 0;
    for (unsigned i = 0; i < n; i += 64) {
      v = (v << 64) + engine_();
    }
    v >>= static_cast<unsigned>(engine_() % n);
    v %= pow2(n);
    return coin() ? Int(-v) : v;
  }

 private:
  std::uint64_t seed_;
  std::mt19937_64 engine_;
};

// +-(2^k + d) for every listed k and d in [-2, 2], within [-limit, limit], and the small numbers.
inline std::vector<Int> around_powers(const std::vector<unsigned>& exponents, const Int& limit) {
  std::vector<Int> out;
  for (int v = -3; v <= 3; ++v) {
    out.emplace_back(v);
  }
  for (const unsigned k : exponents) {
    for (int d = -2; d <= 2; ++d) {
      for (const Int& v : {Int(pow2(k) + d), Int(-pow2(k) + d)}) {
        if (abs(v) <= limit) {
          out.push_back(v);
        }
      }
    }
  }
  return out;
}

}  // namespace wai::exact
