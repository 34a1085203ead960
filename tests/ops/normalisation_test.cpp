// The normalisations (ops 5.7): igdn, layernorm_c, l2norm and softmax.
#include "ops/normalisation.hpp"

#include <numeric>

#include "support/operators.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

constexpr std::int64_t k2To16 = std::int64_t{1} << 16;
constexpr std::int64_t k2To32 = std::int64_t{1} << 32;

IgdnParams igdn_params(std::uint32_t gf, std::uint32_t frac, Values gamma, Values beta) {
  return {gf, frac, PackedInts(std::move(gamma)), std::move(beta)};
}
OperatorPtr igdn_of(std::uint32_t gf, std::uint32_t frac, Values gamma, Values beta) {
  const auto c = static_cast<std::uint32_t>(beta.size());
  return operator_of({"igdn", {c}, write_params(igdn_params(gf, frac, std::move(gamma), std::move(beta))), {}});
}
OperatorPtr layernorm_of(std::uint64_t epsilon, Values gamma, Values beta) {
  const auto c = static_cast<std::uint32_t>(beta.size());
  return operator_of(
      {"layernorm_c", {c}, write_params(LayernormCParams{epsilon, PackedInts(std::move(gamma)), std::move(beta)}), {}});
}
OperatorPtr l2norm_of(std::uint64_t epsilon) {
  return operator_of({"l2norm", {1}, write_params(L2normParams{epsilon}), {}});
}
OperatorPtr softmax() {
  return operator_of({"softmax", {1}, {}, {}});
}
// One position, its channels given.
Values at_position(const Operator& op, const Values& x) {
  return elements(op, {Tensor({x.size(), 1, 1}, x)});
}

// ---------------------------------------------------------------- igdn

// ops 14.1 item 6. gamma = 1, gf = 1, x = (1, 1): each term floor(1/2) = 0, so N = beta = 3 and r = 1. Flooring the sum
// once would give N = 4 and r = 2.
TEST(Igdn, FloorsEachTerm) {
  EXPECT_THAT(at_position(*igdn_of(1, 0, {1, 1, 1, 1}, {3, 3}), {1, 1}), ElementsAre(1, 1));
  // negative gamma: floor(-1/2) = -1 twice, N = 6 - 2 = 4, r = 2; flooring the sum once gives N = 5, also 2; with
  // beta = 5, N = 3 and r = 1 against N = 4 and r = 2.
  EXPECT_THAT(at_position(*igdn_of(1, 0, {-1, -1, -1, -1}, {6, 5}), {1, 1}), ElementsAre(2, 1));
}

// Rows are output channels: N_0 = 1 + 2*3^2 + 0 = 19 -> 4, N_1 = 0 + 0 + 1*5^2 = 25 -> 5; out = x*r / 2.
TEST(Igdn, TakesRowsOfGammaAsOutputChannels) {
  EXPECT_THAT(at_position(*igdn_of(0, 1, {2, 0, 0, 1}, {1, 0}), {3, -5}), ElementsAre(6, -13));
  // N_0 = 4*25 = 100 -> 10, N_1 = 9*9 = 81 -> 9: the off-diagonal alone, read by row.
  EXPECT_THAT(at_position(*igdn_of(0, 0, {0, 4, 9, 0}, {0, 0}), {3, -5}), ElementsAre(30, -45));
}

TEST(Igdn, TakesANegativeNormAsZero) {
  EXPECT_THAT(at_position(*igdn_of(0, 0, {0}, {-9}), {5}), ElementsAre(0));
  EXPECT_THAT(at_position(*igdn_of(0, 0, {-1}, {24}), {5}), ElementsAre(0));  // N = -1
}

// floor(-1 * 1 / 2) = -1, and a shift of 127 leaves the sign alone.
TEST(Igdn, FloorsItsResult) {
  EXPECT_THAT(at_position(*igdn_of(0, 1, {0}, {1}), {-1}), ElementsAre(-1));
  EXPECT_THAT(at_position(*igdn_of(0, 127, {0}, {1}), {-1}), ElementsAre(-1));
  EXPECT_THAT(at_position(*igdn_of(0, 127, {0}, {1}), {1}), ElementsAre(0));
  EXPECT_THAT(at_position(*igdn_of(127, 0, {-1}, {10}), {1}), ElementsAre(3));  // floor(-1 / 2^127) = -1: N = 9
}

