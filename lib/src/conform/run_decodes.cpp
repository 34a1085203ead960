// A sequence of decodes given as JSON (ops 14.1), through one graph.
#include "conform/graph_vector.hpp"
#include "wai/conform.hpp"

namespace wai {
namespace {

DecodeRun run_decode(GraphRun& graph, VectorDecode decode, bool trace) {
  DecodeRun out;
  auto outputs = graph.decode(std::move(decode.inputs), decode.scalars, trace ? &out.trace : nullptr);
  if (outputs) {
    decode.expect = *std::move(outputs);
  } else {
    decode.expect = outputs.refusal().code;
    out.refused = std::move(outputs.refusal());
  }
  out.json = outcome_json(decode.expect).write();
  return out;
}

}  // namespace

Expected<std::vector<DecodeRun>> run_decodes(std::span<const std::uint8_t> whg1, std::string_view decodes,
                                             Profile profile, bool trace) {
  WAI_TRY(const json::Document document, json::Document::parse(decodes, RefusalCode::payload_malformed));
  WAI_TRY(std::vector<VectorDecode> list, read_decodes(document.root()));
  WAI_TRY(GraphRun graph, GraphRun::load(whg1, profile));
  std::vector<DecodeRun> out;
  for (VectorDecode& decode : list) {
    out.push_back(run_decode(graph, std::move(decode), trace));
  }
  return out;
}

}  // namespace wai
