// A vector in words.
#include <algorithm>

#include "base/sha256.hpp"
#include "bounds/load.hpp"
#include "conform/evidence.hpp"
#include "conform/stage_vector.hpp"
#include "conform/vector_case.hpp"
#include "graph/whg1.hpp"

namespace wai {
namespace {

constexpr std::size_t kShownBytes = 48;
constexpr std::size_t kShownValues = 64;

std::string_view policy_name(RangePolicy policy) {
  return policy == RangePolicy::derived ? "derived" : policy == RangePolicy::clamp ? "clamp" : "check";
}

std::string values_text(std::span<const std::int64_t> values) {
  std::string out = fmt::format(
      "{}", fmt::join(values.begin(),
                      values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), kShownValues)), " "));
  return values.size() > kShownValues ? fmt::format("{} ... ({} values)", out, values.size()) : out;
}

std::string tensor_text(const Tensor& t) {
  return fmt::format("[{}, {}, {}]: {}", t.shape.c, t.shape.h, t.shape.w, values_text(t.data));
}

std::string indices(std::span<const std::uint32_t> tensors) {
  return fmt::format("{}", fmt::join(tensors, ", "));
}

std::string hex_text(std::span<const std::uint8_t> bytes) {
  const std::string out = to_hex(bytes.first(std::min(bytes.size(), kShownBytes)));
  return bytes.size() > kShownBytes ? out + "..." : out;
}

// --- the graph ---

std::string tables_text(const GraphModel& m) {
  std::string out = fmt::format("  offset 0: header, max_elems {}\n", m.max_elems);
  std::size_t at = 32;
  for (std::size_t i = 0; i < m.scalars.size(); ++i, at += 16) {
    out += fmt::format("  offset {}: scalar {} in [{}, {}]\n", at, i, m.scalars[i].lo, m.scalars[i].hi);
  }
  for (std::size_t i = 0; i < m.inputs.size(); ++i, at += 32) {
    const InputRecord& input = m.inputs[i];
    out += fmt::format("  offset {}: input {} is tensor {}, {}, {}", at, i, input.tensor,
                       input.kind == InputKind::data ? "data" : "state",
                       input.max_h == 0 ? "of no declared size" : fmt::format("at most {} x {}", input.max_h, input.max_w));
    out += input.kind == InputKind::data ? "\n" : fmt::format(", from output {}, init {}\n", input.src, input.init);
  }
  for (std::size_t i = 0; i < m.outputs.size(); ++i, at += 4) {
    out += fmt::format("  offset {}: output {} is tensor {}\n", at, i, m.outputs[i]);
  }
  for (std::size_t i = 0; i < m.tensors.size(); ++i, at += 24) {
    const TensorRecord& t = m.tensors[i];
    out += fmt::format("  offset {}: tensor {} of {} channels, {}", at, i, t.channels, policy_name(t.policy));
    out += t.policy == RangePolicy::derived ? "" : fmt::format(" [{}, {}]", t.lo, t.hi);
    out += t.exponent == kNoExponent ? "\n" : fmt::format(", exponent {}\n", t.exponent);
  }
  return out;
}

std::string operators_text(const GraphModel& m, const Evidence& e) {
  std::string out;
  for (std::size_t i = 0; i < m.ops.size(); ++i) {
    const OperatorRecord& op = m.ops[i];
    const OperatorRow* row = find_operator(op.opcode);
    out += fmt::format("  offset {}: operator {} is {} (0x{:02X}, {}) from {} to {}\n", op.offset, i,
                       row == nullptr ? "none" : row->name, op.opcode,
                       row == nullptr ? "ops 5" : section_of(row->name), indices(op.in), indices(op.out));
    out += fmt::format("  offset {}: its {} parameter bytes {}\n", op.params_offset, op.params.size(),
                       hex_text(op.params));
    if (e.bounded() == nullptr) {
      continue;
    }
    const NodeRecord& node = e.bounded()->bounds.nodes[i];
    for (const auto& [key, interval] : node.intermediates) {
      out += fmt::format("    {} in [{}, {}]\n", key, interval.lo.to_string(), interval.hi.to_string());
    }
    for (std::size_t k = 0; k < node.results.size(); ++k) {
      out +=
          fmt::format("    result {} in [{}, {}]\n", k, node.results[k].lo.to_string(), node.results[k].hi.to_string());
    }
  }
  return out;
}

std::string rounding_text(const Evidence& e) {
  const auto setting = round_setting(e);
  if (!setting) {
    return {};
  }
  constexpr std::string_view kNames[] = {"floor", "half_up", "half_even"};
  return fmt::format("  rounds {} at shift {}\n", kNames[static_cast<std::size_t>(setting->round)],
                     fmt::join(setting->shifts, ", "));
}

std::string decode_text(const VectorDecode& d, std::size_t i) {
  std::string out = fmt::format("decode {}\n", i);
  for (const Tensor& t : d.inputs) {
    out += fmt::format("  input {}\n", tensor_text(t));
  }
  if (!d.scalars.empty()) {
    out += fmt::format("  scalars {}\n", values_text(d.scalars));
  }
  if (const auto* code = std::get_if<RefusalCode>(&d.expect)) {
    return out + fmt::format("  is refused: {} (ops 4)\n", to_string(*code));
  }
  for (const Tensor& t : std::get<std::vector<Tensor>>(d.expect)) {
    out += fmt::format("  gives {}\n", tensor_text(t));
  }
  return out;
}

