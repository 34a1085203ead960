#include "cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/failure.hpp"
#include "cli/text.hpp"

namespace wai::cli {
namespace {

namespace fs = std::filesystem;

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string parent_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

// The file a path leads to, or an empty text when a link on the way leads nowhere.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? std::string(real.get()) : std::string();
}

// Calls `check` with the status of each input: a file's, standard input's, and those of a directory's members.
template <class Check>
void for_each_input(std::span<const std::string> inputs, const Check& check) {
  for (const std::string& path : inputs) {
    const auto status = path == "-" ? status_of(STDIN_FILENO) : status_of(path);
    if (!status) {
      continue;
    }
    check(path, *status);
    if (path != "-" && S_ISDIR(status->st_mode)) {
      std::error_code ignored;
      for (const auto& member : fs::directory_iterator(path, ignored)) {
        if (const auto inner = status_of(member.path().string())) {
          check(member.path().string(), *inner);
        }
      }
    }
  }
}

void remove_quietly(const std::string& path) {
  (void)::unlink(path.c_str());
}

}  // namespace

Output::Output(const std::string& path, OutputRules rules)
    : path_(path == "/dev/stdout" ? "-" : path), rules_(std::move(rules)) {
  if (path_ == "-") {
    open_direct(STDOUT_FILENO);
  } else {
    find_target();
  }
  check_is_no_input();
}

Output::Output(Output&& other) noexcept
    : path_(std::move(other.path_)),
      rules_(std::move(other.rules_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      leftover_(std::move(other.leftover_)),
      mode_(other.mode_),
      direct_(other.direct_),
      descriptor_(std::move(other.descriptor_)),
      held_(std::move(other.held_)) {}

Output::~Output() {
  if (!temporary_.empty()) {
    remove_quietly(temporary_);
  }
}

void Output::fail(int error) const {
  if (error == EPIPE) {
    throw ClosedPipe();
  }
  fail_file("cannot write {}: {}", output_name(path_), std::strerror(error));
}

void Output::find_target() {
  struct stat link {};
  if (::lstat(path_.c_str(), &link) == 0) {
    take_existing_target();
  } else if (errno == ENOENT && !path_.empty() && path_.back() != '/') {
    target_ = path_;
  } else {
    fail(errno);
  }
  if (!direct_ && ::access(parent_of(target_).c_str(), W_OK | X_OK) != 0) {
    fail_file("cannot write {}: its directory: {}", output_name(path_), std::strerror(errno));
  }
}

void Output::take_existing_target() {
  target_ = resolved(path_);
  const auto status = target_.empty() ? std::nullopt : status_of(target_);
  if (!status) {
    fail_file("cannot write {}: a symbolic link that leads nowhere", output_name(path_));
  }
  if (S_ISDIR(status->st_mode)) {
    fail(EISDIR);
  }
  if (::access(target_.c_str(), W_OK) != 0) {
    fail(errno);
  }
  if (S_ISREG(status->st_mode)) {
    mode_ = status->st_mode & 0777U;
    return;
  }
  descriptor_ = Descriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!descriptor_.is_open()) {
    fail(errno);
  }
  open_direct(descriptor_.get());
}

void Output::open_direct(int fd) {
  direct_ = true;
  if (rules_.kind == OutputKind::raw && !rules_.force && ::isatty(fd) == 1) {
    fail_usage("{} is a terminal; name a file with -o, use a pipe, or --force raw bytes upon it", output_name(path_));
  }
}

void Output::check_is_no_input() const {
  const auto own = path_ == "-" ? status_of(STDOUT_FILENO) : status_of(target_);
  if (!own) {
    return;
  }
  for_each_input(rules_.inputs, [&](const std::string& path, const struct stat& input) {
    if (same_regular_file(*own, input)) {
      fail_usage("the output {} is the input {}", output_name(path_), input_name(path));
    }
  });
}

// A short name of its own beside the target, so that `rename` stays within one file system.
void Output::open_temporary() {
  constexpr unsigned kTries = 1000;
  static std::atomic<std::uint64_t> serial = 0;  // many outputs can be open, from many threads
  const std::string stem = parent_of(target_) + "/.wai-" + std::to_string(::getpid()) + "-";
  for (unsigned i = 0; i < kTries; ++i) {
    const std::string name = stem + std::to_string(serial++) + ".tmp";
    leftover_ = Leftover(name);  // before it is there, so that no signal finds it unknown
    descriptor_ = Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (descriptor_.is_open()) {
      temporary_ = name;
      if (mode_ != 0) {
        (void)::fchmod(descriptor_.get(), mode_);
      }
      return;
    }
    const int error = errno;
    leftover_.forget();
    if (error != EEXIST) {
      fail(error);
    }
  }
  fail(EEXIST);
}

void Output::write(std::span<const std::uint8_t> bytes) {
  if (direct_ && !rules_.stream) {
    if (!bytes.empty()) {
      held_.emplace_back(bytes.begin(), bytes.end());
    }
    return;
  }
  if (!direct_ && temporary_.empty()) {
    open_temporary();
  }
  if (const int error = write_all(path_ == "-" ? STDOUT_FILENO : descriptor_.get(), bytes); error != 0) {
    fail(error);
  }
}

void Output::close() {
  if (direct_ || (!temporary_.empty() && !descriptor_.is_open())) {
    return;
  }
  write({});  // an empty output is a file too
  if (rules_.sync && ::fsync(descriptor_.get()) != 0) {
    fail(errno);
  }
  if (const int error = descriptor_.close(); error != 0) {
    fail(error);
  }
}

void Output::commit() {
  if (direct_) {
    rules_.stream = true;
    for (Bytes& part : held_) {
      write(std::exchange(part, {}));
    }
    held_.clear();
    if (const int error = descriptor_.close(); error != 0) {
      fail(error);
    }
    return;
  }
  close();
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    fail(errno);
  }
  temporary_.clear();
  leftover_.forget();
}

