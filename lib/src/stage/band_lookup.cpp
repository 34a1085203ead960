#include <algorithm>

#include "stage/stage_refusal.hpp"
#include "wai/stage.hpp"

namespace wai {

// E7 band_lookup (ops 5E): band = #{ k : v >= e_k }, whatever the order of the edges.
Expected<std::int64_t> band_lookup(std::int64_t v, std::span<const std::int64_t> edges,
                                   std::span<const std::vector<std::int64_t>> table, std::uint64_t row) {
  if (row >= table.size()) {
    return condition_broken("row {} of {} (ops 5E E7)", row, table.size());
  }
  const auto& values = table[static_cast<std::size_t>(row)];
  if (values.size() != edges.size() + 1) {
    return condition_broken("row {} has {} entries for {} edges (ops 5E E7)", row, values.size(), edges.size());
  }
  const auto band = std::count_if(edges.begin(), edges.end(), [v](std::int64_t e) { return v >= e; });
  return values[static_cast<std::size_t>(band)];
}

}  // namespace wai
