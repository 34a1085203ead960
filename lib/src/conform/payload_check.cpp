#include "conform/payload_check.hpp"

#include <algorithm>
#include <array>

#include "conform/difference.hpp"
#include "conform/payload_line.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

constexpr std::string_view kFolder = "payloads/";
constexpr std::string_view kIndex = "payloads/index.jsonl";
constexpr std::string_view kConversions = "payloads/conversions.jsonl";

struct FormatRow {
  std::string_view capability;
  std::string_view format;
};
constexpr std::array<FormatRow, 6> kFormats = {{{"wai.video.int_motion", "WIV1"},
                                                {"wai.video.int_hyper", "WIV1"},
                                                {"wai.neural.int_hyper", "WIH1"},
                                                {"wai.audio.int_codec", "WIA1"},
                                                {"wai.splat.int_codec", "WIS1"},
                                                {"wai.neural.int_synth", "int_synth"}}};

std::string format_of(std::string_view capability) {
  const auto row =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const FormatRow& r) { return r.capability == capability; });
  return std::string(row == kFormats.end() ? "no format" : row->format);
}

void note_outcome(VectorCase& c, const PayloadOutcome& expect) {
  if (const auto* code = std::get_if<RefusalCode>(&expect)) {
    c.codes = {std::string(to_string(*code))};
  }
}

// A line must be the bytes that its contents are written as.
Expected<void> is_canonical(const JsonOut& out, const VectorCase& c) {
  if (out.write() != c.question) {
    return refuse(RefusalCode::model_mismatch, "not written in canonical JSON (ops 8.5)");
  }
  return {};
}

// Two lines, the one there and the one that comes out.
std::string difference(const JsonOut& there, const JsonOut& got, std::string_view rule) {
  const std::string expected_text = there.write();
  const std::string got_text = got.write();
  const auto expected_json = json::Document::parse(expected_text, RefusalCode::model_mismatch);
  const auto got_json = json::Document::parse(got_text, RefusalCode::model_mismatch);
  const auto found = first_difference(expected_json->root(), got_json->root());
  return found ? fmt::format("{}: expected {}, got {} ({})", found->path, found->expected, found->got, rule)
               : std::string();
}

std::string index_difference(const json::Value& v, const PayloadCorpus& corpus) {
  const PayloadLine line = *read_payload_line(v);
  const CorpusFile* payload = corpus.find(std::string(kFolder) + line.file);
  if (payload == nullptr) {
    return fmt::format("there is no payload {}", line.file);
  }
  const auto set = line.set.empty() ? ParameterSet() : corpus.set(line.set);
  if (!set) {
    return fmt::format("there is no set {}", line.set);
  }
  PayloadLine got = line;
  got.run = run_payload(line.capability, *set, line.limits, payload->bytes);
  return difference(payload_line_json(line), payload_line_json(got), line.rule);
}

std::string conversion_difference(const json::Value& v, const PayloadCorpus& corpus) {
  const ConversionLine line = *read_conversion_line(v);
  const CorpusFile* form = corpus.find(std::string(kFolder) + line.file);
  if (form == nullptr) {
    return fmt::format("there is no form {}", line.file);
  }
  const auto bytes = payload_from_json({reinterpret_cast<const char*>(form->bytes.data()), form->bytes.size()});
  ConversionLine got = line;
  got.expect = outcome_of(bytes);
  if (std::string text = difference(conversion_line_json(line), conversion_line_json(got), line.rule); !text.empty()) {
    return text;
  }
  if (line.payload.empty()) {
    return {};
  }
  const CorpusFile* payload = corpus.find(std::string(kFolder) + line.payload);
  return payload != nullptr && bytes && payload->bytes == *bytes
             ? std::string()
             : fmt::format("payload: it does not convert to {} ({})", line.payload, line.rule);
}

}  // namespace

bool is_payload_index(std::string_view path) {
  return path == kIndex || path == kConversions;
}

Expected<void> fill_payload_case(const json::Value& line, VectorCase& c) {
  if (c.file == kConversions) {
    if (const auto file = line.find("file"); file && file->as_string()) {
      c.id = *file->as_string();
    }
    WAI_TRY(const ConversionLine conversion, read_conversion_line(line));
    c.subject = "JSON form";
    note_outcome(c, conversion.expect);
    return is_canonical(conversion_line_json(conversion), c);
  }
  if (const auto name = line.find("name"); name && name->as_string()) {
    c.id = *name->as_string();
  }
  WAI_TRY(const PayloadLine payload, read_payload_line(line));
  c.subject = format_of(payload.capability);
  note_outcome(c, payload.run.expect);
  return is_canonical(payload_line_json(payload), c);
}

const CorpusFile* PayloadCorpus::find(std::string_view path) const {
  const auto found = std::find_if(files.begin(), files.end(), [&](const CorpusFile& f) { return f.path == path; });
  return found == files.end() ? nullptr : &*found;
}

std::optional<ParameterSet> PayloadCorpus::set(std::string_view folder) const {
  for (const CorpusSet& own : trained) {
    if (own.place.path == folder) {
      return own.set;
    }
  }
  ParameterSet set;
  const std::string prefix = fmt::format("{}/", folder);
  for (const CorpusFile& file : files) {
    if (file.path.starts_with(prefix) && file.path != prefix + "pin.json") {
      set.members.push_back({file.path.substr(prefix.size()), file.bytes});
    }
  }
  return set.members.empty() ? std::nullopt : std::optional(std::move(set));
}

std::string payload_difference(const VectorCase& c, const PayloadCorpus& corpus) {
  const auto document = json::Document::parse(c.question, RefusalCode::model_mismatch);
  return c.file == kConversions ? conversion_difference(document->root(), corpus)
                                : index_difference(document->root(), corpus);
}

}  // namespace wai
