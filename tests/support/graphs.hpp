// Test support: WHG1 graphs built in code, their bytes patched, one operator read from its parameters.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "graph/whg1.hpp"
#include "ops/operator.hpp"
#include "ops/table.hpp"

namespace wai::fixtures {

inline InputRecord data_input(std::uint32_t tensor, std::uint32_t max_h = 0, std::uint32_t max_w = 0) {
  return {tensor, max_h, max_w, InputKind::data, 0, 0};
}
inline InputRecord state_input(std::uint32_t tensor, std::uint32_t src, std::int64_t init) {
  return {tensor, 0, 0, InputKind::state, src, init};
}

inline TensorRecord derived(std::uint32_t channels) {
  return {channels, kNoExponent, RangePolicy::derived, 0, 0};
}
inline TensorRecord clamped(std::uint32_t channels, std::int64_t lo = -128, std::int64_t hi = 127) {
  return {channels, kNoExponent, RangePolicy::clamp, lo, hi};
}
inline TensorRecord checked(std::uint32_t channels, std::int64_t lo = -128, std::int64_t hi = 127) {
  return {channels, kNoExponent, RangePolicy::check, lo, hi};
}

inline OperatorRecord op_record(std::uint8_t opcode, std::vector<std::uint32_t> in, std::vector<std::uint32_t> out,
                                Bytes params = {}) {
  OperatorRecord op;
  op.opcode = opcode;
  op.in = std::move(in);
  op.out = std::move(out);
  op.params = std::move(params);
  return op;
}

// Inputs 0 .. n-1 with the given channels, then the outputs of one operator over them all; every output is a graph
// output.
inline GraphModel one_operator(std::uint8_t opcode, const std::vector<std::uint32_t>& in_channels,
                               const std::vector<std::uint32_t>& out_channels, Bytes params,
                               std::vector<ScalarRecord> scalars = {}) {
  GraphModel graph;
  graph.scalars = std::move(scalars);
  OperatorRecord op;
  op.opcode = opcode;
  op.params = std::move(params);
  for (const std::uint32_t channels : in_channels) {
    const auto t = static_cast<std::uint32_t>(graph.tensors.size());
    graph.inputs.push_back(data_input(t));
    graph.tensors.push_back(checked(channels));
    op.in.push_back(t);
  }
  for (const std::uint32_t channels : out_channels) {
    const auto t = static_cast<std::uint32_t>(graph.tensors.size());
    graph.tensors.push_back(derived(channels));
    graph.outputs.push_back(t);
    op.out.push_back(t);
  }
  graph.ops.push_back(std::move(op));
  return graph;
}

// `bytes` with the little-endian value at `offset`.
template <std::integral T>
Bytes patched(Bytes bytes, std::size_t offset, T value) {
  ByteWriter field;
  field.write(value);
  const Bytes written = std::move(field).finish();
  std::copy(written.begin(), written.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  return bytes;
}

// `bytes` without the n bytes at `offset`, and with bytes put there.
inline Bytes without(Bytes bytes, std::size_t offset, std::size_t n) {
  const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  bytes.erase(at, at + static_cast<std::ptrdiff_t>(n));
  return bytes;
}
inline Bytes with(Bytes bytes, std::size_t offset, const Bytes& more) {
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(offset), more.begin(), more.end());
  return bytes;
}

// Operator 0 of the graph from its parameter bytes, whole (ops 10.5 step 5).
inline Expected<std::unique_ptr<Operator>> read_operator_0(const GraphModel& graph) {
  ParamReader in(graph, 0);
  WAI_TRY(auto op, find_operator(graph.ops[0].opcode)->read(in));
  WAI_CHECK(in.finish());
  return op;
}

// The operator of valid parameters.
inline std::unique_ptr<Operator> operator_of(const GraphModel& graph) {
  auto op = read_operator_0(graph);
  if (!op) {
    bug("test fixture: " + op.refusal().message);
  }
  return *std::move(op);
}

// A bounds record over the given input intervals and scalar ranges.
inline NodeRecord node_over(const std::vector<Interval>& inputs, std::vector<Interval> scalars = {}) {
  NodeRecord node;
  for (const Interval& interval : inputs) {
    node.in.push_back({interval, std::nullopt, false});
  }
  node.scalars = std::move(scalars);
  return node;
}

// The one output of an evaluation, and what it noted when `trace` is set.
inline Tensor run(const Operator& op, const std::vector<Tensor>& inputs, const Shape& out_shape,
                  std::span<const std::int64_t> scalars = {}, Trace* trace = nullptr) {
  std::vector<const Tensor*> in;
  for (const Tensor& t : inputs) {
    in.push_back(&t);
  }
  std::vector<Tensor> out = {Tensor(out_shape)};
  op.evaluate(in, out, {scalars, trace});
  return out[0];
}

}  // namespace wai::fixtures
