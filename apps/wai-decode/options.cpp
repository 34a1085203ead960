#include "options.hpp"

#include <CLI/CLI.hpp>

#include "cli/failure.hpp"
#include "cli/size_value.hpp"
#include "verify.hpp"

namespace wai::decode_app {
namespace {

constexpr std::uint64_t kMostFrames = std::uint64_t{1} << 20;  // of a clip (pay 7)

void add_output(CLI::App& app, Options& options) {
  cli::add_output_options(app, options.output,
                          "a file, a directory, or a name with {} for the payload's stem and %04d for a frame's or "
                          "plane's number; - is standard output");
  app.add_option("--format", options.format, "the output's format, instead of its ending's: " + format_names())
      ->type_name("FORMAT")
      ->check(CLI::IsMember(format_list()).description(""));
  app.add_option("--frame", options.frame, "write this frame of a clip alone; the first is 0")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostFrames).description(""));
  app.add_flag("--stream", options.stream, "write a clip's frames as they are decoded (raw, ppm, y4m)");
  app.add_option("--fps", options.fps, "the frame rate that y4m states, N or N:D (default 25); no payload has one")
      ->type_name("RATE");
  app.add_option("--attributes", options.attributes, "the names of a cloud's planes in ply (default x,y,z,a3,a4...)")
      ->type_name("A,B,...")
      ->check(cli::not_empty());
}

void add_tasks(CLI::App& app, Options& options) {
  app.add_flag("--digest", options.digest, "print the SHA-256 of the decoded bytes, as sha256sum does");
  app.add_option("--verify", options.verify, "compare that digest: 64 hexadecimal digits, or a file of them")
      ->type_name("HEX|FILE")
      ->check(cli::not_empty());
  app.add_flag("--test", options.test, "decode and write nothing");
  app.add_flag("--stats", options.stats, "print symbols, words read and words left of each stream");
  constexpr auto kInstead = "Instead of decoding";
  app.add_flag("--declared", options.declared, "print the declared cost (pay 7)")->group(kInstead);
  app.add_flag("--inspect", options.inspect, "print header, sections and sizes; no set is needed")->group(kInstead);
  app.add_flag("--to-json", options.to_json, "convert a payload to the encode tools' JSON form (pay 10)")
      ->group(kInstead);
  app.add_flag("--from-json", options.from_json, "convert such a form to a payload")->group(kInstead);
}

void add_limits(CLI::App& app, Options& options) {
  constexpr auto kGroup = "Limits, of each payload; one that declares more is refused (cost_over_limit)";
  const auto add = [&](const char* name, std::optional<std::uint64_t>& limit, std::uint64_t thousand,
                       const char* text) {
    app.add_option(name, *limit, text)->group(kGroup)->type_name("N")->transform(cli::size_value(thousand));
  };
  add("--max-output", options.limits.output_bytes, 1024, "bytes of output (default 1G; K, M, G, T are powers of 1024)");
  add("--max-memory", options.limits.working_bytes, 1024, "bytes of latents, activations, frames (default 4G)");
  add("--max-macs", options.limits.macs, 1000, "multiply-accumulates (default 10T; K, M, G, T are powers of 1000)");
}

}  // namespace

std::vector<std::string> Options::inputs() const {
  std::vector<std::string> all = payloads;
  if (!set.empty()) {
    all.push_back(set);
  }
  if (!verify.empty() && !is_digest(verify)) {
    all.push_back(verify);
  }
  return all;
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("payload", options.payloads, "payloads of any capability; - is standard input")
      ->required()
      ->type_name("PAYLOAD")
      ->check(cli::not_empty());
  app.add_option("--set", options.set, "the parameter set: a file, or a directory of members (pay 9)")
      ->type_name("SET")
      ->check(cli::not_empty());
  app.add_option("--capability", options.capability, "what the payloads are for, where their magic does not say")
      ->type_name("NAME")
      ->check(cli::not_empty());
  add_output(app, options);
  add_tasks(app, options);
  app.add_flag("--keep-going", options.keep_going, "go on with the other payloads after a refusal");
  add_limits(app, options);
}

void check_options(const Options& options) {
  cli::check_standard_input_once(options.inputs());
  if (options.declared + options.inspect + options.to_json + options.from_json > 1) {
    cli::fail_usage("--declared, --inspect, --to-json and --from-json exclude each other");
  }
  const bool tells_a_decode = options.digest || !options.verify.empty() || options.test || options.stats;
  if (!options.decodes() && (tells_a_decode || options.stream || options.frame || !options.format.empty())) {
    cli::fail_usage("--declared, --inspect, --to-json and --from-json decode nothing that could be told or written");
  }
  const bool only_tells = options.declared || options.inspect || options.test;
  if (only_tells && !options.output.path.empty()) {
    cli::fail_usage("--output has nothing to hold with --declared, --inspect or --test");
  }
  if (options.stream && options.frame) {
    cli::fail_usage("--stream and --frame exclude each other");
  }
  if ((options.stream || options.frame) && !options.writes()) {
    cli::fail_usage("--stream and --frame need an output; name one with -o");
  }
}

}  // namespace wai::decode_app
