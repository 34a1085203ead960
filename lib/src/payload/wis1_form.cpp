// WIS1's JSON form (pay 10, pins P11, readings P25): a range's ends are binary32 values exactly, as numbers or as text.
#include "payload/forms.hpp"
#include "payload/json_forms.hpp"

namespace wai {
namespace {

Expected<Binary32> read_end(const json::Value& value) {
  const std::string text = value.as_string().value_or(std::string(value.number_text()));
  if (text.empty()) {
    return bad_json_form(value, "not a number, as such or as text");
  }
  const auto end = exact_binary32(text);
  if (!end) {
    return refuse(RefusalCode::field_range, "JSON form: {} at offset {}: no binary32 value is exactly this (pay 10)",
                  value.path(), value.offset());
  }
  return *end;
}

Expected<PlaneRange> read_range(const json::Value& pair) {
  WAI_CHECK(check_form_list(pair));
  if (pair.size() != 2) {
    return bad_json_form(pair, "not a pair [lo, hi]");
  }
  PlaneRange range;
  auto end = pair.begin();
  WAI_TRY(range.lo, read_end(*end));
  WAI_TRY(range.hi, read_end(*++end));
  return range;
}

Expected<std::vector<PlaneRange>> read_ranges(const json::Value& form) {
  WAI_TRY(const json::Value list, form_member(form, "ranges"));
  WAI_CHECK(check_form_list(list));
  std::vector<PlaneRange> ranges;
  for (const json::Value pair : list) {
    WAI_TRY(const PlaneRange range, read_range(pair));
    ranges.push_back(range);
  }
  return ranges;
}

std::string range_list(std::span<const PlaneRange> ranges) {
  std::string list;
  for (const PlaneRange& range : ranges) {
    list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", to_exact_text(range.lo), to_exact_text(range.hi));
  }
  return fmt::format("[{}]", list);
}

}  // namespace

Expected<Bytes> wis1_from_json(std::string_view text) {
  WAI_TRY(const json::Document document, json::Document::parse(text, RefusalCode::payload_malformed));
  const json::Value form = document.root();
  WAI_CHECK(check_form_object(form));
  Wis1 cloud;
  WAI_CHECK(read_form(form, "afrac", cloud.afrac));
  WAI_CHECK(read_form(form, "c", cloud.c));
  WAI_CHECK(read_form(form, "sh", cloud.sh));
  WAI_CHECK(read_form(form, "sw", cloud.sw));
  WAI_CHECK(read_form(form, "s", cloud.s));
  WAI_CHECK(read_form(form, "attr", cloud.attr));
  WAI_CHECK(read_form(form, "n_gaussians", cloud.n_gaussians));
  WAI_TRY(cloud.ranges, read_ranges(form));
  WAI_CHECK(read_form(form, "offsets", cloud.offsets));
  WAI_CHECK(read_form(form, "medians", cloud.medians));
  WAI_CHECK(read_form_tables(form, "cdfs", cloud.cdfs));
  WAI_CHECK(read_form_stream(form, "stream", cloud.stream));
  return write_wis1(cloud);
}

std::string wis1_to_json(const Wis1& cloud) {
  FormWriter out;
  out.integer("afrac", cloud.afrac);
  out.integer("c", cloud.c);
  out.integer("sh", cloud.sh);
  out.integer("sw", cloud.sw);
  out.integer("s", cloud.s);
  out.integer("attr", cloud.attr);
  out.integer("n_gaussians", cloud.n_gaussians);
  out.member("ranges", range_list(cloud.ranges));
  out.integers<std::int32_t>("offsets", cloud.offsets);
  out.integers<std::int64_t>("medians", cloud.medians);
  out.tables("cdfs", cloud.cdfs);
  out.stream("stream", cloud.stream.bytes());
  return out.finish() + "\n";
}

}  // namespace wai
