// The payload of `wai.neural.int_synth` (pins P3). Its one code is `payload_malformed`, so no order shows.
#include "payload/int_synth_payload.hpp"

#include "support/payload_faults.hpp"

namespace wai {
namespace {

using test::IntSynthFields;
using test::outcome;
using Code = RefusalCode;

Expected<IntSynthPayload> parse(const test::Blob& bytes) {
  return parse_int_synth_payload(bytes);
}

TEST(IntSynthPayload, ReadsEveryFieldOfTheTable) {
  const IntSynthFields fields;
  const auto image = parse(fields.bytes());
  ASSERT_TRUE(image);
  EXPECT_EQ(image->h, 6U);
  EXPECT_EQ(image->w, 5U);
  EXPECT_EQ(image->c, 3);
  EXPECT_EQ(image->s, 2);
  EXPECT_EQ(image->latents, fields.latents);
}

TEST(IntSynthPayload, RefusesEveryFaultAsMalformed) {
  const std::vector<test::Fault<IntSynthFields>> faults = {
      {"cut header", Code::payload_malformed, "shorter", [](auto& f) { f.cut = 11; }},
      {"reserved", Code::payload_malformed, "offset 11", [](auto& f) { f.reserved11 = 1; }},
      {"h", Code::payload_malformed, "h 0", [](auto& f) { f.h = 0; }},
      {"w", Code::payload_malformed, "w 0", [](auto& f) { f.w = 0; }},
      {"c", Code::payload_malformed, "c 0", [](auto& f) { f.c = 0; }},
      {"s", Code::payload_malformed, "s 0", [](auto& f) { f.s = 0; }},
      {"latent cap", Code::payload_malformed, "c*s*s", [](auto& f) { f.c = 65535, f.s = 255; }},
      {"picture cap", Code::payload_malformed, "past 2^26", [](auto& f) { f.h = 0xFFFFFFFFU; }},
      {"cut latents", Code::payload_malformed, "11 bytes", [](auto& f) { f.cut = 23; }},
      {"trailing", Code::payload_malformed, "13 bytes", [](auto& f) { f.after = {0}; }},
  };
  test::expect_faults_in_order(faults, IntSynthFields{}, parse);
}

TEST(IntSynthPayload, TakesSizesAtTheirCaps) {
  IntSynthFields fields;
  fields.h = 1;
  fields.w = 22369621;  // 3 * w = 2^26 - 1
  EXPECT_EQ(outcome(parse(fields.bytes())), "ok");
  fields.w += 1;
  EXPECT_EQ(outcome(parse(fields.bytes())), "payload_malformed");
  fields.w = 1;
  fields.s = 128;
  fields.c = 4096;  // 2^26, and as many bytes are missing
  const auto within = parse(fields.bytes());
  ASSERT_FALSE(within);
  EXPECT_THAT(within.refusal().message, ::testing::HasSubstr("bytes after the header"));
  fields.c = 4097;
  const auto past = parse(fields.bytes());
  ASSERT_FALSE(past);
  EXPECT_THAT(past.refusal().message, ::testing::HasSubstr("c*s*s"));
}

TEST(IntSynthPayload, IsRefusedWhereverItIsCut) {
  test::expect_every_cut_refused(IntSynthFields{}.bytes(), parse, Code::payload_malformed, Code::payload_malformed);
}

TEST(IntSynthPayload, TellsEveryBitApart) {
  test::expect_every_flip_told_apart(IntSynthFields{}.bytes(), parse);
}

TEST(IntSynthPayload, IsWrittenAsItWasRead) {
  const test::Blob bytes = IntSynthFields{}.bytes();
  auto image = parse(bytes);
  ASSERT_TRUE(image);
  const auto written = write_int_synth_payload(*image);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, bytes);
  image->latents.pop_back();
  EXPECT_EQ(outcome(write_int_synth_payload(*image)), "payload_malformed");
}

}  // namespace
}  // namespace wai
