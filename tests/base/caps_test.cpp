// Sizes formed in checked 64-bit arithmetic (ops 3).
#include "base/caps.hpp"

#include <gtest/gtest.h>

namespace wai {
namespace {

constexpr std::uint64_t kMax = ~std::uint64_t{0};

TEST(Caps, AreThoseOfTheText) {
  EXPECT_EQ(kMaxElems, 67108864U);        // 2^26 (ops 3)
  EXPECT_EQ(kMaxClipBytes, 1073741824U);  // 2^30 (pay 7)
  EXPECT_EQ(kMaxFrames, 1048576U);        // 2^20 (pay 7)
}

TEST(CheckedSize, IsWithinACapUpToTheCapItself) {
  EXPECT_TRUE(CheckedSize(kMaxElems).within(kMaxElems));
  EXPECT_FALSE(CheckedSize(kMaxElems + 1).within(kMaxElems));
  EXPECT_EQ((CheckedSize(3) * 5 + 2).value(), 17U);
}

TEST(CheckedSize, PastSixtyFourBitsIsPastEveryCap) {
  EXPECT_TRUE((CheckedSize(kMax) + 0).within(kMax));
  EXPECT_FALSE((CheckedSize(kMax) + 1).within(kMax));
  EXPECT_FALSE((CheckedSize(std::uint64_t{1} << 32) * (std::uint64_t{1} << 32)).within(kMax));
  EXPECT_EQ((CheckedSize((std::uint64_t{1} << 32) - 1) * ((std::uint64_t{1} << 32) + 1)).value(), kMax);
  EXPECT_FALSE((CheckedSize(kMax) * 2 + 1).within(kMax));
  EXPECT_FALSE((CheckedSize(kMax) * 2 * 1).within(kMax));
}

TEST(CheckedSize, StaysPastOnceItPassed) {
  const CheckedSize past = CheckedSize(kMax) * 3;
  EXPECT_FALSE(past.value().has_value());
  EXPECT_FALSE((past + 0).value().has_value());
  EXPECT_FALSE((CheckedSize(1) * past).value().has_value());
  EXPECT_EQ((past * 0).value(), 0U);
  EXPECT_EQ((CheckedSize(0) * past).value(), 0U);
}

}  // namespace
}  // namespace wai
