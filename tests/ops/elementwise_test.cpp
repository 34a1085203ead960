// The elementwise family (ops 5.5): definitions, shapes, parameters (10.4) and bound rules (8.3).
#include "ops/elementwise.hpp"

#include "support/operators.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

OperatorPtr clamp_of(std::int64_t lo, std::int64_t hi) {
  return operator_of({"clamp", {1}, write_params(ClampParams{lo, hi}), {}});
}
OperatorPtr leaky_of(std::int64_t a, std::uint32_t f) {
  return operator_of({"leaky", {1}, write_params(LeakyParams{a, f}), {}});
}

// On every small interval the producer result is the hull of the operator's results, and nothing is recorded beyond
// `keys`.
void expect_exact_on_small_intervals(const Operator& op, const std::set<std::string_view>& keys) {
  for_each_interval(-6, 6, [&](int lo, int hi) {
    const NodeRecord node = bounds_of(op, record_of({{lo, hi}}));
    HullOf results;
    for (int v = lo; v <= hi; ++v) {
      results.add(at_element(op, v));
    }
    EXPECT_EQ(node.results, std::vector<Interval>{*results.interval}) << "x = [" << lo << ", " << hi << "]";
    EXPECT_EQ(keys_of(node), keys);
    EXPECT_FALSE(node.arith.saturated());
  });
}

// ---------------------------------------------------------------- add

TEST(Add, SumsElementByElement) {
  const auto op = operator_of({"add", {1, 1}, {}, {}});
  EXPECT_THAT(elements(*op, {Tensor({1, 1, 3}, {1, -2, 3}), Tensor({1, 1, 3}, {10, 20, -30})}),
              ElementsAre(11, 18, -27));
}

