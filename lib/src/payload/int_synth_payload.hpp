// The payload of `wai.neural.int_synth`: a size and latents, without magic (pins P3). Every refusal is
// `payload_malformed` (ops 4, pay 8).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"

namespace wai {

inline constexpr std::size_t kIntSynthHeaderBytes = 12;

struct IntSynthPayload {
  std::uint32_t h = 0;
  std::uint32_t w = 0;
  std::uint16_t c = 0;
  std::uint8_t s = 0;
  std::vector<std::int8_t> latents;  // [c, s, s]: channel, row, column

  friend bool operator==(const IntSynthPayload&, const IntSynthPayload&) = default;
};

[[nodiscard]] Expected<IntSynthPayload> parse_int_synth_payload(std::span<const std::uint8_t> bytes);

// The bytes that parse_int_synth_payload reads back as `image`; refuses what it would refuse.
[[nodiscard]] Expected<Bytes> write_int_synth_payload(const IntSynthPayload& image);

}  // namespace wai
