#include "cli/library_set.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/failure.hpp"
#include "cli/set.hpp"
#include "cli/tar.hpp"
#include "cli/text.hpp"

namespace wai::cli {

ParameterSet read_parameter_set(const std::string& path, std::string_view capability, std::uint64_t max_bytes) {
  const std::vector<std::string_view> wanted = set_files(capability);
  SetInput input = read_set(path, wanted, max_bytes);
  ParameterSet set;
  set.one_file = !input.is_directory;
  for (NamedBytes& member : input.members) {
    set.members.push_back({std::move(member.name), std::move(member.bytes)});
  }
  return set;
}

std::string stem_of(const std::string& path) {
  return path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
}

void check_role(const std::string& role) {
  if (role.empty()) {
    fail_usage("a role has one character at least");
  }
  if (!std::all_of(role.begin(), role.end(), [](char c) { return c >= 0x20 && c <= 0x7E; })) {
    std::string shown;
    for (const char c : printable(role)) {
      shown += c == '\n' ? "\\x0A" : std::string(1, c);
    }
    fail_usage("the role {} is outside printable ASCII, so nothing can be certified under it", shown);
  }
}

Bytes lowered_tar(const LoweredSet& set) {
  const std::string manifest = lowering_manifest(set);
  std::vector<NamedBytes> entries = {{std::string(kLoweringManifest), {manifest.begin(), manifest.end()}}};
  for (const RoleGraph& graph : set.graphs) {
    entries.push_back({graph.role + std::string(kGraphEnding), graph.whg1});
  }
  return write_tar(entries);
}

Expected<LoweredSet> read_lowered_tar(const Bytes& tar, std::uint64_t max_bytes) {
  std::string manifest;
  bool has_manifest = false;
  std::vector<RoleGraph> graphs;
  for (NamedBytes& entry : read_tar(tar, {.bytes = max_bytes})) {
    if (entry.name == kLoweringManifest) {
      manifest.assign(entry.bytes.begin(), entry.bytes.end());
      has_manifest = true;
    } else if (entry.name.ends_with(kGraphEnding)) {
      graphs.push_back({entry.name.substr(0, entry.name.size() - kGraphEnding.size()), std::move(entry.bytes)});
    } else {
      fail_file("the tar stream holds {}, which is neither {} nor a graph", printable(entry.name), kLoweringManifest);
    }
  }
  if (!has_manifest) {
    fail_file("the tar stream holds no {}: it is not one of whg-lower", kLoweringManifest);
  }
  return read_lowered(manifest, std::move(graphs));
}

}  // namespace wai::cli
