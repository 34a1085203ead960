// Requantisation (ops 5.1): the block RQ of ops 10.4, its values, its bound rules (ops 8.3), conditions and flags.
#include "ops/rq.hpp"

#include <gtest/gtest.h>

#include "ops/requantisation.hpp"
#include "support/graphs.hpp"
#include "support/rq_model.hpp"

namespace wai {
namespace {

using namespace fixtures;
using exact::Int;
using Keys = std::vector<std::string_view>;
using Flags = std::set<std::string_view>;

constexpr Round kRounds[] = {Round::floor, Round::half_up, Round::half_even};

// The block over two channels: half_up, post bias, a multiplier and a shift for each channel, 4 and 8 bytes.
const Bytes& two_channels() {
  static const Bytes bytes = {1, 2,   2, 2, 4,    8,    0,    0,     // round, bias, m_kind, s_kind, widths
                              3, 0,   0, 0, 0xFE, 0xFF, 0xFF, 0xFF,  // mult 3, -2
                              5, 127,                                // shifts
                              1, 0,   0, 0, 0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 0x80};  // bias 1, -2^63
  return bytes;
}

Expected<Rq> read(const Bytes& params, std::uint32_t channels = 2) {
  const GraphModel graph = one_operator(0x02, {channels}, {channels}, params);
  ParamReader in(graph, 0);
  WAI_TRY(Rq rq, read_rq(in, channels));
  WAI_CHECK(in.finish());
  return rq;
}

void expect_refused(const Bytes& params, const std::string& what, std::uint32_t channels = 2) {
  const auto rq = read(params, channels);
  ASSERT_FALSE(rq) << what;
  EXPECT_EQ(rq.refusal().code, RefusalCode::model_mismatch) << what;
}

// ---------------------------------------------------------------- the block

TEST(RqBlock, IsReadFieldByField) {
  const auto rq = read(two_channels());
  ASSERT_TRUE(rq) << rq.refusal().message;
  EXPECT_EQ(rq->round, Round::half_up);
  EXPECT_EQ(rq->placement, BiasPlacement::post);
  EXPECT_EQ(rq->m_kind, RqKind::per_channel);
  EXPECT_EQ(rq->s_kind, RqKind::per_channel);
  EXPECT_EQ(rq->m_bytes, 4);
  EXPECT_EQ(rq->b_bytes, 8);
  EXPECT_EQ(rq->mult, (std::vector<std::int64_t>{3, -2}));
  EXPECT_EQ(rq->shift, (std::vector<std::uint8_t>{5, 127}));
  EXPECT_EQ(rq->bias, (std::vector<std::int64_t>{1, INT64_MIN}));
  EXPECT_EQ(rq->mult_of(1), -2);
  EXPECT_EQ(rq->shift_of(1), 127U);
  EXPECT_EQ(rq->post_bias(1), INT64_MIN);
  EXPECT_EQ(rq->pre_bias(1), 0);
}

TEST(RqBlock, OfTheLeastSizeIsNineBytes) {
  const auto rq = read({0, 0, 0, 1, 0, 0, 0, 0, 7});
  ASSERT_TRUE(rq) << rq.refusal().message;
  EXPECT_EQ(rq->mult_of(1), 1);
  EXPECT_EQ(rq->shift_of(1), 7U);
  EXPECT_EQ(rq->pre_bias(1), 0);
  EXPECT_EQ(rq->post_bias(1), 0);
  EXPECT_EQ(rq->distinct_channels(), 1U);
}

TEST(RqBlock, IsWrittenBackInEverySetting) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 300; ++i) {
    const Rq rq = exact::random_rq(random, 3);
    ByteWriter out;
    write_rq(out, rq);
    const Bytes bytes = std::move(out).finish();
    const auto again = read(bytes, 3);
    ASSERT_TRUE(again) << again.refusal().message;
    EXPECT_EQ(again->mult, rq.mult);
    EXPECT_EQ(again->shift, rq.shift);
    EXPECT_EQ(again->bias, rq.bias);
    EXPECT_EQ(again->round, rq.round);
    EXPECT_EQ(again->placement, rq.placement);
    ByteWriter twice;
    write_rq(twice, *again);
    EXPECT_EQ(std::move(twice).finish(), bytes);
  }
}

