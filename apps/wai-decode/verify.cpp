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

// The name of a line that starts with a backslash.
std::string unescaped(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool escapes = name[i] == '\\' && i + 1 < name.size();
    const char c = escapes ? name[++i] : name[i];
    out += !escapes ? c : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return out;
}

// `digest`, or `digest  name` with two blanks, or a blank and an asterisk.
std::optional<Line> read_line(std::string_view line) {
  const bool is_escaped = line.starts_with('\\');
  line.remove_prefix(is_escaped ? 1 : 0);
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
  rest.remove_prefix(2);
  return Line{lower_case(digest), is_escaped ? unescaped(rest) : std::string(rest)};
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

bool is_digest(std::string_view text) {
  return text.size() == kDigits && all_hex(text);
}

std::string digest_line(const std::string& digest, const std::string& name) {
  std::string escaped;
  for (const char c : name) {
    switch (c) {
      case '\\':
        escaped += "\\\\";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      default:
        escaped += c;
    }
  }
  return fmt::format("{}{}  {}", escaped == name ? "" : "\\", digest, escaped);
}

ExpectedDigests::ExpectedDigests(const std::string& argument, std::span<const std::string> payloads,
                                 std::uint64_t max_input, bool keep_going) {
  std::vector<Line> lines;
  if (is_digest(argument)) {
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
    if (const Line* line = alone ? &lines.front() : line_of(lines, payload)) {
      digests_[payload] = line->digest;
    } else if (!keep_going) {
      (void)of(payload);
    }
  }
  if (digests_.empty()) {
    (void)of(payloads.front());
  }
}

const std::string& ExpectedDigests::of(const std::string& payload) const {
  const auto at = digests_.find(payload);
  if (at == digests_.end()) {
    cli::fail_usage("--verify: there is no digest for {}, so nothing could be compared", cli::input_name(payload));
  }
  return at->second;
}

}  // namespace wai::decode_app
