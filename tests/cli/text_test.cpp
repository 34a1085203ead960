#include "cli/text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace wai::cli {
namespace {

using namespace std::string_literals;

// RFC 3629, section 4: the first and last character of every row of its syntax, and their neighbours outside.
TEST(Utf8Length, TakesTheRowsOfTheSyntaxAndNothingElse) {
  EXPECT_EQ(utf8_length(""), 0U);
  EXPECT_EQ(utf8_length("\0"s), 1U);
  EXPECT_EQ(utf8_length("\x7f"), 1U);
  EXPECT_EQ(utf8_length("\x80"), 0U);
  EXPECT_EQ(utf8_length("\xC1\xBF"), 0U);
  EXPECT_EQ(utf8_length("\xC2\x80"), 2U);
  EXPECT_EQ(utf8_length("\xDF\xBF"), 2U);
  EXPECT_EQ(utf8_length("\xDF\xC0"), 0U);
  EXPECT_EQ(utf8_length("\xE0\x9F\xBF"), 0U);
  EXPECT_EQ(utf8_length("\xE0\xA0\x80"), 3U);
  EXPECT_EQ(utf8_length("\xED\x9F\xBF"), 3U);
  EXPECT_EQ(utf8_length("\xED\xA0\x80"), 0U);
  EXPECT_EQ(utf8_length("\xEF\xBF\xBF"), 3U);
  EXPECT_EQ(utf8_length("\xF0\x8F\xBF\xBF"), 0U);
  EXPECT_EQ(utf8_length("\xF0\x90\x80\x80"), 4U);
  EXPECT_EQ(utf8_length("\xF4\x8F\xBF\xBF"), 4U);
  EXPECT_EQ(utf8_length("\xF4\x90\x80\x80"), 0U);
  EXPECT_EQ(utf8_length("\xF5\x80\x80\x80"), 0U);
}

TEST(Utf8Length, RefusesACharacterThatIsCut) {
  EXPECT_EQ(utf8_length("\xC2"), 0U);
  EXPECT_EQ(utf8_length("\xE0\xA0"), 0U);
  EXPECT_EQ(utf8_length("\xF0\x90\x80"), 0U);
  EXPECT_EQ(utf8_length("\xE0\xA0z"), 0U);
}

TEST(Printable, EscapesControlCharactersAndStrayBytes) {
  EXPECT_EQ(printable("plain 'text'\n"), "plain 'text'\n");
  EXPECT_EQ(printable("\x1b[31m\r\x7f\t"), "\\x1b[31m\\x0d\\x7f\\x09");
  EXPECT_EQ(printable("\xC3\xA9 \xFF"), "\xC3\xA9 \\xff");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\xc2\\x9b31m");  // U+009B, a terminal's CSI
}

TEST(Names, SayWhichStreamADashIs) {
  EXPECT_EQ(input_name("-"), "standard input");
  EXPECT_EQ(output_name("-"), "standard output");
  EXPECT_EQ(input_name("a b"), "'a b'");
}

}  // namespace
}  // namespace wai::cli