TEST(RqBlock, RefusesEachFieldOutsideItsRange) {
  for (const auto& [at, value] : std::vector<std::pair<std::size_t, std::uint8_t>>{
           {0, 3}, {0, 255}, {1, 3},  {1, 255}, {2, 3}, {2, 255}, {3, 0},  {3, 3}, {3, 255},  {4, 0},    {4, 1},
           {4, 2}, {4, 5},   {4, 16}, {5, 0},   {5, 1}, {5, 2},   {5, 16}, {6, 1}, {7, 0x80}, {16, 128}, {17, 255}}) {
    expect_refused(patched(two_channels(), at, value), std::to_string(at) + " = " + std::to_string(value));
  }
}

TEST(RqBlock, RefusesAWidthOfWhatIsAbsent) {
  const Bytes least = {0, 0, 0, 1, 0, 0, 0, 0, 7};
  for (const std::uint8_t width : Bytes{1, 2, 4, 8}) {
    expect_refused(patched(least, 4, width), "m_bytes");
    expect_refused(patched(least, 5, width), "b_bytes");
  }
}

TEST(RqBlock, RefusesAnyOtherLength) {
  for (std::size_t n = 0; n < two_channels().size(); ++n) {
    expect_refused(without(two_channels(), n, two_channels().size() - n), "cut at " + std::to_string(n));
  }
  expect_refused(with(two_channels(), two_channels().size(), {0}), "one byte more");
  expect_refused(two_channels(), "three channels", 3);
  expect_refused(two_channels(), "one channel", 1);
}

TEST(RqBlock, OfManyChannelsIsRefusedBeforeAnythingIsAllocated) {
  for (const Bytes& bytes : {two_channels(), Bytes{0, 0, 0, 2, 0, 0, 0, 0, 7}, Bytes{0, 1, 0, 1, 0, 8, 0, 0, 7, 0}}) {
    expect_refused(bytes, "2^32 - 1 channels", ~0U);
  }
  EXPECT_TRUE(read({0, 0, 0, 1, 0, 0, 0, 0, 7}, ~0U)) << "one shift serves any number of channels";
}

TEST(RqBlock, TakesEveryShiftUpTo127) {
  for (unsigned s = 0; s <= 127; ++s) {
    EXPECT_TRUE(read(patched(two_channels(), 16, static_cast<std::uint8_t>(s)))) << s;
  }
}

// ---------------------------------------------------------------- values

TEST(RqValue, FollowsItsFourSteps) {
  // pre:  t = 7 + 5 = 12, p = -36, q = floor(-36 / 8) = -5 (-4.5), y = -5.
  const Rq base = with_mult(plain_rq(3), {-3});
  EXPECT_EQ(rq_value(with_bias(base, BiasPlacement::pre, {5}), 0, 7, NoProbe{}), -5);
  // post: p = -21, q = floor(-21 / 8) = -3, y = -3 + 5.
  EXPECT_EQ(rq_value(with_bias(base, BiasPlacement::post, {5}), 0, 7, NoProbe{}), 2);
  // The tie -4.5: up to -4, to the even -4.
  Rq tie = with_bias(base, BiasPlacement::pre, {5});
  tie.round = Round::half_up;
  EXPECT_EQ(rq_value(tie, 0, 7, NoProbe{}), -4);
  tie.round = Round::half_even;
  EXPECT_EQ(rq_value(tie, 0, 7, NoProbe{}), -4);
  // Without a multiplier: 12 / 8 = 1.5 to 1; up to 2; to the even 2.
  for (const auto& [round, y] :
       std::vector<std::pair<Round, std::int64_t>>{{Round::floor, 1}, {Round::half_up, 2}, {Round::half_even, 2}}) {
    EXPECT_EQ(rq_value(plain_rq(3, round), 0, 12, NoProbe{}), y);
  }
}

