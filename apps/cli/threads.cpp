#include "cli/threads.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string_view>
#include <thread>

namespace wai::cli {
namespace {

unsigned affinity_threads() {
  // The mask's size is the kernel's to know: it says EINVAL while ours is too small.
  constexpr int kMostProcessors = 1 << 20;
  for (int n = 1024; n <= kMostProcessors; n *= 2) {
    const std::size_t size = CPU_ALLOC_SIZE(static_cast<std::size_t>(n));
    const auto free_mask = [](cpu_set_t* mask) { CPU_FREE(mask); };
    const std::unique_ptr<cpu_set_t, decltype(free_mask)> mask(CPU_ALLOC(static_cast<std::size_t>(n)), free_mask);
    if (mask && ::sched_getaffinity(0, size, mask.get()) == 0) {
      return static_cast<unsigned>(std::max(CPU_COUNT_S(size, mask.get()), 1));
    }
    if (!mask || errno != EINVAL) {
      break;
    }
  }
  return std::max(std::thread::hardware_concurrency(), 1U);
}

void keep_least(std::optional<unsigned>& least, std::int64_t quota, std::int64_t period) {
  if (quota > 0 && period > 0) {
    const auto threads = static_cast<unsigned>(std::clamp<std::int64_t>(quota / period, 1, 1 << 20));
    least = std::min(least.value_or(threads), threads);
  }
}

// The group at `path` under `mount` and its parents, each of which may set a quota. Within a container the path can
// be the host's: the groups it names are then absent, and the mount's own stands last.
template <class Read>
void for_each_group(const std::string& mount, std::string path, const Read& read) {
  for (;;) {
    read(mount + path);
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) {
      return;
    }
    path.erase(slash);
  }
}

void read_v2(const std::string& group, std::optional<unsigned>& least) {
  std::ifstream in(group + "/cpu.max");
  std::int64_t quota = 0;
  std::int64_t period = 0;
  if (in >> quota >> period) {  // `max` is no number, and no quota
    keep_least(least, quota, period);
  }
}

void read_v1(const std::string& group, std::optional<unsigned>& least) {
  std::ifstream quota_in(group + "/cpu.cfs_quota_us");
  std::ifstream period_in(group + "/cpu.cfs_period_us");
  std::int64_t quota = 0;
  std::int64_t period = 0;
  if (quota_in >> quota && period_in >> period) {  // -1: no quota
    keep_least(least, quota, period);
  }
}

bool names_cpu(std::string_view controllers) {
  while (!controllers.empty()) {
    const auto comma = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, comma) == "cpu") {
      return true;
    }
    controllers.remove_prefix(std::min(comma + 1, controllers.size()));
  }
  return false;
}

}  // namespace

std::optional<unsigned> quota_threads(const std::string& root) {
  std::optional<unsigned> least;
  const std::string mount = root + "/sys/fs/cgroup";
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // number:controllers:path
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      for_each_group(mount, path, [&](const std::string& group) { read_v2(group, least); });
    } else if (names_cpu(controllers)) {
      for (const std::string& name : {std::string("cpu"), controllers}) {
        for_each_group(mount + "/" + name, path, [&](const std::string& group) { read_v1(group, least); });
      }
    }
  }
  return least;
}

unsigned available_threads() {
  const unsigned processors = affinity_threads();
  return std::min(processors, quota_threads().value_or(processors));
}

}  // namespace wai::cli
