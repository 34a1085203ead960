// The integer functions of ops 2, against hand values, whole small domains and integers without a width.
#include "base/int_math.hpp"

#include <gtest/gtest.h>

#include "support/exact.hpp"

namespace wai {
namespace {

using exact::Int;

// ---------------------------------------------------------------- division

TEST(Division, FollowsTheTableOfSigns) {
  // a, b, floor(a/b), ceil(a/b), trunc(a/b), a mod b
  constexpr std::int64_t kRows[][6] = {
      {7, 2, 3, 4, 3, 1}, {-7, 2, -4, -3, -3, 1}, {6, 2, 3, 3, 3, 0},   {-6, 2, -3, -3, -3, 0},
      {0, 5, 0, 0, 0, 0}, {1, 5, 0, 1, 0, 1},     {-1, 5, -1, 0, 0, 4}, {-5, 5, -1, -1, -1, 0},
  };
  for (const auto& [a, b, floor, ceil, trunc, mod] : kRows) {
    EXPECT_EQ(floor_div(a, b), floor) << a << " / " << b;
    EXPECT_EQ(ceil_div(a, b), ceil) << a << " / " << b;
    EXPECT_EQ(trunc_div(a, b), trunc) << a << " / " << b;
    EXPECT_EQ(floor_mod(a, b), mod) << a << " / " << b;
  }
  EXPECT_EQ(trunc_div<std::int64_t>(7, -2), -3);
  EXPECT_EQ(trunc_div<std::int64_t>(-7, -2), 3);
}

template <class T>
void check_division(T a, T b) {
  const Int floor = exact::floor_div(exact::of(i128{a}), exact::of(i128{b}));
  EXPECT_EQ(exact::of(i128{floor_div(a, b)}), floor);
  EXPECT_EQ(exact::of(i128{ceil_div(a, b)}), -exact::floor_div(-exact::of(i128{a}), exact::of(i128{b})));
  EXPECT_EQ(exact::of(i128{floor_mod(a, b)}), exact::of(i128{a}) - exact::of(i128{b}) * floor);
}

TEST(Division, IsExactOnASmallDomain) {
  for (std::int32_t a = -40; a <= 40; ++a) {
    for (std::int32_t b = 1; b <= 13; ++b) {
      check_division<std::int32_t>(a, b);
      check_division<std::int64_t>(a, b);
      check_division<i128>(a, b);
    }
  }
}

TEST(Division, IsExactAtTheEndsOfEachWidth) {
  for (const std::int32_t a : {INT32_MIN, INT32_MIN + 1, INT32_MAX}) {
    for (const std::int32_t b : {1, 2, 3, INT32_MAX}) {
      check_division(a, b);
    }
  }
  for (const std::int64_t a : {INT64_MIN, INT64_MIN + 1, INT64_MAX}) {
    for (const std::int64_t b : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, INT64_MAX}) {
      check_division(a, b);
    }
  }
  for (const i128 a : {kI128Min, kI128Min + 1, kI128Max}) {
    for (const i128 b : {i128{1}, i128{2}, i128{3}, kI128Max}) {
      check_division(a, b);
    }
  }
}

// ---------------------------------------------------------------- shifts and roundings

TEST(FloorShift, GoesPastTheWidthOfItsType) {
  EXPECT_EQ(floor_shift<std::int32_t>(-1, 31), -1);
  EXPECT_EQ(floor_shift<std::int32_t>(INT32_MIN, 32), -1);
  EXPECT_EQ(floor_shift<std::int32_t>(INT32_MAX, 32), 0);
  EXPECT_EQ(floor_shift<std::int64_t>(-1, 64), -1);
  EXPECT_EQ(floor_shift<std::int64_t>(INT64_MIN, 63), -1);
  EXPECT_EQ(floor_shift<std::int64_t>(INT64_MAX, 127), 0);
  EXPECT_EQ(floor_shift<i128>(kI128Min, 127), -1);
  EXPECT_EQ(floor_shift<i128>(kI128Min, 128), -1);
  EXPECT_EQ(floor_shift<i128>(kI128Max, 1000), 0);
}

TEST(RoundShift, BreaksTiesAsEachRoundingSays) {
  // p/2 = 2.5, 3.5, -2.5, -3.5, 0.5, -0.5: down; up; to the even neighbour.
  constexpr std::int64_t kRows[][4] = {{5, 2, 3, 2},     {7, 3, 4, 4}, {-5, -3, -2, -2},
                                       {-7, -4, -3, -4}, {1, 0, 1, 0}, {-1, -1, 0, 0}};
  for (const auto& [p, floor, half_up, half_even] : kRows) {
    EXPECT_EQ(round_shift(p, 1, Round::floor), floor) << p;
    EXPECT_EQ(round_shift(p, 1, Round::half_up), half_up) << p;
    EXPECT_EQ(round_shift(p, 1, Round::half_even), half_even) << p;
  }
}

constexpr Round kRounds[] = {Round::floor, Round::half_up, Round::half_even};

void check_round_shift(const Int& p, unsigned s) {
  if (!exact::fits_i128(p)) {
    return;
  }
  for (const Round round : kRounds) {
    EXPECT_EQ(exact::of(round_shift(exact::to_i128(p), s, round)), exact::round_shift(p, s, round))
        << "p=" << p << " s=" << s << " round=" << static_cast<int>(round);
  }
}

TEST(RoundShift, IsExactOnASmallDomain) {
  for (int p = -600; p <= 600; ++p) {
    for (unsigned s = 0; s <= 11; ++s) {
      check_round_shift(p, s);
    }
  }
}

TEST(RoundShift, IsExactAroundTiesAtEveryShiftThatEndsAWidth) {
  for (const unsigned s : {0U, 1U, 2U, 31U, 32U, 33U, 62U, 63U, 64U, 65U, 125U, 126U, 127U}) {
    const Int half = s == 0 ? Int(0) : exact::pow2(s - 1);
    for (int k = -4; k <= 4; ++k) {
      for (int d = -2; d <= 2; ++d) {
        check_round_shift(k * exact::pow2(s) + half + d, s);
        check_round_shift(k * exact::pow2(s) + d, s);
      }
    }
    for (int d = 0; d <= 3; ++d) {
      check_round_shift(exact::pow2(127) - 1 - d, s);
      check_round_shift(-exact::pow2(127) + d, s);
    }
  }
}

TEST(RoundShift, IsExactOnRandomValues) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 20000; ++i) {
    check_round_shift(random.integer(127), random.upto(0, 127));
  }
}

