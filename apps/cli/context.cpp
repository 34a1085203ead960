#include "cli/context.hpp"

#include <unistd.h>

#include "cli/descriptor.hpp"
#include "cli/text.hpp"
#include "cli/threads.hpp"

namespace wai::cli {
namespace {

// One write a line, so that lines of several threads or programs do not mix. A standard error that is gone is
// nobody's loss.
void write_error_line(std::string line) {
  line += '\n';
  (void)write_all(STDERR_FILENO, {reinterpret_cast<const std::uint8_t*>(line.data()), line.size()});
}

}  // namespace

void print_error(std::string_view program, bool json, ExitCode exit, std::string_view code, std::string_view text,
                 std::string_view message, std::string_view input) {
  if (json) {
    Json error = Json::object();
    error.set("code", code).set("message", message).set("exit", static_cast<int>(exit));
    if (!input.empty()) {
      error.set("input", input);
    }
    write_error_line(Json::object().set("error", std::move(error)).write());
  } else {
    write_error_line(printable(fmt::format("{}: {}{}", program, text, message)));
  }
}

unsigned Context::threads() const {
  return options_.threads == 0 ? available_threads() : options_.threads;
}

std::unique_ptr<Progress> Context::progress(std::string label) const {
  return std::make_unique<Progress>(options_.progress_mode(), std::move(label));
}

ExitCode Context::refused(const Refusal& refusal, std::string_view input) const {
  const std::string_view code = to_string(refusal.code);
  print_error(program_, json(), ExitCode::no, code, fmt::format("refused: {}: ", code), refusal.message, input);
  return ExitCode::no;
}

ExitCode Context::failed(ExitCode exit, std::string_view code, std::string_view message,
                         std::string_view input) const {
  print_error(program_, json(), exit, code, "", message, input);
  return exit;
}

void Context::report(const Json& report, bool data_on_standard_output) const {
  if (!json()) {
    return;
  }
  if (data_on_standard_output) {
    write_error_line(report.write());
  } else {
    print_standard_output(report.write() + "\n");
  }
}

void Context::print_text(const std::string& line) const {
  if (!options_.quiet && !json()) {
    print_standard_output(printable(line) + "\n");
  }
}

void Context::answer(const std::string& line) const {
  if (!json()) {
    print_standard_output(line + "\n");
  }
}

void Context::print_note(const std::string& line) const {
  if (!options_.quiet && !json()) {
    write_error_line(printable(fmt::format("{}: {}", program_, line)));
  }
}

}  // namespace wai::cli
