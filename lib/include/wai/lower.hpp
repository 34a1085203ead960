// Lowering parameter sets to canonical WHG1 graphs (ops 13).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wai/certify.hpp"
#include "wai/export.hpp"
#include "wai/refusal.hpp"

namespace wai {

// A file of a set, named as pay 9 names it.
struct SetMember {
  std::string name;
  std::vector<std::uint8_t> bytes;
};

// A parameter set: one file, whatever its name, or the files of a directory (pins P2). Files that the capability does
// not read are ignored.
struct ParameterSet {
  std::vector<SetMember> members;
  bool one_file = false;
};

// A set's graphs, in the order of the lowering's roles (ops 13.0), and what a certificate says of where they are from.
struct LoweredSet {
  std::string capability;
  std::string lowering;
  std::string set_sha256;
  std::vector<RoleGraph> graphs;
};

// What a lowering writes after a network's last layer (ops 13.0).
enum class OutputStep : std::uint8_t { none, rgb8, pcm };

// Reads the set and lowers it for the capability. Every graph is read back through the load checks of ops 10.5, the
// profile apart (readings G16). Refuses unsupported_capability, set_incomplete, model_mismatch; payload_malformed
// for wai.neural.int_synth.
[[nodiscard]] WAI_EXPORT Expected<LoweredSet> lower_set(const ParameterSet& set, std::string_view capability);

// Lowers one file on its own: a network, or an int_synth.json, by the lowering's name ("whm1/1").
[[nodiscard]] WAI_EXPORT Expected<RoleGraph> lower_file(std::span<const std::uint8_t> bytes, std::string_view lowering,
                                                        std::string_view role, OutputStep step);

// The output step that a lowering's role has in ops 13.0; none for a role it does not name.
[[nodiscard]] WAI_EXPORT std::optional<OutputStep> output_step(std::string_view lowering, std::string_view role);

// The files that a capability's set may have on disk: its members (pay 9), then a directory's listing (pins P2). Empty
// for a capability without a set, or unknown.
[[nodiscard]] WAI_EXPORT std::vector<std::string_view> set_files(std::string_view capability);

// What a tar stream of a lowered set says of itself, before its graphs: canonical JSON with `capability`, `lowering`,
// `roles` and `set_sha256`.
inline constexpr std::string_view kLoweringManifest = "lowering.json";
[[nodiscard]] WAI_EXPORT std::string lowering_manifest(const LoweredSet& set);
// The set of a manifest and the graphs of its roles, in its order (model_mismatch when they do not agree). The digest
// is taken at its word: only the set's own files can prove it.
[[nodiscard]] WAI_EXPORT Expected<LoweredSet> read_lowered(std::string_view manifest, std::vector<RoleGraph> graphs);

// The capabilities that lower_set knows, and the lowerings that lower_file knows.
[[nodiscard]] WAI_EXPORT std::vector<std::string_view> lowered_capabilities();
[[nodiscard]] WAI_EXPORT std::vector<std::string_view> file_lowerings();

}  // namespace wai
