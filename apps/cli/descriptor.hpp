// File descriptors: owned, read to the end, written whole.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace wai::cli {

// Owns a descriptor and closes it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { (void)close(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  // 0, or the errno of a close that failed (a full disk can show here).
  [[nodiscard]] int close();

 private:
  int fd_ = -1;
};

// Writes all of it, waiting where the descriptor does not block. 0, or an errno.
[[nodiscard]] int write_all(int fd, std::span<const std::uint8_t> bytes);

// Waits until a descriptor that does not block is ready for `events` (poll).
void wait_for(int fd, short events);

// What a path, with symbolic links followed, or a descriptor is; nothing when it cannot be told.
[[nodiscard]] std::optional<struct stat> status_of(const std::string& path);
[[nodiscard]] std::optional<struct stat> status_of(int fd);

// True when both are one regular file, whatever its names.
[[nodiscard]] bool same_regular_file(const struct stat& a, const struct stat& b);

// Opens what is missing of descriptors 0 to 2 so that using it fails and no other file takes its number.
void occupy_standard_descriptors();

}  // namespace wai::cli
