#include "base/wide.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

namespace wai {
namespace {

namespace mp = boost::multiprecision;

// A sign and a magnitude of 512 bits: it holds the product of two values of [-2^255, 2^255] (ops 8.1, Width).
using Int512 = mp::number<mp::cpp_int_backend<512, 512, mp::signed_magnitude, mp::checked, void>>;

const Int512& limit() {
  static const Int512 value = Int512(1) << 255;
  return value;
}

Int512 to_int512(u128 magnitude) {
  return (Int512(static_cast<std::uint64_t>(magnitude >> 64)) << 64) | Int512(static_cast<std::uint64_t>(magnitude));
}

Int512 to_int512(const Wide& v) {
  Int512 out;
  if (v.is_small()) {
    const bool negative = v.small() < 0;
    out = to_int512(negative ? -static_cast<u128>(v.small()) : static_cast<u128>(v.small()));
    return negative ? -out : out;
  }
  for (std::size_t i = 4; i-- > 0;) {
    out = (out << 64) | Int512(v.magnitude()[i]);
  }
  return v.is_negative() ? -out : out;
}

// A value already within [-2^255, 2^255].
Wide from_int512(const Int512& v) {
  const bool negative = v < 0;
  Int512 magnitude = negative ? -v : v;
  Wide::Magnitude words{};
  for (auto& word : words) {
    word = static_cast<std::uint64_t>(magnitude & Int512(~std::uint64_t{0}));
    magnitude >>= 64;
  }
  return Wide::of_magnitude(negative, words);
}

Wide saturate(const Int512& v, bool& saturated) {
  if (v > limit()) {
    saturated = true;
    return Wide::pow2(255);
  }
  if (v < -limit()) {
    saturated = true;
    return from_int512(-limit());
  }
  return from_int512(v);
}

// floor(a / b) for b > 0; the quotient of cpp_int rounds toward zero.
Int512 floor_div_512(const Int512& a, const Int512& b) {
  Int512 quotient;
  Int512 remainder;
  mp::divide_qr(a, b, quotient, remainder);
  return remainder < 0 ? quotient - 1 : quotient;
}

}  // namespace

Wide Wide::pow2(unsigned n) {
  if (n < 127) {
    return of(static_cast<i128>(1) << n);
  }
  Magnitude words{};
  words.at(n / 64) = std::uint64_t{1} << (n % 64);
  return of_magnitude(false, words);
}

Wide Wide::of_magnitude(bool negative, const Magnitude& magnitude) {
  Wide out;
  const u128 low = (static_cast<u128>(magnitude[1]) << 64) | magnitude[0];
  const u128 top = static_cast<u128>(1) << 127;
  if (magnitude[2] == 0 && magnitude[3] == 0 && (low < top || (negative && low == top))) {
    out.small_ = negative ? (low == top ? kI128Min : -static_cast<i128>(low)) : static_cast<i128>(low);
    return out;
  }
  out.large_ = true;
  out.negative_ = negative;
  out.magnitude_ = magnitude;
  return out;
}

unsigned Wide::bits() const {
  // v >= 0 fits iN when v < 2^(N-1); v < 0 when -v - 1 < 2^(N-1).
  if (!large_) {
    u128 magnitude = static_cast<u128>(small_ < 0 ? -(small_ + 1) : small_);
    unsigned n = 1;
    for (; magnitude != 0; magnitude >>= 1) {
      ++n;
    }
    return n;
  }
  const Int512 value = to_int512(*this);
  const Int512 magnitude = negative_ ? -value - 1 : value;
  return static_cast<unsigned>(mp::msb(magnitude)) + 2;
}

std::string Wide::to_string() const {
  return to_int512(*this).str();
}

std::strong_ordering Wide::compare_large(const Wide& a, const Wide& b) {
  return to_int512(a).compare(to_int512(b)) <=> 0;
}

Wide largest_magnitude(const Interval& v) {
  Arith arith;
  return max(arith.abs(v.lo), arith.abs(v.hi));
}

Wide Arith::add_large(const Wide& a, const Wide& b) {
  return saturate(to_int512(a) + to_int512(b), saturated_);
}

Wide Arith::sub_large(const Wide& a, const Wide& b) {
  return saturate(to_int512(a) - to_int512(b), saturated_);
}

Wide Arith::mul_large(const Wide& a, const Wide& b) {
  return saturate(to_int512(a) * to_int512(b), saturated_);
}

Wide Arith::floor_div_large(const Wide& a, const Wide& b) {
  return saturate(floor_div_512(to_int512(a), to_int512(b)), saturated_);
}

Wide Arith::floor_shift_large(const Wide& a, unsigned s) {
  return saturate(floor_div_512(to_int512(a), Int512(1) << s), saturated_);
}

Wide Arith::isqrt(const Wide& a) {
  if (a.is_small()) {
    return Wide::of_unsigned(wai::isqrt(static_cast<u128>(a.small())));
  }
  return saturate(mp::sqrt(to_int512(a)), saturated_);
}

Wide Arith::isqrt_ceil(const Wide& a) {
  const Wide r = isqrt(a);
  return mul(r, r) == a ? r : add(r, Wide(1));
}

Wide Arith::round_shift(const Wide& p, unsigned s, Round round) {
  if (s == 0 || round == Round::floor) {
    return floor_shift(p, s);
  }
  const Wide half = Wide::pow2(s - 1);
  if (round == Round::half_up) {
    return floor_shift(add(p, half), s);
  }
  const Wide q = floor_shift(p, s);
  const Wide r = sub(p, mul(q, Wide::pow2(s)));
  const bool odd = sub(q, mul(floor_shift(q, 1), Wide(2))) != Wide(0);
  return r > half || (r == half && odd) ? add(q, Wide(1)) : q;
}

Interval Arith::corner_hull(const Interval& a, const Interval& b) {
  const std::array<Wide, 4> corners = {mul(a.lo, b.lo), mul(a.lo, b.hi), mul(a.hi, b.lo), mul(a.hi, b.hi)};
  return {*std::min_element(corners.begin(), corners.end()), *std::max_element(corners.begin(), corners.end())};
}

}  // namespace wai
