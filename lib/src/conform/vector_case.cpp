#include "conform/vector_case.hpp"

#include <algorithm>
#include <set>

#include "conform/graph_vector.hpp"
#include "conform/payload_check.hpp"
#include "conform/stage_vector.hpp"
#include "graph/whg1.hpp"
#include "ops/table.hpp"

namespace wai {
namespace {

constexpr std::string_view kEnding = ".jsonl";

std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.find('/'));
}

std::string_view stem_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.ends_with(kEnding) ? name.substr(0, name.size() - kEnding.size()) : name;
}

std::string question_of(const GraphVector& vector) {
  JsonOut decodes = JsonOut::array();
  for (const VectorDecode& d : vector.decodes) {
    JsonOut inputs = JsonOut::array();
    for (const Tensor& t : d.inputs) {
      inputs.push(tensor_json(t));
    }
    JsonOut decode = JsonOut::object();
    decode.set("inputs", std::move(inputs));
    decode.set("scalars", integers_json(d.scalars));
    decodes.push(std::move(decode));
  }
  JsonOut out = JsonOut::object();
  out.set("decodes", std::move(decodes));
  out.set("graph", hex_json(vector.graph));
  out.set("id", JsonOut::string(vector.id));
  return out.write();
}

void note_code(VectorCase& c, RefusalCode code) {
  const std::string name(to_string(code));
  if (std::find(c.codes.begin(), c.codes.end(), name) == c.codes.end()) {
    c.codes.push_back(name);
  }
}

// A graph of vectors/ has one operator, that of its file.
Expected<void> check_operator(const GraphVector& vector, std::string_view name) {
  const OperatorRow* row = find_operator(name);
  if (row == nullptr) {
    return refuse(RefusalCode::model_mismatch, "{} is no operator of ops 5", name);
  }
  const auto model = parse_graph(vector.graph);
  if (model && (model->ops.size() != 1 || model->ops[0].opcode != row->opcode)) {
    return refuse(RefusalCode::model_mismatch, "its graph is not one operator {} (ops 14.1)", name);
  }
  return {};
}

Expected<void> fill_graph_case(const json::Value& v, VectorCase& c) {
  WAI_TRY(const GraphVector vector, read_vector(v));
  if (vector_json(vector).write() != c.question) {
    return refuse(RefusalCode::model_mismatch, "not written in canonical JSON (ops 8.5)");
  }
  if (folder_of(c.file) == "vectors") {
    WAI_CHECK(check_operator(vector, c.subject));
  }
  c.question = question_of(vector);
  c.expected = graph_answer_json(vector).write();
  c.profiles = vector.profiles;
  if (vector.load) {
    c.load_refused = true;
    note_code(c, *vector.load);
  }
  for (const VectorDecode& d : vector.decodes) {
    if (const auto* code = std::get_if<RefusalCode>(&d.expect)) {
      note_code(c, *code);
    }
  }
  return {};
}

Expected<void> fill_stage_case(const json::Value& v, VectorCase& c) {
  WAI_TRY(const StageVector vector, read_stage_vector(v));
  if (stage_vector_json(vector).write() != c.question) {
    return refuse(RefusalCode::model_mismatch, "not written in canonical JSON (ops 8.5)");
  }
  if (stage_operator_name(vector.in) != c.subject) {
    return refuse(RefusalCode::model_mismatch, "a vector of {} in the file of {}", stage_operator_name(vector.in),
                  c.subject);
  }
  c.question = stage_question_json(vector).write();
  c.expected = stage_outcome_json(vector.outcome).write();
  c.profiles = {Profile::acc32, Profile::acc64};
  if (const auto* refusal = std::get_if<StageRefusal>(&vector.outcome)) {
    note_code(c, refusal->code);
  }
  return {};
}

Expected<void> fill_case(std::string_view line, VectorCase& c) {
  WAI_TRY(const json::Document document, json::Document::parse(line, RefusalCode::payload_malformed));
  const json::Value root = document.root();
  if (const auto id = root.find("id"); id && id->as_string()) {
    c.id = *id->as_string();
  }
  c.question = line;
  if (is_payload_index(c.file)) {
    return fill_payload_case(root, c);
  }
  return folder_of(c.file) == "stage" ? fill_stage_case(root, c) : fill_graph_case(root, c);
}

VectorCase empty_case(const CorpusFile& file, std::size_t line) {
  VectorCase c;
  c.file = file.path;
  c.subject = stem_of(file.path);
  c.id = fmt::format("line {}", line);
  return c;
}

VectorCase faulty(const CorpusFile& file, std::size_t line, std::string fault) {
  VectorCase c = empty_case(file, line);
  c.fault = std::move(fault);
  return c;
}

}  // namespace

bool is_vector_file(std::string_view path) {
  const std::string_view folder = folder_of(path);
  return (folder == "vectors" || folder == "stage" || folder == "graphs") && path.ends_with(kEnding);
}

std::vector<VectorCase> read_cases(const CorpusFile& file) {
  std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  if (text.empty()) {
    return {faulty(file, 1, "the file is empty: no vector in it")};
  }
  std::vector<VectorCase> out;
  std::set<std::string> ids;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      out.push_back(faulty(file, line, "the last line is cut off: it has no line feed (ops 14.1)"));
      break;
    }
    VectorCase c = empty_case(file, line);
    const auto place = [&] { return c.id.starts_with("line ") ? "" : fmt::format("line {}: ", line); };
    if (auto filled = fill_case(text.substr(0, end), c); !filled) {
      c.fault = place() + filled.refusal().message;
    } else if (!ids.insert(c.id).second) {
      c.fault = place() + "the id stands a second time in its file (ops 14.1)";
    }
    out.push_back(std::move(c));
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string section_of(std::string_view subject) {
  if (const OperatorRow* row = find_operator(subject)) {
    switch (row->family) {
      case Family::linear:
        return row->name == "conv" ? "ops 5.2" : "ops 5.3";
      case Family::requantisation:
        return "ops 5.4";
      case Family::elementwise:
        return "ops 5.5";
      case Family::table:
        return "ops 5.6";
      case Family::normalisation:
        return "ops 5.7";
      case Family::scalar_function:
        return "ops 5.8";
      case Family::contraction:
        return "ops 5.9";
      case Family::movement:
        return "ops 5.10";
    }
  }
  const auto stages = stage_operator_names();
  const auto found = std::find(stages.begin(), stages.end(), subject);
  return found == stages.end() ? "ops 14" : fmt::format("ops 5E E{}", found - stages.begin() + 1);
}

}  // namespace wai
