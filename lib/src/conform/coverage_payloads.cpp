// Coverage of pay 2 to 10: what the payload fixtures show, by decoding them and by the bytes of their fields.
#include <algorithm>
#include <array>

#include "conform/coverage_items.hpp"
#include "conform/payload_check.hpp"
#include "conform/payload_fixtures.hpp"
#include "conform/payload_line.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;
using Rows = std::vector<CoverageRow>;
using ByteSpan = std::span<const std::uint8_t>;

constexpr std::size_t kShown = 3;

// A line of index.jsonl, decoded; what it says of its outcome is `check`'s to compare.
struct PayloadEvidence {
  std::string name;
  std::string capability;
  CostLimits limits;
  ParameterSet set;
  Bytes payload;
  std::optional<RefusalCode> refused;

  [[nodiscard]] std::optional<RefusalCode> decode(ByteSpan bytes) const {
    auto session = Session::open(capability, set);
    if (!session) {
      return session.refusal().code;
    }
    DecodeOptions options;
    options.limits = limits;
    const auto decoded = session->decode(bytes, options);
    return decoded ? std::nullopt : std::optional(decoded.refusal().code);
  }
};
using AllEvidence = std::vector<PayloadEvidence>;

template <class Use>
void each_line(const CorpusFile* file, const Use& use) {
  std::string_view text;
  if (file != nullptr) {
    text = {reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()};
  }
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    if (const auto document = json::Document::parse(text.substr(0, end), payload_malformed)) {
      use(document->root());
    }
    text.remove_prefix(end + 1);
  }
}

AllEvidence payload_evidence(const PayloadCorpus& corpus) {
  AllEvidence out;
  each_line(corpus.find("payloads/index.jsonl"), [&](const json::Value& v) {
    const auto line = read_payload_line(v);
    const CorpusFile* file = line ? corpus.find("payloads/" + line->file) : nullptr;
    if (file == nullptr) {
      return;
    }
    const auto set = line->set.empty() ? ParameterSet() : corpus.set(line->set);
    PayloadEvidence e{line->name, line->capability, line->limits, set.value_or(ParameterSet()), file->bytes, {}};
    e.refused = e.decode(e.payload);
    out.push_back(std::move(e));
  });
  return out;
}

// --- fields ---

using Offset = std::size_t (*)(ByteSpan payload);

struct Field {
  std::string_view name;
  Offset at;
  std::size_t size;
  std::int64_t lowest;
  std::optional<std::int64_t> highest;  // none where the caps decide
  bool is_signed = false;
  std::string_view section = {};  // another than its format's
  RefusalCode code = field_range;
};

std::uint64_t unsigned_at(ByteSpan bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i > 0; --i) {
    value = value << 8 | bytes[at + i - 1];
  }
  return value;
}

// The field's value, where the payload reaches it.
std::optional<std::int64_t> value_of(const Field& field, ByteSpan payload) {
  const std::size_t at = field.at(payload);
  if (at > payload.size() || payload.size() - at < field.size) {
    return std::nullopt;
  }
  const std::uint64_t raw = unsigned_at(payload, at, field.size);
  const unsigned unused = static_cast<unsigned>(64 - 8 * field.size);
  return field.is_signed ? static_cast<std::int64_t>(raw << unused) >> unused : static_cast<std::int64_t>(raw);
}

// Whether the field's type has the value.
bool holds(const Field& field, i128 value) {
  const unsigned bits = static_cast<unsigned>(8 * field.size);
  const i128 half = i128{1} << (bits - 1);
  return field.is_signed ? value >= -half && value < half : value >= 0 && value < 2 * half;
}

template <std::size_t kAt>
std::size_t fixed(ByteSpan) {
  return kAt;
}

