// chscale (ops 5.4): a multiplier row chosen by a scalar; bounds over the rows its range allows (ops 8.3).
#include <gtest/gtest.h>

#include "ops/requantisation.hpp"
#include "support/graphs.hpp"
#include "support/linear_model.hpp"

namespace wai {
namespace {

using namespace fixtures;
using exact::Int;
using Flags = std::set<std::string_view>;

constexpr std::uint8_t kChscale = 0x03;

// Two rows over three channels, 4 bytes, chosen by scalar 1.
ChscaleParams two_rows() {
  ChscaleParams p;
  p.scalar = 1;
  p.n_rows = 2;
  p.round = Round::half_up;
  p.shift = 1;
  p.m = PackedInts(std::vector<std::int32_t>{1, -3, 5, 0, 7, -2});
  return p;
}

GraphModel graph_of(const Bytes& params, std::uint32_t channels = 3, ScalarRecord range = {0, 1}) {
  return one_operator(kChscale, {channels}, {channels}, params, {{-9, 9}, range});
}

TEST(Chscale, MultipliesByTheRowOfItsScalar) {
  const auto op = operator_of(graph_of(write_params(two_rows())));
  const Tensor x({3, 1, 2}, {3, -3, 3, -3, 3, -3});
  const std::int64_t row0[] = {7, 0};
  const std::int64_t row1[] = {7, 1};
  // Halves up: 3/2, -3/2; -9/2, 9/2; 15/2, -15/2.
  EXPECT_EQ(run(*op, {x}, x.shape, row0).data, (std::vector<std::int64_t>{2, -1, -4, 5, 8, -7}));
  // 0, 0; 21/2, -21/2; -3, 3.
  EXPECT_EQ(run(*op, {x}, x.shape, row1).data, (std::vector<std::int64_t>{0, 0, 11, -10, -3, 3}));
}

struct RandomChscale {
  ChscaleParams p;
  std::uint32_t channels = 1;
  ScalarRecord range;
};
RandomChscale random_chscale(exact::Random& random) {
  RandomChscale c;
  c.channels = random.upto(1, 4);
  c.p.scalar = 1;
  c.p.n_rows = random.upto(1, 5);
  c.p.round = static_cast<Round>(random.upto(0, 2));
  c.p.shift = static_cast<std::uint8_t>(random.upto(0, random.coin() ? 5 : 127));
  c.p.m = exact::random_weights(random, std::size_t{c.p.n_rows} * c.channels, random.coin() ? 4 : 8, 500);
  c.range.lo = random.within(0, c.p.n_rows - 1);
  c.range.hi = random.within(c.range.lo, c.p.n_rows - 1);
  return c;
}

// The rq of one entry of M: no bias, its multiplier.
Rq entry_rq(const ChscaleParams& p, std::int64_t m) {
  return with_mult(plain_rq(p.shift, p.round), {m});
}

TEST(Chscale, EqualsASecondEvaluationAndNotesItsValues) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 500; ++i) {
    const auto [p, channels, range] = random_chscale(random);
    const auto op = operator_of(graph_of(write_params(p), channels, range));
    const Tensor x = exact::random_tensor(random, {channels, random.upto(1, 3), random.upto(1, 3)}, -900, 900);
    const std::int64_t scalars[] = {0, random.within(range.lo, range.hi)};
    Tensor expected(x.shape);
    exact::Ranges notes;
    for (std::size_t k = 0; k < x.data.size(); ++k) {
      const std::size_t c = k / x.shape.plane();
      const Rq rq = entry_rq(p, p.m[static_cast<std::size_t>(scalars[1]) * channels + c]);
      expected.data[k] = static_cast<std::int64_t>(exact::rq_value(rq, 0, x.data[k], notes));
    }
    Trace trace;
    EXPECT_EQ(run(*op, {x}, x.shape, scalars, &trace), expected);
    exact::expect_trace(trace, notes);
  }
}

TEST(Chscale, KeepsChannelsAndShape) {
  const auto op = operator_of(graph_of(write_params(two_rows())));
  const std::uint64_t channels[] = {3};
  EXPECT_EQ(*op->channels(channels, channels), std::vector<std::uint64_t>{3});
  const Shape in[] = {{3, 5, 7}};
  EXPECT_EQ(*op->plan(in, channels, {}), (std::vector<Shape>{{3, 5, 7}}));
}

// ---------------------------------------------------------------- parameters

void expect_refused(const GraphModel& graph, const std::string& what) {
  const auto op = read_operator_0(graph);
  ASSERT_FALSE(op) << what;
  EXPECT_EQ(op.refusal().code, RefusalCode::model_mismatch) << what;
}

