// Integers kept in the width their file gives them (ops 10.4).
#include "base/packed_ints.hpp"

#include <gtest/gtest.h>

namespace wai {
namespace {

TEST(PackedInts, ReadsEachWidthWithItsSign) {
  const Bytes bytes = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0x80};
  const auto one = PackedInts::read(bytes, 1);
  EXPECT_EQ(one.size(), 16U);
  EXPECT_EQ(one[0], -1);
  EXPECT_EQ(one[7], 127);
  EXPECT_EQ(one[15], -128);
  const auto two = PackedInts::read(bytes, 2);
  EXPECT_EQ(two.size(), 8U);
  EXPECT_EQ(two[3], 32767);  // FF 7F
  EXPECT_EQ(two[7], -32768);
  const auto four = PackedInts::read(bytes, 4);
  EXPECT_EQ(four.size(), 4U);
  EXPECT_EQ(four[1], INT32_MAX);
  EXPECT_EQ(four[3], INT32_MIN);
  const auto eight = PackedInts::read(bytes, 8);
  EXPECT_EQ(eight.size(), 2U);
  EXPECT_EQ(eight[0], INT64_MAX);
  EXPECT_EQ(eight[1], INT64_MIN);
}

TEST(PackedInts, WritesTheBytesItReadAndKeepsTheirWidth) {
  const Bytes bytes = {1, 2, 3, 0xF4, 5, 6, 7, 0xF8};
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    const auto values = PackedInts::read(bytes, width);
    EXPECT_EQ(values.width(), width);
    ByteWriter out;
    values.write(out);
    EXPECT_EQ(std::move(out).finish(), bytes);
  }
}

TEST(PackedInts, VisitsAllValuesInTheirOwnType) {
  const PackedInts values(std::vector<std::int16_t>{-3, 4, 5});
  EXPECT_EQ(values.width(), 2U);
  const int sum = values.visit([](const auto& v) {
    int total = 0;
    for (const auto x : v) {
      total += static_cast<int>(x);
    }
    return total;
  });
  EXPECT_EQ(sum, 6);
}

TEST(PackedIntsDeathTest, EndsTheProcessOnAnotherWidth) {
  EXPECT_EXIT(static_cast<void>(PackedInts::read(Bytes{1, 2, 3}, 3)), ::testing::ExitedWithCode(70), "width");
}

}  // namespace
}  // namespace wai
