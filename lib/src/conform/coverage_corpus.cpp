// Coverage of ops 14.2, 14.3 and 14.5: graph vectors, certificates, the accelerator subset.
#include <algorithm>
#include <array>
#include <set>

#include "conform/coverage_items.hpp"
#include "conform/pin.hpp"
#include "lower/capability.hpp"

namespace wai {
namespace {

using Test = std::function<bool(const Evidence&)>;
using Rows = std::vector<CoverageRow>;

constexpr std::size_t kShownVectors = 3;

CoverageRow row_of(std::string item, std::string section, std::string subject, std::string what,
                   std::vector<std::string> vectors) {
  CoverageRow row{std::move(item), std::move(section), std::move(subject), std::move(what), {}, std::move(vectors), {}};
  row.state = row.vectors.empty() ? CoverageRow::State::missing : CoverageRow::State::met;
  return row;
}

std::vector<std::string> shown_by(const std::vector<Evidence>& vectors, const Test& f) {
  std::vector<std::string> ids;
  for (const Evidence& e : vectors) {
    if (ids.size() < kShownVectors && f(e)) {
      ids.push_back(e.vector().id);
    }
  }
  return ids;
}

std::string_view text_of(const CorpusFile& file) {
  return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
}

bool uses_operator(const Evidence& e, std::string_view name) {
  return e.model() != nullptr && std::any_of(e.model()->ops.begin(), e.model()->ops.end(),
                                             [&](const auto& op) { return op.opcode == find_operator(name)->opcode; });
}

// --- 14.2 ---

bool same_decodes(const Evidence& a, const Evidence& b) {
  const auto& x = a.vector().decodes;
  const auto& y = b.vector().decodes;
  return !x.empty() && std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const auto& p, const auto& q) {
    return p.inputs == q.inputs && p.expect == q.expect && std::holds_alternative<std::vector<Tensor>>(p.expect);
  });
}

bool has_equal_outputs(const Evidence& e) {
  return e.some_decode([](const VectorDecode& d) { return outputs(d).size() > 1 && outputs(d)[0] == outputs(d)[1]; });
}

// Convolutions and a pixel_shuffle that give what a conv_transpose gives: in another vector, or in the same graph,
// whose outputs are then differences of 0.
bool is_phase_form(const CorpusEvidence& corpus, const Evidence& e) {
  if (!uses_operator(e, "conv") || !uses_operator(e, "pixel_shuffle")) {
    return false;
  }
  if (uses_operator(e, "conv_transpose")) {
    return has_equal_outputs(e);
  }
  return std::any_of(corpus.graphs.begin(), corpus.graphs.end(), [&](const Evidence& other) {
    return uses_operator(other, "conv_transpose") && same_decodes(e, other);
  });
}

bool carries_state(const Evidence& e) {
  const bool has_state =
      e.bounded() != nullptr && std::any_of(e.model()->inputs.begin(), e.model()->inputs.end(),
                                            [](const InputRecord& input) { return input.kind == InputKind::state; });
  const auto& decodes = e.vector().decodes;
  return has_state && std::count_if(decodes.begin(), decodes.end(), [](const VectorDecode& d) {
                        return std::holds_alternative<std::vector<Tensor>>(d.expect);
                      }) >= 3;
}

// The check of ops 10.5 that refuses a graph, or 0: by asking the parts of load one after the other.
int load_check(const Evidence& e) {
  if (e.loads()) {
    return 0;
  }
  const auto bounded = bound_graph(e.vector().graph, "graph");
  if (bounded) {
    return 8;  // the profile
  }
  return refused_check(e.vector().graph);
}

bool refuses_at(const Evidence& e, int step) {
  return std::any_of(e.vector().decodes.begin(), e.vector().decodes.end(),
                     [&](const VectorDecode& d) { return refused_step(e, d) == step; });
}

// --- 14.3 ---

struct CertificateFacts {
  std::string path;
  std::string lowering;
};

std::vector<CertificateFacts> certificates(const CorpusEvidence& corpus) {
  std::vector<CertificateFacts> out;
  for (const CorpusFile& file : corpus.files) {
    if (!file.path.starts_with("certificates/") || !file.path.ends_with(".json")) {
      continue;
    }
    if (const auto document = json::Document::parse(text_of(file), RefusalCode::payload_malformed)) {
      const auto lowering = document->root().find("lowering");
      out.push_back({file.path, lowering ? lowering->as_string().value_or("") : ""});
    }
  }
  return out;
}

