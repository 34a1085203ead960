// WHG1 as records (ops 10.1, 10.2): what a file holds, operator parameters still as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

namespace wai {

inline constexpr std::string_view kWhg1Magic = "WHG1";
inline constexpr std::uint8_t kWhg1Version = 1;
inline constexpr std::uint8_t kOperatorSet = 1;  // wai-ops/1
inline constexpr std::size_t kHeaderBytes = 32;
inline constexpr std::size_t kScalarBytes = 16;
inline constexpr std::size_t kInputBytes = 32;
inline constexpr std::size_t kOutputBytes = 4;
inline constexpr std::size_t kTensorBytes = 24;
inline constexpr std::int8_t kNoExponent = -128;

// The policy of a tensor's range (ops 3).
enum class RangePolicy : std::uint8_t { derived = 0, clamp = 1, check = 2 };

enum class InputKind : std::uint8_t { data = 0, state = 1 };

// A value that the driver gives each decode, lo <= value <= hi.
struct ScalarRecord {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  friend bool operator==(const ScalarRecord&, const ScalarRecord&) = default;
};

struct InputRecord {
  std::uint32_t tensor = 0;
  std::uint32_t max_h = 0;  // both 0: the size is set per decode
  std::uint32_t max_w = 0;
  InputKind kind = InputKind::data;
  std::uint32_t src = 0;  // state: the position in the outputs table that feeds it
  std::int64_t init = 0;  // state: every element at the first decode
  friend bool operator==(const InputRecord&, const InputRecord&) = default;
};

struct TensorRecord {
  std::uint32_t channels = 1;
  std::int8_t exponent = kNoExponent;
  RangePolicy policy = RangePolicy::derived;
  std::int64_t lo = 0;  // with `derived`, both are 0
  std::int64_t hi = 0;
  friend bool operator==(const TensorRecord&, const TensorRecord&) = default;
};

struct OperatorRecord {
  std::uint8_t opcode = 0;
  std::vector<std::uint32_t> in;
  std::vector<std::uint32_t> out;
  Bytes params;
  std::size_t offset = 0;         // of the record in its file, for messages; not part of the graph
  std::size_t params_offset = 0;  // of its parameters, likewise
};

// One graph. What `parse_graph` returns has sound records; `graph_rules` says whether they make a graph.
struct GraphModel {
  std::uint32_t max_elems = 1U << 26U;
  std::vector<ScalarRecord> scalars;
  std::vector<InputRecord> inputs;
  std::vector<std::uint32_t> outputs;  // tensor indices
  std::vector<TensorRecord> tensors;
  std::vector<OperatorRecord> ops;

  // True when the inputs declare their sizes: all do or none does (ops 10.2).
  [[nodiscard]] bool declares_sizes() const { return !inputs.empty() && inputs.front().max_h != 0; }
};

}  // namespace wai
