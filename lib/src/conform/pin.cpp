#include "conform/pin.hpp"

#include "conform/forms.hpp"
#include "wai/certify.hpp"

namespace wai {

Expected<Pin> read_pin(std::string_view text) {
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::payload_malformed));
  const json::Value root = document.root();
  WAI_CHECK(check_members(root, {"capability", "resolve", "set_sha256"}, {"ops_profile"}));
  Pin pin;
  WAI_TRY(pin.capability, read_string(*root.find("capability")));
  if (const auto profile = root.find("ops_profile")) {
    if (!profile->equals("acc32") && !profile->equals("acc64")) {
      return bad_form(*profile, "not a profile");
    }
    pin.ops_profile = profile->equals("acc32") ? Profile::acc32 : Profile::acc64;
  }
  return pin;
}

Expected<std::string> pin_json(const Pin& pin, const ParameterSet& set) {
  WAI_TRY(const LoweredSet lowered, lower_set(set, pin.capability));
  WAI_TRY(const Certificate certificate,
          certify(lowered.graphs, {lowered.capability, lowered.lowering, lowered.set_sha256}));
  std::string_view resolve = "ok";
  if (!certificate.acc64) {
    resolve =
        to_string(lowered.lowering == "int_synth/1" ? RefusalCode::payload_malformed : RefusalCode::model_mismatch);
  } else if (pin.ops_profile && !certificate.meets(*pin.ops_profile)) {
    resolve = to_string(RefusalCode::model_mismatch);
  }
  JsonOut out = JsonOut::object();
  out.set("capability", JsonOut::string(pin.capability));
  out.set("resolve", JsonOut::string(resolve));
  out.set("set_sha256", JsonOut::string(lowered.set_sha256));
  if (pin.ops_profile) {
    out.set("ops_profile", JsonOut::string(to_string(*pin.ops_profile)));
  }
  return out.write();
}

Expected<std::string> resolve_pin(std::string_view text, const ParameterSet& set) {
  WAI_TRY(const Pin pin, read_pin(text));
  return pin_json(pin, set);
}

}  // namespace wai
