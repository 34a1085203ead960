#include "ops/requantisation.hpp"

#include <algorithm>

#include "ops/families.hpp"

namespace wai {
namespace {

// ---------------------------------------------------------------- rescale: out = rq_c(in)

class Rescale final : public Operator {
 public:
  explicit Rescale(RescaleParams p) : p_(std::move(p)) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return one_count(in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext&) const override {
    return one_shape(in[0]);
  }

  // rq.t = [l + b_pre[c], h + b_pre[c]], then the rq rules.
  Expected<void> bounds(NodeRecord& node) const override {
    rq_conditions(p_.rq, node);
    for (std::size_t c = 0; c < p_.rq.distinct_channels(); ++c) {
      const Wide pre = p_.rq.pre_bias(c);
      node.result(0, rq_bounds(p_.rq, c, node.arith.add(node.x(), Interval{pre, pre}), node));
    }
    return {};
  }

  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override {
    const Tensor& x = *in[0];
    const std::size_t plane = x.shape.plane();
    with_probe(ctx.trace, [&](auto probe) {
      for (std::size_t i = 0; i < x.data.size(); ++i) {
        out[0].data[i] = rq_value(p_.rq, i / plane, x.data[i], probe);
      }
    });
  }

 private:
  RescaleParams p_;
};

// ---------------------------------------------------------------- chscale: out = R_round(in * M[r][c], s)

class Chscale final : public Operator {
 public:
  Chscale(ChscaleParams p, std::uint64_t c) : p_(std::move(p)), c_(c) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return one_count(in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext&) const override {
    return one_shape(in[0]);
  }
  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  void conditions(NodeRecord& node) const;

  ChscaleParams p_;
  std::uint64_t c_;
};

// The conditions and flags take every row of M; the bounds only those the scalar's range allows (readings G7, G8).
void Chscale::conditions(NodeRecord& node) const {
  const Interval range = p_.m.visit([](const auto& m) {
    const auto [least, greatest] = std::minmax_element(m.begin(), m.end());
    return Interval{std::int64_t{*least}, std::int64_t{*greatest}};
  });
  node.mac = MacOperands{range};
  if (!range.lo.fits(32) || !range.hi.fits(32)) {
    node.fails_acc32("chscale.m");
  }
  if (p_.shift > 63) {
    node.fails_acc32("chscale.s");
  }
  node.npu_flags.insert("chscale");
  if (p_.round == Round::half_even) {
    node.npu_flags.insert("rq_half_even");
  }
  if (p_.round == Round::floor) {
    node.npu_flags.insert("rq_floor_mult");
  }
  if (range.lo < Wide(0)) {
    node.npu_flags.insert("rq_neg_mult");
  }
  if (p_.shift > 31) {
    node.npu_flags.insert("rq_shift_range");
  }
}

Expected<void> Chscale::bounds(NodeRecord& node) const {
  conditions(node);
  node.record("rq.t", node.x());
  // The scalar's range lies within [0, n_rows - 1]: a load check.
  const auto first = static_cast<std::size_t>(node.scalars[p_.scalar].lo.small());
  const auto last = static_cast<std::size_t>(node.scalars[p_.scalar].hi.small());
  for (std::size_t c = 0; c < c_; ++c) {
    for (std::size_t r = first; r <= last; ++r) {
      const Interval q = rq_product_bounds(node.x(), p_.m[r * c_ + c], p_.shift, p_.round, node);
      node.record("rq.y", q);
      node.result(0, q);
    }
  }
  return {};
}

void Chscale::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  const Tensor& x = *in[0];
  const std::size_t plane = x.shape.plane();
  Rq rq;  // the steps of ops 5.1 with M[r][.] as the multipliers
  rq.round = p_.round;
  rq.m_kind = RqKind::per_channel;
  rq.shift = {p_.shift};
  const auto row = static_cast<std::size_t>(ctx.scalars[p_.scalar]);
  for (std::size_t c = 0; c < c_; ++c) {
    rq.mult.push_back(p_.m[row * c_ + c]);
  }
  with_probe(ctx.trace, [&](auto probe) {
    for (std::size_t i = 0; i < x.data.size(); ++i) {
      out[0].data[i] = rq_value(rq, i / plane, x.data[i], probe);
    }
  });
}

// ---------------------------------------------------------------- mul: out = rq_c(a * b)

class Mul final : public Operator {
 public:
  explicit Mul(MulParams p) : p_(std::move(p)) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (in[1] != in[0] && in[1] != 1) {
      return refuse(RefusalCode::model_mismatch, "mul: {} channels times {} (ops 5.4)", in[0], in[1]);
    }
    return one_count(in[0]);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[0].h != in[1].h || in[0].w != in[1].w) {
      return refuse(ctx.shape_code(), "mul: {} x {} times {} x {} (ops 5.4)", in[0].h, in[0].w, in[1].h, in[1].w);
    }
    return one_shape(in[0]);
  }

  // mul.p is the corner hull of the inputs' intervals; rq.t = mul.p, then the rq rules.
  Expected<void> bounds(NodeRecord& node) const override {
    rq_conditions(p_.rq, node);
    node.mac = MacOperands{};
    const Interval p = node.arith.corner_hull(node.x(0), node.x(1));
    node.record("mul.p", p);
    for (std::size_t c = 0; c < p_.rq.distinct_channels(); ++c) {
      node.result(0, rq_bounds(p_.rq, c, p, node));
    }
    return {};
  }

  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override {
    const Tensor& a = *in[0];
    const Tensor& b = *in[1];
    const std::size_t plane = a.shape.plane();
    const bool shared = b.shape.c != a.shape.c;
    with_probe(ctx.trace, [&](auto probe) {
      for (std::size_t i = 0; i < a.data.size(); ++i) {
        const i128 product = static_cast<i128>(a.data[i]) * b.data[shared ? i % plane : i];
        probe.note("mul.p", product);
        out[0].data[i] = rq_value(p_.rq, i / plane, product, probe);
      }
    });
  }

 private:
  MulParams p_;
};

}  // namespace