TEST(ChscaleParams, AreLaidOutAsTheTextSays) {
  ChscaleParams p = two_rows();
  p.m = PackedInts(std::vector<std::int32_t>{1, -3, 5, 0, 7, -2});
  EXPECT_EQ(write_params(p), (Bytes{1, 0, 0, 0, 2,    0,    0,    0,  // scalar, n_rows
                                    1, 4, 1, 0,                       // round, m_bytes, shift, reserved
                                    1, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF, 5,    0,    0,    0,  //
                                    0, 0, 0, 0, 7,    0,    0,    0,    0xFE, 0xFF, 0xFF, 0xFF}));
}

TEST(ChscaleParams, RefuseEachFieldOutsideItsRange) {
  const Bytes params = write_params(two_rows());
  expect_refused(graph_of(patched<std::uint32_t>(params, 0, 2)), "a scalar past the table");
  expect_refused(graph_of(patched<std::uint32_t>(params, 0, ~0U)), "scalar 2^32 - 1");
  expect_refused(graph_of(patched<std::uint32_t>(params, 4, 0)), "no rows");
  expect_refused(graph_of(patched<std::uint8_t>(params, 8, 3)), "round");
  for (const std::uint8_t width : Bytes{0, 1, 2, 5, 16}) {
    expect_refused(graph_of(patched(params, 9, width)), "m_bytes");
  }
  expect_refused(graph_of(patched<std::uint8_t>(params, 9, 8)), "m_bytes 8 over 4-byte entries");
  expect_refused(graph_of(patched<std::uint8_t>(params, 10, 128)), "shift");
  EXPECT_TRUE(read_operator_0(graph_of(patched<std::uint8_t>(params, 10, 127))));
  expect_refused(graph_of(patched<std::uint8_t>(params, 11, 1)), "reserved");
  GraphModel none = graph_of(patched<std::uint32_t>(params, 0, 0));
  none.scalars.clear();
  expect_refused(none, "no scalars at all");
}

TEST(ChscaleParams, NeedTheScalarWithinTheRows) {
  const Bytes params = write_params(two_rows());
  for (const ScalarRecord range : {ScalarRecord{0, 0}, {1, 1}, {0, 1}}) {
    EXPECT_TRUE(read_operator_0(graph_of(params, 3, range)));
  }
  for (const ScalarRecord range : {ScalarRecord{-1, 1}, {0, 2}, {2, 2}, {INT64_MIN, INT64_MAX}, {0, INT64_MAX}}) {
    expect_refused(graph_of(params, 3, range), std::to_string(range.lo) + ".." + std::to_string(range.hi));
  }
}

TEST(ChscaleParams, RefuseAnyOtherLength) {
  const Bytes params = write_params(two_rows());
  for (std::size_t n = 0; n < params.size(); ++n) {
    expect_refused(graph_of(without(params, n, params.size() - n)), "cut at " + std::to_string(n));
  }
  expect_refused(graph_of(with(params, params.size(), {0})), "one byte more");
  expect_refused(graph_of(params, 2), "another channel count");
  expect_refused(graph_of(params, ~0U), "2^32 - 1 channels");
  expect_refused(graph_of(patched<std::uint32_t>(params, 4, ~0U), ~0U), "2^64 entries");
}

// ---------------------------------------------------------------- bound rule

NodeRecord bounds_of(const ChscaleParams& p, std::uint32_t channels, ScalarRecord range, const Interval& x) {
  NodeRecord node = node_over({x}, {{-9, 9}, {range.lo, range.hi}});
  EXPECT_TRUE(operator_of(graph_of(write_params(p), channels, range))->bounds(node));
  return node;
}

TEST(ChscaleBounds, HullTheRowsItsScalarAllows) {
  // Row 0 over [-2, 3]: 1, -3, 5 give [-2, 3], [-9, 6], [-10, 15]; halved up: [-1, 2], [-4, 3], [-5, 8].
  const NodeRecord first = bounds_of(two_rows(), 3, {0, 0}, {-2, 3});
  EXPECT_EQ(first.intermediates.at("rq.t"), (Interval{-2, 3}));
  EXPECT_EQ(first.intermediates.at("rq.p"), (Interval{-10, 16}));
  EXPECT_EQ(first.intermediates.at("rq.q"), (Interval{-5, 8}));
  EXPECT_EQ(first.intermediates.at("rq.y"), (Interval{-5, 8}));
  EXPECT_EQ(first.results.at(0), (Interval{-5, 8}));
  // Row 1: 0, 7, -2 give [0, 0], [-14, 21], [-6, 4]; halved: [-7, 11], [-3, 2].
  const NodeRecord second = bounds_of(two_rows(), 3, {1, 1}, {-2, 3});
  EXPECT_EQ(second.intermediates.at("rq.p"), (Interval{-14, 22}));
  EXPECT_EQ(second.results.at(0), (Interval{-7, 11}));
  EXPECT_EQ(bounds_of(two_rows(), 3, {0, 1}, {-2, 3}).results.at(0), (Interval{-7, 11}));
}

