#include "cli/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/descriptor.hpp"
#include "cli/failure.hpp"
#include "cli/text.hpp"

namespace wai::cli {
namespace {

[[noreturn]] void fail_read(const std::string& path, int error) {
  fail_file("cannot read {}: {}", input_name(path), std::strerror(error));
}

[[noreturn]] void fail_size(const std::string& path, std::uint64_t max_bytes) {
  fail_file("cannot read {}: it holds more than {} bytes; --max-input raises this limit", input_name(path), max_bytes);
}

// Reads to the end in parts that double, so that a pipe needs no size and a wrong size costs nothing.
Bytes read_to_end(int fd, const std::string& path, std::uint64_t size_hint, std::uint64_t max_bytes) {
  constexpr std::size_t kLeastPart = std::size_t{1} << 16;
  Bytes bytes;
  std::size_t used = 0;
  for (;;) {
    if (used == bytes.size()) {
      // One byte past the hint or the limit shows the end, or that there is more.
      const std::uint64_t wanted = used == 0 ? std::max<std::uint64_t>(size_hint + 1, kLeastPart) : 2 * bytes.size();
      bytes.resize(static_cast<std::size_t>(std::min(wanted, max_bytes + 1)));
    }
    const ssize_t n = ::read(fd, bytes.data() + used, bytes.size() - used);
    if (n < 0 && errno == EAGAIN) {
      wait_for(fd, POLLIN);
    } else if (n < 0 && errno != EINTR) {
      fail_read(path, errno);
    }
    if (n == 0) {
      bytes.resize(used);
      return bytes;
    }
    used += n < 0 ? 0 : static_cast<std::size_t>(n);
    if (used > max_bytes) {
      fail_size(path, max_bytes);
    }
  }
}

}  // namespace

Bytes read_input(const std::string& path, std::uint64_t max_bytes) {
  max_bytes = std::min(max_bytes, std::uint64_t{1} << 48);  // so that no size formed from it passes 64 bits
  Descriptor opened;
  if (path != "-") {
    opened = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened.is_open()) {
      fail_read(path, errno);
    }
  }
  const int fd = path == "-" ? STDIN_FILENO : opened.get();
  const auto status = status_of(fd);
  if (!status) {
    fail_read(path, errno);
  }
  if (S_ISDIR(status->st_mode)) {
    fail_read(path, EISDIR);
  }
  const std::uint64_t size = S_ISREG(status->st_mode) ? static_cast<std::uint64_t>(status->st_size) : 0;
  if (size > max_bytes) {
    fail_size(path, max_bytes);
  }
  return read_to_end(fd, path, size, max_bytes);
}

std::vector<NamedBytes> read_inputs(std::span<const std::string> paths, std::uint64_t max_bytes) {
  check_standard_input_once(paths);
  std::vector<NamedBytes> inputs;
  inputs.reserve(paths.size());
  for (const std::string& path : paths) {
    inputs.push_back({path, read_input(path, max_bytes)});
  }
  return inputs;
}

void check_standard_input_once(std::span<const std::string> paths) {
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    fail_usage("standard input (-) is named as an input more than once");
  }
}

}  // namespace wai::cli
