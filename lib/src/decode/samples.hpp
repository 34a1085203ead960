// The last driver steps: a graph's output tensor as the bytes of the capability's digest (ops 13.0, 13.5).
#pragma once

#include <cstdint>
#include <vector>

#include "wai/tensor.hpp"

namespace wai {

// [3, H, W] of 0..=255 as H rows of W pixels, R, G, B bytes, in a buffer with room for `room` bytes.
[[nodiscard]] std::vector<std::uint8_t> hwc_bytes(const Tensor& t, std::size_t room = 0);
// [C, H, W] of 0..=255, plane after plane.
[[nodiscard]] std::vector<std::uint8_t> chw_bytes(const Tensor& t);
// [1, 1, T] of i16, little-endian.
[[nodiscard]] std::vector<std::uint8_t> pcm_bytes(const Tensor& t);

}  // namespace wai
