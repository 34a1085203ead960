// The closed list of codes (ops 4, pay 8), and the value-or-refusal that carries them.
#include "wai/refusal.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "base/refuse.hpp"

namespace wai {
namespace {

TEST(RefusalCode, IsSpeltAsTheTextSpellsIt) {
  const std::pair<RefusalCode, const char*> all[] = {
      {RefusalCode::bad_magic, "bad_magic"},
      {RefusalCode::format_capability_mismatch, "format_capability_mismatch"},
      {RefusalCode::keyframe_capability_mismatch, "keyframe_capability_mismatch"},
      {RefusalCode::version, "version"},
      {RefusalCode::reserved_nonzero, "reserved_nonzero"},
      {RefusalCode::field_range, "field_range"},
      {RefusalCode::too_large, "too_large"},
      {RefusalCode::cdf_malformed, "cdf_malformed"},
      {RefusalCode::stream_length, "stream_length"},
      {RefusalCode::nested_length, "nested_length"},
      {RefusalCode::trailing, "trailing"},
      {RefusalCode::stream_exhausted, "stream_exhausted"},
      {RefusalCode::stream_noncanonical, "stream_noncanonical"},
      {RefusalCode::geometry_mismatch, "geometry_mismatch"},
      {RefusalCode::model_mismatch, "model_mismatch"},
      {RefusalCode::set_incomplete, "set_incomplete"},
      {RefusalCode::not_dispatchable, "not_dispatchable"},
      {RefusalCode::unsupported_capability, "unsupported_capability"},
      {RefusalCode::payload_malformed, "payload_malformed"},
      {RefusalCode::cost_over_limit, "cost_over_limit"},
  };
  for (const auto& [code, spelling] : all) {
    EXPECT_EQ(to_string(code), spelling);
    EXPECT_EQ(refusal_code(spelling), code);
  }
  EXPECT_EQ(refusal_code("Too_large"), std::nullopt);
  EXPECT_EQ(refusal_code(""), std::nullopt);
}

Expected<std::unique_ptr<int>> make(int v) {
  if (v < 0) {
    return refuse(RefusalCode::field_range, "{} is negative", v);
  }
  return std::make_unique<int>(v);
}

Expected<int> twice(int v) {
  WAI_TRY(const auto made, make(v));
  return 2 * *made;
}

Expected<void> check(int v) {
  WAI_CHECK(twice(v));
  WAI_CHECK(twice(v + 1));
  return {};
}

TEST(Expected, CarriesAValueOrTheFirstRefusal) {
  EXPECT_EQ(*twice(21), 42);
  EXPECT_TRUE(check(0).has_value());
  const auto refused = check(-1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.refusal().code, RefusalCode::field_range);
  EXPECT_EQ(refused.refusal().message, "-1 is negative");
  EXPECT_EQ(refused.refusal().at, std::nullopt);
}

TEST(BugDeathTest, EndsTheProcessWithStatus70) {
  EXPECT_EXIT(bug("the sky fell"), ::testing::ExitedWithCode(70), "internal error: the sky fell");
}

}  // namespace
}  // namespace wai
