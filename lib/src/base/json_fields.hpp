// Reading what a JSON form declares: members, exact integers, lists of them. Every refusal names the path and offset.
#pragma once

#include <concepts>
#include <limits>
#include <vector>

#include "base/json.hpp"

namespace wai::json {

// The rules that every JSON form shares (readings P8), with the form's refusal code and its section for messages.
class Fields {
 public:
  constexpr Fields(RefusalCode code, std::string_view section) : code_(code), section_(section) {}

  template <class... Args>
  [[nodiscard]] Refusal refuse(const Value& at, fmt::format_string<Args...> text, Args&&... args) const {
    return wai::refuse(code_, "{} at offset {}: {} ({})", at.path(), at.offset(),
                       fmt::format(text, std::forward<Args>(args)...), section_);
  }

  // An object without two members of one name.
  [[nodiscard]] Expected<Value> object(const Value& v) const;
  // A list.
  [[nodiscard]] Expected<Value> list(const Value& v) const;
  // The member of an object that must have it.
  [[nodiscard]] Expected<Value> member(const Value& object, std::string_view key) const;
  // An integer of [lo, hi], written without fraction or exponent.
  [[nodiscard]] Expected<std::int64_t> integer(const Value& v, std::int64_t lo, std::int64_t hi) const;
  // An integer that fits T, which i64 holds.
  template <std::integral T>
  [[nodiscard]] Expected<T> integer_of(const Value& v) const {
    using Limits = std::numeric_limits<T>;
    WAI_TRY(const std::int64_t value, integer(v, Limits::min(), Limits::max()));
    return static_cast<T>(value);
  }
  // A list of n integers that fit T.
  template <std::integral T>
  [[nodiscard]] Expected<std::vector<T>> integers_of(const Value& v, std::uint64_t n) const {
    WAI_TRY(const Value values, list(v));
    if (values.size() != n) {
      return refuse(v, "{} elements, not {}", values.size(), n);
    }
    std::vector<T> out;
    out.reserve(values.size());
    for (const Value& element : values) {
      WAI_TRY(const T value, integer_of<T>(element));
      out.push_back(value);
    }
    return out;
  }

 private:
  RefusalCode code_;
  std::string_view section_;
};

}  // namespace wai::json
