// The commands of ops-conform: each adds its options to a subcommand, and runs.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/context.hpp"

namespace wai::conform_app {

using Command = std::function<cli::ExitCode(const cli::Context&)>;

// run GRAPH INPUTS: decodes through one graph.
[[nodiscard]] Command add_run(CLI::App& app);

}  // namespace wai::conform_app
