#include "decode/motion_frame.hpp"

#include <algorithm>

#include "stage/mc_predict.hpp"
#include "stage/residual_step.hpp"

namespace wai {
namespace {

constexpr std::size_t kChannels = 3;

// The pixels [begin, end) of a row.
struct Pixels {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// A block row's prediction: rows `here` and `below` of the frame before, already clamped, and the vector.
class RowPredictor {
 public:
  RowPredictor(std::span<const std::uint8_t> previous, const FrameMotion& motion, std::int64_t y, const PelVector& v)
      : w_(motion.w), v_(v) {
    const auto row = [&](std::int64_t at) {
      const std::int64_t clamped = std::clamp<std::int64_t>(at, 0, std::int64_t{motion.h} - 1);
      return previous.data() + static_cast<std::size_t>(clamped * w_) * kChannels;
    };
    here_ = row(y + v.iy);
    below_ = row(y + v.iy + v.fy);
  }

  // Predicts `pixels` into `out`, which starts at the row's first pixel. Where every column read lies in the row, the
  // samples of three channels are one run of bytes; at either side, columns are clamped pixel by pixel.
  void predict(Pixels pixels, std::uint8_t* out) const {
    const std::int64_t first = std::clamp(-v_.ix, pixels.begin, pixels.end);
    const std::int64_t last = std::clamp(w_ - v_.ix - v_.fx, first, pixels.end);
    at_side({pixels.begin, first}, out);
    inside({first, last}, out);
    at_side({last, pixels.end}, out);
  }

 private:
  void at_side(Pixels pixels, std::uint8_t* out) const {
    for (std::int64_t x = pixels.begin; x < pixels.end; ++x) {
      for (std::size_t c = 0; c < kChannels; ++c) {
        const auto p = [&](std::int64_t row, std::int64_t column) -> std::int32_t {
          const std::int64_t clamped = std::clamp<std::int64_t>(column, 0, w_ - 1);
          return (row == 0 ? here_ : below_)[static_cast<std::size_t>(clamped) * kChannels + c];
        };
        out[static_cast<std::size_t>(x) * kChannels + c] =
            static_cast<std::uint8_t>(half_pel(p, 0, x + v_.ix, v_.fy, v_.fx));
      }
    }
  }

  void inside(Pixels pixels, std::uint8_t* out) const {
    if (pixels.begin == pixels.end) {
      return;
    }
    const auto n = static_cast<std::size_t>(pixels.end - pixels.begin) * kChannels;
    const auto source = static_cast<std::size_t>(pixels.begin + v_.ix) * kChannels;
    out += static_cast<std::size_t>(pixels.begin) * kChannels;
    const std::uint8_t* a = here_ + source;
    const std::uint8_t* b = below_ + source;
    if (v_.fy == 0 && v_.fx == 0) {
      std::copy_n(a, n, out);
    } else if (v_.fy == 0) {
      average(a, a + kChannels, n, out);
    } else if (v_.fx == 0) {
      average(a, b, n, out);
    } else {
      average_of_four(a, b, n, out);
    }
  }

  static void average(const std::uint8_t* a, const std::uint8_t* b, std::size_t n, std::uint8_t* out) {
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = static_cast<std::uint8_t>((a[i] + b[i] + 1) >> 1);
    }
  }

  static void average_of_four(const std::uint8_t* a, const std::uint8_t* b, std::size_t n, std::uint8_t* out) {
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = static_cast<std::uint8_t>((a[i] + a[i + kChannels] + b[i] + b[i + kChannels] + 2) >> 2);
    }
  }

  std::int64_t w_;
  PelVector v_;
  const std::uint8_t* here_ = nullptr;
  const std::uint8_t* below_ = nullptr;
};

// One row of blocks' pixel row: block after block.
void predict_row(const FrameMotion& motion, std::span<const std::uint8_t> previous, std::uint32_t y,
                 std::span<const MotionVector> vectors, std::uint8_t* out) {
  std::int64_t x = 0;
  for (const MotionVector& vector : vectors) {
    const PelVector v = pel_vector(vector.dy, vector.dx, motion.mv_precision == 2);
    const std::int64_t end = std::min<std::int64_t>(x + motion.block, motion.w);
    RowPredictor(previous, motion, y, v).predict({x, end}, out);
    x = end;
  }
}

}  // namespace

void predict_frame(const FrameMotion& motion, std::span<const std::uint8_t> previous, std::span<std::uint8_t> out) {
  const std::size_t across = Wiv1::blocks(motion.w, motion.block);
  for (std::uint32_t y = 0; y < motion.h; ++y) {
    const auto vectors = motion.vectors.subspan((y / motion.block) * across, across);
    predict_row(motion, previous, y, vectors, out.data() + std::size_t{y} * motion.w * kChannels);
  }
}

Expected<void> add_residual(Rans64Decoder& stream, const CdfTable& table, std::uint32_t q,
                            std::span<std::uint8_t> frame) {
  const auto step = static_cast<std::int32_t>(q);
  for (std::uint8_t& sample : frame) {
    WAI_TRY(const std::int32_t r, stream.next(table));
    sample = static_cast<std::uint8_t>(residual_step_i32(sample, r, step, 0, 255));
  }
  return {};
}

}  // namespace wai
