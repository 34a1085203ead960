// WIA1's JSON form (pay 10, pins P11, readings P25): `lo` is the symbol offset of every channel's table.
#include "payload/forms.hpp"
#include "payload/json_forms.hpp"

namespace wai {

Expected<Bytes> wia1_from_json(std::string_view text) {
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::payload_malformed));
  const json::Value form = document.root();
  WAI_CHECK(check_form_object(form));
  Wia1 clip;
  WAI_CHECK(read_form(form, "afrac", clip.afrac));
  WAI_CHECK(read_form(form, "sample_rate", clip.sr));
  WAI_CHECK(read_form(form, "n_ch", clip.n_ch));
  WAI_CHECK(read_form(form, "lat_len", clip.lat_len));
  WAI_CHECK(read_form(form, "t_out", clip.t_out));
  WAI_CHECK(read_form(form, "lo", clip.offset));
  WAI_CHECK(read_form(form, "medians", clip.medians));
  WAI_CHECK(read_form_tables(form, "cdfs", clip.cdfs));
  WAI_CHECK(read_form_stream(form, "stream", clip.stream));
  return write_wia1(clip);  // tables of different lengths are refused here
}

std::string wia1_to_json(const Wia1& clip) {
  FormWriter out;
  out.integer("afrac", clip.afrac);
  out.integer("sample_rate", clip.sr);
  out.integer("n_ch", clip.n_ch);
  out.integer("lat_len", clip.lat_len);
  out.integer("t_out", clip.t_out);
  out.integer("lo", clip.offset);
  out.integers<std::int64_t>("medians", clip.medians);
  out.tables("cdfs", clip.cdfs);
  out.stream("stream", clip.stream.bytes());
  return out.finish() + "\n";
}

}  // namespace wai
