#include "support/random_vectors.hpp"

#include <algorithm>

#include "bounds/load.hpp"
#include "graph/whg1.hpp"

namespace wai::test {
namespace {

constexpr std::uint64_t kMostPlanned = std::uint64_t{1} << 16;  // elements

// Elements of a shape, whatever its sides; a shape past the caps counts as one at them.
std::uint64_t elements_of(const Shape& s) {
  return (CheckedSize(s.c) * s.h * s.w).within(kMaxElems) ? s.elements() : kMaxElems;
}

}  // namespace

bool is_small_decode(const PlannedGraph& graph, const RandomDecode& decode) {
  std::vector<Shape> sizes;
  std::size_t next = 0;
  for (const InputRecord& input : graph.model.inputs) {
    const Shape& first = decode.inputs[0].shape;
    sizes.push_back(input.kind == InputKind::data
                        ? decode.inputs[next++].shape
                        : Shape{graph.model.tensors[input.tensor].channels, first.h, first.w});
  }
  PlanContext ctx;
  ctx.ranges = graph.model.scalars;
  ctx.values = decode.scalars;
  const auto shapes = plan_shapes(graph, sizes, ctx);
  std::uint64_t planned = 0;
  for (const Shape& s : shapes ? *shapes : sizes) {
    planned += elements_of(s);
  }
  return planned <= kMostPlanned;
}

std::optional<RandomDecode> random_decode_of_changed(const PlannedGraph& graph, const RandomGraph& drawn,
                                                     SplitMix64& random) {
  RandomGraph changed{drawn.goal, graph.model, drawn.shapes};
  changed.shapes.resize(graph.model.tensors.size(), {1, 1, 1});
  for (std::size_t t = 0; t < changed.shapes.size(); ++t) {
    changed.shapes[t].c = graph.model.tensors[t].channels;
    if (changed.shapes[t].c > kMostPlanned) {
      return std::nullopt;
    }
  }
  RandomDecode decode = random_decode(changed, random);
  return is_small_decode(graph, decode) ? std::optional(std::move(decode)) : std::nullopt;
}

Bytes with_a_byte_changed(Bytes bytes, SplitMix64& random) {
  const std::size_t within = random.chance(70) ? std::min<std::size_t>(600, bytes.size()) : bytes.size();
  std::uint8_t& byte = bytes[static_cast<std::size_t>(random.below(within))];
  const std::uint64_t change = random.chance(50) ? std::uint64_t{1} << random.below(8) : 1 + random.below(255);
  byte = static_cast<std::uint8_t>(byte ^ change);
  return bytes;
}

GraphVector random_vector(std::uint64_t seed) {
  SplitMix64 random(seed);
  const RandomGraph graph = random_graph(random);
  GraphVector vector;
  vector.id = "random-" + std::to_string(seed);
  vector.graph = write_graph(graph.model);
  const bool is_changed = random.chance(30);
  if (is_changed) {
    vector.graph = with_a_byte_changed(std::move(vector.graph), random);
  }
  const auto loaded = bound_graph(vector.graph, "graph");
  for (int i = 0; i < 3 && loaded; ++i) {
    auto decode = is_changed ? random_decode_of_changed(loaded->graph, graph, random)
                             : std::optional(random_decode(graph, random));
    if (decode) {
      vector.decodes.push_back({std::move(decode->inputs), std::move(decode->scalars), RefusalCode::model_mismatch});
    }
  }
  evaluate_vector(vector);
  return vector;
}

}  // namespace wai::test
