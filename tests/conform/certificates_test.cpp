// The certificates and lowered graphs of corpus/certificates, byte for byte (ops 14.3). The committed bytes are those
// that the independent checker gives for the same sets.
#include <gtest/gtest.h>

#include "support/corpus.hpp"
#include "wai/certify.hpp"
#include "wai/lower.hpp"

namespace wai {
namespace {

using test::corpus_file;
using test::file_set;
using test::hyper_set;

void expect_committed(const ParameterSet& set, const std::string& capability, const std::string& digest) {
  const auto lowered = lower_set(set, capability);
  ASSERT_TRUE(lowered) << lowered.refusal().message;
  EXPECT_EQ(lowered->set_sha256, digest);
  const std::string base = "certificates/" + capability + "/" + digest;
  for (const RoleGraph& graph : lowered->graphs) {
    EXPECT_EQ(graph.whg1, corpus_file(base + "/" + graph.role + ".whg1")) << graph.role;
  }
  const auto certificate = certify(lowered->graphs, {lowered->capability, lowered->lowering, lowered->set_sha256});
  ASSERT_TRUE(certificate) << certificate.refusal().message;
  const auto committed = corpus_file(base + ".json");
  EXPECT_EQ(certificate->json, std::string(committed.begin(), committed.end())) << base;
}

TEST(Certificates, OfTheConditionalCodec) {
  for (const char* capability : {"wai.neural.int_hyper", "wai.video.int_hyper"}) {
    expect_committed(hyper_set("real/hyper"), capability,
                     "01596483fc9dd60d01aa3f83caf7ce7dce27a83e55f80169d640358434ad56d9");
  }
  expect_committed(hyper_set("real/hyper-w12"), "wai.neural.int_hyper",
                   "9c69ea9fa27e3850c993fcbefc7512654d26b94af888ea44130a26afdb929ac1");
}

TEST(Certificates, OfTheAudioSynthesis) {
  expect_committed(file_set("real/audio/model.wam", "model.wam"), "wai.audio.int_codec",
                   "15d6d1bcbcab4f91bea285a1d3470826dc598ec29b6b32cc16276c6d626d7a17");
}

TEST(Certificates, OfTheSplatSynthesis) {
  expect_committed(file_set("real/splat/g_s.whm", "g_s.whm"), "wai.splat.int_codec",
                   "e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94");
}

TEST(Certificates, OfAnIntSynthSet) {
  expect_committed(file_set("real/int_synth/int_synth.json", "int_synth.json"), "wai.neural.int_synth",
                   "59847b73bf825be04989cd3de1856dcf58a1ec4142dfebe7c532c3b5aa7330e8");
}

// A bare graph has no capability, no set, and its file's name as role (readings G14).
TEST(Certificates, OfABareGraphNameNoSet) {
  const auto graph = corpus_file(
      "certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1");
  const auto certificate = certify(std::vector<RoleGraph>{{"g_s", graph}});
  ASSERT_TRUE(certificate);
  EXPECT_TRUE(certificate->json.starts_with(R"({"capability":null,"certificate":"wai-ops/1 bounds","graphs":[)"));
  EXPECT_NE(certificate->json.find(R"("lowering":"whg1","set_sha256":null,"verdict":{)"), std::string::npos);
}

TEST(Certificates, RefuseNamesOutsidePrintableAscii) {
  const auto graph = corpus_file(
      "certificates/wai.splat.int_codec/e7491e568f626797de818eabddc50561644e4372352535181477abf71ec76b94/g_s.whg1");
  for (const char* role : {"gr\xC3\xBC", "tab\t", "\x7F"}) {
    const auto refused = certify(std::vector<RoleGraph>{{role, graph}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.refusal().code, RefusalCode::model_mismatch);
  }
  EXPECT_TRUE(certify(std::vector<RoleGraph>{{"quote\" and \\ stand", graph}}));
}

}  // namespace
}  // namespace wai
