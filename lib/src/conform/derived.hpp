// The files of a corpus that follow from others: certificates and lowered graphs from the sets, npu.jsonl from the
// vectors (ops 14.3, 14.5).
#pragma once

#include "wai/conform.hpp"

namespace wai {

// A result for each file that is derived, and for each that stands there and is not.
[[nodiscard]] std::vector<VectorResult> check_derived(std::span<const CorpusFile> files,
                                                      std::span<const CorpusSet> trained);

}  // namespace wai
