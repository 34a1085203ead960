// A second evaluation of requantisation (ops 5.1) and of its bound rules (ops 8.3), in integers without a width, and
// the comparison of what it forms with what the library recorded or noted.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "ops/rq.hpp"
#include "support/exact.hpp"

namespace wai::exact {

// The hull of what each key was given.
class Ranges {
 public:
  void hold(const std::string& key, const Int& v) { hold(key, Range{v, v}); }
  void hold(const std::string& key, const Range& r) {
    if (const auto [at, is_new] = ranges_.emplace(key, r); !is_new) {
      at->second = hull(at->second, r);
    }
  }
  [[nodiscard]] const std::map<std::string, Range>& all() const { return ranges_; }
  [[nodiscard]] const Range& at(const std::string& key) const { return ranges_.at(key); }

 private:
  std::map<std::string, Range> ranges_;
};

// rq_o(v), noting every value it forms.
inline Int rq_value(const Rq& rq, std::size_t o, const Int& v, Ranges& notes) {
  const auto one = [o](const auto& values) { return Int(values.size() == 1 ? values[0] : values[o]); };
  const Int t = v + (rq.placement == BiasPlacement::pre ? Int(rq.bias[o]) : Int(0));
  const Int p = t * (rq.m_kind == RqKind::absent ? Int(1) : one(rq.mult));
  const auto s = static_cast<unsigned>(one(rq.shift));
  const Int q = round_shift(p, s, rq.round);
  const Int y = q + (rq.placement == BiasPlacement::post ? Int(rq.bias[o]) : Int(0));
  notes.hold("rq.t", t);
  notes.hold("rq.p", p);
  if (rq.round != Round::floor && s >= 1) {
    notes.hold("rq.p", p + pow2(s - 1));
  }
  notes.hold("rq.q", q);
  notes.hold("rq.y", y);
  return y;
}

// The rules rq.t, rq.p, rq.q and rq.y for output channel o; gives rq.y.
inline Range rq_rules(const Rq& rq, std::size_t o, const Range& t, Pass& pass, Ranges& records) {
  const Int m = rq.mult_of(o);
  const unsigned s = rq.shift_of(o);
  const Range p = {std::min(pass.mul(t.lo, m), pass.mul(t.hi, m)), std::max(pass.mul(t.lo, m), pass.mul(t.hi, m))};
  const Int a = rq.round != Round::floor && s >= 1 ? pow2(s - 1) : Int(0);
  const Range q = {pass.round_shift(p.lo, s, rq.round), pass.round_shift(p.hi, s, rq.round)};
  const Int b = rq.post_bias(o);
  const Range y = {pass.add(q.lo, b), pass.add(q.hi, b)};
  records.hold("rq.t", t);
  records.hold("rq.p", Range{p.lo, pass.add(p.hi, a)});
  records.hold("rq.q", q);
  records.hold("rq.y", y);
  return y;
}

// The record of a node holds exactly these intermediates, this producer result and this flag.
inline void expect_record(const NodeRecord& node, const Ranges& records, const Range& result, bool saturated) {
  std::map<std::string, Range> recorded;
  for (const auto& [key, interval] : node.intermediates) {
    recorded.emplace(std::string(key), of(interval));
  }
  EXPECT_EQ(recorded, records.all());
  ASSERT_EQ(node.results.size(), 1U);
  EXPECT_EQ(of(node.results[0]), result);
  EXPECT_EQ(node.arith.saturated(), saturated);
}

// The trace noted exactly these keys, with these extremes.
inline void expect_trace(const Trace& trace, const Ranges& notes) {
  std::map<std::string, Range> noted;
  for (const Trace::Entry& entry : trace.entries()) {
    noted.emplace(std::string(entry.key), Range{of(entry.min), of(entry.max)});
  }
  EXPECT_EQ(noted, notes.all());
}

// A block of small values with every setting chosen at random; no bias when `biased` is not set.
inline Rq random_rq(Random& random, std::size_t channels, bool biased = true) {
  Rq rq;
  const auto values = [&](std::size_t n, std::int64_t magnitude) {
    std::vector<std::int64_t> out(n);
    for (auto& v : out) {
      v = random.within(-magnitude, magnitude);
    }
    return out;
  };
  rq.round = static_cast<Round>(random.upto(0, 2));
  rq.placement = biased ? static_cast<BiasPlacement>(random.upto(0, 2)) : BiasPlacement::none;
  rq.m_kind = static_cast<RqKind>(random.upto(0, 2));
  rq.s_kind = static_cast<RqKind>(random.upto(1, 2));
  if (rq.m_kind != RqKind::absent) {
    rq.m_bytes = random.coin() ? 4 : 8;
    rq.mult = values(rq.m_kind == RqKind::one ? 1 : channels, 300);
  }
  if (rq.placement != BiasPlacement::none) {
    rq.b_bytes = random.coin() ? 4 : 8;
    rq.bias = values(channels, 1000);
  }
  rq.shift.resize(rq.s_kind == RqKind::one ? 1 : channels);
  for (auto& s : rq.shift) {
    s = static_cast<std::uint8_t>(random.upto(0, random.coin() ? 6 : 127));
  }
  return rq;
}

}  // namespace wai::exact

namespace wai::fixtures {

// A block with one shift and nothing else.
inline Rq plain_rq(std::uint8_t shift = 0, Round round = Round::floor) {
  Rq rq;
  rq.round = round;
  rq.shift = {shift};
  return rq;
}
inline Rq with_mult(Rq rq, std::vector<std::int64_t> mult, std::uint8_t n_bytes = 8) {
  rq.m_kind = mult.size() == 1 ? RqKind::one : RqKind::per_channel;
  rq.m_bytes = n_bytes;
  rq.mult = std::move(mult);
  return rq;
}
inline Rq with_bias(Rq rq, BiasPlacement placement, std::vector<std::int64_t> bias, std::uint8_t n_bytes = 8) {
  rq.placement = placement;
  rq.b_bytes = n_bytes;
  rq.bias = std::move(bias);
  return rq;
}
inline Rq with_shifts(Rq rq, std::vector<std::uint8_t> shifts) {
  rq.s_kind = RqKind::per_channel;
  rq.shift = std::move(shifts);
  return rq;
}

}  // namespace wai::fixtures
