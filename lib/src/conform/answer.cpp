// The reference as an implementation under test: one vector in, one answer out.
#include "bounds/load.hpp"
#include "conform/graph_vector.hpp"
#include "conform/stage_vector.hpp"
#include "wai/conform.hpp"

namespace wai {
namespace {

// As many inputs and scalars as the graph has; only a graph that loads can say.
Expected<void> counts_fit(const GraphVector& vector) {
  const auto graph = bound_graph(vector.graph, vector.id);
  if (!graph) {
    return {};
  }
  const GraphModel& model = graph->graph.model;
  std::size_t n_data = 0;
  for (const InputRecord& input : model.inputs) {
    n_data += input.kind == InputKind::data ? 1 : 0;
  }
  for (std::size_t i = 0; i < vector.decodes.size(); ++i) {
    const VectorDecode& d = vector.decodes[i];
    if (d.inputs.size() != n_data || d.scalars.size() != model.scalars.size()) {
      return refuse(RefusalCode::model_mismatch, "decode {} has {} inputs and {} scalars, the graph {} and {}", i,
                    d.inputs.size(), d.scalars.size(), n_data, model.scalars.size());
    }
  }
  return {};
}

Expected<JsonOut> answer_graph(const json::Value& v) {
  WAI_TRY(GraphVector vector, read_question(v));
  WAI_CHECK(counts_fit(vector));
  evaluate_vector(vector);
  return graph_answer_json(vector);
}

Expected<JsonOut> answer_any(std::string_view line) {
  WAI_TRY(const json::Document document, json::Document::parse(line, RefusalCode::payload_malformed));
  if (document.root().find("op")) {
    WAI_TRY(const StageVector vector, read_stage_question(document.root()));
    return stage_outcome_json(evaluate_stage(vector.in));
  }
  return answer_graph(document.root());
}

}  // namespace

std::string answer_vector(std::string_view line) {
  auto answer = answer_any(line);
  if (answer) {
    return answer->write();
  }
  std::string why = answer.refusal().message;
  for (char& c : why) {
    c = is_printable_ascii({&c, 1}) ? c : '?';
  }
  JsonOut out = JsonOut::object();
  out.set("error", JsonOut::string(why));
  return out.write();
}

}  // namespace wai
