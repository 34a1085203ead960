// A draft of each operator for random graphs: parameters of ops 10.4 over tensors the graph has.
#include <algorithm>
#include <array>

#include "ops/contraction.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"
#include "ops/movement.hpp"
#include "ops/normalisation.hpp"
#include "ops/requantisation.hpp"
#include "ops/scalar_function.hpp"
#include "ops/table_lookup.hpp"
#include "support/graph_maker.hpp"

namespace wai::test {
namespace {

using Drafted = std::optional<Draft>;

std::int8_t random_exponent(SplitMix64& r) {
  return r.chance(15) ? static_cast<std::int8_t>(r.within(-127, 127)) : kNoExponent;
}

Draft draft(GraphMaker& g, std::vector<std::uint32_t> in, Bytes params = {}) {
  return {std::move(in), std::move(params), 1, random_exponent(g.r)};
}

// Bits that a sum of n terms adds to one term's.
unsigned sum_bits(std::uint64_t n) {
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < n) {
    ++bits;
  }
  return bits;
}

// 1, the channels themselves (depthwise), or any divisor.
std::uint32_t random_groups(SplitMix64& r, std::uint32_t channels) {
  const std::uint32_t g = r.upto(1, channels);
  switch (r.below(4)) {
    case 0:
    case 1:
      return 1;
    case 2:
      return channels;
    default:
      return channels % g == 0 ? g : 1;
  }
}

Drafted draft_conv(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  ConvParams p;
  p.groups = random_groups(g.r, g.channels(t));
  p.cout = p.groups * g.r.upto(1, p.groups > 2 ? 1 : 3);
  p.kh = g.r.upto(1, 3), p.kw = g.r.upto(1, 3);
  p.sh = g.r.upto(1, 3), p.sw = g.r.upto(1, 3);
  p.ph = g.r.upto(0, 2), p.pw = g.r.upto(0, 2);
  const std::size_t terms = static_cast<std::size_t>(g.channels(t) / p.groups) * p.kh * p.kw;
  p.weights = g.parameters(p.cout * terms, n_bits, true);
  p.rq = g.requantisation(p.cout, g.bits_of(t) + n_bits + sum_bits(terms), n_bits);
  return draft(g, {t}, write_params(p));
}

Drafted draft_conv_transpose(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  ConvTransposeParams p;
  p.cout = g.r.upto(1, 3);
  p.kh = g.r.upto(1, 4), p.kw = g.r.upto(1, 4);
  p.sh = g.r.upto(1, 3), p.sw = g.r.upto(1, 3);
  p.ph = g.r.upto(0, 1), p.pw = g.r.upto(0, 1);
  p.oph = g.r.upto(0, 2), p.opw = g.r.upto(0, 2);
  const std::size_t terms = static_cast<std::size_t>(g.channels(t)) * p.kh * p.kw;
  p.weights = g.parameters(p.cout * terms, n_bits, true);
  p.rq = g.requantisation(p.cout, g.bits_of(t) + n_bits + sum_bits(terms), n_bits);
  return draft(g, {t}, write_params(p));
}

Drafted draft_rescale(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  return draft(g, {t}, write_params(RescaleParams{g.requantisation(g.channels(t), g.bits_of(t), n_bits)}));
}

Drafted draft_chscale(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  ChscaleParams p;
  p.n_rows = g.r.upto(1, 4);
  p.scalar = g.scalar_within(0, p.n_rows - 1);
  p.m = g.parameters(static_cast<std::size_t>(p.n_rows) * g.channels(t), n_bits, false);
  const Rq rq = g.requantisation(1, g.bits_of(t) + n_bits, n_bits);
  p.round = rq.round;
  p.shift = rq.shift[0];
  return draft(g, {t}, write_params(p));
}

Drafted draft_mul(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t a = g.any_tensor();
  const Shape s = g.shape(a);
  const bool one_plane = g.r.chance(40);
  const std::uint32_t b = g.tensor_or_input(
      [&](const Shape& o) { return o.h == s.h && o.w == s.w && (o.c == 1 || (!one_plane && o.c == s.c)); },
      {one_plane ? 1 : s.c, s.h, s.w}, random_exponent(g.r));
  return draft(g, {a, b}, write_params(MulParams{g.requantisation(s.c, g.bits_of(a) + g.bits_of(b), n_bits, false)}));
}

Drafted draft_lut16(GraphMaker& g, unsigned) {
  if (g.has_operator(0x04)) {
    return std::nullopt;  // one table of 128 KiB a graph
  }
  std::uint32_t t = g.any_tensor();
  if (g.bits_of(t) > 16) {
    t = g.new_input({g.r.upto(1, 3), g.r.upto(1, 5), g.r.upto(1, 5)}, random_exponent(g.r), 14);
  }
  Lut16Params p;
  p.e_in = g.exponent(t);
  const bool is_noise = g.r.chance(50);
  const std::int64_t slope = g.r.within(-40000, 40000);
  for (std::size_t i = 1; i < kLut16Entries; ++i) {
    const std::int64_t v = static_cast<std::int64_t>(i) - kLut16Zero;
    const std::int64_t line = std::clamp<std::int64_t>((v * slope) >> 14, -32768, 32767);
    p.table[i] = static_cast<std::int16_t>(is_noise ? g.r.within(-32768, 32767) : line);
  }
  Draft out = draft(g, {t});
  p.e_out = out.e_out;
  out.params = write_params(p);
  return out;
}

// The exponent of an output that must be its inputs'; none of them agreeing is no draft (ops 3).
Drafted same_exponent(GraphMaker& g, std::vector<std::uint32_t> in) {
  const std::int8_t e = g.exponent(in[0]);
  if (std::any_of(in.begin(), in.end(), [&](std::uint32_t t) { return g.exponent(t) != e; })) {
    return std::nullopt;
  }
  return Draft{std::move(in), {}, 1, e};
}

Drafted draft_add(GraphMaker& g, unsigned) {
  const std::uint32_t a = g.any_tensor();
  const Shape s = g.shape(a);
  const std::int8_t e = g.exponent(a);
  const std::uint32_t b = g.tensor_or_input([&](const Shape& o) { return o == s; }, s, e);
  return same_exponent(g, {a, b});
}

Drafted draft_chunk_add(GraphMaker& g, unsigned) {
  const auto t = g.tensor_of([](const Shape& s) { return s.c % 2 == 0; });
  return t ? same_exponent(g, {*t}) : std::nullopt;
}

Drafted draft_clamp(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  Range64 range = random_range(g.r, n_bits);
  if (g.r.chance(20)) {
    range.lo = INT64_MIN;
  }
  return draft(g, {t}, write_params(ClampParams{range.lo, range.hi}));
}

Drafted draft_plain(GraphMaker& g, unsigned) {
  return draft(g, {g.any_tensor()});
}

Drafted draft_leaky(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  return draft(g, {t}, write_params(LeakyParams{g.r.signed_bits(n_bits), g.r.upto(0, 63)}));
}

Drafted draft_igdn(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  const std::uint32_t c = g.channels(t);
  IgdnParams p;
  p.gamma = g.parameters(static_cast<std::size_t>(c) * c, n_bits, false);
  for (std::uint32_t i = 0; i < c; ++i) {
    p.beta.push_back(g.r.signed_bits(n_bits));
  }
  const unsigned x2 = 2 * g.bits_of(t) + n_bits;
  p.gf = std::min(g.most_shift(), g.r.chance(70) && x2 > 16 ? x2 - 16 : g.r.upto(0, 40));
  p.frac = std::min(g.most_shift(), g.r.upto(0, g.r.chance(90) ? 24 : 127));
  return draft(g, {t}, write_params(p));
}

std::uint64_t random_epsilon(SplitMix64& r) {
  return r.chance(10) ? ~std::uint64_t{0} : (r.next() >> r.below(64)) | 1U;
}

Drafted draft_layernorm_c(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  LayernormCParams p;
  p.epsilon = random_epsilon(g.r);
  p.gamma = g.parameters(g.channels(t), n_bits, false);
  for (std::uint32_t i = 0; i < g.channels(t); ++i) {
    p.beta.push_back(g.r.signed_bits(n_bits));
  }
  return draft(g, {t}, write_params(p));
}

Drafted draft_l2norm(GraphMaker& g, unsigned) {
  if (!g.declares_sizes()) {
    return std::nullopt;
  }
  return draft(g, {g.any_tensor()}, write_params(L2normParams{random_epsilon(g.r)}));
}

Drafted draft_softmax(GraphMaker& g, unsigned n_bits) {
  return g.declares_sizes() ? draft_plain(g, n_bits) : std::nullopt;
}

Drafted draft_elu(GraphMaker& g, unsigned n_bits) {
  const std::uint32_t t = g.any_tensor();
  return draft(g, {t}, write_params(EluParams{g.r.signed_bits(n_bits)}));
}

// The rq of a contraction: a rounding and one shift.
Rq contraction_rq(GraphMaker& g, unsigned t_bits) {
  const Rq any = g.requantisation(1, t_bits, 0, false);
  Rq rq;
  rq.round = any.round;
  rq.shift = {any.shift[0]};
  return rq;
}

Drafted draft_gram(GraphMaker& g, unsigned) {
  if (!g.declares_sizes()) {
    return std::nullopt;
  }
  const std::uint32_t a = g.any_tensor();
  const Shape s = g.shape(a);
  const std::uint32_t b = g.tensor_or_input([&](const Shape& o) { return o == s; }, s, random_exponent(g.r));
  const unsigned t_bits = g.bits_of(a) + g.bits_of(b) + sum_bits(s.plane());
  return draft(g, {a, b},
               write_params(ContractionParams{random_groups(g.r, g.channels(a)), contraction_rq(g, t_bits)}));
}

Drafted draft_apply(GraphMaker& g, unsigned) {
  const std::uint32_t v = g.any_tensor();
  const std::uint32_t groups = random_groups(g.r, g.channels(v));
  const Shape wanted{g.channels(v), 1, g.channels(v) / groups};
  const std::uint32_t a = g.tensor_or_input([&](const Shape& o) { return o == wanted; }, wanted, random_exponent(g.r));
  const unsigned t_bits = g.bits_of(a) + g.bits_of(v) + sum_bits(wanted.w);
  return draft(g, {a, v}, write_params(ContractionParams{groups, contraction_rq(g, t_bits)}));
}

Drafted draft_concat(GraphMaker& g, unsigned) {
  std::vector<std::uint32_t> in = {g.any_tensor()};
  const Shape s = g.shape(in[0]);
  const std::uint64_t n = 1 + g.r.below(3);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::int8_t e = g.exponent(in[0]);
    in.push_back(
        g.tensor_or_input([&](const Shape& o) { return o.h == s.h && o.w == s.w; }, {1 + g.r.below(2), s.h, s.w}, e));
  }
  return same_exponent(g, std::move(in));
}

