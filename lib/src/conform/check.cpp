// Checking a corpus: every vector asked, every derived file derived again (ops 14).
#include <algorithm>
#include <atomic>
#include <map>

#include "conform/corpus.hpp"
#include "conform/derived.hpp"
#include "conform/difference.hpp"
#include "conform/glob.hpp"
#include "conform/parallel.hpp"
#include "conform/payload_check.hpp"
#include "conform/vector_case.hpp"

namespace wai {
namespace {

constexpr std::size_t kQuickVectors = 16;  // of each file, with --quick

using Document = json::Document;

VectorResult result_of(const VectorCase& c, VectorStatus status, std::string message) {
  return {c.file, c.id, c.subject, c.codes, status, std::move(message)};
}

// "expected 7, got 8" at a place of the answer, with the element's position in its tensor.
std::string describe(const JsonDifference& d, const VectorCase& c) {
  const bool is_load = d.path == "load" || d.path == "profiles";
  const bool refuses = d.expected.starts_with("refuse ") || d.got.starts_with("refuse ");
  const std::string section = is_load ? "ops 10.5" : refuses && c.file[0] != 's' ? "ops 4" : section_of(c.subject);
  return fmt::format("{}: expected {}, got {} ({}, {})", d.path, d.expected, d.got, c.subject, section);
}

// `load` decides before `profiles`, and both before the decodes.
std::optional<JsonDifference> answer_difference(const json::Value& expected, const json::Value& got) {
  for (const char* name : {"load", "profiles"}) {
    const auto mine = expected.find(name);
    const auto theirs = got.find(name);
    if (mine && theirs) {
      if (auto found = first_difference(*mine, *theirs, name)) {
        return found;
      }
    }
  }
  return first_difference(expected, got);
}

// An answer may leave `profiles` out: an implementation of one profile cannot tell the other.
std::string with_profiles(std::string_view answer, const VectorCase& c) {
  std::string out(answer);
  const auto expected = c.expected.find(",\"profiles\":");
  if (expected != std::string::npos && out.ends_with('}')) {
    out.replace(out.size() - 1, 1, c.expected.substr(expected));
  }
  return out;
}

VectorResult judge_answer(const VectorCase& c, std::string_view line) {
  const auto got = Document::parse(line, RefusalCode::payload_malformed);
  if (!got || got->root().kind() != json::Kind::object) {
    return result_of(
        c, VectorStatus::failed,
        fmt::format("the answer is no JSON object: {}", line.substr(0, std::min<std::size_t>(60, line.size()))));
  }
  if (const auto skip = got->root().find("skip")) {
    return result_of(c, VectorStatus::skipped, skip->as_string().value_or("the implementation skips it"));
  }
  if (const auto error = got->root().find("error")) {
    return result_of(c, VectorStatus::failed,
                     "the implementation reports an error: " + error->as_string().value_or("without words"));
  }
  if (got->root().find("load") && !got->root().find("profiles")) {
    return judge_answer(c, with_profiles(line, c));
  }
  const auto expected = Document::parse(c.expected, RefusalCode::payload_malformed);
  if (const auto difference = answer_difference(expected->root(), got->root())) {
    return result_of(c, VectorStatus::failed, describe(*difference, c));
  }
  return result_of(c, VectorStatus::passed, {});
}

VectorResult run_case(const VectorCase& c, const Implementation& implementation, const PayloadCorpus& corpus) {
  if (!c.fault.empty()) {
    return result_of(c, VectorStatus::failed, c.fault);
  }
  if (is_payload_index(c.file)) {
    std::string difference = payload_difference(c, corpus);
    const auto status = difference.empty() ? VectorStatus::passed : VectorStatus::failed;
    return result_of(c, status, std::move(difference));
  }
  if (!implementation) {
    return judge_answer(c, answer_vector(c.question));
  }
  const Answer answer = implementation(c.question);
  if (answer.given_up) {
    return result_of(c, VectorStatus::skipped, answer.fault);
  }
  return answer.fault.empty() ? judge_answer(c, answer.line) : result_of(c, VectorStatus::failed, answer.fault);
}

bool is_selected(const VectorCase& c, const CheckOptions& options) {
  if (!matches(options.filter, c.file, c.id)) {
    return false;
  }
  const bool is_tagged =
      !options.profile || std::find(c.profiles.begin(), c.profiles.end(), *options.profile) != c.profiles.end();
  return is_tagged || !c.fault.empty();
}

// A few cases spread over a file, the first and the last among them; faults always.
void thin(std::vector<VectorCase>& cases) {
  if (cases.size() <= kQuickVectors) {
    return;
  }
  std::vector<VectorCase> kept;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool on_step =
        i * (kQuickVectors - 1) / (cases.size() - 1) != (i + 1) * (kQuickVectors - 1) / (cases.size() - 1);
    if (i == 0 || on_step || !cases[i].fault.empty()) {
      kept.push_back(std::move(cases[i]));
    }
  }
  cases = std::move(kept);
}

std::vector<VectorCase> selected_cases(std::span<const CorpusFile> files, const CheckOptions& options) {
  std::vector<VectorCase> out;
  for (const CorpusFile& file : files) {
    const bool is_asked = is_vector_file(file.path) || (is_payload_index(file.path) && !options.implementation);
    if (!is_asked) {
      continue;
    }
    std::vector<VectorCase> cases = read_cases(file);
    std::erase_if(cases, [&](const VectorCase& c) { return !is_selected(c, options); });
    if (options.quick) {
      thin(cases);
    }
    std::move(cases.begin(), cases.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace

std::vector<VectorResult> check_corpus(std::span<const CorpusFile> files, std::span<const CorpusSet> trained,
                                       const CheckOptions& options) {
  const std::vector<VectorCase> cases = selected_cases(files, options);
  std::vector<VectorResult> results(cases.size());
  std::atomic<std::size_t> done{0};
  const unsigned threads = options.implementation ? 1 : options.threads;
  parallel_for(cases.size(), threads, [&](std::size_t i) {
    results[i] = run_case(cases[i], options.implementation, {files, trained});
    if (options.progress) {
      options.progress(++done, cases.size());
    }
  });
  if (!options.implementation && !options.quick) {
    for (VectorResult& result : check_derived(files, trained)) {
      if (matches(options.filter, result.file, result.id)) {
        results.push_back(std::move(result));
      }
    }
  }
  return results;
}

}  // namespace wai
