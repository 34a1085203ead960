// The tools' JSON forms of the payloads (pay 10; members and layout pinned here, pins P11): a converter's input and
// output, never a payload. What tells the formats apart is public: wai/payload.hpp.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "payload/wia1.hpp"
#include "payload/wih1.hpp"
#include "payload/wis1.hpp"
#include "payload/wiv1.hpp"
#include "wai/payload.hpp"

namespace wai {

// The payload of a form: bytes that the format's parser accepts.
[[nodiscard]] Expected<Bytes> wiv1_from_json(std::string_view text);
[[nodiscard]] Expected<Bytes> wih1_from_json(std::string_view text);
[[nodiscard]] Expected<Bytes> wia1_from_json(std::string_view text);
[[nodiscard]] Expected<Bytes> wis1_from_json(std::string_view text);

// The form of a payload that was parsed; its conversion gives the payload's bytes again.
[[nodiscard]] std::string wiv1_to_json(const Wiv1& clip);
[[nodiscard]] std::string wih1_to_json(const Wih1& image);
[[nodiscard]] std::string wia1_to_json(const Wia1& clip);
[[nodiscard]] std::string wis1_to_json(const Wis1& cloud);

// For the nested keyframe of a WIV1 form.
[[nodiscard]] Expected<Wih1> wih1_from_form(const json::Value& form);
[[nodiscard]] std::string wih1_to_form(const Wih1& image, unsigned depth);

}  // namespace wai
