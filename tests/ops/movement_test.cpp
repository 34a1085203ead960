// Data movement (ops 5.10): definitions, shape rules on both sides, parameters (10.4) and bounds (8.3).
#include "ops/movement.hpp"

#include "support/operators.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t k2To26 = std::uint64_t{1} << 26;

OperatorPtr concat_of(std::size_t n) {
  return operator_of({"concat", std::vector<std::uint32_t>(n, 1), {}, {}});
}
OperatorPtr split_of(std::uint32_t start, std::uint32_t count) {
  return operator_of({"split", {4}, write_params(SplitParams{start, count}), {}});
}
OperatorPtr pad_rep_of(std::uint32_t m) {
  return operator_of({"pad_rep", {2}, write_params(PadRepParams{m}), {}});
}
OperatorPtr shuffle_of(std::string_view name, std::uint32_t r) {
  return operator_of({name, {4}, write_params(PixelShuffleParams{r}), {}});
}
OperatorPtr subpos_of(std::string_view name, const std::array<std::uint8_t, 4>& order) {
  return operator_of({name, {1, 1, 1, 1}, write_params(SubposParams{order}), {}});
}
const std::vector<ScalarRecord> kScalars = {{-5, 3}, {0, 100}, {kI64Min, kI64Max}, {-9, 0}};
OperatorSpec crop_spec(const CropOperand& y0, const CropOperand& x0, const CropOperand& h, const CropOperand& w) {
  return {"crop", {2}, write_params(CropParams{y0, x0, h, w}), kScalars};
}
OperatorPtr crop_of(const CropOperand& y0, const CropOperand& x0, const CropOperand& h, const CropOperand& w) {
  return operator_of(crop_spec(y0, x0, h, w));
}
constexpr CropOperand constant(std::uint32_t v) {
  return {false, v};
}
constexpr CropOperand scalar(std::uint32_t index) {
  return {true, index};
}
OperatorSpec fill_spec(const FillParams& p) {
  return {"fill", {1}, write_params(p), kScalars};
}

// ---------------------------------------------------------------- concat

