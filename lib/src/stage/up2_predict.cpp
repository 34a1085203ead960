#include "stage/up2_predict.hpp"

#include "stage/stage_refusal.hpp"
#include "stage/stage_tensor.hpp"

namespace wai {
namespace {

constexpr std::uint64_t half_up(std::uint64_t n) {
  return n / 2 + n % 2;
}

Expected<void> up2_conditions(const Tensor& prev, std::uint64_t d0, std::uint64_t d1) {
  WAI_CHECK(elements_match_shape("prev", prev));
  const Shape& s = prev.shape;
  if (d0 == 0 || d1 == 0) {
    return refuse_before(RefusalCode::geometry_mismatch, "a picture of {} x {} (ops 5E E11)", d0, d1);
  }
  if (s.c == 0 || s.h != half_up(d0) || s.w != half_up(d1)) {
    return refuse_before(RefusalCode::geometry_mismatch, "prev [{}, {}, {}] is not the picture below {} x {} (ops 5E)",
                         s.c, s.h, s.w, d0, d1);
  }
  return elements_within("prev", prev, 0, 255);
}

}  // namespace

Expected<Tensor> up2_predict(const Tensor& prev, std::uint64_t d0, std::uint64_t d1) {
  WAI_CHECK(up2_conditions(prev, d0, d1));
  WAI_CHECK(elements_capped("out", CheckedSize(prev.shape.c) * d0 * d1));
  Tensor out(Shape{prev.shape.c, d0, d1});
  const auto h = static_cast<std::int64_t>(prev.shape.h);
  const auto w = static_cast<std::int64_t>(prev.shape.w);
  std::size_t i = 0;
  for (std::size_t c = 0; c < static_cast<std::size_t>(prev.shape.c); ++c) {
    const auto at = [&](std::int64_t y, std::int64_t x) {
      return static_cast<std::int32_t>(prev.at(c, static_cast<std::size_t>(y), static_cast<std::size_t>(x)));
    };
    for (std::int64_t y = 0; y < static_cast<std::int64_t>(d0); ++y) {
      for (std::int64_t x = 0; x < static_cast<std::int64_t>(d1); ++x) {
        out.data[i++] = up2_predict_value(at, h, w, y, x);
      }
    }
  }
  return out;
}

}  // namespace wai
