// Refusals: the closed list of codes of ops 4 and pay 8, and the value-or-refusal every function returns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "wai/export.hpp"

namespace wai {

// The codes of pay 8, in its order; those of ops 4 are among them. The code is the contract.
enum class RefusalCode : std::uint8_t {
  bad_magic,
  format_capability_mismatch,
  keyframe_capability_mismatch,
  version,
  reserved_nonzero,
  field_range,
  too_large,
  cdf_malformed,
  stream_length,
  nested_length,
  trailing,
  stream_exhausted,
  stream_noncanonical,
  geometry_mismatch,
  model_mismatch,
  set_incomplete,
  not_dispatchable,
  unsupported_capability,
  payload_malformed,
  cost_over_limit,
};

// The code as pay 8 spells it, and the code of a spelling.
[[nodiscard]] WAI_EXPORT std::string_view to_string(RefusalCode code);
[[nodiscard]] WAI_EXPORT std::optional<RefusalCode> refusal_code(std::string_view spelling);

// Why an input was refused. `message` is for people and may change: section, offset, operator, values.
struct Refusal {
  RefusalCode code{};
  std::string message;
  // For a stage operator: the refusal index of ops 14.1.
  std::optional<std::int64_t> at{};
};

// A value of type T, or the refusal that stands in its place.
template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}            // NOLINT: implicit by design
  Expected(Refusal refusal) : state_(std::in_place_index<1>, std::move(refusal)) {}  // NOLINT: implicit by design

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }

  Refusal& refusal() { return std::get<1>(state_); }
  [[nodiscard]] const Refusal& refusal() const { return std::get<1>(state_); }

 private:
  std::variant<T, Refusal> state_;
};

// Nothing, or a refusal.
template <>
class [[nodiscard]] Expected<void> {
 public:
  Expected() = default;
  Expected(Refusal refusal) : refusal_(std::move(refusal)) {}  // NOLINT: implicit by design

  [[nodiscard]] bool has_value() const { return !refusal_.has_value(); }
  explicit operator bool() const { return has_value(); }

  Refusal& refusal() { return *refusal_; }
  [[nodiscard]] const Refusal& refusal() const { return *refusal_; }

 private:
  std::optional<Refusal> refusal_;
};

}  // namespace wai

// WAI_TRY(const Header header, read_header(bytes)): declares the value, or returns the refusal.
#define WAI_TRY(declaration, ...) WAI_TRY_NAMED(WAI_TRY_JOIN(wai_try_, __LINE__), declaration, __VA_ARGS__)
#define WAI_TRY_NAMED(name, declaration, ...) \
  auto name = (__VA_ARGS__);                  \
  if (!name) {                                \
    return std::move(name.refusal());         \
  }                                           \
  declaration = *std::move(name)
#define WAI_TRY_JOIN(a, b) WAI_TRY_JOIN2(a, b)
#define WAI_TRY_JOIN2(a, b) a##b

// WAI_CHECK(graph_rules(graph)): goes on, or returns the refusal.
#define WAI_CHECK(...)                                \
  do {                                                \
    if (auto wai_check = (__VA_ARGS__); !wai_check) { \
      return std::move(wai_check.refusal());          \
    }                                                 \
  } while (false)
