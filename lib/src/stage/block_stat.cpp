#include <algorithm>
#include <cstddef>
#include <span>

#include "base/int_math.hpp"
#include "stage/scale_index.hpp"
#include "stage/stage_refusal.hpp"
#include "stage/stage_tensor.hpp"

namespace wai {
namespace {

struct Block {
  std::size_t y0, y1, x0, x1;  // rows [y0, y1), columns [x0, x1): the part inside the plane
};

// S: fewer than 2^61 elements of magnitude up to 2^63, within i128.
i128 block_sum(std::span<const std::int64_t> plane, std::size_t width, const Block& block) {
  i128 sum = 0;
  for (std::size_t y = block.y0; y < block.y1; ++y) {
    for (std::size_t x = block.x0; x < block.x1; ++x) {
      sum += plane[y * width + x];
    }
  }
  return sum;
}

void fill_block(std::span<std::int64_t> plane, std::size_t width, const Block& block, std::int64_t v) {
  for (std::size_t y = block.y0; y < block.y1; ++y) {
    std::fill_n(plane.begin() + static_cast<std::ptrdiff_t>(y * width + block.x0), block.x1 - block.x0, v);
  }
}

// clamp(R_half_up(S, s), lo, hi): the shift is s whatever the number of positions in the block.
std::int64_t block_value(i128 sum, const BlockStat& stat) {
  const i128 rounded = round_shift(sum, static_cast<unsigned>(stat.s), Round::half_up);
  return static_cast<std::int64_t>(std::clamp<i128>(rounded, stat.lo, stat.hi));
}

// The end of a block that starts at `begin` < `side`.
std::size_t block_end(std::size_t begin, std::uint64_t b, std::size_t side) {
  return b < side - begin ? begin + static_cast<std::size_t>(b) : side;
}

void plane_stat(std::span<const std::int64_t> in, std::span<std::int64_t> out, const Shape& shape,
                const BlockStat& stat) {
  const auto height = static_cast<std::size_t>(shape.h);
  const auto width = static_cast<std::size_t>(shape.w);
  for (std::size_t y0 = 0, y1 = 0; y0 < height; y0 = y1) {
    y1 = block_end(y0, stat.b, height);
    for (std::size_t x0 = 0, x1 = 0; x0 < width; x0 = x1) {
      x1 = block_end(x0, stat.b, width);
      const Block block{y0, y1, x0, x1};
      fill_block(out, width, block, block_value(block_sum(in, width, block), stat));
    }
  }
}

Expected<void> block_stat_conditions(const Tensor& x, const BlockStat& stat) {
  WAI_CHECK(elements_match_shape("x", x));
  WAI_CHECK(dimensions_positive("x", x.shape));
  if (stat.b < 1) {
    return condition_broken("b is 0 (ops 5E E6)");
  }
  if (stat.s < 0 || stat.s > kMaxStageShift) {
    return condition_broken("s is {}, not 0 to {} (ops 5E E6)", stat.s, kMaxStageShift);
  }
  if (stat.lo > stat.hi) {
    return condition_broken("[{}, {}] is an empty range (ops 5E E6)", stat.lo, stat.hi);
  }
  return {};
}

}  // namespace

Expected<Tensor> block_stat(const Tensor& x, const BlockStat& stat) {
  WAI_CHECK(block_stat_conditions(x, stat));
  Tensor out(x.shape);
  const std::size_t plane = x.shape.plane();
  for (std::size_t c = 0; c < static_cast<std::size_t>(x.shape.c); ++c) {
    plane_stat(std::span(x.data).subspan(c * plane, plane), std::span(out.data).subspan(c * plane, plane), x.shape,
               stat);
  }
  return out;
}

}  // namespace wai
