#include "conform/derived.hpp"

#include <algorithm>
#include <map>

#include "conform/corpus.hpp"
#include "conform/difference.hpp"
#include "conform/forms.hpp"
#include "conform/pin.hpp"

namespace wai {
namespace {

using Results = std::vector<VectorResult>;
using ByPath = std::map<std::string, const CorpusFile*, std::less<>>;

std::string_view text_of(const CorpusFile& file) {
  return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
}

VectorResult result_of(const std::string& file, std::string subject, VectorStatus status, std::string message) {
  return {file, "file", std::move(subject), {}, status, std::move(message)};
}

ByPath by_path(std::span<const CorpusFile> files) {
  ByPath out;
  for (const CorpusFile& file : files) {
    out.emplace(file.path, &file);
  }
  return out;
}

// The made sets that stand below sets/, each with its pin.
struct PinnedSet {
  std::string pin_path;
  std::string pin;
  CorpusSet set;
};

std::vector<PinnedSet> pinned_sets(std::span<const CorpusFile> files, Results& results) {
  std::vector<PinnedSet> out;
  for (const CorpusFile& file : files) {
    if (!file.path.starts_with("sets/") || !file.path.ends_with("/pin.json")) {
      continue;
    }
    const std::string folder = file.path.substr(0, file.path.rfind('/') + 1);
    PinnedSet pinned{file.path, std::string(text_of(file)), {}};
    const auto pin = read_pin(pinned.pin);
    if (!pin) {
      results.push_back(result_of(file.path, "sets", VectorStatus::failed, pin.refusal().message));
      continue;
    }
    pinned.set.place = {folder.substr(0, folder.size() - 1), pin->capability};
    for (const CorpusFile& member : files) {
      if (member.path.starts_with(folder) && member.path != file.path) {
        pinned.set.set.members.push_back({member.path.substr(folder.size()), member.bytes});
      }
    }
    pinned.set.set.one_file = pinned.set.set.members.size() == 1;
    out.push_back(std::move(pinned));
  }
  return out;
}

class Derived {
 public:
  Derived(const ByPath& files, Results& results) : files_(files), results_(results) {}

  // What a set gives, against what stands there.
  void set(const CorpusSet& set) {
    const auto expected = certificate_files(set.set, set.place.capability);
    if (!expected) {
      results_.push_back(result_of(set.place.path, "certificates", VectorStatus::failed,
                                   fmt::format("the set is refused: {}", expected.refusal().message)));
      return;
    }
    for (const CorpusFile& file : *expected) {
      compare(file, set.place.capability);
    }
  }

  void compare(const CorpusFile& expected, const std::string& subject) {
    if (!seen_.insert(expected.path).second) {
      return;
    }
    const auto there = files_.find(expected.path);
    if (there == files_.end()) {
      results_.push_back(result_of(expected.path, subject, VectorStatus::failed, "the file is not there (ops 14.3)"));
    } else if (there->second->bytes != expected.bytes) {
      results_.push_back(
          result_of(expected.path, subject, VectorStatus::failed,
                    describe_file_difference(text_of(expected), text_of(*there->second)) + " (ops 14.3)"));
    } else {
      results_.push_back(result_of(expected.path, subject, VectorStatus::passed, {}));
    }
  }

  // Certificates and graphs that no set here gives.
  void left_over() {
    for (const auto& [path, file] : files_) {
      if (path.starts_with("certificates/") && !seen_.contains(path)) {
        results_.push_back(
            result_of(path, "certificates", VectorStatus::failed, "no set of this corpus gives this file"));
      }
    }
  }

 private:
  const ByPath& files_;
  Results& results_;
  std::set<std::string> seen_;
};

// The vectors of vectors/ and graphs/. A line that is none is check_corpus's to report.
std::vector<VectorFile> vector_files(std::span<const CorpusFile> files) {
  std::vector<VectorFile> out;
  for (const CorpusFile& file : files) {
    if ((!file.path.starts_with("vectors/") && !file.path.starts_with("graphs/")) || !file.path.ends_with(".jsonl")) {
      continue;
    }
    out.emplace_back(file.path, std::vector<GraphVector>());
    std::string_view text = text_of(file);
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      const auto document = json::Document::parse(text.substr(0, end), RefusalCode::payload_malformed);
      text.remove_prefix(end + 1);
      if (document) {
        if (auto vector = read_vector(document->root())) {
          out.back().second.push_back(*std::move(vector));
        }
      }
    }
  }
  return out;
}

// Line by line, so that the first that differs is named.
VectorResult check_npu(std::string_view expected, std::string_view there) {
  std::size_t line = 1;
  while (!expected.empty() && expected.substr(0, expected.find('\n')) == there.substr(0, there.find('\n'))) {
    expected.remove_prefix(expected.find('\n') + 1);
    there.remove_prefix(std::min(there.find('\n'), there.size() - 1) + 1);
    ++line;
  }
  if (expected.empty() && there.empty()) {
    return result_of("npu.jsonl", "npu", VectorStatus::passed, {});
  }
  return result_of("npu.jsonl", "npu", VectorStatus::failed,
                   fmt::format("line {}: expected {}, got {} (ops 14.5)", line, expected.substr(0, expected.find('\n')),
                               there.substr(0, there.find('\n'))));
}

}  // namespace

Results check_derived(std::span<const CorpusFile> files, std::span<const CorpusSet> trained) {
  Results results;
  const ByPath paths = by_path(files);
  Derived derived(paths, results);
  for (const PinnedSet& pinned : pinned_sets(files, results)) {
    derived.set(pinned.set);
    const auto resolved = resolve_pin(pinned.pin, pinned.set.set);
    const bool same = resolved && *resolved == pinned.pin;
    results.push_back(result_of(pinned.pin_path, "sets", same ? VectorStatus::passed : VectorStatus::failed,
                                same       ? ""
                                : resolved ? describe_file_difference(*resolved, pinned.pin) + " (ops 11)"
                                           : resolved.refusal().message));
  }
  for (const CorpusSet& set : trained) {
    derived.set(set);
  }
  derived.left_over();
  const auto npu = paths.find("npu.jsonl");
  const auto vectors = vector_files(files);
  if (npu != paths.end() || !vectors.empty()) {
    results.push_back(npu == paths.end()
                          ? result_of("npu.jsonl", "npu", VectorStatus::failed, "the file is not there (ops 14.5)")
                          : check_npu(npu_lines(vectors), text_of(*npu->second)));
  }
  return results;
}

}  // namespace wai
