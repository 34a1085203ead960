#include "conform/stage_vector.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "conform/stage_fields.hpp"

namespace wai {
namespace {

using Words = std::initializer_list<std::string_view>;

constexpr std::array<std::string_view, 13> kNames = {
    "rans64_decode", "dequantize",    "bucket",     "coded",       "scale_index",  "block_stat",  "band_lookup",
    "mans_decode",   "residual_step", "mc_predict", "up2_predict", "rate_predict", "coding_order"};
static_assert(kNames.size() == std::variant_size_v<StageInput>);

// The member of `expect` that each operator has.
constexpr std::array<std::string_view, 13> kResults = {"symbols", "value", "index", "coded", "index", "out",    "value",
                                                       "symbols", "value", "value", "out",   "out",   "indices"};

template <class T>
Expected<std::vector<T>> read_list(const json::Value& v);

Expected<void> read_into(const json::Value& v, std::int64_t& out) {
  WAI_TRY(out, read_integer(v));
  return {};
}
Expected<void> read_into(const json::Value& v, bool& out) {
  WAI_TRY(out, read_bool(v));
  return {};
}
Expected<void> read_into(const json::Value& v, Bytes& out) {
  WAI_TRY(out, read_hex(v));
  return {};
}
Expected<void> read_into(const json::Value& v, Tensor& out) {
  WAI_TRY(out, read_tensor(v));
  return {};
}
template <class T>
Expected<void> read_into(const json::Value& v, std::vector<T>& out) {
  WAI_TRY(out, read_list<T>(v));
  return {};
}
template <class T>
Expected<void> read_into(const json::Value& v, T& out);

// Reads the members a description names, and refuses any other.
class MemberReader {
 public:
  explicit MemberReader(const json::Value& object) : object_(object) {
    if (object.kind() != json::Kind::object) {
      state_ = bad_form(object, "not an object");
    } else if (const auto again = object.duplicate_key()) {
      state_ = bad_form(*again, "a member's name a second time");
    }
  }

  template <class T>
  void operator()(std::string_view name, T& field) {
    if (const auto value = take(name)) {
      state_ = read_into(*value, field);
    }
  }
  template <class E>
  void choice(std::string_view name, E& field, Words words) {
    if (const auto value = take(name)) {
      const auto found = std::find_if(words.begin(), words.end(), [&](auto word) { return value->equals(word); });
      if (found == words.end()) {
        state_ = bad_form(*value, "not one of its words");
      } else {
        field = static_cast<E>(found - words.begin());
      }
    }
  }

  [[nodiscard]] Expected<void> finish() const {
    if (state_ && object_.size() != n_taken_) {
      return bad_form(object_, "a member the form does not have");
    }
    return state_;
  }

 private:
  std::optional<json::Value> take(std::string_view name) {
    if (!state_) {
      return std::nullopt;
    }
    auto found = member(object_, name);
    if (!found) {
      state_ = std::move(found.refusal());
      return std::nullopt;
    }
    ++n_taken_;
    return *found;
  }

  json::Value object_;
  Expected<void> state_;
  std::size_t n_taken_ = 0;
};

template <class T>
Expected<void> read_into(const json::Value& v, T& out) {
  MemberReader reader(v);
  in_members(reader, out);
  return reader.finish();
}

template <class T>
Expected<std::vector<T>> read_list(const json::Value& v) {
  if (v.kind() != json::Kind::array) {
    return bad_form(v, "not a list");
  }
  std::vector<T> out;
  out.reserve(v.size());
  for (const json::Value element : v) {
    T field{};
    WAI_CHECK(read_into(element, field));
    out.push_back(std::move(field));
  }
  return out;
}

JsonOut json_of(std::int64_t v) {
  return JsonOut::integer(v);
}
JsonOut json_of(bool v) {
  return JsonOut::boolean(v);
}
JsonOut json_of(const Bytes& v) {
  return hex_json(v);
}
JsonOut json_of(const Tensor& v) {
  return tensor_json(v);
}
template <class T>
JsonOut json_of(T v);
template <class T>
JsonOut json_of(const std::vector<T>& list) {
  JsonOut out = JsonOut::array();
  for (const auto& element : list) {
    out.push(json_of(T(element)));
  }
  return out;
}

class MemberWriter {
 public:
  template <class T>
  void operator()(std::string_view name, const T& field) {
    out_.set(name, json_of(field));
  }
  template <class E>
  void choice(std::string_view name, E field, Words words) {
    out_.set(name, JsonOut::string(words.begin()[static_cast<std::size_t>(field)]));
  }
  [[nodiscard]] JsonOut finish() { return std::move(out_); }