// The lowerings there are: one that is added has its vectors asked for from then on.
std::set<std::string> lowerings() {
  std::set<std::string> names;
  for (const std::string_view capability : lowered_capabilities()) {
    names.emplace(find_capability(capability)->lowering);
  }
  return names;
}

void add_lowerings(const CorpusEvidence& corpus, Rows& rows) {
  const auto all = certificates(corpus);
  for (const std::string& lowering : lowerings()) {
    std::vector<std::string> ids;
    for (const CertificateFacts& certificate : all) {
      // Its graphs stand among the graph vectors.
      const std::string folder = certificate.path.substr(0, certificate.path.size() - 5) + "/";
      for (const CorpusFile& file : corpus.files) {
        if (certificate.lowering == lowering && file.path.starts_with(folder)) {
          const auto found = shown_by(corpus.graphs, [&](const Evidence& e) { return e.vector().graph == file.bytes; });
          ids.insert(ids.end(), found.begin(), found.end());
        }
      }
    }
    ids.resize(std::min(ids.size(), kShownVectors));
    rows.push_back(row_of("14.2.lowering." + lowering, "14.2", "graphs", "a small set of this lowering", ids));
  }
}

// A pinned set whose certificate or claim makes a sink refuse it.
void add_sets(const CorpusEvidence& corpus, Rows& rows) {
  std::vector<std::string> past_acc64;
  std::vector<std::string> false_claim;
  for (const CorpusFile& file : corpus.files) {
    if (!file.path.ends_with("/pin.json")) {
      continue;
    }
    const auto pin = read_pin(text_of(file));
    const auto document = json::Document::parse(text_of(file), RefusalCode::payload_malformed);
    if (!pin || document->root().find("resolve")->equals("ok")) {
      continue;
    }
    (pin->ops_profile == Profile::acc32 ? false_claim : past_acc64).push_back(file.path);
  }
  rows.push_back(row_of("14.3.acc64", "14.3", "sets", "a set that fails acc64 by one unit", past_acc64));
  rows.push_back(
      row_of("14.3.acc32", "14.3", "sets", "a set whose pin claims acc32, which it fails by one weight", false_claim));
}

void add_capabilities(const CorpusEvidence& corpus, Rows& rows) {
  const auto all = certificates(corpus);
  for (const std::string_view capability : lowered_capabilities()) {
    std::vector<std::string> ids;
    for (const CertificateFacts& certificate : all) {
      if (certificate.path.starts_with(fmt::format("certificates/{}/", capability)) && ids.size() < kShownVectors) {
        ids.push_back(certificate.path.substr(certificate.path.rfind('/') + 1, 12));
      }
    }
    rows.push_back(row_of("14.3.certificate", "14.3", std::string(capability), "certificates of its sets", ids));
  }
}

// --- 14.5 ---

void add_npu(const CorpusEvidence& corpus, Rows& rows) {
  for (const char* npu : {"true", "false"}) {
    std::vector<std::string> ids;
    for (const CorpusFile& file : corpus.files) {
      if (file.path == "npu.jsonl" && text_of(file).find(fmt::format("\"npu\":{}", npu)) != std::string_view::npos) {
        ids.push_back(file.path);
      }
    }
    rows.push_back(row_of(fmt::format("14.5.{}", npu), "14.5", "npu", "a vector in the subset, and one outside", ids));
  }
}

}  // namespace

Rows corpus_rows(const CorpusEvidence& corpus) {
  Rows rows;
  rows.push_back(row_of("14.2.phase", "14.2", "graphs", "the phase form of 9.3, set against conv_transpose",
                        shown_by(corpus.graphs, [&](const Evidence& e) { return is_phase_form(corpus, e); })));
  rows.push_back(row_of("14.2.state", "14.2", "graphs", "a state input carried across three decodes",
                        shown_by(corpus.graphs, carries_state)));
  for (int check = 1; check <= 8; ++check) {
    rows.push_back(row_of(fmt::format("14.2.load.{}", check), "14.2", "graphs",
                          fmt::format("a graph refused at load check {} of 10.5", check),
                          shown_by(corpus.graphs, [&](const Evidence& e) { return load_check(e) == check; })));
  }
  for (int step = 1; step <= 4; ++step) {
    rows.push_back(row_of(fmt::format("14.2.run.{}", step), "14.2", "graphs",
                          fmt::format("a decode refused at step {} of 4's run", step),
                          shown_by(corpus.graphs, [&](const Evidence& e) { return refuses_at(e, step); })));
  }
  add_lowerings(corpus, rows);
  add_capabilities(corpus, rows);
  add_sets(corpus, rows);
  add_npu(corpus, rows);
  return rows;
}

}  // namespace wai