TEST(Concat, JoinsTheChannelsInInputOrder) {
  const auto out =
      evaluate(*concat_of(3), {Tensor({1, 1, 2}, {1, 2}), Tensor({2, 1, 2}, {3, 4, 5, 6}), Tensor({1, 1, 2}, {7, 8})});
  EXPECT_EQ(out[0], Tensor({4, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Concat, SumsChannelsAndSharesHeightAndWidth) {
  const auto op = concat_of(3);
  EXPECT_THAT(value(channels_of(*op, {1, 2, 5})), ElementsAre(8));
  EXPECT_THAT(value(channels_of(*op, {0xFFFFFFFF, 0xFFFFFFFF, 2})), ElementsAre(0x200000000));
  EXPECT_THAT(value(plan_at_load(*op, {{1, 3, 4}, {2, 3, 4}, {5, 3, 4}})), ElementsAre(Shape{8, 3, 4}));
  expect_shape_rule_fails(*op, {{1, 3, 4}, {2, 2, 4}, {5, 3, 4}});
  expect_shape_rule_fails(*op, {{1, 3, 4}, {2, 3, 4}, {5, 3, 5}});
}

TEST(Concat, AsksForOneExponentOrNone) {
  const auto op = concat_of(2);
  const auto rule = [&](std::int8_t a, std::int8_t b, std::int8_t out) {
    return code_of(op->exponents(std::vector{a, b}, std::vector{out}));
  };
  EXPECT_EQ(rule(kNoExponent, kNoExponent, kNoExponent), std::nullopt);
  EXPECT_EQ(rule(2, 2, 2), std::nullopt);
  EXPECT_EQ(rule(2, 1, 2), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(2, kNoExponent, 2), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(2, 2, kNoExponent), RefusalCode::model_mismatch);
}

TEST(ConcatBound, IsTheHullOfItsInputs) {
  EXPECT_THAT(bounds_of(*concat_of(3), record_of({{3, 4}, {-1, 0}, {2, 9}})).results, ElementsAre(Interval{-1, 9}));
  expect_exact_length({"concat", {1, 1}, {}, {}});
}

// ---------------------------------------------------------------- split

TEST(Split, TakesARunOfChannels) {
  const Tensor x({4, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(evaluate(*split_of(1, 2), {x})[0], Tensor({2, 1, 2}, {3, 4, 5, 6}));
  EXPECT_EQ(evaluate(*split_of(3, 1), {x})[0], Tensor({1, 1, 2}, {7, 8}));
  EXPECT_EQ(evaluate(*split_of(0, 4), {x})[0], x);
}

TEST(Split, EndsWithinItsInput) {
  EXPECT_THAT(value(channels_of(*split_of(1, 3), {4})), ElementsAre(3));
  EXPECT_EQ(code_of(channels_of(*split_of(1, 4), {4})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(channels_of(*split_of(4, 1), {4})), RefusalCode::model_mismatch);
  // 2^32 - 1 + 2^32 - 1 is no small number.
  EXPECT_EQ(code_of(channels_of(*split_of(0xFFFFFFFF, 0xFFFFFFFF), {0xFFFFFFFE})), RefusalCode::model_mismatch);
  EXPECT_THAT(value(plan_at_load(*split_of(1, 3), {{4, 5, 6}})), ElementsAre(Shape{3, 5, 6}));
}

TEST(Split, RefusesACountOfZeroAndOtherLengths) {
  const OperatorSpec spec = {"split", {4}, write_params(SplitParams{1, 2}), {}};
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 4, 0))), RefusalCode::model_mismatch);
}

// ---------------------------------------------------------------- pixel_shuffle, pixel_unshuffle

// Channels (1, 2), (3, 4), (5, 6), (7, 8) of one row: channel i*2 + j goes to row i, column offset j.
TEST(PixelShuffle, TakesChannelsToOffsets) {
  const auto out = evaluate(*shuffle_of("pixel_shuffle", 2), {Tensor({4, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8})});
  EXPECT_EQ(out[0], Tensor({1, 2, 4}, {1, 3, 2, 4, 5, 7, 6, 8}));
}

TEST(PixelShuffle, FollowsItsFormulaAndUnshuffleInvertsIt) {
  for (const std::uint32_t r : {1U, 2U, 3U}) {
    const auto shuffle = shuffle_of("pixel_shuffle", r);
    const auto unshuffle = shuffle_of("pixel_unshuffle", r);
    const Tensor x = numbered({2 * r * r, 2, 3});
    const Tensor y = evaluate(*shuffle, {x})[0];
    ASSERT_EQ(y.shape, (Shape{2, 2 * r, 3 * r}));
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t i = 0; i < r; ++i) {
        for (std::size_t j = 0; j < r; ++j) {
          for (std::size_t pos = 0; pos < 6; ++pos) {
            EXPECT_EQ(y.at(c, pos / 3 * r + i, pos % 3 * r + j), x.at(c * r * r + i * r + j, pos / 3, pos % 3));
          }
        }
      }
    }
    EXPECT_EQ(evaluate(*unshuffle, {y})[0], x);
  }
}

