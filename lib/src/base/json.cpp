#include "base/json.hpp"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace wai::json {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The offset after the character of UTF-8 at `at`, or nothing when no character stands there (RFC 3629: shortest
// form, no surrogate, at most U+10FFFF).
std::optional<std::size_t> after_character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) {
    return at + 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : (lead >= 0xE0 ? 3 : 2);
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) {
    return std::nullopt;
  }
  const unsigned least = lead == 0xE0 ? 0xA0 : (lead == 0xF0 ? 0x90 : 0x80);
  const unsigned greatest = lead == 0xED ? 0x9F : (lead == 0xF4 ? 0x8F : 0xBF);
  if (byte(at + 1) < least || byte(at + 1) > greatest) {
    return std::nullopt;
  }
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(at + i) < 0x80 || byte(at + i) > 0xBF) {
      return std::nullopt;
    }
  }
  return at + length;
}

// The first byte that is not UTF-8.
std::size_t first_bad_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto next = after_character(text, at);
    if (!next) {
      break;
    }
    at = *next;
  }
  return at;
}

// The offset after the number that starts at `at`: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
std::optional<std::size_t> after_number(std::string_view text, std::size_t at) {
  const auto skip = [&](char c) {
    const bool found = at < text.size() && text[at] == c;
    at += found ? 1U : 0U;
    return found;
  };
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) {
      ++at;
    }
    return at > first;
  };
  skip('-');
  if (!skip('0') && !digits()) {
    return std::nullopt;
  }
  if (skip('.') && !digits()) {
    return std::nullopt;
  }
  if (skip('e') || skip('E')) {
    if (!skip('+')) {
      skip('-');
    }
    if (!digits()) {
      return std::nullopt;
    }
  }
  return at;
}

// The characters between the quotes of the string that starts at `at`, escapes as written; the text has been checked.
std::string_view raw_string(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (text[end] != '"') {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return text.substr(at + 1, end - at - 1);
}

unsigned hex4(std::string_view digits) {
  unsigned v = 0;
  std::from_chars(digits.data(), digits.data() + 4, v, 16);
  return v;
}

void append_utf8(std::string& out, unsigned c) {
  const auto put = [&](unsigned byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6U));
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12U));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | (c >> 18U));
    put(0x80U | ((c >> 12U) & 0x3FU));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
}

// Appends what the escape at raw[i] stands for, and returns the offset after it. Two \u that make a surrogate pair
// are one escape.
std::size_t append_escape(std::string& out, std::string_view raw, std::size_t i) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (raw[i + 1] != 'u') {
    out.push_back(kMeanings[kLetters.find(raw[i + 1])]);
    return i + 2;
  }
  const unsigned c = hex4(raw.substr(i + 2));
  i += 6;
  if (c >= 0xD800 && c < 0xDC00 && raw.substr(i, 2) == "\\u") {
    const unsigned low = hex4(raw.substr(i + 2));
    if (low >= 0xDC00 && low < 0xE000) {
      append_utf8(out, 0x10000U + ((c - 0xD800U) << 10U) + (low - 0xDC00U));
      return i + 6;
    }
  }
  append_utf8(out, c);
  return i;
}

std::string unescape(std::string_view raw) {
  std::string out;
  std::size_t i = 0;
  while (i < raw.size()) {
    const std::size_t escape = std::min(raw.find('\\', i), raw.size());
    out += raw.substr(i, escape - i);
    i = escape < raw.size() ? append_escape(out, raw, escape) : escape;
  }
  return out;
}

// ".key" of a path, as the text writes the key, but short and printable.
std::string key_step(std::string_view raw) {
  constexpr std::size_t kLongest = 40;
  std::string step = "." + std::string(raw.substr(0, kLongest)) + (raw.size() > kLongest ? "~" : "");
  std::replace_if(
      step.begin(), step.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  return step;
}

}  // namespace

// One pass over the text by recursive descent, at most kMaxDepth deep, that fills the tape.
class Parser {
 public:
  Parser(std::string_view text, Document::Tape& tape) : text_(text), tape_(tape) { open_.reserve(kMaxDepth); }