 private:
  JsonOut out_ = JsonOut::object();
};

template <class T>
JsonOut json_of(T v) {
  MemberWriter writer;
  in_members(writer, v);
  return writer.finish();
}

template <std::size_t I = 0>
Expected<StageInput> read_operands(std::size_t index, const json::Value& in, const json::Value& modes) {
  if constexpr (I == kNames.size()) {
    return bad_form(in, "not an operator's");
  } else {
    if (index != I) {
      return read_operands<I + 1>(index, in, modes);
    }
    std::variant_alternative_t<I, StageInput> out;
    MemberReader mode_reader(modes);
    mode_members(mode_reader, out);
    WAI_CHECK(mode_reader.finish());
    WAI_CHECK(read_into(in, out));
    return StageInput(std::move(out));
  }
}

// A value of the file as it stands. Numbers have no place in a vector file.
Expected<JsonOut> copy_json(const json::Value& v) {
  switch (v.kind()) {
    case json::Kind::boolean:
      return JsonOut::boolean(*v.as_bool());
    case json::Kind::string: {
      const std::string text = *v.as_string();
      if (!is_printable_ascii(text)) {
        return bad_form(v, "not printable ASCII");
      }
      return JsonOut::string(text);
    }
    case json::Kind::array: {
      JsonOut out = JsonOut::array();
      for (const json::Value element : v) {
        WAI_TRY(JsonOut copy, copy_json(element));
        out.push(std::move(copy));
      }
      return out;
    }
    case json::Kind::object: {
      JsonOut out = JsonOut::object();
      for (const auto& [key, value] : v.members()) {
        WAI_TRY(JsonOut copy, copy_json(value));
        out.set(*key.as_string(), std::move(copy));
      }
      return out;
    }
    case json::Kind::null:
    case json::Kind::number:
      break;
  }
  return bad_form(v, "neither text, true, false, list nor object");
}

Expected<StageOutcome> read_outcome(const json::Value& v, std::string_view result) {
  if (const auto expect = v.find("expect")) {
    WAI_CHECK(check_members(v, {"expect", "id", "in", "modes", "op"}));
    WAI_CHECK(check_members(*expect, {result}));
    WAI_TRY(JsonOut copy, copy_json(*expect));
    return StageOutcome(std::move(copy));
  }
  WAI_CHECK(check_members(v, {"at", "id", "in", "modes", "op", "refuse"}));
  StageRefusal refusal;
  WAI_TRY(refusal.at, read_integer(*v.find("at")));
  WAI_TRY(const std::string text, read_string(*v.find("refuse")));
  const auto code = refusal_code(text);
  if (!code) {
    return bad_form(*v.find("refuse"), "not a refusal code");
  }
  refusal.code = *code;
  return StageOutcome(refusal);
}

Expected<std::size_t> read_operator(const json::Value& v) {
  const auto found = std::find_if(kNames.begin(), kNames.end(), [&](auto name) { return v.equals(name); });
  if (found == kNames.end()) {
    return bad_form(v, "not a stage operator");
  }
  return static_cast<std::size_t>(found - kNames.begin());
}

}  // namespace

std::span<const std::string_view> stage_operator_names() {
  return kNames;
}

std::string_view stage_operator_name(const StageInput& in) {
  return kNames[in.index()];
}

JsonOut stage_outcome_json(const StageOutcome& outcome) {
  JsonOut out = JsonOut::object();
  if (const auto* refusal = std::get_if<StageRefusal>(&outcome)) {
    out.set("at", JsonOut::integer(refusal->at));
    out.set("refuse", JsonOut::string(to_string(refusal->code)));
  } else {
    out.set("expect", std::get<JsonOut>(outcome));
  }
  return out;
}

JsonOut stage_question_json(const StageVector& vector) {
  JsonOut out = JsonOut::object();
  out.set("id", JsonOut::string(vector.id));
  out.set("op", JsonOut::string(stage_operator_name(vector.in)));
  std::visit(
      [&](auto in) {
        MemberWriter modes;
        mode_members(modes, in);
        out.set("modes", modes.finish());
        out.set("in", json_of(std::move(in)));
      },
      vector.in);
  return out;
}

JsonOut stage_vector_json(const StageVector& vector) {
  JsonOut out = stage_question_json(vector);
  if (const auto* refusal = std::get_if<StageRefusal>(&vector.outcome)) {
    out.set("at", JsonOut::integer(refusal->at));
    out.set("refuse", JsonOut::string(to_string(refusal->code)));
  } else {
    out.set("expect", std::get<JsonOut>(vector.outcome));
  }
  return out;
}

Expected<StageVector> read_stage_question(const json::Value& v) {
  WAI_CHECK(check_members(v, {"id", "in", "modes", "op"}, {"at", "expect", "refuse"}));
  StageVector out;
  WAI_TRY(out.id, read_string(*v.find("id")));
  WAI_TRY(const std::size_t index, read_operator(*v.find("op")));
  WAI_TRY(out.in, read_operands(index, *v.find("in"), *v.find("modes")));
  return out;
}

Expected<StageVector> read_stage_vector(const json::Value& v) {
  WAI_TRY(StageVector out, read_stage_question(v));
  WAI_TRY(out.outcome, read_outcome(v, kResults[out.in.index()]));
  return out;
}

}  // namespace wai