TEST(RqValue, TakesEachChannelsOwnParameters) {
  const Rq rq = with_bias(with_shifts(with_mult(plain_rq(), {2, 5}), {1, 2}), BiasPlacement::post, {100, -100});
  EXPECT_EQ(rq_value(rq, 0, 7, NoProbe{}), 107);  // floor(14 / 2) + 100
  EXPECT_EQ(rq_value(rq, 1, 7, NoProbe{}), -92);  // floor(35 / 4) - 100
}

TEST(RqValue, EqualsASecondEvaluationInEverySetting) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 3000; ++i) {
    const Rq rq = exact::random_rq(random, 2);
    Trace trace;
    exact::Ranges notes;
    for (const std::int64_t v : {random.within(-5000, 5000), random.within(-20, 20)}) {
      const auto o = static_cast<std::size_t>(random.upto(0, 1));
      EXPECT_EQ(Int(rq_value(rq, o, v, TraceProbe{&trace})), exact::rq_value(rq, o, v, notes));
    }
    exact::expect_trace(trace, notes);
  }
}

TEST(RqValue, HoldsProductsUpToTheEndsOfI128) {
  // (2^63 - 1)^2 < 2^126, and with 2^62 added at shift 63: (2^126 - 2^64 + 1) / 2^63 = 2^63 - 2 + 2^-63.
  for (const Round round : kRounds) {
    EXPECT_EQ(rq_value(with_mult(plain_rq(63, round), {INT64_MAX}), 0, INT64_MAX, NoProbe{}), INT64_MAX - 1);
  }
  // -2^63 * -2^63 = 2^126; at shift 127 a tie of 1/2: 0, 1, 0.
  const auto least = static_cast<i128>(INT64_MIN);
  EXPECT_EQ(rq_value(with_mult(plain_rq(127), {INT64_MIN}), 0, least, NoProbe{}), 0);
  EXPECT_EQ(rq_value(with_mult(plain_rq(127, Round::half_up), {INT64_MIN}), 0, least, NoProbe{}), 1);
  EXPECT_EQ(rq_value(with_mult(plain_rq(127, Round::half_even), {INT64_MIN}), 0, least, NoProbe{}), 0);
}

// ---------------------------------------------------------------- bound rules

struct Bounds {
  Interval t, p, q, y;
  bool saturated;
};
Bounds bounds(const Rq& rq, const Interval& t) {
  NodeRecord node;
  const Interval y = rq_bounds(rq, 0, t, node);
  EXPECT_EQ(node.intermediates.at("rq.y"), y);
  return {node.intermediates.at("rq.t"), node.intermediates.at("rq.p"), node.intermediates.at("rq.q"), y,
          node.arith.saturated()};
}

TEST(RqBounds, AreThoseWorkedOutByHand) {
  // m = -2, s = 1, half_up: P = [-10, 6], the addend 1 at the top only; q = [-5, 3]; y = q + 4.
  const Bounds up = bounds(with_bias(with_mult(plain_rq(1, Round::half_up), {-2}), BiasPlacement::post, {4}), {-3, 5});
  EXPECT_EQ(up.t, (Interval{-3, 5}));
  EXPECT_EQ(up.p, (Interval{-10, 7}));
  EXPECT_EQ(up.q, (Interval{-5, 3}));
  EXPECT_EQ(up.y, (Interval{-1, 7}));
  // half_even at s = 1 without a multiplier: -2.5 to -2, 2.5 to 2; p's top is 5 + 1.
  const Bounds even = bounds(plain_rq(1, Round::half_even), {-5, 5});
  EXPECT_EQ(even.p, (Interval{-5, 6}));
  EXPECT_EQ(even.q, (Interval{-2, 2}));
  // floor has no addend: -2.5 to -3.
  const Bounds floor = bounds(plain_rq(1), {-5, 5});
  EXPECT_EQ(floor.p, (Interval{-5, 5}));
  EXPECT_EQ(floor.q, (Interval{-3, 2}));
  // s = 0 has none in any rounding.
  for (const Round round : kRounds) {
    const Bounds none = bounds(with_mult(plain_rq(0, round), {3}), {-5, 5});
    EXPECT_EQ(none.p, (Interval{-15, 15}));
    EXPECT_EQ(none.q, (Interval{-15, 15}));
  }
  // A pre bias is already in rq.t.
  const Bounds pre = bounds(with_bias(plain_rq(), BiasPlacement::pre, {9}), {1, 2});
  EXPECT_EQ(pre.y, (Interval{1, 2}));
  // A multiplier of 0.
  EXPECT_EQ(bounds(with_mult(plain_rq(2, Round::half_up), {0}), {-9, 9}).p, (Interval{0, 2}));
}

