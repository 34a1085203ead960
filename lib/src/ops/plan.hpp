// A graph with its operators read and planned: load checks 5 to 7 of ops 10.5, and the run-time plan of ops 4.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/model.hpp"
#include "ops/operator.hpp"
#include "ops/table.hpp"

namespace wai {

// A graph whose records, operators, rules and plan hold (ops 10.5 steps 1 to 7).
struct PlannedGraph {
  GraphModel model;
  std::vector<std::unique_ptr<Operator>> ops;  // by operator index
  std::optional<std::vector<Shape>> largest;   // of every tensor, on the declared sizes, when they are declared

  [[nodiscard]] const OperatorRow& row(std::size_t op) const { return *find_operator(model.ops[op].opcode); }
};

// Load checks 5, 6 and 7 over records that parse_graph gave.
[[nodiscard]] Expected<PlannedGraph> plan_graph(GraphModel model);

// The shape of every tensor for the inputs' shapes, operator by operator (ops 4 run step 3; readings G3): formed sizes
// (too_large), the shape rule (ctx.shape_code()), each output against max_elems (too_large).
[[nodiscard]] Expected<std::vector<Shape>> plan_shapes(const PlannedGraph& graph, std::span<const Shape> inputs,
                                                       const PlanContext& ctx);

}  // namespace wai
