#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/text.hpp"

namespace wai {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

std::string profiles_of(const NodeSummary& node) {
  return node.saturated ? "saturated" : node.acc32 ? "acc32 acc64" : node.acc64 ? "acc64" : "none";
}

std::string verdict_line(std::string_view name, bool met, const std::string& why) {
  return fmt::format("{:<6} {}{}\n", name, met ? "met" : "not met: ", met ? "" : why);
}

std::string verdict_text(const Certificate& c) {
  return verdict_line("acc32", c.acc32, c.acc32_failure) + verdict_line("acc64", c.acc64, c.acc64_failure) +
         verdict_line("npu", c.npu, joined(c.npu_reasons));
}

// The graphs' roles, each once, in order.
std::vector<std::string> roles_of(const Certificate& c) {
  std::vector<std::string> roles;
  for (const NodeSummary& node : c.nodes) {
    if (roles.empty() || roles.back() != node.graph) {
      roles.push_back(node.graph);
    }
  }
  return roles;
}

unsigned bits_of(const Certificate& c, const std::string& graph, std::uint32_t tensor) {
  const auto at = std::find_if(c.tensors.begin(), c.tensors.end(),
                               [&](const TensorSummary& t) { return t.graph == graph && t.index == tensor; });
  return at->bits;
}

// One graph as a column of boxes, top to bottom in graph order; an edge runs from the operator that writes a tensor
// (or the input's box) to each that reads it, bowed to the right when it passes others by.
class Drawing {
 public:
  Drawing(const Certificate& c, std::string graph) : c_(c), graph_(std::move(graph)) {
    std::copy_if(c.nodes.begin(), c.nodes.end(), std::back_inserter(nodes_),
                 [&](const NodeSummary& n) { return n.graph == graph_; });
  }

  [[nodiscard]] std::string svg() const {
    std::string out = fmt::format("<svg viewBox=\"0 0 640 {}\" width=\"640\" role=\"img\">\n", top(nodes_.size() + 1));
    out += box(0, "inputs");
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      out += box(i + 1, fmt::format("{} {}", nodes_[i].index, nodes_[i].op));
      for (const std::uint32_t t : nodes_[i].in) {
        out += edge(producer(t), i + 1, bits_of(c_, graph_, t));
      }
    }
    return out + "</svg>\n";
  }

 private:
  static std::size_t top(std::size_t row) { return 20 + row * 60; }

  // The row that writes a tensor; 0 for the graph's inputs.
  [[nodiscard]] std::size_t producer(std::uint32_t tensor) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (std::find(nodes_[i].out.begin(), nodes_[i].out.end(), tensor) != nodes_[i].out.end()) {
        return i + 1;
      }
    }
    return 0;
  }
  static std::string box(std::size_t row, const std::string& label) {
    return fmt::format(
        "<rect x=\"20\" y=\"{}\" width=\"220\" height=\"32\" rx=\"4\"/><text x=\"32\" y=\"{}\">{}</text>\n", top(row),
        top(row) + 21, cli::markup(label));
  }
  static std::string edge(std::size_t from, std::size_t to, unsigned bits) {
    const std::size_t y0 = top(from) + 32;
    const std::size_t y1 = top(to);
    const std::size_t bow = 130 + std::min<std::size_t>(to - from - 1, 12) * 30;
    const std::size_t middle = (y0 + y1) / 2;
    return fmt::format(
        "<path d=\"M130 {} C {} {}, {} {}, 130 {}\"/><text class=\"bits\" x=\"{}\" y=\"{}\">{} bits</text>\n", y0, bow,
        middle, bow, middle, y1, (130 + 3 * bow) / 4 + 6, middle + 4, bits);
  }

  const Certificate& c_;
  std::string graph_;
  std::vector<NodeSummary> nodes_;
};

std::string html_rows(const Certificate& c) {
  std::string out;
  for (const NodeSummary& n : c.nodes) {
    fmt::format_to(
        std::back_inserter(out),
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        cli::markup(n.graph), n.index, n.op, n.key, n.bits, n.headroom, profiles_of(n), joined(n.flags));
  }
  return out;
}

constexpr std::string_view kStyle =
    "body{font:14px sans-serif;margin:2em;max-width:72em}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}svg rect{fill:#eef;stroke:#446}"
    "svg path{fill:none;stroke:#668}svg .bits{font-size:11px;fill:#446}";

// A line without the spaces that an empty last column leaves.
std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string draw_table(const Certificate& c) {
  std::string out = fmt::format("{:<10} {:>5}  {:<16} {:<11} {:>5} {:>9}  {:<12} {}\n", "graph", "node", "operator",
                                "tightest", "bits", "headroom", "profiles", "flags");
  for (const NodeSummary& n : c.nodes) {
    out += trimmed(fmt::format("{:<10} {:>5}  {:<16} {:<11} {:>5} {:>9}  {:<12} {}", n.graph, n.index, n.op, n.key,
                               n.bits, n.headroom, profiles_of(n), joined(n.flags)));
  }
  return out + "\n" + verdict_text(c);
}

std::string draw_html(const Certificate& c) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Bounds certificate</title>"
      "<style>{}</style></head><body>\n<h1>Bounds certificate</h1>\n<p>SHA-256 <code>{}</code></p>\n<pre>{}</pre>\n",
      kStyle, c.sha256, cli::markup(verdict_text(c)));
  out +=
      "<table><tr><th>graph</th><th>node</th><th>operator</th><th>tightest</th><th>bits</th><th>headroom</th>"
      "<th>profiles</th><th>flags</th></tr>\n" +
      html_rows(c) + "</table>\n";
  for (const std::string& role : roles_of(c)) {
    out += fmt::format("<h2>{}</h2>\n{}", cli::markup(role), Drawing(c, role).svg());
  }
  return out + "</body></html>\n";
}

std::string describe_difference(std::string_view given, std::string_view derived) {
  const auto [at, other] = std::mismatch(given.begin(), given.end(), derived.begin(), derived.end());
  const auto offset = static_cast<std::size_t>(at - given.begin());
  return fmt::format("; the first difference is at byte {}", offset);
}

}  // namespace wai