TEST(RqBounds, KeepTheRoundedValueApartFromTheResult) {
  // q = 2^63 - 1 + 1 passes 64 bits while y = q - 1 fits (ops 5.1: q is not narrowed).
  const Bounds b = bounds(with_bias(plain_rq(), BiasPlacement::post, {-1}), {0, Wide::pow2(63)});
  EXPECT_EQ(bits(b.q), 65U);
  EXPECT_EQ(bits(b.y), 64U);
}

TEST(RqBounds, AreTheHullOfEveryValueOnSmallIntervals) {
  for (const Round round : kRounds) {
    for (std::uint8_t s = 0; s <= 4; ++s) {
      for (const std::int64_t m : {-3, -1, 0, 1, 2, 5}) {
        for (const auto placement : {BiasPlacement::none, BiasPlacement::post}) {
          Rq rq = with_mult(plain_rq(s, round), {m});
          if (placement == BiasPlacement::post) {
            rq = with_bias(rq, placement, {-7});
          }
          for (std::int64_t lo = -9; lo <= 9; ++lo) {
            exact::Ranges notes;
            for (std::int64_t hi = lo; hi <= 9; ++hi) {
              exact::rq_value(rq, 0, hi, notes);  // all of [lo, hi]
              NodeRecord node;
              node.result(0, rq_bounds(rq, 0, {lo, hi}, node));
              exact::expect_record(node, notes, notes.at("rq.y"), false);
            }
          }
        }
      }
    }
  }
}

TEST(RqBounds, FollowTheTextPastEveryWidthAndSaturate) {
  const auto ends = exact::around_powers({31, 62, 63, 64, 126, 127, 128, 191, 254, 255}, exact::pow2(255));
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 20000; ++i) {
    Rq rq = exact::random_rq(random, 1);
    if (rq.m_kind != RqKind::absent && random.coin()) {
      rq.mult = {random.pick(std::vector<std::int64_t>{INT64_MIN, INT64_MAX, -1, 1, 0, INT32_MIN, INT32_MAX})};
    }
    const Int a = random.pick(ends);
    const Int b = random.pick(ends);
    const exact::Range t = {std::min(a, b), std::max(a, b)};
    exact::Pass pass;
    exact::Ranges records;
    const exact::Range y = exact::rq_rules(rq, 0, t, pass, records);
    NodeRecord node;
    node.result(0, rq_bounds(rq, 0, exact::to_interval(t), node));
    exact::expect_record(node, records, y, pass.saturated);
  }
}

TEST(RqBounds, AreHulledOverChannels) {
  NodeRecord node;
  const Rq rq = with_mult(plain_rq(), {1, -1});
  node.result(0, rq_bounds(rq, 0, {0, 5}, node));
  node.result(0, rq_bounds(rq, 1, {0, 9}, node));
  EXPECT_EQ(node.intermediates.at("rq.t"), (Interval{0, 9}));
  EXPECT_EQ(node.results.at(0), (Interval{-9, 5}));
}

