// The conformance corpus (ops 14): running, writing, checking and explaining its vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wai/export.hpp"
#include "wai/refusal.hpp"
#include "wai/run.hpp"

namespace wai {

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

}  // namespace wai
