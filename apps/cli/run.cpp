#include "cli/run.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/descriptor.hpp"
#include "cli/failure.hpp"
#include "cli/output.hpp"

namespace wai::cli {
namespace {

// Whether --json was asked for, for a command line that could not be read as a whole.
bool asks_for_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    if (std::string_view(argv[i]) == "--json") {
      return true;
    }
  }
  return false;
}

// What stands before the message, and the code in JSON.
struct Kind {
  std::string_view code;
  std::string_view text;
};

Kind kind_of(ExitCode exit) {
  switch (exit) {
    case ExitCode::usage:
      return {"usage", "usage: "};
    case ExitCode::file:
      return {"file", ""};
    case ExitCode::system:
      return {"system", "the system failed: "};
    case ExitCode::nothing:
      return {"nothing_compared", ""};
    case ExitCode::done:
    case ExitCode::no:
      return {"no", ""};
    case ExitCode::bug:
      break;
  }
  return {"bug", "internal error: "};
}

// The message of CLI11, on one line.
std::string usage_message(const CLI::ParseError& error) {
  std::string message = error.what();
  while (!message.empty() && message.back() == '\n') {
    message.pop_back();
  }
  return message;
}

class Runner {
 public:
  Runner(CLI::App& app, int argc, const char* const* argv) : app_(app), argc_(argc), argv_(argv) {
    add_common_options(app_, options_);
    for (CLI::App* command : app_.get_subcommands([](CLI::App*) { return true; })) {
      command->fallthrough();  // common options may stand after a subcommand
    }
  }

  ExitCode run(const Body& body) {
    try {
      return parse_and_run(body);
    } catch (const ClosedPipe& closed) {
      return closed.exit();
    } catch (const Failure& failure) {
      return report(failure.exit(), failure.what());
    } catch (const CLI::ParseError& error) {
      const std::string hint = json() ? "" : " (" + app_.get_name() + " --help says more)";
      return report(ExitCode::usage, unknown_command().value_or(usage_message(error)) + hint);
    } catch (const std::bad_alloc&) {
      return report(ExitCode::system, "out of memory");
    } catch (const std::system_error& error) {
      return report(ExitCode::system, error.what());
    } catch (const std::exception& error) {
      return report(ExitCode::bug, error.what());
    } catch (...) {
      return report(ExitCode::bug, "an unknown exception");
    }
  }

 private:
  ExitCode parse_and_run(const Body& body) {
    try {
      app_.parse(argc_, argv_);
    } catch (const CLI::CallForHelp&) {
      print_standard_output(app_.help());
      return ExitCode::done;
    } catch (const CLI::CallForVersion&) {
      print_standard_output(app_.version() + "\n");
      return ExitCode::done;
    }
    Context context(app_.get_name(), options_);
    return body(context);
  }

  // For a program of commands, a first word that is none of them.
  [[nodiscard]] std::optional<std::string> unknown_command() const {
    std::string names;
    const std::string_view word = argc_ > 1 ? argv_[1] : "";
    for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; })) {
      if (command->get_name() == word) {
        return std::nullopt;
      }
      names += (names.empty() ? "" : ", ") + command->get_name();
    }
    if (names.empty() || word.empty() || word.front() == '-') {
      return std::nullopt;
    }
    return "no command '" + std::string(word) + "'; there are " + names;
  }

  bool json() const { return options_.json || asks_for_json(argc_, argv_); }

  ExitCode report(ExitCode exit, std::string_view message) const {
    const Kind kind = kind_of(exit);
    print_error(app_.get_name(), json(), exit, kind.code, kind.text, message);
    return exit;
  }

  CLI::App& app_;
  int argc_;
  const char* const* argv_;
  CommonOptions options_;
};

}  // namespace

int run(CLI::App& app, int argc, const char* const* argv, const Body& body) {
  occupy_standard_descriptors();
  (void)std::signal(SIGPIPE, SIG_IGN);
  (void)std::signal(SIGXFSZ, SIG_IGN);
  return static_cast<int>(Runner(app, argc, argv).run(body));
}

}  // namespace wai::cli