TEST(Igdn, NormalisesEachPositionByItsOwnChannels) {
  // N = x_0^2 + x_1^2 at every position: (3, 4) -> 5, (5, 12) -> 13, (0, 0) -> 0.
  const auto out = evaluate(*igdn_of(0, 0, {1, 1, 1, 1}, {0, 0}), {Tensor({2, 1, 3}, {3, 5, 0, 4, 12, 0})});
  EXPECT_EQ(out[0], Tensor({2, 1, 3}, {15, 65, 0, 20, 156, 0}));
}

// The norms run in 64 bits where the operands prove that they fit, else in 128: the same integers on both sides.
TEST(Igdn, GivesTheSameIntegersPast64Bits) {
  // x = 2^31 - 1: N = x^2, r = x, floor(x^2 / 2^31) = floor(2^31 - 2 + 2^-31).
  EXPECT_THAT(at_position(*igdn_of(0, 31, {1}, {0}), {2147483647}), ElementsAre(2147483646));
  EXPECT_THAT(at_position(*igdn_of(0, 31, {1}, {0}), {-2147483648}), ElementsAre(-2147483648));
  // gamma * x^2 = 2^62 * 16 = 2^66; shifted by 62: 16, r = 4, out = 16.
  EXPECT_THAT(at_position(*igdn_of(62, 0, {std::int64_t{1} << 62}, {0}), {4}), ElementsAre(16));
  // the products fit, their sum with beta does not: N = 2*(2^62) + 2^63 - 1 = 2^64 - 1, r = 2^32 - 1.
  EXPECT_THAT(
      at_position(*igdn_of(0, 0, {k2To32 * k2To16 * 16384, k2To32 * k2To16 * 16384, 0, 0}, {kI64Max, 0}), {1, 1}),
      ElementsAre(k2To32 - 1, 0));
  // gamma * x^2 = -2^63 * 2^64 is the least i128; its magnitude is none. Shifted by 127: -1, N = 10 - 1, r = 3.
  EXPECT_THAT(at_position(*igdn_of(127, 0, {kI64Min}, {10}), {k2To32}), ElementsAre(3 * k2To32));
  // x^2 itself passes 64 bits: x = 2^40, N = 2^80, r = 2^40, out = 2^80 / 2^40.
  EXPECT_THAT(at_position(*igdn_of(0, 40, {1}, {0}), {std::int64_t{1} << 40}), ElementsAre(std::int64_t{1} << 40));
}

TEST(Igdn, ReadsGammaOfFourAndEightBytes) {
  IgdnParams p = igdn_params(0, 0, {}, {0, 0});
  p.gamma = PackedInts(std::vector<std::int32_t>{0, 4, 9, 0});
  const auto op = operator_of({"igdn", {2}, write_params(p), {}});
  EXPECT_THAT(at_position(*op, {3, -5}), ElementsAre(30, -45));
}

TEST(Igdn, RefusesShiftsWidthsReservedBytesAndLengths) {
  const OperatorSpec spec = {"igdn", {2}, write_params(igdn_params(127, 127, {1, 2, 3, 4}, {5, 6})), {}};
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 128))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 4, 128))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 1, 1))), RefusalCode::model_mismatch);  // gf = 383
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 5, 1))), RefusalCode::model_mismatch);
  for (const std::uint8_t width :
       std::initializer_list<std::uint8_t>{0, 1, 2, 3, 4, 16}) {  // with 4, the length no longer fits
    EXPECT_EQ(code_of(read_operator(with_byte(spec, 8, width))), RefusalCode::model_mismatch);
  }
  for (std::size_t i = 9; i < 16; ++i) {
    EXPECT_EQ(code_of(read_operator(with_byte(spec, i, 1))), RefusalCode::model_mismatch);
  }
}

