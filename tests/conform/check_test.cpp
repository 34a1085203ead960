// Checking a corpus (ops 14): answers compared, files refused, patterns, first differences.
#include <fmt/format.h>
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
  options.implementation = [&](const std::string&) { return Answer{answer, {}, {}}; };
  return check(kCoded + "\n", options).at(0);
}

TEST(CheckCorpus, AsksTheVectorWithoutWhatIsExpected) {
  std::string asked;
  CheckOptions options;
  options.implementation = [&](const std::string& question) {
    asked = question;
    return Answer{answer_vector(question), {}, {}};
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

// Vectors "0" to "n-1" of `coded`, each 4 > 3.
std::string many_coded(std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    text += fmt::format("{{\"expect\":{{\"coded\":true}},\"id\":\"{}\",\"in\":{{\"thr\":\"3\",\"v\":\"4\"}},"
                        "\"modes\":{{}},\"op\":\"coded\"}}\n",
                        i);
  }
  return text;
}

std::string statuses(const std::vector<VectorResult>& results) {
  std::string out;
  for (const VectorResult& r : results) {
    out += r.status == VectorStatus::passed ? 'p' : r.status == VectorStatus::failed ? 'f' : 's';
  }
  return out;
}

const Answer kRight{R"({"expect":{"coded":true}})", {}, {}};
const Answer kNone{{}, "no answer", {}};

TEST(CheckCorpus, AsksNoMoreOfAnImplementationThatNeverAnswers) {
  CheckOptions options;
  options.implementation = [](const std::string&) { return kNone; };
  const std::vector<CorpusFile> files = {text_file("stage/coded.jsonl", many_coded(7)),
                                         text_file("graphs/a.jsonl", "{}\n")};
  EXPECT_EQ(statuses(check_corpus(files, {}, options)), "fffssss" "f");
}

TEST(CheckCorpus, SkipsTheRestOfAFileAfterFiveInARow) {
  CheckOptions options;
  std::size_t asked = 0;
  options.implementation = [&](const std::string&) { return ++asked == 1 || asked > 6 ? kRight : kNone; };
  const std::vector<CorpusFile> files = {text_file("stage/coded.jsonl", many_coded(8)),
                                         text_file("stage/a/coded.jsonl", many_coded(2))};
  EXPECT_EQ(statuses(check_corpus(files, {}, options)), "pfffffss" "pp");
}

TEST(CheckCorpus, BlamesALateLineOnTheVectorBefore) {
  CheckOptions options;
  std::size_t asked = 0;
  options.implementation = [&](const std::string&) {
    return ++asked == 2 ? Answer{kRight.line, {}, "two lines"} : kRight;
  };
  options.finish = [] { return std::string("two lines again"); };
  const auto results = check(many_coded(4), options);
  EXPECT_EQ(statuses(results), "fppf");
  EXPECT_EQ(results[0].message, "two lines");
  EXPECT_EQ(results[3].message, "two lines again");
}

TEST(CheckCorpus, TakesTheIdOfTheQuestionAndNoOther) {
  EXPECT_EQ(check_answer(R"({"expect":{"coded":true},"id":"x"})").status, VectorStatus::passed);
  EXPECT_EQ(check_answer(R"({"expect":{"coded":true},"id":"y"})").message,
            "the answer is that of y: its lines are out of step with the vectors");
  EXPECT_EQ(check_answer(R"({"id":"x","skip":"later"})").status, VectorStatus::skipped);
}

TEST(CheckCorpus, RefusesAnswersThatSayTwoThings) {
  for (const char* wrong : {R"({"skip":1})", R"({"skip":"later","expect":{"coded":true}})",
                            R"({"expect":{"coded":true},"expect":{"coded":true}})", R"({"skip":"a","error":"b"})"}) {
    EXPECT_EQ(check_answer(wrong).status, VectorStatus::failed) << wrong;
  }
}

TEST(CheckCorpus, SaysWhatItTookInsteadOfADecimalString) {
  const std::string text =
      R"({"expect":{"value":"13"},"id":"x","in":{"base":"5","f":"3","sym":"1"},"modes":{},"op":"dequantize"})" "\n";
  const auto message = [&](const std::string& answer) {
    CheckOptions options;
    options.implementation = [&](const std::string&) { return Answer{answer, {}, {}}; };
    return check_corpus(std::vector<CorpusFile>{text_file("stage/dequantize.jsonl", text)}, {}, options).at(0).message;
  };
  EXPECT_EQ(message(R"({"expect":{"value":13}})"),
            "expect.value: expected 13, got the number 13 (integers are decimal strings) (dequantize, ops 5E E2)");
  EXPECT_EQ(message(R"({"expect":{"value":" 13"}})"),
            "expect.value: expected 13, got \" 13\" (dequantize, ops 5E E2)");
  EXPECT_EQ(message(R"({"at":"0","refuse":"field_range"})"),
            "the outcome: expected a result, {value 13}, got refuse field_range at 0 (dequantize, ops 5E E2)");
}

// A graph of no bytes: shorter than its header (ops 10.5 step 1).
TEST(CheckCorpus, SaysWhyAGraphIsRefusedThatAnImplementationLoads) {
  const std::string vector =
      R"({"decodes":[],"graph":"","id":"x","load":"model_mismatch","profiles":["acc32","acc64"]})" "\n";
  const std::vector<CorpusFile> files = {text_file("graphs/a.jsonl", vector)};
  const auto result = [&](const std::string& answer) {
    CheckOptions options;
    options.implementation = [&](const std::string&) { return Answer{answer, {}, {}}; };
    return check_corpus(files, {}, options).at(0);
  };
  EXPECT_EQ(result(R"({"decodes":[],"load":"ok"})").message,
            "load: expected model_mismatch, got ok (a, ops 10.5): WHG1: 0 bytes, shorter than the header of 32 (ops "
            "10.1)");
  EXPECT_EQ(result(R"({"load":"model_mismatch"})").status, VectorStatus::passed);
  EXPECT_EQ(result(R"({"decodes":null,"load":"model_mismatch","profiles":null})").status, VectorStatus::passed);
  EXPECT_EQ(result(R"({"decodes":[{"refuse":"too_large"}],"load":"model_mismatch"})").status, VectorStatus::failed);
  CheckOptions options;
  options.only_loaded = true;
  options.implementation = [](const std::string&) { return kNone; };
  EXPECT_TRUE(check_corpus(files, {}, options).empty());
}

TEST(VectorIds, AreThoseOfAFileOfVectors) {
  EXPECT_EQ(*vector_ids(text_file("a", many_coded(2))), (std::vector<std::string>{"0", "1"}));
  EXPECT_FALSE(vector_ids(text_file("a", "{\"id\":\"0\"}\n")));
  EXPECT_FALSE(vector_ids(text_file("a", "words\n")));
}

TEST(CheckCorpus, FindsNothingWhereNothingMatches) {
  CheckOptions options;
  options.filter = "vectors/*";
  EXPECT_TRUE(check(kCoded + "\n", options).empty());
  EXPECT_TRUE(check_corpus({}, {}, {}).empty());
  for (const char* filter : {"coded", "coded:x", "coded x", "stage/coded.jsonl x", "stage/coded.jsonl:x", "x", "c*:x"}) {
    options.filter = filter;
    EXPECT_EQ(check(kCoded + "\n", options).size(), 1U) << filter;
  }
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
  EXPECT_EQ(difference(R"({"a":"1"})", R"({"a":1})"), "a: 1, the number 1 (integers are decimal strings)");
  EXPECT_EQ(difference(R"({"a":"1"})", R"({"b":"1"})"), "a: 1, nothing; b has no place here");
  EXPECT_EQ(difference(R"({"a":"1"})", R"({"a":"1","b":"1"})"), "b: nothing, 1");
  EXPECT_EQ(difference(R"({"outputs":[]})", R"({"refuse":"x"})"), "the outcome: {outputs}, refuse x");
}

}  // namespace
}  // namespace wai
