#include "product.hpp"

#include <fmt/format.h>

#include "cli/failure.hpp"
#include "cli/text.hpp"

namespace wai::decode_app {
namespace {

using Kind = OutputForm::Kind;

cli::OutputRules rules_of(const Options& options, cli::OutputKind kind) {
  cli::OutputRules rules = options.output.rules(kind, options.inputs());
  rules.stream = options.stream;
  return rules;
}

}  // namespace

OutputPlan OutputPlan::of(const Options& options) {
  OutputPlan plan{Naming(options.output.path.empty() ? "-" : options.output.path), std::nullopt, {}};
  if (!options.format.empty()) {
    plan.format = format_named(options.format);
  }
  read_fps(options.fps, plan.media);
  read_attributes(options.attributes, plan.media);
  if (options.writes()) {
    plan.naming.check_told_apart(options.payloads);
  }
  return plan;
}

Format OutputPlan::format_for(const std::string& payload) const {
  return format ? *format : naming.is_directory() ? Format::raw : format_of_ending(naming.path(payload, {}, {}));
}

void Product::check_frame(const OutputForm& form) const {
  if (form.kind != Kind::clip) {
    cli::fail_usage("--frame chooses a frame of a clip; {} is a {}", cli::input_name(payload_), name_of(form.kind));
  }
  if (*options_.frame >= form.frames) {
    cli::fail_usage("there is no frame {}; {} has frames 0 to {}", *options_.frame, cli::input_name(payload_),
                    form.frames - 1);
  }
}

void Product::check(const OutputForm& form) const {
  check_kind(format_, form.kind);
  if (options_.frame) {
    check_frame(form);
  }
  if (plan_.naming.has_number() && !can_be_numbered(format_)) {
    cli::fail_usage("a number in {} makes a file a frame or plane; raw, ppm, pgm and png can be written so",
                    cli::output_name(plan_.naming.output()));
  }
  const bool is_sequence = form.kind == Kind::clip && form.frames > 1 && !options_.frame;
  if (is_sequence && is_one_picture(format_) && !numbered_) {
    cli::fail_usage(
        "{} frames are more than one picture; number the files (-o name-%04d.png), name a directory, or choose one "
        "with --frame",
        form.frames);
  }
  if (options_.stream && numbered_) {
    cli::fail_usage("--stream writes one stream of frames, not a file each; raw, ppm and y4m can be streamed");
  }
}

void Product::expect(const OutputForm& form) {
  const bool in_directory = plan_.naming.is_directory() && is_one_picture(format_) && form.kind == Kind::clip &&
                            form.frames > 1 && !options_.frame;
  numbered_ = plan_.naming.has_number() || in_directory;
  check(form);
  media_.emplace(format_, form, plan_.media, numbered_);
  const cli::Bytes head = media_->head();  // before the output is opened, so that what it cannot state is told first
  ready_.name = plan_.naming.pattern(payload_, ending_of(format_), numbered_);
  open(options_.frame.value_or(0));
  write(head);
}

void Product::open(std::uint64_t number) {
  const auto in_name = numbered_ ? std::optional(number) : std::nullopt;
  const std::string path = plan_.naming.path(payload_, ending_of(format_), in_name);
  ready_.files.emplace_back(path, rules_of(options_, cli::OutputKind::raw));
  ready_.on_standard_output = ready_.files.back().is_standard_output();
}

void Product::write(const cli::Bytes& bytes) {
  ready_.files.back().write(bytes);
  ready_.bytes += bytes.size();
}

void Product::add(std::span<const std::uint8_t> part) {
  const std::uint64_t number = next_++;
  if (options_.frame && number != *options_.frame) {
    return;
  }
  if (numbered_ && number > 0 && !options_.frame) {
    ready_.files.back().close();
    open(number);
    write(media_->head());
  }
  write(media_->part(part));
}

void Product::add_all(std::span<const std::uint8_t> bytes) {
  const auto size = static_cast<std::size_t>(bytes.size() / media_->parts());  // parts are of one size
  for (std::uint64_t i = 0; i < media_->parts(); ++i) {
    add(bytes.subspan(static_cast<std::size_t>(i) * size, size));
  }
}

ReadyOutputs Product::finish() {
  ready_.files.back().close();
  return std::move(ready_);
}

ReadyOutputs write_converted(const Options& options, const Naming& naming, const std::string& payload,
                             std::string_view ending, cli::OutputKind kind, std::span<const std::uint8_t> bytes) {
  ReadyOutputs ready;
  ready.name = naming.path(payload, ending, std::nullopt);
  ready.files.emplace_back(ready.name, rules_of(options, kind)).write(bytes);
  ready.files.back().close();
  ready.on_standard_output = ready.files.back().is_standard_output();
  ready.bytes = bytes.size();
  return ready;
}

}  // namespace wai::decode_app