// Offsets of sections, past the end where the header is not whole. Counts of the fixtures fit 16 bits.
std::size_t count_at(ByteSpan p, std::size_t at) {
  return p.size() < 36 ? SIZE_MAX / 64 : static_cast<std::size_t>(unsigned_at(p, at, 2));
}
std::size_t wis1_length(ByteSpan p) {
  return 32 + 8 * count_at(p, 24);
}
std::size_t wis1_offset(ByteSpan p) {
  return wis1_length(p) + 2 * count_at(p, 8);
}
std::size_t wis1_median(ByteSpan p) {
  return wis1_offset(p) + 4 * count_at(p, 8);
}

constexpr std::int64_t kMostMedian = std::int64_t{1} << 47;
constexpr std::int64_t kMostU32 = 4294967295;

constexpr Field kVersion = {"version", fixed<4>, 1, 1, 1, false, "pay 2", version};
constexpr Field kWiv1[] = {
    kVersion,
    {"mv_precision", fixed<5>, 1, 1, 2},
    {"n_frames", fixed<8>, 4, 1, {}},
    {"h", fixed<12>, 4, 1, {}},
    {"w", fixed<16>, 4, 1, {}},
    {"block", fixed<20>, 4, 1, kMostU32},
    {"q", fixed<24>, 4, 1, 65535},
    {"offset", fixed<28>, 4, kI32Min, kI32Max, true},
    {"cdf_len", fixed<32>, 2, 3, 4097},
};
constexpr Field kWih1[] = {
    kVersion,
    {"m", fixed<8>, 4, 1, {}},
    {"sh", fixed<12>, 4, 1, {}},
    {"sw", fixed<16>, 4, 1, {}},
    {"n_z", fixed<20>, 4, 1, {}},
    {"zh", fixed<24>, 4, 1, {}},
    {"zw", fixed<28>, 4, 1, {}},
};
constexpr Field kWia1[] = {
    kVersion,
    {"afrac", fixed<5>, 1, 1, 30},
    {"sr", fixed<8>, 4, 1, kMostU32},
    {"n_ch", fixed<12>, 4, 1, {}},
    {"lat_len", fixed<16>, 4, 1, {}},
    {"t_out", fixed<20>, 4, 1, {}},
    {"offset", fixed<24>, 4, kI32Min, kI32Max, true},
    {"cdf_len", fixed<28>, 2, 3, 4097},
    {"median", fixed<32>, 8, -kMostMedian, kMostMedian, true},
};
constexpr Field kWis1[] = {
    kVersion,
    {"afrac", fixed<5>, 1, 1, 30},
    {"c", fixed<8>, 4, 1, {}},
    {"sh", fixed<12>, 4, 1, {}},
    {"sw", fixed<16>, 4, 1, {}},
    {"s", fixed<20>, 4, 1, {}},
    {"attr", fixed<24>, 4, 1, {}},
    {"n_gaussians", fixed<28>, 4, 1, {}},
    {"table length", wis1_length, 2, 3, 4097},
    {"offset", wis1_offset, 4, kI32Min, kI32Max, true},
    {"median", wis1_median, 8, -kMostMedian, kMostMedian, true},
};
constexpr Field kSynth[] = {
    {"h", fixed<0>, 4, 1, {}, false, "pins P3", payload_malformed},
    {"w", fixed<4>, 4, 1, {}, false, "pins P3", payload_malformed},
    {"c", fixed<8>, 2, 1, {}, false, "pins P3", payload_malformed},
    {"s", fixed<10>, 1, 1, {}, false, "pins P3", payload_malformed},
};

// --- formats ---

struct Format {
  std::string_view name;
  std::string_view capability;
  std::string_view section;
  std::span<const Field> fields;
  std::vector<std::size_t> reserved;  // offsets
  Offset table;                       // of its first table; null for none
  Offset stream;                      // of its first stream's length; null for none
  std::vector<RefusalCode> codes;     // that pay 8 lets it give
};