  // False when the text is not a document; `what`, `offset` and `path` say why then.
  bool run() {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
      return fail("a byte-order mark");
    }
    if (!simdjson::validate_utf8(text_)) {
      at_ = first_bad_byte(text_);
      return fail("not UTF-8");
    }
    skip_space();
    if (!value()) {
      return false;
    }
    skip_space();
    return at_ == text_.size() || fail("more text after the document");
  }

  [[nodiscard]] std::string_view what() const { return what_; }
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] std::string path() const {
    std::string path = "$";
    for (const Open& open : open_) {
      path += open.in_object ? key_step(raw_string(text_, open.position)) : fmt::format("[{}]", open.position);
    }
    return path;
  }

 private:
  // An array or object being read, and where in it the parser stands: the index, or the offset of the last key.
  struct Open {
    bool in_object;
    std::size_t position;
  };

  bool fail(std::string_view what) {
    what_ = what;
    return false;
  }

  [[nodiscard]] bool here(char c) const { return at_ < text_.size() && text_[at_] == c; }

  bool skip(char c) {
    const bool found = here(c);
    at_ += found ? 1U : 0U;
    return found;
  }

  void skip_space() {
    while (here(' ') || here('\n') || here('\t') || here('\r')) {
      ++at_;
    }
  }

  void push(Kind kind) { tape_.push_back((std::uint64_t{at_} << 3U) | static_cast<std::uint64_t>(kind)); }

  bool value() {
    if (at_ == text_.size()) {
      return fail("the text ends where a value must stand");
    }
    switch (text_[at_]) {
      case '{':
        return container(Kind::object, '}');
      case '[':
        return container(Kind::array, ']');
      case '"':
        return string();
      case 't':
        return literal(Kind::boolean, "true");
      case 'f':
        return literal(Kind::boolean, "false");
      case 'n':
        return literal(Kind::null, "null");
      default:
        return here('-') || is_digit(text_[at_]) ? number() : fail("no value starts with this byte");
    }
  }

  bool literal(Kind kind, std::string_view word) {
    if (text_.substr(at_, word.size()) != word) {
      return fail("no value starts with this word");
    }
    push(kind);
    at_ += word.size();
    return true;
  }

  bool number() {
    const auto end = after_number(text_, at_);
    if (!end || (*end < text_.size() && is_digit(text_[*end]))) {  // a digit after the number: a leading zero
      return fail("not a JSON number");
    }
    push(Kind::number);
    at_ = *end;
    return true;
  }

  bool string() {
    push(Kind::string);
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        return fail("a control character in a string");
      }
      if (text_[at_] == '\\' && !escape()) {
        return false;
      }
      ++at_;
    }
    return skip('"') || fail("the text ends within a string");
  }

  // The escape at the backslash under the cursor; stops on its last character.
  bool escape() {
    const std::string_view rest = text_.substr(at_ + 1, 5);
    if (rest.empty() || std::string_view("\"\\/bfnrtu").find(rest[0]) == std::string_view::npos) {
      return fail("not a JSON escape");
    }
    if (rest[0] != 'u') {
      at_ += 1;
      return true;
    }
    const auto digits = rest.substr(1);
    if (digits.size() != 4 || digits.find_first_not_of("0123456789abcdefABCDEF") != digits.npos) {
      return fail("not a JSON escape");
    }
    at_ += 5;
    return true;
  }

  // An array or an object: elements between commas, each behind a key and a colon in an object.
  bool container(Kind kind, char close) {
    if (open_.size() == kMaxDepth) {
      return fail("nested deeper than 64");
    }
    const std::size_t node = tape_.size();
    push(kind);
    tape_.resize(node + 3);
    ++at_;
    skip_space();
    std::uint64_t size = 0;
    if (!skip(close)) {
      open_.push_back({kind == Kind::object, 0});
      do {
        open_.back().position = size++;
        skip_space();
        if (!(kind == Kind::object ? member() : value())) {
          return false;
        }
        skip_space();
      } while (skip(','));
      if (!skip(close)) {
        return fail(kind == Kind::object ? "neither ',' nor '}' after a member"
                                         : "neither ',' nor ']' after an element");
      }
      open_.pop_back();
    }
    tape_[node + 1] = tape_.size();
    tape_[node + 2] = size;
    return true;
  }

  bool member() {
    const std::size_t key = at_;
    if (!here('"')) {
      open_.back() = {false, open_.back().position};  // no key yet: the path gives its place
      return fail("no key stands where a member must");
    }
    if (!string()) {
      open_.back() = {false, open_.back().position};
      return false;
    }
    open_.back().position = key;
    skip_space();
    if (!skip(':')) {
      return fail("no ':' after a key");
    }
    skip_space();
    return value();
  }

  std::string_view text_;
  Document::Tape& tape_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::string_view what_;
};

