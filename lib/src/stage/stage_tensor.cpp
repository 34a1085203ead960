#include "stage/stage_tensor.hpp"

#include "stage/stage_refusal.hpp"

namespace wai {

Expected<void> elements_match_shape(std::string_view name, const Tensor& t) {
  const CheckedSize elements = CheckedSize(t.shape.c) * t.shape.h * t.shape.w;
  if (elements.value() != std::uint64_t{t.data.size()}) {
    return condition_broken("{} of shape [{}, {}, {}] has {} elements (ops 3)", name, t.shape.c, t.shape.h, t.shape.w,
                            t.data.size());
  }
  return {};
}

Expected<void> dimensions_positive(std::string_view name, const Shape& shape) {
  if (shape.c == 0 || shape.h == 0 || shape.w == 0) {
    return condition_broken("{} has the shape [{}, {}, {}] (ops 3)", name, shape.c, shape.h, shape.w);
  }
  return {};
}

Expected<void> elements_within(std::string_view name, const Tensor& t, std::int64_t lo, std::int64_t hi) {
  for (std::size_t i = 0; i < t.data.size(); ++i) {
    if (t.data[i] < lo || t.data[i] > hi) {
      return condition_broken("{} element {} is {}, outside [{}, {}] (ops 5E)", name, i, t.data[i], lo, hi);
    }
  }
  return {};
}

Expected<void> elements_capped(std::string_view name, CheckedSize elements) {
  if (!elements.within(kMaxElems)) {
    return refuse_before(RefusalCode::too_large, "{} of more than {} elements (ops 3)", name, kMaxElems);
  }
  return {};
}

}  // namespace wai