TEST(ChscaleBounds, FollowTheTextPastEveryWidthAndSaturate) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int saturated = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [p, channels, range] = random_chscale(random);
    const exact::Range x = exact::random_interval(random);
    exact::Pass pass;
    exact::Ranges records;
    for (std::int64_t r = range.lo; r <= range.hi; ++r) {
      for (std::size_t c = 0; c < channels; ++c) {
        exact::rq_rules(entry_rq(p, p.m[static_cast<std::size_t>(r) * channels + c]), 0, x, pass, records);
      }
    }
    const NodeRecord node = bounds_of(p, channels, range, exact::to_interval(x));
    exact::expect_record(node, records, records.at("rq.y"), pass.saturated);
    saturated += pass.saturated ? 1 : 0;
  }
  EXPECT_GT(saturated, 100);
}

TEST(ChscaleBounds, AreTheHullOfEveryResultOnSmallIntervals) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 300; ++i) {
    const auto [p, channels, range] = random_chscale(random);
    const std::int64_t lo = random.within(-20, 10);
    const std::int64_t hi = random.within(lo, 20);
    exact::Ranges notes;
    for (std::int64_t v = lo; v <= hi; ++v) {
      for (std::int64_t r = range.lo; r <= range.hi; ++r) {
        for (std::size_t c = 0; c < channels; ++c) {
          exact::rq_value(entry_rq(p, p.m[static_cast<std::size_t>(r) * channels + c]), 0, v, notes);
        }
      }
    }
    exact::expect_record(bounds_of(p, channels, range, {lo, hi}), notes, notes.at("rq.y"), false);
  }
}

// ---------------------------------------------------------------- conditions, flags, mac

TEST(ChscaleRecord, TakesEveryRowForConditionsFlagsAndWidths) {  // readings G7
  ChscaleParams p;
  p.scalar = 1;
  p.n_rows = 2;
  p.m = PackedInts(std::vector<std::int64_t>{1, 2, INT64_MIN, 3});
  const NodeRecord node = bounds_of(p, 2, {0, 0}, {0, 1});
  EXPECT_EQ(node.results.at(0), (Interval{0, 2})) << "row 0 alone";
  EXPECT_EQ(*node.mac->weights, (Interval{INT64_MIN, 3}));
  EXPECT_EQ(node.acc32_params, std::vector<std::string_view>{"chscale.m"});
  EXPECT_EQ(node.npu_flags, (Flags{"chscale", "rq_floor_mult", "rq_neg_mult"}));
}

TEST(ChscaleRecord, ConditionsEntriesAndShiftAtTheirEnds) {
  constexpr std::int64_t kTwo31 = std::int64_t{1} << 31;
  ChscaleParams p;
  p.scalar = 1;
  const auto params_of = [&](std::int64_t m, std::uint8_t shift) {
    p.m = PackedInts(std::vector<std::int64_t>{m});
    p.shift = shift;
    return bounds_of(p, 1, {0, 0}, {0, 1}).acc32_params;
  };
  using Keys = std::vector<std::string_view>;
  EXPECT_EQ(params_of(-kTwo31, 63), Keys{});
  EXPECT_EQ(params_of(kTwo31 - 1, 63), Keys{});
  EXPECT_EQ(params_of(-kTwo31 - 1, 0), Keys{"chscale.m"});
  EXPECT_EQ(params_of(kTwo31, 0), Keys{"chscale.m"});
  EXPECT_EQ(params_of(0, 64), Keys{"chscale.s"});
  EXPECT_EQ(params_of(kTwo31, 64), (Keys{"chscale.m", "chscale.s"}));
}

TEST(ChscaleRecord, FlagsItsSettings) {  // readings G8: it always has a multiplier
  ChscaleParams p;
  p.scalar = 1;
  p.m = PackedInts(std::vector<std::int32_t>{1});
  const auto flags_of = [&](Round round, std::uint8_t shift) {
    p.round = round;
    p.shift = shift;
    return bounds_of(p, 1, {0, 0}, {0, 1}).npu_flags;
  };
  EXPECT_EQ(flags_of(Round::floor, 31), (Flags{"chscale", "rq_floor_mult"}));
  EXPECT_EQ(flags_of(Round::half_up, 32), (Flags{"chscale", "rq_shift_range"}));
  EXPECT_EQ(flags_of(Round::half_even, 0), (Flags{"chscale", "rq_half_even"}));
}

}  // namespace
}  // namespace wai
