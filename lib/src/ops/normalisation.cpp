#include "ops/normalisation.hpp"

#include <algorithm>
#include <limits>

#include "ops/exp_neg.hpp"
#include "ops/families.hpp"
#include "ops/reduction.hpp"
#include "ops/same_shape.hpp"

namespace wai {
namespace {

constexpr std::int64_t kOneQ16 = std::int64_t{1} << 16;
constexpr std::int64_t kRsqrtDividend = std::int64_t{1} << 32;  // rsq.num of rsqrt_q16 (ops 2)

// ---------------------------------------------------------------- igdn

class Igdn final : public SameShapeOperator {
 public:
  explicit Igdn(IgdnParams p) : p_(std::move(p)) {}

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  void conditions(NodeRecord& node) const;
  Interval final_norm(std::size_t i, const Interval& x2, NodeRecord& node) const;
  [[nodiscard]] bool norm_fits_i64(const Tensor& x) const;
  template <class Int, class G, class Probe>
  void positions(std::span<const G> gamma, const Tensor& x, Tensor& y, Probe probe) const;
  template <class Int, class G, class Probe>
  [[nodiscard]] i128 norm_of(std::size_t i, std::span<const G> row, const std::vector<Int>& x2, Probe probe) const;

  IgdnParams p_;
};

// ops 7.2.
void Igdn::conditions(NodeRecord& node) const {
  const bool gamma_fits = p_.gamma.visit([](const auto& gamma) {
    return std::all_of(gamma.begin(), gamma.end(), [](auto g) { return fits<std::int32_t>(g); });
  });
  if (!gamma_fits) {
    node.fails_acc32("igdn.gamma");
  }
  if (p_.gf > 63 || p_.frac > 63) {
    node.fails_acc32("igdn.shift");
  }
}

// {v^2 : v in x}, as ops 8.3 bounds it.
Interval squares(const Interval& x, Arith& arith) {
  const Wide lo = arith.mul(x.lo, x.lo);
  const Wide hi = arith.mul(x.hi, x.hi);
  const bool holds_zero = x.lo <= Wide(0) && x.hi >= Wide(0);
  return {holds_zero ? Wide(0) : min(lo, hi), max(lo, hi)};
}

// For output channel i: records igdn.gx2, igdn.term and igdn.N = A({term_ij}, beta_i), and returns the final norm Nf_i,
// each sum a left fold over j.
Interval Igdn::final_norm(std::size_t i, const Interval& x2, NodeRecord& node) const {
  const std::size_t c = p_.beta.size();
  const Wide beta = p_.beta[i];
  Interval sums = {min(0, beta), max(0, beta)};
  Interval norm = {beta, beta};
  std::optional<Interval> gx2_hull;
  std::optional<Interval> term_hull;
  for (std::size_t j = 0; j < c; ++j) {
    const Wide g = p_.gamma[i * c + j];
    const Interval gx2 = node.arith.corner_hull({g, g}, x2);
    const Interval term = node.arith.floor_shift(gx2, p_.gf);
    gx2_hull = gx2_hull ? hull(*gx2_hull, gx2) : gx2;
    term_hull = term_hull ? hull(*term_hull, term) : term;
    sums = node.arith.add(sums, {min(0, term.lo), max(0, term.hi)});
    norm = node.arith.add(norm, term);
  }
  node.record("igdn.gx2", *gx2_hull);
  node.record("igdn.term", *term_hull);
  node.record("igdn.N", sums);
  return norm;
}

// ops 8.3, igdn: r from the final norm, not from igdn.N.
Expected<void> Igdn::bounds(NodeRecord& node) const {
  conditions(node);
  const Interval x2 = squares(node.x(), node.arith);
  node.record("igdn.x2", x2);
  for (std::size_t i = 0; i < p_.beta.size(); ++i) {
    const Interval norm = final_norm(i, x2, node);
    const Interval r = {node.arith.isqrt(max(0, norm.lo)), node.arith.isqrt(max(0, norm.hi))};
    const Interval xr = node.arith.corner_hull(node.x(), r);
    node.record("igdn.r", r);
    node.record("igdn.xr", xr);
    node.result(0, node.arith.floor_shift(xr, p_.frac));
  }
  node.k_c_terms = node.intermediates.at("igdn.term");
  return {};
}

// The greatest magnitude; at most 2^63.
template <class T>
i128 greatest_magnitude(std::span<const T> values) {
  i128 greatest = 0;
  for (const T v : values) {
    greatest = std::max(greatest, v < 0 ? -static_cast<i128>(v) : static_cast<i128>(v));
  }
  return greatest;
}

// True when every x^2, gamma*x^2 and partial sum of these operands fits i64: with max|x| below 2^31 the product below
// stays under 2^62 * 2^63, and once it fits i64, C of it (C <= 2^26) stay under 2^89.
bool Igdn::norm_fits_i64(const Tensor& x) const {
  const i128 max_x = greatest_magnitude(std::span<const std::int64_t>(x.data));
  if (max_x > std::numeric_limits<std::int32_t>::max()) {
    return false;
  }
  const i128 max_gamma = p_.gamma.visit([](const auto& gamma) { return greatest_magnitude(gamma); });
  const i128 product = max_gamma * (max_x * max_x);
  const auto c = static_cast<i128>(p_.beta.size());
  return fits<std::int64_t>(product) &&
         fits<std::int64_t>(c * product + greatest_magnitude(std::span<const std::int64_t>(p_.beta)));
}

// N_i = beta_i + sum_j floor(gamma[i][j] * x_j^2 / 2^gf): each term floored, then summed.
template <class Int, class G, class Probe>
i128 Igdn::norm_of(std::size_t i, std::span<const G> row, const std::vector<Int>& x2, Probe probe) const {
  const i128 beta = p_.beta[i];
  Int sum = 0;
  for (std::size_t j = 0; j < row.size(); ++j) {
    const Int gx2 = static_cast<Int>(row[j]) * x2[j];  // igdn.gx2
    const Int term = floor_shift(gx2, p_.gf);          // igdn.term
    sum += term;                                       // igdn.N
    probe.note("igdn.gx2", gx2);
    probe.note("igdn.term", term);
    probe.note("igdn.N", sum);
    probe.note("igdn.N", beta + sum);
  }
  return beta + sum;
}

// r_i = isqrt(max(0, N_i)), out[i] = floor(x_i * r_i / 2^frac), at each position. x^2, N and x*r are class wide and
// gamma*x^2 is class product: i128 holds each, and i64 the norms when norm_fits_i64 says so.
template <class Int, class G, class Probe>
void Igdn::positions(std::span<const G> gamma, const Tensor& x, Tensor& y, Probe probe) const {
  const std::size_t c = p_.beta.size();
  const std::size_t plane = x.shape.plane();
  std::vector<Int> x2(c);
  for (std::size_t pos = 0; pos < plane; ++pos) {
    for (std::size_t j = 0; j < c; ++j) {
      const Int x_j = x.data[j * plane + pos];
      x2[j] = x_j * x_j;
      probe.note("igdn.x2", x2[j]);
    }
    for (std::size_t i = 0; i < c; ++i) {
      const i128 norm = norm_of(i, gamma.subspan(i * c, c), x2, probe);
      const i128 r = isqrt(static_cast<u128>(std::max<i128>(norm, 0)));
      const i128 xr = x.data[i * plane + pos] * r;
      probe.note("igdn.r", r);
      probe.note("igdn.xr", xr);
      y.data[i * plane + pos] = narrow<std::int64_t>(floor_shift(xr, p_.frac));
    }
  }
}

void Igdn::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  const bool small = norm_fits_i64(*in[0]);
  p_.gamma.visit([&](const auto& gamma) {
    with_probe(ctx.trace, [&](auto probe) {
      if (small) {
        positions<std::int64_t>(gamma, *in[0], out[0], probe);
      } else {
        positions<i128>(gamma, *in[0], out[0], probe);
      }
    });
  });
}

// ---------------------------------------------------------------- layernorm_c

class LayernormC final : public SameShapeOperator {
 public:
  explicit LayernormC(LayernormCParams p) : p_(std::move(p)) {}

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  Interval normalised_bounds(const Wide& width, NodeRecord& node) const;
  template <class Probe>
  void position(const Tensor& x, std::size_t pos, Tensor& y, Probe probe) const;

