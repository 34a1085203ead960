// Strict JSON reading (readings P8).
#include "base/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wai::json {
namespace {

using ::testing::HasSubstr;

Expected<Document> parse(std::string_view text) {
  return Document::parse(text, RefusalCode::payload_malformed);
}

// The message of the refusal, or "" when the text is accepted.
std::string refusal_of(std::string_view text) {
  const auto document = parse(text);
  if (document) {
    return "";
  }
  EXPECT_EQ(document.refusal().code, RefusalCode::payload_malformed);
  return document.refusal().message;
}

std::string brackets(std::size_t n) {
  return std::string(n, '[') + std::string(n, ']');
}

TEST(JsonText, TakesEveryFormOfValue) {
  for (const char* text : {"null",
                           "true",
                           "false",
                           "0",
                           "-0",
                           "12",
                           "\"\"",
                           "\"a\"",
                           "[]",
                           "{}",
                           "[1]",
                           "[1,2]",
                           R"({"a":1})",
                           R"({"a":{"b":[{}]},"c":null})",
                           " \t\r\n[ 1 , 2 ] \t\r\n",
                           R"({ "a" : 1 , "b" : [ ] })",
                           "1.0",
                           "1e3",
                           "1E+3",
                           "-0.5e-7",
                           "0e0"}) {
    EXPECT_EQ(refusal_of(text), "") << text;
  }
}

TEST(JsonText, RefusesWhatIsNotRfc8259) {
  for (const char* text : {"",          " ",           "nul",   "nulll", "True",       "truefalse",  "007",
                           "00",        "-",           "+1",    "-01",   ".5",         "1.",         "1.e3",
                           "1e",        "1e+",         "0x10",  "NaN",   "Infinity",   "-Infinity",  "1_000",
                           "'a'",       "[",           "]",     "[1",    "[1,",        "[1,]",       "[,1]",
                           "[1 2]",     "[1,,2]",      "[1:2]", "{",     "{\"a\"",     "{\"a\":",    "{\"a\":1",
                           "{\"a\":1,", R"({"a":1,})", "{1:2}", "{a:1}", R"({"a" 1})", R"({"a",1})", R"({"a":1 "b":2})",
                           "[1}",       R"({"a":1])",  "\"a",   "\"\\",  "\"\\x\"",    "\"\\u12\"",  "\"\\u12G4\"",
                           "\"\\u\"",   "1 2",         "{} {}", "[] 1",  "null null",  "// a\n1",    "1 // a",
                           "/**/1"}) {
    EXPECT_NE(refusal_of(text), "") << text;
  }
}

// Every one-byte change of kind "cut" of a text with all forms is refused: no prefix of it is a document.
TEST(JsonText, CutAnywhereIsRefused) {
  const std::string text = R"({"a":[1,-2.5e+3,true,false,null,"x\u00e9\n"],"b":{"c":[]}})";
  ASSERT_EQ(refusal_of(text), "");
  for (std::size_t n = 0; n < text.size(); ++n) {
    EXPECT_NE(refusal_of(text.substr(0, n)), "") << n;
  }
}

TEST(JsonText, IsUtf8WithoutAByteOrderMark) {
  EXPECT_THAT(refusal_of("\xEF\xBB\xBF{}"), HasSubstr("byte-order mark at offset 0"));
  EXPECT_THAT(refusal_of("[1]\xEF\xBB\xBF"), HasSubstr("offset 3"));
  EXPECT_THAT(refusal_of(std::string("\xFF\xFE[\0]\0", 6)), HasSubstr("not UTF-8 at offset 0"));
  EXPECT_THAT(refusal_of(std::string("\xFE\xFF\0[\0]", 6)), HasSubstr("not UTF-8 at offset 0"));
  EXPECT_THAT(refusal_of(std::string("[\0]\0", 4)), HasSubstr("offset 1"));  // UTF-16 without a mark
  EXPECT_THAT(refusal_of(std::string("[1\0]", 4)), HasSubstr("offset 2"));
}

// Each sequence is one that RFC 3629 forbids, in a string nobody reads; the offset is its first byte.
TEST(JsonText, RefusesEveryKindOfBadUtf8WithItsOffset) {
  for (const char* bad : {"\x80", "\xBF", "\xC0\xAF", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80",
                          "\xE2\x82", "\xE2\x82(", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
                          "\xF0\x9F\x98", "\xF0\x9F\x98(", "\xFF"}) {
    EXPECT_THAT(refusal_of(std::string("[\"\xC3\xA9") + bad + "\"]"), HasSubstr("not UTF-8 at offset 4")) << bad;
  }
  for (const char* good : {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF",
                           "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(refusal_of(std::string("[\"") + good + "\"]"), "") << good;
  }
}

TEST(JsonText, RefusesControlCharactersInStrings) {
  for (char c = 0; c < 0x20; ++c) {
    EXPECT_THAT(refusal_of("[\"a" + std::string(1, c) + "\"]"), HasSubstr("at offset 3")) << int{c};
  }
  EXPECT_EQ(refusal_of("\"\x7F\""), "");
}

