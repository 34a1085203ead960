// entropy.json (pins P1; readings P8): every refusal is model_mismatch.
#include "lower/entropy_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/corpus.hpp"
#include "support/networks.hpp"

namespace wai {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::string refusal_of(const std::string& text) {
  const auto tables = parse_entropy_tables(text_bytes(text));
  if (tables) {
    return "";
  }
  EXPECT_EQ(tables.refusal().code, RefusalCode::model_mismatch);
  return tables.refusal().message;
}

std::string with(const std::string& key, const std::string& value) {
  JsonText members = tiny_entropy();
  members[key] = value;
  return json_object(members);
}

TEST(EntropyTables, GiveEveryFieldWithoutTheRowsTails) {
  const auto tables = parse_entropy_tables(text_bytes(json_object(tiny_entropy())));
  ASSERT_TRUE(tables) << tables.refusal().message;
  EXPECT_EQ(tables->scale_edges, (std::vector<std::int64_t>{300, -5}));
  ASSERT_EQ(tables->y.size(), 2U);
  EXPECT_EQ(tables->y[0].cdf, (std::vector<std::uint32_t>{0, 30000, 60000, 65536}));
  EXPECT_EQ(tables->y[0].offset, -1);
  EXPECT_EQ(tables->y[1].cdf, (std::vector<std::uint32_t>{0, 1, 65536}));
  EXPECT_EQ(tables->y[1].offset, INT32_MAX);
  ASSERT_EQ(tables->z.size(), 2U);
  EXPECT_EQ(tables->z[0].cdf, (std::vector<std::uint32_t>{0, 65535, 65536}));
  EXPECT_EQ(tables->z[0].offset, INT32_MIN);
  EXPECT_EQ(tables->z_median, (std::vector<std::int64_t>{INT64_MAX, INT64_MIN}));
}

TEST(EntropyTables, OfATrainedSetAreRead) {
  const auto tables = parse_entropy_tables(real_file("hyper/entropy.json"));
  ASSERT_TRUE(tables) << tables.refusal().message;
  EXPECT_EQ(tables->scale_edges.size(), 64U);
  EXPECT_EQ(tables->y.size(), 64U);
  EXPECT_EQ(tables->z.size(), 48U);
}

TEST(EntropyTables, RefuseAMissingMember) {
  for (const auto& [key, value] : tiny_entropy()) {
    JsonText members = tiny_entropy();
    members.erase(key);
    EXPECT_THAT(refusal_of(json_object(members)), HasSubstr("no member " + key));
  }
}

TEST(EntropyTables, RefuseAMemberThatIsNoList) {
  for (const auto& [key, value] : tiny_entropy()) {
    for (const char* other : {"1", "null", "{}", "\"a\""}) {
      EXPECT_THAT(refusal_of(with(key, other)), HasSubstr("$." + key)) << other;
    }
  }
}

TEST(EntropyTables, RefuseListsThatDisagreeInCount) {
  for (const auto& [key, value] : tiny_entropy()) {
    EXPECT_NE(refusal_of(with(key, "[]")), "") << key;
    EXPECT_NE(refusal_of(with(key, value.substr(0, value.size() - 1) + "," + value.substr(1))), "") << key;  // doubled
  }
}

TEST(EntropyTables, AreOneAtLeastOfEachKind) {
  for (const std::string letter : {"y", "z"}) {
    JsonText members = tiny_entropy();
    for (const char* suffix : {"_cdf", "_cdf_length", "_offset"}) {
      members[letter + suffix] = "[]";
    }
    members[letter == "y" ? "scale_edges" : "z_median"] = "[]";
    EXPECT_THAT(refusal_of(json_object(members)), HasSubstr("no tables")) << letter;
  }
}

TEST(EntropyTables, RefuseNumbersOutsideTheirTypes) {
  for (const char* key : {"scale_edges", "z_median"}) {
    EXPECT_EQ(refusal_of(with(key, "[9223372036854775807,-9223372036854775808]")), "") << key;
    for (const char* v : {"9223372036854775808", "-9223372036854775809", "1.0", "1e3", "null", "\"1\"", "[1]"}) {
      EXPECT_THAT(refusal_of(with(key, std::string("[1,") + v + "]")), HasSubstr(std::string("$.") + key + "[1]")) << v;
    }
  }
  for (const char* key : {"y_offset", "z_offset"}) {
    EXPECT_EQ(refusal_of(with(key, "[2147483647,-2147483648]")), "") << key;
    for (const char* v : {"2147483648", "-2147483649", "0.0", "1e0", "null"}) {
      EXPECT_THAT(refusal_of(with(key, std::string("[1,") + v + "]")), HasSubstr(std::string("$.") + key + "[1]")) << v;
    }
  }
}

TEST(EntropyTables, LengthsLieWithinTheirRows) {
  EXPECT_EQ(refusal_of(with("y_cdf_length", "[4,3]")), "");
  EXPECT_THAT(refusal_of(with("y_cdf_length", "[7,3]")), HasSubstr("above the row's 6"));
  for (const char* v : {"-1", "18446744073709551619", "3.0", "null"}) {
    EXPECT_THAT(refusal_of(with("y_cdf_length", std::string("[4,") + v + "]")), HasSubstr("$.y_cdf_length[1]")) << v;
  }
  EXPECT_NE(refusal_of(with("z_cdf_length", "[3,4]")), "");
  for (const char* v : {"0", "1", "2"}) {  // a table of fewer than three entries
    EXPECT_NE(refusal_of(with("z_cdf_length", std::string("[3,") + v + "]")), "") << v;
  }
}

TEST(EntropyTables, AreCdfsOverTheirLengths) {
  for (const char* row : {"[0,30000,60000,65536]", "[0,1,2,65536]", "[0,65534,65535,65536,-1]",
                          "[0,1,2,65536,null,1.5,\"x\",[]]"}) {  // the tail is not read
    EXPECT_EQ(refusal_of(with("y_cdf", std::string("[") + row + ",[0,1,65536]]")), "") << row;
  }
  for (const char* row : {"[1,30000,60000,65536]", "[0,30000,60000,65535]", "[0,30000,60000,65537]",
                          "[0,30000,60000,0]", "[0,30000,30000,65536]", "[0,60000,30000,65536]", "[0,0,30000,65536]",
                          "[0,30000,65536,65536]", "[0,-1,30000,65536]", "[0,1.0,30000,65536]", "[0,1e3,30000,65536]",
                          "[0,4294967296,30000,65536]", "[0,null,30000,65536]", "[0,1,2]", "5", "null", "{}"}) {
    for (const std::string letter : {"y", "z"}) {
      JsonText members = tiny_entropy();
      members[letter + "_cdf"] = std::string("[") + row + ",[0,1,65536]]";
      members[letter + "_cdf_length"] = "[4,3]";
      EXPECT_NE(refusal_of(json_object(members)), "") << row;
    }
  }
}

// A table of n entries: 0, 1, .., n - 2, 65536.
std::string long_row(std::size_t n) {
  std::string row = "[0";
  for (std::size_t i = 1; i + 1 < n; ++i) {
    row += "," + std::to_string(i);
  }
  return row + ",65536]";
}

TEST(EntropyTables, HaveAtMost4097Entries) {
  for (const auto& [n, fits] : {std::pair(4097, true), {4098, false}, {65537, false}}) {
    JsonText members = tiny_entropy();
    members["y_cdf"] = "[" + long_row(static_cast<std::size_t>(n)) + ",[0,1,65536]]";
    members["y_cdf_length"] = "[" + std::to_string(n) + ",3]";
    EXPECT_EQ(refusal_of(json_object(members)).empty(), fits) << n;
  }
}

TEST(EntropyTables, AreOneStrictJsonObject) {
  const std::string good = json_object(tiny_entropy());
  ASSERT_EQ(refusal_of(good), "");
  for (const std::string& text :
       {std::string(), std::string("[]"), "[" + good + "]", good + good, "\xEF\xBB\xBF" + good,
        good.substr(0, good.size() - 1) + ",}", std::string(100000, '['), good + "x"}) {
    EXPECT_NE(refusal_of(text), "") << text.substr(0, 20);
  }
  EXPECT_EQ(refusal_of(" " + good + "\n"), "");
}

TEST(EntropyTables, RefuseTwoMembersOfOneNameAndIgnoreOthers) {
  const std::string good = json_object(tiny_entropy());
  EXPECT_NE(refusal_of("{\"y_cdf\":1," + good.substr(1)), "");
  EXPECT_NE(refusal_of("{\"a\":1,\"a\":1," + good.substr(1)), "");
  EXPECT_EQ(refusal_of("{\"a\":{\"b\":1e99,\"b\":2}," + good.substr(1)), "");
}

}  // namespace
}  // namespace wai