// A file of a few bytes may declare 2^32 - 1 channels: C^2 gammas pass 64 bits of length and are refused, not read.
TEST(Normalisations, RefuseParametersThatTheFileCannotHold) {
  OperatorSpec spec = {"igdn", {0xFFFFFFFF}, write_params(igdn_params(1, 1, {1}, {1})), {}};
  EXPECT_EQ(code_of(read_operator(spec)), RefusalCode::model_mismatch);
  spec = {"layernorm_c", {0xFFFFFFFF}, write_params(LayernormCParams{1, PackedInts(Values{1}), {1}}), {}};
  EXPECT_EQ(code_of(read_operator(spec)), RefusalCode::model_mismatch);
}

// x = [-2, 3], gamma = 2, gf = 1, beta = -5, frac = 1, by hand:
//   x2 [0, 9], gx2 [0, 18], term [0, 9], N = [-5, 9], final norm [-5, 4], r [0, 2],
//   xr: -2*2 .. 3*2, result [floor(-4/2), floor(6/2)].
// From igdn.N, r would reach isqrt(9) = 3.
TEST(IgdnBound, FollowsTheTextByHand) {
  const NodeRecord node = bounds_of(*igdn_of(1, 1, {2}, {-5}), record_of({{-2, 3}}));
  EXPECT_EQ(keys_of(node),
            (std::set<std::string_view>{"igdn.x2", "igdn.gx2", "igdn.term", "igdn.N", "igdn.r", "igdn.xr"}));
  EXPECT_EQ(node.intermediates.at("igdn.x2"), (Interval{0, 9}));
  EXPECT_EQ(node.intermediates.at("igdn.gx2"), (Interval{0, 18}));
  EXPECT_EQ(node.intermediates.at("igdn.term"), (Interval{0, 9}));
  EXPECT_EQ(node.intermediates.at("igdn.N"), (Interval{-5, 9}));
  EXPECT_EQ(node.intermediates.at("igdn.r"), (Interval{0, 2}));
  EXPECT_EQ(node.intermediates.at("igdn.xr"), (Interval{-4, 6}));
  EXPECT_THAT(node.results, ElementsAre(Interval{-2, 3}));
  EXPECT_EQ(node.k_c_terms, (Interval{0, 9}));
  EXPECT_FALSE(node.mac.has_value());
  EXPECT_TRUE(node.acc32_params.empty());
}

// x = [2, 3]: x2 = [4, 9]. Channel 0: gamma (1, -1), beta 10: terms [4, 9] and [-9, -4], N = [-9, 19], final [5, 15],
// r [2, 3], xr [4, 9]. Channel 1: gamma (0, 3), beta 0: [0, 0], [12, 27], N = [0, 27], r [3, 5], xr [6, 15].
TEST(IgdnBound, HullsItsChannels) {
  const NodeRecord node = bounds_of(*igdn_of(0, 0, {1, -1, 0, 3}, {10, 0}), record_of({{2, 3}}));
  EXPECT_EQ(node.intermediates.at("igdn.x2"), (Interval{4, 9}));
  EXPECT_EQ(node.intermediates.at("igdn.gx2"), (Interval{-9, 27}));
  EXPECT_EQ(node.intermediates.at("igdn.term"), (Interval{-9, 27}));
  EXPECT_EQ(node.intermediates.at("igdn.N"), (Interval{-9, 27}));
  EXPECT_EQ(node.intermediates.at("igdn.r"), (Interval{2, 5}));
  EXPECT_EQ(node.intermediates.at("igdn.xr"), (Interval{4, 15}));
  EXPECT_THAT(node.results, ElementsAre(Interval{4, 15}));
  EXPECT_EQ(node.k_c_terms, (Interval{-9, 27}));
}

TEST(IgdnBound, SquaresAreExactOnSmallIntervals) {
  for_each_interval(-5, 5, [&](int lo, int hi) {
    HullOf squares;
    for (int v = lo; v <= hi; ++v) {
      squares.add(v * v);
    }
    EXPECT_EQ(bounds_of(*igdn_of(0, 0, {1}, {0}), record_of({{lo, hi}})).intermediates.at("igdn.x2"),
              *squares.interval);
  });
}

