#include "payload/json_forms.hpp"

#include "payload/forms.hpp"

namespace wai {

Expected<Bytes> payload_from_json(std::string_view text) {
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::payload_malformed));
  const json::Value form = document.root();
  if (form.find("mvs")) {
    return wiv1_from_json(text);
  }
  if (form.find("z_stream")) {
    return wih1_from_json(text);
  }
  if (form.find("sample_rate")) {
    return wia1_from_json(text);
  }
  if (form.find("ranges")) {
    return wis1_from_json(text);
  }
  return bad_json_form(form, "no member mvs, z_stream, sample_rate or ranges tells the format");
}

Expected<std::string> payload_to_json(std::span<const std::uint8_t> bytes) {
  const auto magic = payload_magic(bytes);
  if (magic == kWiv1Magic) {
    WAI_TRY(const Wiv1 clip, parse_wiv1(bytes, std::nullopt));
    return wiv1_to_json(clip);
  }
  if (magic == kWia1Magic) {
    WAI_TRY(const Wia1 clip, parse_wia1(bytes));
    return wia1_to_json(clip);
  }
  if (magic == kWis1Magic) {
    WAI_TRY(const Wis1 cloud, parse_wis1(bytes));
    return wis1_to_json(cloud);
  }
  if (magic != kWih1Magic) {
    return no_payload_magic();
  }
  WAI_TRY(const Wih1 image, parse_wih1(bytes));
  return wih1_to_json(image);
}

}  // namespace wai
