// What each capability's set holds and how it is lowered: one row a capability (ops 13.0, pay 9).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lower/entropy_tables.hpp"
#include "lower/int_synth.hpp"
#include "lower/whm_form.hpp"
#include "wai/lower.hpp"

namespace wai {

// A set's members, parsed.
struct SetParts {
  std::map<std::string, Network, std::less<>> networks;  // by the names of ops 13.0's roles
  std::optional<EntropyTables> entropy;
  std::optional<SynthSpec> synth;
};

// A member that a capability reads, and its parser. A network goes into SetParts under `network`.
struct MemberRow {
  std::string_view name;
  std::string_view network;
  Expected<void> (*read)(std::span<const std::uint8_t> bytes, std::string_view network, SetParts& parts);
};

// A graph of the lowered set. Its role is the name of the network it is lowered from.
struct RoleRow {
  std::string_view role;
  OutputStep step;
};

struct Capability {
  std::string_view name;
  std::string_view lowering;
  std::span<const MemberRow> members;  // in the order of pay 9's list, which is the order of their checks
  std::span<const RoleRow> roles;      // in the order of ops 13.0
  Expected<Bytes> (*lower)(const SetParts& parts, const RoleRow& role);

  [[nodiscard]] std::vector<std::string_view> member_names() const;
};

// Null for a name that has no row.
[[nodiscard]] const Capability* find_capability(std::string_view name);

// Step 1 of pay 7: each member present (set_incomplete) and parsed (the code of its form), one after the other, then
// a directory's own listing (readings P4).
[[nodiscard]] Expected<SetParts> read_parts(const ParameterSet& set, const Capability& capability);

// The first rule of step 2: the set's networks share one afrac, in 1..=30 (model_mismatch).
[[nodiscard]] Expected<void> check_scale(const SetParts& parts);

// The capability's graphs, in role order. Their load is the caller's: load_graph with the capability's profile.
[[nodiscard]] Expected<std::vector<RoleGraph>> lower_parts(const SetParts& parts, const Capability& capability);

}  // namespace wai
