// A parameter set on disk (pins P2): one file, or a directory of members.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input.hpp"

namespace wai::cli {

struct SetInput {
  bool is_directory = false;
  // A file: one entry, named as the file is without its directory. A directory: those of the wanted members that are
  // there, in the order they were asked for.
  std::vector<NamedBytes> members;
};

// Reads a set. Of a directory only the wanted names are read (pins P2: other files are ignored); a member that is
// absent is no fault here, since the library refuses (`set_incomplete`). `max_bytes` holds for all together.
[[nodiscard]] SetInput read_set(const std::string& path, std::span<const std::string_view> wanted,
                                std::uint64_t max_bytes = kDefaultMaxInput);

}  // namespace wai::cli
