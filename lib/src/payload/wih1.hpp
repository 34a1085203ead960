// WIH1: the payload of the integer conditional image codec, `wai.neural.int_hyper` (pay 4).
#pragma once

#include <cstdint>
#include <span>

#include "payload/sections.hpp"

namespace wai {

inline constexpr std::size_t kWih1HeaderBytes = 32;

struct Wih1 {
  std::uint32_t m = 0;   // latent channels
  std::uint32_t sh = 0;  // latent height
  std::uint32_t sw = 0;
  std::uint32_t n_z = 0;  // hyper-latent channels
  std::uint32_t zh = 0;   // hyper-latent height
  std::uint32_t zw = 0;
  StreamBytes z_stream;  // the hyper-latent stream
  StreamBytes y_stream;  // the latent stream

  friend bool operator==(const Wih1&, const Wih1&) = default;
};

// The payload, or the first refusal in pay 2's order.
[[nodiscard]] Expected<Wih1> parse_wih1(std::span<const std::uint8_t> bytes,
                                        HoldStreams hold = HoldStreams::copied);

// The bytes that parse_wih1 reads back as `image`; refuses what it would refuse, with its code.
[[nodiscard]] Expected<Bytes> write_wih1(const Wih1& image);

}  // namespace wai