std::string_view to_string(Kind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"null",     "a boolean", "a number",
                                                      "a string", "a list",    "an object"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Expected<Document> Document::parse(std::string_view text, RefusalCode code) {
  Document document;
  document.text_ = text;
  Parser parser(text, document.tape_);
  if (!parser.run()) {
    return refuse(code, "JSON: {} at offset {}, {}", parser.what(), parser.offset(), parser.path());
  }
  return document;
}

Kind Value::kind() const {
  return document_->kind(node_);
}

std::size_t Value::offset() const {
  return document_->offset(node_);
}

std::string Value::path() const {
  std::string path = "$";
  for (Value at = document_->root(); at.node_ != node_;) {
    at = at.child_holding(node_, path);
  }
  return path;
}

// The child of this array or object that the node is or stands in; its step is appended to the path.
Value Value::child_holding(std::size_t node, std::string& path) const {
  for (const auto& [key, value] : members()) {
    if (node < document_->after(value.node_)) {
      path += key_step(raw_string(document_->text_, key.offset()));
      return node == key.node_ ? key : value;
    }
  }
  std::size_t i = 0;
  for (const Value& element : *this) {
    if (node < document_->after(element.node_)) {
      path += fmt::format("[{}]", i);
      return element;
    }
    ++i;
  }
  bug("json: a value outside its document");
}

std::string_view Value::number_text() const {
  if (kind() != Kind::number) {
    return {};
  }
  const std::size_t end = after_number(document_->text_, offset()).value_or(offset());
  return document_->text_.substr(offset(), end - offset());
}

std::optional<std::int64_t> Value::as_i64() const {
  const std::string_view text = number_text();
  std::int64_t v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return v;
}

std::optional<bool> Value::as_bool() const {
  if (kind() != Kind::boolean) {
    return std::nullopt;
  }
  return document_->text_[offset()] == 't';
}

std::optional<std::string> Value::as_string() const {
  if (kind() != Kind::string) {
    return std::nullopt;
  }
  return unescape(raw_string(document_->text_, offset()));
}

bool Value::equals(std::string_view characters) const {
  if (kind() != Kind::string) {
    return false;
  }
  const std::string_view raw = raw_string(document_->text_, offset());
  return raw.find('\\') == raw.npos ? raw == characters : unescape(raw) == characters;
}

std::size_t Value::size() const {
  return document_->is_container(node_) ? static_cast<std::size_t>(document_->tape_[node_ + 2]) : 0;
}

Value::Iterator Value::begin() const {
  const bool keyed = kind() == Kind::object;
  if (size() == 0) {
    return end();
  }
  return {document_, node_ + (keyed ? 4 : 3), keyed};
}

Value::Iterator Value::end() const {
  const bool keyed = kind() == Kind::object;
  return {document_, document_->after(node_) + (keyed ? 1 : 0), keyed};
}

Value::Iterator& Value::Iterator::operator++() {
  node_ = document_->after(node_) + (keyed_ ? 1 : 0);
  return *this;
}

MemberIterator& MemberIterator::operator++() {
  key_ = document_->after(key_ + 1);
  return *this;
}

Members Value::members() const {
  if (kind() != Kind::object) {
    return {document_, 0, 0};
  }
  return {document_, node_ + 3, document_->after(node_)};
}

std::optional<Value> Value::find(std::string_view key) const {
  for (const auto& [name, value] : members()) {
    if (name.equals(key)) {
      return value;
    }
  }
  return std::nullopt;
}

std::optional<Value> Value::duplicate_key() const {
  std::vector<std::pair<std::string, std::size_t>> keys;
  for (const Member& member : members()) {
    keys.emplace_back(unescape(raw_string(document_->text_, member.key.offset())), member.key.node_);
  }
  std::sort(keys.begin(), keys.end());
  const auto twice =
      std::adjacent_find(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == keys.end()) {
    return std::nullopt;
  }
  return Value(document_, std::next(twice)->second);
}

}  // namespace wai::json
