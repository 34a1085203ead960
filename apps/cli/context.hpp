// What a program's body has at hand: its options, and the ways to say something.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cli/exit_code.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "wai/refusal.hpp"

namespace wai::cli {

// Standard error gets messages: text, or with --json one object for the error and nothing else. Standard output gets
// the result: data, or a report.
class Context {
 public:
  Context(std::string program, const CommonOptions& options) : program_(std::move(program)), options_(options) {}

  [[nodiscard]] const std::string& program() const { return program_; }
  [[nodiscard]] const CommonOptions& options() const { return options_; }
  [[nodiscard]] bool json() const { return options_.json; }
  // --threads, with 0 resolved.
  [[nodiscard]] unsigned threads() const;
  // A bar that --progress governs.
  [[nodiscard]] std::unique_ptr<Progress> progress(std::string label) const;

  // `program: refused: code: message`, or {"error":{"code":...,"message":...,"exit":1}}. Gives status 1.
  // `input` names what was refused, for the object.
  [[nodiscard]] ExitCode refused(const Refusal& refusal, std::string_view input = {}) const;
  // Another answer no or nothing: `program: message`, or the object with a code of the program's own.
  [[nodiscard]] ExitCode failed(ExitCode exit, std::string_view code, std::string_view message,
                                std::string_view input = {}) const;

  // A result for a reader: not with -q, not with --json.
  template <class... Args>
  void print(fmt::format_string<Args...> text, Args&&... args) const {
    print_text(fmt::format(text, std::forward<Args>(args)...));
  }
  // What was asked for by name, and so comes with -q too; not with --json.
  void answer(const std::string& line) const;
  // A remark on standard error, from `level` times -v on; not with -q, not with --json.
  template <class... Args>
  void note(int level, fmt::format_string<Args...> text, Args&&... args) const {
    if (options_.verbosity >= level) {
      print_note(fmt::format(text, std::forward<Args>(args)...));
    }
  }
  // A result for a machine, with --json only: a line on standard output, or on standard error when the output's
  // data go to standard output.
  void report(const Json& report, bool data_on_standard_output = false) const;

 private:
  void print_text(const std::string& line) const;
  void print_note(const std::string& line) const;

  std::string program_;
  const CommonOptions& options_;
};

// The error of any outcome, as text or as the JSON object, on standard error; the object names the `input` it is about.
void print_error(std::string_view program, bool json, ExitCode exit, std::string_view code, std::string_view text,
                 std::string_view message, std::string_view input = {});

}  // namespace wai::cli
