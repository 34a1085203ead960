// ops-conform generate: the whole corpus into a folder.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/failure.hpp"
#include "commands.hpp"
#include "corpus_folder.hpp"

namespace wai::conform_app {
namespace {

struct Options {
  std::string folder;
  std::string sets;
};

cli::ExitCode generate(const Options& options, const cli::Context& context) {
  const std::string& sets = options.sets.empty() ? options.folder : options.sets;
  const auto trained = read_trained_sets(sets, context);
  if (trained.empty()) {
    context.note(0, "no trained set below {}/real: their certificates are not written", sets);
  }
  const auto files = generate_corpus(trained, context.threads());
  if (!files) {
    return context.refused(files.refusal());
  }
  write_corpus(options.folder, *files);
  std::uint64_t bytes = 0;
  for (const CorpusFile& file : *files) {
    bytes += file.bytes.size();
  }
  context.report(cli::Json::object().set("files", files->size()).set("bytes", bytes));
  context.print("{} files, {} bytes", files->size(), bytes);
  return cli::ExitCode::done;
}

}  // namespace

Command add_generate(CLI::App& app) {
  auto* command = app.add_subcommand("generate", "write the corpus: the same bytes every time");
  const auto options = std::make_shared<Options>();
  command->add_option("folder", options->folder, "where to write it")->required()->type_name("DIR");
  command->add_option("--sets", options->sets, "the corpus whose real/ holds the trained sets (default DIR)")
      ->type_name("CORPUS");
  return [options](const cli::Context& context) { return generate(*options, context); };
}

}  // namespace wai::conform_app
