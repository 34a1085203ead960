// The saturating arithmetic of ops 8.1, every primitive against integers without a width.
#include "base/wide.hpp"

#include <gtest/gtest.h>

#include "support/exact.hpp"

namespace wai {
namespace {

using exact::Int;

// Values on both sides of every width the fast paths and the text know, up to the limit 2^255 itself.
const std::vector<Int>& operands() {
  static const std::vector<Int> values =
      exact::around_powers({7, 31, 32, 62, 63, 64, 95, 125, 126, 127, 128, 191, 192, 253, 254, 255}, exact::pow2(255));
  return values;
}

std::vector<Int> random_operands(exact::Random& random, std::size_t n) {
  std::vector<Int> out;
  while (out.size() < n) {
    out.push_back(random.integer(255));
  }
  return out;
}

// ---------------------------------------------------------------- values

TEST(Wide, HoldsAValueThatFitsI128AsOne) {
  for (const Int& v : operands()) {
    const Wide w = exact::to_wide(v);
    EXPECT_EQ(exact::of(w), v);
    EXPECT_EQ(w.is_small(), exact::fits_i128(v)) << v;
    EXPECT_EQ(w.is_negative(), v < 0) << v;
  }
}

TEST(Wide, TakesZeroWithEitherSignAsZero) {
  EXPECT_EQ(Wide::of_magnitude(true, {}), Wide(0));
  EXPECT_FALSE(Wide::of_magnitude(true, {}).is_negative());
}

TEST(Wide, CountsTheBitsOfTheSmallestFittingWidth) {
  EXPECT_EQ(Wide(0).bits(), 1U);
  EXPECT_EQ(Wide(-1).bits(), 1U);
  EXPECT_EQ(Wide(1).bits(), 2U);
  EXPECT_EQ(Wide(-128).bits(), 8U);
  EXPECT_EQ(Wide(128).bits(), 9U);
  EXPECT_EQ(Wide(INT64_MIN).bits(), 64U);
  EXPECT_EQ(Wide::of(kI128Min).bits(), 128U);
  EXPECT_EQ(Wide::pow2(127).bits(), 129U);
  EXPECT_EQ(exact::to_wide(-exact::pow2(127) - 1).bits(), 129U);
  EXPECT_EQ(Wide::pow2(255).bits(), 257U);
  EXPECT_EQ(exact::to_wide(-exact::pow2(255)).bits(), 256U);
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (const auto& pool : {operands(), random_operands(random, 500)}) {
    for (const Int& v : pool) {
      const unsigned n = exact::bits(v);
      EXPECT_EQ(exact::to_wide(v).bits(), n) << v;
      EXPECT_TRUE(exact::to_wide(v).fits(n));
      EXPECT_TRUE(n == 1 || !exact::to_wide(v).fits(n - 1)) << v;
    }
  }
}

TEST(Wide, PrintsDecimalDigits) {
  EXPECT_EQ(Wide(0).to_string(), "0");
  EXPECT_EQ(Wide(-7).to_string(), "-7");
  EXPECT_EQ(Wide(INT64_MIN).to_string(), "-9223372036854775808");
  EXPECT_EQ(Wide::of(kI128Min).to_string(), "-170141183460469231731687303715884105728");
  EXPECT_EQ(Wide::pow2(128).to_string(), "340282366920938463463374607431768211456");
  EXPECT_EQ(exact::to_wide(-exact::pow2(255)).to_string(),
            "-57896044618658097711785492504343953926634992332820282019728792003956564819968");
}

TEST(Wide, GivesEveryPowerOfTwo) {
  for (unsigned n = 0; n <= 255; ++n) {
    EXPECT_EQ(exact::of(Wide::pow2(n)), exact::pow2(n)) << n;
  }
}

TEST(Wide, ComparesByValue) {
  for (const Int& a : operands()) {
    for (const Int& b : operands()) {
      const Wide x = exact::to_wide(a);
      const Wide y = exact::to_wide(b);
      ASSERT_EQ(x < y, a < b) << a << " " << b;
      ASSERT_EQ(x == y, a == b) << a << " " << b;
      ASSERT_EQ(x > y, a > b) << a << " " << b;
      ASSERT_EQ(exact::of(min(x, y)), std::min(a, b));
      ASSERT_EQ(exact::of(max(x, y)), std::max(a, b));
    }
  }
}

TEST(IntervalBits, TakeTheWiderEnd) {
  EXPECT_EQ(bits({-128, 127}), 8U);
  EXPECT_EQ(bits({-129, 0}), 9U);
  EXPECT_EQ(bits({0, 128}), 9U);
  EXPECT_EQ(bits({0, 0}), 1U);
}

TEST(LargestMagnitude, IsOfEitherEnd) {
  EXPECT_EQ(largest_magnitude({-5, 3}), Wide(5));
  EXPECT_EQ(largest_magnitude({2, 9}), Wide(9));
  EXPECT_EQ(largest_magnitude({-9, -2}), Wide(9));
  EXPECT_EQ(largest_magnitude({Wide::of(kI128Min), 0}), Wide::pow2(127));
  EXPECT_EQ(largest_magnitude({exact::to_wide(-exact::pow2(255)), 0}), Wide::pow2(255));
}

TEST(Hull, IsTheSmallestIntervalOverBoth) {
  EXPECT_EQ(hull({-1, 2}, {0, 5}), (Interval{-1, 5}));
  EXPECT_EQ(hull({7, 8}, {-3, -2}), (Interval{-3, 8}));
}

// ---------------------------------------------------------------- primitives

// One primitive: the exact result, saturated at +-2^255, and the flag set exactly when that changed it.
template <class Primitive>
void check(const Int& result, const std::string& what, Primitive primitive) {
  exact::Pass pass;
  const Int expected = pass.sat(result);
  Arith arith;
  EXPECT_EQ(exact::of(primitive(arith)), expected) << what;
  EXPECT_EQ(arith.saturated(), pass.saturated) << what;
}

void check_binary(const Int& a, const Int& b) {
  const Wide x = exact::to_wide(a);
  const Wide y = exact::to_wide(b);
  const std::string what = a.str() + " and " + b.str();
  check(a + b, what, [&](Arith& arith) { return arith.add(x, y); });
  check(a - b, what, [&](Arith& arith) { return arith.sub(x, y); });
  check(a * b, what, [&](Arith& arith) { return arith.mul(x, y); });
  if (b > 0) {
    check(exact::floor_div(a, b), what, [&](Arith& arith) { return arith.floor_div(x, y); });
    check(-exact::floor_div(-a, b), what, [&](Arith& arith) { return arith.ceil_div(x, y); });
  }
}

TEST(Arith, AddsSubtractsMultipliesAndDividesExactlyThenSaturates) {
  for (const Int& a : operands()) {
    for (const Int& b : operands()) {
      check_binary(a, b);
    }
  }
}

TEST(Arith, IsExactOnRandomOperands) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 10000; ++i) {
    check_binary(random.integer(255), random.integer(255));
  }
}