TEST(PixelShuffle, WantsChannelsThatItsSquareDivides) {
  EXPECT_THAT(value(channels_of(*shuffle_of("pixel_shuffle", 2), {8})), ElementsAre(2));
  EXPECT_EQ(code_of(channels_of(*shuffle_of("pixel_shuffle", 2), {6})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(channels_of(*shuffle_of("pixel_shuffle", 2), {2})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(channels_of(*shuffle_of("pixel_shuffle", 0xFFFFFFFF), {4})), RefusalCode::model_mismatch);
}

// ops 3: an upsampled side is within 2^26.
TEST(PixelShuffle, FormsSidesWithin2To26) {
  const auto op = shuffle_of("pixel_shuffle", 2);
  EXPECT_THAT(value(plan_at_load(*op, {{4, k2To26 / 2, 1}})), ElementsAre(Shape{1, k2To26, 2}));
  expect_too_large(*op, {{4, k2To26 / 2 + 1, 1}});
  expect_too_large(*op, {{4, 1, k2To26 / 2 + 1}});
}

TEST(PixelUnshuffle, WantsSidesThatItDivides) {
  const auto op = shuffle_of("pixel_unshuffle", 3);
  EXPECT_THAT(value(channels_of(*op, {2})), ElementsAre(18));
  EXPECT_THAT(value(plan_at_load(*op, {{2, 6, 9}})), ElementsAre(Shape{18, 2, 3}));
  expect_shape_rule_fails(*op, {{2, 7, 9}});
  expect_shape_rule_fails(*op, {{2, 6, 8}});
  expect_shape_rule_fails(*op, {{2, 1, 1}});
}

// 4 * (2^32 - 1)^2 passes 64 bits; (2^32 - 1)^2 does not, and is no tensor's count either.
TEST(PixelUnshuffle, RefusesAChannelCountPast64Bits) {
  const auto op = shuffle_of("pixel_unshuffle", 0xFFFFFFFF);
  EXPECT_EQ(code_of(channels_of(*op, {4})), RefusalCode::model_mismatch);
  EXPECT_THAT(value(channels_of(*op, {1})), ElementsAre(0xFFFFFFFE00000001));
}

TEST(PixelShuffleParams, RefuseZeroAndOtherLengths) {
  for (const std::string_view name : {"pixel_shuffle", "pixel_unshuffle"}) {
    const OperatorSpec spec = {name, {4}, write_params(PixelShuffleParams{2}), {}};
    expect_exact_length(spec);
    EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 0))), RefusalCode::model_mismatch);
    EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 1))), std::nullopt);
    EXPECT_THAT(bounds_of(*operator_of(spec), record_of({{-3, 8}})).results, ElementsAre(Interval{-3, 8}));
  }
}

// ---------------------------------------------------------------- pad_rep

TEST(PadRep, RepeatsTheLastRowAndColumn) {
  const auto out = evaluate(*pad_rep_of(2), {Tensor({2, 1, 3}, {1, 2, 3, 4, 5, 6})});
  EXPECT_EQ(out[0], Tensor({2, 2, 4}, {1, 2, 3, 3, 1, 2, 3, 3, 4, 5, 6, 6, 4, 5, 6, 6}));
  EXPECT_EQ(evaluate(*pad_rep_of(4), {Tensor({1, 1, 1}, 9)})[0], Tensor({1, 4, 4}, 9));
}

TEST(PadRep, RoundsEachSideUp) {
  EXPECT_THAT(value(plan_at_load(*pad_rep_of(4), {{2, 8, 9}})), ElementsAre(Shape{2, 8, 12}));
  EXPECT_THAT(value(plan_at_load(*pad_rep_of(1), {{2, 7, 9}})), ElementsAre(Shape{2, 7, 9}));
  EXPECT_THAT(value(plan_at_load(*pad_rep_of(k2To26), {{1, 1, 1}})), ElementsAre(Shape{1, k2To26, k2To26}));
  expect_too_large(*pad_rep_of(k2To26 + 1), {{1, 1, 1}});
  expect_too_large(*pad_rep_of(0xFFFFFFFF), {{1, 1, 1}});
  expect_too_large(*pad_rep_of(k2To26 - 1), {{1, 1, k2To26}});  // two steps: 2^27 - 2
  expect_too_large(*pad_rep_of(k2To26 - 1), {{1, k2To26, 1}});
}

TEST(PadRep, RefusesZeroAndOtherLengths) {
  const OperatorSpec spec = {"pad_rep", {2}, write_params(PadRepParams{2}), {}};
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 0))), RefusalCode::model_mismatch);
  EXPECT_THAT(value(channels_of(*operator_of(spec), {2})), ElementsAre(2));
  EXPECT_THAT(bounds_of(*operator_of(spec), record_of({{-3, 8}})).results, ElementsAre(Interval{-3, 8}));
}

