// E8 mans_decode (ops 5E): the bit window and the two states.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wai/stage.hpp"

namespace wai {

// The backward window over M, which is 8 zero bytes followed by the stream. Every operation answers whether the stream
// holds what it needs; after a false one the window is not used again.
class MansWindow {
 public:
  explicit MansWindow(std::span<const std::uint8_t> memory);

  // The window at the end of the memory, then both states.
  [[nodiscard]] bool init();
  // The k <= 16 bits below bit b, or nothing when fewer are left.
  [[nodiscard]] std::optional<std::uint32_t> read(unsigned k);
  // Moves the window down by the bytes that have been read whole.
  [[nodiscard]] bool flush();
  // One step of state `which` (0 is s1, 1 is s2) through a table: the entry's low 16 bits, the symbol's.
  [[nodiscard]] std::optional<std::uint32_t> step(const MansTable& table, unsigned which);

 private:
  [[nodiscard]] std::uint64_t le64(std::size_t i) const;

  std::span<const std::uint8_t> memory_;
  std::size_t p_ = 0;                     // M[p .. p + 8) is under the window
  std::uint64_t head_ = 0;                // h < 2^b
  unsigned b_ = 0;                        // at most 63
  std::array<std::uint32_t, 2> state_{};  // s1, s2: each below 256
};

}  // namespace wai
