// Tar streams between programs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cli/input.hpp"

namespace wai::cli {

struct TarLimits {
  std::uint64_t entries = 4096;
  std::uint64_t bytes = kDefaultMaxInput;  // of all entries together (--max-input)
};

// True when the bytes begin like a tar stream: the magic `ustar` at offset 257.
[[nodiscard]] bool looks_like_tar(std::span<const std::uint8_t> bytes);

// A tar stream whose bytes depend on names and bytes alone: ustar, the entries in the order given, mode 0644, no
// owner, no time.
[[nodiscard]] Bytes write_tar(std::span<const NamedBytes> entries);

// The files of a tar stream in its order, names as they stand. Directories are passed over; anything else that is no
// file, a name that stands twice, damage, and what is past the limits fail (file).
[[nodiscard]] std::vector<NamedBytes> read_tar(std::span<const std::uint8_t> bytes, const TarLimits& limits = {});

}  // namespace wai::cli