// ---------------------------------------------------------------- crop_to

TEST(CropTo, KeepsTheTopLeftCornerOfTheReferencesSize) {
  const auto op = operator_of({"crop_to", {2, 1}, {}, {}});
  const Tensor x({2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  EXPECT_EQ(evaluate(*op, {x, Tensor({1, 2, 2}, 99)})[0], Tensor({2, 2, 2}, {1, 2, 4, 5, 7, 8, 10, 11}));
  EXPECT_EQ(evaluate(*op, {x, Tensor({5, 1, 1}, 99)})[0], Tensor({2, 1, 1}, {1, 7}));
}

TEST(CropTo, WantsAReferenceThatFits) {
  const auto op = operator_of({"crop_to", {2, 7}, {}, {}});
  EXPECT_THAT(value(channels_of(*op, {2, 7})), ElementsAre(2));
  EXPECT_THAT(value(plan_at_load(*op, {{2, 4, 5}, {7, 4, 5}})), ElementsAre(Shape{2, 4, 5}));
  expect_shape_rule_fails(*op, {{2, 4, 5}, {7, 5, 5}});
  expect_shape_rule_fails(*op, {{2, 4, 5}, {7, 4, 6}});
  expect_exact_length({"crop_to", {2, 7}, {}, {}});
}

TEST(CropToBound, IsItsFirstInputs) {
  const auto op = operator_of({"crop_to", {2, 1}, {}, {}});
  EXPECT_THAT(bounds_of(*op, record_of({{-3, 8}, {-100, 100}})).results, ElementsAre(Interval{-3, 8}));
}

// ---------------------------------------------------------------- crop

TEST(Crop, TakesAWindow) {
  const Tensor x({2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const auto fixed = crop_of(constant(1), constant(1), constant(1), constant(2));
  EXPECT_EQ(evaluate(*fixed, {x})[0], Tensor({2, 1, 2}, {5, 6, 11, 12}));
  // start (s0, 0), size (2 - s0) by s1, with s0 = 1 and s1 = 2
  const auto chosen = crop_of(scalar(0), constant(0), constant(1), scalar(1));
  EXPECT_EQ(evaluate(*chosen, {x}, {}, {1, 2, 0, 0})[0], Tensor({2, 1, 2}, {4, 5, 10, 11}));
  EXPECT_EQ(evaluate(*chosen, {x}, {}, {0, 3, 0, 0})[0], Tensor({2, 1, 3}, {1, 2, 3, 7, 8, 9}));
}

TEST(Crop, FitsWithinItsInput) {
  const auto plan = [](std::uint32_t y0, std::uint32_t x0, std::uint32_t h, std::uint32_t w) {
    const auto op = crop_of(constant(y0), constant(x0), constant(h), constant(w));
    const auto decoded = plan_in_decode(*op, {{2, 4, 5}}, {}, {0, 0, 0, 0});
    EXPECT_EQ(code_of(plan_at_load(*op, {{2, 4, 5}}, {}, kScalars)).has_value(), !decoded.has_value());
    return decoded;
  };
  EXPECT_THAT(value(plan(0, 0, 4, 5)), ElementsAre(Shape{2, 4, 5}));
  EXPECT_THAT(value(plan(3, 4, 1, 1)), ElementsAre(Shape{2, 1, 1}));
  EXPECT_EQ(code_of(plan(1, 0, 4, 5)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(0, 1, 4, 5)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(0, 0, 5, 5)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(0, 0, 4, 6)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(4, 0, 1, 1)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(0, 5, 1, 1)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(0xFFFFFFFF, 0, 1, 1)), RefusalCode::geometry_mismatch);
  EXPECT_EQ(code_of(plan(0xFFFFFFFF, 0, 0xFFFFFFFF, 1)), RefusalCode::geometry_mismatch);
}

// Readings G2: a constant length of 0 is a shape rule, not a parameter's.
TEST(Crop, RefusesAConstantLengthOfZeroAsAShape) {
  for (const auto& [h, w] : {std::pair{0U, 1U}, std::pair{1U, 0U}}) {
    const auto op = crop_of(constant(0), constant(0), constant(h), constant(w));
    EXPECT_EQ(code_of(plan_at_load(*op, {{2, 4, 5}}, {}, kScalars)), RefusalCode::model_mismatch);
    EXPECT_EQ(code_of(plan_in_decode(*op, {{2, 4, 5}}, {}, {0, 0, 0, 0})), RefusalCode::geometry_mismatch);
  }
}

// ops 5.10: a decode reads the scalars' values; every sum stays clear of 64 bits.
TEST(Crop, RefusesScalarsThatDoNotFitInADecode) {
  const auto op = crop_of(scalar(2), constant(0), scalar(1), constant(5));
  const auto plan = [&](std::int64_t y0, std::int64_t h) {
    return code_of(plan_in_decode(*op, {{2, 4, 5}}, {}, {0, h, y0, 0}));
  };
  EXPECT_EQ(plan(0, 4), std::nullopt);
  EXPECT_EQ(plan(3, 1), std::nullopt);
  EXPECT_EQ(plan(-1, 2), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(-1, 5), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(3, 2), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(4, 0), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(4, 1), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(0, 0), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(0, -1), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(5, -1), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(kI64Min, 1), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(kI64Max, 1), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(1, kI64Max), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(kI64Max, kI64Max), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(kI64Min, kI64Max), RefusalCode::geometry_mismatch);
  EXPECT_EQ(plan(kI64Min, kI64Min), RefusalCode::geometry_mismatch);
}

// At load a scalar start counts as 0, whatever its range, and a scalar length as min(hi, S - s0).
TEST(Crop, PlansTheSmallestStartAndTheLargestLengthAtLoad) {
  const auto plan = [](const CropOperand& y0, const CropOperand& h, std::uint64_t height,
                       const std::vector<ScalarRecord>& ranges) {
    return plan_at_load(*crop_of(y0, constant(0), h, constant(5)), {{2, height, 5}}, {}, ranges);
  };
  const auto with = [](ScalarRecord s0, ScalarRecord s1) { return std::vector<ScalarRecord>{s0, s1, {}, {}}; };
  // start in [2, 3], length 4 of 4 rows: planned as rows 0 to 4.
  EXPECT_THAT(value(plan(scalar(0), constant(4), 4, with({2, 3}, {}))), ElementsAre(Shape{2, 4, 5}));
  EXPECT_EQ(code_of(plan(scalar(0), constant(5), 4, with({2, 3}, {}))), RefusalCode::model_mismatch);
  // start in [-9, -1]: never fits in a decode, and still plans.
  EXPECT_THAT(value(plan(scalar(0), constant(4), 4, with({-9, -1}, {}))), ElementsAre(Shape{2, 4, 5}));
  // length up to 100, from row 1 of 4: 3.
  EXPECT_THAT(value(plan(constant(1), scalar(1), 4, with({}, {0, 100}))), ElementsAre(Shape{2, 3, 5}));
  // length up to 2: 2.
  EXPECT_THAT(value(plan(constant(1), scalar(1), 4, with({}, {-7, 2}))), ElementsAre(Shape{2, 2, 5}));
  EXPECT_THAT(value(plan(constant(3), scalar(1), 4, with({}, {1, kI64Max}))), ElementsAre(Shape{2, 1, 5}));
  // no length of at least 1 exists.
  EXPECT_EQ(code_of(plan(constant(4), scalar(1), 4, with({}, {1, kI64Max}))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(plan(constant(9), scalar(1), 4, with({}, {1, kI64Max}))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(plan(constant(0), scalar(1), 4, with({}, {-3, 0}))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(plan(constant(0), scalar(1), 4, with({}, {kI64Min, kI64Min}))), RefusalCode::model_mismatch);
  // both scalars
  EXPECT_THAT(value(plan(scalar(0), scalar(1), 4, with({kI64Min, kI64Max}, {1, 3}))), ElementsAre(Shape{2, 3, 5}));
}

// The column side by the same rule.
TEST(Crop, PlansItsColumnsAsItsRows) {
  const auto op = crop_of(constant(0), constant(2), constant(4), scalar(1));
  EXPECT_THAT(value(plan_at_load(*op, {{2, 4, 5}}, {}, kScalars)), ElementsAre(Shape{2, 4, 3}));
  EXPECT_EQ(code_of(plan_at_load(*op, {{2, 4, 2}}, {}, kScalars)), RefusalCode::model_mismatch);
}

TEST(Crop, RefusesKindsReservedBytesScalarsAndLengths) {
  const OperatorSpec spec = crop_spec(constant(1), scalar(3), constant(2), scalar(0));
  ASSERT_EQ(spec.params.size(), 32U);
  expect_exact_length(spec);
  for (std::size_t operand = 0; operand < 4; ++operand) {
    EXPECT_EQ(code_of(read_operator(with_byte(spec, 8 * operand, 2))), RefusalCode::model_mismatch);
    for (std::size_t i = 1; i < 4; ++i) {
      EXPECT_EQ(code_of(read_operator(with_byte(spec, 8 * operand + i, 1))), RefusalCode::model_mismatch);
    }
  }
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 12, 4))), RefusalCode::model_mismatch);  // scalar 4 of 4
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 4, 4))), std::nullopt);                  // the constant 4
}

