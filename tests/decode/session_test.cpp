// What a session tells besides the output: its form before any symbol, its frames, and how its streams were read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/corpus.hpp"
#include "support/payload_faults.hpp"
#include "wai/decode.hpp"

namespace wai {
namespace {

using test::corpus_file;
using test::outcome;

struct Subject {
  std::string capability;
  std::string payload;
  ParameterSet set;
};

// One payload of every capability.
std::vector<Subject> subjects() {
  return {{"wai.neural.int_hyper", "real/wih/chelsea64.wih", test::hyper_set("real/hyper")},
          {"wai.video.int_motion", "real/wiv/chelsea_whole_8x80x112.wiv", {}},
          {"wai.video.int_hyper", "real/wiv/raccoon_key1_8x128x128.wiv", test::hyper_set("real/hyper")},
          {"wai.audio.int_codec", "real/audio/tune.wia", test::file_set("real/audio/model.wam", "model.wam")},
          {"wai.splat.int_codec", "real/splat/knot.wis", test::file_set("real/splat/g_s.whm", "g_s.whm")},
          {"wai.neural.int_synth", "real/int_synth/astronaut128.bin",
           test::file_set("real/int_synth/int_synth.json", "int_synth.json")}};
}

Session open(const Subject& subject) {
  auto session = Session::open(subject.capability, subject.set);
  EXPECT_TRUE(session);
  return *std::move(session);
}

std::string described(const OutputForm& f) {
  std::string text;
  for (const std::uint64_t v : {std::uint64_t{static_cast<unsigned>(f.kind)}, f.height, f.width, f.frames, f.samples,
                                std::uint64_t{f.sample_rate}, f.planes, f.n_gaussians}) {
    text += std::to_string(v) + " ";
  }
  return text;
}

// The header's values, as corpus/real/README.md lists them: kind, height, width, frames, samples, rate, planes, splats.
TEST(Session, TellsTheFormOnceBeforeTheOutput) {
  const std::vector<std::string> forms = {"0 64 64 1 0 0 0 0 ",       "1 80 112 8 0 0 0 0 ",   "1 128 128 8 0 0 0 0 ",
                                          "2 0 0 1 13568 16000 0 0 ", "3 32 32 1 0 0 8 1000 ", "0 128 128 1 0 0 0 0 "};
  std::size_t at = 0;
  for (const Subject& subject : subjects()) {
    std::vector<std::string> told;
    DecodeOptions options;
    options.form = [&](const OutputForm& form) -> Expected<void> {
      told.push_back(described(form));
      return {};
    };
    const auto decoded = open(subject).decode(corpus_file(subject.payload), options);
    ASSERT_TRUE(decoded) << subject.capability;
    EXPECT_EQ(told, std::vector<std::string>{forms[at++]}) << subject.capability;
    EXPECT_EQ(described(decoded->form), told.front());
  }
}

// The last word of a stream cut off: a decode would be refused with stream_exhausted, or stream_length at the parse.
TEST(Session, EndsAtARefusalOfTheFormBeforeAnySymbol) {
  const Subject clip = subjects()[1];
  auto payload = corpus_file(clip.payload);
  const Session session = open(clip);
  payload[payload.size() - 4] ^= 1U;  // a damaged stream
  EXPECT_THAT(outcome(session.decode(payload)), ::testing::StartsWith("stream_"));
  DecodeOptions options;
  options.form = [](const OutputForm&) { return Expected<void>(Refusal{RefusalCode::trailing, "enough", {}}); };
  EXPECT_EQ(outcome(session.decode(payload, options)), "trailing");
  options.limits.output_bytes = 1;  // the sink's limits come first
  EXPECT_EQ(outcome(session.decode(payload, options)), "cost_over_limit");
}

// pay 2: every stream is read to its last word, so of what a decode counts only the symbols need the header:
// chelsea64 has m = 64 at 4 x 4 and n_z = 48 at 1 x 1; each clip 3*h*w a coded frame.
TEST(Session, CountsTheSymbolsAndWordsOfEveryStream) {
  const std::vector<std::vector<std::string>> streams = {{"hyper-latent 48", "latent 1024"},
                                                         {"residual 215040"},
                                                         {"hyper-latent 192", "latent 4096", "residual 344064"},
                                                         {"latent 5088"},
                                                         {"latent 768"},
                                                         {}};
  std::size_t at = 0;
  for (const Subject& subject : subjects()) {
    const auto decoded = open(subject).decode(corpus_file(subject.payload));
    ASSERT_TRUE(decoded) << subject.capability;
    std::vector<std::string> counted;
    for (const StreamUse& use : decoded->streams) {
      counted.push_back(use.name + " " + std::to_string(use.symbols));
      EXPECT_EQ(use.words_read, use.words) << subject.capability << " " << use.name;
      EXPECT_GE(use.words, 2U);
    }
    EXPECT_EQ(counted, streams[at++]) << subject.capability;
  }
}

TEST(Session, GivesAClipToAFrameSinkInstead) {
  const Subject clip = subjects()[1];
  const Session session = open(clip);
  std::vector<std::uint8_t> joined;
  DecodeOptions options;
  options.frames = [&](std::span<const std::uint8_t> frame) -> Expected<void> {
    EXPECT_EQ(frame.size(), 80U * 112 * 3);
    joined.insert(joined.end(), frame.begin(), frame.end());
    return {};
  };
  const auto streamed = session.decode(corpus_file(clip.payload), options);
  ASSERT_TRUE(streamed);
  EXPECT_TRUE(streamed->bytes.empty());
  EXPECT_EQ(streamed->streams.size(), 1U);
  const auto whole = session.decode(corpus_file(clip.payload));
  ASSERT_TRUE(whole);
  EXPECT_EQ(joined, whole->bytes);
}

}  // namespace
}  // namespace wai