TEST(Add, TakesTwoTensorsOfOneShape) {
  const auto op = operator_of({"add", {2, 2}, {}, {}});
  EXPECT_THAT(value(channels_of(*op, {2, 2})), ElementsAre(2));
  EXPECT_EQ(code_of(channels_of(*op, {2, 3})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(channels_of(*op, {2, 1})), RefusalCode::model_mismatch);
  EXPECT_THAT(value(plan_at_load(*op, {{2, 4, 5}, {2, 4, 5}})), ElementsAre(Shape{2, 4, 5}));
  expect_shape_rule_fails(*op, {{2, 4, 5}, {2, 5, 5}});
  expect_shape_rule_fails(*op, {{2, 4, 5}, {2, 4, 6}});
  expect_shape_rule_fails(*op, {{2, 4, 5}, {2, 5, 4}});
}

TEST(Add, HasNoParameters) {
  expect_exact_length({"add", {1, 1}, {}, {}});
}

// ops 3: none declares an exponent, or every one declares one and all are equal.
TEST(Add, AsksForOneExponentOrNone) {
  const auto op = operator_of({"add", {1, 1}, {}, {}});
  const auto rule = [&](std::int8_t a, std::int8_t b, std::int8_t out) {
    return code_of(op->exponents(std::vector{a, b}, std::vector{out}));
  };
  EXPECT_EQ(rule(kNoExponent, kNoExponent, kNoExponent), std::nullopt);
  EXPECT_EQ(rule(3, 3, 3), std::nullopt);
  EXPECT_EQ(rule(-127, -127, -127), std::nullopt);
  EXPECT_EQ(rule(3, 4, 3), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(3, 3, 4), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(4, 3, 3), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(3, 3, kNoExponent), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(kNoExponent, kNoExponent, 3), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(0, kNoExponent, 0), RefusalCode::model_mismatch);
}

TEST(AddBound, IsTheHullOfTheSumsOnSmallIntervals) {
  const auto op = operator_of({"add", {1, 1}, {}, {}});
  for_each_interval(-2, 2, [&](int la, int ha) {
    for_each_interval(-2, 2, [&](int lb, int hb) {
      HullOf sums;
      for (int a = la; a <= ha; ++a) {
        for (int b = lb; b <= hb; ++b) {
          sums.add(elements(*op, {Tensor({1, 1, 1}, a), Tensor({1, 1, 1}, b)}).at(0));
        }
      }
      const NodeRecord node = bounds_of(*op, record_of({{la, ha}, {lb, hb}}));
      EXPECT_THAT(node.results, ElementsAre(*sums.interval));
      EXPECT_TRUE(node.intermediates.empty());
    });
  });
}

TEST(AddBound, PassesI64ExactlyAndSaturatesAt2To255) {
  const auto op = operator_of({"add", {1, 1}, {}, {}});
  // 2^63 - 1 + 1 = 2^63 needs 65 bits.
  const NodeRecord past = bounds_of(*op, record_of({{0, kI64Max}, {0, 1}}));
  EXPECT_EQ(past.results[0], (Interval{0, Wide::pow2(63)}));
  EXPECT_EQ(past.results[0].hi.bits(), 65U);
  const NodeRecord saturated = bounds_of(*op, record_of({{0, Wide::pow2(255)}, {0, 1}}));
  EXPECT_EQ(saturated.results[0].hi, Wide::pow2(255));
  EXPECT_TRUE(saturated.arith.saturated());
}

// ops 9.2: an operand that is a graph input of kind state, whichever operand it is.
TEST(Add, FlagsAnOperandCarriedAcrossDecodes) {
  const auto op = operator_of({"add", {1, 1}, {}, {}});
  NodeRecord node = record_of({{0, 1}, {0, 1}});
  EXPECT_TRUE(bounds_of(*op, node).npu_flags.empty());
  for (std::size_t k = 0; k < 2; ++k) {
    NodeRecord with_state = node;
    with_state.in[k].is_state = true;
    EXPECT_THAT(bounds_of(*op, with_state).npu_flags, ElementsAre("state_add"));
  }
}

// ---------------------------------------------------------------- chunk_add

TEST(ChunkAdd, AddsTheSecondHalfOfTheChannelsToTheFirst) {
  const auto op = operator_of({"chunk_add", {4}, {}, {}});
  // channels (1, 2), (3, 4), (10, 20), (-30, -40): 1 + 10, 2 + 20, 3 - 30, 4 - 40
  const auto out = evaluate(*op, {Tensor({4, 1, 2}, {1, 2, 3, 4, 10, 20, -30, -40})});
  EXPECT_EQ(out[0], Tensor({2, 1, 2}, {11, 22, -27, -36}));
}

TEST(ChunkAdd, HalvesAnEvenChannelCount) {
  const auto op = operator_of({"chunk_add", {4}, {}, {}});
  EXPECT_THAT(value(channels_of(*op, {4})), ElementsAre(2));
  EXPECT_EQ(code_of(channels_of(*op, {3})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(channels_of(*op, {1})), RefusalCode::model_mismatch);
  EXPECT_THAT(value(plan_at_load(*op, {{4, 3, 5}})), ElementsAre(Shape{2, 3, 5}));
}

TEST(ChunkAdd, AsksForOneExponentOrNone) {
  const auto op = operator_of({"chunk_add", {2}, {}, {}});
  const auto rule = [&](std::int8_t in, std::int8_t out) {
    return code_of(op->exponents(std::vector{in}, std::vector{out}));
  };
  EXPECT_EQ(rule(kNoExponent, kNoExponent), std::nullopt);
  EXPECT_EQ(rule(5, 5), std::nullopt);
  EXPECT_EQ(rule(5, 6), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(5, kNoExponent), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(kNoExponent, 0), RefusalCode::model_mismatch);
}

TEST(ChunkAdd, HasNoParameters) {
  expect_exact_length({"chunk_add", {2}, {}, {}});
}

TEST(ChunkAddBound, DoublesTheIntervalAndFlagsState) {
  const auto op = operator_of({"chunk_add", {2}, {}, {}});
  NodeRecord node = record_of({{-3, 5}});
  EXPECT_THAT(bounds_of(*op, node).results, ElementsAre(Interval{-6, 10}));
  EXPECT_TRUE(bounds_of(*op, node).npu_flags.empty());
  EXPECT_TRUE(bounds_of(*op, node).intermediates.empty());
  node.in[0].is_state = true;
  EXPECT_THAT(bounds_of(*op, node).npu_flags, ElementsAre("state_add"));
}

// ---------------------------------------------------------------- clamp, relu, abs

TEST(Clamp, HoldsValuesWithinItsRange) {
  const auto op = clamp_of(-2, 3);
  EXPECT_THAT(elements(*op, {Tensor({1, 1, 6}, {-9, -3, -2, 3, 4, 0})}), ElementsAre(-2, -2, -2, 3, 3, 0));
  EXPECT_EQ(at_element(*clamp_of(kI64Min, 7), kI64Min), kI64Min);
  EXPECT_EQ(at_element(*clamp_of(kI64Min, 7), 8), 7);
  EXPECT_EQ(at_element(*clamp_of(7, kI64Max), kI64Max), kI64Max);
}

TEST(Clamp, RefusesAnEmptyRangeAndOtherLengths) {
  EXPECT_EQ(code_of(read_operator({"clamp", {1}, write_params(ClampParams{4, 4}), {}})), std::nullopt);
  EXPECT_EQ(code_of(read_operator({"clamp", {1}, write_params(ClampParams{5, 4}), {}})), RefusalCode::model_mismatch);
  expect_exact_length({"clamp", {1}, write_params(ClampParams{-2, 3}), {}});
}

TEST(ClampBound, IsTheImageOfTheInterval) {
  expect_exact_on_small_intervals(*clamp_of(-2, 3), {});
  expect_exact_on_small_intervals(*clamp_of(4, 4), {});
  expect_exact_on_small_intervals(*clamp_of(kI64Min, 1), {});
  // A range outside what the input reaches still gives its ends: clamp(1, 10, 20) = 10.
  EXPECT_THAT(bounds_of(*clamp_of(10, 20), record_of({{1, 2}})).results, ElementsAre(Interval{10, 10}));
}

TEST(Relu, KeepsWhatIsNotNegative) {
  const auto op = operator_of({"relu", {1}, {}, {}});
  EXPECT_THAT(elements(*op, {Tensor({1, 1, 4}, {-1, 0, 1, kI64Min})}), ElementsAre(0, 0, 1, 0));
  expect_exact_length({"relu", {1}, {}, {}});
}

TEST(ReluBound, IsTheImageOfTheInterval) {
  expect_exact_on_small_intervals(*operator_of({"relu", {1}, {}, {}}), {});
}

TEST(Abs, IsTheMagnitude) {
  const auto op = operator_of({"abs", {1}, {}, {}});
  EXPECT_THAT(elements(*op, {Tensor({1, 1, 4}, {-5, 0, 5, -kI64Max})}), ElementsAre(5, 0, 5, kI64Max));
  expect_exact_length({"abs", {1}, {}, {}});
}

TEST(AbsBound, IsTheImageOfTheInterval) {
  const auto op = operator_of({"abs", {1}, {}, {}});
  expect_exact_on_small_intervals(*op, {});
  // |-2^63| = 2^63 is one past i64.
  const NodeRecord node = bounds_of(*op, record_of({{kI64Min, 4}}));
  EXPECT_EQ(node.results[0], (Interval{0, Wide::pow2(63)}));
  EXPECT_FALSE(node.results[0].hi.fits(64));
}

TEST(SameShapeOperators, KeepChannelsAndShape) {
  for (const auto& op :
       {clamp_of(0, 1), leaky_of(1, 1), operator_of({"relu", {3}, {}, {}}), operator_of({"abs", {3}, {}, {}})}) {
    EXPECT_THAT(value(channels_of(*op, {3})), ElementsAre(3));
    EXPECT_THAT(value(plan_in_decode(*op, {{3, 4, 5}})), ElementsAre(Shape{3, 4, 5}));
  }
}

// ---------------------------------------------------------------- leaky

// ops 14.1 item 6: floor, not truncation. -1/2 -> -1, -3/2 -> -2; truncation would give 0 and -1.
TEST(Leaky, FloorsNegativeProductsAwayFromZero) {
  const auto op = leaky_of(1, 1);
  EXPECT_THAT(elements(*op, {Tensor({1, 1, 5}, {-1, -2, -3, 0, 7})}), ElementsAre(-1, -1, -2, 0, 7));
}

// A negative slope turns negative values positive: -3 * -1 / 2 = 1.5 -> 1.
TEST(Leaky, TakesNegativeAndGreatSlopes) {
  EXPECT_EQ(at_element(*leaky_of(-1, 1), -3), 1);
  EXPECT_EQ(at_element(*leaky_of(-1, 0), -3), 3);
  EXPECT_EQ(at_element(*leaky_of(0, 5), -3), 0);
  EXPECT_EQ(at_element(*leaky_of(1, 63), -1), -1);        // floor(-1 / 2^63)
  EXPECT_EQ(at_element(*leaky_of(kI64Max, 63), -1), -1);  // floor(-(2^63 - 1) / 2^63)
  EXPECT_EQ(at_element(*leaky_of(kI64Max, 63), 5), 5);
}

TEST(Leaky, RefusesAShiftPast63AndOtherLengths) {
  EXPECT_EQ(code_of(read_operator({"leaky", {1}, write_params(LeakyParams{1, 63}), {}})), std::nullopt);
  EXPECT_EQ(code_of(read_operator({"leaky", {1}, write_params(LeakyParams{1, 64}), {}})), RefusalCode::model_mismatch);
  expect_exact_length({"leaky", {1}, write_params(LeakyParams{3, 2}), {}});
}

TEST(LeakyBound, IsTheHullOfTheOperatorOnSmallIntervals) {
  for (const std::int64_t a : {-5, -1, 0, 1, 3, 9}) {
    for (const std::uint32_t f : {0U, 1U, 2U, 63U}) {
      expect_exact_on_small_intervals(*leaky_of(a, f), {"leaky.p"});
    }
  }
}

// leaky.p by hand: [l, min(h, -1)] times a, and [0, 0] when no input is negative.
TEST(LeakyBound, RecordsTheProductsOfNegativeInputsOnly) {
  const auto product = [](std::int64_t a, const Interval& x) {
    return bounds_of(*leaky_of(a, 2), record_of({x})).intermediates.at("leaky.p");
  };
  EXPECT_EQ(product(3, {-4, 10}), (Interval{-12, -3}));  // [-4, -1] * 3
  EXPECT_EQ(product(-3, {-4, -2}), (Interval{6, 12}));   // [-4, -2] * -3
  EXPECT_EQ(product(3, {0, 10}), (Interval{0, 0}));
  EXPECT_EQ(product(3, {-1, 0}), (Interval{-3, -3}));
}

// ops 7.2: a fits i32.
TEST(LeakyBound, FailsAcc32ForASlopePastI32) {
  const auto fails = [](std::int64_t a) { return bounds_of(*leaky_of(a, 2), record_of({{0, 1}})).acc32_params; };
  EXPECT_TRUE(fails(2147483647).empty());
  EXPECT_TRUE(fails(-2147483648).empty());
  EXPECT_THAT(fails(2147483648), ElementsAre("leaky.a"));
  EXPECT_THAT(fails(-2147483649), ElementsAre("leaky.a"));
}

TEST(LeakyBound, HoldsEveryTracedValue) {
  for_each_interval(-5, 5, [&](int lo, int hi) {
    const auto op = leaky_of(-3, 1);
    const NodeRecord node = bounds_of(*op, record_of({{lo, hi}}));
    for (int v = lo; v <= hi; ++v) {
      expect_sound(*op, {Tensor({1, 1, 1}, v)}, node);
    }
  });
}

}  // namespace
}  // namespace wai