std::size_t wiv1_table(ByteSpan) {
  return 36;
}
std::size_t wiv1_stream(ByteSpan p) {
  const std::size_t frames = count_at(p, 8);
  const auto blocks = [&](std::size_t at) {
    const std::uint64_t block = std::max<std::uint64_t>(unsigned_at(p, 20, 4), 1);
    return static_cast<std::size_t>((unsigned_at(p, at, 2) + block - 1) / block);
  };
  return p.size() < 36 ? p.size() : 36 + 4 * count_at(p, 32) + 4 * (frames - 1) * blocks(12) * blocks(16);
}
std::size_t wia1_table(ByteSpan p) {
  return 32 + 8 * count_at(p, 12);
}
std::size_t wia1_stream(ByteSpan p) {
  return wia1_table(p) + 4 * count_at(p, 12) * std::min<std::size_t>(count_at(p, 28), 65535);
}
std::size_t wis1_table(ByteSpan p) {
  return wis1_median(p) + 8 * count_at(p, 8);
}
std::size_t wis1_stream(ByteSpan p) {
  std::size_t at = wis1_table(p);
  const std::size_t lengths = wis1_length(p);
  for (std::size_t k = 0; k < count_at(p, 8) && lengths + 2 * k + 2 <= p.size(); ++k) {
    at += 4 * static_cast<std::size_t>(unsigned_at(p, lengths + 2 * k, 2));
  }
  return at;
}

std::vector<Format> formats() {
  const std::vector<RefusalCode> parse = {bad_magic,        format_capability_mismatch,
                                          version,          reserved_nonzero,
                                          field_range,      too_large,
                                          stream_length,    trailing,
                                          stream_exhausted, stream_noncanonical,
                                          cost_over_limit};
  const auto and_codes = [&](std::initializer_list<RefusalCode> more) {
    std::vector<RefusalCode> out = parse;
    out.insert(out.end(), more);
    return out;
  };
  return {
      {"WIV1 0",
       "wai.video.int_motion",
       "pay 3",
       kWiv1,
       {7, 34, 35},
       wiv1_table,
       wiv1_stream,
       and_codes({keyframe_capability_mismatch, cdf_malformed})},
      {"WIV1 1",
       "wai.video.int_hyper",
       "pay 3",
       kWiv1,
       {7, 34, 35},
       wiv1_table,
       wiv1_stream,
       and_codes({keyframe_capability_mismatch, cdf_malformed, nested_length, geometry_mismatch, model_mismatch,
                  set_incomplete})},
      {"WIH1",
       "wai.neural.int_hyper",
       "pay 4",
       kWih1,
       {5, 6, 7},
       nullptr,
       fixed<32>,
       and_codes({geometry_mismatch, model_mismatch, set_incomplete})},
      {"WIA1",
       "wai.audio.int_codec",
       "pay 5",
       kWia1,
       {6, 7, 30, 31},
       wia1_table,
       wia1_stream,
       and_codes({cdf_malformed, geometry_mismatch, model_mismatch, set_incomplete})},
      {"WIS1",
       "wai.splat.int_codec",
       "pay 6",
       kWis1,
       {6, 7},
       wis1_table,
       wis1_stream,
       and_codes({cdf_malformed, geometry_mismatch, model_mismatch, set_incomplete})},
      {"int_synth",
       "wai.neural.int_synth",
       "pins P3",
       kSynth,
       {},
       nullptr,
       nullptr,
       {payload_malformed, set_incomplete, cost_over_limit}},
  };
}

// --- items ---

struct PayloadItem {
  std::string id;
  std::string section;
  std::string what;
  std::function<bool(const PayloadEvidence&)> shows;
};
using Items = std::vector<PayloadItem>;

// A payload that is refused for these bytes: with `repaired` in their place it is not refused so.
bool refused_for(const PayloadEvidence& e, RefusalCode code, const Poke& repaired) {
  return e.refused == code && e.decode(poked(e.payload, std::span(&repaired, 1))) != code;
}

