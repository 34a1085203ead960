// A line of payloads/index.jsonl: a payload, what it is decoded with, and what it and its cuts give (pay 2 to 9).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "wai/decode.hpp"

namespace wai {

// What a decode or a conversion gives: its bytes by their digest, or a refusal.
struct BytesDigest {
  std::uint64_t bytes = 0;
  std::string sha256;

  friend bool operator==(const BytesDigest&, const BytesDigest&) = default;
};
using PayloadOutcome = std::variant<BytesDigest, RefusalCode>;

// The payload's first n bytes are refused with one code for every n from the `until` before this one to this one's.
// Without a code they decode, which no line of the corpus has.
struct CutRun {
  std::optional<RefusalCode> refuse;
  std::uint64_t until = 0;

  friend bool operator==(const CutRun&, const CutRun&) = default;
};

// What one payload gives.
struct PayloadRun {
  std::optional<DeclaredCost> declared;  // none where a check before pay 7's step 5 refuses; a limit is not one here
  PayloadOutcome expect;
  std::vector<CutRun> cuts;
};

struct PayloadLine {
  std::string name;
  std::string file;  // below payloads/
  std::string capability;
  std::string set;  // its folder below the corpus; empty for none
  CostLimits limits;
  std::string rule;
  PayloadRun run;
};

struct ConversionLine {
  std::string file;
  std::string rule;
  PayloadOutcome expect;
  std::string payload;  // below payloads/; empty for none
};

[[nodiscard]] PayloadOutcome outcome_of(const Expected<Bytes>& bytes);

// Decodes the payload and each of its cuts.
[[nodiscard]] PayloadRun run_payload(std::string_view capability, const ParameterSet& set, const CostLimits& limits,
                                     std::span<const std::uint8_t> payload);

[[nodiscard]] JsonOut payload_line_json(const PayloadLine& line);
[[nodiscard]] JsonOut conversion_line_json(const ConversionLine& line);
// Refuses (model_mismatch) what is not the form of corpus/README.md.
[[nodiscard]] Expected<PayloadLine> read_payload_line(const json::Value& v);
[[nodiscard]] Expected<ConversionLine> read_conversion_line(const json::Value& v);

}  // namespace wai