std::string explain_graph(const std::string& file, GraphVector vector) {
  const Evidence e(file, std::move(vector));
  const GraphVector& v = e.vector();
  std::string out = fmt::format("{} {}: a graph of {} bytes\n", file, v.id, v.graph.size());
  if (e.model() == nullptr) {
    out += fmt::format("  {}\n", hex_text(v.graph));
  } else {
    out += tables_text(*e.model()) + operators_text(*e.model(), e) + rounding_text(e);
  }
  if (v.load) {
    return out + fmt::format("load is refused: {}: {} (ops 10.5)\n", to_string(*v.load), load_refusal_text(v));
  }
  out += fmt::format("loads; its verdict meets {}\n", v.profiles.size() == 2 ? "acc32 and acc64" : "acc64 alone");
  for (std::size_t i = 0; i < v.decodes.size(); ++i) {
    out += decode_text(v.decodes[i], i);
  }
  return out;
}

// --- stage vectors ---

std::string member_text(const json::Value& v, std::string_view text) {
  // The bytes of the value in the line: from its start to the end of its brackets.
  std::size_t end = v.offset();
  int depth = 0;
  bool in_string = false;
  do {
    const char c = text[end++];
    in_string = c == '"' ? !in_string : in_string;
    depth += !in_string && (c == '[' || c == '{') ? 1 : 0;
    depth -= !in_string && (c == ']' || c == '}') ? 1 : 0;
  } while (depth > 0 || in_string || (v.kind() == json::Kind::boolean && text[end] != ',' && text[end] != '}'));
  std::string out(text.substr(v.offset(), end - v.offset()));
  std::erase(out, '"');
  return out.size() > 400 ? fmt::format("{}... ({} characters)", out.substr(0, 400), out.size()) : out;
}

std::string explain_stage(const std::string& file, const StageVector& v) {
  const std::string_view op = stage_operator_name(v.in);
  const std::string line = stage_vector_json(v).write();
  const auto document = json::Document::parse(line, RefusalCode::model_mismatch);
  std::string out = fmt::format("{} {}: {} ({})\n", file, v.id, op, section_of(op));
  for (const char* part : {"modes", "in"}) {
    for (const auto& [key, value] : document->root().find(part)->members()) {
      out += fmt::format("  {} = {}\n", *key.as_string(), member_text(value, line));
    }
  }
  if (const auto* refusal = std::get_if<StageRefusal>(&v.outcome)) {
    std::string why;
    (void)evaluate_stage(v.in, &why);
    return out + fmt::format("is refused: {} at {}: {} (ops 14.1)\n", to_string(refusal->code), refusal->at, why);
  }
  for (const auto& [key, value] : document->root().find("expect")->members()) {
    out += fmt::format("gives {} = {}\n", *key.as_string(), member_text(value, line));
  }
  return out;
}

}  // namespace

Expected<std::vector<std::string>> vector_ids(const CorpusFile& file) {
  std::vector<std::string> ids;
  std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto document = json::Document::parse(line, RefusalCode::model_mismatch);
    const auto id = document ? document->root().find("id") : std::nullopt;
    if (!id || !id->as_string() || (!document->root().find("op") && !document->root().find("graph"))) {
      return refuse(RefusalCode::model_mismatch, "{} is no file of vectors", file.path);
    }
    ids.push_back(*id->as_string());
  }
  return ids;
}

Expected<std::string> explain_vector(const CorpusFile& file, std::string_view id) {
  std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    WAI_TRY(const json::Document document, json::Document::parse(line, RefusalCode::payload_malformed));
    const auto name = document.root().find("id");
    if (!name || !name->equals(id)) {
      continue;
    }
    if (document.root().find("op")) {
      WAI_TRY(const StageVector vector, read_stage_vector(document.root()));
      return explain_stage(file.path, vector);
    }
    WAI_TRY(GraphVector vector, read_vector(document.root()));
    return explain_graph(file.path, std::move(vector));
  }
  return refuse(RefusalCode::model_mismatch, "{} has no vector \"{}\"", file.path, id);
}

Expected<NpuSummary> npu_summary(const CorpusFile& npu) {
  NpuSummary out;
  std::string_view text(reinterpret_cast<const char*>(npu.bytes.data()), npu.bytes.size());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    WAI_TRY(const json::Document document, json::Document::parse(line, RefusalCode::payload_malformed));
    const json::Value root = document.root();
    WAI_CHECK(check_members(root, {"file", "id", "npu", "npu_flags", "npu_reasons"}));
    WAI_TRY(const std::string file, read_string(*root.find("file")));
    WAI_TRY(const bool inside, read_bool(*root.find("npu")));
    auto& count = out.files[file];
    ++(inside ? count.inside : count.outside);
    const json::Value flags = *root.find("npu_flags");
    for (const json::Value flag : flags) {
      WAI_TRY(const std::string name, read_string(flag));
      ++out.flags[name];
    }
    const json::Value reasons = *root.find("npu_reasons");
    for (const json::Value reason : reasons) {
      WAI_TRY(const std::string name, read_string(reason));
      ++out.reasons[name];
    }
  }
  return out;
}

}  // namespace wai
