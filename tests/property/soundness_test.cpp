// Soundness (ops 8): every value that a decode of a random graph reaches lies within its certified interval, and a
// decode is refused exactly where the text refuses it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "bounds/load.hpp"
#include "exec/run.hpp"
#include "graph/whg1.hpp"
#include "support/operators.hpp"
#include "support/random_graphs.hpp"
#include "support/text_run.hpp"

namespace wai::test {
namespace {

constexpr int kDecodes = 4;  // a sequence

// The graph with every tensor among its outputs, after those it has: state inputs keep their sources.
GraphModel with_all_outputs(GraphModel model) {
  for (std::uint32_t t = 0; t < model.tensors.size(); ++t) {
    model.outputs.push_back(t);
  }
  return model;
}

struct Counts {
  std::size_t graphs = 0, acc64 = 0, acc32 = 0;
  std::size_t completed = 0;
  std::size_t keys = 0, attained = 0, past_64 = 0;  // of the values traced: those at a certified end, those past i64
  std::map<RefusalCode, std::size_t> refused;
  std::array<std::size_t, 31> loadable{};  // by opcode: graphs of it that load
  std::array<std::size_t, 9> depth{};      // by operators: graphs that load
};

bool holds(const Interval& v, i128 lo, i128 hi) {
  return v.lo <= Wide::of(lo) && Wide::of(hi) <= v.hi;
}

// One loaded graph, its certified intervals and what its decodes must keep.
class Soundness {
 public:
  // The graph with every tensor among its outputs, and as it is: an interpreter may then drop what nothing reads.
  Soundness(const BoundedGraph& g, const BoundedGraph& as_it_is, bool acc32)
      : g_(g), acc32_(acc32), own_sequence_(as_it_is) {}

  void expect_records() const;
  void expect_decode(const RandomDecode& decode, Counts& counts);

 private:
  void expect_traces(const RunWatch& watch, Counts& counts) const;
  void expect_results(const TextRun& run) const;
  void expect_tensors(const std::vector<Tensor>& outputs, const TextRun& run) const;

