// WHG1 files with a byte changed, and cut short (ops 10.5): refused at load, or another graph that a certificate
// describes. Nothing is run.
#include <gtest/gtest.h>

#include <cstring>

#include "bounds/load.hpp"
#include "support/networks.hpp"
#include "support/payload_faults.hpp"
#include "wai/certify.hpp"
#include "wai/lower.hpp"

namespace wai {
namespace {

using test::Blob;
using test::outcome;

struct MadeGraph {
  std::string name;
  Blob whg1;
};

// Every operator that the lowerings here write: conv, conv_transpose, igdn, leaky, relu, clamp, rescale, crop.
std::vector<MadeGraph> made_graphs() {
  std::vector<MadeGraph> graphs;
  const auto add = [&](const Blob& file, const char* lowering, const char* role, OutputStep step) {
    const auto graph = lower_file(file, lowering, role, step);
    ASSERT_TRUE(graph) << graph.refusal().message;
    graphs.push_back({std::string(lowering) + " " + role, graph->whg1});
  };
  add(test::tiny_h_s().bytes(), "whm1/1", "h_s", OutputStep::none);
  add(test::tiny_g_s().bytes(), "whm1/1", "g_s", OutputStep::rgb8);
  add(test::tiny_wam().bytes(), "wam1/1", "g_s", OutputStep::pcm);
  add(test::tiny_synth().bytes(), "int_synth/1", "synth", OutputStep::none);
  return graphs;
}

// Loaded graphs can be certified, refused ones are model_mismatch or too_large: the only codes of a load (ops 4).
void expect_refused_or_certified(const Blob& whg1, const std::string& what) {
  const auto bounded = bound_graph(whg1, "g");
  const auto certificate = certify(std::vector<RoleGraph>{{"g", whg1}});
  ASSERT_EQ(outcome(bounded), outcome(certificate)) << what;
  if (!bounded) {
    const RefusalCode code = bounded.refusal().code;
    ASSERT_TRUE(code == RefusalCode::model_mismatch || code == RefusalCode::too_large) << what;
  }
  const auto loaded = load_graph(whg1, Profile::acc64);
  ASSERT_EQ(loaded.has_value(), bounded && certificate->acc64) << what;
}

TEST(DamagedGraphs, WithAByteChangedAreRefusedOrCertified) {
  for (const MadeGraph& graph : made_graphs()) {
    for (std::size_t i = 0; i < graph.whg1.size(); ++i) {
      const std::uint8_t byte = graph.whg1[i];
      for (const int value : {0, 1, 2, 127, 128, 255, byte ^ 1, byte + 1, byte - 1}) {
        Blob changed = graph.whg1;
        changed[i] = static_cast<std::uint8_t>(value & 0xFF);
        expect_refused_or_certified(changed, graph.name + " byte " + std::to_string(i));
      }
    }
  }
}

// Fields of four and eight bytes at their ends, at every offset: counts, sides, lengths, weights.
TEST(DamagedGraphs, WithAFieldChangedAreRefusedOrCertified) {
  for (const MadeGraph& graph : made_graphs()) {
    for (std::size_t i = 0; i + 8 <= graph.whg1.size(); ++i) {
      for (const std::size_t size : {4U, 8U}) {
        for (const int value : {0x00, 0x7F, 0xFF}) {
          Blob changed = graph.whg1;
          std::memset(&changed[i], value == 0x7F ? 0xFF : value, size);
          if (value == 0x7F) {
            changed[i + size - 1] = 0x7F;
          }
          expect_refused_or_certified(changed, graph.name + " field at " + std::to_string(i));
        }
      }
    }
  }
}

TEST(DamagedGraphs, CutAtAnyByteAreRefused) {
  for (const MadeGraph& graph : made_graphs()) {
    for (std::size_t n = 0; n < graph.whg1.size(); ++n) {
      const Blob cut(graph.whg1.begin(), graph.whg1.begin() + static_cast<std::ptrdiff_t>(n));
      ASSERT_EQ(outcome(load_graph(cut, Profile::acc64)), "model_mismatch") << graph.name << " at " << n;
    }
    Blob longer = graph.whg1;
    longer.push_back(0);
    EXPECT_EQ(outcome(load_graph(longer, Profile::acc64)), "model_mismatch");
  }
}

}  // namespace
}  // namespace wai
