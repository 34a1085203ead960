#include "payload/binary32.hpp"

#include <algorithm>
#include <bit>

#include "base/int128.hpp"

namespace wai {
namespace {

constexpr std::uint32_t kSignBit = 0x80000000U;
constexpr int kLeastExponent = -149;                        // of the unit in the last place of a subnormal value
constexpr std::size_t kMaxFractionDigits = 112;             // of m * 5^149 with m < 2^24
constexpr std::int64_t kExponentLimit = 1'000'000'000'000;  // past any number of digits a text can hold

// A value m * 2^k.
struct Dyadic {
  std::uint32_t m = 0;
  int k = 0;
};

// A value digits * 10^exponent; digits without zeros at either end, and empty for 0.
struct Decimal {
  bool negative = false;
  bool integer_form = true;  // neither a fraction nor an exponent was written
  std::string digits;
  std::int64_t exponent = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the digits at the front of `text`.
std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

// The exponent part after `e`, held within +-kExponentLimit.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  const bool negative = !text.empty() && text.front() == '-';
  take(text, "+-");
  const std::string_view digits = take_digits(text);
  if (digits.empty()) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  for (const char c : digits) {
    value = std::min(value * 10 + (c - '0'), kExponentLimit);
  }
  return negative ? -value : value;
}

void strip_zeros(Decimal& d) {
  d.digits.erase(0, d.digits.find_first_not_of('0'));
  const std::size_t kept = d.digits.find_last_not_of('0') + 1;  // 0 when there is none
  d.exponent += static_cast<std::int64_t>(d.digits.size() - kept);
  d.digits.resize(kept);
}

// A number as JSON writes it (RFC 8259), and nothing after it.
std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal d;
  d.negative = take(text, "-");
  const std::string_view whole = take_digits(text);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) {
    return std::nullopt;
  }
  d.digits = whole;
  if (take(text, ".")) {
    const std::string_view fraction = take_digits(text);
    if (fraction.empty()) {
      return std::nullopt;
    }
    d.digits += fraction;
    d.exponent = -static_cast<std::int64_t>(fraction.size());
    d.integer_form = false;
  }
  if (take(text, "eE")) {
    const auto exponent = take_exponent(text);
    if (!exponent) {
      return std::nullopt;
    }
    d.exponent += *exponent;
    d.integer_form = false;
  }
  if (!text.empty()) {
    return std::nullopt;
  }
  strip_zeros(d);
  return d;
}

// digits / 5, when 5 divides it.
bool divide_by_5(std::string& digits) {
  int rest = 0;
  for (char& c : digits) {
    const int part = rest * 10 + (c - '0');
    c = static_cast<char>('0' + part / 5);
    rest = part % 5;
  }
  return rest == 0;
}

void multiply_by_5(std::string& digits) {
  int carry = 0;
  for (auto c = digits.rbegin(); c != digits.rend(); ++c) {
    const int part = (*c - '0') * 5 + carry;
    *c = static_cast<char>('0' + part % 10);
    carry = part / 10;
  }
  if (carry != 0) {
    digits.insert(digits.begin(), static_cast<char>('0' + carry));
  }
}

std::optional<u128> to_u128(std::string_view digits) {
  u128 value = 0;
  for (const char c : digits) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (value > (~u128{0} - digit) / 10) {
      return std::nullopt;
    }
    value = value * 10 + digit;
  }
  return value;
}

// value * 2^k as an odd number of at most 24 bits, when it is one.
std::optional<Dyadic> to_dyadic(u128 value, int k) {
  while ((value & 1) == 0) {
    value >>= 1;
    ++k;
  }
  if (value >= (u128{1} << 24)) {
    return std::nullopt;
  }
  return Dyadic{static_cast<std::uint32_t>(value), k};
}

// A decimal other than 0. With a negative exponent -n it is D / 10^n, a binary fraction only if 5^n divides D.
std::optional<Dyadic> to_dyadic(const Decimal& d) {
  if (d.exponent >= 0) {
    if (d.exponent > 39) {  // 10^39 > 2^128
      return std::nullopt;
    }
    const auto value = to_u128(d.digits + std::string(static_cast<std::size_t>(d.exponent), '0'));
    return value ? to_dyadic(*value, 0) : std::nullopt;
  }
  if (d.exponent < kLeastExponent || d.digits.size() > kMaxFractionDigits) {
    return std::nullopt;
  }
  std::string quotient = d.digits;
  for (std::int64_t i = d.exponent; i < 0; ++i) {
    if (!divide_by_5(quotient)) {
      return std::nullopt;
    }
  }
  const auto value = to_u128(quotient);
  return value ? to_dyadic(*value, static_cast<int>(d.exponent)) : std::nullopt;
}

// The bits of the positive value m * 2^k, m odd and below 2^24, when binary32 has it.
std::optional<std::uint32_t> to_bits(const Dyadic& v) {
  const auto length = static_cast<int>(std::bit_width(v.m));
  const int exponent = v.k + length - 1;  // of the leading bit
  if (exponent > 127 || v.k < kLeastExponent) {
    return std::nullopt;
  }
  if (exponent < -126) {
    return v.m << (v.k - kLeastExponent);
  }
  const std::uint32_t fraction = (v.m << (24 - length)) & 0x7FFFFFU;
  return (static_cast<std::uint32_t>(exponent + 127) << 23) | fraction;
}

// A number whose order is the order of the values.
std::int64_t order_key(Binary32 v) {
  const auto magnitude = static_cast<std::int64_t>(v.bits & ~kSignBit);
  return (v.bits & kSignBit) != 0 ? -magnitude : magnitude;
}

std::string to_decimal(u128 value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}

}  // namespace

bool not_above(Binary32 a, Binary32 b) {
  return order_key(a) <= order_key(b);
}

std::optional<Binary32> exact_binary32(std::string_view text) {
  const auto decimal = read_decimal(text);
  if (!decimal) {
    return std::nullopt;
  }
  if (decimal->digits.empty()) {
    return Binary32{decimal->negative && !decimal->integer_form ? kSignBit : 0};
  }
  const auto dyadic = to_dyadic(*decimal);
  const auto bits = dyadic ? to_bits(*dyadic) : std::nullopt;
  if (!bits) {
    return std::nullopt;
  }
  return Binary32{*bits | (decimal->negative ? kSignBit : 0)};
}

std::string to_exact_text(Binary32 value) {
  const std::string sign = (value.bits & kSignBit) != 0 ? "-" : "";
  const std::uint32_t biased = (value.bits >> 23) & 0xFFU;
  std::uint32_t m = (value.bits & 0x7FFFFFU) | (biased != 0 ? 0x800000U : 0);
  int k = biased != 0 ? static_cast<int>(biased) - 150 : kLeastExponent;
  if (m == 0) {
    return sign.empty() ? "0" : "-0.0";
  }
  for (; (m & 1) == 0 && k < 0; ++k) {
    m >>= 1;
  }
  if (k >= 0) {
    return sign + to_decimal(u128{m} << k);
  }
  const auto n = static_cast<std::size_t>(-k);  // m / 2^n = m * 5^n / 10^n
  std::string digits = to_decimal(m);
  for (std::size_t i = 0; i < n; ++i) {
    multiply_by_5(digits);
  }
  if (digits.size() <= n) {
    digits.insert(0, n + 1 - digits.size(), '0');
  }
  return sign + digits.insert(digits.size() - n, ".");
}

}  // namespace wai
