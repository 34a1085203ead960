#include "stage/scale_index.hpp"

#include "stage/stage_refusal.hpp"

namespace wai {

Expected<std::int64_t> scale_index(std::int64_t v, std::int64_t s, std::int64_t n) {
  if (s < 0 || s > kMaxStageShift) {
    return condition_broken("s is {}, not 0 to {} (ops 5E E5)", s, kMaxStageShift);
  }
  if (n < 1) {
    return condition_broken("n is {}, below 1 (ops 5E E5)", n);
  }
  return scale_index_value(v, static_cast<unsigned>(s), n);
}

}  // namespace wai
