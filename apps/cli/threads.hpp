// How many threads this process may keep busy.
#pragma once

#include <optional>
#include <string>

namespace wai::cli {

// The processors of the affinity mask, no more than the control group's quota allows; at least 1.
[[nodiscard]] unsigned available_threads();

// The whole processors that the quotas of the process's control groups (v2 and v1) leave, at least 1; nothing without
// a quota. `root` stands before /proc and /sys.
[[nodiscard]] std::optional<unsigned> quota_threads(const std::string& root = {});

}  // namespace wai::cli
