// Canonical JSON out (ops 8.5): printable ASCII, members in byte order of their keys, integers as decimal strings,
// no white space outside strings.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/int128.hpp"
#include "base/wide.hpp"

namespace wai {

// True when every character is within U+0020..U+007E, so that the text can stand in canonical JSON.
[[nodiscard]] bool is_printable_ascii(std::string_view text);

// A value to be written. Objects sort their members, so the order in which they are set is free.
class JsonOut {
 public:
  using Object = std::map<std::string, JsonOut, std::less<>>;
  using Array = std::vector<JsonOut>;

  JsonOut() = default;  // null
  static JsonOut string(std::string_view text) { return JsonOut(std::string(text)); }
  static JsonOut boolean(bool v) { return JsonOut(v); }
  static JsonOut integer(std::int64_t v) { return JsonOut(std::to_string(v)); }
  static JsonOut integer(const Wide& v) { return JsonOut(v.to_string()); }
  static JsonOut size(std::uint64_t v) { return JsonOut(std::to_string(v)); }
  static JsonOut array(Array elements = {}) { return JsonOut(std::move(elements)); }
  static JsonOut object(Object members = {}) { return JsonOut(std::move(members)); }

  // Members of an object, elements of an array.
  JsonOut& set(std::string_view key, JsonOut value);
  JsonOut& push(JsonOut value);

  // The canonical bytes; every string is printable ASCII, which the caller has checked.
  [[nodiscard]] std::string write() const;

 private:
  using Value = std::variant<std::monostate, bool, std::string, Array, Object>;
  explicit JsonOut(Value value) : value_(std::move(value)) {}
  void append_to(std::string& out) const;

  Value value_;
};

}  // namespace wai
