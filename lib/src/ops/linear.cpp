#include "ops/linear.hpp"

#include <algorithm>

#include "ops/families.hpp"

namespace wai {
namespace {

// The weights that one bound reads: how the rules of ops 8.2 visit them, once each, without copying them.
// `for_each(f)` calls f(w) for every weight of the set.
struct WeightSums {
  i128 positive = 0;  // S+; fewer than 2^32 weights of at most 2^63
  i128 negative = 0;  // S-
};

template <class ForEach>
WeightSums weight_sums(const ForEach& for_each) {
  WeightSums sums;
  for_each([&](std::int64_t w) { (w > 0 ? sums.positive : sums.negative) += w; });
  return sums;
}

// A(K, b) of ops 8.2 for the terms of one weight set over one input interval.
//
// When both ends of x fit i128, the few-sums form of ops 8.2 gives the pass's integers: |term| < 2^63 * 2^127 and
// there are fewer than 2^32 of them, so every end stays below 2^223 and nothing saturates. Otherwise term by term.
template <class ForEach>
Interval partial_sums(const ForEach& for_each, const Interval& x, std::int64_t bias, Arith& arith) {
  const Wide low = min(Wide(0), x.lo);
  const Wide high = max(Wide(0), x.hi);
  Interval acc = {std::min<std::int64_t>(0, bias), std::max<std::int64_t>(0, bias)};
  if (x.lo.is_small() && x.hi.is_small()) {
    const WeightSums sums = weight_sums(for_each);
    const Wide positive = Wide::of(sums.positive);
    const Wide negative = Wide::of(sums.negative);
    acc.lo = arith.add(acc.lo, arith.add(arith.mul(low, positive), arith.mul(high, negative)));
    acc.hi = arith.add(acc.hi, arith.add(arith.mul(high, positive), arith.mul(low, negative)));
    return acc;
  }
  for_each([&](std::int64_t w) {
    const Interval term = arith.corner_hull(x, {w, w});
    acc.lo = arith.add(acc.lo, min(Wide(0), term.lo));
    acc.hi = arith.add(acc.hi, max(Wide(0), term.hi));
  });
  return acc;
}

// What both operators record of their weights: the hull of the term intervals (for a fixed end, w*l is monotone in w,
// so the extreme weights decide, ops 8.2), the conditions of 7.2 and the operands of the multiply-accumulate.
void record_weights(const PackedInts& weights, const Rq& rq, std::string_view term_key, NodeRecord& node) {
  const Interval range = weights.visit([](const auto& w) {
    const auto [least, greatest] = std::minmax_element(w.begin(), w.end());
    return Interval{std::int64_t{*least}, std::int64_t{*greatest}};
  });
  const Interval term = node.arith.corner_hull(range, node.x());
  node.record(term_key, term);
  node.k_c_terms = term;
  node.mac = MacOperands{range};
  rq_conditions(rq, node);
  if (!range.lo.fits(32) || !range.hi.fits(32)) {
    node.fails_acc32("weights");
  }
}

Expected<PackedInts> read_weights(ParamReader& in, std::uint8_t width, CheckedSize count) {
  WAI_TRY(const auto bytes, in.take(count * width));
  return PackedInts::read(bytes, width);
}

Expected<std::uint8_t> read_weight_width(ParamReader& in) {
  const auto width = in.field<std::uint8_t>();
  if (width != 1 && width != 2 && width != 4 && width != 8) {
    return in.refuse("w_bytes is {}, not 1, 2, 4 or 8 (ops 10.4)", width);
  }
  WAI_CHECK(in.reserved(3));
  return width;
}

void write_weights(ByteWriter& out, const Rq& rq, const PackedInts& weights) {
  out.u8(static_cast<std::uint8_t>(weights.width()));
  out.zeros(3);
  write_rq(out, rq);
  weights.write(out);
}

// ---------------------------------------------------------------- conv (ops 5.2)

class Conv final : public Operator {
 public:
  Conv(ConvParams p, std::uint64_t cin) : p_(std::move(p)), cg_(cin / p_.groups) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t> in,
                                                std::span<const std::uint64_t>) const override {
    if (in[0] % p_.groups != 0 || p_.cout % p_.groups != 0) {
      return refuse(RefusalCode::model_mismatch, "conv: {} input and {} output channels in {} groups (ops 5.2)", in[0],
                    p_.cout, p_.groups);
    }
    return one_count(p_.cout);
  }

  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    const Shape& x = in[0];
    WAI_TRY(const std::uint64_t hp, formed_size(CheckedSize(x.h) + CheckedSize(2) * p_.ph, "conv: the padded height"));
    WAI_TRY(const std::uint64_t wp, formed_size(CheckedSize(x.w) + CheckedSize(2) * p_.pw, "conv: the padded width"));
    if (hp < p_.kh || wp < p_.kw) {
      return refuse(ctx.shape_code(), "conv: a kernel of {} x {} on a padded input of {} x {} (ops 5.2)", p_.kh, p_.kw,
                    hp, wp);
    }
    return one_shape({p_.cout, (hp - p_.kh) / p_.sh + 1, (wp - p_.kw) / p_.sw + 1});
  }

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  template <class W, class Probe>
  void rows(std::span<const W> weights, const Tensor& x, Tensor& y, Probe probe) const;
  template <class W, class Probe>
  void add_row(const W* w, const std::int64_t* in, std::uint64_t n_in, std::vector<std::int64_t>& acc,
               Probe probe) const;

