// whg-bounds: write the bounds certificate of a set or of WHG1 graphs (ops 8.5).
#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/library_set.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/tar.hpp"
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
  std::string role;
  std::string require;
  std::string verify;
  std::string html;
  std::string admissible_graph;
  std::optional<std::uint32_t> admissible;
  std::string profile = "acc64";
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

// Graph files in the order given, or one tar stream of whg-lower.
Expected<Subject> read_graphs(const Options& options, const Context& context) {
  std::vector<cli::NamedBytes> files = cli::read_inputs(options.inputs, context.options().max_input);
  if (files.size() == 1 && cli::looks_like_tar(files.front().bytes)) {
    auto lowered = cli::read_lowered_tar(files.front().bytes, context.options().max_input);
    if (!lowered) {
      return std::move(lowered.refusal());
    }
    return subject_of(*std::move(lowered));
  }
  Subject out;
  for (cli::NamedBytes& file : files) {
    const std::string role = options.role.empty() ? cli::stem_of(file.name) : options.role;
    cli::check_role(role);
    out.graphs.push_back({role, std::move(file.bytes)});
  }
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

void check_options(const Options& options) {
  if (!options.capability.empty() && options.inputs.size() != 1) {
    cli::fail_usage("--capability takes one set");
  }
  if (!options.role.empty() && (options.inputs.size() != 1 || !options.capability.empty())) {
    cli::fail_usage("--role names the role of one bare graph");
  }
}

ExitCode report_admissible(const Options& options, const Subject& subject, const Context& context) {
  const std::string& wanted = options.admissible_graph;
  for (const RoleGraph& graph : subject.graphs) {
    if (subject.graphs.size() > 1 && graph.role != wanted) {
      continue;
    }
    const Profile profile = options.profile == "acc32" ? Profile::acc32 : Profile::acc64;
    const auto range = admissible(graph, *options.admissible, profile);
    if (!range) {
      return context.refused(range.refusal());
    }
    auto report = cli::Json::object();
    report.set("graph", graph.role).set("tensor", *options.admissible).set("profile", options.profile);
    report.set("lo", *range ? cli::Json((*range)->lo) : cli::Json())
        .set("hi", *range ? cli::Json((*range)->hi) : cli::Json());
    context.report(report);
    if (!*range) {
      context.print("{} tensor {}: no admissible range under {}", graph.role, *options.admissible, options.profile);
      return ExitCode::no;
    }
    context.print("[{}, {}]", (*range)->lo, (*range)->hi);
    return ExitCode::done;
  }
  cli::fail_usage("name the graph of the tensor with --graph");
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

ExitCode body(Options& options, const Context& context) {
  check_options(options);
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
    return verify(options, *certificate, context);
  }
  const auto rules = options.output.rules(cli::OutputKind::text, options.inputs);
  if (!options.html.empty()) {
    cli::write_output(options.html, draw_html(*certificate), rules);
  }
  if (options.table) {
    cli::print_standard_output(draw_table(*certificate));
  }
  if (!options.output.path.empty()) {
    cli::write_output(options.output.path, certificate->json, rules);
  } else if (!options.table && options.html.empty() && options.require.empty()) {
    cli::write_output("-", certificate->json, rules);
  }
  return judge(options, *certificate, context);
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("input", options.inputs,
                 "WHG1 files in role order, a tar stream of whg-lower, or with --capability a set")
      ->required()
      ->type_name("INPUT...");
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
  cli::add_output_options(app, options.output, "the certificate's file; - is standard output");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Certify WHG1 graphs: bounds and verdict of wai-ops/1 (ops 8)", "whg-bounds"};
  Options options;
  add_options(app, options);
  cli::add_examples(
      app,
      {{"whg-bounds models/hyper --capability wai.neural.int_hyper -o hyper.json", "writes a set's certificate"},
       {"whg-lower models/hyper --capability wai.neural.int_hyper | whg-bounds -", "gives the same bytes"},
       {"whg-bounds g_s.whg1 --require acc32", "exit status 0 when every accumulator fits 32 bits, else 1"},
       {"whg-bounds h_s.whg1 g_s.whg1 --table", "what each node needs, for a person"},
       {"whg-bounds g_s.whg1 --admissible 0 --profile acc32", "how large tensor 0 may be"}},
      "refused, or the verdict is not met");
  return cli::run(app, argc, argv, [&](Context& context) { return body(options, context); });
}