  const BoundedGraph& g_;
  bool acc32_;
  Sequence sequence_{g_};
  Sequence own_sequence_;
  TextSequence text_{g_.graph};
};

// The interval of a tensor from its producer result (ops 8.1).
Interval after_policy(const TensorRecord& t, const Interval& result) {
  const auto clamped = [&](const Wide& v) { return min(max(v, Wide(t.lo)), Wide(t.hi)); };
  switch (t.policy) {
    case RangePolicy::clamp:
      return {clamped(result.lo), clamped(result.hi)};
    case RangePolicy::check:
      return {max(result.lo, Wide(t.lo)), min(result.hi, Wide(t.hi))};
    default:
      return result;
  }
}

// Each node records exactly the keys of Table 8.5-A, and a tensor's interval is its result's after its policy.
void Soundness::expect_records() const {
  const GraphModel& model = g_.graph.model;
  for (std::size_t op = 0; op < model.ops.size(); ++op) {
    for (std::size_t k = 0; k < model.ops[op].out.size(); ++k) {
      const std::uint32_t t = model.ops[op].out[k];
      EXPECT_EQ(g_.bounds.tensors[t], after_policy(model.tensors[t], g_.bounds.nodes[op].results[k])) << "tensor " << t;
    }
  }
  for (std::size_t op = 0; op < g_.bounds.nodes.size(); ++op) {
    const auto& keys = text_keys(g_.graph.row(op).name);
    EXPECT_EQ(g_.bounds.nodes[op].intermediates.size(), keys.size()) << g_.graph.row(op).name;
    for (const auto& [key, c] : keys) {
      EXPECT_TRUE(g_.bounds.nodes[op].intermediates.contains(key)) << key;
    }
  }
}

void Soundness::expect_traces(const RunWatch& watch, Counts& counts) const {
  for (std::size_t op = 0; op < watch.traces.size(); ++op) {
    const auto& keys = text_keys(g_.graph.row(op).name);
    const auto& recorded = g_.bounds.nodes[op].intermediates;
    for (const Trace::Entry& e : watch.traces[op].entries()) {
      const auto at = keys.find(e.key);
      ASSERT_NE(at, keys.end()) << g_.graph.row(op).name << " reaches " << e.key << ", which is no key of its own";
      const Interval& certified = recorded.at(e.key);
      EXPECT_TRUE(holds(certified, e.min, e.max))
          << "operator " << op << " (" << g_.graph.row(op).name << "), " << e.key << ": reached ["
          << Wide::of(e.min).to_string() << ", " << Wide::of(e.max).to_string() << "], certified "
          << testing::PrintToString(certified);
      ++counts.keys;
      counts.attained += certified.lo == Wide::of(e.min) || certified.hi == Wide::of(e.max) ? 1U : 0U;
      counts.past_64 += fits<std::int64_t>(e.min) && fits<std::int64_t>(e.max) ? 0U : 1U;
      const unsigned width = text_width(at->second, acc32_);
      EXPECT_LE(bits({Wide::of(e.min), Wide::of(e.max)}), width) << e.key;
    }
  }
}

// What an operator gave before any policy lies in its producer result.
void Soundness::expect_results(const TextRun& run) const {
  for (std::size_t op = 0; op < run.results.size(); ++op) {
    for (std::size_t k = 0; k < run.results[op].size(); ++k) {
      const Interval& result = g_.bounds.nodes[op].results[k];
      for (const std::int64_t v : run.results[op][k].data) {
        ASSERT_TRUE(holds(result, v, v)) << "operator " << op << " (" << g_.graph.row(op).name << ") gives " << v
                                         << ", certified " << testing::PrintToString(result);
        ASSERT_TRUE(!acc32_ || fits<std::int32_t>(v));
      }
    }
  }
}

// Every element lies in its tensor's interval, and is the text's own.
void Soundness::expect_tensors(const std::vector<Tensor>& outputs, const TextRun& run) const {
  const std::size_t n = g_.graph.model.tensors.size();
  for (std::size_t t = 0; t < n; ++t) {
    const Tensor& tensor = outputs[outputs.size() - n + t];
    ASSERT_EQ(tensor, run.tensors[t]) << "tensor " << t;
    const Interval& certified = g_.bounds.tensors[t];
    const TensorRecord& record = g_.graph.model.tensors[t];
    // Elements past i32 under acc32: only where a clamp's own range lies there, and after (readings G5).
    const bool is_clamped = record.policy == RangePolicy::clamp;
    EXPECT_TRUE(!acc32_ || bits(certified) <= text_tensor_width(true) || is_clamped) << "tensor " << t;
    for (const std::int64_t v : tensor.data) {
      ASSERT_TRUE(holds(certified, v, v))
          << "tensor " << t << ": " << v << ", certified " << testing::PrintToString(certified);
    }
  }
}

void Soundness::expect_decode(const RandomDecode& decode, Counts& counts) {
  const TextRun run = text_.decode(decode.inputs, decode.scalars);
  RunWatch watch;
  const auto outputs = sequence_.decode(decode.inputs, decode.scalars, &watch);
  ASSERT_EQ(code_of(outputs), run.refused) << (outputs ? "" : outputs.refusal().message);
  const auto own = own_sequence_.decode(decode.inputs, decode.scalars);
  ASSERT_EQ(code_of(own), run.refused);
  expect_traces(watch, counts);
  expect_results(run);
  if (outputs) {
    ++counts.completed;
    expect_tensors(*outputs, run);
    EXPECT_TRUE(std::equal(own->begin(), own->end(), outputs->begin()));
  } else {
    ++counts.refused[*run.refused];
  }
}

void examine(std::uint64_t seed, Counts& counts) {
  SplitMix64 random(seed);
  const RandomGraph graph = random_graph(random);
  ++counts.graphs;
  const auto loaded = load_graph(write_graph(with_all_outputs(graph.model)), Profile::acc64);
  if (!loaded) {
    EXPECT_EQ(code_of(load_graph(write_graph(graph.model), Profile::acc64)), loaded.refusal().code);
    return;
  }
  const bool acc32 = !first_failure(*loaded, Profile::acc32);
  counts.acc64 += 1;
  counts.acc32 += acc32 ? 1 : 0;
  ++counts.depth[graph.model.ops.size()];
  std::array<bool, 31> seen{};
  for (const OperatorRecord& op : graph.model.ops) {
    counts.loadable[op.opcode] += seen[op.opcode] ? 0U : 1U;
    seen[op.opcode] = true;
  }
  const auto as_it_is = load_graph(write_graph(graph.model), Profile::acc64);
  ASSERT_TRUE(as_it_is) << as_it_is.refusal().message;
  Soundness soundness(*loaded, *as_it_is, acc32);
  soundness.expect_records();
  for (int i = 0; i < kDecodes && !testing::Test::HasFatalFailure(); ++i) {
    soundness.expect_decode(random_decode(graph, random), counts);
  }
}

// The random graphs are worth something: they load, they are deep, every operator and every refusal comes up.
void expect_coverage(Counts& counts) {
  EXPECT_GT(counts.acc64 * 100, counts.graphs * 60) << "graphs that meet acc64";
  EXPECT_GT(counts.acc32 * 100, counts.graphs * 20) << "graphs that meet acc32";
  for (std::uint8_t opcode = 1; opcode <= 30; ++opcode) {
    EXPECT_GE(counts.loadable[opcode] * 100, counts.graphs * 3) << find_operator(opcode)->name;
  }
  const std::size_t deep = std::accumulate(counts.depth.begin() + 5, counts.depth.end(), std::size_t{0});
  EXPECT_GT(deep * 100, counts.graphs * 25) << "graphs of five operators and more";
  EXPECT_GT(counts.completed, counts.graphs * 2) << "decodes that complete";
  for (const RefusalCode code : {RefusalCode::field_range, RefusalCode::geometry_mismatch, RefusalCode::too_large}) {
    EXPECT_GT(counts.refused[code] * 100, counts.graphs) << to_string(code);
  }
}

TEST(Soundness, EveryValueThatADecodeReachesIsCertified) {
  const PropertyRun run = PropertyRun::from_environment();
  Counts counts;
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    examine(run.seed_of(i), counts);
  }
  if (run.n_graphs >= 1000) {  // fewer measure nothing
    expect_coverage(counts);
  }
  for (const OperatorRow& row : operator_table()) {
    RecordProperty(std::string(row.name), static_cast<int>(counts.loadable[row.opcode]));
  }
  RecordProperty("graphs", static_cast<int>(counts.graphs));
  RecordProperty("acc64", static_cast<int>(counts.acc64));
  RecordProperty("acc32", static_cast<int>(counts.acc32));
  RecordProperty("completed", static_cast<int>(counts.completed));
  RecordProperty("keys", static_cast<int>(counts.keys));
  RecordProperty("attained", static_cast<int>(counts.attained));
  RecordProperty("past_64", static_cast<int>(counts.past_64));
  for (const auto& [code, n] : counts.refused) {
    RecordProperty(std::string(to_string(code)), static_cast<int>(n));
  }
}

}  // namespace
}  // namespace wai::test
