// The caps of ops 3 and pay 7, and sizes formed in checked 64-bit arithmetic.
#pragma once

#include <cstdint>
#include <optional>

namespace wai {

inline constexpr std::uint64_t kMaxElems = std::uint64_t{1} << 26;      // elements of a tensor; any formed size
inline constexpr std::uint64_t kMaxClipBytes = std::uint64_t{1} << 30;  // bytes of a WIV1 clip
inline constexpr std::uint64_t kMaxFrames = std::uint64_t{1} << 20;     // frames of a WIV1 clip

// A size in u64 that remembers having passed 64 bits; such a size is past every cap.
class CheckedSize {
 public:
  constexpr CheckedSize(std::uint64_t v) : value_(v) {}  // NOLINT: a plain size is a checked one

  [[nodiscard]] constexpr bool within(std::uint64_t cap) const { return value_ && *value_ <= cap; }
  // The value, when it did not pass 64 bits.
  [[nodiscard]] constexpr std::optional<std::uint64_t> value() const { return value_; }

  friend constexpr CheckedSize operator+(CheckedSize a, CheckedSize b) {
    CheckedSize out(0);
    if (!a.value_ || !b.value_ || __builtin_add_overflow(*a.value_, *b.value_, &*out.value_)) {
      out.value_.reset();
    }
    return out;
  }
  // A product with a zero factor is zero, past 64 bits or not the other one.
  friend constexpr CheckedSize operator*(CheckedSize a, CheckedSize b) {
    CheckedSize out(0);
    if (a.value_ == std::uint64_t{0} || b.value_ == std::uint64_t{0}) {
      return out;
    }
    if (!a.value_ || !b.value_ || __builtin_mul_overflow(*a.value_, *b.value_, &*out.value_)) {
      out.value_.reset();
    }
    return out;
  }

 private:
  std::optional<std::uint64_t> value_;
};

}  // namespace wai
