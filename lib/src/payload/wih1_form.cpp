// WIH1's JSON form (pay 10, pins P11): the header's fields, the streams as they are.
#include "payload/forms.hpp"
#include "payload/json_forms.hpp"

namespace wai {

Expected<Wih1> wih1_from_form(const json::Value& form) {
  WAI_CHECK(check_form_object(form));
  Wih1 image;
  WAI_CHECK(read_form(form, "m", image.m));
  WAI_CHECK(read_form(form, "sh", image.sh));
  WAI_CHECK(read_form(form, "sw", image.sw));
  WAI_CHECK(read_form(form, "n_z", image.n_z));
  WAI_CHECK(read_form(form, "zh", image.zh));
  WAI_CHECK(read_form(form, "zw", image.zw));
  WAI_CHECK(read_form_stream(form, "z_stream", image.z_stream));
  WAI_CHECK(read_form_stream(form, "y_stream", image.y_stream));
  return image;
}

Expected<Bytes> wih1_from_json(std::string_view text) {
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::payload_malformed));
  WAI_TRY(const Wih1 image, wih1_from_form(document.root()));
  return write_wih1(image);
}

std::string wih1_to_form(const Wih1& image, unsigned depth) {
  FormWriter out(depth);
  out.integer("m", image.m);
  out.integer("sh", image.sh);
  out.integer("sw", image.sw);
  out.integer("n_z", image.n_z);
  out.integer("zh", image.zh);
  out.integer("zw", image.zw);
  out.stream("z_stream", image.z_stream.bytes());
  out.stream("y_stream", image.y_stream.bytes());
  return out.finish();
}

std::string wih1_to_json(const Wih1& image) {
  return wih1_to_form(image, 0) + "\n";
}

}  // namespace wai
