#include "ops/contraction.hpp"

#include <algorithm>

#include "ops/families.hpp"
#include "ops/reduction.hpp"

namespace wai {
namespace {

// The interval of every partial sum of n terms (ops 8.3, gram and apply).
Interval sums_of(const Wide& n, const Interval& term, Arith& arith) {
  return {arith.mul(n, min(0, term.lo)), arith.mul(n, max(0, term.hi))};
}

// What both operators record once their term and sum are known: rq.t is the sum.
void record_sums(const Rq& rq, const Interval& term, const Interval& acc, NodeRecord& node) {
  rq_conditions(rq, node);
  node.k_c_terms = term;
  node.mac = MacOperands{};
  node.result(0, rq_bounds(rq, 0, acc, node));
}

// Both inputs have C channels, a multiple of groups.
Expected<std::vector<std::uint64_t>> grouped_channels(std::string_view name, std::span<const std::uint64_t> in,
                                                      std::uint32_t groups) {
  if (in[0] != in[1] || in[0] % groups != 0) {
    return refuse(RefusalCode::model_mismatch, "{}: {} and {} channels in {} groups (ops 5.9)", name, in[0], in[1],
                  groups);
  }
  return one_count(in[0]);
}

// ---------------------------------------------------------------- gram

class Gram final : public Operator {
 public:
  explicit Gram(ContractionParams p) : p_(std::move(p)) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return grouped_channels("gram", in, p_.groups);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[0].h != in[1].h || in[0].w != in[1].w) {
      return refuse(ctx.shape_code(), "gram: {} x {} and {} x {} (ops 5.9)", in[0].h, in[0].w, in[1].h, in[1].w);
    }
    return one_shape({in[0].c, 1, in[0].c / p_.groups});
  }
  // L, the reduction's length, is the largest H*W of the inputs.
  Expected<void> bounds(NodeRecord& node) const override {
    const Interval term = node.arith.corner_hull(node.x(0), node.x(1));
    const Shape& largest = largest_shape(node);
    const Interval acc = sums_of(Wide::of_unsigned(largest.h * largest.w), term, node.arith);
    node.record("gram.term", term);
    node.record("gram.acc", acc);
    record_sums(p_.rq, term, acc, node);
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  ContractionParams p_;
};

// out[g*d + i][0][j] = R_round(sum over positions of A[g*d + i] * B[g*d + j], s). gram.term and every partial sum are
// class acc: i64 holds them.
void Gram::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  const std::size_t plane = in[0]->shape.plane();
  const auto d = static_cast<std::size_t>(out[0].shape.w);
  with_probe(ctx.trace, [&](auto probe) {
    for (std::size_t k = 0; k < out[0].data.size(); ++k) {  // k = (g*d + i)*d + j
      const std::int64_t* const a = &in[0]->data[k / d * plane];
      const std::int64_t* const b = &in[1]->data[(k / d / d * d + k % d) * plane];
      std::int64_t acc = 0;
      for (std::size_t pos = 0; pos < plane; ++pos) {
        const std::int64_t term = a[pos] * b[pos];
        acc += term;
        probe.note("gram.term", term);
        probe.note("gram.acc", acc);
      }
      out[0].data[k] = rq_value(p_.rq, 0, acc, probe);
    }
  });
}

// ---------------------------------------------------------------- apply

class Apply final : public Operator {
 public:
  Apply(ContractionParams p, std::uint64_t c) : p_(std::move(p)), d_(c / p_.groups) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    return grouped_channels("apply", in, p_.groups);
  }
  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    if (in[0].h != 1 || in[0].w != d_) {
      return refuse(ctx.shape_code(), "apply: its first input is {} x {}, not 1 x {} (ops 5.9)", in[0].h, in[0].w, d_);
    }
    return one_shape(in[1]);
  }
  Expected<void> bounds(NodeRecord& node) const override {
    const Interval term = node.arith.corner_hull(node.x(0), node.x(1));
    const Interval acc = sums_of(Wide::of_unsigned(d_), term, node.arith);
    node.record("apply.term", term);
    node.record("apply.acc", acc);
    record_sums(p_.rq, term, acc, node);
    return {};
  }
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  ContractionParams p_;
  std::uint64_t d_;  // C / groups
};

// out[g*d + i][y][x] = R_round(sum over j of A[g*d + i][0][j] * V[g*d + j][y][x], s), a plane of outputs at a time.
// apply.term and every partial sum are class acc: i64 holds them.
void Apply::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  const std::size_t plane = in[1]->shape.plane();
  const auto d = static_cast<std::size_t>(d_);
  std::vector<std::int64_t> acc(plane);
  with_probe(ctx.trace, [&](auto probe) {
    for (std::size_t c = 0; c < out[0].shape.c; ++c) {
      std::fill(acc.begin(), acc.end(), 0);
      for (std::size_t j = 0; j < d; ++j) {
        const std::int64_t a = in[0]->data[c * d + j];
        const std::int64_t* const v = &in[1]->data[(c / d * d + j) * plane];
        for (std::size_t pos = 0; pos < plane; ++pos) {
          const std::int64_t term = a * v[pos];
          acc[pos] += term;
          probe.note("apply.term", term);
          probe.note("apply.acc", acc[pos]);
        }
      }
      for (std::size_t pos = 0; pos < plane; ++pos) {
        out[0].data[c * plane + pos] = rq_value(p_.rq, 0, acc[pos], probe);
      }
    }
  });
}

// ---------------------------------------------------------------- parameters

Expected<ContractionParams> read_contraction(ParamReader& in) {
  WAI_CHECK(in.need(4));
  ContractionParams p;
  p.groups = in.field<std::uint32_t>();
  if (p.groups < 1 || in.in_channels() % p.groups != 0) {
    return in.refuse("{} channels in {} groups (ops 5.9)", in.in_channels(), p.groups);
  }
  WAI_TRY(p.rq, read_rq(in, in.in_channels()));
  if (p.rq.m_kind != RqKind::absent || p.rq.placement != BiasPlacement::none || p.rq.s_kind != RqKind::one) {
    return in.refuse("an rq other than no multiplier, no bias and one shift (ops 5.9, 10.4)");
  }
  return p;
}

}  // namespace

Expected<OperatorPtr> read_gram(ParamReader& in) {
  WAI_TRY(ContractionParams p, read_contraction(in));
  return OperatorPtr(std::make_unique<Gram>(std::move(p)));
}

Expected<OperatorPtr> read_apply(ParamReader& in) {
  WAI_TRY(ContractionParams p, read_contraction(in));
  return OperatorPtr(std::make_unique<Apply>(std::move(p), in.in_channels()));
}

Bytes write_params(const ContractionParams& p) {
  ByteWriter out;
  out.u32(p.groups);
  write_rq(out, p.rq);
  return std::move(out).finish();
}

}  // namespace wai
