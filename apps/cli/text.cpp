#include "cli/text.hpp"

#include <fmt/format.h>

namespace wai::cli {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

bool is_control(unsigned c) {
  return c < 0x20U || c == 0x7FU;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (text.empty() || (lead >= 0x80U && lead < 0xC2U) || lead > 0xF4U) {
    return 0;
  }
  if (lead < 0x80U) {
    return 1;
  }
  const std::size_t length = lead < 0xE0U ? 2 : (lead < 0xF0U ? 3 : 4);
  // The second byte's range excludes overlong forms, surrogates and what is above U+10FFFF.
  const unsigned low = lead == 0xE0U ? 0xA0U : (lead == 0xF0U ? 0x90U : 0x80U);
  const unsigned high = lead == 0xEDU ? 0x9FU : (lead == 0xF4U ? 0x8FU : 0xBFU);
  if (byte_at(text, 1) < low || byte_at(text, 1) > high) {
    return 0;
  }
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) {
      return 0;
    }
  }
  return length;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = utf8_length(text);
    const unsigned c = byte_at(text, 0);
    // U+0080..U+009F are control characters too.
    const bool c1 = length == 2 && c == 0xC2U && byte_at(text, 1) < 0xA0U;
    if (length == 0 || c1 || (is_control(c) && c != '\n')) {
      out += fmt::format("\\x{:02x}", c);
      length = 1;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    out += c == '\n' ? std::string("\\x0a") : std::string(1, c);
  }
  return out;
}

std::string markup(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

std::string input_name(std::string_view path) {
  return path == "-" ? "standard input" : fmt::format("'{}'", one_line(path));
}

std::string output_name(std::string_view path) {
  return path == "-" ? "standard output" : fmt::format("'{}'", one_line(path));
}

}  // namespace wai::cli
