// Parameter sets: their members by name, their listing and their digest (pay 9, pins P2).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "wai/lower.hpp"

namespace wai {

inline constexpr std::string_view kListingName = "wai.prior.set.json";

// The member of that name. In a set of one file, which may have any name, it is the file when the capability reads no
// other (`alone`). Null when the set has none.
[[nodiscard]] const SetMember* find_member(const ParameterSet& set, std::string_view name, bool alone);

// The listing of a set with these members, all present, in any order.
[[nodiscard]] std::string set_listing(const ParameterSet& set, std::span<const std::string_view> names);

// A directory's own listing, when it holds one, is that of its members (model_mismatch).
[[nodiscard]] Expected<void> check_listing(const ParameterSet& set, std::span<const std::string_view> names);

// The digest that a pin over the set carries (ops 8.5): its file's, or its listing's. All members are present.
[[nodiscard]] std::string set_sha256(const ParameterSet& set, std::span<const std::string_view> names);

}  // namespace wai
