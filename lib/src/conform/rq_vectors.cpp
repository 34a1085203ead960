#include "conform/rq_vectors.hpp"

#include <algorithm>

#include "conform/common_vectors.hpp"

namespace wai {
namespace {

constexpr std::int64_t pow2(unsigned n) {
  return std::int64_t{1} << n;
}

OpCase spanning(const RqHost& host, const Rq& rq, std::size_t c, const Values& values) {
  const auto [lo, hi] = std::minmax_element(values.begin(), values.end());
  return host.make(rq, c, *lo, *hi, values);
}

// ---------------------------------------------------------------- ties (item 2)

void add_ties(VectorList& list, const RqHost& host, unsigned bits, std::uint8_t shift) {
  const TieValues ties = tie_values(shift, bits, host.has_mult);
  for (const Round round : kRounds) {
    Rq rq = rq_of(round, {shift});
    if (ties.mult != 1) {
      rq = with_mult(rq, {ties.mult});
    }
    list.add(fmt::format("tie-{}-s{}-acc{}", round_name(round), shift, bits), spanning(host, rq, 1, ties.values));
    if (host.has_mult && ties.mult > 1) {
      rq.mult = {-ties.mult};
      list.add(fmt::format("tie-negative-mult-{}-s{}-acc{}", round_name(round), shift, bits),
               spanning(host, rq, 1, ties.values));
    }
  }
}

// ---------------------------------------------------------------- settings, one value or one per channel

void add_settings(VectorList& list, const RqHost& host) {
  struct Setting {
    std::string_view name;
    Values values;
  };
  const Setting mults[] = {{"mnone", {}}, {"mone", {11}}, {"mper", {3, -5, 0}}};
  const Setting shifts[] = {{"sone", {2}}, {"sper", {3, 1, 0}}};
  const std::pair<std::string_view, BiasPlacement> biases[] = {
      {"bnone", BiasPlacement::none}, {"bpre", BiasPlacement::pre}, {"bpost", BiasPlacement::post}};
  std::size_t n = 0;
  for (const Setting& mult : mults) {
    for (const Setting& shift : shifts) {
      for (const auto& [bias_name, placement] : biases) {
        if ((!host.has_mult && !mult.values.empty()) || (!host.has_bias && placement != BiasPlacement::none) ||
            (!host.per_channel && shift.values.size() > 1)) {
          continue;
        }
        const Round round = kRounds[n++ % 3];
        Rq rq = rq_of(round, std::vector<std::uint8_t>(shift.values.begin(), shift.values.end()));
        if (!mult.values.empty()) {
          rq = with_mult(rq, mult.values, n % 2 == 0 ? 8 : 0);
        }
        if (placement != BiasPlacement::none) {
          rq = with_bias(rq, placement, {101, -202, 303}, n % 2 == 0 ? 0 : 8);
        }
        const std::string id = fmt::format("rq-{}-{}-{}-{}-acc32", mult.name, shift.name, bias_name, round_name(round));
        Random random(id);
        list.add(id, host.make(rq, 3, -1000, 1000, random_values(random, 12, -1000, 1000)));
      }
    }
  }
}

// ---------------------------------------------------------------- widths (items 4 and 6)

void add_ends(VectorList& list, const RqHost& host) {
  const Rq plain = rq_of();
  list.add("t-i32-ends-acc32", host.make(plain, 1, kI32Min, kI32Max, {kI32Min, kI32Max, -kI32Max, 0}));
  list.add("t-past-i32-low-acc64", host.make(plain, 1, kI32Min - 1, 0, {kI32Min - 1, kI32Min, 0}));
  list.add("t-past-i32-high-acc64", host.make(plain, 1, 0, kI32Max + 1, {kI32Max + 1, kI32Max, 0}));
  list.add("t-i64-ends-acc64", host.make(plain, 1, kI64Min, kI64Max, {kI64Min, kI64Max, -kI64Max, 0}));
}

void add_shift_condition(VectorList& list, const RqHost& host) {
  for (const Round round : kRounds) {
    const auto id = [&](std::string_view what) { return fmt::format("cond-shift-{}-{}", what, round_name(round)); };
    list.add(id("63") + "-acc32", host.make(rq_of(round, {63}), 1, -9, 9, {-9, 9, 0}));
    list.add(id("64") + "-acc64", host.make(rq_of(round, {64}), 1, -9, 9, {-9, 9, 0}));
    list.add(id("127") + "-acc64", host.make(rq_of(round, {127}), 1, -9, 9, {-9, 9, 0}));
  }
}

void add_mult_conditions(VectorList& list, const RqHost& host) {
  const auto with = [&](const std::string& id, Values mult, std::uint8_t shift, std::int64_t lo, std::int64_t hi) {
    for (const Round round : {Round::floor, Round::half_even}) {
      list.add(fmt::format("{}-{}", round_name(round), id),
               host.make(with_mult(rq_of(round, {shift}), mult), mult.size() == 1 ? 1 : mult.size(), lo, hi,
                         Values(mult.size() * 2, hi)));
    }
  };
  with("cond-mult-i32-max-acc32", {kI32Max}, 31, -2, 1);
  with("cond-mult-i32-min-acc32", {kI32Min}, 31, -2, 1);
  with("cond-mult-past-high-acc64", {kI32Max + 1}, 31, 0, 0);
  with("cond-mult-past-low-acc64", {kI32Min - 1}, 31, 0, 0);
  with("cond-mult-of-one-channel-acc64", {1, kI32Max + 1, 1}, 31, 0, 0);
  with("mult-i64-min-acc64", {kI64Min}, 64, kI64Min, kI64Max);
  with("mult-i64-max-acc64", {kI64Max}, 64, kI64Min, kI64Max);
  // q of 2^31 and of 2^63.
  list.add("q-past-i32-acc64", host.make(with_mult(rq_of(Round::floor, {0}), {2}), 1, 0, pow2(30), {pow2(30), 0}));
  list.add("load-q-past-i64", host.make(with_mult(rq_of(Round::floor, {0}), {2}), 1, 0, pow2(62), {pow2(62), 0}));
}

void add_mult_thresholds(VectorList& list, const RqHost& host) {
  const auto with = [&](const std::string& id, Round round, std::int64_t mult, std::uint8_t shift) {
    add_thresholds(list, id, host.make(with_mult(rq_of(round, {shift}), {mult}), 1, 0, 0, {0, 0, 0, 0}));
  };
  with("edge-m3-s1-half_up", Round::half_up, 3, 1);
  with("edge-m-i32-min-s62-half_even", Round::half_even, kI32Min, 62);
  with("edge-m-i32-max-s63-half_up", Round::half_up, kI32Max, 63);
  with("edge-m-i64-max-s126-half_up", Round::half_up, kI64Max, 126);
  with("edge-m-i64-min-s127-floor", Round::floor, kI64Min, 127);
  with("edge-m-i64-min-s127-half_even", Round::half_even, kI64Min, 127);
}

void add_bias_vectors(VectorList& list, const RqHost& host) {
  const auto with = [&](const std::string& id, BiasPlacement placement, Values bias, Values mult, std::int64_t lo,
                        std::int64_t hi) {
    // Behind a pre bias, a shift of 1 leaves rq.t alone to pass the width.
    const std::uint8_t shift = placement == BiasPlacement::pre ? 1 : 0;
    Rq rq = with_bias(rq_of(Round::floor, {shift}), placement, std::move(bias));
    if (!mult.empty()) {
      rq = with_mult(rq, std::move(mult));
    }
    list.add(id, host.make(rq, 1, lo, hi, {lo, hi}));
  };
  constexpr auto kPre = BiasPlacement::pre;
  constexpr auto kPost = BiasPlacement::post;
  with("cond-post-bias-i32-ends-acc32", kPost, {kI32Max}, {}, -9, 0);
  with("cond-post-bias-past-high-acc64", kPost, {kI32Max + 1}, {}, -9, -1);
  with("cond-post-bias-past-low-acc64", kPost, {kI32Min - 1}, {}, 1, 9);
  with("y-i32-max-acc32", kPost, {7}, {}, -9, kI32Max - 7);
  with("y-past-i32-high-acc64", kPost, {8}, {}, -9, kI32Max - 7);
  with("y-i32-min-acc32", kPost, {-7}, {}, kI32Min + 7, 9);
  with("y-past-i32-low-acc64", kPost, {-8}, {}, kI32Min + 7, 9);
  with("y-i64-max-acc64", kPost, {7}, {}, -9, kI64Max - 7);
  with("load-y-past-i64-high", kPost, {8}, {}, -9, kI64Max - 7);
  with("load-y-past-i64-low", kPost, {-8}, {}, kI64Min + 7, 9);
  with("t-pre-i32-max-acc32", kPre, {7}, {}, -9, kI32Max - 7);
  with("t-pre-past-i32-high-acc64", kPre, {8}, {}, -9, kI32Max - 7);
  with("t-pre-past-i32-low-acc64", kPre, {-8}, {}, kI32Min + 7, 9);
  with("t-pre-i64-min-acc64", kPre, {-7}, {}, kI64Min + 7, 9);
  with("load-t-pre-past-i64-high", kPre, {8}, {}, -9, kI64Max - 7);
  with("load-t-pre-past-i64-low", kPre, {-8}, {}, kI64Min + 7, 9);
  // q passes the width while y fits (item 6).
  with("q-past-i32-y-fits-acc64", kPost, {-pow2(31)}, {2}, pow2(30), pow2(30) + 1);
  with("load-q-past-i64-y-fits", kPost, {kI64Min}, {2}, pow2(62), pow2(62) + 1);
  with("q-at-i64-y-fits-acc64", kPost, {kI64Min}, {2}, pow2(61), pow2(62) - 1);
}

// ---------------------------------------------------------------- the block's rules (ops 10.4)

void add_block_faults(VectorList& list, const RqHost& host) {
  const std::size_t at = host.rq_offset;
  const OpCase plain = host.make(rq_of(Round::floor, {3}), 1, -9, 9, {-9, 9});
  add_byte_fault(list, "rq-round", plain, at, 3);
  add_byte_fault(list, "rq-bias", plain, at + 1, 3);
  add_byte_fault(list, "rq-m-kind", plain, at + 2, 3);
  add_byte_fault(list, "rq-s-kind-0", plain, at + 3, 0);
  add_byte_fault(list, "rq-s-kind-3", plain, at + 3, 3);
  add_byte_fault(list, "rq-m-bytes-unused", plain, at + 4, 4);
  add_byte_fault(list, "rq-b-bytes-unused", plain, at + 5, 4);
  add_reserved_faults(list, plain, at + 6, 2);
  add_byte_fault(list, "rq-shift-128", plain, at + 8, 128);
  add_byte_fault(list, "rq-shift-255", plain, at + 8, 255);
  const auto with = [&](const std::string& id, const Rq& rq) {
    list.add("load-" + id, host.make(rq, 1, -9, 9, {9}));  // one channel: the lengths are right
  };
  if (!host.has_mult) {
    with("rq-mult-not-allowed", with_mult(rq_of(), {1}));
  } else {
    const OpCase c = host.make(with_mult(rq_of(), {5}), 1, -9, 9, {-9, 9});
    add_width_faults(list, "rq-m-bytes", c, {at + 4, at + 8, 1}, {0, 1, 2, 16});
  }
  if (!host.has_bias) {
    with("rq-pre-bias-not-allowed", with_bias(rq_of(), BiasPlacement::pre, {0}));
    with("rq-post-bias-not-allowed", with_bias(rq_of(), BiasPlacement::post, {0}));
  } else {
    const OpCase c = host.make(with_bias(rq_of(), BiasPlacement::pre, {5}), 1, -9, 9, {-9, 9});
    add_width_faults(list, "rq-b-bytes", c, {at + 5, at + 9, 1}, {0, 1, 2, 16});
  }
  if (!host.per_channel) {
    Rq per = rq_of();
    per.s_kind = RqKind::per_channel;
    with("rq-shift-per-channel-not-allowed", per);
  } else {
    Rq per = rq_of(Round::floor, {1, 128, 1});
    list.add("load-rq-shift-128-of-one-channel", host.make(per, 3, -9, 9, {-9, 9, 0}));
  }
}

}  // namespace

TieValues tie_values(unsigned shift, unsigned bits, bool has_mult) {
  const i128 top = (static_cast<i128>(1) << (bits - 1)) - 1;
  TieValues out;
  i128 step = 1;  // the value whose product is half of 2^shift
  const unsigned half_bits = shift == 0 ? 0 : shift - 1;
  if (half_bits + 4 >= bits && has_mult) {
    const unsigned e = half_bits + 5 - bits;
    if (e <= bits - 2) {
      out.mult = pow2(e);
      step = static_cast<i128>(1) << (half_bits - e);
    } else {
      out.mult = bits == 32 ? kI32Min : kI64Min;
      step = static_cast<i128>(1) << (half_bits - (bits - 1));
    }
  } else {
    step = static_cast<i128>(1) << half_bits;
  }
  // At the last shift of a width, the least value times the least multiplier plus the addend would pass it.
  const i128 bottom = out.mult < 0 && shift == 2 * bits - 1 ? -top : -top - 1;
  const auto add = [&](i128 v) {
    if (v >= bottom && v <= top && std::find(out.values.begin(), out.values.end(), v) == out.values.end()) {
      out.values.push_back(static_cast<std::int64_t>(v));
    }
  };
  for (const int k : {1, -1, 3, -3, 5, -5, 2, -2, 4, -4, 0}) {
    if (k != 0 && step > top + 1) {
      continue;  // out of reach
    }
    for (const int d : {0, -1, 1}) {
      add(k * step + d);
    }
  }
  if (out.mult == 1 || step > top / 8) {
    add(bottom);
    add(top);
  }
  return out;
}

void add_rq_vectors(VectorList& list, const RqHost& host) {
  for (const std::uint8_t shift : kTieShifts32) {
    add_ties(list, host, 32, shift);
  }
  for (const std::uint8_t shift : kTieShifts64) {
    add_ties(list, host, 64, shift);
  }
  add_settings(list, host);
  add_ends(list, host);
  add_shift_condition(list, host);
  if (host.has_mult && host.per_channel) {
    add_mult_conditions(list, host);
    add_mult_thresholds(list, host);
  }
  if (host.has_bias) {
    add_bias_vectors(list, host);
  }
  add_block_faults(list, host);
}

}  // namespace wai
