#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <utility>

#include "cli/size_value.hpp"

namespace wai::cli {
namespace {

constexpr std::uint32_t kMostThreads = 1024;

}  // namespace

ProgressMode CommonOptions::progress_mode() const {
  if (progress == "always") {
    return ProgressMode::always;
  }
  return progress == "never" || quiet || json ? ProgressMode::never : ProgressMode::automatic;
}

void add_common_options(CLI::App& app, CommonOptions& options) {
  constexpr auto kGroup = "Common options";
  app.add_flag("-q,--quiet", options.quiet, "say nothing but errors")->group(kGroup);
  app.add_flag("-v,--verbose", options.verbosity, "say more on standard error")->group(kGroup);
  app.add_flag("--json", options.json, "reports and errors as JSON, one object each")->group(kGroup);
  app.add_option("--threads", options.threads, "threads; 0 is all that affinity and quota leave")
      ->group(kGroup)
      ->type_name("N")
      ->envname("WAI_INT_THREADS")
      ->check(CLI::Range(0U, kMostThreads).description(""));
  app.add_option("--progress", options.progress, "progress bar: always, never, or auto (on a terminal)")
      ->group(kGroup)
      ->type_name("WHEN")
      ->check(CLI::IsMember({"always", "never", "auto"}).description(""));
  app.add_option("--max-input", options.max_input, "most bytes read of one input (default 1 GiB; 4G, 500M are sizes)")
      ->group(kGroup)
      ->type_name("BYTES")
      ->transform(size_value(1024));
  app.set_version_flag("--version", fmt::format("{} {}", app.get_name(), WAI_VERSION), "print the version")
      ->group(kGroup);
  app.get_help_ptr()->description("print this help");
}

OutputRules OutputOptions::rules(OutputKind kind, std::vector<std::string> inputs) const {
  return {.kind = kind, .force = force, .inputs = std::move(inputs)};
}

void add_output_options(CLI::App& app, OutputOptions& options, const std::string& description,
                        const std::string& preset) {
  options.path = preset;
  app.add_option("-o,--output", options.path, description)->type_name("FILE")->check(not_empty());
  app.add_flag("--force", options.force, "write raw bytes even to a terminal");
}

CLI::Validator not_empty() {
  return CLI::Validator([](const std::string& text) { return text.empty() ? "it is empty" : std::string(); }, "");
}

void add_examples(CLI::App& app, std::initializer_list<Example> examples, const std::string& status_1,
                  const std::string& status_4) {
  std::string text = "Examples:\n";
  for (const Example& example : examples) {
    text += fmt::format("  {}\n      {}\n", example.command, example.meaning);
  }
  text += fmt::format(
      "\nExit status: 0 done, 1 {}, 2 usage, 3 a file could not be read or written,\n"
      "{}70 a bug, 71 the system failed.",
      status_1, status_4.empty() ? "" : fmt::format("4 {}, ", status_4));
  app.footer(text);
}

}  // namespace wai::cli