  LayernormCParams p_;
};

// ops 8.3, layernorm_c, from h - l: records rsq.num, ln.k, ln.dk and ln.n, and returns ln.n, all with lemma L1's ends.
Interval LayernormC::normalised_bounds(const Wide& width, NodeRecord& node) const {
  Arith& a = node.arith;
  const Wide root_c = a.isqrt_ceil(Wide::of_unsigned(p_.beta.size()));
  const Wide r0 = a.isqrt(Wide::of_unsigned(p_.epsilon));
  const Wide r0_next = a.add(r0, 1);
  const Wide k = a.floor_div(kRsqrtDividend, r0);
  const Wide dk = a.mul(width, k);
  const Wide dk_lemma = a.ceil_div(a.mul(a.mul(root_c, kRsqrtDividend), r0_next), r0);
  const Wide d = min(dk, dk_lemma);
  const Wide n_lemma = a.add(a.floor_div(a.mul(a.mul(root_c, kOneQ16), r0_next), r0), 1);
  const Wide n = min(a.add(a.floor_shift(dk, 16), 1), n_lemma);
  const Interval normalised = {a.neg(n), n};
  node.record("rsq.num", {kRsqrtDividend, kRsqrtDividend});
  node.record("ln.k", {0, k});
  node.record("ln.dk", {a.neg(d), d});
  node.record("ln.n", normalised);
  return normalised;
}

// ops 8.3, layernorm_c.
Expected<void> LayernormC::bounds(NodeRecord& node) const {
  Arith& a = node.arith;
  const Interval& x = node.x();
  const Wide c = Wide::of_unsigned(p_.beta.size());
  const Wide half = Wide::of_unsigned(p_.beta.size() / 2);
  const Wide epsilon = Wide::of_unsigned(p_.epsilon);
  const Wide width = a.sub(x.hi, x.lo);
  const Wide width2 = a.mul(width, width);
  node.record("ln.S", {a.mul(c, min(0, x.lo)), a.mul(c, max(0, x.hi))});
  node.record("ln.m", {a.sub(a.mul(c, x.lo), half), a.add(a.mul(c, x.hi), half)});
  node.record("ln.d", {a.sub(x.lo, x.hi), width});
  node.record("ln.T", {0, a.mul(c, width2)});
  node.record("ln.v", {epsilon, a.add(width2, epsilon)});
  const Interval n = normalised_bounds(width, node);
  for (std::size_t i = 0; i < p_.beta.size(); ++i) {
    const Wide gamma = p_.gamma[i];
    const Interval ng = a.corner_hull(n, {gamma, gamma});
    node.record("ln.ng", ng);
    node.result(0, a.add(a.floor_shift(ng, 16), Interval{p_.beta[i], p_.beta[i]}));
  }
  return {};
}

// One position of layernorm_c (ops 5.7), named as there. S, M, T, U, d*k and n*gamma are class wide; V + epsilon may
// pass 64 bits.
template <class Probe>
void LayernormC::position(const Tensor& x, std::size_t pos, Tensor& y, Probe probe) const {
  const std::size_t channels = p_.beta.size();
  const std::size_t plane = x.shape.plane();
  const auto c = static_cast<i128>(channels);
  i128 s = 0;
  for (std::size_t i = 0; i < channels; ++i) {
    s += x.data[i * plane + pos];
    probe.note("ln.S", s);
  }
  const i128 m_dividend = s + c / 2 * sgn(s);  // M
  const i128 mean = trunc_div(m_dividend, c);
  probe.note("ln.m", m_dividend);
  i128 t = 0;
  for (std::size_t i = 0; i < channels; ++i) {
    const i128 d = x.data[i * plane + pos] - mean;
    t += d * d;
    probe.note("ln.d", d);
    probe.note("ln.T", t);
  }
  const i128 u = floor_div(t, c) + static_cast<i128>(p_.epsilon);
  const i128 k = rsqrt_q16(static_cast<u128>(u));
  probe.note("ln.v", u);
  probe.note("rsq.num", kRsqrtDividend);
  probe.note("ln.k", k);
  for (std::size_t i = 0; i < channels; ++i) {
    const i128 dk = (x.data[i * plane + pos] - mean) * k;
    const i128 n = floor_shift(dk, 16);
    const i128 ng = n * p_.gamma[i];
    probe.note("ln.dk", dk);
    probe.note("ln.n", n);
    probe.note("ln.ng", ng);
    y.data[i * plane + pos] = narrow<std::int64_t>(floor_shift(ng, 16) + p_.beta[i]);
  }
}

void LayernormC::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  with_probe(ctx.trace, [&](auto probe) {
    for (std::size_t pos = 0; pos < in[0]->shape.plane(); ++pos) {
      position(*in[0], pos, out[0], probe);
    }
  });
}

