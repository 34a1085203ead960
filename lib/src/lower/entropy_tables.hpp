// entropy.json (pins P1; pay 7, 9): the tables of the conditional codec.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wai/stage.hpp"

namespace wai {

struct EntropyTables {
  std::vector<std::int64_t> scale_edges;  // at least one
  std::vector<CdfTable> y;                // one for each edge
  std::vector<CdfTable> z;                // one for each hyper-latent channel, at least one
  std::vector<std::int64_t> z_median;     // one for each hyper-latent channel
};

// Every table is a CDF of pay 2 over its length; a row's tail is not read. Every refusal is model_mismatch.
[[nodiscard]] Expected<EntropyTables> parse_entropy_tables(std::span<const std::uint8_t> bytes);

}  // namespace wai
