// What ends a program early, thrown within apps/ and caught by `run`. Nothing of it crosses the library's API.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "cli/exit_code.hpp"

namespace wai::cli {

class Failure : public std::runtime_error {
 public:
  Failure(ExitCode exit, const std::string& message) : std::runtime_error(message), exit_(exit) {}
  [[nodiscard]] ExitCode exit() const { return exit_; }

 private:
  ExitCode exit_;
};

// The reader of our output has gone: status 3, and nothing to say to anybody.
class ClosedPipe : public Failure {
 public:
  ClosedPipe() : Failure(ExitCode::file, "the reader of the output has closed it") {}
};

template <class... Args>
[[noreturn]] void fail_usage(fmt::format_string<Args...> text, Args&&... args) {
  throw Failure(ExitCode::usage, fmt::format(text, std::forward<Args>(args)...));
}

template <class... Args>
[[noreturn]] void fail_file(fmt::format_string<Args...> text, Args&&... args) {
  throw Failure(ExitCode::file, fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace wai::cli