Drafted draft_split(GraphMaker& g, unsigned) {
  const std::uint32_t t = g.any_tensor();
  SplitParams p;
  p.start = g.r.upto(0, g.channels(t) - 1);
  p.count = g.r.upto(1, g.channels(t) - p.start);
  return draft(g, {t}, write_params(p));
}

Drafted draft_pixel_shuffle(GraphMaker& g, unsigned) {
  const std::uint32_t r = g.r.chance(80) ? 2 : 1;
  auto t = g.tensor_of([&](const Shape& s) { return s.c % (r * r) == 0; });
  if (!t) {
    t = g.new_input({4, g.r.upto(1, 3), g.r.upto(1, 3)}, random_exponent(g.r));
  }
  return draft(g, {*t}, write_params(PixelShuffleParams{r}));
}

Drafted draft_pixel_unshuffle(GraphMaker& g, unsigned) {
  const std::uint32_t r = g.r.upto(1, 3);
  const auto t = g.tensor_of([&](const Shape& s) { return s.h % r == 0 && s.w % r == 0; });
  return t ? Drafted(draft(g, {*t}, write_params(PixelShuffleParams{r}))) : std::nullopt;
}

Drafted draft_pad_rep(GraphMaker& g, unsigned) {
  return draft(g, {g.any_tensor()}, write_params(PadRepParams{g.r.upto(1, 4)}));
}

