// Bytes of random graphs: one encoding (ops 10), no byte that breaks the library, one certificate (ops 8.5).
#include <gtest/gtest.h>

#include <thread>

#include "bounds/load.hpp"
#include "exec/run.hpp"
#include "graph/whg1.hpp"
#include "support/operators.hpp"
#include "support/random_vectors.hpp"
#include "support/text_run.hpp"
#include "wai/certify.hpp"

namespace wai::test {
namespace {

TEST(RandomGraph, IsReadAndWrittenAsTheSameBytes) {
  const PropertyRun run = PropertyRun::from_environment();
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    SplitMix64 random(run.seed_of(i));
    const Bytes bytes = write_graph(random_graph(random).model);
    EXPECT_EQ(write_graph(value(parse_graph(bytes))), bytes);
  }
}

// One decode of a graph that a changed byte gives.
void expect_sound(const BoundedGraph& g, const RandomDecode& decode) {
  const TextRun text = TextSequence(g.graph).decode(decode.inputs, decode.scalars);
  RunWatch watch;
  const auto outputs = run_graph(g, decode.inputs, decode.scalars, &watch);
  EXPECT_EQ(code_of(outputs), text.refused);
  for (std::size_t op = 0; op < watch.traces.size(); ++op) {
    for (const Trace::Entry& e : watch.traces[op].entries()) {
      const Interval& certified = g.bounds.nodes[op].intermediates.at(e.key);
      EXPECT_LE(certified.lo, Wide::of(e.min)) << e.key;
      EXPECT_GE(certified.hi, Wide::of(e.max)) << e.key;
    }
  }
}

TEST(RandomGraph, WithAByteChangedIsRefusedOrStillSound) {
  const PropertyRun run = PropertyRun::from_environment();
  std::size_t n_loaded = 0;
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    SplitMix64 random(run.seed_of(i));
    const RandomGraph graph = random_graph(random);
    const Bytes bytes = write_graph(graph.model);
    for (int change = 0; change < 6; ++change) {
      const Bytes changed = with_a_byte_changed(bytes, random);
      const auto loaded = load_graph(changed, Profile::acc64);
      if (loaded) {
        ++n_loaded;
        EXPECT_EQ(write_graph(loaded->graph.model), changed);
        if (const auto decode = random_decode_of_changed(loaded->graph, graph, random)) {
          expect_sound(*loaded, *decode);
        }
      }
    }
  }
  if (run.n_graphs >= 1000) {
    EXPECT_GT(n_loaded, run.n_graphs);
  }
}

TEST(Certificate, IsTheSameBytesAgainAndInEveryThread) {
  const PropertyRun run = PropertyRun::from_environment();
  constexpr std::size_t kThreads = 4;
  std::vector<RoleGraph> graphs;
  std::vector<std::string> once;
  for (std::uint64_t i = 0; i < run.n_graphs; ++i) {
    SplitMix64 random(run.seed_of(i));
    const RoleGraph graph{"g", write_graph(random_graph(random).model)};
    if (const auto certificate = certify({&graph, 1})) {
      graphs.push_back(graph);
      once.push_back(certificate->json);
    }
  }
  std::vector<std::vector<std::string>> again(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < kThreads; ++k) {
      threads.emplace_back([&, k] {
        for (const RoleGraph& graph : graphs) {
          again[k].push_back(value(certify({&graph, 1})).json);
        }
      });
    }
  }
  for (const auto& certificates : again) {
    EXPECT_EQ(certificates, once);
  }
}

}  // namespace
}  // namespace wai::test
