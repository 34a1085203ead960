#include <CLI/CLI.hpp>

#include "cli/size_value.hpp"

#include <gtest/gtest.h>

namespace wai::cli {
namespace {

TEST(SizeValue, ReadsDigitsWithAUnit) {
  EXPECT_EQ(read_size("0", 1024), 0U);
  EXPECT_EQ(read_size("007", 1024), 7U);
  EXPECT_EQ(read_size("500M", 1024), 500U * 1048576);
  EXPECT_EQ(read_size("4g", 1024), std::uint64_t{1} << 32);
  EXPECT_EQ(read_size("4gb", 1024), std::uint64_t{1} << 32);
  EXPECT_EQ(read_size("12b", 1024), 12U);
  EXPECT_EQ(read_size("12k", 1000), 12000U);
  EXPECT_EQ(read_size("12KiB", 1000), 12288U);
  EXPECT_EQ(read_size("10T", 1000), 10'000'000'000'000U);
}

TEST(SizeValue, ReadsUpToTheLargestOf64BitsAndNoFurther) {
  EXPECT_EQ(read_size("18446744073709551615", 1024), UINT64_MAX);
  EXPECT_EQ(read_size("18446744073709551616", 1024), std::nullopt);
  EXPECT_EQ(read_size("15E", 1024), std::uint64_t{15} << 60);
  EXPECT_EQ(read_size("16E", 1024), std::nullopt);
  EXPECT_EQ(read_size("18E", 1000), 18'000'000'000'000'000'000U);
  EXPECT_EQ(read_size("19E", 1000), std::nullopt);
}

TEST(SizeValue, ReadsNothingElse) {
  for (const char* text : {"", "k", "-1", "+1", " 1", "1 ", "1.5k", "1e3", "0x10", "1kk", "1ki2", "1bk", "1i", "1z"}) {
    EXPECT_EQ(read_size(text, 1024), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace wai::cli
