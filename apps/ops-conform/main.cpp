// ops-conform: write, check and explain the conformance corpus (ops 14).
#include <CLI/CLI.hpp>

#include "cli/options.hpp"
#include "cli/run.hpp"
#include "commands.hpp"

int main(int argc, char** argv) {
  using namespace wai;
  CLI::App app{"Write, check and explain the conformance corpus of wai-ops/1 (ops 14)", "ops-conform"};
  app.require_subcommand(1);
  const std::vector<std::pair<std::string, conform_app::Command>> commands = {
      {"check", conform_app::add_check(app)},     {"coverage", conform_app::add_coverage(app)},
      {"explain", conform_app::add_explain(app)}, {"generate", conform_app::add_generate(app)},
      {"npu", conform_app::add_npu(app)},         {"run", conform_app::add_run(app)},
      {"serve", conform_app::add_serve(app)},
  };
  cli::add_examples(
      app,
      {{"ops-conform check corpus", "checks the reference against every vector"},
       {"ops-conform check corpus --command 'python3 mine.py' --filter relu", "checks another implementation on one file"},
       {"ops-conform explain corpus/vectors/relu.jsonl", "lists the ids of a file; with an id, explains that vector"},
       {"ops-conform run g_s.whg1 inputs.json --trace", "runs a graph, and shows how much of each range is used"}},
      "refused, or a vector differs", "nothing was compared");
  return cli::run(app, argc, argv, [&](const cli::Context& context) {
    for (const auto& [name, command] : commands) {
      if (app.got_subcommand(name)) {
        return command(context);
      }
    }
    return cli::ExitCode::bug;
  });
}
