// ops-conform serve: the reference as a program that `check --command` can ask.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/output.hpp"
#include "commands.hpp"
#include "wai/conform.hpp"

namespace wai::conform_app {

Command add_serve(CLI::App& app) {
  app.add_subcommand("serve", "answer vectors from standard input, a line each, by the reference");
  return [](const cli::Context&) {
    for (std::string line; std::getline(std::cin, line);) {
      cli::print_standard_output(answer_vector(line) + "\n");
    }
    return cli::ExitCode::done;
  };
}

}  // namespace wai::conform_app
