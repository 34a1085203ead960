// Reading input files whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wai::cli {

using Bytes = std::vector<std::uint8_t>;

// Bytes with the name they were read or are to be written under.
struct NamedBytes {
  std::string name;
  Bytes bytes;

  friend bool operator==(const NamedBytes&, const NamedBytes&) = default;
};

inline constexpr std::uint64_t kDefaultMaxInput = std::uint64_t{1} << 30;

// All bytes of a file, or of standard input for "-". Fails with status 3 on a directory, on what cannot be read,
// and on more than `max_bytes` (--max-input).
[[nodiscard]] Bytes read_input(const std::string& path, std::uint64_t max_bytes = kDefaultMaxInput);

// The same for several, in order; each name is its path. Standard input can stand among them once (usage).
[[nodiscard]] std::vector<NamedBytes> read_inputs(std::span<const std::string> paths,
                                                  std::uint64_t max_bytes = kDefaultMaxInput);

// Fails (usage) when "-" stands more than once among the inputs of a command.
void check_standard_input_once(std::span<const std::string> paths);

}  // namespace wai::cli
