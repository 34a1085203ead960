// Graph vectors (ops 14.1, 14.2): a WHG1 graph, decodes through it, and what each must give.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bounds/verdict.hpp"
#include "conform/forms.hpp"

namespace wai {

// What a decode gives: its outputs, or the code it is refused with.
using DecodeOutcome = std::variant<std::vector<Tensor>, RefusalCode>;

struct VectorDecode {
  std::vector<Tensor> inputs;         // the data inputs, in input-table order
  std::vector<std::int64_t> scalars;  // in scalar-table order
  DecodeOutcome expect;
};

struct GraphVector {
  Bytes graph;
  std::string id;
  std::optional<RefusalCode> load;  // none: "ok"
  std::vector<Profile> profiles;    // ascending
  std::vector<VectorDecode> decodes;
};

// `load` and `profiles` from the graph's bytes, and each decode's `expect` from its inputs, by the reference
// evaluation: what the generator writes and a runner compares with. A refused load drops the decodes.
void evaluate_vector(GraphVector& vector);

// One line of a vector file, without its line feed.
[[nodiscard]] JsonOut vector_json(const GraphVector& vector);
[[nodiscard]] Expected<GraphVector> read_vector(const json::Value& v);
// A vector to be answered: `graph`, `id` and `decodes`, each with `inputs` and `scalars`. What is expected may be there
// and is not read.
[[nodiscard]] Expected<GraphVector> read_question(const json::Value& v);
// { "decodes": [ expect … ], "load", "profiles" }.
[[nodiscard]] JsonOut graph_answer_json(const GraphVector& vector);

// Why the reference refuses the vector's graph at load; that it loads, where it does.
[[nodiscard]] std::string load_refusal_text(const GraphVector& vector);

// { "outputs": […] } or { "refuse": code }.
[[nodiscard]] JsonOut outcome_json(const DecodeOutcome& outcome);

// The decodes of a file for `ops-conform run`: { "decodes": [ { "inputs", "scalars" } … ] }, integers as decimal
// strings or as JSON integers, `scalars` and `expect` optional. `expect` is not read.
[[nodiscard]] Expected<std::vector<VectorDecode>> read_decodes(const json::Value& v);

}  // namespace wai
