// How random_graph draws a graph: the tensors it has so far, with their shapes and intervals, and a draft of each
// operator, which is kept when it plans and its values meet the goal.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/packed_ints.hpp"
#include "bounds/verdict.hpp"
#include "ops/rq.hpp"
#include "ops/table.hpp"
#include "support/random_graphs.hpp"

namespace wai::test {

// An operator that may join the graph. `declared` is the channel count of a fill's output.
struct Draft {
  std::vector<std::uint32_t> in;
  Bytes params;
  std::uint32_t declared = 1;
  std::int8_t e_out = kNoExponent;  // of the outputs
};

class GraphMaker {
 public:
  GraphMaker(SplitMix64& random, Goal goal) : r(random), goal_(goal) {}

  [[nodiscard]] RandomGraph make(const RandomGraphOptions& options);

  // What the drafts of single operators draw from (support/random_operators.cpp).
  using Shapes = std::function<bool(const Shape&)>;
  SplitMix64& r;
  [[nodiscard]] const Shape& shape(std::uint32_t t) const { return known_[t].shape; }
  [[nodiscard]] std::uint32_t channels(std::uint32_t t) const { return model_.tensors[t].channels; }
  [[nodiscard]] unsigned bits_of(std::uint32_t t) const { return bits(known_[t].interval); }
  [[nodiscard]] const Interval& interval(std::uint32_t t) const { return known_[t].interval; }
  [[nodiscard]] std::int8_t exponent(std::uint32_t t) const { return model_.tensors[t].exponent; }
  [[nodiscard]] bool has_operator(std::uint8_t opcode) const {
    return std::any_of(model_.ops.begin(), model_.ops.end(), [&](const auto& op) { return op.opcode == opcode; });
  }
  [[nodiscard]] bool declares_sizes() const { return declared_; }
  // The most bits beside the sign that a parameter may have.
  [[nodiscard]] unsigned parameter_bits() const { return goal_ == Goal::acc32 ? 31 : 63; }
  [[nodiscard]] unsigned most_shift() const { return goal_ == Goal::acc32 ? 63 : 127; }

  // A tensor, the latest more often; one whose shape fits; one whose shape fits, or a new input of `wanted`.
  [[nodiscard]] std::uint32_t any_tensor();
  [[nodiscard]] std::optional<std::uint32_t> tensor_of(const Shapes& fits);
  [[nodiscard]] std::uint32_t tensor_or_input(const Shapes& fits, const Shape& wanted, std::int8_t exponent);
  [[nodiscard]] std::uint32_t new_input(const Shape& shape, std::int8_t exponent, unsigned max_bits = 63);
  // A scalar with this range, new or old.
  [[nodiscard]] std::uint32_t scalar_within(std::int64_t lo, std::int64_t hi);

  // n values of at most `n_bits`, in the smallest allowed width that holds them or a wider one.
  [[nodiscard]] PackedInts parameters(std::size_t n, unsigned n_bits, bool narrow_widths);
  // A block over sums of about t_bits, its parameters of at most n_bits.
  [[nodiscard]] Rq requantisation(std::size_t n, unsigned t_bits, unsigned n_bits, bool biased = true);

 private:
  struct Known {
    Shape shape;
    Interval interval;
  };

  [[nodiscard]] std::uint32_t add_tensor(const TensorRecord& record, const Known& known);
  [[nodiscard]] bool add_operator(std::uint8_t opcode);
  struct Planned {
    std::vector<Shape> shapes;      // of the outputs
    std::vector<Interval> results;  // before their policies
  };
  [[nodiscard]] std::optional<Planned> consider(const OperatorRow& row, const Draft& draft) const;
  [[nodiscard]] bool keep(std::uint8_t opcode, const Draft& draft);
  [[nodiscard]] bool bounded(const Operator& op, const std::vector<Shape>& shapes, const Draft& draft,
                             NodeRecord& node) const;
  [[nodiscard]] TensorRecord output_record(std::uint32_t n_channels, std::int8_t e, const Interval& result);
  [[nodiscard]] Range64 range_near(const Interval& result);
  void choose_outputs();
  void feed_states();
  void choose_caps();

  Goal goal_;
  bool declared_ = false;
  unsigned n_states_ = 0;
  GraphModel model_;
  std::vector<Known> known_;
};

// The draft of an operator, with parameters of at most n_bits; none when no tensor of the graph fits it.
using DraftOperator = std::optional<Draft> (*)(GraphMaker& g, unsigned n_bits);
[[nodiscard]] DraftOperator draft_of(std::uint8_t opcode);

}  // namespace wai::test
