#include "conform/generate.hpp"

#include <algorithm>

#include "bounds/load.hpp"
#include "conform/generate_families.hpp"
#include "conform/generate_sets.hpp"
#include "ops/table.hpp"

namespace wai {
namespace {

struct Part {
  std::string_view name;
  void (*fill)(VectorList& list);
};

constexpr Part kOperators[] = {
    {"conv", conv_vectors},
    {"rescale", rescale_vectors},
    {"chscale", chscale_vectors},
    {"lut16", lut16_vectors},
    {"add", add_vectors},
    {"concat", concat_vectors},
    {"chunk_add", chunk_add_vectors},
    {"split", split_vectors},
    {"pixel_shuffle", pixel_shuffle_vectors},
    {"pixel_unshuffle", pixel_unshuffle_vectors},
    {"clamp", clamp_vectors},
    {"relu", relu_vectors},
    {"leaky", leaky_vectors},
    {"pad_rep", pad_rep_vectors},
    {"crop_to", crop_to_vectors},
    {"mul", mul_vectors},
    {"conv_transpose", conv_transpose_vectors},
    {"igdn", igdn_vectors},
    {"abs", abs_vectors},
    {"crop", crop_vectors},
    {"subpos_split", subpos_split_vectors},
    {"subpos_merge", subpos_merge_vectors},
    {"fill", fill_vectors},
    {"layernorm_c", layernorm_c_vectors},
    {"l2norm", l2norm_vectors},
    {"softmax", softmax_vectors},
    {"sigmoid", sigmoid_vectors},
    {"elu", elu_vectors},
    {"gram", gram_vectors},
    {"apply", apply_vectors},
};

// A file of graph vectors each.
constexpr Part kGraphFiles[] = {
    {"load_checks", load_check_vectors}, {"lowerings", lowering_vectors}, {"mixtures", mixture_vectors},
    {"phase_form", phase_vectors},       {"run_steps", run_step_vectors}, {"state", state_vectors},
};

std::vector<GraphVector> vectors_of(const Part& part) {
  VectorList list;
  part.fill(list);
  return list.take();
}

JsonOut strings(const std::set<std::string>& values) {
  JsonOut out = JsonOut::array();
  for (const std::string& v : values) {
    out.push(JsonOut::string(v));
  }
  return out;
}

// The line of one vector; empty when its graph does not load.
std::string npu_line(const std::string& file, const GraphVector& vector) {
  auto graph = bound_graph(vector.graph, vector.id);
  if (vector.load || !graph) {
    return {};
  }
  std::vector<BoundedGraph> alone;
  alone.push_back(*std::move(graph));
  const Verdict verdict = verdict_of(alone);
  JsonOut line = JsonOut::object();
  line.set("file", JsonOut::string(file));
  line.set("id", JsonOut::string(vector.id));
  line.set("npu", JsonOut::boolean(verdict.npu()));
  line.set("npu_flags", strings(verdict.npu_flags));
  line.set("npu_reasons", strings(verdict.npu_reasons));
  return line.write() + "\n";
}

}  // namespace

std::vector<GraphVector> generate_operator_vectors(std::string_view operator_name) {
  for (const Part& part : kOperators) {
    if (part.name == operator_name) {
      VectorList list;
      part.fill(list);
      edge_vectors(list, part.name);
      return list.take();
    }
  }
  return {};
}

std::vector<VectorFile> generate_operator_files() {
  std::vector<VectorFile> files;
  for (const OperatorRow& row : operator_table()) {
    files.emplace_back(fmt::format("vectors/{}.jsonl", row.name), generate_operator_vectors(row.name));
  }
  return files;
}

std::vector<VectorFile> generate_graph_vectors() {
  std::vector<VectorFile> files;
  for (const Part& part : kGraphFiles) {
    files.emplace_back(fmt::format("graphs/{}.jsonl", part.name), vectors_of(part));
  }
  return files;
}

std::string write_jsonl(const std::vector<GraphVector>& vectors) {
  std::string out;
  for (const GraphVector& v : vectors) {
    out += vector_json(v).write();
    out += '\n';
  }
  return out;
}

std::string npu_lines(std::vector<VectorFile> files) {
  std::sort(files.begin(), files.end(), [](const VectorFile& a, const VectorFile& b) { return a.first < b.first; });
  std::string out;
  for (const auto& [path, vectors] : files) {
    for (const GraphVector& v : vectors) {
      out += npu_line(path, v);
    }
  }
  return out;
}

}  // namespace wai
