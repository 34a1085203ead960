#include "base/int_math.hpp"
#include "graph/whg1.hpp"

namespace wai {
namespace {

void write_header(ByteWriter& out, const GraphModel& graph) {
  for (const char c : kWhg1Magic) {
    out.u8(static_cast<std::uint8_t>(c));
  }
  out.u8(kWhg1Version);
  out.u8(kOperatorSet);
  out.zeros(2);
  out.u32(narrow<std::uint32_t>(static_cast<i128>(graph.tensors.size())));
  out.u32(narrow<std::uint32_t>(static_cast<i128>(graph.ops.size())));
  out.u16(narrow<std::uint16_t>(static_cast<i128>(graph.inputs.size())));
  out.u16(narrow<std::uint16_t>(static_cast<i128>(graph.outputs.size())));
  out.u16(narrow<std::uint16_t>(static_cast<i128>(graph.scalars.size())));
  out.zeros(2);
  out.u32(graph.max_elems);
  out.zeros(4);
}

void write_input(ByteWriter& out, const InputRecord& input) {
  out.u32(input.tensor);
  out.u32(input.max_h);
  out.u32(input.max_w);
  out.u8(static_cast<std::uint8_t>(input.kind));
  out.zeros(3);
  out.u32(input.src);
  out.zeros(4);
  out.i64(input.init);
}

void write_tensor(ByteWriter& out, const TensorRecord& t) {
  out.u32(t.channels);
  out.u8(static_cast<std::uint8_t>(t.exponent));
  out.u8(static_cast<std::uint8_t>(t.policy));
  out.zeros(2);
  out.i64(t.lo);
  out.i64(t.hi);
}

void write_operator(ByteWriter& out, const OperatorRecord& op) {
  out.u8(op.opcode);
  out.u8(narrow<std::uint8_t>(static_cast<i128>(op.in.size())));
  out.u8(narrow<std::uint8_t>(static_cast<i128>(op.out.size())));
  out.zeros(1);
  for (const std::uint32_t t : op.in) {
    out.u32(t);
  }
  for (const std::uint32_t t : op.out) {
    out.u32(t);
  }
  out.u32(narrow<std::uint32_t>(static_cast<i128>(op.params.size())));
  out.append(op.params);
}

}  // namespace

Bytes write_graph(const GraphModel& graph) {
  ByteWriter out;
  write_header(out, graph);
  for (const ScalarRecord& s : graph.scalars) {
    out.i64(s.lo);
    out.i64(s.hi);
  }
  for (const InputRecord& input : graph.inputs) {
    write_input(out, input);
  }
  for (const std::uint32_t t : graph.outputs) {
    out.u32(t);
  }
  for (const TensorRecord& t : graph.tensors) {
    write_tensor(out, t);
  }
  for (const OperatorRecord& op : graph.ops) {
    write_operator(out, op);
  }
  return std::move(out).finish();
}

}  // namespace wai