  ConvParams p_;
  std::uint64_t cg_;  // cin / groups
};

// ops 8.3, conv: conv.acc = A(K_o, b_pre[o]) for the cg*kh*kw taps of each output channel o, rq.t = conv.acc.
Expected<void> Conv::bounds(NodeRecord& node) const {
  record_weights(p_.weights, p_.rq, "conv.term", node);
  if (p_.groups != 1 && (p_.groups != cg_ * p_.groups || p_.cout != p_.groups)) {
    node.npu_reasons.insert("conv_groups");
  }
  const std::size_t taps = static_cast<std::size_t>(cg_) * p_.kh * p_.kw;
  p_.weights.visit([&](const auto& w) {
    for (std::size_t o = 0; o < p_.cout; ++o) {
      const auto own = w.subspan(o * taps, taps);
      const auto for_each = [&](auto f) { std::for_each(own.begin(), own.end(), f); };
      const Interval acc = partial_sums(for_each, node.x(), p_.rq.pre_bias(o), node.arith);
      node.record("conv.acc", acc);
      node.result(0, rq_bounds(p_.rq, o, acc, node));
    }
  });
  return {};
}

// The taps of one axis that reach the input: u = y*s + i - p within [0, n) for output y.
struct Reach {
  std::uint64_t first = 0;  // the first output position whose tap lands inside
  std::uint64_t end = 0;    // one past the last
};
Reach reach_of(std::uint64_t tap, std::uint64_t pad, std::uint64_t stride, std::uint64_t n_in, std::uint64_t n_out) {
  // y*s + tap >= pad  and  y*s + tap < n_in + pad
  const std::uint64_t first = tap >= pad ? 0 : (pad - tap + stride - 1) / stride;
  const std::uint64_t end = n_in + pad > tap ? (n_in + pad - tap - 1) / stride + 1 : 0;
  return {first, std::min(end, n_out)};
}

// One kernel row against one input row: acc[x] += w[j] * in[x*sw + j - pw] wherever that column is in the input.
template <class W, class Probe>
void Conv::add_row(const W* w, const std::int64_t* in, std::uint64_t n_in, std::vector<std::int64_t>& acc,
                   Probe probe) const {
  for (std::size_t j = 0; j < p_.kw; ++j) {
    const Reach r = reach_of(j, p_.pw, p_.sw, n_in, acc.size());
    for (std::size_t col = r.first; col < r.end; ++col) {
      const std::int64_t term = w[j] * in[col * p_.sw + j - p_.pw];
      acc[col] += term;
      probe.note("conv.term", term);
      probe.note("conv.acc", acc[col]);
    }
  }
}

// The kernel rows that reach the input from one output row: top + i - p within [0, n), top the row times its stride.
Reach kernel_rows(std::uint64_t top, std::uint64_t pad, std::uint64_t n_in, std::uint64_t k) {
  const std::uint64_t first = pad > top ? pad - top : 0;
  const std::uint64_t end = n_in + pad > top ? n_in + pad - top : 0;
  return {first, std::min(end, k)};
}

