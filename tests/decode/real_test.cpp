// Real payloads against their trained sets: the digests that corpus/real/README.md records, made by another decoder.
#include <gtest/gtest.h>

#include "base/sha256.hpp"
#include "support/corpus.hpp"
#include "wai/decode.hpp"

namespace wai {
namespace {

using test::corpus_digest;
using test::corpus_file;
using test::file_set;
using test::hyper_set;

void expect_digest(const Session& session, const std::string& payload, const std::string& digest) {
  const auto decoded = session.decode(corpus_file(payload));
  ASSERT_TRUE(decoded) << payload << ": " << to_string(decoded.refusal().code) << ": " << decoded.refusal().message;
  EXPECT_EQ(sha256_hex(decoded->bytes), corpus_digest(digest)) << payload;
}

Session open(std::string_view capability, ParameterSet set = {}) {
  auto session = Session::open(capability, std::move(set));
  EXPECT_TRUE(session);
  return *std::move(session);
}

TEST(RealIntHyper, DecodesToTheRecordedDigests) {
  const Session session = open("wai.neural.int_hyper", hyper_set("real/hyper"));
  for (const std::string name : {"chelsea64", "chelsea256", "coffee256", "raccoon192x320"}) {
    expect_digest(session, "real/wih/" + name + ".wih", "real/wih/" + name + ".sha256");
  }
}

TEST(RealIntHyper, DecodesTheTwelveBitSetToItsDigests) {
  const Session session = open("wai.neural.int_hyper", hyper_set("real/hyper-w12"));
  for (const std::string name : {"chelsea64", "coffee256"}) {
    expect_digest(session, "real/wih-w12/" + name + ".wih", "real/wih-w12/" + name + ".sha256");
  }
}

TEST(RealIntAudio, DecodesToTheRecordedDigests) {
  const Session session = open("wai.audio.int_codec", file_set("real/audio/model.wam", "model.wam"));
  for (const std::string name : {"speech", "tune"}) {
    expect_digest(session, "real/audio/" + name + ".wia", "real/audio/" + name + ".sha256");
  }
}

TEST(RealIntSplat, DecodesToTheRecordedDigest) {
  const Session session = open("wai.splat.int_codec", file_set("real/splat/g_s.whm", "g_s.whm"));
  expect_digest(session, "real/splat/knot.wis", "real/splat/knot.sha256");
}

TEST(RealIntSynth, DecodesWithFlatAndNestedWeights) {
  for (const char* file : {"int_synth.json", "int_synth_nested.json"}) {
    const Session session = open("wai.neural.int_synth", file_set(std::string("real/int_synth/") + file, file));
    expect_digest(session, "real/int_synth/astronaut128.bin", "real/int_synth/astronaut128.sha256");
  }
}

TEST(RealIntMotion, DecodesToTheRecordedDigests) {
  const Session session = open("wai.video.int_motion");
  for (const std::string name : {"coffee_half_12x96x96", "chelsea_whole_8x80x112"}) {
    expect_digest(session, "real/wiv/" + name + ".wiv", "real/wiv/" + name + ".sha256");
  }
}

TEST(RealVideoIntHyper, DecodesToTheRecordedDigest) {
  const Session session = open("wai.video.int_hyper", hyper_set("real/hyper"));
  expect_digest(session, "real/wiv/raccoon_key1_8x128x128.wiv", "real/wiv/raccoon_key1_8x128x128.sha256");
}

}  // namespace
}  // namespace wai
