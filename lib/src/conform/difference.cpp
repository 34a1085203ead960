#include "conform/difference.hpp"

#include <algorithm>
#include <cctype>

namespace wai {
namespace {

using json::Kind;
using json::Value;

// A text as it is where that is clear, in quotes where it is not (a space in front, say).
std::string brief_text(const std::string& text) {
  if (text.size() > 80) {
    return fmt::format("{}... ({} characters)", text.substr(0, 60), text.size());
  }
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
  });
  return is_plain ? text : fmt::format("\"{}\"", text);
}

std::string brief_object(const Value& v) {
  if (const auto refuse = v.find("refuse")) {
    const auto at = v.find("at");
    return fmt::format("refuse {}{}", brief(*refuse), at ? " at " + brief(*at) : "");
  }
  if (const auto expect = v.find("expect")) {
    return "a result, " + brief(*expect);
  }
  std::string members;
  for (const auto& [key, value] : v.members()) {
    const bool is_scalar = value.kind() != Kind::array && value.kind() != Kind::object;
    members += (members.empty() ? "" : ", ") + brief(key) + (is_scalar ? " " + brief(value) : "");
  }
  return "{" + members + "}";
}

std::string under(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

// A member that stands where another is missing: a name mistyped, or a wrapper too much.
std::string misplaced(const Value& expected, const Value& got) {
  for (const auto& [key, value] : got.members()) {
    if (!expected.find(brief(key))) {
      return fmt::format("; {} has no place here", brief(key));
    }
  }
  return {};
}

std::optional<JsonDifference> object_difference(const Value& expected, const Value& got, const std::string& path) {
  // A refusal against a result is one difference, not two members.
  if (expected.find("refuse").has_value() != got.find("refuse").has_value()) {
    return JsonDifference{path.empty() ? "the outcome" : path, brief(expected), brief(got)};
  }
  for (const auto& [key, value] : expected.members()) {
    const std::string name = brief(key);
    const auto other = got.find(name);
    if (!other) {
      return JsonDifference{under(path, name), brief(value), "nothing" + misplaced(expected, got)};
    }
    if (auto found = first_difference(value, *other, under(path, name))) {
      return found;
    }
  }
  for (const auto& [key, value] : got.members()) {
    if (!expected.find(brief(key))) {
      return JsonDifference{under(path, brief(key)), "nothing", brief(value)};
    }
  }
  return std::nullopt;
}

std::optional<JsonDifference> array_difference(const Value& expected, const Value& got, const std::string& path) {
  auto mine = expected.begin();
  auto theirs = got.begin();
  for (std::size_t i = 0; i < std::min(expected.size(), got.size()); ++i, ++mine, ++theirs) {
    if (auto found = first_difference(*mine, *theirs, fmt::format("{}[{}]", path, i))) {
      return found;
    }
  }
  if (expected.size() != got.size()) {
    return JsonDifference{path, brief(expected), brief(got)};
  }
  return std::nullopt;
}

// Of two values of different kinds, the one that was given.
std::string of_kind(const Value& v, Kind expected) {
  switch (v.kind()) {
    case Kind::number:
      return fmt::format("the number {}{}", brief(v), expected == Kind::string ? " (integers are decimal strings)" : "");
    case Kind::string:
      return fmt::format("the text {}", brief(v));
    default:
      return brief(v);
  }
}

}  // namespace

std::string brief(const Value& v) {
  switch (v.kind()) {
    case Kind::string:
      return brief_text(*v.as_string());
    case Kind::boolean:
      return *v.as_bool() ? "true" : "false";
    case Kind::number:
      return std::string(v.number_text());
    case Kind::array:
      return fmt::format("a list of {}", v.size());
    case Kind::object:
      return brief_object(v);
    case Kind::null:
      break;
  }
  return "null";
}

std::optional<JsonDifference> first_difference(const Value& expected, const Value& got, const std::string& path) {
  if (expected.kind() == got.kind()) {
    switch (expected.kind()) {
      case Kind::object:
        return object_difference(expected, got, path);
      case Kind::array:
        return array_difference(expected, got, path);
      case Kind::string:
        if (expected.as_string() == got.as_string()) {
          return std::nullopt;
        }
        break;
      default:
        if (brief(expected) == brief(got)) {
          return std::nullopt;
        }
    }
  }
  return JsonDifference{path, brief(expected), expected.kind() == got.kind() ? brief(got) : of_kind(got, expected.kind())};
}

std::string describe_file_difference(std::string_view expected, std::string_view got) {
  const auto mine = json::Document::parse(expected, RefusalCode::payload_malformed);
  const auto theirs = json::Document::parse(got, RefusalCode::payload_malformed);
  if (mine && theirs) {
    if (const auto found = first_difference(mine->root(), theirs->root())) {
      return fmt::format("{}: expected {}, got {}", found->path, found->expected, found->got);
    }
  }
  const auto [a, b] = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
  return fmt::format("byte {} differs; {} bytes expected, {} there", a - expected.begin(), expected.size(), got.size());
}

}  // namespace wai