// acc[o][y][x] = sum of Wt[o][ci][i][j] * X~[(o/og)*cg + ci][y*sh + i - ph][x*sw + j - pw], a row of outputs at a time,
// over the taps that reach the input. conv.acc is certified within i64 for every partial sum in any order (ops 8.2).
template <class W, class Probe>
void Conv::rows(std::span<const W> weights, const Tensor& x, Tensor& y, Probe probe) const {
  const std::size_t og = p_.cout / p_.groups;
  std::vector<std::int64_t> acc(static_cast<std::size_t>(y.shape.w));
  for (std::size_t o = 0; o < p_.cout; ++o) {
    for (std::size_t row = 0; row < y.shape.h; ++row) {
      std::fill(acc.begin(), acc.end(), 0);
      const std::uint64_t top = row * p_.sh;  // in padded rows
      const Reach taps = kernel_rows(top, p_.ph, x.shape.h, p_.kh);
      for (std::size_t ci = 0; ci < cg_ && taps.first < taps.end; ++ci) {
        const W* const kernel = &weights[(o * cg_ + ci) * p_.kh * p_.kw];
        for (std::size_t i = taps.first; i < taps.end; ++i) {
          const std::size_t line = ((o / og * cg_ + ci) * x.shape.h + (top + i - p_.ph)) * x.shape.w;
          add_row(kernel + i * p_.kw, &x.data[line], x.shape.w, acc, probe);
        }
      }
      std::int64_t* const out = &y.data[(o * y.shape.h + row) * y.shape.w];
      for (std::size_t col = 0; col < y.shape.w; ++col) {
        probe.note("conv.acc", static_cast<i128>(acc[col]) + p_.rq.pre_bias(o));
        out[col] = rq_value(p_.rq, o, acc[col], probe);
      }
    }
  }
}

void Conv::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  p_.weights.visit([&](const auto& w) { with_probe(ctx.trace, [&](auto probe) { rows(w, *in[0], out[0], probe); }); });
}

// ---------------------------------------------------------------- conv_transpose (ops 5.3)

class ConvTranspose final : public Operator {
 public:
  ConvTranspose(ConvTransposeParams p, std::uint64_t cin) : p_(std::move(p)), cin_(cin) {}

  Expected<std::vector<std::uint64_t>> channels(std::span<const std::uint64_t>,
                                                std::span<const std::uint64_t>) const override {
    return one_count(p_.cout);
  }

  Expected<std::vector<Shape>> plan(std::span<const Shape> in, std::span<const std::uint64_t>,
                                    const PlanContext& ctx) const override {
    const Shape& x = in[0];
    WAI_TRY(const std::uint64_t uh,
            formed_size(CheckedSize(x.h - 1) * p_.sh + p_.kh + p_.oph, "conv_transpose: the uncropped height"));
    WAI_TRY(const std::uint64_t uw,
            formed_size(CheckedSize(x.w - 1) * p_.sw + p_.kw + p_.opw, "conv_transpose: the uncropped width"));
    WAI_CHECK(formed_size(CheckedSize(p_.cout) * uh * uw, "conv_transpose: the uncropped output"));
    const std::uint64_t crop_h = std::uint64_t{2} * p_.ph;
    const std::uint64_t crop_w = std::uint64_t{2} * p_.pw;
    if (uh <= crop_h || uw <= crop_w) {
      return refuse(ctx.shape_code(), "conv_transpose: a crop of {} x {} leaves nothing of {} x {} (ops 5.3)", crop_h,
                    crop_w, uh, uw);
    }
    return one_shape({p_.cout, uh - crop_h, uw - crop_w});
  }

  Expected<void> bounds(NodeRecord& node) const override;
  void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const override;

 private:
  template <class W>
  Interval residue_sums(std::span<const W> w, std::size_t o, std::size_t ry, std::size_t rx, NodeRecord& node) const;
  template <class W, class Probe>
  void rows(std::span<const W> weights, const Tensor& x, Tensor& y, Probe probe) const;
  template <class W, class Probe>
  void add_row(const W* w, const std::int64_t* in, std::uint64_t n_in, std::vector<std::int64_t>& acc,
               Probe probe) const;

