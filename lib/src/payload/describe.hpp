// What a payload says of itself, for people: fields, sections and what follows from them, without a parameter set.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

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
[[nodiscard]] Expected<Description> describe_payload(std::span<const std::uint8_t> bytes);

// The same for the payload of `wai.neural.int_synth`, which has no magic to tell it by.
[[nodiscard]] Expected<Description> describe_int_synth_payload(std::span<const std::uint8_t> bytes);

}  // namespace wai
