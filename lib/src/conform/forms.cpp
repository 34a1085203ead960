#include "conform/forms.hpp"

#include <algorithm>
#include <charconv>

#include "base/caps.hpp"
#include "base/sha256.hpp"

namespace wai {
namespace {

constexpr auto kMismatch = RefusalCode::model_mismatch;

// No leading zero, a '-' only before a nonzero value, zero written "0" (ops 8.5).
bool is_canonical_decimal(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  const bool all_digits = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  return !digits.empty() && all_digits && (digits[0] != '0' || text == "0");
}

template <class T>
std::optional<T> from_decimal(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional<T>(value) : std::nullopt;
}

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  if (c >= 'a' && c <= 'f') {
    return static_cast<unsigned>(c - 'a' + 10);
  }
  return std::nullopt;
}

template <class T>
Expected<T> read_number(const json::Value& v, Numbers numbers) {
  if (numbers == Numbers::relaxed && v.kind() == json::Kind::number) {
    if (const auto value = v.as_i64(); value && (*value >= 0 || std::is_signed_v<T>)) {
      return static_cast<T>(*value);
    }
  }
  const auto text = v.as_string();
  if (!text || !is_canonical_decimal(*text)) {
    return bad_form(v, "not an integer written as a decimal string");
  }
  if (const auto value = from_decimal<T>(*text)) {
    return *value;
  }
  return bad_form(v, "an integer out of range");
}

}  // namespace

Refusal bad_form(const json::Value& at, std::string_view what) {
  return refuse(kMismatch, "{} at byte {}: {} (ops 14.1)", at.path(), at.offset(), what);
}

Expected<void> check_members(const json::Value& object, std::initializer_list<std::string_view> required,
                             std::initializer_list<std::string_view> optional) {
  if (object.kind() != json::Kind::object) {
    return bad_form(object, "not an object");
  }
  if (const auto again = object.duplicate_key()) {
    return bad_form(*again, "a member's name a second time");
  }
  for (const json::Member& m : object.members()) {
    const auto is_key = [&](std::string_view name) { return m.key.equals(name); };
    if (std::none_of(required.begin(), required.end(), is_key) &&
        std::none_of(optional.begin(), optional.end(), is_key)) {
      return bad_form(m.value, "a member the form does not have");
    }
  }
  for (const std::string_view name : required) {
    WAI_CHECK(member(object, name));
  }
  return {};
}

Expected<json::Value> member(const json::Value& object, std::string_view key) {
  if (const auto found = object.find(key)) {
    return *found;
  }
  return bad_form(object, fmt::format("no member \"{}\"", key));
}

Expected<std::int64_t> read_integer(const json::Value& v, Numbers numbers) {
  return read_number<std::int64_t>(v, numbers);
}

Expected<std::uint64_t> read_size(const json::Value& v, Numbers numbers) {
  return read_number<std::uint64_t>(v, numbers);
}

Expected<std::vector<std::int64_t>> read_integers(const json::Value& v, Numbers numbers) {
  if (v.kind() != json::Kind::array) {
    return bad_form(v, "not a list");
  }
  std::vector<std::int64_t> out;
  out.reserve(v.size());
  for (const json::Value element : v) {
    WAI_TRY(const std::int64_t value, read_integer(element, numbers));
    out.push_back(value);
  }
  return out;
}

Expected<std::string> read_string(const json::Value& v) {
  if (auto text = v.as_string()) {
    return *std::move(text);
  }
  return bad_form(v, "not a string");
}

Expected<bool> read_bool(const json::Value& v) {
  if (const auto flag = v.as_bool()) {
    return *flag;
  }
  return bad_form(v, "not true or false");
}

Expected<Bytes> read_hex(const json::Value& v) {
  const auto text = v.as_string();
  if (!text || text->size() % 2 != 0) {
    return bad_form(v, "not bytes in hexadecimal");
  }
  Bytes out(text->size() / 2);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto high = hex_digit((*text)[2 * i]);
    const auto low = hex_digit((*text)[2 * i + 1]);
    if (!high || !low) {
      return bad_form(v, "not bytes in lowercase hexadecimal");
    }
    out[i] = static_cast<std::uint8_t>(*high * 16 + *low);
  }
  return out;
}

Expected<Tensor> read_tensor(const json::Value& v, Numbers numbers) {
  WAI_CHECK(check_members(v, {"data", "shape"}));
  WAI_TRY(const json::Value shape, member(v, "shape"));
  if (shape.kind() != json::Kind::array || shape.size() != 3) {
    return bad_form(shape, "not a shape of three sides");
  }
  std::vector<std::uint64_t> sides;
  for (const json::Value side : shape) {
    WAI_TRY(const std::uint64_t n, read_size(side, numbers));
    sides.push_back(n);
  }
  WAI_TRY(const json::Value data, member(v, "data"));
  const CheckedSize elements = CheckedSize(sides[0]) * sides[1] * sides[2];
  if (!elements.within(kMaxElems) || elements.value() != std::uint64_t{data.size()}) {
    return bad_form(v, fmt::format("{} values for a shape of [{}, {}, {}]", data.size(), sides[0], sides[1], sides[2]));
  }
  WAI_TRY(std::vector<std::int64_t> values, read_integers(data, numbers));
  return Tensor({sides[0], sides[1], sides[2]}, std::move(values));
}

JsonOut integers_json(const std::vector<std::int64_t>& values) {
  JsonOut out = JsonOut::array();
  for (const std::int64_t v : values) {
    out.push(JsonOut::integer(v));
  }
  return out;
}

JsonOut tensor_json(const Tensor& t) {
  JsonOut shape = JsonOut::array();
  for (const std::uint64_t side : {t.shape.c, t.shape.h, t.shape.w}) {
    shape.push(JsonOut::size(side));
  }
  JsonOut out = JsonOut::object();
  out.set("data", integers_json(t.data));
  out.set("shape", std::move(shape));
  return out;
}

JsonOut hex_json(std::span<const std::uint8_t> bytes) {
  return JsonOut::string(to_hex(bytes));
}

}  // namespace wai
