// Requantisation (ops 5.1): the epilogue of conv, conv_transpose, rescale, mul, gram and apply.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/operator.hpp"

namespace wai {

enum class BiasPlacement : std::uint8_t { none = 0, pre = 1, post = 2 };

// How often a parameter is written (ops 10.4, m_kind and s_kind).
enum class RqKind : std::uint8_t { absent = 0, one = 1, per_channel = 2 };

// The block RQ. For output channel o:
//   t = v + pre bias,  p = t*mult,  q = R_round(p, shift),  y = q + post bias
struct Rq {
  Round round = Round::floor;
  BiasPlacement placement = BiasPlacement::none;
  RqKind m_kind = RqKind::absent;
  RqKind s_kind = RqKind::one;
  std::uint8_t m_bytes = 0;         // 4 or 8; 0 without a multiplier
  std::uint8_t b_bytes = 0;         // 4 or 8; 0 without a bias
  std::vector<std::int64_t> mult;   // 0, 1 or C values
  std::vector<std::uint8_t> shift;  // 1 or C values, each <= 127
  std::vector<std::int64_t> bias;   // C values, or none

  // How many channels can differ: 1 when every parameter is one value. A tensor's channel count alone bounds no work:
  // a file of a few bytes may declare 2^32 - 1 of them.
  [[nodiscard]] std::size_t distinct_channels() const {
    return std::max({m_kind == RqKind::per_channel ? mult.size() : 1, s_kind == RqKind::per_channel ? shift.size() : 1,
                     placement != BiasPlacement::none ? bias.size() : 1});
  }
  [[nodiscard]] std::int64_t mult_of(std::size_t o) const {
    return m_kind == RqKind::absent ? 1 : (m_kind == RqKind::one ? mult[0] : mult[o]);
  }
  [[nodiscard]] unsigned shift_of(std::size_t o) const { return s_kind == RqKind::one ? shift[0] : shift[o]; }
  [[nodiscard]] std::int64_t pre_bias(std::size_t o) const { return placement == BiasPlacement::pre ? bias[o] : 0; }
  [[nodiscard]] std::int64_t post_bias(std::size_t o) const { return placement == BiasPlacement::post ? bias[o] : 0; }
};

// The block over `channels` output channels, with the rules of ops 10.4.
[[nodiscard]] Expected<Rq> read_rq(ParamReader& in, std::uint64_t channels);
void write_rq(ByteWriter& out, const Rq& rq);

// The rules rq.p, rq.q and rq.y of ops 8.3 for output channel o, from the interval of rq.t. Records all four and
// returns rq.y, which is the producer result.
Interval rq_bounds(const Rq& rq, std::size_t o, const Interval& t, NodeRecord& node);

// The same rules for one multiplier and shift; rq.p and rq.q of ops 8.3, without a post bias. Records rq.p and rq.q.
Interval rq_product_bounds(const Interval& t, std::int64_t mult, unsigned shift, Round round, NodeRecord& node);

// The parameter conditions of ops 7.2 that every rq has, and its flags (ops 9.2; readings G8).
void rq_conditions(const Rq& rq, NodeRecord& node);

// rq_o(v). v is class acc and rq.t, rq.q, rq.y are certified within i64 and rq.p within i128 (ops 7.1).
template <class Probe>
[[nodiscard]] std::int64_t rq_value(const Rq& rq, std::size_t o, i128 v, Probe probe) {
  const i128 t = v + rq.pre_bias(o);
  const i128 p = t * rq.mult_of(o);
  const unsigned s = rq.shift_of(o);
  const i128 q = round_shift(p, s, rq.round);
  const i128 y = q + rq.post_bias(o);
  probe.note("rq.t", t);
  probe.note("rq.p", p);
  if (rq.round != Round::floor && s >= 1) {
    probe.note("rq.p", p + (static_cast<i128>(1) << (s - 1)));
  }
  probe.note("rq.q", q);
  probe.note("rq.y", y);
  return narrow<std::int64_t>(y);
}

}  // namespace wai
