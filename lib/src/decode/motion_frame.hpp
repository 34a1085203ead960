// The steps of one integer video frame (pay 3, pins P6): prediction from the frame before, and the residual over it.
#pragma once

#include <cstdint>
#include <span>

#include "payload/wiv1.hpp"
#include "stage/rans64_decode.hpp"

namespace wai {

// The motion of one frame of h x w pixels: its block grid row-major, each vector for block x block pixels.
struct FrameMotion {
  std::uint32_t h = 0;
  std::uint32_t w = 0;
  std::uint32_t block = 1;
  std::uint8_t mv_precision = 1;          // 1 whole-pel, 2 half-pel
  std::span<const MotionVector> vectors;  // ceil(h/block) * ceil(w/block) of them
};

inline constexpr std::uint8_t kIntraPrediction = 128;  // of every sample of frame 0 under keyframe 0

// E10 for every sample of a frame: `out` becomes the prediction from `previous`. Both hold h*w*3 RGB8 samples and are
// not the same bytes. The integers are those of mc_predict_value, pixel by pixel.
void predict_frame(const FrameMotion& motion, std::span<const std::uint8_t> previous, std::span<std::uint8_t> out);

// E1 and E9 for every sample in raster order: `frame` holds the predictions and becomes clamp(pred + r*q, 0, 255), with
// r the stream's next symbol and q in 1..=65535. Refuses at the symbol that runs the stream out.
[[nodiscard]] Expected<void> add_residual(Rans64Decoder& stream, const CdfTable& table, std::uint32_t q,
                                          std::span<std::uint8_t> frame);

}  // namespace wai
