#include "payload/forms.hpp"

#include <fmt/ranges.h>

#include "base/sha256.hpp"

namespace wai {
namespace {

// The value of a hexadecimal digit; only lowercase ones are digits here.
std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  if (c >= 'a' && c <= 'f') {
    return static_cast<unsigned>(c - 'a') + 10;
  }
  return std::nullopt;
}

std::optional<Bytes> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) {
    return std::nullopt;
  }
  Bytes bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto high = hex_digit(text[i]);
    const auto low = hex_digit(text[i + 1]);
    if (!high || !low) {
      return std::nullopt;
    }
    bytes.push_back(static_cast<std::uint8_t>(*high * 16 + *low));
  }
  return bytes;
}

}  // namespace

Refusal bad_json_form(const json::Value& at, std::string_view what) {
  return refuse(RefusalCode::payload_malformed, "JSON form: {} at offset {}: {} (pay 10)", at.path(), at.offset(),
                what);
}

Expected<void> check_form_object(const json::Value& object) {
  if (object.kind() != json::Kind::object) {
    return bad_json_form(object, "not an object");
  }
  if (const auto again = object.duplicate_key()) {
    return bad_json_form(*again, "a second member of one name");
  }
  return {};
}

Expected<json::Value> form_member(const json::Value& object, std::string_view key) {
  const auto value = object.find(key);
  if (!value) {
    return bad_json_form(object, fmt::format("no member {}", key));
  }
  return *value;
}

Expected<void> check_form_list(const json::Value& value) {
  return value.kind() == json::Kind::array ? Expected<void>() : bad_json_form(value, "not a list");
}

Expected<std::int64_t> form_integer_within(const json::Value& value, std::int64_t lo, std::int64_t hi) {
  const std::string_view text = value.number_text();
  if (text.empty() || text.find_first_of(".eE") != std::string_view::npos) {
    return bad_json_form(value, "not an integer");
  }
  const auto v = value.as_i64();
  if (!v || *v < lo || *v > hi) {
    return refuse(RefusalCode::field_range, "JSON form: {} at offset {}: outside [{}, {}] (pay 10)", value.path(),
                  value.offset(), lo, hi);
  }
  return *v;
}

Expected<void> read_form_tables(const json::Value& object, std::string_view key,
                                std::vector<std::vector<std::uint32_t>>& out) {
  WAI_TRY(const json::Value list, form_member(object, key));
  WAI_CHECK(check_form_list(list));
  for (const json::Value table : list) {
    WAI_TRY(auto cdf, form_integers<std::uint32_t>(table));
    out.push_back(std::move(cdf));
  }
  return {};
}

Expected<void> read_form_stream(const json::Value& object, std::string_view key, StreamBytes& out) {
  WAI_TRY(const json::Value value, form_member(object, key));
  const auto text = value.as_string();
  auto bytes = text ? from_hex(*text) : std::nullopt;
  if (!bytes) {
    return bad_json_form(value, "not bytes in lowercase hexadecimal");
  }
  out = std::move(*bytes);
  return {};
}

void FormWriter::tables(std::string_view key, std::span<const std::vector<std::uint32_t>> tables) {
  std::string list;
  for (const auto& table : tables) {
    list += fmt::format("{}[{}]", list.empty() ? "" : ", ", fmt::join(table, ", "));
  }
  member(key, fmt::format("[{}]", list));
}

void FormWriter::stream(std::string_view key, std::span<const std::uint8_t> bytes) {
  member(key, fmt::format("\"{}\"", to_hex(bytes)));
}

void FormWriter::member(std::string_view key, std::string_view json) {
  members_ += fmt::format("{}\n{}\"{}\": {}", members_.empty() ? "" : ",", indent(depth_ + 1), key, json);
}

std::string FormWriter::finish() const {
  return fmt::format("{{{}\n{}}}", members_, indent(depth_));
}

}  // namespace wai
