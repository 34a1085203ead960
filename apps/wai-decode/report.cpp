#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.hpp"

namespace wai::decode_app {
namespace {

using cli::Json;
using Kind = OutputForm::Kind;

// Rows with their names and values in columns.
class Table {
 public:
  explicit Table(const Description& d) {
    measure(d.fields);
    measure(d.summary);
    for (const DescribedSection& section : d.sections) {
      name_width_ = std::max(name_width_, section.name.size());
      value_width_ = std::max(value_width_, size_text(section).size());
      measure(section.rows, kIndent);
    }
  }

  [[nodiscard]] std::string row(const DescribedRow& row, std::size_t indent = 0) const {
    const std::string offset = row.offset ? fmt::format("{}", *row.offset) : "";
    return line(offset, std::string(indent, ' ') + row.name, row.value, row.note);
  }
  [[nodiscard]] Lines section(const DescribedSection& section) const {
    Lines lines = {line(fmt::format("{}", section.offset), section.name, size_text(section), section.note)};
    for (const DescribedRow& inner : section.rows) {
      lines.push_back(row(inner, kIndent));
    }
    return lines;
  }

 private:
  static constexpr std::size_t kIndent = 2;

  static std::string size_text(const DescribedSection& section) { return fmt::format("{} bytes", section.bytes); }

  void measure(const std::vector<DescribedRow>& rows, std::size_t indent = 0) {
    for (const DescribedRow& row : rows) {
      name_width_ = std::max(name_width_, row.name.size() + indent);
      value_width_ = std::max(value_width_, row.value.size());
    }
  }

  [[nodiscard]] std::string line(const std::string& offset, const std::string& name, const std::string& value,
                                 const std::string& note) const {
    std::string text = fmt::format("{:>10}  {:<{}}  {:<{}}  {}", offset, name, name_width_, value, value_width_, note);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

  std::size_t name_width_ = 0;
  std::size_t value_width_ = 0;
};

Json rows_json(const std::vector<DescribedRow>& rows) {
  Json list = Json::array();
  for (const DescribedRow& row : rows) {
    Json json = Json::object();
    json.set("name", row.name).set("value", row.value);
    if (!row.note.empty()) {
      json.set("note", row.note);
    }
    if (row.offset) {
      json.set("offset", *row.offset);
    }
    list.push(std::move(json));
  }
  return list;
}

Json sections_json(const std::vector<DescribedSection>& sections) {
  Json list = Json::array();
  for (const DescribedSection& section : sections) {
    Json json = Json::object();
    json.set("name", section.name).set("offset", section.offset).set("bytes", section.bytes).set("note", section.note);
    if (!section.rows.empty()) {
      json.set("rows", rows_json(section.rows));
    }
    list.push(std::move(json));
  }
  return list;
}

void set_form(Json& json, const OutputForm& form) {
  switch (form.kind) {
    case Kind::picture:
      json.set("kind", "picture").set("height", form.height).set("width", form.width);
      return;
    case Kind::clip:
      json.set("kind", "clip").set("height", form.height).set("width", form.width).set("frames", form.frames);
      return;
    case Kind::sound:
      json.set("kind", "sound").set("samples", form.samples).set("sample_rate", form.sample_rate);
      return;
    case Kind::planes:
      json.set("kind", "planes").set("side", form.height).set("planes", form.planes);
      json.set("n_gaussians", form.n_gaussians);
      return;
  }
}

Json streams_json(const std::vector<StreamUse>& streams) {
  Json list = Json::array();
  for (const StreamUse& use : streams) {
    list.push(Json::object()
                  .set("name", use.name)
                  .set("symbols", use.symbols)
                  .set("words_read", use.words_read)
                  .set("words_left", use.words - use.words_read));
  }
  return list;
}

}  // namespace

std::string describe_form(const OutputForm& form) {
  switch (form.kind) {
    case Kind::picture:
      return fmt::format("a picture of {} x {}", form.height, form.width);
    case Kind::clip:
      return fmt::format("a clip of {} frames of {} x {}", form.frames, form.height, form.width);
    case Kind::sound:
      return fmt::format("a sound of {} samples at {} Hz", form.samples, form.sample_rate);
    case Kind::planes:
      break;
  }
  return fmt::format("{} planes of {} x {} for {} Gaussians", form.planes, form.height, form.width, form.n_gaussians);
}

Lines stats_lines(const DecodeFacts& facts) {
  Lines lines;
  for (const StreamUse& use : facts.streams) {
    lines.push_back(fmt::format("{}: {} stream: {} symbols, {} words read, {} left", cli::one_line(facts.payload), use.name,
                                use.symbols, use.words_read, use.words - use.words_read));
  }
  if (lines.empty()) {
    lines.push_back(fmt::format("{}: no streams", cli::one_line(facts.payload)));
  }
  return lines;
}

Json outputs_json(const ReadyOutputs& outputs) {
  Json json = Json::object();
  json.set("name", outputs.name).set("files", outputs.files.size()).set("bytes", outputs.bytes);
  return json;
}

Json decode_json(const DecodeFacts& facts, const ReadyOutputs& outputs) {
  Json json = Json::object();
  json.set("payload", facts.payload).set("capability", facts.capability);
  set_form(json, facts.form);
  json.set("bytes", facts.bytes);
  if (!facts.sha256.empty()) {
    json.set("sha256", facts.sha256);
  }
  if (facts.match) {
    json.set("match", *facts.match);
  }
  json.set("streams", streams_json(facts.streams));
  if (!outputs.files.empty()) {
    json.set("output", outputs_json(outputs));
  }
  return json;
}

Lines declared_lines(const std::string& payload, const std::string& capability, const DeclaredCost& cost) {
  const auto line = [](std::string_view name, std::uint64_t value) {
    return fmt::format("  {:<21}  {:>13}", name, value);
  };
  return {fmt::format("{}: {}", cli::one_line(payload), capability), line("output bytes", cost.output_bytes),
          line("entropy-decode steps", cost.symbols), line("working bytes", cost.working_bytes),
          line("multiply-accumulates", cost.macs)};
}

Json declared_json(const std::string& payload, const std::string& capability, const DeclaredCost& cost) {
  Json json = Json::object();
  json.set("payload", payload).set("capability", capability).set("output_bytes", cost.output_bytes);
  return json.set("symbols", cost.symbols).set("working_bytes", cost.working_bytes).set("macs", cost.macs);
}

Lines inspect_lines(const std::string& payload, std::size_t bytes, const Description& description) {
  const Table table(description);
  Lines lines = {fmt::format("{}: {}, {} bytes", cli::one_line(payload), description.format, bytes)};
  for (const DescribedRow& field : description.fields) {
    lines.push_back(table.row(field));
  }
  for (const DescribedSection& section : description.sections) {
    const Lines inner = table.section(section);
    lines.insert(lines.end(), inner.begin(), inner.end());
  }
  for (const DescribedRow& row : description.summary) {
    lines.push_back(table.row(row));
  }
  return lines;
}

Json inspect_json(const std::string& payload, std::size_t bytes, const Description& description) {
  Json json = Json::object();
  json.set("payload", payload).set("format", description.format).set("bytes", bytes);
  json.set("fields", rows_json(description.fields)).set("sections", sections_json(description.sections));
  return json.set("summary", rows_json(description.summary));
}

}  // namespace wai::decode_app