std::string Output::identity() const {
  if (direct_) {
    return {};
  }
  const std::string real = resolved(target_);
  return real.empty() ? resolved(parent_of(target_)) + "/" + fs::path(target_).filename().string() : real;
}

void write_output(const std::string& path, std::span<const std::uint8_t> bytes, OutputRules rules) {
  rules.stream = true;  // all the bytes are here, so none need be held
  Output output(path, std::move(rules));
  output.write(bytes);
  output.commit();
}

void write_output(const std::string& path, std::string_view text, OutputRules rules) {
  write_output(path, as_bytes(text), std::move(rules));
}

void write_directory(const std::string& directory, std::span<const NamedBytes> entries, const OutputRules& rules) {
  std::set<std::string_view> names;
  for (const NamedBytes& entry : entries) {
    const std::string& name = entry.name;
    const bool plain = !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
                       name.find('\0') == std::string::npos;
    if (!plain || !names.insert(name).second) {
      fail_usage("'{}' {} in {}", printable(name), plain ? "would be written twice" : "cannot name a file",
                 output_name(directory));
    }
  }
  std::error_code ignored;
  const Leftover leftover = fs::exists(directory, ignored) ? Leftover() : Leftover(directory);
  const bool made = ::mkdir(directory.c_str(), 0777) == 0;
  if (!made && errno != EEXIST) {
    fail_file("cannot make the directory {}: {}", output_name(directory), std::strerror(errno));
  }
  try {
    std::vector<Output> outputs;
    outputs.reserve(entries.size());
    for (const NamedBytes& entry : entries) {
      outputs.emplace_back(directory + "/" + entry.name, rules).write(entry.bytes);
      outputs.back().close();
    }
    std::for_each(outputs.begin(), outputs.end(), [](Output& output) { output.commit(); });
  } catch (...) {
    if (made) {
      (void)::rmdir(directory.c_str());  // only when nothing is in it
    }
    throw;
  }
}

void print_standard_output(std::string_view text) {
  write_output("-", text, {.kind = OutputKind::text});
}

}  // namespace wai::cli
