// The canonical form (ops 13.0): the one graph a lowering writes for a set, built operator by operator.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "graph/model.hpp"

namespace wai {

// The range of a tensor of policy `check`.
struct CheckRange {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  friend bool operator==(const CheckRange&, const CheckRange&) = default;
};

// Tensors are numbered as ops 13.0 says: the inputs, in order, then the operators' outputs. So every input is added
// before the first operator.
class CanonicalGraph {
 public:
  // A scalar's index.
  std::uint32_t scalar(std::int64_t lo, std::int64_t hi);
  // A data input of policy `check`; its tensor. Sizes of 0: set per decode.
  std::uint32_t input(std::uint32_t channels, CheckRange range, std::uint32_t max_h = 0, std::uint32_t max_w = 0);
  // An operator of one output, named as in ops 5; its output's tensor, of policy `derived` without a range.
  std::uint32_t op(std::string_view name, std::initializer_list<std::uint32_t> in, Bytes params, std::uint32_t channels,
                   std::optional<CheckRange> range = std::nullopt);
  void output(std::uint32_t tensor) { graph_.outputs.push_back(tensor); }

  // The graph's bytes. Refuses (model_mismatch) what no WHG1 file can hold: parameters of 2^32 bytes or more.
  [[nodiscard]] Expected<Bytes> finish() const;

 private:
  std::uint32_t tensor(std::uint32_t channels, std::optional<CheckRange> range);

  GraphModel graph_;
};

}  // namespace wai
