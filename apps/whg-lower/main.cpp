// whg-lower: lower quantised networks to canonical WHG1 graphs (ops 13).
#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/library_set.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "drawing.hpp"
#include "wai/certify.hpp"
#include "wai/lower.hpp"

namespace {

using namespace wai;
using cli::Context;
using cli::ExitCode;

struct Options {
  std::string set;
  std::string capability;
  std::string lowering;
  std::optional<std::string> role;
  bool inspect = false;
  bool dot = false;
  cli::OutputOptions output;
};

// The set through its capability, or one file through a lowering (ops 13.0).
Expected<LoweredSet> lower(const Options& options, const Context& context) {
  const std::uint64_t max_input = context.options().max_input;
  if (!options.capability.empty()) {
    return lower_set(cli::read_parameter_set(options.set, options.capability, max_input), options.capability);
  }
  const std::string role = options.role.value_or(cli::stem_of(options.set));
  cli::check_role(role);
  const auto step = output_step(options.lowering, role).value_or(OutputStep::none);
  auto graph = lower_file(cli::read_input(options.set, max_input), options.lowering, role, step);
  if (!graph) {
    return std::move(graph.refusal());
  }
  LoweredSet one;
  one.lowering = options.lowering;
  one.graphs.push_back(*std::move(graph));
  return one;
}

void check_options(const Options& options) {
  if (options.capability.empty() == options.lowering.empty()) {
    cli::fail_usage("name either --capability or --lowering");
  }
  if (options.inspect && options.dot) {
    cli::fail_usage("--inspect and --dot exclude each other");
  }
}

// Keeps one graph with --role; a lowering without a capability has one anyway.
void choose_role(const Options& options, LoweredSet& lowered) {
  if (!options.role || options.capability.empty()) {
    return;
  }
  const auto has_role = [&](const RoleGraph& g) { return g.role == *options.role; };
  const auto at = std::find_if(lowered.graphs.begin(), lowered.graphs.end(), has_role);
  if (at == lowered.graphs.end()) {
    std::string roles;
    for (const RoleGraph& graph : lowered.graphs) {
      roles += (roles.empty() ? "" : ", ") + graph.role;
    }
    cli::fail_usage("{} has no role '{}'; it has {}", options.capability, *options.role, roles);
  }
  lowered.graphs = {std::move(*at)};
}

// One graph is a file; a whole set a directory, or a tar stream on standard output or in a file that ends in .tar.
void write(const Options& options, const LoweredSet& lowered) {
  const bool bare = options.role || options.capability.empty();
  const auto rules = options.output.rules(cli::OutputKind::raw, {options.set});
  const std::string& path = options.output.path;
  if (bare) {
    return cli::write_output(path, lowered.graphs.front().whg1, rules);
  }
  if (path == "-" || path.ends_with(".tar")) {
    return cli::write_output(path, cli::lowered_tar(lowered), rules);
  }
  std::vector<cli::NamedBytes> files;
  for (const RoleGraph& graph : lowered.graphs) {
    files.push_back({graph.role + std::string(cli::kGraphEnding), graph.whg1});
  }
  cli::write_directory(path, files, rules);
}

bool on_standard_output(const Options& options) {
  return options.output.path == "-" || options.output.path == "/dev/stdout";
}

// With --json: what was lowered.
void report(const Options& options, const LoweredSet& lowered, const Context& context) {
  auto graphs = cli::Json::array();
  for (const RoleGraph& graph : lowered.graphs) {
    context.note(1, "{}: {} bytes", graph.role, graph.whg1.size());
    graphs.push(cli::Json::object().set("role", graph.role).set("bytes", graph.whg1.size()));
  }
  const auto text = [](const std::string& value) { return value.empty() ? cli::Json() : cli::Json(value); };
  context.report(cli::Json::object()
                     .set("capability", text(lowered.capability))
                     .set("lowering", lowered.lowering)
                     .set("set_sha256", text(lowered.set_sha256))
                     .set("graphs", std::move(graphs)),
                 on_standard_output(options));
}

// --inspect and --dot: what a certificate says of the graphs, for a person.
ExitCode draw(const Options& options, const LoweredSet& lowered, const Context& context) {
  const auto certificate = certify(lowered.graphs);
  if (!certificate) {
    return context.refused(certificate.refusal());
  }
  const std::string text = options.dot ? draw_dot(*certificate, lowered) : list_layers(*certificate, lowered);
  cli::write_output(options.output.path, text, options.output.rules(cli::OutputKind::text, {options.set}));
  report(options, lowered, context);
  return ExitCode::done;
}

ExitCode body(const Options& options, const Context& context) {
  check_options(options);
  auto lowered = lower(options, context);
  if (!lowered) {
    return context.refused(lowered.refusal());
  }
  choose_role(options, *lowered);
  if (options.inspect || options.dot) {
    return draw(options, *lowered, context);
  }
  write(options, *lowered);
  report(options, *lowered, context);
  return ExitCode::done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Lower a parameter set to canonical WHG1 graphs (ops 13), byte for byte", "whg-lower"};
  Options options;
  app.add_option("SET", options.set, "a set's file or directory; - is standard input")->required()->type_name("");
  app.add_option("--capability", options.capability, "the capability the set is for")
      ->type_name("NAME")
      ->check(CLI::IsMember(lowered_capabilities()).description(""));
  app.add_option("--lowering", options.lowering, "without a capability: the lowering of one network")
      ->type_name("NAME")
      ->check(CLI::IsMember(file_lowerings()).description(""));
  app.add_option("--role", options.role, "write this role's graph alone; with --lowering, the graph's role")
      ->type_name("ROLE");
  app.add_flag("--inspect", options.inspect, "print layers, shapes, ranges and sizes instead");
  app.add_flag("--dot", options.dot, "print a Graphviz drawing instead");
  cli::add_output_options(app, options.output,
                          "a directory (one <role>.whg1 each), a .tar, with --role a file; - is standard output", "-");
  cli::add_examples(app, {{"whg-lower corpus/real/hyper --capability wai.neural.int_hyper -o graphs",
                           "writes graphs/h_s.whg1 and graphs/g_s.whg1"},
                          {"whg-lower corpus/real/hyper --capability wai.neural.int_hyper | whg-bounds -",
                           "certifies what it lowered"},
                          {"whg-lower corpus/real/audio/model.wam --lowering wam1/1 --role g_s -o g_s.whg1",
                           "lowers one network, its PCM step included"},
                          {"whg-lower corpus/real/int_synth/int_synth.json --capability wai.neural.int_synth --inspect",
                           "lists its layers"}});
  return cli::run(app, argc, argv, [&](const Context& context) { return body(options, context); });
}