// ---------------------------------------------------------------- l2norm

class L2norm final : public SameShapeOperator {
 public:
  explicit L2norm(L2normParams p) : p_(p) {}

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  template <class Probe>
  void channel(std::span<const std::int64_t> x, std::span<std::int64_t> y, Probe probe) const;

  L2normParams p_;
};

// ops 8.3, l2norm, with lemma L2's ends. L is the largest H*W of the input.
Expected<void> L2norm::bounds(NodeRecord& node) const {
  Arith& a = node.arith;
  const Shape& largest = largest_shape(node);
  const Wide l = Wide::of_unsigned(largest.h * largest.w);
  const Wide x = max(a.abs(node.x().lo), a.abs(node.x().hi));
  const Wide epsilon = Wide::of_unsigned(p_.epsilon);
  node.record("l2.T", {0, a.add(a.mul(l, a.mul(x, x)), epsilon)});
  node.record("rsq.num", {kRsqrtDividend, kRsqrtDividend});
  node.record("l2.k", {0, a.floor_div(kRsqrtDividend, a.isqrt(epsilon))});
  node.record("l2.vk", {-kRsqrtDividend, kRsqrtDividend});
  node.result(0, {-kOneQ16, kOneQ16});
  return {};
}

// T = sum of v^2, k = rsqrt_q16(T + epsilon), out = floor(v*k / 2^16). T, T + epsilon and v*k are class wide.
template <class Probe>
void L2norm::channel(std::span<const std::int64_t> x, std::span<std::int64_t> y, Probe probe) const {
  i128 t = 0;
  for (const std::int64_t v : x) {
    t += static_cast<i128>(v) * v;
    probe.note("l2.T", t);
  }
  const i128 u = t + static_cast<i128>(p_.epsilon);
  const i128 k = rsqrt_q16(static_cast<u128>(u));
  probe.note("l2.T", u);
  probe.note("rsq.num", kRsqrtDividend);
  probe.note("l2.k", k);
  std::transform(x.begin(), x.end(), y.begin(), [&](std::int64_t v) {
    const i128 vk = v * k;
    probe.note("l2.vk", vk);
    return narrow<std::int64_t>(floor_shift(vk, 16));
  });
}

