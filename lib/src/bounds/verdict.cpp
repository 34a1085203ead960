#include "bounds/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace wai {
namespace {

// Every key of Table 8.5-A with the class ops 5 gives it, in ascending order of key.
constexpr std::array<std::pair<std::string_view, WidthClass>, 42> kClasses = {{
    {"apply.acc", WidthClass::acc}, {"apply.term", WidthClass::acc}, {"conv.acc", WidthClass::acc},
    {"conv.term", WidthClass::acc}, {"convT.acc", WidthClass::acc},  {"convT.term", WidthClass::acc},
    {"elu.p", WidthClass::wide},    {"exp.c", WidthClass::acc},      {"exp.negx", WidthClass::acc},
    {"exp.nl", WidthClass::acc},    {"exp.t2", WidthClass::acc},     {"gram.acc", WidthClass::acc},
    {"gram.term", WidthClass::acc}, {"igdn.N", WidthClass::wide},    {"igdn.gx2", WidthClass::product},
    {"igdn.r", WidthClass::acc},    {"igdn.term", WidthClass::wide}, {"igdn.x2", WidthClass::wide},
    {"igdn.xr", WidthClass::wide},  {"l2.T", WidthClass::wide},      {"l2.k", WidthClass::acc},
    {"l2.vk", WidthClass::wide},    {"leaky.p", WidthClass::acc},    {"ln.S", WidthClass::wide},
    {"ln.T", WidthClass::wide},     {"ln.d", WidthClass::acc},       {"ln.dk", WidthClass::wide},
    {"ln.k", WidthClass::acc},      {"ln.m", WidthClass::wide},      {"ln.n", WidthClass::acc},
    {"ln.ng", WidthClass::wide},    {"ln.v", WidthClass::wide},      {"mul.p", WidthClass::acc},
    {"rq.p", WidthClass::product},  {"rq.q", WidthClass::acc},       {"rq.t", WidthClass::acc},
    {"rq.y", WidthClass::acc},      {"rsq.num", WidthClass::acc},    {"sig.num", WidthClass::acc},
    {"sm.diff", WidthClass::acc},   {"sm.num", WidthClass::acc},     {"sm.sum", WidthClass::acc},
}};

bool meets_width(const Interval& v, WidthClass c, Profile profile) {
  return bits(v) <= width_bits(c, profile);
}

Interval declared_range(const GraphModel& model, const InputRecord& input) {
  return {model.tensors[input.tensor].lo, model.tensors[input.tensor].hi};
}

// Among the values of a node that fail the width, the one of most bits, a tie going to the smallest key.
std::optional<Failure> widest_failure(const NodeRecord& node, Profile profile) {
  std::optional<Failure> worst;
  const auto consider = [&](const std::string& key, const Interval& v, WidthClass c) {
    const unsigned n = bits(v);
    if (n > width_bits(c, profile) && (!worst || n > *worst->bits || (n == *worst->bits && key < worst->key))) {
      worst = Failure{n, {}, 0, key, "node"};
    }
  };
  for (const auto& [key, v] : node.intermediates) {
    consider(std::string(key), v, width_class(key));
  }
  for (std::size_t k = 0; k < node.results.size(); ++k) {
    consider(fmt::format("out.{}", k), node.results[k], WidthClass::tensor);
  }
  return worst;
}

bool has_check_output(const BoundedGraph& g, std::size_t op) {
  const auto& out = g.graph.model.ops[op].out;
  return std::any_of(out.begin(), out.end(),
                     [&](std::uint32_t t) { return g.graph.model.tensors[t].policy == RangePolicy::check; });
}

Failure node_failure(const BoundedGraph& g, std::size_t op, Profile profile) {
  const NodeRecord& node = g.bounds.nodes[op];
  if (node.arith.saturated()) {
    return {std::nullopt, g.role, op, "saturated", "node"};
  }
  if (auto worst = widest_failure(node, profile)) {
    worst->graph = g.role;
    worst->index = op;
    return *worst;
  }
  const std::string key = node.acc32_params.empty() ? "policy.check" : std::string(node.acc32_params.front());
  return {std::nullopt, g.role, op, key, "node"};
}

void add_npu(const BoundedGraph& g, Verdict& verdict) {
  for (std::size_t i = 0; i < g.bounds.nodes.size(); ++i) {
    const NodeRecord& node = g.bounds.nodes[i];
    verdict.npu_flags.insert(node.npu_flags.begin(), node.npu_flags.end());
    verdict.npu_reasons.insert(node.npu_reasons.begin(), node.npu_reasons.end());
    if (g.graph.row(i).npu == NpuMembership::no) {
      verdict.npu_reasons.insert(fmt::format("op:{}", g.graph.row(i).name));
    }
  }
}

}  // namespace

WidthClass width_class(std::string_view key) {
  for (const auto& [name, c] : kClasses) {
    if (name == key) {
      return c;
    }
  }
  bug("width_class: a key that is not in Table 8.5-A");
}

unsigned width_bits(WidthClass c, Profile profile) {
  switch (c) {
    case WidthClass::tensor:
    case WidthClass::acc:
      return profile == Profile::acc32 ? 32 : 64;
    case WidthClass::wide:
      return profile == Profile::acc32 ? 32 : 128;
    case WidthClass::product:
      return profile == Profile::acc32 ? 64 : 128;
  }
  bug("width_bits: no such class");
}

bool values_meet(const NodeRecord& node, Profile profile) {
  return !node.arith.saturated() &&
         std::all_of(node.intermediates.begin(), node.intermediates.end(),
                     [&](const auto& item) { return meets_width(item.second, width_class(item.first), profile); }) &&
         std::all_of(node.results.begin(), node.results.end(),
                     [&](const Interval& v) { return meets_width(v, WidthClass::tensor, profile); });
}

bool node_fits(const BoundedGraph& g, std::size_t op, Profile profile) {
  const NodeRecord& node = g.bounds.nodes[op];
  return values_meet(node, profile) &&
         (profile == Profile::acc64 || (node.acc32_params.empty() && !has_check_output(g, op)));
}

std::optional<Failure> first_failure(const BoundedGraph& g, Profile profile) {
  const GraphModel& model = g.graph.model;
  const unsigned width = width_bits(WidthClass::tensor, profile);
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    if (const unsigned n = bits(declared_range(model, model.inputs[i])); n > width) {
      return Failure{n, g.role, i, "range", "input"};
    }
  }
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    if (const unsigned n = bits(Interval{model.scalars[i].lo, model.scalars[i].hi}); n > width) {
      return Failure{n, g.role, i, "range", "scalar"};
    }
  }
  for (std::size_t i = 0; i < model.ops.size(); ++i) {
    if (!node_fits(g, i, profile)) {
      return node_failure(g, i, profile);
    }
  }
  return std::nullopt;
}

Verdict verdict_of(std::span<const BoundedGraph> graphs) {
  Verdict verdict;
  for (const BoundedGraph& g : graphs) {
    if (!verdict.acc32) {
      verdict.acc32 = first_failure(g, Profile::acc32);
    }
    if (!verdict.acc64) {
      verdict.acc64 = first_failure(g, Profile::acc64);
    }
    add_npu(g, verdict);
  }
  if (verdict.acc32) {
    verdict.npu_reasons.insert("acc32");
  }
  return verdict;
}

}  // namespace wai
