// A progress bar on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace wai::cli {

enum class ProgressMode { automatic, always, never };

using ProgressClock = std::chrono::steady_clock;

// What the bar is drawn with, exchanged in tests.
struct ProgressSurroundings {
  std::function<ProgressClock::time_point()> now = ProgressClock::now;
  std::function<void(std::string_view)> show;  // standard error when empty
  std::function<bool()> is_terminal;           // whether standard error is one, when empty
};

// Shows how far a piece of work has come, once it has taken half a second. `automatic` shows it only on a terminal.
// Any thread may call `update`.
class Progress {
 public:
  Progress(ProgressMode mode, std::string label, ProgressSurroundings surroundings = {});
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` of `total` parts; a total of 0 is unknown.
  void update(std::uint64_t done, std::uint64_t total);
  // Clears the line, so that what is printed next stands alone.
  void finish();

 private:
  std::mutex mutex_;
  ProgressSurroundings surroundings_;
  std::string label_;
  bool enabled_ = false;
  bool drawn_ = false;
  ProgressClock::time_point start_;
  ProgressClock::time_point last_;
};

}  // namespace wai::cli
