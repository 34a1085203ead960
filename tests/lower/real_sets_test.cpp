// The trained sets of corpus/real: digests, range checks, lowering.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/sha256.hpp"
#include "lower/capability.hpp"
#include "lower/range_check.hpp"
#include "wai/lower.hpp"

namespace wai {
namespace {

ParameterSet read_set(const std::string& folder, std::initializer_list<const char*> names) {
  ParameterSet set;
  for (const char* name : names) {
    std::ifstream file("corpus/real/" + folder + "/" + name, std::ios::binary);
    EXPECT_TRUE(file) << folder << "/" << name;
    set.members.push_back({name, std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), {})});
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

TEST(RealSets, FlatAndNestedWeightsLowerToTheSameGraph) {
  const auto flat = lower_set(read_set("int_synth", {"int_synth.json"}), "wai.neural.int_synth");
  const auto nested = lower_set(read_set("int_synth", {"int_synth_nested.json"}), "wai.neural.int_synth");
  ASSERT_TRUE(flat && nested);
  EXPECT_EQ(flat->graphs[0].whg1, nested->graphs[0].whg1);
  EXPECT_NE(flat->set_sha256, nested->set_sha256);
}

}  // namespace
}  // namespace wai
