// What payloads say of themselves, and the encode tools' JSON forms of them (pay 3 to 6, 10): no parameter set is
// needed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wai/export.hpp"
#include "wai/refusal.hpp"

namespace wai {

struct DescribedRow {
  std::string name;                     // the text's name of the field, or of what follows from the fields
  std::string value;                    // decimal, or exact text
  std::string note;                     // what the value means, and units; may be empty
  std::optional<std::uint64_t> offset;  // of a field in the payload

  friend bool operator==(const DescribedRow&, const DescribedRow&) = default;
};

struct DescribedSection {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string note;
  std::vector<DescribedRow> rows;  // what is in it, where that is worth a line
};

struct Description {
  std::string format;                      // "WIV1", ...; "int_synth" for the payload without magic
  std::vector<DescribedRow> fields;        // the fixed header, in order of offset
  std::vector<DescribedSection> sections;  // the rest, in order; together they end where the payload ends
  std::vector<DescribedRow> summary;       // output and cost, where the header fixes them
};

// Describes a payload of any of the four formats, either keyframe kind, once it parses; `bad_magic` for other bytes.
[[nodiscard]] WAI_EXPORT Expected<Description> describe_payload(std::span<const std::uint8_t> bytes);

// The same for the payload of `wai.neural.int_synth`, which has no magic to tell it by.
[[nodiscard]] WAI_EXPORT Expected<Description> describe_int_synth_payload(std::span<const std::uint8_t> bytes);

// The payload of a tool's JSON form of any of the four formats (pay 10, pins P11), told by the members that only one
// has: `mvs`, `z_stream`, `sample_rate`, `ranges`. `payload_malformed` for JSON that is none of them, `field_range` for
// an integer outside its field's type; what the payload itself refuses keeps that code.
[[nodiscard]] WAI_EXPORT Expected<std::vector<std::uint8_t>> payload_from_json(std::string_view text);

// The form of a payload of any of the four formats, either keyframe kind; `bad_magic` for other bytes. Its conversion
// gives the payload's bytes again.
[[nodiscard]] WAI_EXPORT Expected<std::string> payload_to_json(std::span<const std::uint8_t> bytes);

}  // namespace wai
