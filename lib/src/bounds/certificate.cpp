#include "bounds/certificate.hpp"

namespace wai {
namespace {

std::string_view policy_name(RangePolicy policy) {
  switch (policy) {
    case RangePolicy::derived:
      return "derived";
    case RangePolicy::clamp:
      return "clamp";
    case RangePolicy::check:
      return "check";
  }
  bug("policy_name: no such policy");
}

JsonOut interval_json(const Interval& v) {
  JsonOut out = JsonOut::object();
  out.set("bits", JsonOut::size(bits(v)));
  out.set("hi", JsonOut::integer(v.hi));
  out.set("lo", JsonOut::integer(v.lo));
  return out;
}

template <class Strings>
JsonOut string_list(const Strings& strings) {
  JsonOut out = JsonOut::array();
  for (const auto& s : strings) {
    out.push(JsonOut::string(s));
  }
  return out;
}

JsonOut input_json(const GraphModel& model, const InputRecord& input) {
  const TensorRecord& t = model.tensors[input.tensor];
  const bool is_state = input.kind == InputKind::state;
  JsonOut out = JsonOut::object();
  out.set("hi", JsonOut::integer(t.hi));
  if (is_state) {
    out.set("init", JsonOut::integer(input.init));
    out.set("src", JsonOut::size(input.src));
  }
  out.set("kind", JsonOut::string(is_state ? "state" : "data"));
  out.set("lo", JsonOut::integer(t.lo));
  out.set("max_h", JsonOut::size(input.max_h));
  out.set("max_w", JsonOut::size(input.max_w));
  out.set("policy", JsonOut::string(policy_name(t.policy)));
  out.set("tensor", JsonOut::size(input.tensor));
  return out;
}

JsonOut mac_json(const NodeRecord& node) {
  JsonOut a_bits = JsonOut::array();
  for (const NodeInput& input : node.in) {
    a_bits.push(JsonOut::size(bits(input.interval)));
  }
  JsonOut out = JsonOut::object();
  out.set("a_bits", std::move(a_bits));
  if (node.mac->weights) {
    out.set("w_bits", JsonOut::size(bits(*node.mac->weights)));
  }
  return out;
}

JsonOut output_json(const BoundedGraph& g, std::size_t op, std::size_t k) {
  const std::uint32_t t = g.graph.model.ops[op].out[k];
  JsonOut out = interval_json(g.bounds.tensors[t]);
  out.set("policy", JsonOut::string(policy_name(g.graph.model.tensors[t].policy)));
  out.set("result", interval_json(g.bounds.nodes[op].results[k]));
  out.set("tensor", JsonOut::size(t));
  return out;
}

JsonOut fits_json(const BoundedGraph& g, std::size_t op) {
  JsonOut out = JsonOut::array();
  for (const Profile profile : {Profile::acc32, Profile::acc64}) {
    if (node_fits(g, op, profile)) {
      out.push(JsonOut::string(to_string(profile)));
    }
  }
  return out;
}

JsonOut node_json(const BoundedGraph& g, std::size_t op) {
  const NodeRecord& node = g.bounds.nodes[op];
  JsonOut intermediates = JsonOut::object();
  for (const auto& [key, v] : node.intermediates) {
    intermediates.set(key, interval_json(v));
  }
  JsonOut outputs = JsonOut::array();
  for (std::size_t k = 0; k < node.results.size(); ++k) {
    outputs.push(output_json(g, op, k));
  }
  JsonOut out = JsonOut::object();
  out.set("acc32_params", string_list(node.acc32_params));
  out.set("fits", fits_json(g, op));
  out.set("index", JsonOut::size(op));
  out.set("intermediates", std::move(intermediates));
  if (node.k_c_terms) {
    const auto k_c = chunk_terms(*node.k_c_terms);
    out.set("k_c", k_c ? JsonOut::integer(*k_c) : JsonOut::string("unbounded"));
  }
  if (node.mac) {
    out.set("mac", mac_json(node));
  }
  out.set("npu_flags", string_list(node.npu_flags));
  out.set("op", JsonOut::string(g.graph.row(op).name));
  out.set("out", std::move(outputs));
  out.set("saturated", JsonOut::boolean(node.arith.saturated()));
  return out;
}

JsonOut graph_json(const BoundedGraph& g) {
  const GraphModel& model = g.graph.model;
  JsonOut inputs = JsonOut::array();
  for (const InputRecord& input : model.inputs) {
    inputs.push(input_json(model, input));
  }
  JsonOut nodes = JsonOut::array();
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    nodes.push(node_json(g, i));
  }
  JsonOut scalars = JsonOut::array();
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    JsonOut scalar = JsonOut::object();
    scalar.set("hi", JsonOut::integer(model.scalars[i].hi));
    scalar.set("index", JsonOut::size(i));
    scalar.set("lo", JsonOut::integer(model.scalars[i].lo));
    scalars.push(std::move(scalar));
  }
  JsonOut out = JsonOut::object();
  out.set("graph_sha256", JsonOut::string(g.sha256));
  out.set("inputs", std::move(inputs));
  out.set("name", JsonOut::string(g.role));
  out.set("nodes", std::move(nodes));
  out.set("scalars", std::move(scalars));
  return out;
}

JsonOut failure_json(const Failure& f) {
  JsonOut out = JsonOut::object();
  if (f.bits) {
    out.set("bits", JsonOut::size(*f.bits));
  }
  out.set("graph", JsonOut::string(f.graph));
  out.set("index", JsonOut::size(f.index));
  out.set("key", JsonOut::string(f.key));
  out.set("where", JsonOut::string(f.where));
  return out;
}

JsonOut verdict_json(const Verdict& v) {
  JsonOut out = JsonOut::object();
  out.set("acc32", JsonOut::boolean(!v.acc32));
  if (v.acc32) {
    out.set("acc32_first_failure", failure_json(*v.acc32));
  }
  out.set("acc64", JsonOut::boolean(!v.acc64));
  if (v.acc64) {
    out.set("acc64_first_failure", failure_json(*v.acc64));
  }
  out.set("npu", JsonOut::boolean(v.npu()));
  out.set("npu_flags", string_list(v.npu_flags));
  out.set("npu_reasons", string_list(v.npu_reasons));
  return out;
}

JsonOut string_or_null(const std::optional<std::string>& text) {
  return text ? JsonOut::string(*text) : JsonOut();
}

}  // namespace

std::optional<Wide> chunk_terms(const Interval& terms) {
  const Wide p = largest_magnitude(terms);
  if (p == Wide(0)) {
    return std::nullopt;
  }
  Arith arith;
  return arith.floor_div(Wide(std::int64_t{2147483647}), p);
}

std::string write_certificate(const CertificateOrigin& origin, std::span<const BoundedGraph> graphs,
                              const Verdict& verdict) {
  JsonOut list = JsonOut::array();
  for (const BoundedGraph& g : graphs) {
    list.push(graph_json(g));
  }
  JsonOut out = JsonOut::object();
  out.set("capability", string_or_null(origin.capability));
  out.set("certificate", JsonOut::string("wai-ops/1 bounds"));
  out.set("graphs", std::move(list));
  out.set("lowering", JsonOut::string(origin.lowering));
  out.set("set_sha256", string_or_null(origin.set_sha256));
  out.set("verdict", verdict_json(verdict));
  return out.write();
}

}  // namespace wai
