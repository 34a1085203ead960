// Checking a corpus (ops 14): answers compared, files refused, patterns, first differences.
#include <gtest/gtest.h>

#include "conform/corpus.hpp"
#include "conform/difference.hpp"
#include "conform/glob.hpp"
#include "wai/conform.hpp"

namespace wai {
namespace {

const std::string kCoded = R"({"expect":{"coded":true},"id":"x","in":{"thr":"3","v":"4"},"modes":{},"op":"coded"})";

std::vector<VectorResult> check(const std::string& text, CheckOptions options = {}) {
  const std::vector<CorpusFile> files = {text_file("stage/coded.jsonl", text)};
  return check_corpus(files, {}, options);
}

VectorResult check_answer(const std::string& answer) {
  CheckOptions options;
  options.implementation = [&](const std::string&) { return Answer{answer, {}, false}; };
  return check(kCoded + "\n", options).at(0);
}

TEST(CheckCorpus, AsksTheVectorWithoutWhatIsExpected) {
  std::string asked;
  CheckOptions options;
  options.implementation = [&](const std::string& question) {
    asked = question;
    return Answer{answer_vector(question), {}, false};
  };
  EXPECT_EQ(check(kCoded + "\n", options).at(0).status, VectorStatus::passed);
  EXPECT_EQ(asked, R"({"id":"x","in":{"thr":"3","v":"4"},"modes":{},"op":"coded"})");
}

TEST(CheckCorpus, TellsPassedFromFailedFromSkipped) {
  EXPECT_EQ(check_answer(R"({ "expect": {"coded": true} })").status, VectorStatus::passed);
  EXPECT_EQ(check_answer(R"({"skip":"later"})").status, VectorStatus::skipped);
  for (const char* wrong : {R"({"expect":{"coded":false}})", R"({"expect":{"coded":"true"}})", R"({"expect":{}})",
                            R"({"expect":{"coded":true},"at":"0"})", R"({"at":"0","refuse":"field_range"})",
                            R"({"error":"no"})", "{}", "", "nonsense", "[]"}) {
    EXPECT_EQ(check_answer(wrong).status, VectorStatus::failed) << wrong;
  }
}

TEST(CheckCorpus, NamesThePlaceBothValuesAndTheSection) {
  EXPECT_EQ(check_answer(R"({"expect":{"coded":false}})").message,
            "expect.coded: expected true, got false (coded, ops 5E E4)");
}

TEST(CheckCorpus, GivesUpWithTheImplementation) {
  CheckOptions options;
  options.implementation = [](const std::string&) { return Answer{{}, "not asked", true}; };
  EXPECT_EQ(check(kCoded + "\n", options).at(0).status, VectorStatus::skipped);
}

TEST(CheckCorpus, FindsNothingWhereNothingMatches) {
  CheckOptions options;
  options.filter = "vectors/*";
  EXPECT_TRUE(check(kCoded + "\n", options).empty());
  EXPECT_TRUE(check_corpus({}, {}, {}).empty());
}

TEST(CheckCorpus, FailsAFileThatIsNoVectorFile) {
  for (const std::string& text : std::vector<std::string>{"", kCoded, kCoded + "\n" + kCoded + "\n", "{}\n"}) {
    const auto results = check(text);
    EXPECT_EQ(results.back().status, VectorStatus::failed) << text;
  }
}

TEST(CheckCorpus, CountsCodesOfWhatIsRefused) {
  const std::vector<CorpusFile> files = {text_file(
      "stage/dequantize.jsonl",
      R"({"at":"0","id":"f","in":{"base":"0","f":"63","sym":"0"},"modes":{},"op":"dequantize","refuse":"field_range"})"
      "\n")};
  const auto results = check_corpus(files, {}, {});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].codes, std::vector<std::string>{"field_range"});
  EXPECT_EQ(results[0].status, VectorStatus::passed);
}

TEST(AnswerVector, SaysWhyALineIsNoVector) {
  for (const char* line : {"", "[]", "{}", R"({"op":"warp"})", R"({"graph":"zz","id":"x","decodes":[]})"}) {
    EXPECT_TRUE(answer_vector(line).starts_with(R"({"error":")")) << line;
  }
}

TEST(Glob, TakesStarsAndQuestionMarks) {
  EXPECT_TRUE(glob("", ""));
  EXPECT_TRUE(glob("*", ""));
  EXPECT_TRUE(glob("a*c", "abbc"));
  EXPECT_TRUE(glob("a*b*c", "a-b-b-c"));
  EXPECT_TRUE(glob("?b?", "abc"));
  EXPECT_FALSE(glob("?", ""));
  EXPECT_FALSE(glob("a*c", "abcd"));
  EXPECT_FALSE(glob("", "a"));
}

TEST(FirstDifference, IsTheFirstInOrder) {
  const auto difference = [](std::string_view a, std::string_view b) {
    const auto x = json::Document::parse(a, RefusalCode::payload_malformed);
    const auto y = json::Document::parse(b, RefusalCode::payload_malformed);
    const auto found = first_difference(x->root(), y->root());
    return found ? found->path + ": " + found->expected + ", " + found->got : "none";
  };
  EXPECT_EQ(difference(R"({"a":["1","2"]})", R"({"a":["1","2"]})"), "none");
  EXPECT_EQ(difference(R"({"a":["1","2"]})", R"({"a":["1","3"]})"), "a[1]: 2, 3");
  EXPECT_EQ(difference(R"({"a":["1"]})", R"({"a":["1","3"]})"), "a: a list of 1, a list of 2");
  EXPECT_EQ(difference(R"({"a":"1"})", R"({"a":1})"), "a: 1, a number 1");
  EXPECT_EQ(difference(R"({"a":"1"})", R"({"b":"1"})"), "a: 1, nothing");
  EXPECT_EQ(difference(R"({"a":"1"})", R"({"a":"1","b":"1"})"), "b: nothing, 1");
  EXPECT_EQ(difference(R"({"outputs":[]})", R"({"refuse":"x"})"), "the outcome: {outputs}, refuse x");
}

}  // namespace
}  // namespace wai