TEST(RoundShift, NeverFallsAsTheProductRises) {
  for (const Round round : kRounds) {
    for (unsigned s = 0; s <= 6; ++s) {
      for (int p = -300; p < 300; ++p) {
        EXPECT_LE(round_shift(p, s, round), round_shift(p + 1, s, round)) << p << " " << s;
      }
    }
  }
}

// ---------------------------------------------------------------- sgn, wrap16, widths

TEST(Sgn, IsTheSign) {
  EXPECT_EQ(sgn<std::int64_t>(INT64_MIN), -1);
  EXPECT_EQ(sgn<std::int32_t>(0), 0);
  EXPECT_EQ(sgn<i128>(kI128Max), 1);
}

TEST(Wrap16, IsTheFormulaOnThreePeriodsAndAtTheEnds) {
  for (std::int64_t a = -100000; a <= 100000; ++a) {
    EXPECT_EQ(wrap16(a), floor_mod<std::int64_t>(a + 32768, 65536) - 32768) << a;
  }
  EXPECT_EQ(wrap16(32767), 32767);
  EXPECT_EQ(wrap16(32768), -32768);
  EXPECT_EQ(wrap16(-32769), 32767);
  EXPECT_EQ(wrap16(INT64_MAX), -1);  // 2^63 - 1 = -1 (mod 2^16)
  EXPECT_EQ(wrap16(INT64_MIN), 0);
}

