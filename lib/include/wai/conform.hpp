// The conformance corpus (ops 14): running, writing, checking and explaining its vectors.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wai/export.hpp"
#include "wai/lower.hpp"
#include "wai/refusal.hpp"
#include "wai/run.hpp"

namespace wai {

// A file of the corpus, named by its path below the corpus's folder, with '/' between.
struct CorpusFile {
  std::string path;
  std::vector<std::uint8_t> bytes;
};

// A parameter set of the corpus: where it stands below the corpus's folder, and the capability it is lowered for.
struct CorpusSetPath {
  std::string path;
  std::string capability;
};
struct CorpusSet {
  CorpusSetPath place;
  ParameterSet set;
};

// The trained sets, below `real/`. A corpus may lack them.
[[nodiscard]] WAI_EXPORT std::vector<CorpusSetPath> trained_sets();

// Every generated file of the corpus, in the byte order of their paths: vectors/, stage/, graphs/, sets/, certificates/
// of the made sets and of those given, payloads/, npu.jsonl. The bytes do not depend on `threads`. Refuses what
// lowering or certifying a given set refuses.
[[nodiscard]] WAI_EXPORT Expected<std::vector<CorpusFile>> generate_corpus(std::span<const CorpusSet> trained,
                                                                           unsigned threads);

// One decode of a sequence, run.
struct DecodeRun {
  std::string json;                // canonical JSON: {"outputs":[...]} or {"refuse":code} (ops 14.1)
  std::optional<Refusal> refused;  // why, when it was
  std::vector<TracedValue> trace;  // what every named intermediate reached, when asked for
};

// Loads a graph for a profile and runs the sequence of decodes that a JSON text holds:
// {"decodes":[{"inputs":[{"data":[...],"shape":[C,H,W]}...],"scalars":[...]}...]}, integers as JSON numbers or as
// decimal strings; a whole graph vector is one too. Refuses what load refuses, and a text of another form
// (payload_malformed when it is no JSON, model_mismatch otherwise).
[[nodiscard]] WAI_EXPORT Expected<std::vector<DecodeRun>> run_decodes(std::span<const std::uint8_t> whg1,
                                                                      std::string_view decodes, Profile profile,
                                                                      bool trace);

// --- checking ---

// What an implementation is asked of a vector, on one line: the vector without what is expected of it. A graph vector
// gives {"decodes":[{"inputs","scalars"}...],"graph","id"}; a stage vector gives {"id","in","modes","op"}.
//
// Its answer, on one line: {"decodes":[{"outputs"} or {"refuse"}...],"load":"ok" or code,"profiles":[...]}, where
// `profiles` may be absent, and `decodes` too when the load is refused; {"expect"} or {"at","refuse"}; or {"skip":why}
// for a vector it does not take. Each may carry the question's `id`.
struct Answer {
  std::string line;
  std::string fault;   // why there is no answer, when there is none
  std::string before;  // a fault of the question before, when it shows only now
};
using Implementation = std::function<Answer(const std::string& question)>;

// The reference's answer to a question, or to a whole vector; {"error":why} for a line that is no vector.
[[nodiscard]] WAI_EXPORT std::string answer_vector(std::string_view line);

enum class VectorStatus : std::uint8_t { passed, failed, skipped };

// One vector, one line of payloads/, or one file that is derived from others.
struct VectorResult {
  std::string file;
  std::string id;
  std::string subject;             // the operator, or the payload's format; the file's name where there are several
  std::vector<std::string> codes;  // the refusals it expects
  VectorStatus status = VectorStatus::passed;
  std::string message;  // where it differs and from what, or why it was skipped
};

struct CheckOptions {
  std::string filter;              // a pattern of * and ? over "file", "id" or "file:id"; empty takes all
  bool quick = false;              // a few vectors of each file
  std::optional<Profile> profile;  // only vectors tagged with it
  bool only_loaded = false;        // none whose graph is refused at load
  unsigned threads = 1;            // for the reference
  Implementation implementation;   // none: the reference, which runs payloads/ and derives certificates, graphs and
                                   // npu.jsonl again too
  std::function<std::string()> finish;  // after the implementation's last answer: its fault that shows only then
  std::function<void(std::size_t done, std::size_t total)> progress;
};

// Runs the corpus. What the filter, quick and the profile leave out is not among the results. A file or a line that is
// not as ops 14 has it is a failure.
[[nodiscard]] WAI_EXPORT std::vector<VectorResult> check_corpus(std::span<const CorpusFile> files,
                                                                std::span<const CorpusSet> trained,
                                                                const CheckOptions& options);

// --- coverage ---

// An item of ops 14 or of pay, and what meets it.
struct CoverageRow {
  enum class State : std::uint8_t { met, missing, cannot_apply };
  std::string item;     // "2.half_up.shift.31"
  std::string section;  // of ops; "pay 3"
  std::string subject;  // the operator, or the part of the corpus
  std::string what;
  State state = State::missing;
  std::vector<std::string> vectors;  // ids, the first few
  std::string why;                   // of cannot_apply
};

// Which items of ops 14.1 to 14.5 a corpus meets, computed from its graphs, their bounds and what their decodes reach;
// and which of pay 2 to 10, from its payloads' bytes and decodes.
[[nodiscard]] WAI_EXPORT std::vector<CoverageRow> corpus_coverage(std::span<const CorpusFile> files, unsigned threads);

// --- for a person ---

// The ids of a vector file, in order. Refuses (model_mismatch) a file that holds no vectors.
[[nodiscard]] WAI_EXPORT Expected<std::vector<std::string>> vector_ids(const CorpusFile& file);

// One vector of a vector file in words: the graph record by record with offsets, ranges and certified intervals, or the
// stage operator's operands; and what is expected. Refuses (model_mismatch) an id the file does not have.
[[nodiscard]] WAI_EXPORT Expected<std::string> explain_vector(const CorpusFile& file, std::string_view id);

// npu.jsonl counted: by file, the vectors in wai-ops/1-npu and those outside; how often each flag and reason stands.
struct NpuSummary {
  struct Count {
    std::size_t inside = 0;
    std::size_t outside = 0;
  };
  std::map<std::string, Count> files;
  std::map<std::string, std::size_t> flags;
  std::map<std::string, std::size_t> reasons;
};
[[nodiscard]] WAI_EXPORT Expected<NpuSummary> npu_summary(const CorpusFile& npu);

}  // namespace wai
