// The table family: lut16 (ops 5.6). Parameters, for those who write graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/operator.hpp"

namespace wai {

inline constexpr std::size_t kLut16Entries = 65536;
inline constexpr std::int64_t kLut16Zero = 32768;   // where the entry of v = 0 stands
inline constexpr std::int64_t kLut16Range = 32767;  // the certified input range is within +- this

struct Lut16Params {
  std::int8_t e_in = kNoExponent;
  std::int8_t e_out = kNoExponent;
  std::vector<std::int16_t> table = std::vector<std::int16_t>(kLut16Entries);  // table[0] = 0
};

// The parameter bytes of ops 10.4.
[[nodiscard]] Bytes write_params(const Lut16Params& p);

}  // namespace wai
