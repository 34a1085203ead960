#include "cli/descriptor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace wai::cli {

int Descriptor::close() {
  const int fd = std::exchange(fd_, -1);
  // After EINTR the descriptor is gone all the same on Linux.
  return fd < 0 || ::close(fd) == 0 || errno == EINTR ? 0 : errno;
}

int write_all(int fd, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(n));
    } else if (n < 0 && errno == EAGAIN) {
      wait_for(fd, POLLOUT);
    } else if (n == 0 || errno != EINTR) {
      return n == 0 ? EIO : errno;
    }
  }
  return 0;
}

void wait_for(int fd, short events) {
  pollfd wait{fd, events, 0};
  (void)::poll(&wait, 1, -1);
}

std::optional<struct stat> status_of(const std::string& path) {
  struct stat s {};
  return ::stat(path.c_str(), &s) == 0 ? std::optional(s) : std::nullopt;
}

std::optional<struct stat> status_of(int fd) {
  struct stat s {};
  return ::fstat(fd, &s) == 0 ? std::optional(s) : std::nullopt;
}

bool same_regular_file(const struct stat& a, const struct stat& b) {
  return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void occupy_standard_descriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
      // The lowest free number is fd. Opened the wrong way round: reading 0 and writing 1 or 2 give EBADF.
      (void)::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace wai::cli
