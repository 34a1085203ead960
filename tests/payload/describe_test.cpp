// Descriptions of payloads: every field at its offset, and sections that cover the payload.
#include "wai/payload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/corpus.hpp"
#include "support/payload_faults.hpp"
#include "support/payloads.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

// "offset name value" of each row.
std::vector<std::string> lines(const std::vector<DescribedRow>& rows) {
  std::vector<std::string> out;
  for (const DescribedRow& row : rows) {
    out.push_back((row.offset ? std::to_string(*row.offset) + " " : "") + row.name + " " + row.value);
  }
  return out;
}

// "offset+bytes name" of each section.
std::vector<std::string> sections(const Description& d) {
  std::vector<std::string> out;
  for (const DescribedSection& s : d.sections) {
    out.push_back(std::to_string(s.offset) + "+" + std::to_string(s.bytes) + " " + s.name);
  }
  return out;
}

Description described(const test::Blob& bytes) {
  const auto d = describe_payload(bytes);
  if (!d) {
    ADD_FAILURE() << d.refusal().message;
    return {};
  }
  return *d;
}

TEST(Describe, GivesEveryFieldOfAClipAtItsOffset) {
  test::Wiv1Fields fields;
  fields.keyframe = 1;
  const Description d = described(fields.bytes());
  EXPECT_EQ(d.format, "WIV1");
  EXPECT_THAT(lines(d.fields), ElementsAre("0 magic WIV1", "4 version 1", "5 mv_precision 2", "6 keyframe 1",
                                           "7 reserved 0", "8 n_frames 2", "12 h 2", "16 w 3", "20 block 2", "24 q 7",
                                           "28 offset -1", "32 cdf_len 4", "34 reserved 0"));
  EXPECT_THAT(sections(d),
              ElementsAre("36+16 residual table", "52+8 motion vectors", "60+12 residual stream", "72+60 keyframe"));
  EXPECT_EQ(d.fields[8].note, "1 x 2 blocks a frame");
  EXPECT_THAT(lines(d.sections[3].rows),
              ElementsAre("76 magic WIH1", "80 version 1", "81 reserved 0", "84 m 2", "88 sh 3", "92 sw 4", "96 n_z 5",
                          "100 zh 1", "104 zw 2", "108 hyper-latent stream 12", "120 latent stream 12"));
  EXPECT_THAT(lines(d.summary), ElementsAre("frames 2", "output 36", "symbols 52"));
}

TEST(Describe, GivesEveryFieldOfAnImageAtItsOffset) {
  const Description d = described(test::Wih1Fields{}.bytes());
  EXPECT_THAT(lines(d.fields), ElementsAre("0 magic WIH1", "4 version 1", "5 reserved 0", "8 m 2", "12 sh 3", "16 sw 4",
                                           "20 n_z 5", "24 zh 1", "28 zw 2"));
  EXPECT_THAT(sections(d), ElementsAre("32+12 hyper-latent stream", "44+12 latent stream"));
  EXPECT_THAT(lines(d.summary), ElementsAre("symbols 34"));
}

// F21: samples, rate and seconds before anything is decoded. 17 samples at 8000 Hz are 2.125 ms.
TEST(Describe, GivesEveryFieldOfASoundAtItsOffset) {
  const Description d = described(test::Wia1Fields{}.bytes());
  EXPECT_THAT(lines(d.fields),
              ElementsAre("0 magic WIA1", "4 version 1", "5 afrac 14", "6 reserved 0", "8 sr 8000", "12 n_ch 2",
                          "16 lat_len 5", "20 t_out 17", "24 offset -3", "28 cdf_len 4", "30 reserved 0"));
  EXPECT_THAT(sections(d), ElementsAre("32+16 medians", "48+32 tables", "80+12 latent stream"));
  EXPECT_THAT(lines(d.summary), ElementsAre("samples 17", "rate 8000", "seconds 0.002", "output 34", "symbols 10"));
}

TEST(Describe, GivesEveryFieldOfACloudAtItsOffset) {
  const Description d = described(test::Wis1Fields{}.bytes());
  EXPECT_THAT(lines(d.fields), ElementsAre("0 magic WIS1", "4 version 1", "5 afrac 12", "6 reserved 0", "8 c 2",
                                           "12 sh 3", "16 sw 4", "20 s 5", "24 attr 2", "28 n_gaussians 25"));
  EXPECT_THAT(sections(d), ElementsAre("32+16 ranges", "48+4 table lengths", "52+8 symbol offsets", "60+16 medians",
                                       "76+32 tables", "108+12 latent stream"));
  EXPECT_THAT(lines(d.sections[0].rows), ElementsAre("32 plane 0 -1..1", "40 plane 1 2..2"));
  EXPECT_THAT(lines(d.summary), ElementsAre("planes 2", "output 50", "symbols 24"));
}

TEST(Describe, GivesEveryFieldOfAnInt_synthPayloadAtItsOffset) {
  const auto d = describe_int_synth_payload(test::IntSynthFields{}.bytes());
  ASSERT_TRUE(d);
  EXPECT_THAT(lines(d->fields), ElementsAre("0 h 6", "4 w 5", "8 c 3", "10 s 2", "11 reserved 0"));
  EXPECT_THAT(sections(*d), ElementsAre("12+12 latents"));
  EXPECT_THAT(lines(d->summary), ElementsAre("output 90", "symbols 0"));
}

TEST(Describe, CoversTheRealPayloads) {
  for (const char* name : {"wiv/raccoon_key1_8x128x128.wiv", "wiv/coffee_half_12x96x96.wiv", "wih/chelsea64.wih",
                           "audio/speech.wia", "splat/knot.wis"}) {
    const auto bytes = test::real_file(name);
    const Description d = described(bytes);
    ASSERT_FALSE(d.sections.empty()) << name;
    EXPECT_EQ(d.sections.back().offset + d.sections.back().bytes, bytes.size()) << name;
  }
}

TEST(Describe, RefusesWhatDoesNotParse) {
  EXPECT_EQ(test::outcome(describe_payload(test::Blob{})), "bad_magic");
  EXPECT_EQ(test::outcome(describe_payload(test::Blob{'W', 'I', 'V', '2'})), "bad_magic");
  test::Wis1Fields fields;
  fields.cdfs[0][1] = 0;
  EXPECT_EQ(test::outcome(describe_payload(fields.bytes())), "cdf_malformed");
  EXPECT_EQ(test::outcome(describe_int_synth_payload(test::Blob(12))), "payload_malformed");
}

}  // namespace
}  // namespace wai
