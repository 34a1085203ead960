// What must not stay behind when a signal ends the program: files under temporary names, directories just made.
#pragma once

#include <string>
#include <utility>

namespace wai::cli {

struct LeftoverEntry;

// While one lives, its path is removed when SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the program: a file, or a directory
// with nothing in it. The first one of a process takes those signals that are at their default; a signal that is
// ignored stays so. Any thread may make and end them.
class Leftover {
 public:
  Leftover() = default;
  explicit Leftover(const std::string& path);
  Leftover(Leftover&& other) noexcept : entry_(std::exchange(other.entry_, nullptr)) {}
  Leftover& operator=(Leftover&& other) noexcept {
    std::swap(entry_, other.entry_);
    return *this;
  }
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;
  ~Leftover() { forget(); }

  // It has its own name now, or is gone.
  void forget();

 private:
  LeftoverEntry* entry_ = nullptr;
};

}  // namespace wai::cli
