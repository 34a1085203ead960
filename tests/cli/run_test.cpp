#include "cli/run.hpp"

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include <vector>

namespace wai::cli {
namespace {

// What an outcome looks like from outside is for the cases of tests/cli/probe; here is what a body is given.
TEST(Run, LetsCommonOptionsStandAfterASubcommand) {
  CLI::App app{"", "conform"};
  CLI::App* check = app.add_subcommand("check");
  const std::vector<const char*> argv = {"conform", "check", "--threads", "3", "--json", "--progress", "always"};
  const int status = run(app, static_cast<int>(argv.size()), argv.data(), [&](Context& context) {
    EXPECT_TRUE(check->parsed());
    EXPECT_EQ(context.threads(), 3U);
    EXPECT_TRUE(context.json());
    EXPECT_EQ(context.options().progress_mode(), ProgressMode::always);
    return ExitCode::nothing;
  });
  EXPECT_EQ(status, 4);
}

TEST(Run, ShowsNoBarWithJsonOrQuietUnlessAskedTo) {
  EXPECT_EQ(CommonOptions{}.progress_mode(), ProgressMode::automatic);
  EXPECT_EQ(CommonOptions{.json = true}.progress_mode(), ProgressMode::never);
  EXPECT_EQ(CommonOptions{.quiet = true}.progress_mode(), ProgressMode::never);
  EXPECT_EQ(CommonOptions{.progress = "never"}.progress_mode(), ProgressMode::never);
}

TEST(Run, TakesALoneDashAsAnArgument) {
  CLI::App app{"", "decode"};
  std::string input;
  OutputOptions output;
  app.add_option("input", input);
  add_output_options(app, output, "the output");
  const std::vector<const char*> argv = {"decode", "-", "-o", "-"};
  EXPECT_EQ(run(app, static_cast<int>(argv.size()), argv.data(), [](Context&) { return ExitCode::done; }), 0);
  EXPECT_EQ(input, "-");
  EXPECT_EQ(output.path, "-");
}

}  // namespace
}  // namespace wai::cli
