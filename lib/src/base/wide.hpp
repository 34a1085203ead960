// The saturating arithmetic of the bounds pass (ops 8.1): integers of [-2^255, 2^255], each primitive operation
// computed exactly (in 512 bits where it must be) and then clamped to that range, which `Arith` remembers.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "base/int128.hpp"
#include "base/int_math.hpp"

namespace wai {

// An integer of [-2^255, 2^255]. A value that fits i128 is always held as one (`is_small`), so equal values have one
// representation and the fast paths see every value they can serve.
class Wide {
 public:
  // The magnitude of a value that passes i128, least significant word first.
  using Magnitude = std::array<std::uint64_t, 4>;

  constexpr Wide() = default;
  constexpr Wide(std::int64_t v) : small_(v) {}  // NOLINT: an i64 is a Wide
  constexpr Wide(int v) : small_(v) {}           // NOLINT: so that literals need no suffix
  static constexpr Wide of(i128 v) {
    Wide w;
    w.small_ = v;
    return w;
  }
  static constexpr Wide of_unsigned(std::uint64_t v) { return of(static_cast<i128>(v)); }
  // 2^n for n in 0..=255.
  static Wide pow2(unsigned n);
  // +-magnitude, which the caller has brought into [-2^255, 2^255].
  static Wide of_magnitude(bool negative, const Magnitude& magnitude);

  [[nodiscard]] constexpr bool is_small() const { return !large_; }
  // The value, when is_small().
  [[nodiscard]] constexpr i128 small() const { return small_; }
  [[nodiscard]] constexpr bool is_negative() const { return large_ ? negative_ : small_ < 0; }
  [[nodiscard]] const Magnitude& magnitude() const { return magnitude_; }

  // True when the value fits iN (ops 2), for N in 1..=256.
  [[nodiscard]] bool fits(unsigned n) const { return bits() <= n; }
  // The smallest N >= 1 such that the value fits iN; at most 257 (for 2^255 itself).
  [[nodiscard]] unsigned bits() const;
  // Decimal digits, a '-' before a negative value (ops 8.5).
  [[nodiscard]] std::string to_string() const;

  friend std::strong_ordering operator<=>(const Wide& a, const Wide& b) {
    if (!a.large_ && !b.large_) {
      return a.small_ < b.small_   ? std::strong_ordering::less
             : a.small_ > b.small_ ? std::strong_ordering::greater
                                   : std::strong_ordering::equal;
    }
    return compare_large(a, b);
  }
  friend bool operator==(const Wide& a, const Wide& b) { return (a <=> b) == 0; }

 private:
  static std::strong_ordering compare_large(const Wide& a, const Wide& b);

  i128 small_ = 0;
  Magnitude magnitude_{};
  bool large_ = false;
  bool negative_ = false;
};

[[nodiscard]] inline Wide min(const Wide& a, const Wide& b) {
  return b < a ? b : a;
}
[[nodiscard]] inline Wide max(const Wide& a, const Wide& b) {
  return a < b ? b : a;
}

// A closed interval; lo <= hi.
struct Interval {
  Wide lo;
  Wide hi;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// The smallest interval that contains both.
[[nodiscard]] inline Interval hull(const Interval& a, const Interval& b) {
  return {min(a.lo, b.lo), max(a.hi, b.hi)};
}

// bits([lo, hi]) (ops 2): the smallest N such that both ends fit iN.
[[nodiscard]] inline unsigned bits(const Interval& v) {
  return std::max(v.lo.bits(), v.hi.bits());
}

// The largest magnitude in the interval; at most 2^255.
[[nodiscard]] Wide largest_magnitude(const Interval& v);

// The primitive operations of ops 8.1. Every operand lies in [-2^255, 2^255]; the result is exact, then clamped
// there, and `saturated` stays set once a clamp has changed a result. min, max, |.| and negation never do. The inline
// paths serve operands whose exact result provably fits i128; the others are computed in 512 bits.
class Arith {
 public:
  [[nodiscard]] bool saturated() const { return saturated_; }
  // For a shortcut that computes a rule's integers another way and has proved that nothing saturates on the way.
  void mark_saturated() { saturated_ = true; }

  Wide add(const Wide& a, const Wide& b) {
    if (a.is_small() && b.is_small()) {
      i128 sum = 0;
      if (!__builtin_add_overflow(a.small(), b.small(), &sum)) {
        return Wide::of(sum);
      }
    }
    return add_large(a, b);
  }
  Wide sub(const Wide& a, const Wide& b) {
    if (a.is_small() && b.is_small()) {
      i128 difference = 0;
      if (!__builtin_sub_overflow(a.small(), b.small(), &difference)) {
        return Wide::of(difference);
      }
    }
    return sub_large(a, b);
  }
  // Two factors that fit i64 have a product within 2^126.
  Wide mul(const Wide& a, const Wide& b) {
    if (a.is_small() && b.is_small() && wai::fits<std::int64_t>(a.small()) && wai::fits<std::int64_t>(b.small())) {
      return Wide::of(a.small() * b.small());
    }
    return mul_large(a, b);
  }
  Wide neg(const Wide& a) { return sub(Wide(0), a); }
  Wide abs(const Wide& a) { return a.is_negative() ? neg(a) : a; }
  // floor(a / b), b > 0.
  Wide floor_div(const Wide& a, const Wide& b) {
    if (a.is_small() && b.is_small()) {
      return Wide::of(wai::floor_div(a.small(), b.small()));
    }
    return floor_div_large(a, b);
  }
  // ceil(a / b) = -floor(-a / b), b > 0.
  Wide ceil_div(const Wide& a, const Wide& b) { return neg(floor_div(neg(a), b)); }
  // floor(a / 2^s), s in 0..=127.
  Wide floor_shift(const Wide& a, unsigned s) {
    if (a.is_small()) {
      return Wide::of(wai::floor_shift(a.small(), s));
    }
    return floor_shift_large(a, s);
  }
  // isqrt(a), isqrt_ceil(a) for a >= 0.
  Wide isqrt(const Wide& a);
  Wide isqrt_ceil(const Wide& a);
  // R_floor, R_half_up or R_half_even as ops 2 writes them, every step saturated.
  Wide round_shift(const Wide& p, unsigned s, Round round);

  Interval add(const Interval& a, const Interval& b) { return {add(a.lo, b.lo), add(a.hi, b.hi)}; }
  // [min(C), max(C)] of the four products of the ends (ops 8.2).
  Interval corner_hull(const Interval& a, const Interval& b);
  // floor(a / 2^s) of both ends.
  Interval floor_shift(const Interval& a, unsigned s) { return {floor_shift(a.lo, s), floor_shift(a.hi, s)}; }

 private:
  Wide add_large(const Wide& a, const Wide& b);
  Wide sub_large(const Wide& a, const Wide& b);
  Wide mul_large(const Wide& a, const Wide& b);
  Wide floor_div_large(const Wide& a, const Wide& b);
  Wide floor_shift_large(const Wide& a, unsigned s);

  bool saturated_ = false;
};

}  // namespace wai
