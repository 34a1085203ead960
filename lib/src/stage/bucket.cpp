#include "stage/bucket.hpp"

#include "stage/stage_refusal.hpp"

namespace wai {

Expected<void> bucket_conditions(std::span<const std::int64_t> edges, BucketRule rule) {
  if (edges.empty()) {
    return condition_broken("no edge (ops 5E E3)");
  }
  if (rule == BucketRule::floor && !std::is_sorted(edges.begin(), edges.end())) {
    return condition_broken("the edges of floor decrease (ops 5E E3)");
  }
  return {};
}

Expected<std::uint64_t> bucket(std::int64_t sigma, std::span<const std::int64_t> edges, BucketRule rule) {
  WAI_CHECK(bucket_conditions(edges, rule));
  return rule == BucketRule::ceil ? bucket_ceil(sigma, edges) : bucket_floor(sigma, edges);
}

}  // namespace wai
