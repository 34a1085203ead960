#include <algorithm>

#include "base/caps.hpp"
#include "graph/whg1.hpp"

namespace wai {
namespace {

constexpr auto kMismatch = RefusalCode::model_mismatch;

struct Counts {
  std::uint32_t tensors = 0;
  std::uint32_t ops = 0;
  std::uint16_t inputs = 0;
  std::uint16_t outputs = 0;
  std::uint16_t scalars = 0;
};

// The header of ops 10.1: steps 1 and 2, and the counts' own rules.
Expected<Counts> read_header(ByteReader& in, GraphModel& graph) {
  if (!in.has(kHeaderBytes)) {
    return refuse(kMismatch, "WHG1: {} bytes, shorter than the header of {} (ops 10.1)", in.remaining(), kHeaderBytes);
  }
  const auto magic = in.take(4);
  if (!std::equal(magic.begin(), magic.end(), kWhg1Magic.begin())) {
    return refuse(kMismatch, "WHG1: wrong magic at offset 0 (ops 10.1)");
  }
  if (const auto version = in.u8(); version != kWhg1Version) {
    return refuse(kMismatch, "WHG1: version {} at offset 4, not 1 (ops 10.1)", version);
  }
  if (const auto set = in.u8(); set != kOperatorSet) {
    return refuse(kMismatch, "WHG1: operator set {} at offset 5, not 1 (ops 10.1)", set);
  }
  Counts counts;
  const auto reserved6 = in.u16();
  counts.tensors = in.u32();
  counts.ops = in.u32();
  counts.inputs = in.u16();
  counts.outputs = in.u16();
  counts.scalars = in.u16();
  const auto reserved22 = in.u16();
  graph.max_elems = in.u32();
  const auto reserved28 = in.u32();
  if (reserved6 != 0 || reserved22 != 0 || reserved28 != 0) {
    return refuse(kMismatch, "WHG1: reserved header field at offset {} is not zero (ops 10.1)",
                  reserved6 != 0 ? 6 : (reserved22 != 0 ? 22 : 28));
  }
  if (counts.tensors == 0 || counts.ops == 0 || counts.inputs == 0 || counts.outputs == 0) {
    return refuse(kMismatch, "WHG1: {} tensors, {} operators, {} inputs, {} outputs: each is at least 1 (ops 10.1)",
                  counts.tensors, counts.ops, counts.inputs, counts.outputs);
  }
  if (graph.max_elems < 1 || graph.max_elems > kMaxElems) {
    return refuse(kMismatch, "WHG1: max_elems {} at offset 24 is outside 1..=2^26 (ops 10.1)", graph.max_elems);
  }
  return counts;
}

// Step 3: the fixed tables and the least that the operator records take fit the file, before anything is allocated.
Expected<void> check_length(const ByteReader& in, const Counts& n) {
  constexpr std::uint64_t kLeastOperatorBytes = 4 + 4 + 4 + 4;  // one input, one output, plen
  const std::uint64_t least = n.scalars * kScalarBytes + n.inputs * kInputBytes + n.outputs * kOutputBytes +
                              n.tensors * std::uint64_t{kTensorBytes} + n.ops * kLeastOperatorBytes;
  if (!in.has(least)) {
    return refuse(kMismatch, "WHG1: the counts need at least {} bytes after the header, {} remain (ops 10.5 step 3)",
                  least, in.remaining());
  }
  return {};
}

Expected<ScalarRecord> read_scalar(ByteReader& in) {
  const std::size_t at = in.offset();
  const ScalarRecord s{in.i64(), in.i64()};
  if (s.lo > s.hi) {
    return refuse(kMismatch, "WHG1: scalar at offset {}: lo {} > hi {} (ops 10.2)", at, s.lo, s.hi);
  }
  return s;
}

Expected<InputRecord> read_input(ByteReader& in) {
  const std::size_t at = in.offset();
  InputRecord input;
  input.tensor = in.u32();
  input.max_h = in.u32();
  input.max_w = in.u32();
  const auto kind = in.u8();
  const auto reserved13 = in.take(3);
  input.src = in.u32();
  const auto reserved20 = in.u32();
  input.init = in.i64();
  if (std::any_of(reserved13.begin(), reserved13.end(), [](auto b) { return b != 0; }) || reserved20 != 0) {
    return refuse(kMismatch, "WHG1: input at offset {}: a reserved field is not zero (ops 10.2)", at);
  }
  if (kind > 1) {
    return refuse(kMismatch, "WHG1: input at offset {}: kind {} is not 0 or 1 (ops 10.2)", at, kind);
  }
  input.kind = static_cast<InputKind>(kind);
  if ((input.max_h == 0) != (input.max_w == 0)) {
    return refuse(kMismatch, "WHG1: input at offset {}: sizes {} x {} are half declared (ops 10.2)", at, input.max_h,
                  input.max_w);
  }
  if (input.kind == InputKind::data && (input.src != 0 || input.init != 0)) {
    return refuse(kMismatch, "WHG1: data input at offset {}: src {} and init {} are not 0 (ops 10.2)", at, input.src,
                  input.init);
  }
  return input;
}

Expected<TensorRecord> read_tensor(ByteReader& in) {
  const std::size_t at = in.offset();
  TensorRecord t;
  t.channels = in.u32();
  t.exponent = static_cast<std::int8_t>(in.u8());
  const auto policy = in.u8();
  const auto reserved = in.u16();
  t.lo = in.i64();
  t.hi = in.i64();
  if (t.channels == 0) {
    return refuse(kMismatch, "WHG1: tensor at offset {}: no channels (ops 10.2)", at);
  }
  if (policy > 2) {
    return refuse(kMismatch, "WHG1: tensor at offset {}: policy {} is not 0, 1 or 2 (ops 10.2)", at, policy);
  }
  t.policy = static_cast<RangePolicy>(policy);
  if (reserved != 0) {
    return refuse(kMismatch, "WHG1: tensor at offset {}: a reserved field is not zero (ops 10.2)", at);
  }
  if (t.policy == RangePolicy::derived ? (t.lo != 0 || t.hi != 0) : t.lo > t.hi) {
    return refuse(kMismatch, "WHG1: tensor at offset {}: range [{}, {}] does not suit its policy (ops 10.2)", at, t.lo,
                  t.hi);
  }
  return t;
}

// An operator's framing. What its fields must be is check 5, with the operator table at hand.
Expected<OperatorRecord> read_operator(ByteReader& in) {
  OperatorRecord op;
  op.offset = in.offset();
  const auto cut = [&] {
    return refuse(kMismatch, "WHG1: the file ends within the operator record at offset {} (ops 10.2)", op.offset);
  };
  if (!in.has(4)) {
    return cut();
  }
  op.opcode = in.u8();
  const unsigned n_in = in.u8();
  const unsigned n_out = in.u8();
  if (in.u8() != 0) {
    return refuse(kMismatch, "WHG1: operator at offset {}: a reserved field is not zero (ops 10.2)", op.offset);
  }
  if (!in.has(4 * (n_in + n_out) + 4)) {
    return cut();
  }
  for (unsigned i = 0; i < n_in; ++i) {
    op.in.push_back(in.u32());
  }
  for (unsigned i = 0; i < n_out; ++i) {
    op.out.push_back(in.u32());
  }
  const std::uint32_t plen = in.u32();
  op.params_offset = in.offset();
  if (!in.has(plen)) {
    return refuse(kMismatch, "WHG1: operator at offset {}: {} parameter bytes declared, {} remain (ops 10.2)",
                  op.offset, plen, in.remaining());
  }
  const auto params = in.take(plen);
  op.params.assign(params.begin(), params.end());
  return op;
}

Expected<void> check_input_sizes(const GraphModel& graph) {
  for (const InputRecord& input : graph.inputs) {
    if ((input.max_h != 0) != graph.declares_sizes()) {
      return refuse(kMismatch, "WHG1: some inputs declare their sizes and some do not (ops 10.2)");
    }
  }
  return {};
}

template <class Record, class Reader>
Expected<void> read_table(ByteReader& in, std::size_t n, std::vector<Record>& table, Reader read) {
  table.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    WAI_TRY(Record record, read(in));
    table.push_back(std::move(record));
  }
  return {};
}

}  // namespace

Expected<GraphModel> parse_graph(std::span<const std::uint8_t> bytes) {
  ByteReader in(bytes);
  GraphModel graph;
  WAI_TRY(const Counts n, read_header(in, graph));
  WAI_CHECK(check_length(in, n));
  WAI_CHECK(read_table(in, n.scalars, graph.scalars, read_scalar));
  WAI_CHECK(read_table(in, n.inputs, graph.inputs, read_input));
  WAI_CHECK(check_input_sizes(graph));
  for (std::size_t i = 0; i < n.outputs; ++i) {
    graph.outputs.push_back(in.u32());
  }
  WAI_CHECK(read_table(in, n.tensors, graph.tensors, read_tensor));
  WAI_CHECK(read_table(in, n.ops, graph.ops, read_operator));
  if (!in.at_end()) {
    return refuse(kMismatch, "WHG1: {} bytes after the last operator, at offset {} (ops 10.2)", in.remaining(),
                  in.offset());
  }
  return graph;
}

}  // namespace wai