void L2norm::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  const std::size_t plane = in[0]->shape.plane();
  with_probe(ctx.trace, [&](auto probe) {
    for (std::size_t first = 0; first < in[0]->data.size(); first += plane) {
      channel(std::span(in[0]->data).subspan(first, plane), std::span(out[0].data).subspan(first, plane), probe);
    }
  });
}

// ---------------------------------------------------------------- softmax

class Softmax final : public SameShapeOperator {
 public:
  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  template <class Probe>
  void row(std::span<const std::int64_t> x, std::span<std::int64_t> y, Probe probe) const;
};

// ops 8.3, softmax. W_max is the largest W of the input.
Expected<void> Softmax::bounds(NodeRecord& node) const {
  Arith& a = node.arith;
  const Interval& x = node.x();
  const Wide sum = a.mul(Wide::of_unsigned(largest_shape(node).w), kExpNegMax);
  node.record("sm.diff", {a.sub(x.lo, x.hi), 0});
  exp_neg_bounds({0, a.sub(x.hi, x.lo)}, node);
  node.record("sm.sum", {0, sum});
  node.record("sm.num", {0, a.add(kExpNegMax * kOneQ16, a.floor_div(sum, 2))});
  node.result(0, {0, kOneQ16});
  return {};
}

// e_x = exp_neg_q16(v_x - max), out_x = floor((e_x * 2^16 + floor(sum / 2)) / sum); every value is class acc. y holds
// e_x until the sum is known.
template <class Probe>
void Softmax::row(std::span<const std::int64_t> x, std::span<std::int64_t> y, Probe probe) const {
  const std::int64_t greatest = *std::max_element(x.begin(), x.end());
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::int64_t difference = x[i] - greatest;  // sm.diff
    probe.note("sm.diff", difference);
    y[i] = exp_neg_value(difference, probe);
    sum += y[i];
    probe.note("sm.sum", sum);
  }
  for (std::int64_t& v : y) {
    const std::int64_t dividend = v * kOneQ16 + sum / 2;  // sm.num
    probe.note("sm.num", dividend);
    v = dividend / sum;  // both are >= 0, and sum >= 65553
  }
}

