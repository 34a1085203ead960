// WIS1: the payload of the integer learned Gaussian-splat attribute codec, `wai.splat.int_codec` (pay 6).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "payload/binary32.hpp"
#include "payload/sections.hpp"

namespace wai {

inline constexpr std::size_t kWis1HeaderBytes = 32;
inline constexpr std::size_t kPlaneRangeBytes = 8;

// What a plane's bytes 0 and 255 are presented at; carried as they are, outside the digest.
struct PlaneRange {
  Binary32 lo;
  Binary32 hi;

  friend bool operator==(const PlaneRange&, const PlaneRange&) = default;
};

struct Wis1 {
  std::uint8_t afrac = 0;
  std::uint32_t c = 0;   // latent channels
  std::uint32_t sh = 0;  // latent height
  std::uint32_t sw = 0;
  std::uint32_t s = 0;     // the attribute planes' side
  std::uint32_t attr = 0;  // attribute planes
  std::uint32_t n_gaussians = 0;
  std::vector<PlaneRange> ranges;                // one a plane
  std::vector<std::int32_t> offsets;             // one a channel
  std::vector<std::int64_t> medians;             // one a channel
  std::vector<std::vector<std::uint32_t>> cdfs;  // one a channel
  StreamBytes stream;                                  // the latent stream

  friend bool operator==(const Wis1&, const Wis1&) = default;
};

// The payload, or the first refusal in pay 2's order.
[[nodiscard]] Expected<Wis1> parse_wis1(std::span<const std::uint8_t> bytes,
                                        HoldStreams hold = HoldStreams::copied);

// The bytes that parse_wis1 reads back as `cloud`; refuses what it would refuse, with its code.
[[nodiscard]] Expected<Bytes> write_wis1(const Wis1& cloud);

}  // namespace wai
