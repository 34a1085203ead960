// The options that all four programs have, and the parts of their help that look alike.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"

// CLI11 is heavy: only what adds or runs options includes it.
namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace wai::cli {

struct CommonOptions {
  bool quiet = false;
  int verbosity = 0;
  bool json = false;
  std::uint32_t threads = 0;  // 0: all that are available
  std::string progress = "auto";
  std::uint64_t max_input = kDefaultMaxInput;

  // The mode that --progress, -q and --json together ask for.
  [[nodiscard]] ProgressMode progress_mode() const;
};

// -q, -v, --json, --threads, --progress, --max-input and --version. `run` calls it.
void add_common_options(CLI::App& app, CommonOptions& options);

struct OutputOptions {
  std::string path;  // "-" is standard output
  bool force = false;

  [[nodiscard]] OutputRules rules(OutputKind kind, std::vector<std::string> inputs) const;
};

// -o/--output, with `preset` as its value when it is not given, and --force.
void add_output_options(CLI::App& app, OutputOptions& options, const std::string& description,
                        const std::string& preset = {});

// Refuses an empty text: an unset variable in a script is no name.
[[nodiscard]] CLI::Validator not_empty();

struct Example {
  const char* command;
  const char* meaning;
};

// Ends the help with examples and the exit statuses. `status_1` says what the answer no is here.
void add_examples(CLI::App& app, std::initializer_list<Example> examples, const std::string& status_1 = "refused",
                  const std::string& status_4 = "");

}  // namespace wai::cli