TEST(IgdnBound, HoldsEveryTracedValue) {
  const auto op = igdn_of(1, 1, {3, -2, -1, 5}, {7, -4});
  for_each_interval(-3, 3, [&](int lo, int hi) {
    const NodeRecord node = bounds_of(*op, record_of({{lo, hi}}));
    for_each_vector(2, lo, hi, [&](const Values& x) { expect_sound(*op, {Tensor({2, 1, 1}, x)}, node); });
  });
  // and in 128 bits: x^2 reaches 2^66
  const auto wide = igdn_of(1, 40, {3, -2, -1, 5}, {7, -4});
  const std::int64_t far = std::int64_t{1} << 33;
  const NodeRecord node = bounds_of(*wide, record_of({{-far, far}}));
  for (const std::int64_t x0 : {-far, std::int64_t{0}, far}) {
    expect_sound(*wide, {Tensor({2, 1, 1}, Values{x0, far - 1})}, node);
  }
}

// ops 8.1, Width: x2 on an input that reaches 2^255 is clamped, and the node remembers.
TEST(IgdnBound, Saturates) {
  const NodeRecord node = bounds_of(*igdn_of(0, 0, {1}, {0}), record_of({{0, Wide::pow2(255)}}));
  EXPECT_TRUE(node.arith.saturated());
  EXPECT_EQ(node.intermediates.at("igdn.x2"), (Interval{0, Wide::pow2(255)}));
  EXPECT_FALSE(bounds_of(*igdn_of(0, 0, {1}, {0}), record_of({{0, kI64Max}})).arith.saturated());
}

// ops 7.2.
TEST(IgdnBound, FailsAcc32ForItsParameters) {
  const auto fails = [](std::uint32_t gf, std::uint32_t frac, std::int64_t gamma) {
    return bounds_of(*igdn_of(gf, frac, {gamma}, {0}), record_of({{0, 1}})).acc32_params;
  };
  EXPECT_TRUE(fails(63, 63, 2147483647).empty());
  EXPECT_TRUE(fails(63, 63, -2147483648).empty());
  EXPECT_THAT(fails(63, 63, 2147483648), ElementsAre("igdn.gamma"));
  EXPECT_THAT(fails(64, 63, 1), ElementsAre("igdn.shift"));
  EXPECT_THAT(fails(63, 64, 1), ElementsAre("igdn.shift"));
  EXPECT_THAT(fails(64, 64, -2147483649), ElementsAre("igdn.gamma", "igdn.shift"));
}

// ---------------------------------------------------------------- layernorm_c

// x = (0, 1): S = 1, M = 1 + 1, m = 1; d = (-1, 0), T = 1, V = 0, U = 1, k = 2^32, n = (-2^16, 0).
// With gamma = 2^16, out = n + beta.
TEST(LayernormC, RoundsAMeanThatIsAHalfAwayFromZero) {
  EXPECT_THAT(at_position(*layernorm_of(1, {k2To16, k2To16}, {0, 5}), {0, 1}), ElementsAre(-65536, 5));
  // x = (0, -1): S = -1, M = -2, m = -1; d = (1, 0).
  EXPECT_THAT(at_position(*layernorm_of(1, {k2To16, k2To16}, {0, 5}), {0, -1}), ElementsAre(65536, 5));
}

// C = 3: M = S + sgn(S), since floor(3/2) = 1. S = 1 -> m = 0; S = 2 -> m = 1; S = -2 -> m = -1.
//   (1, 0, 0): d = x, T = 1, V = 0, U = 1, k = 2^32.
//   (1, 1, 0): d = (0, 0, -1).
TEST(LayernormC, RoundsTheMeanOfAnOddCount) {
  const auto op = layernorm_of(1, {k2To16, k2To16, k2To16}, {0, 0, 0});
  EXPECT_THAT(at_position(*op, {1, 0, 0}), ElementsAre(65536, 0, 0));
  EXPECT_THAT(at_position(*op, {1, 1, 0}), ElementsAre(0, 0, -65536));
  EXPECT_THAT(at_position(*op, {-1, -1, 0}), ElementsAre(0, 0, 65536));
}

