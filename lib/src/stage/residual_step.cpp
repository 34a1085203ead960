#include "stage/residual_step.hpp"

#include "stage/stage_refusal.hpp"

namespace wai {

Expected<std::int64_t> residual_step(std::int64_t pred, std::int64_t r, std::int64_t q, std::int64_t lo,
                                     std::int64_t hi) {
  if (lo >= hi) {
    return condition_broken("lo {} is not below hi {} (ops 5E E9)", lo, hi);
  }
  if (pred < lo || pred > hi) {
    return condition_broken("pred {} is outside [{}, {}] (ops 5E E9)", pred, lo, hi);
  }
  if (q < 1 || q > kMaxResidualStep) {
    return condition_broken("q is {}, not 1 to {} (ops 5E E9)", q, kMaxResidualStep);
  }
  if (!fits<std::int32_t>(r)) {
    return condition_broken("r {} does not fit i32 (ops 5E E9)", r);
  }
  // pred may be any i64 here, so the sum is formed in i128.
  const i128 value = static_cast<i128>(pred) + r * q;
  return static_cast<std::int64_t>(std::clamp<i128>(value, lo, hi));
}

}  // namespace wai