void Softmax::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  const auto w = static_cast<std::size_t>(in[0]->shape.w);
  with_probe(ctx.trace, [&](auto probe) {
    for (std::size_t first = 0; first < in[0]->data.size(); first += w) {
      row(std::span(in[0]->data).subspan(first, w), std::span(out[0].data).subspan(first, w), probe);
    }
  });
}

// ---------------------------------------------------------------- parameters

// u8 g_bytes, 7 reserved; gamma[n_gamma], beta[n_beta].
Expected<void> read_gamma_beta(ParamReader& in, CheckedSize n_gamma, std::uint64_t n_beta, PackedInts& gamma,
                               std::vector<std::int64_t>& beta) {
  const auto g_bytes = in.field<std::uint8_t>();
  if (g_bytes != 4 && g_bytes != 8) {
    return in.refuse("g_bytes is {}, not 4 or 8 (ops 10.4)", g_bytes);
  }
  WAI_CHECK(in.reserved(7));
  WAI_TRY(const auto gamma_bytes, in.take(n_gamma * g_bytes));
  gamma = PackedInts::read(gamma_bytes, g_bytes);
  WAI_CHECK(in.need(CheckedSize(n_beta) * 8));
  beta.resize(static_cast<std::size_t>(n_beta));
  std::generate(beta.begin(), beta.end(), [&] { return in.field<std::int64_t>(); });
  return {};
}

void write_gamma_beta(ByteWriter& out, const PackedInts& gamma, const std::vector<std::int64_t>& beta) {
  out.u8(static_cast<std::uint8_t>(gamma.width()));
  out.zeros(7);
  gamma.write(out);
  for (const std::int64_t b : beta) {
    out.i64(b);
  }
}

Expected<std::uint64_t> read_epsilon(ParamReader& in) {
  const auto epsilon = in.field<std::uint64_t>();
  if (epsilon < 1) {
    return in.refuse("epsilon is 0 (ops 5.7)");
  }
  return epsilon;
}

}  // namespace

Expected<OperatorPtr> read_igdn(ParamReader& in) {
  WAI_CHECK(in.need(16));
  IgdnParams p;
  p.gf = in.field<std::uint32_t>();
  p.frac = in.field<std::uint32_t>();
  if (p.gf > 127 || p.frac > 127) {
    return in.refuse("igdn: shifts {} and {}, above 127 (ops 5.7)", p.gf, p.frac);
  }
  const std::uint64_t c = in.in_channels();
  WAI_CHECK(read_gamma_beta(in, CheckedSize(c) * c, c, p.gamma, p.beta));
  return OperatorPtr(std::make_unique<Igdn>(std::move(p)));
}

Expected<OperatorPtr> read_layernorm_c(ParamReader& in) {
  WAI_CHECK(in.need(16));
  LayernormCParams p;
  WAI_TRY(p.epsilon, read_epsilon(in));
  const std::uint64_t c = in.in_channels();
  WAI_CHECK(read_gamma_beta(in, c, c, p.gamma, p.beta));
  return OperatorPtr(std::make_unique<LayernormC>(std::move(p)));
}

Expected<OperatorPtr> read_l2norm(ParamReader& in) {
  WAI_CHECK(in.need(8));
  WAI_TRY(const std::uint64_t epsilon, read_epsilon(in));
  return OperatorPtr(std::make_unique<L2norm>(L2normParams{epsilon}));
}

Expected<OperatorPtr> read_softmax(ParamReader&) {
  return OperatorPtr(std::make_unique<Softmax>());
}

Bytes write_params(const IgdnParams& p) {
  ByteWriter out;
  out.u32(p.gf);
  out.u32(p.frac);
  write_gamma_beta(out, p.gamma, p.beta);
  return std::move(out).finish();
}

Bytes write_params(const LayernormCParams& p) {
  ByteWriter out;
  out.u64(p.epsilon);
  write_gamma_beta(out, p.gamma, p.beta);
  return std::move(out).finish();
}

Bytes write_params(const L2normParams& p) {
  ByteWriter out;
  out.u64(p.epsilon);
  return std::move(out).finish();
}

}  // namespace wai
