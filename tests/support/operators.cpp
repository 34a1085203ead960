#include "support/operators.hpp"

#include <numeric>

namespace wai {

void PrintTo(const Wide& v, std::ostream* os) {
  *os << v.to_string();
}
void PrintTo(const Interval& v, std::ostream* os) {
  *os << "[" << v.lo.to_string() << ", " << v.hi.to_string() << "]";
}
void PrintTo(const Shape& v, std::ostream* os) {
  *os << "[" << v.c << ", " << v.h << ", " << v.w << "]";
}

Expected<OperatorPtr> read_operator(const OperatorSpec& spec) {
  const OperatorRow* row = find_operator(spec.name);
  if (row == nullptr) {
    bug("a test names an operator that does not exist");
  }
  GraphModel graph;
  graph.scalars = spec.scalars;
  OperatorRecord record;
  record.opcode = row->opcode;
  record.params = spec.params;
  for (const std::uint32_t c : spec.in_channels) {
    record.in.push_back(static_cast<std::uint32_t>(graph.tensors.size()));
    graph.tensors.push_back({c, kNoExponent, RangePolicy::derived, 0, 0});
  }
  graph.ops.push_back(record);
  ParamReader reader(graph, 0);
  WAI_TRY(OperatorPtr op, row->read(reader));
  WAI_CHECK(reader.finish());
  return op;
}

OperatorPtr operator_of(const OperatorSpec& spec) {
  return value(read_operator(spec));
}

void expect_exact_length(const OperatorSpec& spec) {
  EXPECT_EQ(code_of(read_operator(spec)), std::nullopt) << spec.name;
  const std::size_t n = spec.params.size();
  std::minstd_rand random(1);
  std::set<std::size_t> cuts;
  for (std::size_t i = 0; i < 64; ++i) {
    cuts.insert(i);
    cuts.insert(n - std::min(n, i + 1));
    cuts.insert(n == 0 ? 0 : random() % n);
  }
  OperatorSpec changed = spec;
  for (const std::size_t cut : cuts) {
    if (cut < n) {
      changed.params.assign(spec.params.begin(), spec.params.begin() + static_cast<std::ptrdiff_t>(cut));
      EXPECT_EQ(code_of(read_operator(changed)), RefusalCode::model_mismatch) << spec.name << " cut to " << cut;
    }
  }
  changed.params = spec.params;
  changed.params.push_back(0);
  EXPECT_EQ(code_of(read_operator(changed)), RefusalCode::model_mismatch) << spec.name << " with a byte more";
}

OperatorSpec with_byte(OperatorSpec spec, std::size_t offset, std::uint8_t value) {
  spec.params.at(offset) = value;
  return spec;
}

Expected<Counts> channels_of(const Operator& op, const Counts& in, const Counts& declared) {
  return op.channels(in, declared);
}

Expected<Shapes> plan_at_load(const Operator& op, const Shapes& in, const Counts& declared,
                              const std::vector<ScalarRecord>& ranges) {
  return op.plan(in, declared, {true, ranges, {}});
}

Expected<Shapes> plan_in_decode(const Operator& op, const Shapes& in, const Counts& declared, const Values& scalars) {
  return op.plan(in, declared, {false, {}, scalars});
}

void expect_shape_rule_fails(const Operator& op, const Shapes& in) {
  EXPECT_EQ(code_of(plan_at_load(op, in)), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(plan_in_decode(op, in)), RefusalCode::geometry_mismatch);
}

void expect_too_large(const Operator& op, const Shapes& in) {
  EXPECT_EQ(code_of(plan_at_load(op, in)), RefusalCode::too_large);
  EXPECT_EQ(code_of(plan_in_decode(op, in)), RefusalCode::too_large);
}

NodeRecord record_of(const std::vector<Interval>& in, std::optional<Shape> largest,
                     const std::vector<Interval>& scalars) {
  NodeRecord node;
  for (const Interval& interval : in) {
    node.in.push_back({interval, largest, false});
  }
  node.scalars = scalars;
  return node;
}

NodeRecord bounds_of(const Operator& op, NodeRecord node) {
  if (const auto done = op.bounds(node); !done) {
    bug("a test met a refusal: " + done.refusal().message);
  }
  return node;
}

std::set<std::string_view> keys_of(const NodeRecord& node) {
  std::set<std::string_view> keys;
  for (const auto& [key, interval] : node.intermediates) {
    keys.insert(key);
  }
  return keys;
}

std::vector<Tensor> evaluate(const Operator& op, const std::vector<Tensor>& in, const Counts& declared,
                             const Values& scalars, Trace* trace) {
  Shapes shapes;
  std::vector<const Tensor*> pointers;
  for (const Tensor& x : in) {
    shapes.push_back(x.shape);
    pointers.push_back(&x);
  }
  std::vector<Tensor> out;
  for (const Shape& shape : value(plan_in_decode(op, shapes, declared, scalars))) {
    out.emplace_back(shape, -77);  // what an operator forgets to write shows
  }
  op.evaluate(pointers, out, {scalars, trace});
  return out;
}

Values elements(const Operator& op, const std::vector<Tensor>& in, const Values& scalars) {
  return evaluate(op, in, {}, scalars).at(0).data;
}

std::int64_t at_element(const Operator& op, std::int64_t v) {
  return elements(op, {Tensor({1, 1, 1}, v)}).at(0);
}

void expect_sound(const Operator& op, const std::vector<Tensor>& in, const NodeRecord& node) {
  Trace trace;
  const auto out = evaluate(op, in, {}, {}, &trace);
  EXPECT_EQ(out, evaluate(op, in)) << "a traced evaluation gives other integers";
  for (const Trace::Entry& e : trace.entries()) {
    const auto at = node.intermediates.find(e.key);
    ASSERT_NE(at, node.intermediates.end()) << e.key << " is noted but not recorded";
    EXPECT_LE(at->second.lo, Wide::of(e.min)) << e.key;
    EXPECT_GE(at->second.hi, Wide::of(e.max)) << e.key;
  }
  ASSERT_EQ(out.size(), node.results.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    for (const std::int64_t v : out[k].data) {
      EXPECT_LE(node.results[k].lo, Wide(v));
      EXPECT_GE(node.results[k].hi, Wide(v));
    }
  }
}

Tensor numbered(const Shape& shape) {
  Tensor x(shape);
  std::iota(x.data.begin(), x.data.end(), 100);
  return x;
}

}  // namespace wai
