// The files of one payload's output, or its bytes on standard output.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "media.hpp"
#include "naming.hpp"
#include "options.hpp"

namespace wai::decode_app {

// How the command line asks for outputs; the same for every payload.
struct OutputPlan {
  Naming naming;
  std::optional<Format> format;  // --format; the ending's otherwise
  MediaOptions media;

  // Reads -o, --format, --fps and --attributes; fails (usage) on what they cannot mean.
  static OutputPlan of(const Options& options);
  [[nodiscard]] Format format_for(const std::string& payload) const;
};

// What is ready to appear.
struct ReadyOutputs {
  std::vector<cli::Output> files;
  std::string name;  // for people: the path, or the pattern of numbered ones
  std::uint64_t bytes = 0;
  bool on_standard_output = false;
};

class Product {
 public:
  Product(const Options& options, const OutputPlan& plan, std::string payload)
      : options_(options), plan_(plan), payload_(std::move(payload)), format_(plan.format_for(payload_)) {}

  // Fails (usage) when the format or the name cannot hold such an output; then opens the output. Before `add`.
  void expect(const OutputForm& form);
  // The parts one after the other, each whole: frames, planes, or all there is.
  void add(std::span<const std::uint8_t> part);
  // All of an output at once.
  void add_all(std::span<const std::uint8_t> bytes);
  // The files, written whole and closed, under temporary names until they are committed.
  [[nodiscard]] ReadyOutputs finish();

 private:
  void check(const OutputForm& form) const;
  void check_frame(const OutputForm& form) const;
  void open(std::uint64_t number);
  void write(const cli::Bytes& bytes);

  const Options& options_;
  const OutputPlan& plan_;
  std::string payload_;
  Format format_;
  std::optional<Media> media_;
  bool numbered_ = false;
  std::uint64_t next_ = 0;
  ReadyOutputs ready_;
};

// Bytes of a conversion, written under the path that -o gives them.
[[nodiscard]] ReadyOutputs write_converted(const Options& options, const Naming& naming, const std::string& payload,
                                           std::string_view ending, cli::OutputKind kind,
                                           std::span<const std::uint8_t> bytes);

}  // namespace wai::decode_app