  ConvTransposeParams p_;
  std::uint64_t cin_;
};

// A(K_rho, b_pre[o]) over the taps i = ry (mod sh), j = rx (mod sw) of output channel o.
template <class W>
Interval ConvTranspose::residue_sums(std::span<const W> w, std::size_t o, std::size_t ry, std::size_t rx,
                                     NodeRecord& node) const {
  const auto for_each = [&](auto f) {
    for (std::size_t ci = 0; ci < cin_; ++ci) {
      const W* const kernel = &w[(ci * p_.cout + o) * p_.kh * p_.kw];
      for (std::size_t i = ry; i < p_.kh; i += p_.sh) {
        for (std::size_t j = rx; j < p_.kw; j += p_.sw) {
          f(kernel[i * p_.kw + j]);
        }
      }
    }
  };
  return partial_sums(for_each, node.x(), p_.rq.pre_bias(o), node.arith);
}

// ops 8.3, conv_transpose: convT.acc is the hull over the residues; one output position reads the taps of one. Only
// residues below min(stride, kernel) have taps, and the others never widen the hull (readings G10).
Expected<void> ConvTranspose::bounds(NodeRecord& node) const {
  record_weights(p_.weights, p_.rq, "convT.term", node);
  p_.weights.visit([&](const auto& w) {
    for (std::size_t o = 0; o < p_.cout; ++o) {
      Interval acc = {0, 0};
      for (std::size_t ry = 0; ry < std::min(p_.sh, p_.kh); ++ry) {
        for (std::size_t rx = 0; rx < std::min(p_.sw, p_.kw); ++rx) {
          acc = hull(acc, residue_sums(w, o, ry, rx, node));
        }
      }
      node.record("convT.acc", acc);
      node.result(0, rq_bounds(p_.rq, o, acc, node));
    }
  });
  return {};
}

// One kernel row against one input row: acc[v*sw + j - pw] += w[j] * in[v] wherever that column is kept.
template <class W, class Probe>
void ConvTranspose::add_row(const W* w, const std::int64_t* in, std::uint64_t n_in, std::vector<std::int64_t>& acc,
                            Probe probe) const {
  for (std::size_t j = 0; j < p_.kw; ++j) {
    // v*sw + j in [pw, pw + Wo)
    const std::uint64_t first = j >= p_.pw ? 0 : (p_.pw - j + p_.sw - 1) / p_.sw;
    const std::uint64_t past = p_.pw + acc.size();
    const std::uint64_t end = past > j ? std::min<std::uint64_t>(n_in, (past - j - 1) / p_.sw + 1) : 0;
    for (std::uint64_t v = first; v < end; ++v) {
      const std::int64_t term = w[j] * in[v];
      std::int64_t& sum = acc[v * p_.sw + j - p_.pw];
      sum += term;
      probe.note("convT.term", term);
      probe.note("convT.acc", sum);
    }
  }
}

// acc[o][y][x] = sum of Wt[ci][o][i][j] * X[ci][ty/sh][tx/sw] over the taps that reach, a row of outputs at a time.
// Only kernel rows i = top (mod sh) with (top - i)/sh in the input are visited, so that the work stays within the
// declared cost of pay 7 (every input element times cout*kh*kw) however tall the kernel or wide the stride.
// convT.acc is certified within i64 for every partial sum in any order (ops 8.2).
template <class W, class Probe>
void ConvTranspose::rows(std::span<const W> weights, const Tensor& x, Tensor& y, Probe probe) const {
  std::vector<std::int64_t> acc(static_cast<std::size_t>(y.shape.w));
  for (std::size_t o = 0; o < p_.cout; ++o) {
    for (std::size_t row = 0; row < y.shape.h; ++row) {
      std::fill(acc.begin(), acc.end(), 0);
      const std::uint64_t top = row + p_.ph;               // ty + i
      const std::uint64_t last = (x.shape.h - 1) * p_.sh;  // where the last input row's taps start; within 2^26
      const std::uint64_t first = top > last ? top - last : top % p_.sh;
      const std::uint64_t end = std::min<std::uint64_t>(p_.kh, top + 1);
      for (std::size_t ci = 0; ci < cin_ && first < end; ++ci) {
        const W* const kernel = &weights[(ci * p_.cout + o) * p_.kh * p_.kw];
        for (std::size_t i = first; i < end; i += p_.sh) {
          const std::uint64_t u = (top - i) / p_.sh;
          add_row(kernel + i * p_.kw, &x.data[(ci * x.shape.h + u) * x.shape.w], x.shape.w, acc, probe);
        }
      }
      std::int64_t* const out = &y.data[(o * y.shape.h + row) * y.shape.w];
      for (std::size_t col = 0; col < y.shape.w; ++col) {
        probe.note("convT.acc", static_cast<i128>(acc[col]) + p_.rq.pre_bias(o));
        out[col] = rq_value(p_.rq, o, acc[col], probe);
      }
    }
  }
}

