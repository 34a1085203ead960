// The items of ops 14.1 to 14.5 and of pay 2 to 10, each with a test of what shows it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conform/evidence.hpp"
#include "conform/stage_vector.hpp"
#include "wai/conform.hpp"

namespace wai {

// An item of a graph operator: a vector of its file shows it, or it cannot apply, and why.
struct OperatorItem {
  std::string id;
  std::string section;
  std::string what;
  std::function<std::string(std::string_view op)> excuse;  // empty where it applies
  std::function<bool(const Evidence&)> shows;
};
// Items 1 to 5 (coverage_operators.cpp), and 6 (coverage_cases.cpp).
[[nodiscard]] std::vector<OperatorItem> operator_items();
[[nodiscard]] std::vector<OperatorItem> case_items();

// An item of a stage operator, item 6's bucket and item 7 (coverage_stage.cpp).
struct StageItem {
  std::string id;
  std::string op;
  std::string what;
  std::function<bool(const StageVector&)> shows;
};
[[nodiscard]] std::vector<StageItem> stage_items();

// What the whole corpus has, for the items of ops 14.2 to 14.5 (coverage_corpus.cpp).
struct CorpusEvidence {
  std::span<const CorpusFile> files;
  std::vector<Evidence> graphs;  // the vectors of graphs/
};
[[nodiscard]] std::vector<CoverageRow> corpus_rows(const CorpusEvidence& corpus);

// What the payload fixtures show of pay 2 to 10 (coverage_payloads.cpp).
[[nodiscard]] std::vector<CoverageRow> payload_rows(std::span<const CorpusFile> files);

// The first check of ops 10.5 that refuses these bytes, 0 when none of 1 to 7 does. By the parts of load, and where one
// part makes several checks, by its message.
[[nodiscard]] int refused_check(std::span<const std::uint8_t> whg1);
// The step of ops 4's run that refuses a decode with a code only that step gives; 0 when none is sure.
[[nodiscard]] int refused_step(const Evidence& e, const VectorDecode& d);

// Helpers of the tests.
[[nodiscard]] bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names);
[[nodiscard]] bool any_element(const std::vector<Tensor>& tensors, const std::function<bool(std::int64_t)>& f);
[[nodiscard]] const std::vector<Tensor>& outputs(const VectorDecode& d);

}  // namespace wai
