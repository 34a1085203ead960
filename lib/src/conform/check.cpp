// Checking a corpus: every vector asked, every derived file derived again (ops 14).
#include <algorithm>
#include <atomic>
#include <map>

#include "conform/corpus.hpp"
#include "conform/derived.hpp"
#include "conform/glob.hpp"
#include "conform/judge.hpp"
#include "conform/parallel.hpp"
#include "conform/payload_check.hpp"
#include "conform/vector_case.hpp"

namespace wai {
namespace {

constexpr std::size_t kQuickVectors = 16;  // of each file, with --quick
constexpr std::size_t kMostFaults = 5;     // vectors of a file in a row without an answer
constexpr std::size_t kMostSilent = 3;     // the same at the start, where there never was one

// The cases one after the other against an implementation, which may lose its thread: what it says too late counts for
// the vector before, and where it answers nothing it is not asked on.
class Asking {
 public:
  Asking(const std::vector<VectorCase>& cases, const Implementation& implementation)
      : cases_(cases), implementation_(implementation) {}

  void run(std::size_t i, std::vector<VectorResult>& results) {
    const VectorCase& c = cases_[i];
    if (!c.fault.empty()) {
      results[i] = result_of(c, VectorStatus::failed, c.fault);
      return;
    }
    if (i > 0 && cases_[i - 1].file != c.file) {
      faults_ = 0;
    }
    if (faults_ >= kMostFaults || (never_answered_ && asked_ >= kMostSilent)) {
      results[i] = result_of(c, VectorStatus::skipped, why_not_asked());
      return;
    }
    ++asked_;
    const Answer answer = implementation_(c.question);
    if (!answer.before.empty() && last_) {
      results[*last_] = result_of(cases_[*last_], VectorStatus::failed, answer.before);
    }
    last_ = i;
    faults_ = answer.fault.empty() ? 0 : faults_ + 1;
    never_answered_ = never_answered_ && !answer.fault.empty();
    results[i] = answer.fault.empty() ? judge_answer(c, answer.line) : result_of(c, VectorStatus::failed, answer.fault);
  }

  // After the last: a fault that shows only now.
  void finish(const std::function<std::string()>& finish, std::vector<VectorResult>& results) const {
    const std::string fault = finish && last_ ? finish() : std::string();
    if (!fault.empty()) {
      results[*last_] = result_of(cases_[*last_], VectorStatus::failed, fault);
    }
  }

 private:
  [[nodiscard]] std::string why_not_asked() const {
    return never_answered_ ? fmt::format("not asked: the first {} had no answer; does it flush every line, and answer "
                                         "before its input ends?",
                                         kMostSilent)
                           : fmt::format("not asked: {} of this file in a row had no answer", kMostFaults);
  }

  const std::vector<VectorCase>& cases_;
  const Implementation& implementation_;
  std::size_t asked_ = 0;
  std::size_t faults_ = 0;  // in a row, in this file
  bool never_answered_ = true;
  std::optional<std::size_t> last_;  // the case asked before
};

VectorResult run_reference(const VectorCase& c, const PayloadCorpus& corpus) {
  if (!c.fault.empty()) {
    return result_of(c, VectorStatus::failed, c.fault);
  }
  if (is_payload_index(c.file)) {
    std::string difference = payload_difference(c, corpus);
    const auto status = difference.empty() ? VectorStatus::passed : VectorStatus::failed;
    return result_of(c, status, std::move(difference));
  }
  return judge_answer(c, answer_vector(c.question));
}

bool is_selected(const VectorCase& c, const CheckOptions& options) {
  if (!matches(options.filter, c.file, c.id)) {
    return false;
  }
  if (options.only_loaded && c.load_refused) {
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
  Asking asking(cases, options.implementation);
  const unsigned threads = options.implementation ? 1 : options.threads;
  parallel_for(cases.size(), threads, [&](std::size_t i) {
    if (options.implementation) {
      asking.run(i, results);
    } else {
      results[i] = run_reference(cases[i], {files, trained});
    }
    if (options.progress) {
      options.progress(++done, cases.size());
    }
  });
  asking.finish(options.finish, results);
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
