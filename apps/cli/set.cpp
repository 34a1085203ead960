#include "cli/set.hpp"

#include <cerrno>
#include <filesystem>

#include "cli/descriptor.hpp"

namespace wai::cli {
namespace {

bool is_absent(const std::string& path) {
  return !status_of(path) && (errno == ENOENT || errno == ENOTDIR);
}

}  // namespace

SetInput read_set(const std::string& path, std::span<const std::string_view> wanted, std::uint64_t max_bytes) {
  SetInput set;
  const auto status = path == "-" ? std::nullopt : status_of(path);
  set.is_directory = status && S_ISDIR(status->st_mode);
  if (!set.is_directory) {
    set.members.push_back({std::filesystem::path(path).filename().string(), read_input(path, max_bytes)});
    return set;
  }
  std::uint64_t budget = max_bytes;
  for (const std::string_view name : wanted) {
    const std::string member = (std::filesystem::path(path) / name).string();
    if (is_absent(member)) {
      continue;
    }
    set.members.push_back({std::string(name), read_input(member, budget)});
    budget -= set.members.back().bytes.size();
  }
  return set;
}

}  // namespace wai::cli