void add_field(Items& items, const Format& format, const Field& field) {
  const std::string section(field.section.empty() ? format.section : field.section);
  const auto add = [&](std::string_view end, std::int64_t value, bool decodes, std::int64_t nearest) {
    items.push_back(
        {fmt::format("{}.{}", field.name, end), section,
         fmt::format("{} {} {}", field.name, value, decodes ? "decodes" : "is refused"), [=](const PayloadEvidence& e) {
           return value_of(field, e.payload) == value &&
                  (decodes ? !e.refused
                           : refused_for(e, field.code,
                                         {field.at(e.payload), field.size, static_cast<std::uint64_t>(nearest)}));
         }});
  };
  add("lowest", field.lowest, true, 0);
  if (holds(field, static_cast<i128>(field.lowest) - 1)) {
    add("below", field.lowest - 1, false, field.lowest);
  }
  if (field.highest) {
    add("highest", *field.highest, true, 0);
    if (holds(field, static_cast<i128>(*field.highest) + 1)) {
      add("past", *field.highest + 1, false, *field.highest);
    }
  }
}

void add_reserved(Items& items, const Format& format) {
  for (const std::size_t at : format.reserved) {
    items.push_back(
        {fmt::format("reserved.{}", at), "pay 2", fmt::format("byte {} is refused when not 0", at),
         [at](const PayloadEvidence& e) {
           return at < e.payload.size() && e.payload[at] != 0 && refused_for(e, reserved_nonzero, {at, 1, 0});
         }});
  }
}

// The first table's entry i from its end (-1 the last) against what it is, refused; a table of n entries.
std::size_t first_table_size(const Format& format, ByteSpan p) {
  return format.section == "pay 6" ? static_cast<std::size_t>(unsigned_at(p, wis1_length(p), 2))
                                   : count_at(p, format.section == "pay 5" ? 28 : 32);
}

void add_tables(Items& items, const Format& format) {
  if (format.table == nullptr) {
    return;
  }
  // The entries of the first table, where the payload has all of it.
  const auto entries = [format](const PayloadEvidence& e) {
    std::vector<std::uint64_t> out;
    const std::size_t at = format.table(e.payload);
    if (at < e.payload.size()) {
      const std::size_t n = first_table_size(format, e.payload);
      for (std::size_t i = 0; i < n && at + 4 * i + 4 <= e.payload.size(); ++i) {
        out.push_back(unsigned_at(e.payload, at + 4 * i, 4));
      }
      out.resize(out.size() == n ? n : 0);
    }
    return out;
  };
  const auto add = [&](std::string_view id, std::string_view what, bool decodes, auto is) {
    items.push_back({fmt::format("cdf.{}", id), "pay 2", std::string(what), [=](const PayloadEvidence& e) {
                       const std::vector<std::uint64_t> cdf = entries(e);
                       return (decodes ? !e.refused : e.refused == cdf_malformed) && cdf.size() >= 3 && is(cdf);
                     }});
  };
  using Cdf = const std::vector<std::uint64_t>&;
  add("first", "a first entry of 1 is refused", false, [](Cdf c) { return c.front() == 1 && c.back() == 65536; });
  add("last", "a last entry of 65537 is refused", false, [](Cdf c) { return c.front() == 0 && c.back() == 65537; });
  add("equal", "an entry equal to the one before is refused", false, [](Cdf c) {
    return c.front() == 0 && c.back() == 65536 && std::adjacent_find(c.begin(), c.end()) != c.end() &&
           std::is_sorted(c.begin(), c.end());
  });
  add("by 1", "entries 1 apart decode", true, [](Cdf c) {
    return std::adjacent_find(c.begin(), c.end(), [](auto a, auto b) { return b == a + 1; }) != c.end();
  });
}

