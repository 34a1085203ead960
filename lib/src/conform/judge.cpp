#include "conform/judge.hpp"

#include <algorithm>

#include "conform/difference.hpp"
#include "conform/graph_vector.hpp"

namespace wai {
namespace {

using json::Document;
using json::Value;

constexpr std::string_view kOk = "ok";
constexpr std::size_t kQuoted = 60;  // characters of an answer that is none

bool is_null(const Value& v) {
  return v.kind() == json::Kind::null;
}

// Why the reference refuses the graph of a question.
std::string load_reason(const VectorCase& c) {
  const auto question = Document::parse(c.question, RefusalCode::payload_malformed);
  const auto vector = question ? read_question(question->root()) : question.refusal();
  return vector ? load_refusal_text(*vector) : vector.refusal().message;
}

// What may help with a graph that loads on one side only: why the reference refuses it, or the profile it needs.
std::string load_hint(const VectorCase& c, const JsonDifference& d) {
  if (d.expected != kOk) {
    return fmt::format(": {}", load_reason(c));
  }
  const bool has_acc32 = std::find(c.profiles.begin(), c.profiles.end(), Profile::acc32) != c.profiles.end();
  return has_acc32 ? "" : ": the vector is tagged acc64 only, --profile acc32 leaves it out";
}

// "expected 7, got 8" at a place of the answer, with the element's position in its tensor.
std::string describe(const JsonDifference& d, const VectorCase& c) {
  const bool is_load = d.path == "load" || d.path == "profiles";
  const bool refuses = d.expected.starts_with("refuse ") || d.got.starts_with("refuse ");
  const std::string section = is_load ? "ops 10.5" : refuses && c.file[0] != 's' ? "ops 4" : section_of(c.subject);
  const std::string hint = d.path == "load"       ? load_hint(c, d)
                           : d.path == "profiles" ? ": leave the member out where one profile is implemented"
                                                  : "";
  return fmt::format("{}: expected {}, got {} ({}, {}){}", d.path, d.expected, d.got, c.subject, section, hint);
}

std::optional<JsonDifference> extra_member(const Value& got, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : got.members()) {
    const std::string name = key.as_string().value_or("");
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return JsonDifference{name, "nothing", "a member that answers do not have"};
    }
  }
  return std::nullopt;
}

// `load` decides before `profiles`, which may be absent, and both before the decodes: none need be given where the load
// is refused.
std::optional<JsonDifference> graph_difference(const Value& expected, const Value& got) {
  for (const char* name : {"load", "profiles", "decodes"}) {
    const auto mine = expected.find(name);
    const auto theirs = got.find(name);
    const bool absent = !theirs || is_null(*theirs);
    const bool needed = name == std::string_view("load") || (name == std::string_view("decodes") && mine->size() != 0);
    if (absent && needed) {
      return JsonDifference{name, name == std::string_view("load") ? brief(*mine) : fmt::format("{} of them", mine->size()),
                            "nothing"};
    }
    if (!absent) {
      if (auto found = first_difference(*mine, *theirs, name)) {
        return found;
      }
    }
  }
  return extra_member(got, {"decodes", "id", "load", "profiles"});
}

std::optional<JsonDifference> stage_difference(const Value& expected, const Value& got) {
  // A refusal against a result is one difference, not two members.
  if (expected.find("refuse").has_value() != got.find("refuse").has_value()) {
    return JsonDifference{"the outcome", brief(expected), brief(got)};
  }
  for (const char* name : {"refuse", "at", "expect"}) {
    const auto mine = expected.find(name);
    const auto theirs = got.find(name);
    if (mine && !theirs) {
      const auto extra = extra_member(got, {"at", "expect", "id", "refuse"});
      return JsonDifference{name, brief(*mine), extra ? "nothing; " + extra->path + " has no place here" : "nothing"};
    }
    if (!mine && theirs) {
      return JsonDifference{name, "nothing", brief(*theirs)};
    }
    if (mine) {
      if (auto found = first_difference(*mine, *theirs, name)) {
        return found;
      }
    }
  }
  return extra_member(got, {"at", "expect", "id", "refuse"});
}

// What is wrong with the answer as such, or empty.
std::string form_fault(const VectorCase& c, const Value& got) {
  if (const auto again = got.duplicate_key()) {
    return fmt::format("the answer has {} twice", again->as_string().value_or("a member"));
  }
  if (const auto id = got.find("id"); id && !id->equals(c.id)) {
    return fmt::format("the answer is that of {}: its lines are out of step with the vectors", brief(*id));
  }
  return {};
}

// {"skip":why} or {"error":why}, alone but for an id.
std::optional<VectorResult> own_word(const VectorCase& c, const Value& got) {
  for (const char* name : {"error", "skip"}) {
    const auto word = got.find(name);
    if (!word) {
      continue;
    }
    const auto text = word->as_string();
    if (!text || extra_member(got, {name, "id"})) {
      return result_of(c, VectorStatus::failed, fmt::format("{} takes a text, and no other member but id", name));
    }
    return name == std::string_view("skip")
               ? result_of(c, VectorStatus::skipped, *text)
               : result_of(c, VectorStatus::failed, "the implementation reports an error: " + *text);
  }
  return std::nullopt;
}

}  // namespace

VectorResult result_of(const VectorCase& c, VectorStatus status, std::string message) {
  return {c.file, c.id, c.subject, c.codes, status, std::move(message)};
}

VectorResult judge_answer(const VectorCase& c, std::string_view line) {
  const auto got = Document::parse(line, RefusalCode::payload_malformed);
  if (!got || got->root().kind() != json::Kind::object) {
    return result_of(c, VectorStatus::failed,
                     fmt::format("the answer is no JSON object: {}", line.substr(0, std::min(kQuoted, line.size()))));
  }
  if (std::string fault = form_fault(c, got->root()); !fault.empty()) {
    return result_of(c, VectorStatus::failed, std::move(fault));
  }
  if (auto word = own_word(c, got->root())) {
    return *std::move(word);
  }
  const auto expected = Document::parse(c.expected, RefusalCode::payload_malformed);
  const auto difference = expected->root().find("load") ? graph_difference(expected->root(), got->root())
                                                        : stage_difference(expected->root(), got->root());
  return difference ? result_of(c, VectorStatus::failed, describe(*difference, c))
                    : result_of(c, VectorStatus::passed, {});
}

}  // namespace wai
