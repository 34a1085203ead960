#include "conform/op_case.hpp"

#include <algorithm>
#include <numeric>

namespace wai {

GraphModel OpCase::model() const {
  ModelBuilder b;
  std::vector<std::uint32_t> inputs;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto [max_h, max_w] = max.empty() ? std::pair<std::uint32_t, std::uint32_t>() : max[i];
    inputs.push_back(b.input(in[i], max_h, max_w));
  }
  for (const ScalarRecord& s : scalars) {
    b.scalar(s.lo, s.hi);
  }
  for (const std::uint32_t t : b.ops(op, inputs, out, params)) {
    b.output(t);
  }
  b.model().max_elems = max_elems;
  return b.model();
}

void OpCase::declare_sizes() {
  max.clear();
  for (const Tensor& t : decode.inputs) {
    max.emplace_back(static_cast<std::uint32_t>(t.shape.h), static_cast<std::uint32_t>(t.shape.w));
  }
}

void VectorList::add(std::string id, Bytes graph, std::vector<VectorDecode> decodes) {
  if (std::any_of(vectors_.begin(), vectors_.end(), [&](const GraphVector& v) { return v.id == id; })) {
    bug("VectorList: an id a second time in its file");
  }
  GraphVector vector;
  vector.graph = std::move(graph);
  vector.id = std::move(id);
  vector.decodes = std::move(decodes);
  evaluate_vector(vector);
  vectors_.push_back(std::move(vector));
}

Tensor tensor_of(std::uint64_t c, std::uint64_t h, std::uint64_t w, Values values) {
  return Tensor({c, h, w}, std::move(values));
}

Tensor filled(std::uint64_t c, std::uint64_t h, std::uint64_t w, std::int64_t value) {
  return Tensor({c, h, w}, value);
}

Tensor counted(std::uint64_t c, std::uint64_t h, std::uint64_t w, std::int64_t first) {
  Tensor t({c, h, w});
  std::iota(t.data.begin(), t.data.end(), first);
  return t;
}

Values random_values(Random& random, std::size_t n, std::int64_t lo, std::int64_t hi) {
  Values values(n);
  std::generate(values.begin(), values.end(), [&] { return random.within(lo, hi); });
  return values;
}

Tensor random_tensor(Random& random, std::uint64_t c, std::uint64_t h, std::uint64_t w, std::int64_t lo,
                     std::int64_t hi) {
  const Shape s{c, h, w};
  return Tensor(s, random_values(random, s.elements(), lo, hi));
}

VectorDecode decode_of(std::vector<Tensor> inputs, Values scalars) {
  return {std::move(inputs), std::move(scalars), {}};
}

OpCase unary_case(std::string_view op, Bytes params, std::int64_t lo, std::int64_t hi, Tensor x) {
  OpCase c;
  c.op = op;
  c.params = std::move(params);
  const auto channels = static_cast<std::uint32_t>(x.shape.c);
  c.in = {checked(channels, lo, hi)};
  c.out = {derived(channels)};
  c.decode = decode_of({std::move(x)});
  return c;
}

OpCase row_case(std::string_view op, Bytes params, std::int64_t lo, std::int64_t hi, const Values& values) {
  return unary_case(op, std::move(params), lo, hi, tensor_of(1, 1, values.size(), values));
}

std::uint8_t least_width(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](std::int64_t v) { return fits<std::int32_t>(v); }) ? 4 : 8;
}

PackedInts packed(const Values& values, unsigned width) {
  const unsigned bytes = width == 0 ? least_width(values) : width;
  ByteWriter out;
  for (const std::int64_t v : values) {
    for (unsigned i = 0; i < bytes; ++i) {
      out.u8(static_cast<std::uint8_t>(static_cast<std::uint64_t>(v) >> (8 * i) & 0xFFU));
    }
  }
  return PackedInts::read(std::move(out).finish(), bytes);
}

Rq rq_of(Round round, std::vector<std::uint8_t> shift) {
  Rq rq;
  rq.round = round;
  rq.s_kind = shift.size() == 1 ? RqKind::one : RqKind::per_channel;
  rq.shift = std::move(shift);
  return rq;
}

Rq with_mult(Rq rq, Values mult, std::uint8_t width) {
  rq.m_kind = mult.size() == 1 ? RqKind::one : RqKind::per_channel;
  rq.m_bytes = width == 0 ? least_width(mult) : width;
  rq.mult = std::move(mult);
  return rq;
}

Rq with_bias(Rq rq, BiasPlacement placement, Values bias, std::uint8_t width) {
  rq.placement = placement;
  rq.b_bytes = width == 0 ? least_width(bias) : width;
  rq.bias = std::move(bias);
  return rq;
}

std::string_view round_name(Round round) {
  switch (round) {
    case Round::floor:
      return "floor";
    case Round::half_up:
      return "half_up";
    case Round::half_even:
      return "half_even";
  }
  bug("round_name: no such rounding");
}

}  // namespace wai
