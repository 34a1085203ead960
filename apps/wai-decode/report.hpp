// What wai-decode tells of a payload: lines for people, and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/json.hpp"
#include "product.hpp"
#include "wai/decode.hpp"
#include "wai/payload.hpp"

namespace wai::decode_app {

using Lines = std::vector<std::string>;

// A decode that was not refused.
struct DecodeFacts {
  std::string payload;
  std::string capability;
  OutputForm form;
  std::uint64_t bytes = 0;    // of the decoded buffer, whatever the output's format
  std::string sha256;         // of the same; empty when it was not asked for
  std::optional<bool> match;  // with --verify
  std::vector<StreamUse> streams;
};

// "a picture of 256 x 256": rows, then columns.
[[nodiscard]] std::string describe_form(const OutputForm& form);

[[nodiscard]] Lines stats_lines(const DecodeFacts& facts);
[[nodiscard]] cli::Json decode_json(const DecodeFacts& facts, const ReadyOutputs& outputs);

[[nodiscard]] Lines declared_lines(const std::string& payload, const std::string& capability, const DeclaredCost& cost);
[[nodiscard]] cli::Json declared_json(const std::string& payload, const std::string& capability,
                                      const DeclaredCost& cost);

[[nodiscard]] Lines inspect_lines(const std::string& payload, std::size_t bytes, const Description& description);
[[nodiscard]] cli::Json inspect_json(const std::string& payload, std::size_t bytes, const Description& description);

[[nodiscard]] cli::Json outputs_json(const ReadyOutputs& outputs);

}  // namespace wai::decode_app
