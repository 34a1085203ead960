// whg-bounds: write the bounds certificate of a set or of WHG1 graphs (ops 8.5).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/library_set.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/tar.hpp"
#include "cli/text.hpp"
#include "report.hpp"
#include "wai/certify.hpp"
#include "wai/lower.hpp"

namespace {

using namespace wai;
using cli::Context;
using cli::ExitCode;

struct Options {
  std::vector<std::string> inputs;
  std::string capability;
  std::optional<std::string> role;
  std::string require;
  std::string verify;
  std::string html;
  std::optional<std::string> admissible_graph;
  std::optional<std::uint32_t> admissible;
  std::optional<std::string> profile;  // of --admissible; acc64 without it
  bool table = false;
  cli::OutputOptions output;
};

// The graphs to certify, and what the certificate says of where they are from.
struct Subject {
  std::vector<RoleGraph> graphs;
  Origin origin;
};

Subject subject_of(LoweredSet lowered) {
  Subject out;
  out.origin = {lowered.capability, lowered.lowering, lowered.set_sha256};
  out.graphs = std::move(lowered.graphs);
  return out;
}

// One role a graph: a certificate names a graph by it and nothing else.
void check_roles(const std::vector<RoleGraph>& graphs) {
  std::set<std::string_view> roles;
  for (const RoleGraph& graph : graphs) {
    cli::check_role(graph.role);
    if (!roles.insert(graph.role).second) {
      cli::fail_usage("two graphs have the role {}; a graph's role is its file's name without the ending", graph.role);
    }
  }
}

// Graph files in the order given, or one tar stream of whg-lower.
Expected<Subject> read_graphs(const Options& options, const Context& context) {
  const std::uint64_t max_input = context.options().max_input;
  for (const std::string& path : options.inputs) {
    std::error_code ignored;
    if (path != "-" && std::filesystem::is_directory(path, ignored)) {
      cli::fail_usage("{} is a directory: a set takes --capability", cli::input_name(path));
    }
  }
  std::vector<cli::NamedBytes> files = cli::read_inputs(options.inputs, max_input);
  Subject out;
  for (cli::NamedBytes& file : files) {
    if (!cli::looks_like_tar(file.bytes)) {
      out.graphs.push_back({options.role.value_or(cli::stem_of(file.name)), std::move(file.bytes)});
    } else if (files.size() > 1 || options.role) {
      cli::fail_usage("{} is a tar stream: it stands alone, and names the roles of its graphs",
                      cli::input_name(file.name));
    } else {
      auto lowered = cli::read_lowered_tar(file.bytes, max_input);
      return lowered ? Expected<Subject>(subject_of(*std::move(lowered))) : std::move(lowered.refusal());
    }
  }
  check_roles(out.graphs);
  return out;
}

Expected<Subject> read_subject(const Options& options, const Context& context) {
  if (options.capability.empty()) {
    return read_graphs(options, context);
  }
  const auto set = cli::read_parameter_set(options.inputs.front(), options.capability, context.options().max_input);
  auto lowered = lower_set(set, options.capability);
  if (!lowered) {
    return std::move(lowered.refusal());
  }
  return subject_of(*std::move(lowered));
}

void check_inputs(const Options& options) {
  if (!options.capability.empty() && options.inputs.size() != 1) {
    cli::fail_usage("--capability takes one set");
  }
  if (options.role && (options.inputs.size() != 1 || !options.capability.empty())) {
    cli::fail_usage("--role names the role of one bare graph");
  }
}

// What is asked for: the admissible range of a tensor, a comparison, or a certificate and what is drawn from it.
void check_question(const Options& options) {
  const bool draws = options.table || !options.html.empty() || !options.output.path.empty();
  const bool verifies = !options.verify.empty();
  if (options.admissible && (draws || verifies || !options.require.empty())) {
    cli::fail_usage("--admissible prints one range: it takes no --require, --table, --html, --verify or -o");
  }
  if (!options.admissible && (options.admissible_graph || options.profile)) {
    cli::fail_usage("--graph and --profile belong to --admissible");
  }
  if (verifies && draws) {
    cli::fail_usage("--verify compares: it takes no --table, --html or -o");
  }
  if (verifies && options.verify == "-" && std::count(options.inputs.begin(), options.inputs.end(), "-") != 0) {
    cli::fail_usage("standard input (-) is named as an input more than once");
  }
}

// Everything that is written has a place of its own.
void check_outputs(const Options& options) {
  const bool html = !options.html.empty();
  const auto on_standard_output = [](const std::string& path) { return path == "-" || path == "/dev/stdout"; };
  const int direct = (options.table ? 1 : 0) + (on_standard_output(options.output.path) ? 1 : 0) +
                     (on_standard_output(options.html) ? 1 : 0);
  if (direct > 1) {
    cli::fail_usage("only one of --table, --html and -o can go to standard output");
  }
  const std::filesystem::path page = options.html;
  const std::filesystem::path certificate = options.output.path;
  std::error_code ignored;
  if (html && (page.lexically_normal() == certificate.lexically_normal() ||
               std::filesystem::equivalent(page, certificate, ignored))) {
    cli::fail_usage("--html and -o name the same file");
  }
}

const RoleGraph& graph_of(const Options& options, const Subject& subject) {
  const std::vector<RoleGraph>& graphs = subject.graphs;
  if (graphs.size() == 1 && !options.admissible_graph) {
    return graphs.front();
  }
  const auto at =
      std::find_if(graphs.begin(), graphs.end(), [&](const auto& g) { return g.role == options.admissible_graph; });
  if (at == graphs.end()) {
    std::string roles;
    for (const RoleGraph& graph : graphs) {
      roles += (roles.empty() ? "" : ", ") + graph.role;
    }
    cli::fail_usage("name the tensor's graph with --graph, one of {}", roles);
  }
  return *at;
}

ExitCode report_admissible(const Options& options, const Subject& subject, const Context& context) {
  const RoleGraph& graph = graph_of(options, subject);
  const std::string name = options.profile.value_or("acc64");
  const auto range = admissible(graph, *options.admissible, name == "acc32" ? Profile::acc32 : Profile::acc64);
  if (!range) {
    return context.refused(range.refusal());
  }
  auto report = cli::Json::object();
  report.set("graph", graph.role).set("tensor", *options.admissible).set("profile", name);
  report.set("lo", *range ? cli::Json((*range)->lo) : cli::Json())
      .set("hi", *range ? cli::Json((*range)->hi) : cli::Json());
  context.report(report);
  if (!*range) {
    context.print("{} tensor {}: no admissible range under {}", graph.role, *options.admissible, name);
    return ExitCode::no;
  }
  context.print("[{}, {}]", (*range)->lo, (*range)->hi);
  return ExitCode::done;
}

// --require: the verdict as the exit status.
ExitCode judge(const Options& options, const Certificate& certificate, const Context& context) {
  const bool is_npu = options.require == "npu";
  const Profile profile = options.require == "acc32" ? Profile::acc32 : Profile::acc64;
  if (options.require.empty() || (is_npu ? certificate.npu : certificate.meets(profile))) {
    return ExitCode::done;
  }
  std::string why = profile == Profile::acc32 ? certificate.acc32_failure : certificate.acc64_failure;
  if (is_npu) {
    why.clear();
    for (const std::string& reason : certificate.npu_reasons) {
      why += (why.empty() ? "" : ", ") + reason;
    }
  }
  return context.failed(ExitCode::no, "verdict_not_met",
                        fmt::format("the verdict does not meet {}: {} (ops 8.5)", options.require, why));
}

// --verify: whether a certificate at hand is the one these graphs have.
ExitCode verify(const Options& options, const Certificate& certificate, const Context& context) {
  const cli::Bytes given = cli::read_input(options.verify, context.options().max_input);
  const std::string_view text(reinterpret_cast<const char*>(given.data()), given.size());
  const bool same = text == certificate.json;
  context.report(cli::Json::object().set("match", same).set("sha256", certificate.sha256));
  if (same) {
    context.print("match: the certificate is these graphs', SHA-256 {}", certificate.sha256);
    return ExitCode::done;
  }
  return context.failed(ExitCode::no, "certificate_differs",
                        fmt::format("mismatch: the certificate is not these graphs'; theirs has SHA-256 {}{}",
                                    certificate.sha256, describe_difference(text, certificate.json)));
}

// The certificate, the page and the table. Every output is opened before the first is written, so that one which cannot
// be leaves none behind.
void write(const Options& options, const Certificate& certificate, const Context& context) {
  const bool asked = options.table || !options.html.empty() || !options.require.empty();
  const std::string path = options.output.path.empty() && !asked ? "-" : options.output.path;
  std::vector<std::string> inputs = options.inputs;
  const auto rules = options.output.rules(cli::OutputKind::text, std::move(inputs));
  std::vector<std::pair<cli::Output, std::string>> outputs;
  if (!path.empty()) {
    outputs.emplace_back(cli::Output(path, rules), certificate.json);
  }
  if (!options.html.empty()) {
    outputs.emplace_back(cli::Output(options.html, rules), draw_html(certificate));
  }
  if (options.table) {
    outputs.emplace_back(cli::Output("-", rules), draw_table(certificate));
  }
  bool direct = false;
  for (auto& [output, text] : outputs) {
    direct = direct || output.is_standard_output();
    output.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  std::for_each(outputs.begin(), outputs.end(), [](auto& output) { output.first.commit(); });
  auto reasons = cli::Json::array();
  for (const std::string& reason : certificate.npu_reasons) {
    reasons.push(reason);
  }
  context.report(cli::Json::object()
                     .set("sha256", certificate.sha256)
                     .set("acc32", certificate.acc32)
                     .set("acc64", certificate.acc64)
                     .set("npu", certificate.npu)
                     .set("npu_reasons", std::move(reasons)),
                 direct);
}

ExitCode body(const Options& options, const Context& context) {
  check_inputs(options);
  check_question(options);
  check_outputs(options);
  const auto subject = read_subject(options, context);
  if (!subject) {
    return context.refused(subject.refusal());
  }
  if (options.admissible) {
    return report_admissible(options, *subject, context);
  }
  const auto certificate = certify(subject->graphs, subject->origin);
  if (!certificate) {
    return context.refused(certificate.refusal());
  }
  if (!options.verify.empty()) {
    const ExitCode same = verify(options, *certificate, context);
    return same == ExitCode::done ? judge(options, *certificate, context) : same;
  }
  write(options, *certificate, context);
  return judge(options, *certificate, context);
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("INPUT", options.inputs,
                 "WHG1 files in role order, a tar stream of whg-lower, or with --capability a set; - is standard input")
      ->required()
      ->type_name("");
  app.add_option("--capability", options.capability, "certify a set of this capability")
      ->type_name("NAME")
      ->check(CLI::IsMember(lowered_capabilities()).description(""));
  app.add_option("--role", options.role, "the role of one bare graph, instead of its file's name")->type_name("ROLE");
  app.add_option("--require", options.require, "exit 1 unless the verdict meets acc32, acc64 or npu")
      ->type_name("PROFILE")
      ->check(CLI::IsMember({"acc32", "acc64", "npu"}).description(""));
  app.add_flag("--table", options.table, "print a table of every node: widest key, bits, headroom, profiles, flags");
  app.add_option("--html", options.html, "write the same as a page with the graphs drawn")->type_name("FILE");
  app.add_option("--verify", options.verify, "compare a certificate with the one derived here")->type_name("CERT");
  app.add_option("--admissible", options.admissible, "print the admissible range of a tensor (ops 8.4)")
      ->type_name("TENSOR");
  app.add_option("--graph", options.admissible_graph, "the role of the graph that --admissible means")
      ->type_name("ROLE");
  app.add_option("--profile", options.profile, "the profile that --admissible is for (default acc64)")
      ->type_name("PROFILE")
      ->check(CLI::IsMember({"acc32", "acc64"}).description(""));
  cli::add_output_options(
      app, options.output,
      "the certificate's file; - is standard output, and the default when nothing else is asked for");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Certify WHG1 graphs: bounds and verdict of wai-ops/1 (ops 8)", "whg-bounds"};
  Options options;
  add_options(app, options);
  cli::add_examples(
      app,
      {{"whg-bounds corpus/real/hyper --capability wai.neural.int_hyper -o hyper.json", "writes a set's certificate"},
       {"whg-lower corpus/real/hyper --capability wai.neural.int_hyper | whg-bounds -", "gives the same bytes"},
       {"whg-bounds graphs/g_s.whg1 --require acc64", "exit status 0 when every accumulator fits 64 bits, else 1"},
       {"whg-bounds graphs/h_s.whg1 graphs/g_s.whg1 --table", "what each node needs, for a person"},
       {"whg-bounds graphs/g_s.whg1 --admissible 1 --profile acc32", "how large tensor 1 may be"},
       {"whg-bounds corpus/real/hyper --capability wai.neural.int_hyper --verify hyper.json",
        "says match or mismatch"}},
      "refused, or the verdict is not met");
  return cli::run(app, argc, argv, [&](const Context& context) { return body(options, context); });
}
