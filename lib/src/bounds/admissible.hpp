// Admissible ranges (ops 8.4).
#pragma once

#include <cstdint>
#include <optional>

#include "bounds/verdict.hpp"

namespace wai {

struct AdmissibleRange {
  std::uint64_t x_star = 0;  // the largest X in [0, 2^63] for which C(X) holds
  // [-X*, min(X*, 2^63 - 1)]
  [[nodiscard]] Wide lo() const { return Wide::of(-static_cast<i128>(x_star)); }
  [[nodiscard]] Wide hi() const { return min(Wide::of_unsigned(x_star), Wide(INT64_MAX)); }
};

// C(X) for one tensor: its consumers' values, with its interval replaced by [-X, X], meet the profile (readings G9).
[[nodiscard]] bool admits(const PlannedGraph& graph, const GraphBounds& bounds, std::uint32_t tensor, Profile profile,
                          std::uint64_t x);

// The admissible range of a tensor, or none when C(0) fails.
[[nodiscard]] std::optional<AdmissibleRange> admissible_range(const PlannedGraph& graph, const GraphBounds& bounds,
                                                              std::uint32_t tensor, Profile profile);

}  // namespace wai
