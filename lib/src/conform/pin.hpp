// pin.json of a made set: what a sender claims of it, and what a sink that resolves it says (ops 11).
//
// Canonical JSON: "capability", "set_sha256", "resolve" ("ok", or the code of the refusal), and "ops_profile" where the
// pin claims one.
#pragma once

#include <optional>
#include <string>

#include "wai/lower.hpp"
#include "wai/profile.hpp"

namespace wai {

struct Pin {
  std::string capability;
  std::optional<Profile> ops_profile;
};

[[nodiscard]] Expected<Pin> read_pin(std::string_view text);

// The pin's bytes for a set: the digest it has, and whether the capability's profile (acc64) and the claim are met. A
// verdict weaker than the capability's is refused with its load check's code (ops 13.1, 13.2), one weaker than the
// claim with model_mismatch.
[[nodiscard]] Expected<std::string> pin_json(const Pin& pin, const ParameterSet& set);
// The same for the pin of a text.
[[nodiscard]] Expected<std::string> resolve_pin(std::string_view text, const ParameterSet& set);

}  // namespace wai
