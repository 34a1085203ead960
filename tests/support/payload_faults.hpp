// Checks that hold for every payload format, given its parser and its faults in the order of pay 2.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "support/payloads.hpp"

namespace wai::test {

// "ok", or the code's spelling.
template <class T>
std::string outcome(const Expected<T>& result) {
  return result ? "ok" : std::string(to_string(result.refusal().code));
}

// Each fault alone gives its code; of two faults at once, the one that the text checks first decides.
template <class Fields, class Parse>
void expect_faults_in_order(const std::vector<Fault<Fields>>& faults, const Fields& valid, Parse parse) {
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (std::size_t j = i; j < faults.size(); ++j) {
      Fields fields = valid;
      faults[j].apply(fields);  // the later one first, so that the earlier one keeps its field
      faults[i].apply(fields);
      const auto result = parse(fields.bytes());
      SCOPED_TRACE(faults[i].name + " before " + faults[j].name);
      ASSERT_EQ(outcome(result), to_string(faults[i].code));
      EXPECT_THAT(result.refusal().message, ::testing::HasSubstr(faults[i].where));
    }
  }
}

// A valid payload cut at any byte is refused: within the magic `bad_magic`, later `after_magic`.
template <class Parse>
void expect_every_cut_refused(const Blob& valid, Parse parse, RefusalCode after_magic = RefusalCode::stream_length,
                              RefusalCode within_magic = RefusalCode::bad_magic) {
  ASSERT_EQ(outcome(parse(valid)), "ok");
  for (std::size_t n = 0; n < valid.size(); ++n) {
    const Blob cut(valid.begin(), valid.begin() + static_cast<std::ptrdiff_t>(n));
    EXPECT_EQ(outcome(parse(cut)), to_string(n < 4 ? within_magic : after_magic)) << n << " of " << valid.size();
  }
}

// Every bit of a valid payload flipped in turn is refused or is another whole payload: never the same one.
template <class Parse>
void expect_every_flip_told_apart(const Blob& valid, Parse parse) {
  const auto original = parse(valid);
  ASSERT_EQ(outcome(original), "ok");
  for (std::size_t bit = 0; bit < valid.size() * 8; ++bit) {
    Blob flipped = valid;
    flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1U << (bit % 8)));
    const auto result = parse(flipped);
    EXPECT_FALSE(result.has_value() && *result == *original) << "bit " << bit;
  }
}

}  // namespace wai::test
