// Canonical JSON out (ops 8.5).
#include "base/canonical_json.hpp"

#include <gtest/gtest.h>

namespace wai {
namespace {

TEST(CanonicalJson, WritesEveryKindOfValue) {
  EXPECT_EQ(JsonOut().write(), "null");
  EXPECT_EQ(JsonOut::boolean(true).write(), "true");
  EXPECT_EQ(JsonOut::boolean(false).write(), "false");
  EXPECT_EQ(JsonOut::string("a b").write(), "\"a b\"");
  EXPECT_EQ(JsonOut::string("").write(), "\"\"");
  EXPECT_EQ(JsonOut::array().write(), "[]");
  EXPECT_EQ(JsonOut::object().write(), "{}");
}

TEST(CanonicalJson, WritesIntegersAsDecimalStrings) {
  EXPECT_EQ(JsonOut::integer(std::int64_t{0}).write(), "\"0\"");
  EXPECT_EQ(JsonOut::integer(INT64_MIN).write(), "\"-9223372036854775808\"");
  EXPECT_EQ(JsonOut::size(~std::uint64_t{0}).write(), "\"18446744073709551615\"");
  EXPECT_EQ(JsonOut::integer(Wide::pow2(128)).write(), "\"340282366920938463463374607431768211456\"");
  EXPECT_EQ(JsonOut::integer(Wide(-1)).write(), "\"-1\"");
}

TEST(CanonicalJson, EscapesOnlyTheQuoteAndTheBackslash) {
  EXPECT_EQ(JsonOut::string("a\"b\\c/").write(), R"("a\"b\\c/")");
  EXPECT_EQ(JsonOut::object().set("\"\\", JsonOut()).write(), R"({"\"\\":null})");
}

TEST(CanonicalJson, OrdersMembersByTheBytesOfTheirKeys) {
  // '.' 2E, '0' 30, 'B' 42, '_' 5F, 'a' 61; a prefix comes first.
  JsonOut object = JsonOut::object();
  for (const char* key : {"b", "a_", "a", "a.", "_", "B", "0", "ab", "aB"}) {
    object.set(key, JsonOut());
  }
  EXPECT_EQ(object.write(),
            R"({"0":null,"B":null,"_":null,"a":null,"a.":null,"aB":null,"a_":null,"ab":null,"b":null})");
}

TEST(CanonicalJson, NestsInTheOrderPushedWithoutWhiteSpace) {
  JsonOut inner = JsonOut::array();
  inner.push(JsonOut()).push(JsonOut::boolean(true));
  JsonOut member = JsonOut::object();
  member.set("k", std::move(inner));
  JsonOut list = JsonOut::array();
  list.push(JsonOut::size(2)).push(std::move(member)).push(JsonOut::array());
  JsonOut object = JsonOut::object();
  object.set("z", std::move(list)).set("a", JsonOut::object());
  EXPECT_EQ(object.write(), R"({"a":{},"z":["2",{"k":[null,true]},[]]})");
}

TEST(CanonicalJson, KnowsItsAlphabet) {
  EXPECT_TRUE(is_printable_ascii(""));
  EXPECT_TRUE(is_printable_ascii(" ~"));      // U+0020 and U+007E
  EXPECT_FALSE(is_printable_ascii("a\x1F"));  // below U+0020
  EXPECT_FALSE(is_printable_ascii("\x7F"));   // past U+007E
  EXPECT_FALSE(is_printable_ascii("caf\xC3\xA9"));
  EXPECT_FALSE(is_printable_ascii(std::string_view("a\0b", 3)));
  EXPECT_FALSE(is_printable_ascii("a\n"));
}

TEST(CanonicalJsonDeathTest, EndsTheProcessOnAMemberSetTwiceAndOnWrongKinds) {
  JsonOut object = JsonOut::object();
  object.set("a", JsonOut());
  EXPECT_EXIT(object.set("a", JsonOut()), ::testing::ExitedWithCode(70), "set twice");
  EXPECT_EXIT(object.push(JsonOut()), ::testing::ExitedWithCode(70), "no array");
  JsonOut list = JsonOut::array();
  EXPECT_EXIT(list.set("a", JsonOut()), ::testing::ExitedWithCode(70), "no object");
}

}  // namespace
}  // namespace wai