void ConvTranspose::evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const {
  p_.weights.visit([&](const auto& w) { with_probe(ctx.trace, [&](auto probe) { rows(w, *in[0], out[0], probe); }); });
}

}  // namespace

Expected<OperatorPtr> read_conv(ParamReader& in) {
  WAI_CHECK(in.need(36));
  ConvParams p;
  for (std::uint32_t* field : {&p.cout, &p.kh, &p.kw, &p.sh, &p.sw, &p.ph, &p.pw, &p.groups}) {
    *field = in.field<std::uint32_t>();
  }
  if (p.cout < 1 || p.kh < 1 || p.kw < 1 || p.sh < 1 || p.sw < 1 || p.groups < 1) {
    return in.refuse("cout {}, kernel {} x {}, stride {} x {}, groups {}: each is at least 1 (ops 5.2)", p.cout, p.kh,
                     p.kw, p.sh, p.sw, p.groups);
  }
  const std::uint64_t cin = in.in_channels();
  if (cin % p.groups != 0 || p.cout % p.groups != 0) {
    return in.refuse("{} input and {} output channels in {} groups (ops 5.2)", cin, p.cout, p.groups);
  }
  WAI_TRY(const auto width, read_weight_width(in));
  WAI_TRY(p.rq, read_rq(in, p.cout));
  WAI_TRY(p.weights, read_weights(in, width, CheckedSize(p.cout) * (cin / p.groups) * p.kh * p.kw));
  return OperatorPtr(std::make_unique<Conv>(std::move(p), cin));
}

Expected<OperatorPtr> read_conv_transpose(ParamReader& in) {
  WAI_CHECK(in.need(40));
  ConvTransposeParams p;
  for (std::uint32_t* field : {&p.cout, &p.kh, &p.kw, &p.sh, &p.sw, &p.ph, &p.pw, &p.oph, &p.opw}) {
    *field = in.field<std::uint32_t>();
  }
  if (p.cout < 1 || p.kh < 1 || p.kw < 1 || p.sh < 1 || p.sw < 1) {
    return in.refuse("cout {}, kernel {} x {}, stride {} x {}: each is at least 1 (ops 5.3)", p.cout, p.kh, p.kw, p.sh,
                     p.sw);
  }
  WAI_TRY(const auto width, read_weight_width(in));
  WAI_TRY(p.rq, read_rq(in, p.cout));
  WAI_TRY(p.weights, read_weights(in, width, CheckedSize(in.in_channels()) * p.cout * p.kh * p.kw));
  return OperatorPtr(std::make_unique<ConvTranspose>(std::move(p), in.in_channels()));
}

Bytes write_params(const ConvParams& p) {
  ByteWriter out;
  for (const std::uint32_t field : {p.cout, p.kh, p.kw, p.sh, p.sw, p.ph, p.pw, p.groups}) {
    out.u32(field);
  }
  write_weights(out, p.rq, p.weights);
  return std::move(out).finish();
}

Bytes write_params(const ConvTransposeParams& p) {
  ByteWriter out;
  for (const std::uint32_t field : {p.cout, p.kh, p.kw, p.sh, p.sw, p.ph, p.pw, p.oph, p.opw}) {
    out.u32(field);
  }
  write_weights(out, p.rq, p.weights);
  return std::move(out).finish();
}

}  // namespace wai