TEST(Fits, HoldsExactlyWithinTheType) {
  const i128 two31 = i128{1} << 31;
  EXPECT_TRUE(fits<std::int32_t>(two31 - 1));
  EXPECT_FALSE(fits<std::int32_t>(two31));
  EXPECT_TRUE(fits<std::int32_t>(-two31));
  EXPECT_FALSE(fits<std::int32_t>(-two31 - 1));
  EXPECT_FALSE(fits<std::uint8_t>(-1));
  EXPECT_TRUE(fits<std::uint8_t>(255));
  EXPECT_TRUE(fits<std::int64_t>(i128{INT64_MIN}));
  EXPECT_FALSE(fits<std::int64_t>(i128{INT64_MAX} + 1));
}

TEST(NarrowDeathTest, EndsTheProcessOnAValueOutsideItsWidth) {
  EXPECT_EQ(narrow<std::int8_t>(-128), -128);
  EXPECT_EXIT(static_cast<void>(narrow<std::int8_t>(128)), ::testing::ExitedWithCode(70), "narrow");
}

// ---------------------------------------------------------------- square roots

void check_isqrt(const Int& n) {
  const auto value = (static_cast<u128>(static_cast<std::uint64_t>(n >> 64)) << 64) |
                     static_cast<std::uint64_t>(n & Int(~std::uint64_t{0}));
  const Int r = isqrt(value);
  EXPECT_TRUE(r * r <= n && n < (r + 1) * (r + 1)) << "isqrt(" << n << ") = " << r;
  if (n <= exact::pow2(127)) {
    const Int c = isqrt_ceil(value);
    EXPECT_TRUE(n <= c * c && (c == 0 || (c - 1) * (c - 1) < n)) << "isqrt_ceil(" << n << ") = " << c;
  }
}

TEST(Isqrt, IsExactOnASmallDomain) {
  for (int n = 0; n <= 70000; ++n) {
    check_isqrt(n);
  }
}

TEST(Isqrt, IsExactBesideTheSquaresOfEveryMagnitude) {
  for (unsigned k = 1; k <= 64; ++k) {
    for (int d = -2; d <= 2; ++d) {
      const Int r = exact::pow2(k) + d;
      for (int e = -1; e <= 1; ++e) {
        if (const Int n = r * r + e; n >= 0 && n < exact::pow2(128)) {
          check_isqrt(n);
        }
      }
    }
  }
  check_isqrt(exact::pow2(127) - 1);
  check_isqrt(exact::pow2(127));
  check_isqrt(exact::pow2(128) - 1);
  EXPECT_EQ(isqrt(~u128{0}), ~std::uint64_t{0});  // (2^64 - 1)^2 <= 2^128 - 1 < 2^128
}

TEST(Isqrt, IsExactOnRandomValues) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 20000; ++i) {
    check_isqrt(abs(random.integer(128)));
  }
}

// ---------------------------------------------------------------- exp_neg_q16, rsqrt_q16

TEST(ExpNegQ16, GivesTheValuesWorkedOutByHand) {
  // t = 88670, t2 = 7862368900, q = 119970, c = 2818695150, floor(c / 2^16) = 43009; 43009 + 22544.
  EXPECT_EQ(exp_neg_q16(0), 65553);
  // r = 0 and n = 1, 2, 16, 17: floor(65553 / 2^n).
  EXPECT_EQ(exp_neg_q16(-45426), 32776);
  EXPECT_EQ(exp_neg_q16(-45426 * 2), 16388);
  EXPECT_EQ(exp_neg_q16(-45426 * 16), 1);
  EXPECT_EQ(exp_neg_q16(-45426 * 17), 0);
  // t = 43245, t2 = 1870130025, q = 28535, c = 670429825, floor(c / 2^16) = 10229; 10229 + 22544.
  EXPECT_EQ(exp_neg_q16(-45425), 32773);
}