// x = (3, -3): T = 18, V = 9, U = 9 + 16 = 25, k = floor(2^32 / 5) = 858993459.
//   n_0 = floor(2576980377 / 2^16) = 39321 (39321 * 65536 = 2576941056), n_1 = floor(-2576980377 / 2^16) = -39322.
//   gamma = (3, -5): floor(117963 / 2^16) = 1, floor(196610 / 2^16) = 3; gamma = (-3, 5) floors -117963 to -2 and
//   -196610 to -4.
TEST(LayernormC, FloorsEachProduct) {
  EXPECT_THAT(at_position(*layernorm_of(16, {3, -5}, {0, 0}), {3, -3}), ElementsAre(1, 3));
  EXPECT_THAT(at_position(*layernorm_of(16, {-3, 5}, {10, -10}), {3, -3}), ElementsAre(8, -14));
}

// ops 14.1 item 6: epsilon = 2^64 - 1 and V = 1 form U = 2^64, r = 2^32, k = 1, n = (floor(1/2^16), floor(-1/2^16)).
// In 64 bits U would wrap to 0 and k be 0.
TEST(LayernormC, AddsAnEpsilonThatPasses64Bits) {
  EXPECT_THAT(at_position(*layernorm_of(~std::uint64_t{0}, {k2To16, k2To16}, {0, 0}), {1, -1}), ElementsAre(0, -1));
}

TEST(LayernormC, NormalisesEachPositionByItsOwnChannels) {
  const auto op = layernorm_of(1, {k2To16, k2To16}, {0, 0});
  const auto out = evaluate(*op, {Tensor({2, 1, 2}, {0, 0, 1, -1})});
  EXPECT_EQ(out[0], Tensor({2, 1, 2}, {-65536, 65536, 0, 0}));
}

TEST(LayernormC, RefusesAnEpsilonOfZeroWidthsReservedBytesAndLengths) {
  const OperatorSpec spec = {
      "layernorm_c", {2}, write_params(LayernormCParams{1, PackedInts(Values{1, 2}), {5, 6}}), {}};
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 0))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 7, 255))), std::nullopt);  // epsilon is unsigned
  for (const std::uint8_t width : std::initializer_list<std::uint8_t>{0, 1, 2, 4}) {
    EXPECT_EQ(code_of(read_operator(with_byte(spec, 8, width))), RefusalCode::model_mismatch);
  }
  for (std::size_t i = 9; i < 16; ++i) {
    EXPECT_EQ(code_of(read_operator(with_byte(spec, i, 1))), RefusalCode::model_mismatch);
  }
  const OperatorSpec narrow_gamma = {
      "layernorm_c",
      {2},
      write_params(LayernormCParams{1, PackedInts(std::vector<std::int32_t>{k2To16, k2To16}), {0, 5}}),
      {}};
  expect_exact_length(narrow_gamma);
  EXPECT_THAT(at_position(*operator_of(narrow_gamma), {0, 1}), ElementsAre(-65536, 5));
}

// C = 2, x = [-3, 5], epsilon = 4, gamma = (2^16, -2^17), beta = (1, -1), by hand. h - l = 8, r0 = 2, k = 2^31.
//   dk: 8 * 2^31 = 2^34, by lemma ceil(2 * 2^32 * 3 / 2) = 3 * 2^32, the smaller.
//   n: 2^34 / 2^16 + 1 = 262145, by lemma 2 * 2^16 * 3 / 2 + 1 = 196609, the smaller.
//   ng: 196609 * 2^17 at most. Results: [-196609 + 1, 196609 + 1] and [-393218 - 1, 393218 - 1].
TEST(LayernormCBound, FollowsTheTextByHand) {
  const NodeRecord node = bounds_of(*layernorm_of(4, {65536, -131072}, {1, -1}), record_of({{-3, 5}}));
  EXPECT_EQ(keys_of(node), (std::set<std::string_view>{"ln.S", "ln.m", "ln.d", "ln.T", "ln.v", "rsq.num", "ln.k",
                                                       "ln.dk", "ln.n", "ln.ng"}));
  EXPECT_EQ(node.intermediates.at("ln.S"), (Interval{-6, 10}));
  EXPECT_EQ(node.intermediates.at("ln.m"), (Interval{-7, 11}));
  EXPECT_EQ(node.intermediates.at("ln.d"), (Interval{-8, 8}));
  EXPECT_EQ(node.intermediates.at("ln.T"), (Interval{0, 128}));
  EXPECT_EQ(node.intermediates.at("ln.v"), (Interval{4, 68}));
  EXPECT_EQ(node.intermediates.at("rsq.num"), (Interval{4294967296, 4294967296}));
  EXPECT_EQ(node.intermediates.at("ln.k"), (Interval{0, 2147483648}));
  EXPECT_EQ(node.intermediates.at("ln.dk"), (Interval{-12884901888, 12884901888}));
  EXPECT_EQ(node.intermediates.at("ln.n"), (Interval{-196609, 196609}));
  EXPECT_EQ(node.intermediates.at("ln.ng"), (Interval{-25769934848, 25769934848}));
  EXPECT_THAT(node.results, ElementsAre(Interval{-393219, 393217}));
}

