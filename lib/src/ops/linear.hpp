// The linear family: conv (ops 5.2) and conv_transpose (ops 5.3). Parameters, for those who write graphs.
#pragma once

#include <cstdint>

#include "base/packed_ints.hpp"
#include "ops/rq.hpp"

namespace wai {

struct ConvParams {
  std::uint32_t cout = 1;
  std::uint32_t kh = 1, kw = 1;
  std::uint32_t sh = 1, sw = 1;
  std::uint32_t ph = 0, pw = 0;
  std::uint32_t groups = 1;
  Rq rq;
  PackedInts weights;  // [cout][cin/groups][kh][kw]
};

struct ConvTransposeParams {
  std::uint32_t cout = 1;
  std::uint32_t kh = 1, kw = 1;
  std::uint32_t sh = 1, sw = 1;
  std::uint32_t ph = 0, pw = 0;
  std::uint32_t oph = 0, opw = 0;
  Rq rq;
  PackedInts weights;  // [cin][cout][kh][kw]
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const ConvParams& p);
[[nodiscard]] Bytes write_params(const ConvTransposeParams& p);

}  // namespace wai
