#include "decode/samples.hpp"

#include <algorithm>

#include "base/int_math.hpp"

namespace wai {

// The lowered graph ends in a clamp or rounding into 0..=255 (the RGB8 step, `synth`'s clamp), or into i16 (the PCM
// step), so narrow never fails.

std::vector<std::uint8_t> hwc_bytes(const Tensor& t, std::size_t room) {
  const std::size_t plane = t.shape.plane();
  const auto channels = static_cast<std::size_t>(t.shape.c);
  std::vector<std::uint8_t> out;
  out.reserve(std::max(room, t.data.size()));
  out.resize(t.data.size());
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < plane; ++i) {
      out[i * channels + c] = narrow<std::uint8_t>(t.data[c * plane + i]);
    }
  }
  return out;
}

std::vector<std::uint8_t> chw_bytes(const Tensor& t) {
  std::vector<std::uint8_t> out(t.data.size());
  std::transform(t.data.begin(), t.data.end(), out.begin(), [](std::int64_t v) { return narrow<std::uint8_t>(v); });
  return out;
}

std::vector<std::uint8_t> pcm_bytes(const Tensor& t) {
  std::vector<std::uint8_t> out;
  out.reserve(2 * t.data.size());
  for (const std::int64_t v : t.data) {
    const auto sample = static_cast<std::uint16_t>(narrow<std::int16_t>(v));
    out.push_back(static_cast<std::uint8_t>(sample & 0xFFU));
    out.push_back(static_cast<std::uint8_t>(sample >> 8U));
  }
  return out;
}

}  // namespace wai
