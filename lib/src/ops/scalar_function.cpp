#include "ops/scalar_function.hpp"

#include <algorithm>

#include "ops/exp_neg.hpp"
#include "ops/families.hpp"
#include "ops/same_shape.hpp"

namespace wai {
namespace {

constexpr std::int64_t kOneQ16 = std::int64_t{1} << 16;

// ---------------------------------------------------------------- sigmoid

class Sigmoid final : public SameShapeOperator {
 public:
  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;
};

// The image of an interval under |.|.
Interval magnitudes(const Interval& x, Arith& arith) {
  const Wide lo = arith.abs(x.lo);
  const Wide hi = arith.abs(x.hi);
  const bool holds_zero = x.lo <= Wide(0) && x.hi >= Wide(0);
  return {holds_zero ? Wide(0) : min(lo, hi), max(lo, hi)};
}

// ops 8.3, sigmoid: u = |v|; the dividend and the result have fixed intervals.
Expected<void> Sigmoid::bounds(NodeRecord& node) const {
  exp_neg_bounds(magnitudes(node.x(), node.arith), node);
  node.record("sig.num", {0, kExpNegMax * kOneQ16});
  node.result(0, {0, kOneQ16});
  return {};
}

// With e = exp_neg_q16(-|v|): floor(2^32 / (2^16 + e)) for v >= 0, floor(e * 2^16 / (2^16 + e)) below.
void Sigmoid::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  with_probe(ctx.trace, [&](auto probe) {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(), [&](std::int64_t v) {
      const std::int64_t e = exp_neg_value(v < 0 ? v : -v, probe);
      const std::int64_t dividend = v < 0 ? e * kOneQ16 : kOneQ16 * kOneQ16;  // sig.num
      probe.note("sig.num", dividend);
      return dividend / (kOneQ16 + e);  // both are >= 0
    });
  });
}

// ---------------------------------------------------------------- elu

class Elu final : public SameShapeOperator {
 public:
  explicit Elu(EluParams p) : p_(p) {}

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  EluParams p_;
};

// ops 8.3, elu: the hull of the parts that the input interval has. e - 2^16 lies in [-2^16, 17].
Expected<void> Elu::bounds(NodeRecord& node) const {
  const Interval& x = node.x();
  exp_neg_bounds({max(0, node.arith.neg(x.hi)), max(0, node.arith.neg(x.lo))}, node);
  const Interval product = node.arith.corner_hull({p_.alpha, p_.alpha}, {-kOneQ16, kExpNegMax - kOneQ16});
  node.record("elu.p", product);
  if (x.hi > Wide(0)) {
    node.result(0, {max(x.lo, 1), x.hi});
  }
  if (x.lo <= Wide(0)) {
    node.result(0, node.arith.floor_shift(product, 16));
  }
  return {};
}

// v for v > 0, else floor(alpha * (exp_neg_q16(v) - 2^16) / 2^16). elu.p is class wide.
void Elu::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  with_probe(ctx.trace, [&](auto probe) {
    std::transform(in[0]->data.begin(), in[0]->data.end(), out[0].data.begin(), [&](std::int64_t v) {
      if (v > 0) {
        return v;
      }
      const i128 product = static_cast<i128>(p_.alpha) * (exp_neg_value(v, probe) - kOneQ16);  // elu.p
      probe.note("elu.p", product);
      return narrow<std::int64_t>(floor_shift(product, 16));
    });
  });
}

}  // namespace

Expected<OperatorPtr> read_sigmoid(ParamReader&) {
  return OperatorPtr(std::make_unique<Sigmoid>());
}

Expected<OperatorPtr> read_elu(ParamReader& in) {
  WAI_CHECK(in.need(8));
  return OperatorPtr(std::make_unique<Elu>(EluParams{in.field<std::int64_t>()}));
}

Bytes write_params(const EluParams& p) {
  ByteWriter out;
  out.i64(p.alpha);
  return std::move(out).finish();
}

}  // namespace wai
