// Pictures out: PNG, PPM and PGM of 8-bit samples.
#pragma once

#include <cstdint>
#include <span>

#include "cli/input.hpp"

namespace wai::cli {

// Rows top to bottom, pixels left to right; 3 bytes R, G, B a pixel, or 1 of grey.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 3;
  std::span<const std::uint8_t> samples;
};

// The bytes of the file. One libpng and zlib give one file for one picture: no time, no text, settings spelled out.
// Fails (usage) on a picture wider or higher than a PNG can be, 2^31 - 1.
[[nodiscard]] Bytes encode_png(const Picture& picture);

// Binary PPM (P6) of three channels, PGM (P5) of one.
[[nodiscard]] Bytes encode_pnm(const Picture& picture);

}  // namespace wai::cli
