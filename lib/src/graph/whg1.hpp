// WHG1 bytes in and out (ops 10.1, 10.2), and the graph rules that need no operator (ops 10.3).
#pragma once

#include <span>

#include "graph/model.hpp"

namespace wai {

// Load checks 1 to 4 of ops 10.5: magic, version and set; reserved fields; counts against the length; each table's
// records. Operator records are framed (their opcodes and parameters are check 5). Every refusal is model_mismatch.
[[nodiscard]] Expected<GraphModel> parse_graph(std::span<const std::uint8_t> bytes);

// The bytes of the graph: the one encoding that parse_graph reads back.
[[nodiscard]] Bytes write_graph(const GraphModel& graph);

// The rules of ops 10.3 on tensors, inputs, outputs and state (readings G1, G12): every tensor has one producer,
// operators read what exists, input policies, state inputs. Refuses with model_mismatch. Tensor indices are in range
// afterwards. Channel counts and arities are the operators' (ops/plan).
[[nodiscard]] Expected<void> graph_rules(const GraphModel& graph);

}  // namespace wai