Drafted draft_crop_to(GraphMaker& g, unsigned) {
  const std::uint32_t t = g.any_tensor();
  const Shape s = g.shape(t);
  const std::uint32_t ref = g.tensor_or_input([&](const Shape& o) { return o.h <= s.h && o.w <= s.w; },
                                              {1, 1 + g.r.below(s.h), 1 + g.r.below(s.w)}, random_exponent(g.r));
  return draft(g, {t, ref});
}

// One side of a crop, of a side of S: constants or scalars that mostly fit.
void crop_side(GraphMaker& g, std::uint64_t side, CropOperand& start, CropOperand& length) {
  const auto s = static_cast<std::uint32_t>(side);
  length.value = g.r.upto(1, s);
  start.value = g.r.upto(0, s - length.value);
  if (g.r.chance(25)) {
    start = {true, g.scalar_within(g.r.chance(15) ? -2 : 0, s - length.value)};
  } else if (g.r.chance(25)) {
    length = {true, g.scalar_within(g.r.chance(10) ? -1 : 1, s - start.value + (g.r.chance(10) ? 1 : 0))};
  }
}

Drafted draft_crop(GraphMaker& g, unsigned) {
  const std::uint32_t t = g.any_tensor();
  CropParams p;
  crop_side(g, g.shape(t).h, p.y0, p.h);
  crop_side(g, g.shape(t).w, p.x0, p.w);
  return draft(g, {t}, write_params(p));
}