// C = 1, epsilon = 9: r0 = 3, k = floor(2^32 / 3) = 1431655765.
//   x = [7, 8]: dk = k, below the lemma's ceil(2^32 * 4 / 3) = 5726623062; n = floor(k / 2^16) + 1 = 21845 + 1.
//   x = [0, 100]: the lemma's ends, dk 5726623062 (rounded up) and n = floor(2^16 * 4 / 3) + 1 = 87382 (rounded down).
//   ln.S starts at 0 when no value is negative; ln.m does not.
TEST(LayernormCBound, TakesTheSmallerOfTwoEnds) {
  const auto op = layernorm_of(9, {1}, {0});
  const NodeRecord close = bounds_of(*op, record_of({{7, 8}}));
  EXPECT_EQ(close.intermediates.at("ln.dk"), (Interval{-1431655765, 1431655765}));
  EXPECT_EQ(close.intermediates.at("ln.n"), (Interval{-21846, 21846}));
  EXPECT_EQ(close.intermediates.at("ln.S"), (Interval{0, 8}));
  EXPECT_EQ(close.intermediates.at("ln.m"), (Interval{7, 8}));
  const NodeRecord far = bounds_of(*op, record_of({{0, 100}}));
  EXPECT_EQ(far.intermediates.at("ln.dk"), (Interval{-5726623062, 5726623062}));
  EXPECT_EQ(far.intermediates.at("ln.n"), (Interval{-87382, 87382}));
}

TEST(LayernormCBound, HoldsEveryTracedValue) {
  for (const std::uint64_t epsilon : {std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}}) {
    const auto op = layernorm_of(epsilon, {40000, -70000, 5}, {1, 0, -1});
    for_each_interval(-2, 2, [&](int lo, int hi) {
      const NodeRecord node = bounds_of(*op, record_of({{lo, hi}}));
      for_each_vector(3, lo, hi, [&](const Values& x) { expect_sound(*op, {Tensor({3, 1, 1}, x)}, node); });
    });
  }
  // great values, on which d passes 32 bits and T 64
  const std::int64_t far = std::int64_t{1} << 60;
  const auto op = layernorm_of(1, {40000, -70000, 5}, {1, 0, -1});
  const NodeRecord node = bounds_of(*op, record_of({{-far, far}}));
  for (const Values& x : {Values{far, -far, far}, Values{far, -far, 0}, Values{-far, -far, -far}}) {
    expect_sound(*op, {Tensor({3, 1, 1}, x)}, node);
  }
}

// ---------------------------------------------------------------- l2norm

// x = (3, -4), epsilon = 11: T = 25, U = 36, k = floor(2^32 / 6) = 715827882.
//   floor(2147483646 / 2^16) = 32767, floor(-2863311528 / 2^16) = floor(-43690.67) = -43691.
TEST(L2norm, DividesByTheRootOfItsChannel) {
  EXPECT_THAT(elements(*l2norm_of(11), {Tensor({1, 1, 2}, {3, -4})}), ElementsAre(32767, -43691));
  EXPECT_THAT(elements(*l2norm_of(11), {Tensor({1, 2, 1}, {3, -4})}), ElementsAre(32767, -43691));
}

// Each channel by its own sum: (0, 1) with epsilon 3: U = 4, k = 2^31, 2^31 / 2^16.
TEST(L2norm, SumsEachChannelAlone) {
  EXPECT_EQ(evaluate(*l2norm_of(3), {Tensor({2, 1, 2}, {0, 1, 0, 0})})[0], Tensor({2, 1, 2}, {0, 32768, 0, 0}));
}