TEST(JsonText, NestsSixtyFourDeepAndNoDeeper) {
  EXPECT_EQ(refusal_of(brackets(64)), "");
  EXPECT_THAT(refusal_of(brackets(65)), HasSubstr("nested deeper than 64 at offset 64"));
  EXPECT_THAT(refusal_of(brackets(100000)), HasSubstr("nested deeper than 64 at offset 64"));
  EXPECT_THAT(refusal_of(std::string(100000, '[')), HasSubstr("nested deeper than 64 at offset 64"));
  std::string objects;
  for (int i = 0; i < 65; ++i) {
    objects += "{\"a\":";
  }
  EXPECT_THAT(refusal_of(objects), HasSubstr("nested deeper than 64 at offset 320"));  // 64 * 5
  // Depth is what is open at once, not how many there are.
  EXPECT_EQ(refusal_of("[" + brackets(63) + "," + brackets(63) + "]"), "");
}

TEST(JsonText, RefusalsNameOffsetAndPath) {
  EXPECT_THAT(refusal_of(R"({"layers":[{"k":5},{"k":5,"weight":[1,2,007]}]})"),
              HasSubstr("not a JSON number at offset 40, $.layers[1].weight[2]"));
  EXPECT_THAT(refusal_of(R"({"a":1,})"), HasSubstr("no key stands where a member must at offset 7, $[1]"));
  EXPECT_THAT(refusal_of("[1,2,]"), HasSubstr("no value starts with this byte at offset 5, $[2]"));
  EXPECT_THAT(refusal_of("{} {}"), HasSubstr("more text after the document at offset 3, $"));
  EXPECT_THAT(refusal_of(""), HasSubstr("the text ends where a value must stand at offset 0, $"));
  EXPECT_THAT(refusal_of("[+1]"), HasSubstr("at offset 1, $[0]"));
  EXPECT_THAT(refusal_of("[NaN]"), HasSubstr("at offset 1, $[0]"));
  // A key's characters never reach a terminal unfiltered, nor without a limit.
  EXPECT_THAT(refusal_of("{\"\xC3\xA9\x7F" + std::string(100, 'k') + "\":?}"),
              HasSubstr("$.???" + std::string(37, 'k') + "~"));
}

TEST(JsonNumber, IntegersAreExactOrNone) {
  const std::vector<std::pair<const char*, std::optional<std::int64_t>>> cases = {
      {"0", 0},
      {"-0", 0},
      {"2147483647", 2147483647},
      {"2147483648", 2147483648},
      {"-2147483648", -2147483648},
      {"9007199254740993", 9007199254740993},  // 2^53 + 1, which a double cannot hold
      {"9223372036854775807", INT64_MAX},
      {"-9223372036854775808", INT64_MIN},
      {"9223372036854775808", std::nullopt},
      {"-9223372036854775809", std::nullopt},
      {"18446744073709551615", std::nullopt},
      {"100000000000000000000000000000000000000000", std::nullopt},
      {"1.0", std::nullopt},
      {"1e3", std::nullopt},
      {"1E3", std::nullopt},
      {"0.0", std::nullopt},
      {"-0e0", std::nullopt},
  };
  for (const auto& [text, value] : cases) {
    const auto document = parse(text);
    ASSERT_TRUE(document) << text;
    EXPECT_EQ(document->root().as_i64(), value) << text;
    EXPECT_EQ(document->root().number_text(), text);
  }
}

TEST(JsonNumber, OfAnySizeMayStandWhereNobodyReads) {
  const std::string text = R"({"a":1e999999999,"b":)" + std::string(5000, '9') + R"(.25E-7,"c":-0.0,"k":3})";
  const auto document = parse(text);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().find("k")->as_i64(), 3);
  EXPECT_EQ(document->root().find("a")->number_text(), "1e999999999");
  EXPECT_EQ(document->root().find("a")->as_i64(), std::nullopt);
  EXPECT_EQ(document->root().find("b")->number_text().size(), 5006U);
}

TEST(JsonValue, ListsGiveTheirElementsInOrder) {
  const std::string text = R"([1,[2,[],{}],{"a":[3]},"x",4])";
  const auto document = parse(text);
  ASSERT_TRUE(document);
  const Value root = document->root();
  EXPECT_EQ(root.size(), 5U);
  std::vector<Kind> kinds;
  std::vector<std::size_t> offsets;
  for (const Value& v : root) {
    kinds.push_back(v.kind());
    offsets.push_back(v.offset());
  }
  EXPECT_EQ(kinds, (std::vector{Kind::number, Kind::array, Kind::object, Kind::string, Kind::number}));
  EXPECT_EQ(offsets, (std::vector<std::size_t>{1, 3, 13, 23, 27}));
  std::size_t n = 0;
  for (const Value& v : *++root.begin()) {
    n += v.size() == 0 ? 1U : 100U;
  }
  EXPECT_EQ(n, 3U);  // 2, [], {}
}

