#include "cli/json.hpp"

#include <fmt/format.h>

#include "cli/text.hpp"

namespace wai::cli {
namespace {

void append_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto c = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += {'\\', text.front()};
    } else if (c < 0x20U) {
      out += c == '\n' ? "\\n" : fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace

Json& Json::set(std::string_view key, Json value) {
  std::get<Members>(value_).emplace_back(std::string(key), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  std::get<Elements>(value_).push_back(std::move(value));
  return *this;
}

void Json::append_to(std::string& out) const {
  if (const auto* literal = std::get_if<Literal>(&value_)) {
    out += literal->text;
  } else if (const auto* text = std::get_if<Text>(&value_)) {
    append_string(out, text->text);
  } else if (const auto* members = std::get_if<Members>(&value_)) {
    std::string_view separator = "{";
    for (const auto& [key, value] : *members) {
      out += separator;
      append_string(out, key);
      out += ':';
      value.append_to(out);
      separator = ",";
    }
    out += members->empty() ? "{}" : "}";
  } else if (const auto* elements = std::get_if<Elements>(&value_)) {
    std::string_view separator = "[";
    for (const auto& value : *elements) {
      out += separator;
      value.append_to(out);
      separator = ",";
    }
    out += elements->empty() ? "[]" : "]";
  } else {
    out += "null";
  }
}

std::string Json::write() const {
  std::string out;
  append_to(out);
  return out;
}

}  // namespace wai::cli
