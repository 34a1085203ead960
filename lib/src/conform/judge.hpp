// One answer against what its vector expects (corpus/README.md, the protocol).
#pragma once

#include <string_view>

#include "conform/vector_case.hpp"

namespace wai {

[[nodiscard]] VectorResult result_of(const VectorCase& c, VectorStatus status, std::string message);

// Passed, failed with the first difference and the section that decides it, or skipped with the answer's own reason.
[[nodiscard]] VectorResult judge_answer(const VectorCase& c, std::string_view line);

}  // namespace wai
