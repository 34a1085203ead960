#include "drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace wai {
namespace {

// The tensors of one graph, by index.
std::vector<TensorSummary> tensors_of(const Certificate& c, const std::string& role) {
  std::vector<TensorSummary> out;
  std::copy_if(c.tensors.begin(), c.tensors.end(), std::back_inserter(out),
               [&](const TensorSummary& t) { return t.graph == role; });
  return out;
}

std::vector<NodeSummary> nodes_of(const Certificate& c, const std::string& role) {
  std::vector<NodeSummary> out;
  std::copy_if(c.nodes.begin(), c.nodes.end(), std::back_inserter(out),
               [&](const NodeSummary& n) { return n.graph == role; });
  return out;
}

// A tensor that no operator writes is an input (ops 10.3).
bool is_input(const std::vector<NodeSummary>& nodes, std::uint32_t tensor) {
  return std::none_of(nodes.begin(), nodes.end(), [&](const NodeSummary& n) {
    return std::find(n.out.begin(), n.out.end(), tensor) != n.out.end();
  });
}

std::string list_tensors(const std::vector<std::uint32_t>& tensors) {
  std::string out;
  for (const std::uint32_t t : tensors) {
    out += fmt::format("{}t{}", out.empty() ? "" : " ", t);
  }
  return out;
}

// A row: what is computed, and one tensor that it gives.
std::string row(std::string_view op, std::string_view name, std::string_view reads, const TensorSummary& t) {
  return fmt::format("  {:>5}  {:<16} {:<12} {:<6} {:>8}  {:>4}  {:<8} [{}, {}]\n", op, name, reads,
                     fmt::format("t{}", t.index), t.channels, t.bits, t.policy, t.lo, t.hi);
}

std::string list_graph(const Certificate& certificate, const RoleGraph& graph) {
  const std::vector<NodeSummary> nodes = nodes_of(certificate, graph.role);
  const std::vector<TensorSummary> tensors = tensors_of(certificate, graph.role);
  std::string out = fmt::format("{}: {} bytes, {} operators\n", graph.role, graph.whg1.size(), nodes.size());
  out += fmt::format("  {:>5}  {:<16} {:<12} {:<6} {:>8}  {:>4}  {:<8} {}\n", "op", "operator", "reads", "writes",
                     "channels", "bits", "policy", "range");
  for (const TensorSummary& t : tensors) {
    out += is_input(nodes, t.index) ? row("input", "", "", t) : "";
  }
  for (const NodeSummary& node : nodes) {
    out += row(std::to_string(node.index), node.op, list_tensors(node.in), tensors.at(node.out.front()));
    for (std::size_t i = 1; i < node.out.size(); ++i) {
      out += row("", "", "", tensors.at(node.out[i]));
    }
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

// One graph as a cluster: its tensors, its operators, and the edges between them.
std::string draw_graph(const Certificate& certificate, const std::string& role) {
  const std::vector<NodeSummary> nodes = nodes_of(certificate, role);
  const std::vector<TensorSummary> tensors = tensors_of(certificate, role);
  const auto name = [&](std::string_view kind, std::size_t i) { return quoted(fmt::format("{}/{}{}", role, kind, i)); };
  std::string out = fmt::format("  subgraph {} {{\n    label={};\n", quoted("cluster_" + role), quoted(role));
  for (const TensorSummary& t : tensors) {
    const bool input = is_input(nodes, t.index);
    const std::string label = fmt::format("{}t{}: [{}, h, w]", input ? "input " : "", t.index, t.channels);
    out +=
        fmt::format("    {} [shape={}, label={}];\n", name("t", t.index), input ? "octagon" : "ellipse", quoted(label));
  }
  for (const NodeSummary& node : nodes) {
    out +=
        fmt::format("    {} [label={}];\n", name("op", node.index), quoted(fmt::format("{} {}", node.index, node.op)));
    for (const std::uint32_t t : node.in) {
      out +=
          fmt::format("    {} -> {} [label=\"{} bits\"];\n", name("t", t), name("op", node.index), tensors.at(t).bits);
    }
    for (const std::uint32_t t : node.out) {
      out += fmt::format("    {} -> {};\n", name("op", node.index), name("t", t));
    }
  }
  return out + "  }\n";
}

}  // namespace

std::string list_layers(const Certificate& certificate, const LoweredSet& set) {
  std::string out;
  for (const RoleGraph& graph : set.graphs) {
    out += list_graph(certificate, graph);
  }
  return out;
}

std::string draw_dot(const Certificate& certificate, const LoweredSet& set) {
  std::string out = "digraph whg1 {\n  rankdir=TB;\n  node [shape=box, fontname=\"sans-serif\"];\n";
  for (const RoleGraph& graph : set.graphs) {
    out += draw_graph(certificate, graph.role);
  }
  return out + "}\n";
}

}  // namespace wai
