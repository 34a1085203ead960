// gram and apply (ops 5.9).
#include "ops/contraction.hpp"

#include "support/operators.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

ContractionParams params_of(std::uint32_t groups, Round round, std::uint8_t shift) {
  ContractionParams p;
  p.groups = groups;
  p.rq.round = round;
  p.rq.shift = {shift};
  return p;
}
OperatorSpec spec_of(std::string_view name, std::uint32_t c, const ContractionParams& p) {
  return {name, {c, c}, write_params(p), {}};
}
OperatorPtr of(std::string_view name, std::uint32_t c, std::uint32_t groups, Round round = Round::floor,
               std::uint8_t shift = 0) {
  return operator_of(spec_of(name, c, params_of(groups, round, shift)));
}

const Tensor kA({4, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
const Tensor kB({4, 1, 2}, {1, 0, 0, 1, 1, 1, 2, -1});

// Two groups of two channels: rows (1,2) and (3,4) with (1,0) and (0,1); (5,6) and (7,8) with (1,1) and (2,-1).
TEST(Gram, IsTheInnerProductsWithinAGroup) {
  EXPECT_EQ(evaluate(*of("gram", 4, 2), {kA, kB})[0], Tensor({4, 1, 2}, {1, 2, 3, 4, 11, 4, 15, 6}));
  // halved, ties up: 1 -> 1, 2 -> 1, 3 -> 2, 4 -> 2, 11 -> 6, 4 -> 2, 15 -> 8, 6 -> 3
  EXPECT_THAT(elements(*of("gram", 4, 2, Round::half_up, 1), {kA, kB}), ElementsAre(1, 1, 2, 2, 6, 2, 8, 3));
  // halved, ties to even: 1 -> 0, 3 -> 2, 11 -> 6 (5.5), 15 -> 8 (7.5)
  EXPECT_THAT(elements(*of("gram", 4, 2, Round::half_even, 1), {kA, kB}), ElementsAre(0, 1, 2, 2, 6, 2, 8, 3));
}

// One group sees all four channels; four groups give each channel its own product with itself alone.
TEST(Gram, TakesOneGroupAndAsManyAsChannels) {
  EXPECT_EQ(evaluate(*of("gram", 4, 1), {kA, kB})[0],
            Tensor({4, 1, 4}, {1, 2, 3, 0, 3, 4, 7, 2, 5, 6, 11, 4, 7, 8, 15, 6}));
  EXPECT_EQ(evaluate(*of("gram", 4, 4), {kA, kB})[0], Tensor({4, 1, 1}, {1, 4, 11, 6}));
}

TEST(Gram, TakesTwoTensorsOfOneShape) {
  const auto op = of("gram", 4, 2);
  EXPECT_THAT(value(channels_of(*op, {4, 4})), ElementsAre(4));
  EXPECT_EQ(code_of(channels_of(*op, {4, 2})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(channels_of(*op, {3, 3})), RefusalCode::model_mismatch);
  EXPECT_THAT(value(plan_at_load(*op, {{4, 3, 5}, {4, 3, 5}})), ElementsAre(Shape{4, 1, 2}));
  expect_shape_rule_fails(*op, {{4, 3, 5}, {4, 3, 4}});
  expect_shape_rule_fails(*op, {{4, 3, 5}, {4, 2, 5}});
  expect_shape_rule_fails(*op, {{4, 3, 5}, {4, 5, 3}});
}

// A rows (1,2), (3,4), (11,4), (15,6) by V = (1, 2), (3, 4): 1 + 4, 3 + 8; 33 + 16, 45 + 24.
TEST(Apply, IsTheMatrixProductWithinAGroup) {
  const Tensor a({4, 1, 2}, {1, 2, 3, 4, 11, 4, 15, 6});
  EXPECT_THAT(elements(*of("apply", 4, 2), {a, Tensor({4, 1, 1}, {1, 2, 3, 4})}), ElementsAre(5, 11, 49, 69));
  // Over a plane: the second column has V negated.
  EXPECT_EQ(evaluate(*of("apply", 4, 2, Round::floor, 1), {a, Tensor({4, 2, 1}, {1, -1, 2, -2, 3, -3, 4, -4})})[0],
            Tensor({4, 2, 1}, {2, -3, 5, -6, 24, -25, 34, -35}));
}

TEST(Apply, TakesAMatrixOfItsGroupSize) {
  const auto op = of("apply", 4, 2);
  EXPECT_THAT(value(channels_of(*op, {4, 4})), ElementsAre(4));
  EXPECT_EQ(code_of(channels_of(*op, {4, 6})), RefusalCode::model_mismatch);
  EXPECT_THAT(value(plan_at_load(*op, {{4, 1, 2}, {4, 3, 5}})), ElementsAre(Shape{4, 3, 5}));
  expect_shape_rule_fails(*op, {{4, 2, 2}, {4, 3, 5}});
  expect_shape_rule_fails(*op, {{4, 1, 1}, {4, 3, 5}});
  expect_shape_rule_fails(*op, {{4, 1, 3}, {4, 3, 5}});
  expect_shape_rule_fails(*op, {{4, 2, 1}, {4, 3, 5}});
}

TEST(ContractionParams, RefuseOtherRqSettingsGroupsAndLengths) {
  for (const std::string_view name : {"gram", "apply"}) {
    const auto code = [&](std::uint32_t c, const ContractionParams& p) {
      return code_of(read_operator(spec_of(name, c, p)));
    };
    const ContractionParams plain = params_of(2, Round::half_up, 16);
    expect_exact_length(spec_of(name, 4, plain));
    EXPECT_EQ(code(4, plain), std::nullopt);
    EXPECT_EQ(code(4, params_of(2, Round::half_up, 127)), std::nullopt);
    EXPECT_EQ(code(4, params_of(2, Round::half_up, 128)), RefusalCode::model_mismatch);
    EXPECT_EQ(code(4, params_of(0, Round::floor, 0)), RefusalCode::model_mismatch);
    EXPECT_EQ(code(4, params_of(3, Round::floor, 0)), RefusalCode::model_mismatch);
    EXPECT_EQ(code(4, params_of(8, Round::floor, 0)), RefusalCode::model_mismatch);
    EXPECT_EQ(code(4, params_of(4, Round::floor, 0)), std::nullopt);
    ContractionParams with_multiplier = plain;
    with_multiplier.rq.m_kind = RqKind::one;
    with_multiplier.rq.m_bytes = 4;
    with_multiplier.rq.mult = {1};
    EXPECT_EQ(code(4, with_multiplier), RefusalCode::model_mismatch);
    ContractionParams with_bias = plain;
    with_bias.rq.placement = BiasPlacement::pre;
    with_bias.rq.b_bytes = 4;
    with_bias.rq.bias = {0, 0, 0, 0};
    EXPECT_EQ(code(4, with_bias), RefusalCode::model_mismatch);
    ContractionParams with_shifts = plain;
    with_shifts.rq.s_kind = RqKind::per_channel;
    with_shifts.rq.shift = {1, 1, 1, 1};
    EXPECT_EQ(code(4, with_shifts), RefusalCode::model_mismatch);
  }
}

// A = [-2, 3], B = [-5, 1]: products 10, -2, -15, 3. L = 2*3, so acc = 6 * [-15, 10]; half_up at shift 1 adds 1 to the
// top of rq.p, and rounds [-90, 60] to [-45, 30].
TEST(GramBound, FollowsTheTextByHand) {
  const NodeRecord node =
      bounds_of(*of("gram", 4, 2, Round::half_up, 1), record_of({{-2, 3}, {-5, 1}}, Shape{4, 2, 3}));
  EXPECT_EQ(keys_of(node), (std::set<std::string_view>{"gram.term", "gram.acc", "rq.t", "rq.p", "rq.q", "rq.y"}));
  EXPECT_EQ(node.intermediates.at("gram.term"), (Interval{-15, 10}));
  EXPECT_EQ(node.intermediates.at("gram.acc"), (Interval{-90, 60}));
  EXPECT_EQ(node.intermediates.at("rq.t"), (Interval{-90, 60}));
  EXPECT_EQ(node.intermediates.at("rq.p"), (Interval{-90, 61}));
  EXPECT_EQ(node.intermediates.at("rq.q"), (Interval{-45, 30}));
  EXPECT_EQ(node.intermediates.at("rq.y"), (Interval{-45, 30}));
  EXPECT_THAT(node.results, ElementsAre(Interval{-45, 30}));
  EXPECT_EQ(node.k_c_terms, (Interval{-15, 10}));
  ASSERT_TRUE(node.mac.has_value());
  EXPECT_FALSE(node.mac->weights.has_value());
  EXPECT_TRUE(node.acc32_params.empty());
}

// A term of one sign gives a partial sum that starts at 0. d = C / groups = 3, whatever the picture's size.
TEST(ApplyBound, FollowsTheTextByHand) {
  const NodeRecord node = bounds_of(*of("apply", 6, 2), record_of({{2, 3}, {4, 5}}));
  EXPECT_EQ(keys_of(node), (std::set<std::string_view>{"apply.term", "apply.acc", "rq.t", "rq.p", "rq.q", "rq.y"}));
  EXPECT_EQ(node.intermediates.at("apply.term"), (Interval{8, 15}));
  EXPECT_EQ(node.intermediates.at("apply.acc"), (Interval{0, 45}));
  EXPECT_THAT(node.results, ElementsAre(Interval{0, 45}));
  EXPECT_EQ(node.k_c_terms, (Interval{8, 15}));
  EXPECT_TRUE(node.mac.has_value());
}

// ops 7.2 and 9.2, readings G8: gram and apply record what their rq's settings say.
TEST(ContractionBounds, RecordTheConditionsAndFlagsOfTheirRq) {
  for (const std::string_view name : {"gram", "apply"}) {
    const auto node = [&](Round round, std::uint8_t shift) {
      return bounds_of(*of(name, 2, 1, round, shift), record_of({{0, 1}, {0, 1}}, Shape{2, 1, 1}));
    };
    EXPECT_TRUE(node(Round::floor, 31).npu_flags.empty());
    EXPECT_TRUE(node(Round::floor, 63).acc32_params.empty());
    EXPECT_THAT(node(Round::half_even, 0).npu_flags, ElementsAre("rq_half_even"));
    EXPECT_THAT(node(Round::half_up, 32).npu_flags, ElementsAre("rq_shift_range"));
    EXPECT_THAT(node(Round::half_up, 64).acc32_params, ElementsAre("rq.shift"));
  }
}

TEST(GramBoundDeathTest, NeedsTheDeclaredSizes) {
  NodeRecord node = record_of({{0, 1}, {0, 1}});
  const auto op = of("gram", 2, 1);
  EXPECT_EXIT((void)op->bounds(node), ::testing::ExitedWithCode(70), "declared input sizes");
}

// Every assignment of small operands: the bounds hold, and the sums reach both ends of their interval.
TEST(ContractionBounds, HoldAndAreReachedOnSmallOperands) {
  for (const std::string_view name : {"gram", "apply"}) {
    const auto op = of(name, 2, 1, Round::half_even, 1);
    const NodeRecord node = bounds_of(*op, record_of({{-2, 1}, {-1, 1}}, Shape{2, 1, 2}));
    HullOf sums;
    for_each_vector(4, -2, 1, [&](const Values& a) {
      for_each_vector(4, -1, 1, [&](const Values& b) {
        if (a[0] > a[1]) {
          return;  // a symmetry: half the cases show as much
        }
        const std::vector<Tensor> in = {Tensor({2, 1, 2}, a), Tensor({2, 1, 2}, b)};
        expect_sound(*op, in, node);
        Trace trace;
        (void)evaluate(*op, in, {}, {}, &trace);
        for (const Trace::Entry& e : trace.entries()) {
          if (e.key == "gram.acc" || e.key == "apply.acc") {
            sums.add(Wide::of(e.min));
            sums.add(Wide::of(e.max));
          }
        }
      });
    });
    // terms [-2, 2], two of them
    EXPECT_EQ(*sums.interval, (Interval{-4, 4})) << name;
  }
}

}  // namespace
}  // namespace wai
