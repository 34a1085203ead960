// The operator table: a row for each opcode of ops 5. The one place that knows all thirty.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "ops/operator.hpp"

namespace wai {

// The columns `family` and `in wai-ops/1-npu` of ops 5's table.
enum class Family : std::uint8_t {
  linear,
  requantisation,
  table,
  elementwise,
  movement,
  normalisation,
  scalar_function,
  contraction,
};
enum class NpuMembership : std::uint8_t { yes, flagged, no };

struct OperatorRow {
  std::uint8_t opcode;
  std::string_view name;
  std::uint8_t min_in;
  std::uint8_t max_in;
  std::uint8_t n_out;
  Family family;
  NpuMembership npu;
  bool needs_sizes;  // its bounds depend on the picture's size, so the inputs must declare theirs (ops 8.1)
  // Parameters from their bytes (ops 10.4) with the rules of ops 5; the caller checks that nothing follows.
  Expected<std::unique_ptr<Operator>> (*read)(ParamReader& in);
};

// In ascending order of opcode.
[[nodiscard]] std::span<const OperatorRow> operator_table();
// Null when no operator has the opcode, or the name.
[[nodiscard]] const OperatorRow* find_operator(std::uint8_t opcode);
[[nodiscard]] const OperatorRow* find_operator(std::string_view name);

}  // namespace wai
