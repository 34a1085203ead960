// Small parameter sets made for the corpus: one for each lowering, and those at the edges of the profiles (ops 14.2,
// 14.3).
#pragma once

#include <string>
#include <vector>

#include "conform/op_case.hpp"
#include "conform/pin.hpp"
#include "wai/lower.hpp"

namespace wai {

struct MadeSet {
  std::string name;  // its folder below corpus/sets
  Pin pin;           // its capability, and what it claims
  ParameterSet set;
};

[[nodiscard]] std::vector<MadeSet> made_sets();

// graphs/lowerings.jsonl: every graph of every made set, with decodes.
void lowering_vectors(VectorList& list);

}  // namespace wai