// epsilon = 2^64 - 1 and T = 1: U = 2^64, r = 2^32, k = 1.
TEST(L2norm, AddsAnEpsilonThatPasses64Bits) {
  EXPECT_THAT(elements(*l2norm_of(~std::uint64_t{0}), {Tensor({1, 1, 1}, -1)}), ElementsAre(-1));
}

TEST(L2norm, RefusesAnEpsilonOfZeroAndOtherLengths) {
  const OperatorSpec spec = {"l2norm", {1}, write_params(L2normParams{1}), {}};
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 0))), RefusalCode::model_mismatch);
}

// L = 6, x = [-4, 3], epsilon = 11: T = 6*16 + 11, k = floor(2^32 / 3).
TEST(L2normBound, FollowsTheTextByHand) {
  const NodeRecord node = bounds_of(*l2norm_of(11), record_of({{-4, 3}}, Shape{5, 2, 3}));
  EXPECT_EQ(keys_of(node), (std::set<std::string_view>{"l2.T", "rsq.num", "l2.k", "l2.vk"}));
  EXPECT_EQ(node.intermediates.at("l2.T"), (Interval{0, 107}));
  EXPECT_EQ(node.intermediates.at("rsq.num"), (Interval{4294967296, 4294967296}));
  EXPECT_EQ(node.intermediates.at("l2.k"), (Interval{0, 1431655765}));
  EXPECT_EQ(node.intermediates.at("l2.vk"), (Interval{-4294967296, 4294967296}));
  EXPECT_THAT(node.results, ElementsAre(Interval{-65536, 65536}));
}

TEST(L2normBound, HoldsEveryTracedValue) {
  for (const std::uint64_t epsilon : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0}}) {
    const auto op = l2norm_of(epsilon);
    for_each_interval(-3, 3, [&](int lo, int hi) {
      const NodeRecord node = bounds_of(*op, record_of({{lo, hi}}, Shape{1, 1, 3}));
      for_each_vector(3, lo, hi, [&](const Values& x) { expect_sound(*op, {Tensor({1, 1, 3}, x)}, node); });
    });
  }
  const NodeRecord node = bounds_of(*l2norm_of(1), record_of({{kI64Min, kI64Max}}, Shape{1, 1, 1}));
  expect_sound(*l2norm_of(1), {Tensor({1, 1, 1}, kI64Min)}, node);  // T = 2^126, k = 0
}

// ---------------------------------------------------------------- softmax

// Three equal values: e = 65553 each, sum = 196659, half of it 98329.
//   floor((65553 * 65536 + 98329) / 196659) = floor(4296179737 / 196659) = 21845; three of them give 65535, not 2^16.
TEST(Softmax, NeedNotSumToOne) {
  const Values out = elements(*softmax(), {Tensor({1, 1, 3}, {7, 7, 7})});
  EXPECT_THAT(out, ElementsAre(21845, 21845, 21845));
  EXPECT_EQ(std::accumulate(out.begin(), out.end(), std::int64_t{0}), 65535);
}

// One value: floor((65553 * 65536 + 32776) / 65553) = 65536. Two equal: floor(65553 * 65537 / 131106) = 32768.
// (0, -1): e = 65553 and 65552, sum = 131105, half 65552:
//   floor((4296081408 + 65552) / 131105) = floor(4296146960 / 131105) = 32768 (131105 * 32768 = 4296048640),
//   floor((4296015872 + 65552) / 131105) = floor(4296081424 / 131105) = 32768.
TEST(Softmax, RoundsEachQuotientToNearest) {
  EXPECT_THAT(elements(*softmax(), {Tensor({1, 1, 1}, kI64Min)}), ElementsAre(65536));
  EXPECT_THAT(elements(*softmax(), {Tensor({1, 1, 2}, {-5, -5})}), ElementsAre(32768, 32768));
  EXPECT_THAT(elements(*softmax(), {Tensor({1, 1, 2}, {0, -1})}), ElementsAre(32768, 32768));
}

