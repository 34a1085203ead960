// Binary32 values as bits and as decimal text (pay 6, pay 10, readings P25).
#include "payload/binary32.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

namespace wai {
namespace {

std::uint32_t bits_of(std::string_view text) {
  const auto value = exact_binary32(text);
  return value ? value->bits : 0xFFFFFFFFU;
}
constexpr std::uint32_t kNone = 0xFFFFFFFFU;

TEST(ExactBinary32, ReadsNumbersThatAreOne) {
  EXPECT_EQ(bits_of("0"), 0U);
  EXPECT_EQ(bits_of("1"), 0x3F800000U);
  EXPECT_EQ(bits_of("-2"), 0xC0000000U);
  EXPECT_EQ(bits_of("0.5"), 0x3F000000U);
  EXPECT_EQ(bits_of("0.100000001490116119384765625"), 0x3DCCCCCDU);  // 13421773 / 2^27
  EXPECT_EQ(bits_of("1e3"), 0x447A0000U);                            // 1000 = 1.953125 * 2^9
  EXPECT_EQ(bits_of("12.50E-1"), 0x3FA00000U);                       // 1.25
  EXPECT_EQ(bits_of("1.5e+1"), 0x41700000U);                         // 15
  EXPECT_EQ(bits_of("16777215"), 0x4B7FFFFFU);                       // 2^24 - 1
  EXPECT_EQ(bits_of("16777216"), 0x4B800000U);
  EXPECT_EQ(bits_of("1152921504606846976"), 0x5D800000U);  // 2^60
  EXPECT_EQ(bits_of("340282346638528859811704183484516925440"), 0x7F7FFFFFU);
}

TEST(ExactBinary32, RefusesNumbersThatItWouldRound) {
  for (const char* text : {"0.1", "16777217", "1152921504606846977", "3.4e38", "1e39", "1e-46", "1e400", "1e-400",
                           "340282346638528859811704183484516925441", "340282366920938463463374607431768211456",
                           "99999999999999999999999999999999999999999999", "1e999999999999999999999999"}) {
    EXPECT_EQ(bits_of(text), kNone) << text;
  }
}

TEST(ExactBinary32, RefusesWhatIsNotAJsonNumber) {
  for (const char* text : {"", "-", "+1", "01", ".5", "1.", "1e", "1e+", "0x10", "inf", "nan", " 1", "1 ", "1,5", "--1",
                           "1.5.0", "1e2e3"}) {
    EXPECT_EQ(bits_of(text), kNone) << text;
  }
}

// readings P8: the integer -0 is 0. Only a text with a fraction or an exponent carries the sign of zero.
TEST(ExactBinary32, TellsTheZerosApart) {
  EXPECT_EQ(bits_of("-0"), 0U);
  EXPECT_EQ(bits_of("-0.0"), 0x80000000U);
  EXPECT_EQ(bits_of("-0e5"), 0x80000000U);
  EXPECT_EQ(bits_of("0.000"), 0U);
  EXPECT_EQ(bits_of("0e999999999999"), 0U);
}

TEST(ExactBinary32, WritesTheExactExpansion) {
  EXPECT_EQ(to_exact_text({0}), "0");
  EXPECT_EQ(to_exact_text({0x80000000}), "-0.0");
  EXPECT_EQ(to_exact_text({0x3F800000}), "1");
  EXPECT_EQ(to_exact_text({0xBFC00000}), "-1.5");
  EXPECT_EQ(to_exact_text({0x3DCCCCCD}), "0.100000001490116119384765625");
  EXPECT_EQ(to_exact_text({0x7F7FFFFF}), "340282346638528859811704183484516925440");
}

// Every exponent, and random fractions: the text is the value (a correctly rounded reader agrees), and comes back.
TEST(ExactBinary32, ReadsBackEveryValueItWrites) {
  const unsigned seed = 20250101;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (std::uint32_t exponent = 0; exponent < 255; ++exponent) {
    for (int i = 0; i < 40; ++i) {
      const std::uint32_t fraction = i == 0 ? 0 : (i == 1 ? 1 : (i == 2 ? 0x7FFFFF : random() & 0x7FFFFF));
      const Binary32 value{(i % 2 == 0 ? 0 : 0x80000000U) | (exponent << 23) | fraction};
      const std::string text = to_exact_text(value);
      float read = 0;
      const auto end = std::from_chars(text.data(), text.data() + text.size(), read);
      ASSERT_EQ(end.ptr, text.data() + text.size()) << text;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(read), value.bits) << text;
      ASSERT_EQ(bits_of(text), value.bits) << text;
    }
  }
}

// One unit in the last decimal place away from a value is no value.
TEST(ExactBinary32, RefusesTheNeighboursOfAValue) {
  std::string text = to_exact_text({0x00000003});  // 3 * 2^-149: ends in ...5, an odd multiple of 10^-149
  text.back() = '6';
  EXPECT_EQ(bits_of(text), kNone);
  EXPECT_EQ(bits_of(to_exact_text({0x00000003}) + "1"), kNone);
  EXPECT_EQ(bits_of(to_exact_text({0x00000003}) + "000"), 3U);
}

// The order of values, against the machine's own comparison.
TEST(Binary32, OrdersAsTheNumbersDo) {
  const unsigned seed = 7;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 20000; ++i) {
    const Binary32 a{static_cast<std::uint32_t>(random())};
    const Binary32 b{i % 3 == 0 ? a.bits ^ 1U : static_cast<std::uint32_t>(random())};
    EXPECT_EQ(a.is_finite(), std::isfinite(std::bit_cast<float>(a.bits)));
    if (a.is_finite() && b.is_finite()) {
      EXPECT_EQ(not_above(a, b), std::bit_cast<float>(a.bits) <= std::bit_cast<float>(b.bits));
    }
  }
}

}  // namespace
}  // namespace wai
