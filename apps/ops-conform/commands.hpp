// The commands of ops-conform: each adds its options to a subcommand, and runs.
#pragma once

#include <functional>

#include "cli/context.hpp"

// CLI11 is heavy: only what adds or runs options includes it.
namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace wai::conform_app {

using Command = std::function<cli::ExitCode(const cli::Context&)>;

// check DIR: every vector run and compared.
[[nodiscard]] Command add_check(CLI::App& app);

// coverage DIR: which items of ops 14 the corpus meets.
[[nodiscard]] Command add_coverage(CLI::App& app);

// explain FILE ID: one vector in words.
[[nodiscard]] Command add_explain(CLI::App& app);

// generate DIR: the corpus, written.
[[nodiscard]] Command add_generate(CLI::App& app);

// npu DIR: the accelerator subset, counted.
[[nodiscard]] Command add_npu(CLI::App& app);

// run GRAPH INPUTS: decodes through one graph.
[[nodiscard]] Command add_run(CLI::App& app);

// serve: vectors in, answers out.
[[nodiscard]] Command add_serve(CLI::App& app);

}  // namespace wai::conform_app
