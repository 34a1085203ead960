#include "stage/stage_tensor.hpp"
#include "wai/stage.hpp"

namespace wai {

// E13 coding_order (ops 5E): channel, then row, then column.
Expected<std::vector<std::uint64_t>> coding_order(const Shape& shape, CodingOrder order, bool anchor) {
  WAI_CHECK(dimensions_positive("the order", shape));
  WAI_CHECK(elements_capped("the order", CheckedSize(shape.c) * shape.h * shape.w));
  const std::uint64_t parity = anchor ? 0 : 1;
  std::vector<std::uint64_t> indices;
  indices.reserve(order == CodingOrder::raster ? shape.elements() : shape.elements() / 2 + 1);
  std::uint64_t index = 0;
  for (std::uint64_t c = 0; c < shape.c; ++c) {
    for (std::uint64_t y = 0; y < shape.h; ++y) {
      for (std::uint64_t x = 0; x < shape.w; ++x, ++index) {
        if (order == CodingOrder::raster || (y + x) % 2 == parity) {
          indices.push_back(index);
        }
      }
    }
  }
  return indices;
}

}  // namespace wai
