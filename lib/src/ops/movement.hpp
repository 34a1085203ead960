// Data movement (ops 5.10): parameters, for those who write graphs; concat and crop_to have none. Windows, padding and
// fill stand in movement.cpp, the operators that trade channels for positions in movement_blocks.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "ops/operator.hpp"

namespace wai {

struct SplitParams {
  std::uint32_t start = 0;
  std::uint32_t count = 1;
};

// Of pixel_shuffle and of pixel_unshuffle.
struct PixelShuffleParams {
  std::uint32_t r = 1;
};

struct PadRepParams {
  std::uint32_t m = 1;
};

// A constant, or the index of the scalar that gives the value.
struct CropOperand {
  bool is_scalar = false;
  std::uint32_t value = 0;
};

struct CropParams {
  CropOperand y0, x0, h, w;
};

// Of subpos_split and of subpos_merge: entry k is 2a + b of the position (a, b) that tensor k holds.
struct SubposParams {
  std::array<std::uint8_t, 4> order = {0, 1, 2, 3};
};

struct FillParams {
  bool is_scalar = false;
  std::int64_t value = 0;  // the index of a scalar, with is_scalar
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const SplitParams& p);
[[nodiscard]] Bytes write_params(const PixelShuffleParams& p);
[[nodiscard]] Bytes write_params(const PadRepParams& p);
[[nodiscard]] Bytes write_params(const CropParams& p);
[[nodiscard]] Bytes write_params(const SubposParams& p);
[[nodiscard]] Bytes write_params(const FillParams& p);

}  // namespace wai