TEST(Arith, NegatesAndTakesMagnitudes) {
  for (const Int& a : operands()) {
    const Wide x = exact::to_wide(a);
    check(-a, a.str(), [&](Arith& arith) { return arith.neg(x); });
    check(abs(a), a.str(), [&](Arith& arith) { return arith.abs(x); });
  }
}

TEST(Arith, ShiftsTowardMinusInfinity) {
  for (const Int& a : operands()) {
    for (const unsigned s : {0U, 1U, 31U, 63U, 64U, 126U, 127U}) {
      check(exact::floor_div(a, exact::pow2(s)), a.str() + " >> " + std::to_string(s),
            [&](Arith& arith) { return arith.floor_shift(exact::to_wide(a), s); });
    }
  }
}

TEST(Arith, TakesSquareRoots) {
  for (const Int& a : operands()) {
    if (a < 0) {
      continue;
    }
    const Int r = exact::isqrt(a);
    check(r, a.str(), [&](Arith& arith) { return arith.isqrt(exact::to_wide(a)); });
    check(r * r == a ? r : Int(r + 1), a.str(), [&](Arith& arith) { return arith.isqrt_ceil(exact::to_wide(a)); });
  }
  for (unsigned k = 60; k <= 127; ++k) {  // squares on both sides of i128
    for (int d = -1; d <= 1; ++d) {
      const Int n = exact::pow2(k) * exact::pow2(k) + d;
      const Int r = d < 0 ? Int(exact::pow2(k) - 1) : exact::pow2(k);
      check(r, n.str(), [&](Arith& arith) { return arith.isqrt(exact::to_wide(n)); });
      const Int c = d > 0 ? Int(exact::pow2(k) + 1) : exact::pow2(k);
      check(c, n.str(), [&](Arith& arith) { return arith.isqrt_ceil(exact::to_wide(n)); });
    }
  }
}

