// Pseudo-random integers of our own for the vectors of ops 14: the same on every machine, seeded by a vector's id.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/int128.hpp"

namespace wai {

// splitmix64. Draw once a statement, or within braces: the order in which a call's arguments are drawn is the
// compiler's to choose.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // The seed is the FNV-1a hash of the text.
  explicit Random(std::string_view text) : state_(0xCBF29CE484222325U) {
    for (const char c : text) {
      state_ = (state_ ^ static_cast<std::uint8_t>(c)) * 0x100000001B3U;
    }
  }

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // A value in [lo, hi]; the small bias of the reduction is of no matter here.
  std::int64_t within(std::int64_t lo, std::int64_t hi) {
    const u128 span = static_cast<u128>(static_cast<i128>(hi) - lo) + 1;
    return static_cast<std::int64_t>(static_cast<i128>(lo) + static_cast<i128>(static_cast<u128>(next()) % span));
  }

 private:
  std::uint64_t state_;
};

}  // namespace wai
