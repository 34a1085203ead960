// WIA1: the payload of the integer learned audio codec, `wai.audio.int_codec` (pay 5).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "payload/sections.hpp"

namespace wai {

inline constexpr std::size_t kWia1HeaderBytes = 32;

struct Wia1 {
  std::uint8_t afrac = 0;
  std::uint32_t sr = 0;  // hertz
  std::uint32_t n_ch = 0;
  std::uint32_t lat_len = 0;
  std::uint32_t t_out = 0;                       // samples presented
  std::int32_t offset = 0;                       // of every channel's table
  std::vector<std::int64_t> medians;             // one a channel
  std::vector<std::vector<std::uint32_t>> cdfs;  // one a channel, all of one length
  StreamBytes stream;                                  // the latent stream

  friend bool operator==(const Wia1&, const Wia1&) = default;
};

// The payload, or the first refusal in pay 2's order.
[[nodiscard]] Expected<Wia1> parse_wia1(std::span<const std::uint8_t> bytes,
                                        HoldStreams hold = HoldStreams::copied);

// The bytes that parse_wia1 reads back as `clip`; refuses what it would refuse, with its code.
[[nodiscard]] Expected<Bytes> write_wia1(const Wia1& clip);

}  // namespace wai
