// The encoder of E1 streams, and both directions against a second decoder written from pay 2 and ops 5E.
#include "stage/rans64_encode.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "base/int128.hpp"
#include "stage_support.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI32Max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kI32Min = std::numeric_limits<std::int32_t>::min();
const CdfTable kQuarters{{0, 0x4000, 0x8000, 0x10000}, 0};

// The text of pay 2 and ops 5E E1 step by step, its state in 128 bits and its search linear: a second method.
struct TextDecoder {
  std::vector<u128> words;
  Rans64Modes modes;
  u128 x = 0;
  std::size_t next_word = 2;
  bool out = false;

  TextDecoder(const Bytes& stream, const Rans64Modes& m) : modes(m) {
    for (std::size_t i = 0; i < stream.size(); i += 4) {
      words.push_back(load_le<std::uint32_t>(&stream[i]));
    }
    x = words[1] * (u128{1} << 32) + words[0];
  }
  void renormalise() {
    if (x < u128{1} << 31) {
      if (next_word < words.size()) {
        x = x * (u128{1} << 32) + words[next_word++];
      } else {
        out = true;
      }
    }
  }
  i128 nibble() {
    const u128 v = x % 16;
    x /= 16;
    renormalise();
    return static_cast<i128>(v);
  }
  static i128 saturate(i128 v) { return std::min<i128>(std::max<i128>(v, kI32Min), kI32Max); }

  // The symbol, or the code that refuses it.
  std::pair<std::optional<RefusalCode>, i128> next(const CdfTable& t) {
    const std::size_t n = t.cdf.size();
    const u128 cum = x % 65536;
    std::size_t s = n - 2;
    while (t.cdf[s] > cum) {
      --s;
    }
    x = u128{t.cdf[s + 1] - t.cdf[s]} * (x / 65536) + cum - t.cdf[s];
    renormalise();
    const bool strict = modes.escape == EscapeRule::strict;
    i128 value = static_cast<i128>(s);
    i128 count = 0;
    i128 group = 1;
    if (s == n - 2) {
      i128 v = nibble();
      count = v;
      for (int i = 0; !strict && i < 8 && v == 15 && !out; ++i) {
        v = nibble();
        count += v;
      }
      count = strict ? count : std::min<i128>(count, 8);
      i128 raw = 0;
      i128 weight = 1;
      for (int j = 0; count <= 8 && j < count; ++j) {
        group = nibble();
        raw += group * weight;
        weight *= 16;
      }
      value = raw % 2 == 1 ? -(raw / 2) - 1 : raw / 2 + static_cast<i128>(n) - 2;
    }
    const i128 symbol = strict ? value + t.offset : saturate(saturate(value) + t.offset);
    if (modes.end == EndRule::canonical && out) {
      return {RefusalCode::stream_exhausted, symbol};
    }
    if (strict && (count > 8 || (count >= 1 && group == 0))) {
      return {RefusalCode::stream_noncanonical, symbol};
    }
    if (strict && (symbol < modes.lo || symbol > modes.hi)) {
      return {RefusalCode::field_range, symbol};
    }
    return {std::nullopt, symbol};
  }
  [[nodiscard]] std::optional<RefusalCode> end() const {
    if (modes.end == EndRule::final_only) {
      return out ? std::optional(RefusalCode::stream_exhausted) : std::nullopt;
    }
    const bool canonical = next_word == words.size() && x == u128{1} << 31;
    return canonical ? std::nullopt : std::optional(RefusalCode::stream_noncanonical);
  }
};

void expect_as_the_text(const Bytes& stream, const std::vector<CdfTable>& tables,
                        const std::vector<std::uint64_t>& reads, const Rans64Modes& modes) {
  const auto got = rans64_decode(stream, tables, reads, modes);
  TextDecoder text(stream, modes);
  std::vector<std::int64_t> symbols;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const auto [code, symbol] = text.next(tables[reads[i]]);
    if (code) {
      expect_refusal(got, *code, static_cast<std::int64_t>(i));
      return;
    }
    symbols.push_back(static_cast<std::int64_t>(symbol));
  }
  if (const auto code = text.end()) {
    expect_refusal(got, *code, static_cast<std::int64_t>(reads.size()));
  } else {
    expect_value(got, symbols);
  }
}

class Rans64Random : public ::testing::Test {
 protected:
  std::int64_t uniform(std::int64_t lo, std::int64_t hi) {
    return std::uniform_int_distribution<std::int64_t>(lo, hi)(random_);
  }
  bool coin() { return uniform(0, 1) == 1; }

