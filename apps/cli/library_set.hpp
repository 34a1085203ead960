// What the command line reads, as the library takes it: sets, graphs, and the tar streams between the programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/input.hpp"
#include "wai/lower.hpp"

namespace wai::cli {

// A parameter set on disk for a capability: one file, or the files of a directory that it reads.
[[nodiscard]] ParameterSet read_parameter_set(const std::string& path, std::string_view capability,
                                              std::uint64_t max_bytes);

// A file's name without its directory and its ending: the role of a bare graph (readings G14).
[[nodiscard]] std::string stem_of(const std::string& path);

// Fails (usage) on a role that no certificate can hold: one empty, or outside printable ASCII (ops 8.5).
void check_role(const std::string& role);

// The tar stream of a lowered set: the manifest, then `<role>.whg1` in role order.
[[nodiscard]] Bytes lowered_tar(const LoweredSet& set);
// The set of such a stream; a damaged stream fails (file), a manifest and graphs that disagree are refused.
[[nodiscard]] Expected<LoweredSet> read_lowered_tar(const Bytes& tar, std::uint64_t max_bytes);

inline constexpr std::string_view kGraphEnding = ".whg1";

}  // namespace wai::cli