// ops 9.2: any one scalar operand.
TEST(CropBound, TellsWhyAScalarOperandLeavesTheAcceleratorSubset) {
  const auto reasons = [](const OperatorPtr& op) { return bounds_of(*op, record_of({{-3, 8}})).npu_reasons; };
  EXPECT_TRUE(reasons(crop_of(constant(0), constant(0), constant(1), constant(1))).empty());
  EXPECT_THAT(reasons(crop_of(scalar(0), constant(0), constant(1), constant(1))), ElementsAre("crop_scalar"));
  EXPECT_THAT(reasons(crop_of(constant(0), scalar(0), constant(1), constant(1))), ElementsAre("crop_scalar"));
  EXPECT_THAT(reasons(crop_of(constant(0), constant(0), scalar(1), constant(1))), ElementsAre("crop_scalar"));
  EXPECT_THAT(reasons(crop_of(constant(0), constant(0), constant(1), scalar(1))), ElementsAre("crop_scalar"));
  EXPECT_THAT(bounds_of(*crop_of(scalar(0), constant(0), constant(1), constant(1)), record_of({{-3, 8}})).results,
              ElementsAre(Interval{-3, 8}));
}

// ---------------------------------------------------------------- subpos_split, subpos_merge

// A plane of 1 to 8 in two rows: tensor 0 takes position (1, 0), 1 takes (0, 1), 2 takes (0, 0), 3 takes (1, 1).
TEST(SubposSplit, TakesEachPositionToItsTensor) {
  const auto out = evaluate(*subpos_of("subpos_split", {2, 1, 0, 3}), {Tensor({1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8})});
  ASSERT_EQ(out.size(), 4U);
  EXPECT_EQ(out[0], Tensor({1, 1, 2}, {5, 7}));
  EXPECT_EQ(out[1], Tensor({1, 1, 2}, {2, 4}));
  EXPECT_EQ(out[2], Tensor({1, 1, 2}, {1, 3}));
  EXPECT_EQ(out[3], Tensor({1, 1, 2}, {6, 8}));
}