TEST(Arith, RoundsAsTheTextWritesItUnderSaturation) {
  for (const Int& p : operands()) {
    for (const unsigned s : {0U, 1U, 2U, 31U, 32U, 62U, 63U, 64U, 126U, 127U}) {
      for (const Round round : {Round::floor, Round::half_up, Round::half_even}) {
        exact::Pass pass;
        const Int expected = pass.round_shift(p, s, round);
        Arith arith;
        const std::string what =
            p.str() + " s=" + std::to_string(s) + " round=" + std::to_string(static_cast<int>(round));
        EXPECT_EQ(exact::of(arith.round_shift(exact::to_wide(p), s, round)), expected) << what;
        EXPECT_EQ(arith.saturated(), pass.saturated) << what;
      }
    }
  }
}

TEST(Arith, RoundsTiesOnBothSigns) {
  Arith arith;
  EXPECT_EQ(arith.round_shift(-5, 1, Round::half_up), Wide(-2));
  EXPECT_EQ(arith.round_shift(-5, 1, Round::half_even), Wide(-2));
  EXPECT_EQ(arith.round_shift(-7, 1, Round::half_even), Wide(-4));
  EXPECT_EQ(arith.round_shift(5, 1, Round::half_even), Wide(2));
  EXPECT_FALSE(arith.saturated());
  // 2^255 + 2^126 saturates before it is shifted (ops 8.1: half_up is evaluated as ops 2 writes it).
  EXPECT_EQ(arith.round_shift(Wide::pow2(255), 127, Round::half_up), Wide::pow2(128));
  EXPECT_TRUE(arith.saturated());
}

TEST(Arith, TakesTheHullOfTheFourCorners) {
  Arith arith;
  EXPECT_EQ(arith.corner_hull({-2, 3}, {-5, 7}), (Interval{-15, 21}));  // 10, -14, -15, 21
  EXPECT_EQ(arith.corner_hull({-3, -2}, {-5, -4}), (Interval{8, 15}));  // 15, 12, 10, 8
  EXPECT_EQ(arith.corner_hull({-3, 2}, {-4, -4}), (Interval{-8, 12}));  // 12, -8
  EXPECT_EQ(arith.add(Interval{1, 2}, Interval{10, 20}), (Interval{11, 22}));
  EXPECT_EQ(arith.floor_shift(Interval{-3, 3}, 1), (Interval{-2, 1}));
}

TEST(Arith, KeepsTheFlagOnceSet) {
  Arith arith;
  EXPECT_EQ(arith.add(Wide::pow2(255), Wide(0)), Wide::pow2(255));
  EXPECT_FALSE(arith.saturated());
  EXPECT_EQ(arith.add(Wide::pow2(255), Wide(1)), Wide::pow2(255));
  EXPECT_TRUE(arith.saturated());
  EXPECT_EQ(arith.add(Wide(1), Wide(1)), Wide(2));
  EXPECT_TRUE(arith.saturated());
}

TEST(Arith, HoldsTheLargestProductBeforeItSaturates) {
  // (+-2^255)^2 = 2^510, the widest value that any rule forms (ops 8.1, Width).
  const Wide low = exact::to_wide(-exact::pow2(255));
  Arith arith;
  EXPECT_EQ(arith.mul(low, low), Wide::pow2(255));
  EXPECT_EQ(arith.mul(low, Wide::pow2(255)), low);
  EXPECT_TRUE(arith.saturated());
}

}  // namespace
}  // namespace wai