  CdfTable table(std::size_t n) {
    std::set<std::uint32_t> inner;
    const auto top = coin() ? 65535 : static_cast<std::int64_t>(n) + 20;  // often a narrow end and a wide escape
    while (inner.size() < n - 2) {
      inner.insert(static_cast<std::uint32_t>(uniform(1, top)));
    }
    CdfTable t;
    t.cdf.push_back(0);
    t.cdf.insert(t.cdf.end(), inner.begin(), inner.end());
    t.cdf.push_back(65536);
    t.offset = static_cast<std::int32_t>(coin() ? uniform(-20, 20) : uniform(kI32Min, kI32Max));
    return t;
  }
  std::vector<CdfTable> tables(TableRule rule) {
    std::vector<CdfTable> out;
    for (int i = 0; i < 3; ++i) {
      out.push_back(table(static_cast<std::size_t>(uniform(rule == TableRule::t2 ? 2 : 3, coin() ? 5 : 60))));
    }
    return out;
  }
  Bytes stream() {
    Bytes bytes(static_cast<std::size_t>(4 * uniform(2, 12)));
    const bool ones = uniform(0, 3) == 0;  // nibbles of 15
    for (auto& b : bytes) {
      b = static_cast<std::uint8_t>(ones && coin() ? 0xFF : uniform(0, 255));
    }
    return bytes;
  }

  static constexpr unsigned kSeed = 20240611;
  std::mt19937_64 random_{kSeed};
};

std::vector<Rans64Modes> every_mode(std::int32_t lo, std::int32_t hi) {
  std::vector<Rans64Modes> out;
  for (const auto table : {TableRule::t4097, TableRule::t2}) {
    for (const auto escape : {EscapeRule::lenient, EscapeRule::strict}) {
      for (const auto end : {EndRule::canonical, EndRule::final_only}) {
        out.push_back({table, escape, end, lo, hi});
      }
    }
  }
  return out;
}

TEST_F(Rans64Random, StreamsDecodeAsTheTextDoesUnderEveryMode) {
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    const auto lo = static_cast<std::int32_t>(coin() ? kI32Min : uniform(-100, 0));
    const auto hi = static_cast<std::int32_t>(coin() ? kI32Max : uniform(0, 100));
    for (const Rans64Modes& modes : every_mode(lo, hi)) {
      const auto t = tables(modes.table);
      std::vector<std::uint64_t> reads(static_cast<std::size_t>(uniform(0, 12)));
      for (auto& r : reads) {
        r = static_cast<std::uint64_t>(uniform(0, 2));
      }
      expect_as_the_text(stream(), t, reads, modes);
    }
    if (HasFailure()) {
      return;
    }
  }
}

TEST_F(Rans64Random, EncodedSymbolsComeBackUnderEveryMode) {
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    for (const Rans64Modes& modes : every_mode(kI32Min, kI32Max)) {
      auto t = tables(modes.table);
      for (auto& one : t) {
        one.offset = static_cast<std::int32_t>(uniform(-50, 0));
      }
      std::vector<std::uint64_t> reads;
      std::vector<std::int64_t> symbols;
      for (std::int64_t i = uniform(0, 40); i > 0; --i) {
        reads.push_back(static_cast<std::uint64_t>(uniform(0, 2)));
        const auto bits = uniform(1, 31);
        symbols.push_back(
            uniform(-(std::int64_t{1} << bits), std::max<std::int64_t>((std::int64_t{1} << bits) - 51, 0)));
      }
      const auto bytes = rans64_encode(symbols, t, reads, modes);
      ASSERT_TRUE(bytes.has_value()) << bytes.refusal().message;
      expect_value(rans64_decode(*bytes, t, reads, modes), symbols);
      expect_as_the_text(*bytes, t, reads, modes);
      Bytes longer = *bytes;
      longer.resize(longer.size() + 4);
      if (modes.end == EndRule::canonical) {
        expect_refusal(rans64_decode(longer, t, reads, modes), RefusalCode::stream_noncanonical,
                       static_cast<std::int64_t>(reads.size()));
      }
    }
    if (HasFailure()) {
      return;
    }
  }
}

TEST_F(Rans64Random, TablesOfTheLargestLengthsRoundTrip) {
  for (const auto& [rule, n] : {std::pair{TableRule::t4097, std::size_t{4097}}, {TableRule::t2, std::size_t{65537}}}) {
    CdfTable t;
    for (std::size_t i = 0; i < n; ++i) {
      t.cdf.push_back(static_cast<std::uint32_t>(i));
    }
    t.cdf.back() = 65536;
    const Rans64Modes modes{rule, EscapeRule::lenient, EndRule::canonical, 0, 0};
    std::vector<std::int64_t> symbols{0, static_cast<std::int64_t>(n) - 3, static_cast<std::int64_t>(n) - 2, kI32Max};
    for (int i = 0; i < 100; ++i) {
      symbols.push_back(uniform(-10, static_cast<std::int64_t>(n) + 10));
    }
    const std::vector<std::uint64_t> reads(symbols.size(), 0);
    const auto bytes = rans64_encode(symbols, std::span(&t, 1), reads, modes);
    ASSERT_TRUE(bytes.has_value()) << bytes.refusal().message;
    expect_value(rans64_decode(*bytes, std::span(&t, 1), reads, modes), symbols);
  }
}

// --- bytes worked out by hand; the arithmetic stands in rans64_decode_test.cpp ---

