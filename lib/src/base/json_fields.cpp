#include "base/json_fields.hpp"

namespace wai::json {

Expected<Value> Fields::object(const Value& v) const {
  if (v.kind() != Kind::object) {
    return refuse(v, "{}, not an object", to_string(v.kind()));
  }
  if (const auto twice = v.duplicate_key()) {
    return refuse(*twice, "an earlier member has this name");
  }
  return v;
}

Expected<Value> Fields::list(const Value& v) const {
  if (v.kind() != Kind::array) {
    return refuse(v, "{}, not a list", to_string(v.kind()));
  }
  return v;
}

Expected<Value> Fields::member(const Value& object, std::string_view key) const {
  const auto value = object.find(key);
  if (!value) {
    return refuse(object, "no member {}", key);
  }
  return *value;
}

Expected<std::int64_t> Fields::integer(const Value& v, std::int64_t lo, std::int64_t hi) const {
  if (v.kind() != Kind::number) {
    return refuse(v, "{}, not an integer", to_string(v.kind()));
  }
  const auto value = v.as_i64();
  if (!value) {
    constexpr std::size_t kLongest = 40;
    return refuse(v, "{} is not an integer of 64 bits without fraction or exponent",
                  v.number_text().substr(0, kLongest));
  }
  if (*value < lo || *value > hi) {
    return refuse(v, "{} is outside [{}, {}]", *value, lo, hi);
  }
  return *value;
}

}  // namespace wai::json
