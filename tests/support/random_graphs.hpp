// Random WHG1 graphs over all thirty operators (ops 5): several operators deep, several inputs, state, scalars, every
// policy, rounding and placement. Ranges and parameters are drawn towards a profile, so that most graphs load.
#pragma once

#include <optional>
#include <vector>

#include "graph/model.hpp"
#include "support/split_mix.hpp"
#include "wai/tensor.hpp"

namespace wai::test {

// What a graph is drawn to meet; `none` draws without looking.
enum class Goal : std::uint8_t { acc32, acc64, none };

struct RandomGraph {
  Goal goal = Goal::none;
  GraphModel model;
  std::vector<Shape> shapes;  // of every tensor, on the sizes that the graph was drawn for
};

struct RandomGraphOptions {
  std::optional<Goal> goal;                // drawn when not given
  std::vector<std::uint8_t> opcodes = {};  // all when empty
  unsigned min_ops = 1;
  unsigned max_ops = 8;
};

[[nodiscard]] RandomGraph random_graph(SplitMix64& random, const RandomGraphOptions& options = {});

// The data inputs and scalars of one decode: mostly of the sizes and ranges that the graph plans and accepts, values
// at the ranges' ends more often than elsewhere; sometimes smaller, larger or outside a range.
struct RandomDecode {
  std::vector<Tensor> inputs;
  std::vector<std::int64_t> scalars;
};
[[nodiscard]] RandomDecode random_decode(const RandomGraph& graph, SplitMix64& random);

// An interval of i64 whose ends have at most n bits beside their signs: symmetric or not, of one sign, or one value.
struct Range64 {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
};
[[nodiscard]] Range64 random_range(SplitMix64& random, unsigned n);

}  // namespace wai::test
