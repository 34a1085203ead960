// JSON of reports and errors: members in the order they are set, integers as numbers. The certificate's canonical
// JSON (ops 8.5) is the library's and is another thing.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wai::cli {

class Json {
 public:
  using Members = std::vector<std::pair<std::string, Json>>;
  using Elements = std::vector<Json>;

  Json() = default;                                                 // null
  Json(std::string_view text) : value_(Text{std::string(text)}) {}  // NOLINT: a value is its JSON
  Json(const char* text) : Json(std::string_view(text)) {}          // NOLINT: a value is its JSON
  Json(const std::string& text) : Json(std::string_view(text)) {}   // NOLINT: a value is its JSON
  template <std::same_as<bool> Bool>
  Json(Bool v) : value_(Literal{v ? "true" : "false"}) {}  // NOLINT: a value is its JSON
  template <std::integral Int>
  requires(!std::same_as<Int, bool>) Json(Int v) : value_(Literal{std::to_string(v)}) {}  // NOLINT: a value is its JSON

  static Json object(Members members = {}) { return Json(Value(std::move(members))); }
  static Json array(Elements elements = {}) { return Json(Value(std::move(elements))); }

  // A member of an object, an element of an array.
  Json& set(std::string_view key, Json value);
  Json& push(Json value);

  // On one line. Bytes of a string that are no UTF-8 become U+FFFD.
  [[nodiscard]] std::string write() const;

 private:
  struct Literal {
    std::string text;
  };
  struct Text {
    std::string text;
  };
  using Value = std::variant<std::monostate, Literal, Text, Members, Elements>;
  explicit Json(Value value) : value_(std::move(value)) {}
  void append_to(std::string& out) const;

  Value value_;
};

}  // namespace wai::cli
