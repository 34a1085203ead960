#include "ops/rq.hpp"

#include <algorithm>

namespace wai {
namespace {

Expected<std::vector<std::int64_t>> read_ints(ParamReader& in, std::uint64_t n, std::uint8_t n_bytes) {
  WAI_TRY(const auto bytes, in.take(CheckedSize(n) * n_bytes));
  std::vector<std::int64_t> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = n_bytes == 4 ? load_le<std::int32_t>(&bytes[4 * i]) : load_le<std::int64_t>(&bytes[8 * i]);
  }
  return values;
}

void write_ints(ByteWriter& out, const std::vector<std::int64_t>& values, std::uint8_t n_bytes) {
  for (const std::int64_t v : values) {
    if (n_bytes == 4) {
      out.i32(narrow<std::int32_t>(v));
    } else {
      out.i64(v);
    }
  }
}

bool is_width(bool present, std::uint8_t n_bytes) {
  return present ? n_bytes == 4 || n_bytes == 8 : n_bytes == 0;
}

// The eight fixed bytes, each with its rule.
Expected<Rq> read_rq_header(ParamReader& in) {
  WAI_CHECK(in.need(8));
  Rq rq;
  const auto round = in.field<std::uint8_t>();
  const auto bias = in.field<std::uint8_t>();
  const auto m_kind = in.field<std::uint8_t>();
  const auto s_kind = in.field<std::uint8_t>();
  rq.m_bytes = in.field<std::uint8_t>();
  rq.b_bytes = in.field<std::uint8_t>();
  if (round > 2) {
    return in.refuse("RQ round is {}, not 0, 1 or 2 (ops 10.4)", round);
  }
  if (bias > 2) {
    return in.refuse("RQ bias is {}, not 0, 1 or 2 (ops 10.4)", bias);
  }
  if (m_kind > 2) {
    return in.refuse("RQ m_kind is {}, not 0, 1 or 2 (ops 10.4)", m_kind);
  }
  if (s_kind != 1 && s_kind != 2) {
    return in.refuse("RQ s_kind is {}, not 1 or 2 (ops 10.4)", s_kind);
  }
  if (!is_width(m_kind != 0, rq.m_bytes)) {
    return in.refuse("RQ m_bytes is {} with m_kind {} (ops 10.4)", rq.m_bytes, m_kind);
  }
  if (!is_width(bias != 0, rq.b_bytes)) {
    return in.refuse("RQ b_bytes is {} with bias {} (ops 10.4)", rq.b_bytes, bias);
  }
  rq.round = static_cast<Round>(round);
  rq.placement = static_cast<BiasPlacement>(bias);
  rq.m_kind = static_cast<RqKind>(m_kind);
  rq.s_kind = static_cast<RqKind>(s_kind);
  WAI_CHECK(in.reserved(2));
  return rq;
}

}  // namespace

Expected<Rq> read_rq(ParamReader& in, std::uint64_t channels) {
  WAI_TRY(Rq rq, read_rq_header(in));
  if (rq.m_kind != RqKind::absent) {
    WAI_TRY(rq.mult, read_ints(in, rq.m_kind == RqKind::one ? 1 : channels, rq.m_bytes));
  }
  WAI_TRY(const auto shifts, in.take(rq.s_kind == RqKind::one ? 1 : channels));
  rq.shift.assign(shifts.begin(), shifts.end());
  if (const auto worst = *std::max_element(rq.shift.begin(), rq.shift.end()); worst > 127) {
    return in.refuse("RQ shift {} is above 127 (ops 5.1)", worst);
  }
  if (rq.placement != BiasPlacement::none) {
    WAI_TRY(rq.bias, read_ints(in, channels, rq.b_bytes));
  }
  return rq;
}

void write_rq(ByteWriter& out, const Rq& rq) {
  out.u8(static_cast<std::uint8_t>(rq.round));
  out.u8(static_cast<std::uint8_t>(rq.placement));
  out.u8(static_cast<std::uint8_t>(rq.m_kind));
  out.u8(static_cast<std::uint8_t>(rq.s_kind));
  out.u8(rq.m_bytes);
  out.u8(rq.b_bytes);
  out.zeros(2);
  write_ints(out, rq.mult, rq.m_bytes);
  out.append(rq.shift);
  write_ints(out, rq.bias, rq.b_bytes);
}

Interval rq_product_bounds(const Interval& t, std::int64_t mult, unsigned shift, Round round, NodeRecord& node) {
  const Interval p = node.arith.corner_hull(t, {mult, mult});
  const bool adds_half = round != Round::floor && shift >= 1;
  const Wide top = adds_half ? node.arith.add(p.hi, Wide::pow2(shift - 1)) : p.hi;
  node.record("rq.p", {p.lo, top});
  const Interval q = {node.arith.round_shift(p.lo, shift, round), node.arith.round_shift(p.hi, shift, round)};
  node.record("rq.q", q);
  return q;
}

Interval rq_bounds(const Rq& rq, std::size_t o, const Interval& t, NodeRecord& node) {
  node.record("rq.t", t);
  const Interval q = rq_product_bounds(t, rq.mult_of(o), rq.shift_of(o), rq.round, node);
  const Wide post = rq.post_bias(o);
  const Interval y = node.arith.add(q, Interval{post, post});
  node.record("rq.y", y);
  return y;
}

void rq_conditions(const Rq& rq, NodeRecord& node) {
  const auto past_i32 = [](std::int64_t v) { return !fits<std::int32_t>(v); };
  if (std::any_of(rq.mult.begin(), rq.mult.end(), past_i32)) {
    node.fails_acc32("rq.mult");
  }
  if (std::any_of(rq.shift.begin(), rq.shift.end(), [](std::uint8_t s) { return s > 63; })) {
    node.fails_acc32("rq.shift");
  }
  if (rq.placement == BiasPlacement::post && std::any_of(rq.bias.begin(), rq.bias.end(), past_i32)) {
    node.fails_acc32("rq.post_bias");
  }
  if (rq.round == Round::half_even) {
    node.npu_flags.insert("rq_half_even");
  }
  if (rq.round == Round::floor && rq.m_kind != RqKind::absent) {
    node.npu_flags.insert("rq_floor_mult");
  }
  if (rq.placement == BiasPlacement::post) {
    node.npu_flags.insert("rq_post_bias");
  }
  if (std::any_of(rq.mult.begin(), rq.mult.end(), [](std::int64_t m) { return m < 0; })) {
    node.npu_flags.insert("rq_neg_mult");
  }
  if (std::any_of(rq.shift.begin(), rq.shift.end(), [](std::uint8_t s) { return s > 31; })) {
    node.npu_flags.insert("rq_shift_range");
  }
}

}  // namespace wai
