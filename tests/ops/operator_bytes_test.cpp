// Any parameter bytes, for every operator of the table: refused with model_mismatch, or read into an operator whose
// channel, shape and bound rules take any input. Run under the sanitizers, this is where undefined behaviour shows.
#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "support/linear_model.hpp"

namespace wai {
namespace {

using namespace fixtures;

// A small field, now and then an extreme one.
std::uint32_t field(exact::Random& random, std::uint32_t least = 1) {
  if (random.upto(0, 60) == 0) {
    return random.coin() ? ~0U : 1U << random.upto(0, 31);
  }
  return random.upto(least, 2);
}

// Bytes shaped as one of the layouts of ops 10.4: fields, a width and a block RQ; a scalar and a table; operands; an
// order; a value.
void write_layout(exact::Random& random, ByteWriter& out) {
  const std::uint8_t width = random.coin() ? 4 : 8;
  switch (random.upto(0, 4)) {
    case 0:
      for (std::uint32_t n = random.pick(std::vector<std::uint32_t>{0, 1, 2, 8, 9}); n > 0; --n) {
        out.u32(field(random));
      }
      if (random.coin()) {
        out.u8(static_cast<std::uint8_t>(1U << random.upto(0, 3)));
        out.zeros(random.coin() ? 3 : 7);
      }
      write_rq(out, exact::random_rq(random, random.upto(1, 2), random.coin()));
      return;
    case 1:
      out.u32(field(random, 0));
      out.u32(field(random) + 2);
      for (const std::uint8_t b : {static_cast<std::uint8_t>(random.upto(0, 2)), width,
                                   static_cast<std::uint8_t>(random.upto(0, 127)), std::uint8_t{0}}) {
        out.u8(b);
      }
      return;
    case 2:
      for (int k = 0; k < 4; ++k) {
        out.u32(random.upto(0, 1));
        out.u32(field(random, 0));
      }
      return;
    case 3: {
      Bytes order = {0, 1, 2, 3};
      std::swap(order[random.upto(0, 3)], order[random.upto(0, 3)]);
      out.append(order);
      return;
    }
    default:
      out.u64(random.coin() ? random.upto(0, 2) : random.bits64());
      out.u64(random.coin() ? width : random.bits64());
  }
}

// A layout, room for tables after it, and sometimes one byte changed.
Bytes random_params(exact::Random& random) {
  ByteWriter out;
  write_layout(random, out);
  for (std::uint32_t n = random.upto(0, 300); n > 0; --n) {
    out.u8(static_cast<std::uint8_t>(random.upto(0, 255)));
  }
  out.zeros(random.upto(0, 3) == 0 ? 1U << 18U : 0);  // a lut16
  Bytes bytes = std::move(out).finish();
  if (!bytes.empty() && random.upto(0, 2) == 0) {
    bytes[random.bits64() % std::min<std::size_t>(bytes.size(), 64)] = static_cast<std::uint8_t>(random.upto(0, 255));
  }
  return bytes;
}

GraphModel random_graph(exact::Random& random, const OperatorRow& row) {
  const std::uint32_t channels = random.upto(0, 9) == 0 ? ~0U : random.upto(1, 4);
  std::vector<std::uint32_t> in(std::max<std::uint32_t>(row.min_in, 1), channels);
  std::vector<ScalarRecord> scalars;
  for (std::uint32_t n = random.upto(0, 2); n > 0; --n) {
    scalars.push_back({random.within(-1, 1), random.within(1, 3)});
  }
  return one_operator(row.opcode, in, std::vector<std::uint32_t>(row.n_out, channels), random_params(random), scalars);
}

void plan_any_shape(exact::Random& random, const Operator& op, const GraphModel& graph) {
  const std::uint64_t c = graph.tensors[0].channels;
  if (c > kMaxElems) {
    return;  // no tensor of so many channels is ever planned
  }
  const bool wide = random.coin();
  const std::uint64_t h = wide ? kMaxElems / c : random.upto(1, 9);
  const std::uint64_t w = wide ? 1 : random.upto(1, 9);
  const std::vector<Shape> in(graph.ops[0].in.size(), Shape{c, h, w});
  const std::vector<std::uint64_t> declared(graph.ops[0].out.size(), c);
  std::vector<std::int64_t> values;
  for (const ScalarRecord& s : graph.scalars) {
    values.push_back(random.within(s.lo, s.hi));
  }
  for (const bool at_load : {true, false}) {
    const PlanContext ctx = {at_load, graph.scalars, at_load ? std::span<const std::int64_t>() : values};
    const auto shapes = op.plan(in, declared, ctx);
    if (!shapes) {
      EXPECT_TRUE(shapes.refusal().code == RefusalCode::too_large || shapes.refusal().code == ctx.shape_code());
    }
  }
}

void bound_any_interval(exact::Random& random, const Operator& op, const GraphModel& graph) {
  NodeRecord node;
  for (std::size_t k = 0; k < graph.ops[0].in.size(); ++k) {
    node.in.push_back({exact::to_interval(exact::random_interval(random)), Shape{1, 1U << 13U, 1U << 13U}, false});
  }
  for (const ScalarRecord& s : graph.scalars) {
    node.scalars.push_back({s.lo, s.hi});
  }
  if (op.bounds(node)) {
    EXPECT_EQ(node.results.size(), graph.ops[0].out.size());
    for (const Interval& result : node.results) {
      EXPECT_LE(result.lo, result.hi);
    }
  }
}

TEST(OperatorBytes, AreReadWithoutHarmForEveryOperator) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (const OperatorRow& row : operator_table()) {
    int accepted = 0;
    for (int i = 0; i < 3000; ++i) {
      const GraphModel graph = random_graph(random, row);
      ParamReader in(graph, 0);
      const auto op = row.read(in);
      if (!op) {
        ASSERT_EQ(op.refusal().code, RefusalCode::model_mismatch) << row.name;
        continue;
      }
      ++accepted;
      const std::vector<std::uint64_t> channels(graph.ops[0].in.size(), graph.tensors[0].channels);
      const std::vector<std::uint64_t> declared(graph.ops[0].out.size(), graph.tensors[0].channels);
      if ((*op)->channels(channels, declared)) {
        plan_any_shape(random, **op, graph);
        bound_any_interval(random, **op, graph);
      }
    }
    EXPECT_GT(accepted, 0) << row.name;
    RecordProperty(std::string(row.name), accepted);
  }
}

}  // namespace
}  // namespace wai
