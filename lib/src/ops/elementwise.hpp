// The elementwise family: add, chunk_add, clamp, relu, leaky and abs (ops 5.5). Parameters, for those who write
// graphs; add, chunk_add, relu and abs have none.
#pragma once

#include <cstdint>

#include "ops/operator.hpp"

namespace wai {

struct ClampParams {
  std::int64_t lo = 0;
  std::int64_t hi = 0;  // >= lo
};

struct LeakyParams {
  std::int64_t a = 1;
  std::uint32_t f = 0;  // <= 63
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const ClampParams& p);
[[nodiscard]] Bytes write_params(const LeakyParams& p);

}  // namespace wai
