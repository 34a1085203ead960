// Stage vectors (ops 14.1): the form, its refusals, and the outcomes that no driver can show.
#include "conform/stage_vector.hpp"

#include <gtest/gtest.h>

#include "conform/generate_stage.hpp"

namespace wai {
namespace {

Expected<StageVector> read(const std::string& text) {
  const auto document = json::Document::parse(text, RefusalCode::payload_malformed);
  EXPECT_TRUE(document);
  return read_stage_vector(document->root());
}

const std::string kRans =
    R"({"expect":{"symbols":["0","1"]},"id":"a","in":{"reads":["0","0"],"stream":"0000008000000000",)"
    R"("tables":[{"cdf":["0","32768","65536"],"offset":"0"}]},"modes":{"end":"canonical","escape":"strict",)"
    R"("hi":"9","lo":"-9","table":"t4097"},"op":"rans64_decode"})";
const std::string kCoded = R"({"expect":{"coded":true},"id":"x","in":{"thr":"3","v":"4"},"modes":{},"op":"coded"})";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

StageRefusal refusal_of(const StageInput& in) {
  const auto outcome = evaluate_stage(in);
  const auto* refusal = std::get_if<StageRefusal>(&outcome);
  EXPECT_NE(refusal, nullptr);
  return refusal == nullptr ? StageRefusal{} : *refusal;
}

void expect_mismatch_before(const StageInput& in) {
  const StageRefusal refusal = refusal_of(in);
  EXPECT_EQ(refusal.code, RefusalCode::model_mismatch);
  EXPECT_EQ(refusal.at, -1);
}

TEST(StageVectorForm, ComesBackAsItWasRead) {
  for (const std::string& line : {kRans, kCoded}) {
    const auto vector = read(line);
    ASSERT_TRUE(vector) << vector.refusal().message;
    EXPECT_EQ(stage_vector_json(*vector).write(), line);
  }
}

// Each line differs from one that is read in one member.
TEST(StageVectorForm, IsRefusedWithAnyMemberWrong) {
  for (const auto& [line, from, to] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {kCoded, R"("op":"coded")", R"("op":"coding")"},
           {kCoded, R"("modes":{})", R"("modes":{"x":"1"})"},
           {kCoded, R"("thr":"3",)", ""},
           {kCoded, R"("thr":"3")", R"("thr":3)"},
           {kCoded, R"("thr":"3")", R"("thr":"03")"},
           {kCoded, R"("thr":"3")", R"("thr":"3","thr":"3")"},
           {kCoded, R"("thr":"3")", R"("thr":"3","u":"1")"},
           {kCoded, R"("thr":"3")", R"("thr":"9223372036854775808")"},
           {kCoded, R"("expect":{"coded":true})", R"("expect":{"code":true})"},
           {kCoded, R"("expect":{"coded":true})", R"("at":"0","refuse":"field_ranges")"},
           {kCoded, R"("expect":{"coded":true},)", R"("at":"0","expect":{"coded":true},"refuse":"field_range",)"},
           {kRans, R"("hi":"9",)", ""},
           {kRans, R"("escape":"strict")", R"("escape":"lenient")"},  // lo and hi are members of strict alone
           {kRans, R"("table":"t4097")", R"("table":"t3")"},
           {kRans, R"("stream":"00)", R"("stream":"0)"},
           {kRans, R"("stream":"0000008000000000")", R"("stream":"000000800000000G")"}}) {
    const auto vector = read(with(line, from, to));
    ASSERT_FALSE(vector) << to;
    EXPECT_EQ(vector.refusal().code, RefusalCode::model_mismatch) << to;
  }
}

// 2^31 is past the offset's i32, 2^32 past a table entry's u32, -1 is the index of no table (readings P23).
TEST(StageVectorTypes, AreMismatchesBeforeAnySymbol) {
  Rans64Input rans;
  rans.stream = {0, 0, 0, 128, 0, 0, 0, 0};
  rans.tables = {{{0, 32768, 65536}, 0}};
  EXPECT_TRUE(std::holds_alternative<JsonOut>(evaluate_stage(rans)));
  Rans64Input in = rans;
  in.tables[0].offset = std::int64_t{1} << 31;
  expect_mismatch_before(in);
  in = rans;
  in.tables[0].cdf[1] = std::int64_t{1} << 32;
  expect_mismatch_before(in);
  in = rans;
  in.reads = {-1};
  expect_mismatch_before(in);
  in = rans;
  in.escape = EscapeRule::strict;
  in.lo = -(std::int64_t{1} << 31) - 1;
  expect_mismatch_before(in);
}

TEST(StageVectorTypes, HoldForSizesAndPixels) {
  const Tensor frame({3, 1, 1}, 5);
  expect_mismatch_before(McPredictInput{frame, -1, 0, 0, 0, 0, 1});
  expect_mismatch_before(BlockStatInput{frame, -1, 0, 0, 1});
  expect_mismatch_before(BandLookupInput{1, {}, {{7}}, -1});
  expect_mismatch_before(CodingOrderInput{{1, -1, 1}, CodingOrder::raster, false});
  expect_mismatch_before(CodingOrderInput{{1, 1}, CodingOrder::raster, false});
  MansInput mans;
  mans.mode = MansInput::Mode::fac;
  mans.rows = {Integers(63, 0)};
  mans.lengths = {-1};
  expect_mismatch_before(mans);
}

TEST(StageVectorOutcome, CarriesTheIndexOfARefusal) {
  const StageRefusal refusal = refusal_of(DequantizeInput{1, 63, 0});
  EXPECT_EQ(refusal.code, RefusalCode::field_range);
  EXPECT_EQ(refusal.at, 0);
  std::string why;
  (void)evaluate_stage(DequantizeInput{1, 63, 0}, &why);
  EXPECT_NE(why.find("E2"), std::string::npos) << why;
}

TEST(StageVectorFiles, ExistForEveryOperatorAndNoOther) {
  for (const std::string_view op : stage_operator_names()) {
    if (op != "rans64_decode" && op != "mc_predict") {  // the large ones; the corpus test reads them
      EXPECT_GT(generate_stage_vectors(op).size(), 10U) << op;
    }
  }
  EXPECT_TRUE(generate_stage_vectors("conv").empty());
}

}  // namespace
}  // namespace wai
