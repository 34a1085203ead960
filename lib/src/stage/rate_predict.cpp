#include "stage/rate_predict.hpp"

#include <limits>

#include "stage/stage_refusal.hpp"
#include "stage/stage_tensor.hpp"

namespace wai {
namespace {

Expected<void> rate_conditions(const Tensor& prev, std::uint64_t rate_num, std::uint64_t rate_den, std::uint64_t d0) {
  constexpr std::uint64_t kMaxRate = std::numeric_limits<std::uint32_t>::max();
  WAI_CHECK(elements_match_shape("prev", prev));
  const Shape& s = prev.shape;
  if (rate_num == 0 || rate_den == 0 || d0 == 0) {
    return refuse_before(RefusalCode::geometry_mismatch, "{} samples at the rate {}/{} (ops 5E E12)", d0, rate_num,
                         rate_den);
  }
  if (rate_num > kMaxRate || rate_den > kMaxRate) {
    return condition_broken("the rate {}/{} does not fit u32 fields (ops 5E E12)", rate_num, rate_den);
  }
  if (s.c == 0 || s.h != 1 || !rate_fits(s.w, rate_num, rate_den, d0)) {
    return refuse_before(RefusalCode::geometry_mismatch,
                         "prev [{}, {}, {}] is not the signal below {} samples at the rate {}/{} (ops 5E E12)", s.c,
                         s.h, s.w, d0, rate_num, rate_den);
  }
  return elements_within("prev", prev, std::numeric_limits<std::int16_t>::min(),
                         std::numeric_limits<std::int16_t>::max());
}

}  // namespace

Expected<Tensor> rate_predict(const Tensor& prev, std::uint64_t rate_num, std::uint64_t rate_den, std::uint64_t d0) {
  WAI_CHECK(rate_conditions(prev, rate_num, rate_den, d0));
  WAI_CHECK(elements_capped("out", CheckedSize(prev.shape.c) * d0));
  Tensor out(Shape{prev.shape.c, 1, d0});
  std::size_t i = 0;
  for (std::size_t c = 0; c < static_cast<std::size_t>(prev.shape.c); ++c) {
    const auto at = [&](std::uint64_t k) { return prev.at(c, 0, static_cast<std::size_t>(k)); };
    for (std::uint64_t sample = 0; sample < d0; ++sample) {
      out.data[i++] = rate_predict_value(at, prev.shape.w, sample, rate_num, rate_den);
    }
  }
  return out;
}

}  // namespace wai
