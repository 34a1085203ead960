// The payloads of corpus/real: all are read, and written back byte for byte.
#include <gtest/gtest.h>

#include "payload/int_synth_payload.hpp"
#include "payload/wia1.hpp"
#include "payload/wih1.hpp"
#include "payload/wis1.hpp"
#include "payload/wiv1.hpp"
#include "support/corpus.hpp"

namespace wai {
namespace {

// What the writer makes of what the parser read.
template <class Payload, class Write>
std::vector<std::uint8_t> rewritten(const Expected<Payload>& payload, Write write) {
  if (!payload) {
    ADD_FAILURE() << payload.refusal().message;
    return {};
  }
  const Expected<Bytes> bytes = write(*payload);
  return bytes ? *bytes : Bytes{};
}

TEST(RealPayloads, OfVideoAreWrittenAsTheyWereRead) {
  for (const char* name :
       {"wiv/coffee_half_12x96x96.wiv", "wiv/chelsea_whole_8x80x112.wiv", "wiv/raccoon_key1_8x128x128.wiv"}) {
    const auto bytes = test::real_file(name);
    const bool nested = std::string(name).find("key1") != std::string::npos;
    const auto clip = parse_wiv1(bytes, nested ? Keyframe::nested : Keyframe::residual);
    EXPECT_EQ(rewritten(clip, write_wiv1), bytes) << name;
  }
}

TEST(RealPayloads, OfImagesAreWrittenAsTheyWereRead) {
  for (const char* name : {"wih/chelsea64.wih", "wih/chelsea256.wih", "wih/coffee256.wih", "wih/raccoon192x320.wih",
                           "wih/raccoon768x1024.wih"}) {
    const auto bytes = test::real_file(name);
    EXPECT_EQ(rewritten(parse_wih1(bytes), write_wih1), bytes) << name;
  }
}

TEST(RealPayloads, OfSoundAreWrittenAsTheyWereRead) {
  for (const char* name : {"audio/speech.wia", "audio/tune.wia"}) {
    const auto bytes = test::real_file(name);
    EXPECT_EQ(rewritten(parse_wia1(bytes), write_wia1), bytes) << name;
  }
}

TEST(RealPayloads, OfSplatsAndInt_synthAreWrittenAsTheyWereRead) {
  const auto knot = test::real_file("splat/knot.wis");
  EXPECT_EQ(rewritten(parse_wis1(knot), write_wis1), knot);
  const auto astronaut = test::real_file("int_synth/astronaut128.bin");
  EXPECT_EQ(rewritten(parse_int_synth_payload(astronaut), write_int_synth_payload), astronaut);
}

}  // namespace
}  // namespace wai
