#include "stage/mc_predict.hpp"

#include "base/int_math.hpp"
#include "stage/stage_refusal.hpp"
#include "stage/stage_tensor.hpp"

namespace wai {
namespace {

Expected<void> mc_conditions(const Tensor& frame, const MotionPixel& pixel) {
  WAI_CHECK(elements_match_shape("frame", frame));
  WAI_CHECK(dimensions_positive("frame", frame.shape));
  if (frame.shape.c != 3) {
    return condition_broken("a frame of {} channels, not 3 (ops 5E E10)", frame.shape.c);
  }
  WAI_CHECK(elements_within("frame", frame, 0, 255));
  if (pixel.y >= frame.shape.h || pixel.x >= frame.shape.w) {
    return condition_broken("pixel ({}, {}) is outside the frame (ops 5E E10)", pixel.y, pixel.x);
  }
  if (pixel.c > 2) {
    return condition_broken("channel {} is not 0, 1 or 2 (ops 5E E10)", pixel.c);
  }
  if (!fits<std::int16_t>(pixel.dy) || !fits<std::int16_t>(pixel.dx)) {
    return condition_broken("vector ({}, {}) does not fit i16 (pay 3)", pixel.dy, pixel.dx);
  }
  if (pixel.precision != 1 && pixel.precision != 2) {
    return condition_broken("mv_precision is {}, not 1 or 2 (ops 5E E10)", pixel.precision);
  }
  return {};
}

}  // namespace

Expected<std::int64_t> mc_predict(const Tensor& frame, const MotionPixel& pixel) {
  WAI_CHECK(mc_conditions(frame, pixel));
  const auto channel = static_cast<std::size_t>(pixel.c);
  const auto at = [&](std::int64_t y, std::int64_t x) {
    return static_cast<std::int32_t>(frame.at(channel, static_cast<std::size_t>(y), static_cast<std::size_t>(x)));
  };
  const PelVector v =
      pel_vector(static_cast<std::int16_t>(pixel.dy), static_cast<std::int16_t>(pixel.dx), pixel.precision == 2);
  return mc_predict_value(at, static_cast<std::int64_t>(frame.shape.h), static_cast<std::int64_t>(frame.shape.w),
                          static_cast<std::int64_t>(pixel.y), static_cast<std::int64_t>(pixel.x), v);
}

}  // namespace wai