TEST(ExpNegQ16, NamesTheValuesItForms) {
  const ExpNegQ16 zero = exp_neg_q16_steps(0);
  EXPECT_EQ(zero.negx, 0);
  EXPECT_EQ(zero.nl, 0);
  EXPECT_EQ(zero.t2, 7862368900);
  EXPECT_EQ(zero.c, 2818695150);
  // u = 100000, n = 2, r = -9148, t = 79522, t2 = 6323748484, q = 96492, c = 2267079540,
  // floor(c / 2^16) = 34592, y = 57136, floor(y / 4) = 14284.
  const ExpNegQ16 e = exp_neg_q16_steps(-100000);
  EXPECT_EQ(e.negx, 100000);
  EXPECT_EQ(e.nl, 90852);
  EXPECT_EQ(e.t2, 6323748484);
  EXPECT_EQ(e.c, 2267079540);
  EXPECT_EQ(e.result, 14284);
  // All are formed where the result is 0 by rule.
  const ExpNegQ16 far = exp_neg_q16_steps(-INT64_MAX);
  EXPECT_EQ(far.negx, INT64_MAX);
  EXPECT_EQ(far.nl, INT64_MAX - INT64_MAX % 45426);
  EXPECT_EQ(far.result, 0);
}

TEST(ExpNegQ16, RisesFromOneHalvingToTheNext) {
  // Within one n it falls as x falls, but the last value of n = 0 lies below the first of n = 1.
  EXPECT_LT(exp_neg_q16(-45425), exp_neg_q16(-45426));
  for (std::int64_t x = -45425; x < 0; ++x) {
    ASSERT_LE(exp_neg_q16(x), exp_neg_q16(x + 1)) << x;
  }
}

// exp_neg_q16 step by step in integers without a width.
Int exp_by_the_text(const Int& x) {
  const Int u = -x;
  const Int n = exact::floor_div(u, 45426);
  const Int t = x + 45426 * n + 88670;
  const Int y = exact::floor_div(23495 * exact::floor_div(t * t, 65536), 65536) + 22544;
  return n >= 63 ? Int(0) : exact::floor_div(y, exact::pow2(static_cast<unsigned>(n)));
}

TEST(ExpNegQ16, FollowsTheTextOverItsDomain) {
  for (std::int64_t x = -45426 * 18; x <= 0; ++x) {
    const std::int64_t e = exp_neg_q16(x);
    ASSERT_EQ(Int(e), exp_by_the_text(x)) << x;
    ASSERT_TRUE(e >= 0 && e <= 65553) << x;
  }
  for (const std::int64_t n : {61, 62, 63, 64, 65, 127, 128}) {
    for (std::int64_t d = -1; d <= 1; ++d) {
      EXPECT_EQ(Int(exp_neg_q16(-45426 * n + d)), exp_by_the_text(-45426 * n + d)) << n;
    }
  }
  EXPECT_EQ(exp_neg_q16(-INT64_MAX), 0);
}

TEST(RsqrtQ16, DividesByTheRootAndGivesZeroForZero) {
  EXPECT_EQ(rsqrt_q16(0), 0);
  EXPECT_EQ(rsqrt_q16(1), std::int64_t{1} << 32);
  EXPECT_EQ(rsqrt_q16(3), std::int64_t{1} << 32);  // isqrt(3) = 1
  EXPECT_EQ(rsqrt_q16(4), std::int64_t{1} << 31);
  EXPECT_EQ(rsqrt_q16(9), 1431655765);  // floor(2^32 / 3)
  EXPECT_EQ(rsqrt_q16(u128{1} << 64), 1);
  EXPECT_EQ(rsqrt_q16((u128{1} << 64) - 1), 1);  // floor(2^32 / (2^32 - 1))
  EXPECT_EQ(rsqrt_q16(((u128{1} << 32) + 1) * ((u128{1} << 32) + 1)), 0);
  EXPECT_EQ(rsqrt_q16(~u128{0}), 0);
}

}  // namespace
}  // namespace wai
