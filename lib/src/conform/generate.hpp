// The generator of the conformance corpus: per-operator vectors (ops 14.1), graph vectors (14.2) and the accelerator
// subset's list (14.5). Its bytes depend on nothing but this code.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/graph_vector.hpp"

namespace wai {

// A vector file: its path below the corpus, and its vectors in order.
using VectorFile = std::pair<std::string, std::vector<GraphVector>>;

// The vectors of one operator (ops 14.1), evaluated; none for a name that is not in the operator table.
[[nodiscard]] std::vector<GraphVector> generate_operator_vectors(std::string_view operator_name);

// Every file of per-operator vectors, "vectors/<operator>.jsonl", in the table's order.
[[nodiscard]] std::vector<VectorFile> generate_operator_files();

// Every file of graph vectors, "graphs/<name>.jsonl" (ops 14.2).
[[nodiscard]] std::vector<VectorFile> generate_graph_vectors();

// One canonical JSON value a line, each with its line feed.
[[nodiscard]] std::string write_jsonl(const std::vector<GraphVector>& vectors);

// npu.jsonl over these files (ops 14.5): the files in the byte order of their paths, a line for each vector whose graph
// loads.
[[nodiscard]] std::string npu_lines(std::vector<VectorFile> files);

}  // namespace wai
