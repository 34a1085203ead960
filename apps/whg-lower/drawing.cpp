#include "drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace wai {
namespace {

const TensorSummary& tensor_of(const Certificate& c, const std::string& graph, std::uint32_t index) {
  return *std::find_if(c.tensors.begin(), c.tensors.end(),
                       [&](const TensorSummary& t) { return t.graph == graph && t.index == index; });
}

std::string list_tensors(const std::vector<std::uint32_t>& tensors) {
  std::string out;
  for (const std::uint32_t t : tensors) {
    out += fmt::format("{}t{}", out.empty() ? "" : " ", t);
  }
  return out;
}

// A label within a DOT string.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return out + "\"";
}

}  // namespace

std::string list_layers(const Certificate& certificate, const LoweredSet& set) {
  std::string out;
  for (const RoleGraph& graph : set.graphs) {
    fmt::format_to(std::back_inserter(out), "{}: {} bytes\n", graph.role, graph.whg1.size());
    fmt::format_to(std::back_inserter(out), "  {:>4}  {:<16} {:<12} {:<8} {:>8}  {:<8} {}\n", "op", "operator", "reads",
                   "writes", "channels", "policy", "range");
    for (const NodeSummary& node : certificate.nodes) {
      if (node.graph != graph.role) {
        continue;
      }
      const TensorSummary& t = tensor_of(certificate, node.graph, node.out.front());
      fmt::format_to(std::back_inserter(out), "  {:>4}  {:<16} {:<12} {:<8} {:>8}  {:<8} [{}, {}]\n", node.index,
                     node.op, list_tensors(node.in), list_tensors(node.out), t.channels, t.policy, t.lo, t.hi);
    }
  }
  return out;
}

std::string draw_dot(const Certificate& certificate) {
  std::string out = "digraph whg1 {\n  rankdir=TB;\n  node [shape=box, fontname=\"sans-serif\"];\n";
  std::string open;
  for (const NodeSummary& node : certificate.nodes) {
    if (node.graph != open) {
      out += open.empty() ? "" : "  }\n";
      open = node.graph;
      fmt::format_to(std::back_inserter(out), "  subgraph {} {{\n    label={};\n", quoted("cluster_" + open),
                     quoted(open));
    }
    const auto name = [&](std::string_view kind, std::size_t i) {
      return quoted(fmt::format("{}/{}{}", open, kind, i));
    };
    fmt::format_to(std::back_inserter(out), "    {} [label={}];\n", name("op", node.index),
                   quoted(fmt::format("{} {}", node.index, node.op)));
    for (const std::uint32_t t : node.in) {
      fmt::format_to(std::back_inserter(out), "    {} -> {} [label=\"{} bits\"];\n", name("t", t),
                     name("op", node.index), tensor_of(certificate, open, t).bits);
    }
    for (const std::uint32_t t : node.out) {
      fmt::format_to(std::back_inserter(out), "    {} -> {};\n    {} [shape=ellipse, label={}];\n",
                     name("op", node.index), name("t", t), name("t", t),
                     quoted(fmt::format("t{}: {} x ...", t, tensor_of(certificate, open, t).channels)));
    }
  }
  return out + (open.empty() ? "}\n" : "  }\n}\n");
}

}  // namespace wai
