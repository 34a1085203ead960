// Parts of the tools' JSON forms, in and out (pay 10, pins P11): integers, lists, tables and streams.
//
// JSON that is not the form is refused with `payload_malformed`, an integer outside its field's type with
// `field_range`; what the payload itself refuses keeps that code. Members of other names are ignored (readings P8).
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/int_math.hpp"
#include "base/json.hpp"
#include "payload/sections.hpp"

namespace wai {

// `payload_malformed`, naming the place in the text.
[[nodiscard]] Refusal bad_json_form(const json::Value& at, std::string_view what);

// An object no two of whose members have one name.
[[nodiscard]] Expected<void> check_form_object(const json::Value& object);
// The member of an object, which must be there.
[[nodiscard]] Expected<json::Value> form_member(const json::Value& object, std::string_view key);
// A list.
[[nodiscard]] Expected<void> check_form_list(const json::Value& value);

// A JSON integer within [lo, hi].
[[nodiscard]] Expected<std::int64_t> form_integer_within(const json::Value& value, std::int64_t lo, std::int64_t hi);

// A JSON integer that the field's type T, of at most 64 bits and signed if of 64, holds.
template <std::integral T>
[[nodiscard]] Expected<T> form_integer(const json::Value& value) {
  WAI_TRY(const std::int64_t v, form_integer_within(value, narrow<std::int64_t>(std::numeric_limits<T>::min()),
                                                    narrow<std::int64_t>(std::numeric_limits<T>::max())));
  return static_cast<T>(v);
}

// object[key] as a T, into `out`.
template <std::integral T>
[[nodiscard]] Expected<void> read_form(const json::Value& object, std::string_view key, T& out) {
  WAI_TRY(const json::Value value, form_member(object, key));
  WAI_TRY(out, form_integer<T>(value));
  return {};
}

// A list of integers.
template <std::integral T>
[[nodiscard]] Expected<std::vector<T>> form_integers(const json::Value& list) {
  WAI_CHECK(check_form_list(list));
  std::vector<T> out;
  for (const json::Value element : list) {
    WAI_TRY(const T v, form_integer<T>(element));
    out.push_back(v);
  }
  return out;
}
template <std::integral T>
[[nodiscard]] Expected<void> read_form(const json::Value& object, std::string_view key, std::vector<T>& out) {
  WAI_TRY(const json::Value list, form_member(object, key));
  WAI_TRY(out, form_integers<T>(list));
  return {};
}

// object[key]: a list of lists, one table a channel.
[[nodiscard]] Expected<void> read_form_tables(const json::Value& object, std::string_view key,
                                              std::vector<std::vector<std::uint32_t>>& out);
// object[key]: bytes in lowercase hexadecimal.
[[nodiscard]] Expected<void> read_form_stream(const json::Value& object, std::string_view key, StreamBytes& out);

// Writes one JSON object, a member a line, in the order of the calls.
class FormWriter {
 public:
  explicit FormWriter(unsigned depth = 0) : depth_(depth) {}

  void integer(std::string_view key, std::int64_t value) { member(key, fmt::format("{}", value)); }
  template <class T>
  void integers(std::string_view key, std::span<const T> values) {
    member(key, fmt::format("[{}]", fmt::join(values, ", ")));
  }
  void tables(std::string_view key, std::span<const std::vector<std::uint32_t>> tables);
  void stream(std::string_view key, std::span<const std::uint8_t> bytes);
  // A value that is JSON already.
  void member(std::string_view key, std::string_view json);

  [[nodiscard]] std::string finish() const;

 private:
  [[nodiscard]] std::string indent(unsigned depth) const { return std::string(2 * std::size_t{depth}, ' '); }

  unsigned depth_;
  std::string members_;
};

}  // namespace wai
