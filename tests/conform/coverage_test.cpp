// Coverage (ops 14.1): an item is met by vectors that show it, and missing without them.
#include <gtest/gtest.h>

#include "conform/corpus.hpp"
#include "conform/generate_stage.hpp"
#include "wai/conform.hpp"

namespace wai {
namespace {

using State = CoverageRow::State;

const CoverageRow& row(const std::vector<CoverageRow>& rows, std::string_view subject, std::string_view item) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CoverageRow& r) { return r.subject == subject && r.item == item; });
  EXPECT_NE(found, rows.end()) << subject << " " << item;
  return *found;
}

// The rows of a corpus of one operator's vectors, those kept that `keep` accepts.
template <class Keep>
std::vector<CoverageRow> rows_of(std::string_view op, const Keep& keep) {
  std::vector<GraphVector> vectors = generate_operator_vectors(op);
  std::erase_if(vectors, [&](const GraphVector& v) { return !keep(v); });
  const std::vector<CorpusFile> files = {text_file(fmt::format("vectors/{}.jsonl", op), write_jsonl(vectors))};
  return corpus_coverage(files, 1);
}
std::vector<CoverageRow> rows_of(std::string_view op) {
  return rows_of(op, [](const GraphVector&) { return true; });
}

TEST(Coverage, FindsNothingMissingOfOneOperator) {
  for (const char* op : {"leaky", "rescale", "fill"}) {
    for (const CoverageRow& r : rows_of(op)) {
      if (r.subject == op) {
        EXPECT_NE(r.state, State::missing) << r.subject << " " << r.item;
        EXPECT_EQ(r.state == State::met, !r.vectors.empty()) << r.item;
        EXPECT_EQ(r.state == State::cannot_apply, !r.why.empty()) << r.item;
      }
    }
  }
}

// Without the vectors that an item names, it is missing; vectors of another kind do not stand in for them.
TEST(Coverage, MissesWhatNoVectorShows) {
  const auto all = rows_of("rescale");
  const CoverageRow& shift = row(all, "rescale", "2.half_up.shift.127");
  ASSERT_EQ(shift.state, State::met);
  const auto without = rows_of("rescale", [&](const GraphVector& v) { return v.id.find("127") == std::string::npos; });
  EXPECT_EQ(row(without, "rescale", "2.half_up.shift.127").state, State::missing);
  EXPECT_EQ(row(without, "rescale", "2.half_up.shift.31").state, State::met);
}

TEST(Coverage, MissesEveryRefusalWhenOnlyResultsStand) {
  const auto rows = rows_of("fill", [](const GraphVector& v) { return !v.id.starts_with("run-"); });
  EXPECT_EQ(row(rows, "fill", "5.input.lower").state, State::met);
  EXPECT_EQ(row(rows, "fill", "5.input.past_lower").state, State::missing);
  EXPECT_EQ(row(rows, "fill", "5.scalar.past_upper").state, State::missing);
}

TEST(Coverage, SaysWhyAnItemCannotApply) {
  const auto rows = rows_of("relu");
  EXPECT_EQ(row(rows, "relu", "2.floor.shift.0").why, "it does not round (ops 5)");
  EXPECT_EQ(row(rows, "relu", "5.plan.H").state, State::cannot_apply);
}

TEST(Coverage, ReadsStageVectors) {
  std::vector<StageVector> vectors = generate_stage_vectors("bucket");
  const auto rows = [&] {
    const std::vector<CorpusFile> files = {text_file("stage/bucket.jsonl", write_stage_jsonl(vectors))};
    return corpus_coverage(files, 1);
  };
  EXPECT_EQ(row(rows(), "bucket", "6.bucket.floor").state, State::met);
  std::erase_if(vectors, [](const StageVector& v) { return v.id.starts_with("floor-"); });
  EXPECT_EQ(row(rows(), "bucket", "6.bucket.floor").state, State::missing);
  EXPECT_EQ(row(rows(), "bucket", "6.bucket.ceil").state, State::met);
}

}  // namespace
}  // namespace wai
