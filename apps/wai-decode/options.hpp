// What the command line of wai-decode asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "formats.hpp"
#include "wai/decode.hpp"

namespace wai::decode_app {

struct Options {
  std::vector<std::string> payloads;
  std::string set;
  std::string capability;

  cli::OutputOptions output;  // its path is empty when it is not given
  std::string format;
  std::optional<std::uint64_t> frame;
  std::string fps = "25";
  std::string attributes;
  bool stream = false;

  // Instead of decoding.
  bool declared = false;
  bool inspect = false;
  bool to_json = false;
  bool from_json = false;

  // What to tell of a decode.
  bool digest = false;
  std::string verify;
  bool test = false;
  bool stats = false;

  bool keep_going = false;
  CostLimits limits = {kDefaultOutputBytes, kDefaultWorkingBytes, kDefaultMacs};

  static constexpr std::uint64_t kDefaultOutputBytes = std::uint64_t{1} << 30;
  static constexpr std::uint64_t kDefaultWorkingBytes = std::uint64_t{4} << 30;
  static constexpr std::uint64_t kDefaultMacs = 10'000'000'000'000;

  // A decode, as against the four tasks that stand instead of one.
  [[nodiscard]] bool decodes() const { return !(declared || inspect || to_json || from_json); }
  // Whether the task's bytes are written: to -o, and without it to standard output unless something is told instead.
  [[nodiscard]] bool writes() const {
    const bool tells = declared || inspect || digest || !verify.empty() || test || stats;
    return !output.path.empty() || !tells;
  }
  // The payloads, the set and the file of --verify: files that no output may be.
  [[nodiscard]] std::vector<std::string> inputs() const;
};

void add_options(CLI::App& app, Options& options);
// Fails (usage) on options that exclude each other.
void check_options(const Options& options);

}  // namespace wai::decode_app