Expected<OperatorPtr> read_rescale(ParamReader& in) {
  WAI_TRY(Rq rq, read_rq(in, in.in_channels()));
  return OperatorPtr(std::make_unique<Rescale>(RescaleParams{std::move(rq)}));
}

Expected<OperatorPtr> read_chscale(ParamReader& in) {
  WAI_CHECK(in.need(12));
  ChscaleParams p;
  p.scalar = in.field<std::uint32_t>();
  p.n_rows = in.field<std::uint32_t>();
  const auto round = in.field<std::uint8_t>();
  const auto m_bytes = in.field<std::uint8_t>();
  p.shift = in.field<std::uint8_t>();
  WAI_CHECK(in.reserved(1));
  if (round > 2 || p.shift > 127) {
    return in.refuse("chscale: round {} and shift {} (ops 5.4, 10.4)", round, p.shift);
  }
  if (m_bytes != 4 && m_bytes != 8) {
    return in.refuse("chscale: m_bytes is {}, not 4 or 8 (ops 10.4)", m_bytes);
  }
  p.round = static_cast<Round>(round);
  if (p.scalar >= in.scalars().size()) {
    return in.refuse("chscale: scalar {} does not exist (ops 5.4)", p.scalar);
  }
  const ScalarRecord& row = in.scalars()[p.scalar];
  if (row.lo < 0 || row.hi >= static_cast<std::int64_t>(p.n_rows)) {
    return in.refuse("chscale: scalar {} ranges over [{}, {}], the table has {} rows (ops 5.4)", p.scalar, row.lo,
                     row.hi, p.n_rows);
  }
  WAI_TRY(const auto bytes, in.take(CheckedSize(p.n_rows) * in.in_channels() * m_bytes));
  p.m = PackedInts::read(bytes, m_bytes);
  return OperatorPtr(std::make_unique<Chscale>(std::move(p), in.in_channels()));
}

Expected<OperatorPtr> read_mul(ParamReader& in) {
  WAI_TRY(Rq rq, read_rq(in, in.in_channels()));
  if (rq.placement != BiasPlacement::none) {
    return in.refuse("mul has a bias (ops 5.4)");
  }
  return OperatorPtr(std::make_unique<Mul>(MulParams{std::move(rq)}));
}

Bytes write_params(const RescaleParams& p) {
  ByteWriter out;
  write_rq(out, p.rq);
  return std::move(out).finish();
}

Bytes write_params(const ChscaleParams& p) {
  ByteWriter out;
  out.u32(p.scalar);
  out.u32(p.n_rows);
  out.u8(static_cast<std::uint8_t>(p.round));
  out.u8(static_cast<std::uint8_t>(p.m.width()));
  out.u8(p.shift);
  out.zeros(1);
  p.m.write(out);
  return std::move(out).finish();
}

Bytes write_params(const MulParams& p) {
  ByteWriter out;
  write_rq(out, p.rq);
  return std::move(out).finish();
}

}  // namespace wai
