#include "wai/certify.hpp"

#include "base/sha256.hpp"
#include "bounds/admissible.hpp"
#include "bounds/certificate.hpp"
#include "bounds/load.hpp"

namespace wai {
namespace {

// The value of a node with the least headroom under acc64, a tie going to the first in byte order of keys.
void find_tightest(const NodeRecord& node, NodeSummary& summary) {
  bool first = true;
  const auto consider = [&](std::string_view key, const Interval& v, WidthClass c) {
    const unsigned n = bits(v);
    const int headroom = static_cast<int>(width_bits(c, Profile::acc64)) - static_cast<int>(n);
    if (first || headroom < summary.headroom) {
      summary.key = key;
      summary.bits = n;
      summary.headroom = headroom;
      first = false;
    }
  };
  for (const auto& [key, v] : node.intermediates) {
    consider(key, v, width_class(key));
  }
  for (std::size_t k = 0; k < node.results.size(); ++k) {
    consider(fmt::format("out.{}", k), node.results[k], WidthClass::tensor);
  }
}

NodeSummary summarise_node(const BoundedGraph& g, std::size_t op) {
  const NodeRecord& node = g.bounds.nodes[op];
  NodeSummary out;
  out.graph = g.role;
  out.index = op;
  out.op = g.graph.row(op).name;
  find_tightest(node, out);
  out.acc32 = node_fits(g, op, Profile::acc32);
  out.acc64 = node_fits(g, op, Profile::acc64);
  out.saturated = node.arith.saturated();
  out.flags.assign(node.npu_flags.begin(), node.npu_flags.end());
  out.in = g.graph.model.ops[op].in;
  out.out = g.graph.model.ops[op].out;
  return out;
}

TensorSummary summarise_tensor(const BoundedGraph& g, std::uint32_t t) {
  const TensorRecord& record = g.graph.model.tensors[t];
  const Interval& v = g.bounds.tensors[t];
  constexpr std::string_view kPolicies[] = {"derived", "clamp", "check"};
  return {g.role,
          t,
          record.channels,
          v.lo.to_string(),
          v.hi.to_string(),
          wai::bits(v),
          std::string(kPolicies[static_cast<std::size_t>(record.policy)])};
}

Expected<void> check_name(std::string_view name, std::string_view what) {
  if (!is_printable_ascii(name)) {
    return refuse(RefusalCode::model_mismatch, "a {} outside printable ASCII cannot be certified (ops 8.5)", what);
  }
  return {};
}

void summarise(const BoundedGraph& g, Certificate& out) {
  for (std::size_t i = 0; i < g.bounds.nodes.size(); ++i) {
    out.nodes.push_back(summarise_node(g, i));
  }
  for (std::uint32_t t = 0; t < g.graph.model.tensors.size(); ++t) {
    out.tensors.push_back(summarise_tensor(g, t));
  }
}

}  // namespace

Expected<Certificate> certify(std::span<const RoleGraph> graphs, const Origin& origin) {
  WAI_CHECK(check_name(origin.capability.value_or(""), "capability"));
  std::vector<BoundedGraph> bounded;
  for (const RoleGraph& graph : graphs) {
    WAI_CHECK(check_name(graph.role, "role"));
    auto one = bound_graph(graph.whg1, graph.role);
    if (!one) {
      one.refusal().message = fmt::format("graph {}: {}", graph.role, one.refusal().message);
      return std::move(one.refusal());
    }
    bounded.push_back(*std::move(one));
  }
  const Verdict verdict = verdict_of(bounded);
  Certificate out;
  out.json = write_certificate({origin.capability, origin.lowering, origin.set_sha256}, bounded, verdict);
  out.sha256 = sha256_hex({reinterpret_cast<const std::uint8_t*>(out.json.data()), out.json.size()});
  out.acc32 = verdict.meets(Profile::acc32);
  out.acc64 = verdict.meets(Profile::acc64);
  out.npu = verdict.npu();
  out.acc32_failure = verdict.acc32 ? describe(*verdict.acc32) : "";
  out.acc64_failure = verdict.acc64 ? describe(*verdict.acc64) : "";
  out.npu_reasons.assign(verdict.npu_reasons.begin(), verdict.npu_reasons.end());
  for (const BoundedGraph& g : bounded) {
    summarise(g, out);
  }
  return out;
}

Expected<std::optional<DecimalRange>> admissible(const RoleGraph& graph, std::uint32_t tensor, Profile profile) {
  WAI_TRY(const BoundedGraph g, bound_graph(graph.whg1, graph.role));
  if (tensor >= g.graph.model.tensors.size()) {
    return refuse(RefusalCode::model_mismatch, "graph {}: tensor {} does not exist", graph.role, tensor);
  }
  const auto range = admissible_range(g.graph, g.bounds, tensor, profile);
  if (!range) {
    return std::optional<DecimalRange>();
  }
  return std::optional<DecimalRange>(DecimalRange{range->lo().to_string(), range->hi().to_string()});
}

}  // namespace wai
