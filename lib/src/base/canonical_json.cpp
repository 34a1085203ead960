#include "base/canonical_json.hpp"

#include <algorithm>

#include "base/refuse.hpp"

namespace wai {
namespace {

void append_string(std::string& out, std::string_view text) {
  out.push_back('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  out.push_back('"');
}

}  // namespace

bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
}

JsonOut& JsonOut::set(std::string_view key, JsonOut value) {
  auto* members = std::get_if<Object>(&value_);
  if (members == nullptr || !members->emplace(std::string(key), std::move(value)).second) {
    bug("canonical JSON: a member set twice, or on no object");
  }
  return *this;
}

JsonOut& JsonOut::push(JsonOut value) {
  auto* elements = std::get_if<Array>(&value_);
  if (elements == nullptr) {
    bug("canonical JSON: an element pushed on no array");
  }
  elements->push_back(std::move(value));
  return *this;
}

std::string JsonOut::write() const {
  std::string out;
  append_to(out);
  return out;
}

void JsonOut::append_to(std::string& out) const {
  if (const auto* flag = std::get_if<bool>(&value_)) {
    out += *flag ? "true" : "false";
  } else if (const auto* text = std::get_if<std::string>(&value_)) {
    append_string(out, *text);
  } else if (const auto* elements = std::get_if<Array>(&value_)) {
    out.push_back('[');
    for (std::size_t i = 0; i < elements->size(); ++i) {
      out += i == 0 ? "" : ",";
      (*elements)[i].append_to(out);
    }
    out.push_back(']');
  } else if (const auto* members = std::get_if<Object>(&value_)) {
    out.push_back('{');
    bool first = true;
    for (const auto& [key, value] : *members) {
      out += first ? "" : ",";
      first = false;
      append_string(out, key);
      out.push_back(':');
      value.append_to(out);
    }
    out.push_back('}');
  } else {
    out += "null";
  }
}

}  // namespace wai