TEST(JsonValue, ObjectsGiveTheirMembersByName) {
  const auto document = parse(R"({"a":[1,2],"b":{"a":7},"\u0063":true,"":null})");
  ASSERT_TRUE(document);
  const Value root = document->root();
  EXPECT_EQ(root.size(), 4U);
  EXPECT_EQ(root.find("a")->size(), 2U);
  EXPECT_EQ(root.find("b")->find("a")->as_i64(), 7);
  EXPECT_EQ(root.find("c")->as_bool(), true);  // the escape is resolved before names are compared
  EXPECT_EQ(root.find("")->kind(), Kind::null);
  EXPECT_FALSE(root.find("d"));
  EXPECT_FALSE(root.find("a")->find("a"));  // a list has no members
  std::vector<std::string> keys;
  for (const auto& [key, value] : root.members()) {
    keys.push_back(*key.as_string());
  }
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "b", "c", ""}));
  std::size_t values = 0;
  for (const Value& v : root) {
    values += v.kind() == Kind::string ? 0U : 1U;
  }
  EXPECT_EQ(values, 4U);
}

TEST(JsonValue, ReadsEachKindAsItselfOnly) {
  const auto document = parse(R"([null,true,false,1,"1",[1],{"a":1}])");
  ASSERT_TRUE(document);
  std::string numbers;
  std::string booleans;
  std::string strings;
  for (const Value& v : document->root()) {
    numbers += v.as_i64() ? 'y' : 'n';
    booleans += v.as_bool() ? (*v.as_bool() ? 't' : 'f') : 'n';
    strings += v.as_string() ? 'y' : 'n';
  }
  EXPECT_EQ(numbers, "nnnynnn");
  EXPECT_EQ(booleans, "ntfnnnn");
  EXPECT_EQ(strings, "nnnnynn");
}

TEST(JsonString, ResolvesEveryEscape) {
  const auto document = parse(R"(["\"\\\/\b\f\n\r\t","\u0041\u00e9\u20AC\uFFFF","\ud83d\ude00x","a\u0000b"])");
  ASSERT_TRUE(document);
  std::vector<std::string> strings;
  for (const Value& v : document->root()) {
    strings.push_back(*v.as_string());
  }
  EXPECT_EQ(strings[0], "\"\\/\b\f\n\r\t");
  EXPECT_EQ(strings[1], "A\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBF");
  EXPECT_EQ(strings[2], "\xF0\x9F\x98\x80x");
  EXPECT_EQ(strings[3], std::string("a\0b", 3));
}

// RFC 8259 section 8.2 lets a text hold a surrogate without its partner.
TEST(JsonString, TakesLoneSurrogates) {
  const auto document = parse(R"(["\ud83d","\ude00\ud83d","\ud83dx","\ud83d\n","\ud83d\u0041","\ude00\ude01"])");
  ASSERT_TRUE(document);
  std::vector<std::string> strings;
  for (const Value& v : document->root()) {
    strings.push_back(*v.as_string());
  }
  EXPECT_EQ(strings, (std::vector<std::string>{"\xED\xA0\xBD", "\xED\xB8\x80\xED\xA0\xBD", "\xED\xA0\xBDx",
                                               "\xED\xA0\xBD\n", "\xED\xA0\xBD\x41", "\xED\xB8\x80\xED\xB8\x81"}));
}

TEST(JsonObject, NamesTheSecondOfTwoEqualKeys) {
  const auto document = parse(R"({"a":1,"b":{"x":1,"x":2},"\u0061":3})");
  ASSERT_TRUE(document);
  const auto twice = document->root().duplicate_key();
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->offset(), 25U);
  const Value inner = *document->root().find("b");
  ASSERT_TRUE(inner.duplicate_key());
  EXPECT_EQ(inner.duplicate_key()->offset(), 18U);
  EXPECT_EQ(inner.find("x")->as_i64(), 1);
  const auto once = parse(R"({"a":1,"A":2,"aa":3,"b":{"a":1}})");
  ASSERT_TRUE(once);
  EXPECT_FALSE(once->root().duplicate_key());
  EXPECT_FALSE(parse("[1,1]")->root().duplicate_key());
}

TEST(JsonValue, KnowsItsPath) {
  const auto document = parse(R"({"layers":[{"k":5},{"w":[1,[2,3]]}],"z":0})");
  ASSERT_TRUE(document);
  const Value root = document->root();
  const Value w = *(*++root.find("layers")->begin()).find("w");
  EXPECT_EQ(root.path(), "$");
  EXPECT_EQ(w.path(), "$.layers[1].w");
  EXPECT_EQ((*++(*++w.begin()).begin()).path(), "$.layers[1].w[1][1]");
  EXPECT_EQ(root.find("z")->path(), "$.z");
  EXPECT_EQ((*root.members().begin()).key.path(), "$.layers");
}

// A long flat list is read in one pass and its elements are where they were.
TEST(JsonValue, HoldsALongFlatList) {
  std::string text = "[0";
  for (int i = 1; i < 300000; ++i) {
    text += "," + std::to_string(i);
  }
  text += "]";
  const auto document = parse(text);
  ASSERT_TRUE(document);
  ASSERT_EQ(document->root().size(), 300000U);
  std::int64_t i = 0;
  for (const Value& v : document->root()) {
    ASSERT_EQ(v.as_i64(), i++);
  }
}

}  // namespace
}  // namespace wai::json
