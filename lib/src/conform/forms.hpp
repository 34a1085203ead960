// The JSON forms of ops 14.1 that graph and stage vectors share: decimal strings, shapes, tensors, hexadecimal bytes.
// What is read must be the form: an unknown member, or a number written another way, is refused (model_mismatch).
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "wai/tensor.hpp"

namespace wai {

// model_mismatch that names the place in the document.
[[nodiscard]] Refusal bad_form(const json::Value& at, std::string_view what);

// An object that has every member of `required`, perhaps some of `optional`, and no others.
[[nodiscard]] Expected<void> check_members(const json::Value& object, std::initializer_list<std::string_view> required,
                                           std::initializer_list<std::string_view> optional = {});
// The member of an object, which must be there.
[[nodiscard]] Expected<json::Value> member(const json::Value& object, std::string_view key);

// A decimal string as ops 8.5 writes it, that fits i64; or, where a person writes the form, a JSON integer as well.
enum class Numbers : std::uint8_t { canonical, relaxed };
[[nodiscard]] Expected<std::int64_t> read_integer(const json::Value& v, Numbers numbers = Numbers::canonical);
[[nodiscard]] Expected<std::uint64_t> read_size(const json::Value& v, Numbers numbers = Numbers::canonical);
[[nodiscard]] Expected<std::vector<std::int64_t>> read_integers(const json::Value& v,
                                                                Numbers numbers = Numbers::canonical);
[[nodiscard]] Expected<std::string> read_string(const json::Value& v);
[[nodiscard]] Expected<bool> read_bool(const json::Value& v);
// Lowercase hexadecimal.
[[nodiscard]] Expected<Bytes> read_hex(const json::Value& v);
// { "data", "shape" }: as many values as the shape has elements, within 2^26.
[[nodiscard]] Expected<Tensor> read_tensor(const json::Value& v, Numbers numbers = Numbers::canonical);

[[nodiscard]] JsonOut integers_json(const std::vector<std::int64_t>& values);
[[nodiscard]] JsonOut tensor_json(const Tensor& t);
[[nodiscard]] JsonOut hex_json(std::span<const std::uint8_t> bytes);

}  // namespace wai
