// The normalisations: igdn, layernorm_c, l2norm and softmax (ops 5.7). Parameters, for those who write graphs; softmax
// has none.
#pragma once

#include <cstdint>
#include <vector>

#include "base/packed_ints.hpp"
#include "ops/operator.hpp"

namespace wai {

struct IgdnParams {
  std::uint32_t gf = 0;    // <= 127
  std::uint32_t frac = 0;  // <= 127
  PackedInts gamma;        // [C][C], row i the output channel; 4 or 8 bytes each
  std::vector<std::int64_t> beta;
};

struct LayernormCParams {
  std::uint64_t epsilon = 1;  // >= 1
  PackedInts gamma;           // [C], 4 or 8 bytes each
  std::vector<std::int64_t> beta;
};

struct L2normParams {
  std::uint64_t epsilon = 1;  // >= 1
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const IgdnParams& p);
[[nodiscard]] Bytes write_params(const LayernormCParams& p);
[[nodiscard]] Bytes write_params(const L2normParams& p);

}  // namespace wai
