// The trained sets of corpus/real: digests, range checks, lowering.
#include <gtest/gtest.h>

#include "base/sha256.hpp"
#include "lower/capability.hpp"
#include "lower/range_check.hpp"
#include "support/corpus.hpp"
#include "wai/lower.hpp"

namespace wai {
namespace {

ParameterSet read_set(const std::string& folder, std::initializer_list<const char*> names) {
  ParameterSet set;
  for (const char* name : names) {
    set.members.push_back({name, test::real_file(folder + "/" + name)});
    EXPECT_FALSE(set.members.back().bytes.empty()) << folder << "/" << name;
  }
  set.one_file = names.size() == 1;
  return set;
}

ParameterSet hyper(const std::string& folder) {
  return read_set(folder, {"entropy.json", "g_s.whm", "h_s.whm", "wai.prior.set.json"});
}

std::vector<std::string> limits(const Network& network) {
  std::vector<std::string> out;
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const auto limit = layer_limit(network, l);
    EXPECT_TRUE(limit);
    out.push_back(limit->has_value() ? (*limit)->to_string() : "-");
  }
  return out;
}

// The digests and limits are those of corpus/real/README.md, which another program computed.
TEST(RealSets, HyperHasItsDigestAndRanges) {
  const auto set = hyper("hyper");
  const auto lowered = lower_set(set, "wai.neural.int_hyper");
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(lowered->set_sha256, "01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9");
  const auto parts = read_parts(set, *find_capability("wai.neural.int_hyper"));
  ASSERT_TRUE(parts);
  EXPECT_EQ(limits(parts->networks.at("h_s")),
            (std::vector<std::string>{"234576798023", "14081484025732482", "175954078598", "14081484025732482",
                                      "325830940900"}));
  EXPECT_EQ(limits(parts->networks.at("g_s")),
            (std::vector<std::string>{"175954078598", "272193294702", "234583957394", "150148667910", "234569639089",
                                      "176236828320", "238714931487"}));
}

TEST(RealSets, HyperOf12BitsHasItsDigestAndRanges) {
  const auto set = hyper("hyper-w12");
  const auto lowered = lower_set(set, "wai.video.int_hyper");
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(lowered->set_sha256, "9c69ea9fa27e3850c993fcbefc7512654d26b94af888ea44130a26afdb929ac1");
  const auto parts = read_parts(set, *find_capability("wai.video.int_hyper"));
  ASSERT_TRUE(parts);
  EXPECT_EQ(limits(parts->networks.at("h_s")),
            (std::vector<std::string>{"3754833104077", "14081484025732482", "2816124828057", "14081484025732482",
                                      "5215045977884"}));
  EXPECT_EQ(limits(parts->networks.at("g_s")),
            (std::vector<std::string>{"2816124828057", "272193294702", "3754833104077", "150148667910", "3754833104077",
                                      "176236828320", "3758505312491"}));
}

TEST(RealSets, OneFileSetsHaveTheDigestOfTheirFile) {
  const auto audio = lower_set(read_set("audio", {"model.wam"}), "wai.audio.int_codec");
  ASSERT_TRUE(audio) << audio.refusal().message;
  EXPECT_EQ(audio->set_sha256, "15d6d1bcbcab4f91bea285a1d3470826dc598ec29b6b32cc16276c6d626d7a17");
  const auto splat = lower_set(read_set("splat", {"g_s.whm"}), "wai.splat.int_codec");
  ASSERT_TRUE(splat) << splat.refusal().message;
  EXPECT_EQ(splat->set_sha256, "e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94");
  const auto synth = lower_set(read_set("int_synth", {"int_synth.json"}), "wai.neural.int_synth");
  ASSERT_TRUE(synth) << synth.refusal().message;
  EXPECT_EQ(synth->set_sha256, "59847b73bf825be04989cd3de1856dcf58a1ec4142dfebe7c532c3b5aa7330e8");
}

// The digests of the lowered graphs are those of the independent checker, another lowering in another language.
TEST(RealSets, LowerToTheSameGraphsAsTheChecker) {
  const auto digests = [](const ParameterSet& set, std::string_view capability) {
    std::vector<std::string> out;
    const auto lowered = lower_set(set, capability);
    EXPECT_TRUE(lowered) << lowered.refusal().message;
    for (const RoleGraph& graph : lowered->graphs) {
      out.push_back(graph.role + " " + sha256_hex(graph.whg1));
    }
    return out;
  };
  using Digests = std::vector<std::string>;
  EXPECT_EQ(digests(hyper("hyper"), "wai.neural.int_hyper"),
            (Digests{"h_s 2c28f54fe55fdc6f7aee455d1315ffa0d0f6a1f804613f66d3a67fa8748bc4da",
                     "g_s f7a7f1ce4e2f208c36e8b7da6194490c359920a1004b50bcdd7a65a9f8d99b9b"}));
  EXPECT_EQ(digests(read_set("audio", {"model.wam"}), "wai.audio.int_codec"),
            (Digests{"g_s 9ab343a6520310b534700af5885b20890c5fd53bfd1458afc64ed447cbff3856"}));
  EXPECT_EQ(digests(read_set("splat", {"g_s.whm"}), "wai.splat.int_codec"),
            (Digests{"g_s a8ac8edace596c0fc9ba94ac93b958b603fcb5fbada19129fc763f56e741e60b"}));
  EXPECT_EQ(digests(read_set("int_synth", {"int_synth.json"}), "wai.neural.int_synth"),
            (Digests{"synth 40d1c56694019ed93501d9c08fe59f715fa7937a0542956b171676d399374411"}));
}

TEST(RealSets, FlatAndNestedWeightsLowerToTheSameGraph) {
  const auto flat = lower_set(read_set("int_synth", {"int_synth.json"}), "wai.neural.int_synth");
  const auto nested = lower_set(read_set("int_synth", {"int_synth_nested.json"}), "wai.neural.int_synth");
  ASSERT_TRUE(flat && nested);
  EXPECT_EQ(flat->graphs[0].whg1, nested->graphs[0].whg1);
  EXPECT_NE(flat->set_sha256, nested->set_sha256);
}

}  // namespace
}  // namespace wai
