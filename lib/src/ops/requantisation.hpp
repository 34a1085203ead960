// The requantisation family: rescale, chscale and mul (ops 5.4). Parameters, for those who write graphs.
#pragma once

#include <cstdint>

#include "base/packed_ints.hpp"
#include "ops/rq.hpp"

namespace wai {

struct RescaleParams {
  Rq rq;
};

struct ChscaleParams {
  std::uint32_t scalar = 0;  // index of the scalar that chooses the row
  std::uint32_t n_rows = 1;
  Round round = Round::floor;
  std::uint8_t shift = 0;
  PackedInts m;  // [n_rows][C], 4 or 8 bytes each
};

struct MulParams {
  Rq rq;  // without a bias
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const RescaleParams& p);
[[nodiscard]] Bytes write_params(const ChscaleParams& p);
[[nodiscard]] Bytes write_params(const MulParams& p);

}  // namespace wai
