// The declared cost that a header fixes (pay 7, Memory and work).
#include "payload/declared.hpp"

#include <gtest/gtest.h>

#include "support/corpus.hpp"
#include "support/payloads.hpp"

namespace wai {
namespace {

TEST(HeaderCost, OfAClipCountsFramesSymbolsAndVectors) {
  test::Wiv1Fields fields;  // 2 frames of 2 x 3, 2 vectors
  const auto plain = parse_wiv1(fields.bytes(), std::nullopt);
  ASSERT_TRUE(plain);
  EXPECT_EQ(header_cost(*plain), (HeaderCost{36, 36, 36 + 2 * 4}));
  fields.keyframe = 1;  // 18 symbols fewer, and the keyframe's: 5*1*2 + 2*3*4 = 34
  const auto nested = parse_wiv1(fields.bytes(), std::nullopt);
  ASSERT_TRUE(nested);
  EXPECT_EQ(header_cost(*nested), (HeaderCost{36, 18 + 34, 44}));
}

TEST(HeaderCost, OfTheOtherFormats) {
  const auto image = parse_wih1(test::Wih1Fields{}.bytes());
  const auto clip = parse_wia1(test::Wia1Fields{}.bytes());
  const auto cloud = parse_wis1(test::Wis1Fields{}.bytes());
  const auto synth = parse_int_synth_payload(test::IntSynthFields{}.bytes());
  ASSERT_TRUE(image && clip && cloud && synth);
  EXPECT_EQ(header_cost(*image), (HeaderCost{std::nullopt, 34, 0}));
  EXPECT_EQ(header_cost(*clip), (HeaderCost{2 * 17, 2 * 5, 0}));
  EXPECT_EQ(header_cost(*cloud), (HeaderCost{2 * 25, 2 * 3 * 4, 0}));
  EXPECT_EQ(header_cost(*synth), (HeaderCost{6 * 5 * 3, 0, 0}));
}

// The symbols that corpus/real records of its clips: 12*96*96*3, 8*80*112*3, and 7*128*128*3 beside the keyframe.
TEST(HeaderCost, OfTheRealClips) {
  const auto coffee = parse_wiv1(test::real_file("wiv/coffee_half_12x96x96.wiv"), std::nullopt);
  ASSERT_TRUE(coffee);
  EXPECT_EQ(header_cost(*coffee).symbols, 331776U);
  const auto raccoon = parse_wiv1(test::real_file("wiv/raccoon_key1_8x128x128.wiv"), std::nullopt);
  ASSERT_TRUE(raccoon);
  EXPECT_EQ(header_cost(*raccoon).symbols, 344064U + header_cost(*raccoon->key).symbols);
}

}  // namespace
}  // namespace wai