void add_streams(Items& items, const Format& format) {
  if (format.stream == nullptr) {
    return;
  }
  const Field length = {"L", format.stream, 4, 8, {}};
  items.push_back({"L.8", "pay 2", "a stream of 8 bytes decodes",
                   [length](const PayloadEvidence& e) { return !e.refused && value_of(length, e.payload) == 8; }});
  for (const std::int64_t n : {0, 4, 9, 10}) {
    items.push_back(
        {fmt::format("L.{}", n), "pay 2", fmt::format("a stream length of {} is refused", n),
         [length, n](const PayloadEvidence& e) {
           return value_of(length, e.payload) == n && refused_for(e, stream_length, {length.at(e.payload), 4, 8});
         }});
  }
}

// n_gaussians against s*s, and the range of the first plane.
void add_wis1(Items& items) {
  const auto at_square = [](std::uint64_t more) {
    return [more](const PayloadEvidence& e) {
      const std::uint64_t s = e.payload.size() < 32 ? 0 : unsigned_at(e.payload, 20, 4);
      return s > 0 && s < 65536 && unsigned_at(e.payload, 28, 4) == s * s + more &&
             (more == 0 ? !e.refused : refused_for(e, field_range, {28, 4, s * s}));
    };
  };
  items.push_back({"n_gaussians.highest", "pay 6", "n_gaussians s*s decodes", at_square(0)});
  items.push_back({"n_gaussians.past", "pay 6", "n_gaussians s*s + 1 is refused", at_square(1)});
  struct RangeItem {
    std::string_view id;
    std::uint64_t lo, hi;
    bool decodes;
  };
  for (const RangeItem& r : {RangeItem{"equal", 0x3F800000, 0x3F800000, true},
                             {"minus 0", 0x80000000, 0, true},
                             {"largest", 0xFF7FFFFF, 0x7F7FFFFF, true},
                             {"subnormal", 0x80000001, 1, true},
                             {"reversed", 0x3F800001, 0x3F800000, false},
                             {"infinite", 0, 0x7F800000, false},
                             {"minus infinite", 0xFF800000, 0, false},
                             {"lo nan", 0x7FC00000, 0x3F800000, false},
                             {"hi nan", 0, 0x7FC00000, false}}) {
    items.push_back(
        {fmt::format("range.{}", r.id), "pay 6",
         fmt::format("a range of bits {:08x} and {:08x} {}", r.lo, r.hi, r.decodes ? "decodes" : "is refused"),
         [r](const PayloadEvidence& e) {
           return e.payload.size() >= 40 && unsigned_at(e.payload, 32, 4) == r.lo &&
                  unsigned_at(e.payload, 36, 4) == r.hi &&
                  (r.decodes ? !e.refused : refused_for(e, field_range, {32, 8, 0}));
         }});
  }
}

Items items_of(const Format& format) {
  Items items = {{"decodes", std::string(format.section), "a payload decodes",
                  [](const PayloadEvidence& e) { return !e.refused; }}};
  for (const RefusalCode code : format.codes) {
    items.push_back({fmt::format("refuses.{}", to_string(code)), "pay 8", fmt::format("{} is given", to_string(code)),
                     [code](const PayloadEvidence& e) { return e.refused == code; }});
  }
  for (const Field& field : format.fields) {
    add_field(items, format, field);
  }
  if (format.section == "pay 3") {
    items.push_back({"keyframe.past", "pay 3", "keyframe 2 is refused", [](const PayloadEvidence& e) {
                       return e.payload.size() > 6 && e.payload[6] == 2 && e.refused == field_range;
                     }});
  }
  if (format.section == "pay 6") {
    add_wis1(items);
  }
  add_reserved(items, format);
  add_tables(items, format);
  add_streams(items, format);
  return items;
}

// --- forms (pay 10) ---

struct FormEvidence {
  std::string name;
  std::string format;  // that it converts to
  std::optional<RefusalCode> refused;
  bool is_committed = false;  // its payload is the corpus's, byte for byte
};

