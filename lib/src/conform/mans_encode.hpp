// Writing E8 streams (ops 5E) for the corpus: the inverse of mans_decode, for a decode whose symbols are chosen.
#pragma once

#include <optional>

#include "conform/stage_vector.hpp"

namespace wai {

// What one position is to decode to, before its escape: the column k of its distribution (sgm) or the symbol of its row
// (fac); and the bits its escape reads, when the symbol calls for one.
struct MansChoice {
  std::uint32_t symbol = 0;
  std::uint32_t escape_bits = 0;
  unsigned n_escape_bits = 0;
};

// An sgm escape: f, then v of 3 or 16 bits.
[[nodiscard]] MansChoice escaped(std::uint32_t column, bool f, std::uint32_t v);

// Fills in `memory`: choices[i] is for position i across every span or row, unmasked positions included (theirs are not
// read). A symbol may stand in a slot that a row keeps from the one before. The stream ends exactly where the decode
// does.
void mans_encode(MansInput& in, const std::vector<MansChoice>& choices);

}  // namespace wai
