// WIV1: integer inter-frame video, the payload of `wai.video.int_motion` and `wai.video.int_hyper` (pay 3).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "payload/sections.hpp"
#include "payload/wih1.hpp"

namespace wai {

inline constexpr std::size_t kWiv1HeaderBytes = 36;

// How frame 0 is coded (pay 3).
enum class Keyframe : std::uint8_t {
  residual = 0,  // `wai.video.int_motion`: in the residual stream, over a prediction of 128
  nested = 1,    // `wai.video.int_hyper`: a WIH1 payload after it
};

// A block's vector, in units of 1/mv_precision pel.
struct MotionVector {
  std::int16_t dy = 0;
  std::int16_t dx = 0;

  friend bool operator==(const MotionVector&, const MotionVector&) = default;
};
inline constexpr std::size_t kMotionVectorBytes = 4;

struct Wiv1 {
  std::uint8_t mv_precision = 1;  // 1 whole-pel, 2 half-pel
  Keyframe keyframe = Keyframe::residual;
  std::uint32_t n_frames = 0;
  std::uint32_t h = 0;
  std::uint32_t w = 0;
  std::uint32_t block = 0;
  std::uint32_t q = 0;
  std::int32_t offset = 0;            // of the residual table
  std::vector<std::uint32_t> cdf;     // the residual table
  std::vector<MotionVector> vectors;  // frames 1 to n_frames - 1, each its block grid row-major
  StreamBytes stream;                       // the residual stream
  std::optional<Wih1> key;            // the nested keyframe, exactly when `keyframe` is nested

  friend bool operator==(const Wiv1&, const Wiv1&) = default;

  // The block grid: ceil(h/block) rows of ceil(w/block) blocks. No step of the rounding up passes 32 bits.
  [[nodiscard]] std::uint32_t blocks_down() const { return blocks(h, block); }
  [[nodiscard]] std::uint32_t blocks_across() const { return blocks(w, block); }
  // nb, the blocks of a frame: below 2^64.
  [[nodiscard]] std::uint64_t nb() const { return std::uint64_t{blocks_down()} * blocks_across(); }

  [[nodiscard]] static std::uint32_t blocks(std::uint32_t side, std::uint32_t block) {
    return side / block + (side % block != 0 ? 1 : 0);
  }
};

// The payload, or the first refusal in pay 2's order. With `capability`, the keyframe kind of the capability that reads
// it, the other kind is `keyframe_capability_mismatch`; without, either kind is read.
[[nodiscard]] Expected<Wiv1> parse_wiv1(std::span<const std::uint8_t> bytes, std::optional<Keyframe> capability,
                                        HoldStreams hold = HoldStreams::copied);

// The bytes that parse_wiv1 reads back as `clip`; refuses what it would refuse, with its code.
[[nodiscard]] Expected<Bytes> write_wiv1(const Wiv1& clip);

}  // namespace wai
