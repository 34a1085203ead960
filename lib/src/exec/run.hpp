// Decodes through a loaded graph: the run steps of ops 4, and sequences that carry state (ops 10.3).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bounds/load.hpp"
#include "ops/trace.hpp"
#include "wai/tensor.hpp"

namespace wai {

// What a caller may watch of a decode.
struct RunWatch {
  std::vector<Trace> traces;  // one an operator, filled as they run
};

// A run of decodes through one graph, loaded for acc64 or for acc32 (which implies it). A refused decode changes no
// state: the next one reads what it would have read without it.
class Sequence {
 public:
  explicit Sequence(const BoundedGraph& graph) : graph_(&graph), state_(graph.graph.model.inputs.size()) {}

  // One decode. `inputs` are the data inputs in input-table order and `scalars` all scalars in table order; their
  // counts are the caller's to get right. Returns the outputs in table order, or the first refusal of ops 4's run.
  [[nodiscard]] Expected<std::vector<Tensor>> decode(std::vector<Tensor> inputs, std::span<const std::int64_t> scalars,
                                                     RunWatch* watch = nullptr);

 private:
  const BoundedGraph* graph_;
  std::vector<std::optional<Tensor>> state_;  // by input: what its source held after the last completed decode
};

// One decode of a graph without state, or the first of a sequence.
[[nodiscard]] Expected<std::vector<Tensor>> run_graph(const BoundedGraph& graph, std::vector<Tensor> inputs,
                                                      std::span<const std::int64_t> scalars, RunWatch* watch = nullptr);

}  // namespace wai
