// The contractions: gram and apply (ops 5.9). Parameters, for those who write graphs.
#pragma once

#include <cstdint>

#include "ops/rq.hpp"

namespace wai {

// Of gram and of apply. The rq has no multiplier, no bias and one shift.
struct ContractionParams {
  std::uint32_t groups = 1;
  Rq rq;
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const ContractionParams& p);

}  // namespace wai
