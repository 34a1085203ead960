// ops-conform check: the corpus against the reference, or against another implementation.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>

#include "cli/failure.hpp"
#include "cli/output.hpp"
#include "commands.hpp"
#include "corpus_folder.hpp"
#include "process.hpp"
#include "summary.hpp"

namespace wai::conform_app {
namespace {

using cli::ExitCode;

// Unless -v.
constexpr std::size_t kShownFailures = 40;
constexpr std::size_t kShownOfAFile = 4;

struct Options {
  std::string folder;
  std::string implementation = "reference";
  std::string command;
  std::string filter;
  std::string junit;
  std::string profile;
  double timeout = 10;
  bool quick = false;
  bool only_loaded = false;
  bool no_skips = false;
};

void show_failures(const std::vector<VectorResult>& results, const Options& options, const cli::Context& context) {
  std::size_t shown = 0;
  std::size_t failed = 0;
  std::map<std::string, std::size_t> of_file;
  for (const VectorResult& r : results) {
    if (r.status != VectorStatus::failed) {
      continue;
    }
    ++failed;
    if (context.options().verbosity > 0 || (shown < kShownFailures && ++of_file[r.file] <= kShownOfAFile)) {
      ++shown;
      context.note(0, "failed: {}/{} {}: {}", options.folder, r.file, r.id, r.message);
    }
  }
  if (shown < failed) {
    context.note(0, "{} more failed; -v shows all", failed - shown);
  }
}

// Why vectors were skipped: what was not asked always, an implementation's own reasons with -v.
void show_skips(const std::vector<VectorResult>& results, const cli::Context& context) {
  std::map<std::string, std::size_t> reasons;
  for (const VectorResult& r : results) {
    if (r.status == VectorStatus::skipped && (context.options().verbosity > 0 || r.message.starts_with("not asked"))) {
      ++reasons[r.message];
    }
  }
  for (const auto& [reason, n] : reasons) {
    context.note(0, "skipped {}: {}", n, reason);
  }
}

// Graphs that an implementation loads and must not: the first thing that one without load checks meets.
void show_loads(const std::vector<VectorResult>& results, const Options& options, const cli::Context& context) {
  const auto loads = std::count_if(results.begin(), results.end(), [](const VectorResult& r) {
    return r.status == VectorStatus::failed && r.message.starts_with("load: ") &&
           r.message.find(", got ok") != std::string::npos;
  });
  if (loads > 0 && !options.only_loaded) {
    context.note(0, "of the failures, {} load what must be refused at load; --only-loaded leaves such graphs out", loads);
  }
}

ExitCode judge(const Summary& summary, const Options& options, const std::string& reason,
               const cli::Context& context) {
  const Tally& total = summary.total;
  if (total.ran() == 0) {
    const std::string why = total.skipped > 0        ? fmt::format("all {} vectors were skipped: {}", total.skipped, reason)
                            : options.filter.empty()
                                ? fmt::format("nothing that it runs in vectors/, stage/, graphs/ or payloads/ below {}", options.folder)
                                : fmt::format("no vector matches '{}' (a file, 'vectors/relu.jsonl'; its name, 'relu'; "
                                              "an id; FILE:ID or relu:ID; * and ? stand for anything){}",
                                              options.filter,
                                              options.only_loaded || !options.profile.empty()
                                                  ? ", or all that do are left out"
                                                  : "");
    return context.failed(ExitCode::nothing, "nothing_compared", "nothing was compared: " + why);
  }
  if (total.failed == 0) {
    return options.no_skips && total.skipped > 0
               ? context.failed(ExitCode::no, "vectors_skipped", fmt::format("{} were skipped", total.skipped))
               : ExitCode::done;
  }
  std::string message = fmt::format("{} of {} differ", total.failed, total.ran());
  if (total.passed == 0) {
    message += "; none passed";
  }
  if (summary.refused_wrongly > 0) {
    message += fmt::format("; {} refuse what has a result", summary.refused_wrongly);
  }
  return context.failed(ExitCode::no, "vectors_differ", message);
}

// A filter as tab completion writes it names the folder too.
std::string within_folder(std::string filter, std::string folder) {
  while (folder.ends_with('/')) {
    folder.pop_back();
  }
  return filter.starts_with(folder + '/') ? filter.substr(folder.size() + 1) : filter;
}

std::vector<VectorResult> run(const Options& options, const cli::Context& context) {
  const auto files = read_corpus(options.folder, context);
  CheckOptions check;
  check.filter = within_folder(options.filter, options.folder);
  check.only_loaded = options.only_loaded;
  check.quick = options.quick;
  check.threads = context.threads();
  if (!options.profile.empty()) {
    check.profile = options.profile == "acc32" ? Profile::acc32 : Profile::acc64;
  }
  const auto progress = context.progress("vectors");
  check.progress = [&](std::size_t done, std::size_t total) { progress->update(done, total); };
  Process process(options.command, std::chrono::milliseconds(static_cast<long long>(options.timeout * 1000)));
  if (!options.command.empty()) {
    check.implementation = [&](const std::string& question) { return process.ask(question); };
    check.finish = [&] { return process.finish(); };
  }
  return check_corpus(files, read_trained_sets(options.folder, context), check);
}

ExitCode check(const Options& options, const cli::Context& context) {
  const auto results = run(options, context);
  const Summary summary = summarise(results);
  if (!options.junit.empty()) {
    cli::write_output(options.junit, junit(summary, results), {.kind = cli::OutputKind::text});
  }
  show_failures(results, options, context);
  show_skips(results, context);
  show_loads(results, options, context);
  context.report(summary_json(summary, results), options.junit == "-");
  if (summary.total.ran() > 0) {
    context.print("{}", tables(summary));
    context.print("{} passed, {} failed, {} skipped", summary.total.passed, summary.total.failed,
                  summary.total.skipped);
  }
  return judge(summary, options, results.empty() ? "" : results.front().message, context);
}

}  // namespace

Command add_check(CLI::App& app) {
  auto* command = app.add_subcommand("check", "run every vector and payload and compare; derive certificates and npu.jsonl again");
  const auto options = std::make_shared<Options>();
  command->add_option("folder", options->folder, "the corpus")->required()->type_name("DIR");
  auto* which = command->add_option("--implementation", options->implementation, "what to check: reference (default)")
                    ->type_name("NAME")
                    ->check(CLI::IsMember({"reference"}).description(""));
  command->add_option("--command", options->command, "check a program that answers vectors, a line each")
      ->type_name("'PROG ARGS'")
      ->check(cli::not_empty())
      ->excludes(which);
  command->add_option("--filter", options->filter, "only vectors whose file, its name, id or FILE:ID matches (* and ?)")
      ->type_name("GLOB")
      ->check(cli::not_empty());
  command->add_option("--profile", options->profile, "only vectors tagged acc32, or acc64")
      ->type_name("PROFILE")
      ->check(CLI::IsMember({"acc32", "acc64"}).description(""));
  command->add_option("--junit", options->junit, "write the results as JUnit XML")->type_name("FILE");
  command->add_option("--timeout", options->timeout, "seconds the command may take for one vector (default 10)")
      ->type_name("S")
      ->check(CLI::Range(0.001, 86400.0).description(""));
  command->add_flag("--only-loaded", options->only_loaded,
                    "leave out graphs that are refused at load: for what is given certified graphs");
  command->add_flag("--no-skips", options->no_skips, "status 1 when a vector was skipped");
  command->add_flag("--quick", options->quick, "a few vectors of each file, and nothing derived");
  return [options](const cli::Context& context) { return check(*options, context); };
}

}  // namespace wai::conform_app