SubposParams random_order(SplitMix64& r) {
  SubposParams p;
  for (std::size_t i = 3; i > 0; --i) {
    std::swap(p.order[i], p.order[static_cast<std::size_t>(r.below(i + 1))]);
  }
  return p;
}

Drafted draft_subpos_split(GraphMaker& g, unsigned) {
  auto t = g.tensor_of([](const Shape& s) { return s.h % 2 == 0 && s.w % 2 == 0; });
  if (!t) {
    t = g.new_input({g.r.upto(1, 2), 2 * g.r.upto(1, 3), 2 * g.r.upto(1, 3)}, random_exponent(g.r));
  }
  return draft(g, {*t}, write_params(random_order(g.r)));
}

Drafted draft_subpos_merge(GraphMaker& g, unsigned) {
  std::vector<std::uint32_t> in = {g.any_tensor()};
  const Shape s = g.shape(in[0]);
  for (int i = 0; i < 3; ++i) {
    in.push_back(g.tensor_or_input([&](const Shape& o) { return o == s; }, s, random_exponent(g.r)));
  }
  return draft(g, std::move(in), write_params(random_order(g.r)));
}

Drafted draft_fill(GraphMaker& g, unsigned n_bits) {
  Draft out = draft(g, {g.any_tensor()});
  FillParams p;
  p.value = g.r.signed_bits(n_bits);
  if (g.r.chance(40)) {
    const Range64 range = random_range(g.r, n_bits);
    p = {true, g.scalar_within(range.lo, range.hi)};
  }
  out.params = write_params(p);
  out.declared = g.r.upto(1, 4);
  return out;
}

constexpr std::array<DraftOperator, 30> kDrafts = {
    draft_conv,         draft_rescale,        draft_chscale, draft_lut16,         draft_add,
    draft_concat,       draft_chunk_add,      draft_split,   draft_pixel_shuffle, draft_pixel_unshuffle,
    draft_clamp,        draft_plain,          draft_leaky,   draft_pad_rep,       draft_crop_to,
    draft_mul,          draft_conv_transpose, draft_igdn,    draft_plain,         draft_crop,
    draft_subpos_split, draft_subpos_merge,   draft_fill,    draft_layernorm_c,   draft_l2norm,
    draft_softmax,      draft_plain,          draft_elu,     draft_gram,          draft_apply,
};

}  // namespace

// By opcode, 0x01 first.
DraftOperator draft_of(std::uint8_t opcode) {
  return kDrafts.at(opcode - 1U);
}

}  // namespace wai::test
