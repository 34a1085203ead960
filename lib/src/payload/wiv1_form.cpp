// WIV1's JSON form (pay 10, pins P11).
#include "payload/forms.hpp"
#include "payload/json_forms.hpp"

namespace wai {
namespace {

// mv_precision 1 when absent, and only 1 and 2 (pay 10).
Expected<std::uint8_t> read_precision(const json::Value& form) {
  const auto value = form.find("mv_precision");
  if (!value) {
    return std::uint8_t{1};
  }
  WAI_TRY(const std::int64_t precision, form_integer_within(*value, 1, 2));
  return static_cast<std::uint8_t>(precision);
}

Expected<void> read_fields(const json::Value& form, Wiv1& clip) {
  WAI_TRY(clip.mv_precision, read_precision(form));
  WAI_CHECK(read_form(form, "n_frames", clip.n_frames));
  WAI_CHECK(read_form(form, "h", clip.h));
  WAI_CHECK(read_form(form, "w", clip.w));
  WAI_CHECK(read_form(form, "block", clip.block));
  WAI_CHECK(read_form(form, "q", clip.q));
  WAI_CHECK(read_form(form, "offset", clip.offset));
  if (clip.n_frames == 1) {  // whatever the form states
    clip.mv_precision = 1;
    clip.block = 1;
  }
  return {};
}

Expected<MotionVector> read_vector(const json::Value& pair) {
  WAI_TRY(const auto v, form_integers<std::int16_t>(pair));
  if (v.size() != 2) {
    return bad_json_form(pair, "not a pair [dy, dx]");
  }
  return MotionVector{v[0], v[1]};
}

// A frame's vectors, made up to nb with (0, 0), the vector a missing block has (pay 10).
Expected<void> read_frame_vectors(const json::Value& list, std::size_t nb, std::vector<MotionVector>& vectors) {
  WAI_CHECK(check_form_list(list));
  if (list.size() > nb) {
    return refuse(RefusalCode::field_range, "JSON form: {} at offset {}: {} vectors for {} blocks (pay 10)",
                  list.path(), list.offset(), list.size(), nb);
  }
  for (const json::Value pair : list) {
    WAI_TRY(const MotionVector v, read_vector(pair));
    vectors.push_back(v);
  }
  vectors.resize(vectors.size() + nb - list.size());
  return {};
}

// A list for each frame, the first empty. The field's cap comes before its padding.
Expected<void> read_vectors(const json::Value& form, Wiv1& clip) {
  WAI_TRY(const json::Value mvs, form_member(form, "mvs"));
  WAI_CHECK(check_form_list(mvs));
  if (clip.n_frames == 0 || clip.block == 0 || mvs.size() != clip.n_frames) {
    return refuse(RefusalCode::field_range, "JSON form: {} lists in mvs for n_frames {}, block {} (pay 10)", mvs.size(),
                  clip.n_frames, clip.block);
  }
  if (!(CheckedSize(2) * clip.nb() * (clip.n_frames - 1)).within(kMaxElems)) {
    return refuse(RefusalCode::too_large, "JSON form: the vectors are past 2^26 (pay 7)");
  }
  std::size_t nb = 0;  // of frame 0
  for (const json::Value list : mvs) {
    WAI_CHECK(read_frame_vectors(list, nb, clip.vectors));
    nb = static_cast<std::size_t>(clip.nb());
  }
  return {};
}

std::string frame_list(std::span<const MotionVector> vectors) {
  std::string list;
  for (const MotionVector& v : vectors) {
    list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", v.dy, v.dx);
  }
  return fmt::format("[{}]", list);
}

std::string vector_lists(const Wiv1& clip) {
  const auto nb = static_cast<std::size_t>(clip.nb());
  std::string lists = "[]";
  for (std::size_t first = 0; first < clip.vectors.size(); first += nb) {
    lists += ",\n    " + frame_list(std::span(clip.vectors).subspan(first, nb));
  }
  return fmt::format("[{}]", lists);
}

}  // namespace

Expected<Bytes> wiv1_from_json(std::string_view text) {
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::payload_malformed));
  const json::Value form = document.root();
  WAI_CHECK(check_form_object(form));
  Wiv1 clip;
  WAI_CHECK(read_fields(form, clip));
  WAI_CHECK(read_form(form, "cdf", clip.cdf));
  WAI_CHECK(read_vectors(form, clip));
  WAI_CHECK(read_form_stream(form, "stream", clip.stream));
  if (const auto key = form.find("keyframe")) {
    clip.keyframe = Keyframe::nested;
    WAI_TRY(clip.key, wih1_from_form(*key));
  }
  return write_wiv1(clip);
}

std::string wiv1_to_json(const Wiv1& clip) {
  FormWriter out;
  out.integer("mv_precision", clip.mv_precision);
  out.integer("n_frames", clip.n_frames);
  out.integer("h", clip.h);
  out.integer("w", clip.w);
  out.integer("block", clip.block);
  out.integer("q", clip.q);
  out.integer("offset", clip.offset);
  out.integers<std::uint32_t>("cdf", clip.cdf);
  out.member("mvs", vector_lists(clip));
  out.stream("stream", clip.stream.bytes());
  if (clip.key) {
    out.member("keyframe", wih1_to_form(*clip.key, 1));
  }
  return out.finish() + "\n";
}

}  // namespace wai
