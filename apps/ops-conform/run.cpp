// ops-conform run: the decodes of a file through one graph.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "commands.hpp"
#include "wai/conform.hpp"

namespace wai::conform_app {
namespace {

using cli::ExitCode;
using Row = std::array<std::string, 6>;

struct Options {
  std::string graph;
  std::string inputs;
  std::string profile = "acc64";
  bool trace = false;
};

Row row_of(const TracedValue& v) {
  return {fmt::format("{} {}", v.op_index, v.op),
          v.key,
          v.min,
          v.max,
          fmt::format("[{}, {}]", v.certified_lo, v.certified_hi),
          v.inside ? "" : "OUTSIDE"};
}

// What every named intermediate reached, beside its certified interval, in columns.
std::string table_of(const std::vector<TracedValue>& trace) {
  std::vector<Row> rows = {{"node", "key", "min", "max", "certified", ""}};
  for (const TracedValue& v : trace) {
    rows.push_back(row_of(v));
  }
  std::array<std::size_t, 6> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line +=
          i == 2 || i == 3 ? fmt::format("{:>{}}  ", row[i], widths[i]) : fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += '\n' + line;
  }
  return out;
}

cli::Json json_of(const std::vector<TracedValue>& trace) {
  auto out = cli::Json::array();
  for (const TracedValue& v : trace) {
    auto value = cli::Json::object();
    value.set("node", v.op_index).set("op", v.op).set("key", v.key).set("min", v.min).set("max", v.max);
    value.set("certified_lo", v.certified_lo).set("certified_hi", v.certified_hi).set("inside", v.inside);
    out.push(std::move(value));
  }
  return out;
}

// The traces go to standard error, so that standard output holds the decodes alone.
void show_traces(const std::vector<DecodeRun>& decodes, const cli::Context& context) {
  for (std::size_t i = 0; i < decodes.size(); ++i) {
    if (context.json()) {
      context.report(cli::Json::object().set("decode", i).set("trace", json_of(decodes[i].trace)), true);
    } else {
      context.note(0, "decode {}: what each named intermediate reached{}", i, table_of(decodes[i].trace));
    }
  }
}

ExitCode run_graph_file(const Options& options, const cli::Context& context) {
  const std::vector<std::string> paths = {options.graph, options.inputs};
  const auto files = cli::read_inputs(paths, context.options().max_input);
  const std::string_view text(reinterpret_cast<const char*>(files[1].bytes.data()), files[1].bytes.size());
  const Profile profile = options.profile == "acc32" ? Profile::acc32 : Profile::acc64;
  const auto decodes = run_decodes(files[0].bytes, text, profile, options.trace);
  if (!decodes) {
    return context.refused(decodes.refusal());
  }
  std::string lines;
  for (const DecodeRun& decode : *decodes) {
    lines += decode.json + '\n';
  }
  cli::print_standard_output(lines);
  if (options.trace) {
    show_traces(*decodes, context);
  }
  ExitCode exit = ExitCode::done;
  for (std::size_t i = 0; i < decodes->size(); ++i) {
    if (const auto& refused = (*decodes)[i].refused) {
      exit = context.refused({refused->code, fmt::format("decode {}: {}", i, refused->message), {}});
    }
  }
  return exit;
}

}  // namespace

Command add_run(CLI::App& app) {
  auto* command = app.add_subcommand("run", "run decodes through a graph, one line of canonical JSON each");
  const auto options = std::make_shared<Options>();
  command->add_option("graph", options->graph, "a WHG1 file")->required()->type_name("GRAPH");
  command->add_option("inputs", options->inputs, "the decodes: {\"decodes\":[{\"inputs\",\"scalars\"}...]}")
      ->required()
      ->type_name("INPUTS.json");
  command->add_flag("--trace", options->trace, "a table of the least and greatest value of every named intermediate");
  command->add_option("--profile", options->profile, "load for acc32 or acc64 (the default)")
      ->type_name("PROFILE")
      ->check(CLI::IsMember({"acc32", "acc64"}).description(""));
  return [options](const cli::Context& context) { return run_graph_file(*options, context); };
}

}  // namespace wai::conform_app
