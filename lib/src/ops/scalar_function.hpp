// The scalar functions: sigmoid and elu (ops 5.8). Parameters, for those who write graphs; sigmoid has none.
#pragma once

#include <cstdint>

#include "ops/operator.hpp"

namespace wai {

struct EluParams {
  std::int64_t alpha = 0;
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const EluParams& p);

}  // namespace wai
