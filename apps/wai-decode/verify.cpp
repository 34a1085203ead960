#include "verify.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "cli/failure.hpp"
#include "cli/text.hpp"

namespace wai::decode_app {
namespace {

constexpr std::size_t kDigits = 64;
constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

bool all_hex(std::string_view text) {
  return text.find_first_not_of(kHexDigits) == std::string_view::npos;
}

std::string lower_case(std::string_view hex) {
  std::string out(hex);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

// A line of a digest file; the name may be absent.
struct Line {
  std::string digest;
  std::string name;
};

// `digest`, or `digest  name` with two blanks, or a blank and an asterisk.
std::optional<Line> read_line(std::string_view line) {
  const std::string_view digest = line.substr(0, kDigits);
  if (digest.size() != kDigits || !all_hex(digest)) {
    return std::nullopt;
  }
  std::string_view rest = line.substr(kDigits);
  if (rest.empty()) {
    return Line{lower_case(digest), {}};
  }
  if (!rest.starts_with("  ") && !rest.starts_with(" *")) {
    return std::nullopt;
  }
  return Line{lower_case(digest), std::string(rest.substr(2))};
}

std::vector<Line> read_lines(const std::string& path, std::uint64_t max_input) {
  const cli::Bytes bytes = cli::read_input(path, max_input);
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::vector<Line> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    if (line.empty()) {
      continue;
    }
    const auto read = read_line(line);
    if (!read) {
      cli::fail_usage("{}, line {}: no digest of 64 hexadecimal digits", cli::input_name(path), number);
    }
    lines.push_back(*read);
  }
  return lines;
}

// The line of a payload: the one with its name as it stands, else the one with its name without directories.
const Line* line_of(const std::vector<Line>& lines, const std::string& payload) {
  const std::string base = std::filesystem::path(payload).filename().string();
  for (const std::string& name : {payload, base}) {
    const auto at = std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.name == name; });
    if (at != lines.end()) {
      return &*at;
    }
  }
  return nullptr;
}

}  // namespace

ExpectedDigests::ExpectedDigests(const std::string& argument, std::span<const std::string> payloads,
                                 std::uint64_t max_input) {
  std::vector<Line> lines;
  if (argument.size() == kDigits && all_hex(argument)) {
    lines = {{lower_case(argument), {}}};
  } else if (all_hex(argument) && !std::filesystem::exists(argument)) {
    cli::fail_usage("--verify: '{}' is {} hexadecimal digits, not 64", argument, argument.size());
  } else {
    lines = read_lines(argument, max_input);
  }
  const bool alone = lines.size() == 1 && lines.front().name.empty();
  if (alone && payloads.size() > 1) {
    cli::fail_usage("--verify has one digest for {} payloads; give it a file with a line for each", payloads.size());
  }
  for (const std::string& payload : payloads) {
    const Line* line = alone ? &lines.front() : line_of(lines, payload);
    if (line == nullptr) {
      cli::fail_usage("--verify: there is no digest for {}, so nothing could be compared", cli::input_name(payload));
    }
    digests_[payload] = line->digest;
  }
}

}  // namespace wai::decode_app
