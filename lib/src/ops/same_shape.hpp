// Operators whose output has its one input's shape, and the exponent rule that add, concat and chunk_add share.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/refuse.hpp"
#include "ops/operator.hpp"

namespace wai {

// [C, H, W] -> [C, H, W], whatever C, H and W (ops 5.5 to 5.8).
class SameShapeOperator : public Operator {
 public:
  [[nodiscard]] Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                              std::span<const std::uint64_t>) const final {
    return one_count(in[0]);
  }
  [[nodiscard]] Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                                  const PlanContext&) const final {
    return one_shape(in[0]);
  }
};

// Either no input and output declares an exponent, or all do and all are equal (ops 3). "None" is one value,
// kNoExponent, so both halves are one comparison.
[[nodiscard]] inline Expected<void> equal_exponents(std::string_view name, std::span<const std::int8_t> in,
                                                    std::span<const std::int8_t> out) {
  const auto differs = [&](std::int8_t e) { return e != in[0]; };
  if (std::any_of(in.begin(), in.end(), differs) || std::any_of(out.begin(), out.end(), differs)) {
    return refuse(RefusalCode::model_mismatch, "{}: its tensors' exponents differ (ops 3)", name);
  }
  return {};
}

}  // namespace wai