std::string format_name(const Bytes& payload) {
  const std::string magic(payload.begin(), payload.begin() + 4);
  return magic == "WIV1" ? fmt::format("{} {}", magic, payload[6]) : magic;
}

std::vector<FormEvidence> form_evidence(const PayloadCorpus& corpus) {
  std::vector<FormEvidence> out;
  each_line(corpus.find("payloads/conversions.jsonl"), [&](const json::Value& v) {
    const auto line = read_conversion_line(v);
    const CorpusFile* form = line ? corpus.find("payloads/" + line->file) : nullptr;
    if (form == nullptr) {
      return;
    }
    FormEvidence e{line->file, {}, {}, false};
    const auto bytes = payload_from_json({reinterpret_cast<const char*>(form->bytes.data()), form->bytes.size()});
    if (!bytes) {
      e.refused = bytes.refusal().code;
    } else {
      const CorpusFile* payload = corpus.find("payloads/" + line->payload);
      e.format = format_name(*bytes);
      e.is_committed = payload != nullptr && payload->bytes == *bytes;
    }
    out.push_back(std::move(e));
  });
  return out;
}

template <class Evidence, class Shows>
CoverageRow shown_row(CoverageRow row, const std::vector<Evidence>& evidence, const Shows& shows) {
  for (const Evidence& e : evidence) {
    if (row.vectors.size() < kShown && shows(e)) {
      row.vectors.push_back(e.name);
    }
  }
  row.state = row.vectors.empty() ? CoverageRow::State::missing : CoverageRow::State::met;
  return row;
}

void add_forms(const PayloadCorpus& corpus, Rows& rows) {
  const std::vector<FormEvidence> evidence = form_evidence(corpus);
  for (const char* format : {"WIV1 0", "WIV1 1", "WIH1", "WIA1", "WIS1"}) {
    rows.push_back(
        shown_row({fmt::format("converts.{}", format), "pay 10", "JSON form", "a form of the format", {}, {}, {}},
                  evidence, [&](const FormEvidence& e) { return e.format == format && e.is_committed; }));
  }
  for (const RefusalCode code : {payload_malformed, field_range, too_large, cdf_malformed, stream_length}) {
    rows.push_back(shown_row({fmt::format("refuses.{}", to_string(code)),
                              "pay 10",
                              "JSON form",
                              fmt::format("{} is given", to_string(code)),
                              {},
                              {},
                              {}},
                             evidence, [&](const FormEvidence& e) { return e.refused == code; }));
  }
}

// The codes that no payload's bytes decide about.
void add_capabilities(const AllEvidence& evidence, Rows& rows) {
  rows.push_back(shown_row(
      {"refuses.unsupported_capability", "pay 8", "capabilities", "unsupported_capability is given", {}, {}, {}},
      evidence, [](const PayloadEvidence& e) { return e.refused == unsupported_capability; }));
  rows.push_back({"refuses.not_dispatchable",
                  "pay 8",
                  "capabilities",
                  "not_dispatchable is given",
                  CoverageRow::State::cannot_apply,
                  {},
                  "it takes a registry (readings P26)"});
}

}  // namespace

Rows payload_rows(std::span<const CorpusFile> files) {
  const PayloadCorpus corpus{files, {}};
  const AllEvidence evidence = payload_evidence(corpus);
  Rows rows;
  for (const Format& format : formats()) {
    AllEvidence own;
    std::copy_if(evidence.begin(), evidence.end(), std::back_inserter(own),
                 [&](const PayloadEvidence& e) { return e.capability == format.capability; });
    for (const PayloadItem& item : items_of(format)) {
      rows.push_back(
          shown_row({item.id, item.section, std::string(format.name), item.what, {}, {}, {}}, own, item.shows));
    }
  }
  add_capabilities(evidence, rows);
  add_forms(corpus, rows);
  return rows;
}

}  // namespace wai
