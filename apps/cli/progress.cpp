#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/descriptor.hpp"

namespace wai::cli {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(500);
constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);
constexpr std::uint64_t kBarWidth = 30;
constexpr std::string_view kClear = "\r\x1b[K";

std::string bar(std::string_view label, std::uint64_t done, std::uint64_t total) {
  if (total == 0) {
    return fmt::format("{}{}: {}", kClear, label, done);
  }
  // Only a drawing, so a double does.
  const double part = static_cast<double>(std::min(done, total)) / static_cast<double>(total);
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBarWidth));
  return fmt::format("{}{}: [{:<{}}] {:3d}%", kClear, label, std::string(filled, '#'), kBarWidth,
                     static_cast<int>(part * 100));
}

void show_on_standard_error(std::string_view text) {
  (void)write_all(STDERR_FILENO, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

Progress::Progress(ProgressMode mode, std::string label, ProgressSurroundings surroundings)
    : surroundings_(std::move(surroundings)), label_(std::move(label)) {
  if (!surroundings_.show) {
    surroundings_.show = show_on_standard_error;
  }
  if (!surroundings_.is_terminal) {
    surroundings_.is_terminal = [] { return ::isatty(STDERR_FILENO) == 1; };
  }
  enabled_ = mode == ProgressMode::always || (mode == ProgressMode::automatic && surroundings_.is_terminal());
  start_ = surroundings_.now();
}

void Progress::update(std::uint64_t done, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  if (!enabled_) {
    return;
  }
  const auto now = surroundings_.now();
  if (now - start_ < kPatience || (drawn_ && now - last_ < kBetweenDrawings)) {
    return;
  }
  drawn_ = true;
  last_ = now;
  surroundings_.show(bar(label_, done, total));
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(drawn_, false)) {
    surroundings_.show(kClear);
  }
}

}  // namespace wai::cli