TEST(SubposSplit, FollowsItsFormulaAndMergeInvertsItForEveryOrder) {
  std::array<std::uint8_t, 4> order = {0, 1, 2, 3};
  do {
    const Tensor x = numbered({2, 4, 6});
    const auto parts = evaluate(*subpos_of("subpos_split", order), {x});
    for (std::size_t k = 0; k < 4; ++k) {
      ASSERT_EQ(parts[k].shape, (Shape{2, 2, 3}));
      for (std::size_t i = 0; i < 12; ++i) {
        const std::size_t y = i / 3 % 2;
        EXPECT_EQ(parts[k].at(i / 6, y, i % 3), x.at(i / 6, 2 * y + order[k] / 2, 2 * (i % 3) + order[k] % 2));
      }
    }
    EXPECT_EQ(evaluate(*subpos_of("subpos_merge", order), parts)[0], x);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(SubposSplit, WantsEvenSides) {
  const auto op = subpos_of("subpos_split", {0, 1, 2, 3});
  EXPECT_THAT(value(channels_of(*op, {3})), ElementsAre(3, 3, 3, 3));
  EXPECT_THAT(value(plan_at_load(*op, {{3, 4, 6}})),
              ElementsAre(Shape{3, 2, 3}, Shape{3, 2, 3}, Shape{3, 2, 3}, Shape{3, 2, 3}));
  expect_shape_rule_fails(*op, {{3, 5, 6}});
  expect_shape_rule_fails(*op, {{3, 4, 7}});
  expect_shape_rule_fails(*op, {{3, 1, 2}});
}

TEST(SubposMerge, WantsFourTensorsOfOneShape) {
  const auto op = subpos_of("subpos_merge", {0, 1, 2, 3});
  EXPECT_THAT(value(channels_of(*op, {3, 3, 3, 3})), ElementsAre(3));
  const Shape s = {3, 4, 5};
  EXPECT_THAT(value(plan_at_load(*op, {s, s, s, s})), ElementsAre(Shape{3, 8, 10}));
  for (std::size_t k = 0; k < 4; ++k) {
    Counts counts(4, 3);
    counts[k] = 4;
    EXPECT_EQ(code_of(channels_of(*op, counts)), RefusalCode::model_mismatch);
    for (const Shape& other : {Shape{3, 5, 5}, Shape{3, 4, 4}}) {
      Shapes shapes(4, s);
      shapes[k] = other;
      expect_shape_rule_fails(*op, shapes);
    }
  }
}

// Readings G4: the sides come from the first input, and pass 2^26 before the shapes are compared.
TEST(SubposMerge, FormsItsSidesFromTheFirstInput) {
  const auto op = subpos_of("subpos_merge", {0, 1, 2, 3});
  const Shape half = {1, k2To26 / 2, 1};
  const Shape past = {1, k2To26 / 2 + 1, 1};
  const Shape past_wide = {1, 1, k2To26 / 2 + 1};
  EXPECT_THAT(value(plan_at_load(*op, {half, half, half, half})), ElementsAre(Shape{1, k2To26, 2}));
  expect_too_large(*op, {past, past, past, past});
  expect_too_large(*op, {past, half, half, half});
  expect_too_large(*op, {past_wide, half, half, half});
  expect_shape_rule_fails(*op, {half, past, half, half});
}

TEST(SubposParams, RefuseWhatIsNoPermutationAndOtherLengths) {
  for (const std::string_view name : {"subpos_split", "subpos_merge"}) {
    const OperatorSpec spec = {name, {1, 1, 1, 1}, write_params(SubposParams{{3, 1, 2, 0}}), {}};
    expect_exact_length(spec);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(code_of(read_operator(with_byte(spec, i, 4))), RefusalCode::model_mismatch);
      EXPECT_EQ(code_of(read_operator(with_byte(spec, i, spec.params[(i + 1) % 4]))), RefusalCode::model_mismatch);
    }
  }
}

TEST(SubposBounds, MoveIntervalsWithTheElements) {
  EXPECT_THAT(bounds_of(*subpos_of("subpos_split", {0, 1, 2, 3}), record_of({{-3, 8}})).results,
              ElementsAre(Interval{-3, 8}, Interval{-3, 8}, Interval{-3, 8}, Interval{-3, 8}));
  EXPECT_THAT(
      bounds_of(*subpos_of("subpos_merge", {0, 1, 2, 3}), record_of({{0, 1}, {5, 6}, {-2, -1}, {3, 3}})).results,
      ElementsAre(Interval{-2, 6}));
}

// ---------------------------------------------------------------- fill

TEST(Fill, GivesEveryElementTheValue) {
  const auto fixed = operator_of(fill_spec({false, -7}));
  EXPECT_EQ(evaluate(*fixed, {Tensor({5, 1, 2}, 99)}, {3})[0], Tensor({3, 1, 2}, -7));
  const auto chosen = operator_of(fill_spec({true, 1}));
  EXPECT_EQ(evaluate(*chosen, {Tensor({5, 2, 1}, 99)}, {2}, {-1, 42, 0, 0})[0], Tensor({2, 2, 1}, 42));
}

TEST(Fill, TakesItsChannelsFromItsTensorRecord) {
  const auto op = operator_of(fill_spec({false, kI64Min}));
  EXPECT_THAT(value(channels_of(*op, {5}, {3})), ElementsAre(3));
  EXPECT_THAT(value(plan_at_load(*op, {{5, 6, 7}}, {3})), ElementsAre(Shape{3, 6, 7}));
}

TEST(FillBound, IsTheConstantOrTheScalarsRange) {
  const NodeRecord node = record_of({{-100, 100}}, std::nullopt, {{-5, 3}, {0, 100}});
  EXPECT_THAT(bounds_of(*operator_of(fill_spec({false, kI64Min})), node).results,
              ElementsAre(Interval{kI64Min, kI64Min}));
  EXPECT_THAT(bounds_of(*operator_of(fill_spec({true, 0})), node).results, ElementsAre(Interval{-5, 3}));
  EXPECT_THAT(bounds_of(*operator_of(fill_spec({true, 1})), node).results, ElementsAre(Interval{0, 100}));
}

TEST(Fill, RefusesKindsReservedBytesScalarsAndLengths) {
  const OperatorSpec spec = fill_spec({true, 3});
  ASSERT_EQ(spec.params.size(), 16U);
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 2))), RefusalCode::model_mismatch);
  for (std::size_t i = 1; i < 8; ++i) {
    EXPECT_EQ(code_of(read_operator(with_byte(spec, i, 1))), RefusalCode::model_mismatch);
  }
  EXPECT_EQ(code_of(read_operator(fill_spec({true, 4}))), RefusalCode::model_mismatch);  // scalar 4 of 4
  EXPECT_EQ(code_of(read_operator(fill_spec({true, -1}))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(fill_spec({true, kI64Max}))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(fill_spec({false, -1}))), std::nullopt);
}

// Table 8.5-A: movement records no intermediate.
TEST(MovementBounds, RecordNoIntermediate) {
  const std::vector<OperatorPtr> ops = [] {
    std::vector<OperatorPtr> list;
    list.push_back(concat_of(2));
    list.push_back(split_of(0, 1));
    list.push_back(pad_rep_of(2));
    list.push_back(shuffle_of("pixel_shuffle", 2));
    list.push_back(subpos_of("subpos_split", {0, 1, 2, 3}));
    list.push_back(crop_of(constant(0), constant(0), constant(1), constant(1)));
    list.push_back(operator_of(fill_spec({false, 1})));
    return list;
  }();
  for (const auto& op : ops) {
    const NodeRecord node = bounds_of(*op, record_of({{-3, 8}, {0, 1}}));
    EXPECT_TRUE(node.intermediates.empty());
    EXPECT_TRUE(node.npu_flags.empty());
    EXPECT_FALSE(node.k_c_terms.has_value());
    EXPECT_FALSE(node.mac.has_value());
  }
}

}  // namespace
}  // namespace wai
