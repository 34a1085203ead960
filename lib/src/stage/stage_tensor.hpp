// What the stage operators ask of a tensor they are given (ops 3; readings P23).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/caps.hpp"
#include "wai/refusal.hpp"
#include "wai/tensor.hpp"

namespace wai {

// As many elements as the shape says (model_mismatch, at -1).
[[nodiscard]] Expected<void> elements_match_shape(std::string_view name, const Tensor& t);

// Every dimension at least 1 (model_mismatch, at -1).
[[nodiscard]] Expected<void> dimensions_positive(std::string_view name, const Shape& shape);

// Every element in [lo, hi] (model_mismatch, at -1).
[[nodiscard]] Expected<void> elements_within(std::string_view name, const Tensor& t, std::int64_t lo, std::int64_t hi);

// A size the operator is about to allocate is within 2^26 (too_large, at -1).
[[nodiscard]] Expected<void> elements_capped(std::string_view name, CheckedSize elements);

}  // namespace wai
