#include "ops/elementwise.hpp"

#include <algorithm>
#include <functional>

#include "ops/families.hpp"
#include "ops/same_shape.hpp"

namespace wai {
namespace {

// A value carried across decodes meets another (ops 9.2).
void state_add_flag(NodeRecord& node) {
  if (std::any_of(node.in.begin(), node.in.end(), [](const NodeInput& in) { return in.is_state; })) {
    node.npu_flags.insert("state_add");
  }
}

// ---------------------------------------------------------------- add: out = a + b

class Add final : public Operator {
 public:
  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (in[0] != in[1]) {
      return refuse(RefusalCode::model_mismatch, "add: {} channels and {} (ops 5.5)", in[0], in[1]);
    }
    return one_count(in[0]);
  }
  Expected<void> exponents(std::span<const std::int8_t> in, std::span<const std::int8_t> out) const override {
    return equal_exponents("add", in, out);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[0].h != in[1].h || in[0].w != in[1].w) {
      return refuse(ctx.shape_code(), "add: {} x {} and {} x {} (ops 5.5)", in[0].h, in[0].w, in[1].h, in[1].w);
    }
    return one_shape(in[0]);
  }
  Expected<void> bounds(NodeRecord& node) const override {
    state_add_flag(node);
    node.result(0, node.arith.add(node.x(0), node.x(1)));
    return {};
  }
  // The sum is the producer result, certified within i64.
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    std::transform(in[0]->data.begin(), in[0]->data.end(), in[1]->data.begin(), out[0].data.begin(), std::plus<>());
  }
};

// ---------------------------------------------------------------- chunk_add: out[c] = in[c] + in[c + C/2]

class ChunkAdd final : public Operator {
 public:
  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (in[0] % 2 != 0) {
      return refuse(RefusalCode::model_mismatch, "chunk_add: {} channels are odd (ops 5.5)", in[0]);
    }
    return one_count(in[0] / 2);
  }
  Expected<void> exponents(std::span<const std::int8_t> in, std::span<const std::int8_t> out) const override {
    return equal_exponents("chunk_add", in, out);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext&) const override {
    return one_shape({in[0].c / 2, in[0].h, in[0].w});
  }
  Expected<void> bounds(NodeRecord& node) const override {
    state_add_flag(node);
    node.result(0, {node.arith.mul(2, node.x().lo), node.arith.mul(2, node.x().hi)});
    return {};
  }
  // The sum is the producer result, certified within i64. In CHW order the second half of the channels is the second
  // half of the elements.
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    const std::span<const std::int64_t> x(in[0]->data);
    const auto upper = x.subspan(x.size() / 2);
    std::transform(upper.begin(), upper.end(), x.begin(), out[0].data.begin(), std::plus<>());
  }
};

// ---------------------------------------------------------------- clamp: out = clamp(v, lo, hi)

class Clamp final : public SameShapeOperator {
 public:
  explicit Clamp(ClampParams p) : p_(p) {}

  Expected<void> bounds(NodeRecord& node) const override {
    const auto image = [&](const Wide& v) { return min(max(v, p_.lo), p_.hi); };
    node.result(0, {image(node.x().lo), image(node.x().hi)});
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(),
                   [&](std::int64_t v) { return std::clamp(v, p_.lo, p_.hi); });
  }

 private:
  ClampParams p_;
};

// ---------------------------------------------------------------- relu: out = max(v, 0)

class Relu final : public SameShapeOperator {
 public:
  Expected<void> bounds(NodeRecord& node) const override {
    node.result(0, {max(node.x().lo, 0), max(node.x().hi, 0)});
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(),
                   [](std::int64_t v) { return std::max<std::int64_t>(v, 0); });
  }
};

// ---------------------------------------------------------------- leaky: out = v, or floor(v*a / 2^f) below zero

class Leaky final : public SameShapeOperator {
 public:
  explicit Leaky(LeakyParams p) : p_(p) {}

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  LeakyParams p_;
};

// ops 8.3, leaky: the hull of the parts that the input interval has. leaky.p is recorded, as [0, 0], even with no
// negative part.
Expected<void> Leaky::bounds(NodeRecord& node) const {
  if (!fits<std::int32_t>(p_.a)) {
    node.fails_acc32("leaky.a");
  }
  const Interval& x = node.x();
  Interval product = {0, 0};
  if (x.lo < Wide(0)) {
    product = node.arith.corner_hull({x.lo, min(x.hi, -1)}, {p_.a, p_.a});
    node.result(0, node.arith.floor_shift(product, p_.f));
  }
  if (x.hi >= Wide(0)) {
    node.result(0, {max(x.lo, 0), x.hi});
  }
  node.record("leaky.p", product);
  return {};
}

// leaky.p is class acc: v*a fits i64.
void Leaky::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  with_probe(ctx.trace, [&](auto probe) {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(), [&](std::int64_t v) {
      if (v >= 0) {
        return v;
      }
      const std::int64_t product = v * p_.a;
      probe.note("leaky.p", product);
      return floor_shift(product, p_.f);
    });
  });
}

// ---------------------------------------------------------------- abs: out = |v|

class Abs final : public SameShapeOperator {
 public:
  Expected<void> bounds(NodeRecord& node) const override {
    const Interval& x = node.x();
    if (x.lo >= Wide(0)) {
      node.result(0, x);
    } else if (x.hi <= Wide(0)) {
      node.result(0, {node.arith.neg(x.hi), node.arith.neg(x.lo)});
    } else {
      node.result(0, {0, max(node.arith.neg(x.lo), x.hi)});
    }
    return {};
  }
  // |v| is the producer result, certified within i64: no input is -2^63.
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext&) const override {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(),
                   [](std::int64_t v) { return v < 0 ? -v : v; });
  }
};

}  // namespace

Expected<OperatorPtr> read_add(ParamReader&) {
  return OperatorPtr(std::make_unique<Add>());
}

Expected<OperatorPtr> read_chunk_add(ParamReader&) {
  return OperatorPtr(std::make_unique<ChunkAdd>());
}

Expected<OperatorPtr> read_clamp(ParamReader& in) {
  WAI_CHECK(in.need(16));
  ClampParams p;
  p.lo = in.field<std::int64_t>();
  p.hi = in.field<std::int64_t>();
  if (p.lo > p.hi) {
    return in.refuse("clamp to [{}, {}] (ops 5.5)", p.lo, p.hi);
  }
  return OperatorPtr(std::make_unique<Clamp>(p));
}

Expected<OperatorPtr> read_relu(ParamReader&) {
  return OperatorPtr(std::make_unique<Relu>());
}

Expected<OperatorPtr> read_leaky(ParamReader& in) {
  WAI_CHECK(in.need(12));
  LeakyParams p;
  p.a = in.field<std::int64_t>();
  p.f = in.field<std::uint32_t>();
  if (p.f > 63) {
    return in.refuse("leaky: f is {}, above 63 (ops 5.5)", p.f);
  }
  return OperatorPtr(std::make_unique<Leaky>(p));
}

Expected<OperatorPtr> read_abs(ParamReader&) {
  return OperatorPtr(std::make_unique<Abs>());
}

Bytes write_params(const ClampParams& p) {
  ByteWriter out;
  out.i64(p.lo);
  out.i64(p.hi);
  return std::move(out).finish();
}

Bytes write_params(const LeakyParams& p) {
  ByteWriter out;
  out.i64(p.a);
  out.u32(p.f);
  return std::move(out).finish();
}

}  // namespace wai
