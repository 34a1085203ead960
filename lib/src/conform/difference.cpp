#include "conform/difference.hpp"

#include <algorithm>

namespace wai {
namespace {

using json::Kind;
using json::Value;

// A value in a few words.
std::string brief(const Value& v) {
  switch (v.kind()) {
    case Kind::string: {
      const std::string text = *v.as_string();
      return text.size() <= 80 ? text : fmt::format("{}... ({} characters)", text.substr(0, 60), text.size());
    }
    case Kind::boolean:
      return *v.as_bool() ? "true" : "false";
    case Kind::number:
      return std::string(v.number_text());
    case Kind::array:
      return fmt::format("a list of {}", v.size());
    case Kind::object: {
      std::string keys;
      for (const auto& [key, value] : v.members()) {
        keys += (keys.empty() ? "" : ", ") + brief(key);
      }
      const auto refuse = v.find("refuse");
      return refuse ? "refuse " + brief(*refuse) : "{" + keys + "}";
    }
    case Kind::null:
      break;
  }
  return "null";
}

std::string under(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
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
      return JsonDifference{under(path, name), brief(value), "nothing"};
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

}  // namespace

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
  const std::string kind = expected.kind() == got.kind() ? "" : fmt::format("{} ", json::to_string(got.kind()));
  return JsonDifference{path, brief(expected), kind + brief(got)};
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
