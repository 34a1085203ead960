// The run of ops 4 a second time, for property tests: every check, shape, policy and state rule from the text, the
// operators one by one through their reference evaluations. Unlike a decode it shows what stood before each policy.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "ops/plan.hpp"
#include "wai/refusal.hpp"

namespace wai::test {

// The class of an intermediate (ops 7.1), and Table 8.5-A with the classes that ops 5 gives its keys.
enum class TextClass : std::uint8_t { acc, wide, product };
[[nodiscard]] const std::map<std::string_view, TextClass>& text_keys(std::string_view op);
// The width of ops 7.1 in bits: of a class, and of the class `tensor`.
[[nodiscard]] unsigned text_width(TextClass c, bool acc32);
[[nodiscard]] constexpr unsigned text_tensor_width(bool acc32) {
  return acc32 ? 32 : 64;
}

// Run step 3 on the inputs' shapes, in input-table order: every tensor's shape, or the first refusal.
using TextShapes = std::variant<std::vector<Shape>, RefusalCode>;
[[nodiscard]] TextShapes text_plan(const GraphModel& model, const std::vector<Shape>& inputs,
                                   const std::vector<std::int64_t>& scalars);

struct TextRun {
  std::optional<RefusalCode> refused;
  std::vector<std::optional<Tensor>> tensors;  // by tensor, after its policy; those a refused run reached
  std::vector<std::vector<Tensor>> results;    // by operator: its outputs before their policies
};

// A sequence of decodes (ops 10.3).
class TextSequence {
 public:
  explicit TextSequence(const PlannedGraph& graph) : graph_(&graph), state_(graph.model.inputs.size()) {}
  // `data` are the data inputs in table order.
  [[nodiscard]] TextRun decode(const std::vector<Tensor>& data, const std::vector<std::int64_t>& scalars);

 private:
  [[nodiscard]] std::vector<Tensor> inputs(const std::vector<Tensor>& data) const;
  [[nodiscard]] std::optional<RefusalCode> check_inputs(const std::vector<Tensor>& inputs) const;
  void evaluate(const std::vector<Tensor>& inputs, const std::vector<Shape>& shapes,
                const std::vector<std::int64_t>& scalars, TextRun& run) const;

  const PlannedGraph* graph_;
  std::vector<std::optional<Tensor>> state_;  // by input
};

}  // namespace wai::test
