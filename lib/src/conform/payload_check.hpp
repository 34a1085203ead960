// Checking payloads/ of a corpus against the reference (pay 2 to 10). The protocol of outside implementations has no
// such questions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "conform/vector_case.hpp"
#include "wai/conform.hpp"

namespace wai {

// True for payloads/index.jsonl and payloads/conversions.jsonl.
[[nodiscard]] bool is_payload_index(std::string_view path);
// The rest of a case from its line; `file` says of which index.
[[nodiscard]] Expected<void> fill_payload_case(const json::Value& line, VectorCase& c);

// A corpus whose payloads are run.
struct PayloadCorpus {
  std::span<const CorpusFile> files;
  std::span<const CorpusSet> trained;

  // Null when there is no file of this path.
  [[nodiscard]] const CorpusFile* find(std::string_view path) const;
  // The set that stands in a folder: its files but pin.json, or one of the trained; none when there is no such folder.
  [[nodiscard]] std::optional<ParameterSet> set(std::string_view folder) const;
};

// Decodes or converts, and compares with what the line says: empty when it is the same, else where it differs.
[[nodiscard]] std::string payload_difference(const VectorCase& c, const PayloadCorpus& corpus);

}  // namespace wai
