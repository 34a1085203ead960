// A small program over apps/cli, so that what the four programs share is tested as a process: it copies its inputs
// to its output, or ends in a way it is told to.
#include <CLI/CLI.hpp>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "cli/failure.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"

namespace {

using wai::cli::Context;
using wai::cli::ExitCode;

ExitCode end(const Context& context, const std::string& how) {
  if (how == "refused") {
    return context.refused({wai::RefusalCode::stream_exhausted, "latent stream, symbol 1041 (pay 2)", {}});
  }
  if (how == "nothing") {
    return context.failed(ExitCode::nothing, "nothing_compared", "no vector ran");
  }
  if (how == "memory") {
    throw std::bad_alloc();
  }
  if (how == "thread") {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), "cannot start a thread");
  }
  throw std::logic_error("this cannot be");
}

struct Arguments {
  std::vector<std::string> inputs;
  wai::cli::OutputOptions output;
  std::string how;
  bool text = false;
};

ExitCode copy(const Context& context, const Arguments& arguments) {
  const auto kind = arguments.text ? wai::cli::OutputKind::text : wai::cli::OutputKind::raw;
  wai::cli::Output output(arguments.output.path, arguments.output.rules(kind, arguments.inputs));
  std::size_t size = 0;
  for (const auto& input : wai::cli::read_inputs(arguments.inputs, context.options().max_input)) {
    output.write(input.bytes);
    size += input.bytes.size();
  }
  if (!arguments.how.empty()) {
    return end(context, arguments.how);
  }
  output.commit();
  context.note(1, "{} threads", context.threads());
  context.report(wai::cli::Json::object().set("bytes", size), output.is_standard_output());
  return ExitCode::done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Copy inputs to an output", "cli-probe"};
  Arguments arguments;
  app.add_option("input", arguments.inputs, "files; - is standard input")->required();
  wai::cli::add_output_options(app, arguments.output, "the copy; - is standard output", "-");
  app.add_option("--end", arguments.how, "end after reading: refused, nothing, memory, thread or bug");
  app.add_flag("--text", arguments.text, "the copy is text");
  wai::cli::add_examples(app, {{"cli-probe a.bin -o b.bin", "copy a.bin"}});
  return wai::cli::run(app, argc, argv, [&](Context& context) { return copy(context, arguments); });
}