Bytes encode_one(const CdfTable& table, std::int64_t symbol) {
  Rans64Encoder encoder;
  EXPECT_TRUE(encoder.push_symbol(table, symbol, {}).has_value());
  return encoder.finish();
}

TEST(Rans64Encode, GivesTheStreamsWorkedOutByHand) {
  EXPECT_EQ(Rans64Encoder().finish(), stream_of({0x80000000, 0}));
  EXPECT_EQ(encode_one(kQuarters, 1), stream_of({0x00004000, 2}));
  EXPECT_EQ(encode_one(kQuarters, 2), stream_of({0x00008000, 0x10}));
  EXPECT_EQ(encode_one(kQuarters, -2), stream_of({0x00008031, 0x100}));
  EXPECT_EQ(encode_one(kQuarters, -9544372), stream_of({0x00008007, 1, 0x01234567}));
  EXPECT_EQ(encode_one(kQuarters, kI32Min), stream_of({0x000080F8, 0x10, 0x0FFFFFFF}));
}

TEST(Rans64Encode, PushesStepsThatNoMinimalEscapeHas) {
  const std::vector<std::uint32_t> escape_only{0, 0x10000};
  Rans64Encoder encoder;
  encoder.push_interval(escape_only, 0);
  for (const std::uint32_t nibble : {15U, 1U, 2U, 0U, 0U, 0U, 0U, 0U, 0U, 0U}) {
    encoder.push_bits(nibble, 4);
  }
  EXPECT_EQ(encoder.finish(), stream_of({0x0000021F, 0x80, 0}));
}

TEST(Rans64Encode, StartsFromAnotherStateOnRequest) {
  // x = ((2^31 + 1) / 2^14 << 16) + 1 + 0x4000.
  Rans64Encoder encoder;
  encoder.push_interval(kQuarters.cdf, 1);
  EXPECT_EQ(encoder.finish((std::uint64_t{1} << 31) + 1), stream_of({0x00004001, 2}));
}

// --- what no stream carries ---

TEST(Rans64Encode, RefusesASymbolOutsideTheStrictRange) {
  const Rans64Modes strict{TableRule::t4097, EscapeRule::strict, EndRule::canonical, -3, 3};
  const std::vector<std::uint64_t> reads{0, 0};
  const auto encode = [&](std::int64_t symbol) {
    const std::vector<std::int64_t> symbols{0, symbol};
    return rans64_encode(symbols, std::span(&kQuarters, 1), reads, strict);
  };
  EXPECT_TRUE(encode(-3).has_value());
  EXPECT_TRUE(encode(3).has_value());
  expect_refusal(encode(-4), RefusalCode::field_range, 1);
  expect_refusal(encode(4), RefusalCode::field_range, 1);
}

TEST(Rans64Encode, RefusesASymbolThatSaturationWouldChange) {
  const auto encode = [](std::int32_t offset, std::int64_t symbol, const Rans64Modes& modes) {
    const CdfTable table{kQuarters.cdf, offset};
    const std::vector<std::uint64_t> reads{0};
    return rans64_encode(std::span(&symbol, 1), std::span(&table, 1), reads, modes);
  };
  const Rans64Modes strict{TableRule::t4097, EscapeRule::strict, EndRule::canonical, std::numeric_limits<int>::min(),
                           std::numeric_limits<int>::max()};
  // Past i32 altogether.
  expect_refusal(encode(0, kI32Max + 1, {}), RefusalCode::field_range, 0);
  expect_refusal(encode(0, kI32Min - 1, {}), RefusalCode::field_range, 0);
  // The value 2^31 - 1 + 2 saturates under lenient; under strict raw = 2*(2^31 + 1 - 2) = 2^32 - 2 carries it.
  expect_refusal(encode(-2, kI32Max, {}), RefusalCode::field_range, 0);
  EXPECT_TRUE(encode(-2, kI32Max, strict).has_value());
  // The value 2^31 + 2 would need raw = 2^32; the value -2^31 - 1 too.
  expect_refusal(encode(-3, kI32Max, strict), RefusalCode::field_range, 0);
  EXPECT_TRUE(encode(0, kI32Min, strict).has_value());
  expect_refusal(encode(1, kI32Min, strict), RefusalCode::field_range, 0);
}

TEST(Rans64Encode, RefusesTheConditionsOfE1) {
  const std::vector<std::int64_t> symbols{0};
  const std::vector<std::uint64_t> reads{0};
  CdfTable table = kQuarters;
  EXPECT_TRUE(rans64_encode(symbols, std::span(&table, 1), reads, {}).has_value());
  expect_refusal(rans64_encode({}, std::span(&table, 1), reads, {}), RefusalCode::model_mismatch, -1);
  expect_refusal(rans64_encode(symbols, {}, reads, {}), RefusalCode::model_mismatch, -1);
  table.cdf[0] = 1;
  expect_refusal(rans64_encode(symbols, std::span(&table, 1), reads, {}), RefusalCode::model_mismatch, -1);
}

}  // namespace
}  // namespace wai
