// Running a WHG1 graph: load (ops 10.5), decodes and sequences (ops 4, 10.3).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wai/export.hpp"
#include "wai/profile.hpp"
#include "wai/refusal.hpp"
#include "wai/tensor.hpp"

namespace wai {

// What one named intermediate reached in a decode, beside its certified interval (ops 8.5). Decimal numbers.
struct TracedValue {
  std::size_t op_index = 0;
  std::string op;   // the operator's name (ops 5)
  std::string key;  // of Table 8.5-A
  std::string min, max;
  std::string certified_lo, certified_hi;
  bool inside = true;  // certified_lo <= min and max <= certified_hi
};

// A loaded graph and the state of one sequence of decodes through it. Distinct objects may be used from any threads.
class WAI_EXPORT GraphRun {
 public:
  // Loads a graph for a profile; every check of ops 10.5 in its order.
  [[nodiscard]] static Expected<GraphRun> load(std::span<const std::uint8_t> whg1, Profile profile = Profile::acc64);

  GraphRun(GraphRun&&) noexcept;
  GraphRun& operator=(GraphRun&&) noexcept;
  ~GraphRun();

  // One decode of the sequence. `inputs` are the data inputs in input-table order, `scalars` every scalar in table
  // order. A count that is not the graph's, or a tensor whose data is not C*H*W values, is model_mismatch before run
  // step 1. A refused decode changes no state. With `trace`, every named intermediate is recorded into it.
  [[nodiscard]] Expected<std::vector<Tensor>> decode(std::vector<Tensor> inputs,
                                                     std::span<const std::int64_t> scalars = {},
                                                     std::vector<TracedValue>* trace = nullptr);

 private:
  struct State;
  explicit GraphRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace wai