// ---------------------------------------------------------------- conditions (ops 7.2) and flags (ops 9.2)

Keys params_of(const Rq& rq) {
  NodeRecord node;
  rq_conditions(rq, node);
  return node.acc32_params;
}
Flags flags_of(const Rq& rq) {
  NodeRecord node;
  rq_conditions(rq, node);
  return node.npu_flags;
}

TEST(RqConditions, HoldUpToTheEndsOfI32) {
  constexpr std::int64_t kTwo31 = std::int64_t{1} << 31;
  for (const std::int64_t fits : {-kTwo31, kTwo31 - 1}) {
    EXPECT_EQ(params_of(with_mult(plain_rq(), {fits})), Keys{});
    EXPECT_EQ(params_of(with_bias(plain_rq(), BiasPlacement::post, {0, fits})), Keys{});
  }
  for (const std::int64_t past : {-kTwo31 - 1, kTwo31}) {
    EXPECT_EQ(params_of(with_mult(plain_rq(), {0, past})), Keys{"rq.mult"});
    EXPECT_EQ(params_of(with_bias(plain_rq(), BiasPlacement::post, {0, past})), Keys{"rq.post_bias"});
    EXPECT_EQ(params_of(with_bias(plain_rq(), BiasPlacement::pre, {0, past})), Keys{}) << "in rq.t already";
  }
  EXPECT_EQ(params_of(with_shifts(plain_rq(), {0, 63})), Keys{});
  EXPECT_EQ(params_of(with_shifts(plain_rq(), {0, 64})), Keys{"rq.shift"});
}

TEST(RqConditions, StandInTheOrderOfTheTable) {
  const Rq all = with_bias(with_mult(plain_rq(64), {INT64_MAX}), BiasPlacement::post, {INT64_MIN});
  EXPECT_EQ(params_of(all), (Keys{"rq.mult", "rq.shift", "rq.post_bias"}));
}

TEST(RqFlags, FollowTheSettings) {  // readings G8
  EXPECT_EQ(flags_of(plain_rq()), Flags{});
  EXPECT_EQ(flags_of(plain_rq(0, Round::half_up)), Flags{});
  EXPECT_EQ(flags_of(plain_rq(0, Round::half_even)), Flags{"rq_half_even"}) << "shift 0 as well";
  EXPECT_EQ(flags_of(with_mult(plain_rq(), {1})), Flags{"rq_floor_mult"});
  EXPECT_EQ(flags_of(with_mult(plain_rq(0, Round::half_up), {1})), Flags{});
  EXPECT_EQ(flags_of(with_mult(plain_rq(0, Round::half_up), {1, -1})), Flags{"rq_neg_mult"});
  EXPECT_EQ(flags_of(with_mult(plain_rq(0, Round::half_up), {0})), Flags{});
  EXPECT_EQ(flags_of(with_bias(plain_rq(), BiasPlacement::post, {0})), Flags{"rq_post_bias"}) << "zeros as well";
  EXPECT_EQ(flags_of(with_bias(plain_rq(), BiasPlacement::pre, {1})), Flags{});
  EXPECT_EQ(flags_of(with_shifts(plain_rq(), {31, 0})), Flags{});
  EXPECT_EQ(flags_of(with_shifts(plain_rq(), {0, 32})), Flags{"rq_shift_range"});
}

TEST(RqDistinctChannels, AreOneUnlessAParameterIsPerChannel) {
  EXPECT_EQ(plain_rq().distinct_channels(), 1U);
  EXPECT_EQ(with_mult(plain_rq(), {2}).distinct_channels(), 1U);
  EXPECT_EQ(with_mult(plain_rq(), {2, 2, 2}).distinct_channels(), 3U);
  EXPECT_EQ(with_shifts(plain_rq(), {1, 1}).distinct_channels(), 2U);
  EXPECT_EQ(with_bias(plain_rq(), BiasPlacement::pre, {0, 0, 0, 0}).distinct_channels(), 4U);
}

}  // namespace
}  // namespace wai