// Far below the greatest, e is 0 (n >= 17) and the result is floor(floor(sum / 2) / sum) = 0; n = 1 halves e:
// e = 32776, sum = 98329, half 49164: floor((65553*65536 + 49164) / 98329) = floor(4296130572 / 98329) = 43691,
// floor((32776*65536 + 49164) / 98329) = floor(2148057100 / 98329) = 21845.
TEST(Softmax, MeasuresFromTheGreatestOfItsRow) {
  EXPECT_THAT(elements(*softmax(), {Tensor({1, 1, 2}, {100, 100 - 45426})}), ElementsAre(43691, 21845));
  EXPECT_THAT(elements(*softmax(), {Tensor({1, 1, 3}, {-63 * 45426, 0, -62 * 45426})}), ElementsAre(0, 65536, 0));
  EXPECT_THAT(elements(*softmax(), {Tensor({1, 1, 2}, {kI64Min + 1, 0})}), ElementsAre(0, 65536));
}

TEST(Softmax, NormalisesEachRowAlone) {
  const auto out = evaluate(*softmax(), {Tensor({2, 2, 2}, {1, 1, 0, -17 * 45426, -17 * 45426, 0, 5, 5})});
  EXPECT_EQ(out[0], Tensor({2, 2, 2}, {32768, 32768, 65536, 0, 0, 65536, 32768, 32768}));
}

TEST(Softmax, HasNoParameters) {
  expect_exact_length({"softmax", {2}, {}, {}});
}

// x = [-3, 7], W_max = 5: sum = 5 * 65553, num = 65553 * 2^16 + floor(327765 / 2).
TEST(SoftmaxBound, FollowsTheTextByHand) {
  const NodeRecord node = bounds_of(*softmax(), record_of({{-3, 7}}, Shape{9, 8, 5}));
  EXPECT_EQ(keys_of(node),
            (std::set<std::string_view>{"sm.diff", "exp.negx", "exp.nl", "exp.t2", "exp.c", "sm.sum", "sm.num"}));
  EXPECT_EQ(node.intermediates.at("sm.diff"), (Interval{-10, 0}));
  EXPECT_EQ(node.intermediates.at("exp.negx"), (Interval{0, 10}));
  EXPECT_EQ(node.intermediates.at("exp.nl"), (Interval{0, 0}));
  EXPECT_EQ(node.intermediates.at("exp.t2"), (Interval{1870130025, 7862368900}));
  EXPECT_EQ(node.intermediates.at("exp.c"), (Interval{0, 2818695150}));
  EXPECT_EQ(node.intermediates.at("sm.sum"), (Interval{0, 327765}));
  EXPECT_EQ(node.intermediates.at("sm.num"), (Interval{0, 4296245290}));
  EXPECT_THAT(node.results, ElementsAre(Interval{0, 65536}));
}

TEST(SoftmaxBound, HoldsEveryTracedValue) {
  const auto op = softmax();
  for_each_interval(-2, 2, [&](int lo, int hi) {
    const NodeRecord node = bounds_of(*op, record_of({{lo * 30000, hi * 30000}}, Shape{1, 1, 3}));
    for_each_vector(3, lo, hi, [&](Values x) {
      for (std::int64_t& v : x) {
        v *= 30000;
      }
      expect_sound(*op, {Tensor({1, 1, 3}, x)}, node);
    });
  });
}

TEST(ReductionBoundsDeathTest, NeedTheDeclaredSizes) {
  for (const auto& op : {softmax(), l2norm_of(1)}) {
    NodeRecord node = record_of({{0, 1}});
    EXPECT_EXIT((void)op->bounds(node), ::testing::ExitedWithCode(70), "declared input sizes");
  }
}

TEST(Normalisations, KeepTheShape) {
  for (const auto& op : {softmax(), l2norm_of(1), igdn_of(0, 0, {1}, {0}), layernorm_of(1, {1}, {0})}) {
    EXPECT_THAT(value(channels_of(*op, {1})), ElementsAre(1));
    EXPECT_THAT(value(plan_in_decode(*op, {{1, 4, 5}})), ElementsAre(Shape{1, 4, 5}));
  }
}

}  // namespace
}  // namespace wai
