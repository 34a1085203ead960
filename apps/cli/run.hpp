// From argc and argv to an exit status.
#pragma once

#include <functional>

#include "cli/context.hpp"
#include "cli/exit_code.hpp"

// CLI11 is heavy: only what adds or runs options includes it.
namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace wai::cli {

using Body = std::function<ExitCode(Context&)>;

// Adds the common options to `app`, reads the command line and runs `body`. --help and --version print and give 0;
// a bad command line gives 2, a Failure its own status, std::bad_alloc and std::system_error 71, anything else 70.
// Errors are one line on standard error, or with --json one object.
//
// A closed pipe is an error of writing (3, silent), so SIGPIPE is ignored, and so is SIGXFSZ: a file past its limit is
// one too. Signals that end the program first remove what cli/leftovers.hpp knows of; the rest stay as they are.
[[nodiscard]] int run(CLI::App& app, int argc, const char* const* argv, const Body& body);

}  // namespace wai::cli
