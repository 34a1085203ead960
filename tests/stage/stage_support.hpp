// What the tests of the stage operators share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <span>

#include "base/bytes.hpp"
#include "wai/refusal.hpp"

namespace wai {

inline void PrintTo(RefusalCode code, std::ostream* out) {
  *out << to_string(code);
}

// A refusal with this code and this index (ops 14.1).
template <class T>
void expect_refusal(const Expected<T>& got, RefusalCode code, std::int64_t at) {
  ASSERT_FALSE(got.has_value()) << "not refused; expected " << to_string(code);
  EXPECT_EQ(got.refusal().code, code) << got.refusal().message;
  ASSERT_TRUE(got.refusal().at.has_value()) << got.refusal().message;
  EXPECT_EQ(*got.refusal().at, at) << got.refusal().message;
}

template <class T, class U>
void expect_value(const Expected<T>& got, const U& value) {
  ASSERT_TRUE(got.has_value()) << to_string(got.refusal().code) << ": " << got.refusal().message;
  EXPECT_EQ(*got, value);
}

// A rANS stream of these words, w0 first (pay 2).
inline Bytes stream_of(std::initializer_list<std::uint32_t> words) {
  ByteWriter out;
  for (const std::uint32_t word : words) {
    out.u32(word);
  }
  return std::move(out).finish();
}

}  // namespace wai
