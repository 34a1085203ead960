// E3 bucket (ops 5E): one index, for drivers that have checked their edges. Comparisons only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "wai/stage.hpp"

namespace wai {

// (N - 1) - #{ i < N - 1 : max(sigma, e_0) <= e_i }, for N >= 1 edges in any order; e_{N-1} is never compared.
[[nodiscard]] inline std::size_t bucket_ceil(std::int64_t sigma, std::span<const std::int64_t> edges) {
  const std::int64_t raised = std::max(sigma, edges[0]);
  std::size_t index = edges.size() - 1;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    index -= raised <= edges[i] ? 1U : 0U;
  }
  return index;
}

// #{ i : e_i <= sigma }, for non-decreasing edges.
[[nodiscard]] inline std::size_t bucket_floor(std::int64_t sigma, std::span<const std::int64_t> edges) {
  return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), sigma) - edges.begin());
}

// The conditions of the rule on its edges (model_mismatch, at -1).
[[nodiscard]] Expected<void> bucket_conditions(std::span<const std::int64_t> edges, BucketRule rule);

}  // namespace wai
