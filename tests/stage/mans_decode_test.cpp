// E8 mans_decode (ops 5E): tables and windows worked out by hand.
#include "stage/mans_decode.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

#include "stage_support.hpp"

namespace wai {
namespace {

using Row = std::vector<std::int64_t>;
using Rows = std::vector<Row>;
using Bounds = std::vector<std::int64_t>;
using Spans = std::vector<MansSpan>;
using Lengths = std::vector<std::uint64_t>;

MansSpan span_of(std::vector<std::uint8_t> mask, std::int64_t sigma = 0) {
  const std::size_t n = mask.size();
  return {std::move(mask), std::vector<std::int64_t>(n, sigma)};
}

// --- the latent tables ---

std::uint32_t entry(std::uint32_t nb, std::uint32_t base, std::int32_t symbol) {
  return nb * (1U << 24) + base * (1U << 16) + (static_cast<std::uint32_t>(symbol) & 0xFFFFU);
}

// P = [256]: F runs over [0, 128) and G over [128, 256); next = 256 + u, so no bit is read and base = u.
TEST(MansLatentTables, OfOneColumnKeepTheState) {
  const auto tables = mans_latent_tables(Rows{{256}});
  ASSERT_TRUE(tables.has_value());
  for (std::uint32_t u = 0; u < 256; ++u) {
    EXPECT_EQ((*tables)[0][u], entry(0, u, 0));
  }
}

// P = [3, 253]: C = 0, 3, 256; F = 0, 2, 128; G = 128, 129, 256.
//   Column 0 (symbol 0): slots 0, 1 have next 3, 4; slot 128 has 3 + 2 = 5. 3*2^7 = 384 - 256 = 128; 4*2^6 = 256: base
//   0; 5*2^6 = 320: base 64. Column 1 (symbol -1): slots 2 to 127 have next 253 to 378; slots 129 to 255 have 253 + 126
//   = 379 to 505.
TEST(MansLatentTables, OfTwoColumnsByHand) {
  const auto tables = mans_latent_tables(Rows{{3, 253}});
  ASSERT_TRUE(tables.has_value());
  const MansTable& t = (*tables)[0];
  EXPECT_EQ(t[0], entry(7, 128, 0));
  EXPECT_EQ(t[1], entry(6, 0, 0));
  EXPECT_EQ(t[128], entry(6, 64, 0));
  EXPECT_EQ(t[2], entry(1, 250, -1));  // 253*2 = 506
  EXPECT_EQ(t[4], entry(1, 254, -1));  // 255*2 = 510
  EXPECT_EQ(t[5], entry(0, 0, -1));    // 256
  EXPECT_EQ(t[127], entry(0, 122, -1));
  EXPECT_EQ(t[129], entry(0, 123, -1));
  EXPECT_EQ(t[255], entry(0, 249, -1));
}

// One slot of a column of its own: next = 1, eight doublings, base 0. Columns 0 to 4 carry 0, -1, 1, -2, 2; empty ones
// carry nothing.
TEST(MansLatentTables, NumberTheColumnsOutwardsFromZero) {
  const auto tables = mans_latent_tables(Rows{{0, 1, 1, 0, 254}});
  ASSERT_TRUE(tables.has_value());
  const MansTable& t = (*tables)[0];
  EXPECT_EQ(t[0], entry(8, 0, -1));   // C = 0, 1: F = [0, 1), G = [128, 128)
  EXPECT_EQ(t[128], entry(8, 0, 1));  // C = 1, 2: F = [1, 1), G = [128, 129)
  EXPECT_EQ(t[1], entry(1, 252, 2));  // next = 254
}

TEST(MansLatentTables, StopReadingColumnsAtThe256th) {
  const auto tables = mans_latent_tables(Rows{{256, 0, 0}});
  ASSERT_TRUE(tables.has_value());
  EXPECT_EQ((*tables)[0], (*mans_latent_tables(Rows{{256}}))[0]);
}

TEST(MansLatentTables, RefuseTheConditionsOfTheRows) {
  const auto refused = [](const Rows& pmf) {
    expect_refusal(mans_latent_tables(pmf), RefusalCode::model_mismatch, -1);
  };
  EXPECT_TRUE(mans_latent_tables(Rows{{128, 128}, {0, 256}}).has_value());
  refused({{128, 128}, {256}});
  refused({{256}, {128, 128}});
  refused({{}});
  refused({{128, 127}});
  refused({{128, 129}});
  refused({{257, -1}});
  refused({{-1, 257}});
  refused({{std::numeric_limits<std::int64_t>::max(), 1}});
  refused({{std::numeric_limits<std::int64_t>::min(), 256}});
}

// --- the row table ---

// c_0 = 3, c_1 = 4, the rest 4. Symbol 0: k = 3, slots 0 to 2 have Zp[3], Zp[4], Zp[5]: 7, 6 and 6 doublings, bases
// 128, 0 and 64. Symbol 1: k = 1, slot 3 has Zp[1]: 8 doublings, base 0. Slot 255 has Zp[1] and symbol 63.
TEST(MansRowTable, ByHand) {
  MansTable t{};
  t.fill(77);
  Row counts(63, 4);
  counts[0] = 3;
  ASSERT_TRUE(mans_write_row(counts, t).has_value());
  EXPECT_EQ(t[0], entry(7, 128, 0));
  EXPECT_EQ(t[1], entry(6, 0, 0));
  EXPECT_EQ(t[2], entry(6, 64, 0));
  EXPECT_EQ(t[3], entry(8, 0, 1));
  EXPECT_EQ(t[4], 77U);  // slots the row does not write keep their entries
  EXPECT_EQ(t[254], 77U);
  EXPECT_EQ(t[255], entry(8, 0, 63));
}

TEST(MansRowTable, RefusesTheConditionsOfARow) {
  MansTable t{};
  EXPECT_TRUE(mans_write_row(Row(63, 255), t).has_value());
  EXPECT_TRUE(mans_write_row(Row(63, 0), t).has_value());
  expect_refusal(mans_write_row(Row(62, 0), t), RefusalCode::model_mismatch, -1);
  expect_refusal(mans_write_row(Row(64, 0), t), RefusalCode::model_mismatch, -1);
  expect_refusal(mans_write_row(Row(63, 256), t), RefusalCode::model_mismatch, -1);
  expect_refusal(mans_write_row(Row(63, -1), t), RefusalCode::model_mismatch, -1);
  Row falls(63, 9);
  falls[62] = 8;
  expect_refusal(mans_write_row(falls, t), RefusalCode::model_mismatch, -1);
}

// --- windows by hand ---
//
// A stream ends in 0x01: the sentinel is bit 56 of the head, s1 is the byte before it and s2 the one before that; the
// flush of init then stands under s2, and bits are read downwards from there. Under P = [256] a state never moves and
// every symbol is 0, so with a bound of 0 every coded position escapes: f, then 3 or 16 bits.

const Rows kFlat{{256}};

Expected<MansSymbols> one_escape(const Bytes& memory, std::int64_t bound = 0) {
  return mans_decode_sgm(memory, kFlat, Bounds{bound}, Spans{span_of({1})});
}

TEST(MansSgm, ReadsShortAndLongEscapes) {
  // f = 1, v = 101: floor(5/2) = 2, odd: -2.
  expect_value(one_escape({0xD0, 0, 0, 0x01}), MansSymbols{{-2}});
  // f = 1, v = 100: 2.
  expect_value(one_escape({0xC0, 0, 0, 0x01}), MansSymbols{{2}});
  // f = 0, v = 0101 0101 0101 0100 (0x5554): 0x2AAA = 10922. Bits 0 0101010 | 10101010 | 0.......
  expect_value(one_escape({0x00, 0xAA, 0x2A, 0, 0, 0x01}), MansSymbols{{10922}});
  // f = 0, v = 0xFFFF: floor = 32767, odd: -32767.
  expect_value(one_escape({0x80, 0xFF, 0x7F, 0, 0, 0x01}), MansSymbols{{-32767}});
}

// Under P = [0, ..., 0, 256] with 2B columns, the last being 2B - 1, every symbol is -B: the bound B escapes.
Rows all_minus(std::size_t bound) {
  Row row(2 * bound, 0);
  row.back() = 256;
  return {row};
}

TEST(MansSgm, EscapesAtABoundOf128AndOf255) {
  for (const std::int64_t bound : {1, 128, 255}) {
    const Rows pmf = all_minus(static_cast<std::size_t>(bound));
    const auto decode = [&](const Bytes& memory, std::int64_t b) {
      return mans_decode_sgm(memory, pmf, Bounds{b}, Spans{span_of({1})});
    };
    expect_value(decode({0xD0, 0, 0, 0x01}, bound), MansSymbols{{-2 - bound}});
    expect_value(decode({0xC0, 0, 0, 0x01}, bound), MansSymbols{{2 + bound}});
    // Any other bound leaves -B, and reads nothing.
    expect_value(decode({0xD0, 0, 0, 0x01}, bound == 255 ? 0 : bound + 1), MansSymbols{{-bound}});
    // 32767 + bound wraps: 32767 + b - 65536. And -32767 - bound + 65536.
    const std::int64_t top = bound == 0 ? 32767 : 32767 + bound - 65536;
    expect_value(decode({0x00, 0xFF, 0x7F, 0, 0, 0x01}, bound), MansSymbols{{top}});  // v = 0xFFFE
    const std::int64_t low = bound == 1 ? -32768 : -32767 - bound + 65536;
    expect_value(decode({0x80, 0xFF, 0x7F, 0, 0, 0x01}, bound), MansSymbols{{low}});  // v = 0xFFFF
  }
}

// P = [3, 253] from OfTwoColumnsByHand. s1 = 0 gives symbol 0, seven bits over 128; s2 = 5 gives -1, next 0, no bits.
TEST(MansSgm, AlternatesTheStatesByPosition) {
  const Rows pmf{{3, 253}};
  const Bounds bounds{9};
  // Bits after the states: 0000001 (s1 = 128 | 1 = 129) and then, at s1 = 129 -> symbol -1, next 123.
  const Bytes memory{0x02, 5, 0, 0x01};
  // Positions: s1 (0), s2 (-1, then s2 = 0), s1 (-1). The fourth is s2 = 0: symbol 0, seven bits: the low bit of 0x02
  // and six zero bits below.
  expect_value(mans_decode_sgm(memory, pmf, bounds, Spans{span_of({1, 1, 1, 1})}), MansSymbols{{0, -1, -1, 0}});
  // A position that is not coded reads nothing and keeps its place: s1, none, s1 and s2 = 5.
  expect_value(mans_decode_sgm(memory, pmf, bounds, Spans{span_of({1, 0, 1, 1})}), MansSymbols{{0, 0, -1, -1}});
  // A span of three: a pair on s1 and s2, then one on s1.
  expect_value(mans_decode_sgm(memory, pmf, bounds, Spans{span_of({1, 1, 1})}), MansSymbols{{0, -1, -1}});
  // The states carry across spans, and every span starts with s1.
  expect_value(mans_decode_sgm(memory, pmf, bounds, Spans{span_of({1}), span_of({}), span_of({1, 1})}),
               MansSymbols{{0}, {}, {-1, -1}});
}

TEST(MansSgm, TakesTheTableAndBoundOfEachPosition) {
  const Rows pmf{{256, 0}, {0, 256}};
  // Row 1 gives -1: with its bound 1 it escapes (1 100 -> 2 + 1 = 3); row 0 with bound 7 does not.
  expect_value(mans_decode_sgm(Bytes{0xC0, 0, 0, 0x01}, pmf, Bounds{7, 1}, Spans{{{1, 1}, {0, 1}}}),
               MansSymbols{{0, 3}});
}

TEST(MansFac, ReadsSymbolsAndTheirEscapes) {
  // Row: c_0 = ... = c_62 = 255: symbol 0 has k = 255, slots 0 to 254: slot 0 has Zp[255], one bit over 254; slot j >=
  // 1 has Zp[255 + j], no bits, next j - 1. Slot 255 is the escape: eight bits, then six.
  const Rows rows{Row(63, 255)};
  // s1 = 2, s2 = 255: 0 (s1 = 1), escape (s2 = 8 bits = 0x03, then 101010 = 42), 0 (s1 = 0). Symbols are decoded in a
  // pair, then one: s1 = 2 -> in, out; s2 -> in, out; s1 = 1 -> in, out.
  expect_value(mans_decode_fac(Bytes{0xA8, 0x03, 255, 2, 0x01}, rows, Lengths{3}), MansSymbols{{0, 42, 0}});
  // In a group of four every `in` comes before every `out`: s2 = 255 takes 0x03, s2 = 3 gives 0 and no bits, then 42.
  expect_value(mans_decode_fac(Bytes{0xA8, 0x03, 255, 2, 0x01}, rows, Lengths{4}), MansSymbols{{0, 42, 0, 0}});
}

TEST(MansFac, OrdersInAndOutByGroupAndRemainder) {
  // s1 = s2 = 255. A pair: in(s1) 8 bits, out 6 bits, in(s2) 8 bits, out 6 bits. Bits: 00000101 000111 | 00000110
  // 001001.
  const Rows rows{Row(63, 255)};
  // 0000 0101 0001 1100 0001 1000 1001 0000 = 05 1C 18 90, from the top byte down.
  const Bytes pair{0x90, 0x18, 0x1C, 0x05, 255, 255, 0x01};
  expect_value(mans_decode_fac(pair, rows, Lengths{2}), MansSymbols{{7, 9}});
  // A group of four: in 8, in 8, in (s1 = 5, no bits), in (s2 = 28, no bits), then out 6, out 6:
  // 00000101 00011100 000110 001001.
  expect_value(mans_decode_fac(pair, rows, Lengths{4}), MansSymbols{{6, 9, 0, 0}});
}

TEST(MansFac, CarriesTheTableAcrossRows) {
  // Row 0 writes symbol 5 over slots 0 to 254; row 1 writes nothing but slot 255, so symbol 5 stays.
  Row five(63, 255);
  for (std::size_t a = 0; a < 5; ++a) {
    five[a] = 0;
  }
  const Bytes memory{0, 9, 9, 0x01};
  expect_value(mans_decode_fac(memory, Rows{five, Row(63, 0)}, Lengths{0, 2}), MansSymbols{{}, {5, 5}});
  // Without row 0 the slots are 0: symbol 0, state 0, no bits, for as long as asked.
  expect_value(mans_decode_fac(memory, Rows{Row(63, 0)}, Lengths{1000}), MansSymbols{Row(1000, 0)});
}

// --- refusals ---

TEST(MansWindow, RefusesAStreamWithoutItsSentinel) {
  for (const Bytes& memory : {Bytes{}, Bytes{0}, Bytes(8, 0), Bytes{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0}}) {
    expect_refusal(mans_decode_sgm(memory, kFlat, Bounds{1}, {}), RefusalCode::stream_exhausted, 0);
    expect_refusal(mans_decode_fac(memory, {}, {}), RefusalCode::stream_exhausted, 0);
  }
}

TEST(MansWindow, RefusesAStreamThatEndsInInit) {
  const auto init = [](const Bytes& memory) { return mans_decode_fac(memory, {}, {}); };
  // The sentinel at bit 15 of the head leaves 15 bits for two states of 8; at bit 7, none for the first. At bit 16:
  // both states, b = 0, and the flush moves 7 bytes down.
  expect_refusal(init(Bytes{9, 9, 9, 9, 0xFF, 0x80, 0, 0, 0, 0, 0, 0}), RefusalCode::stream_exhausted, 0);
  expect_refusal(init(Bytes{9, 9, 9, 9, 0x80, 0, 0, 0, 0, 0, 0, 0}), RefusalCode::stream_exhausted, 0);
  EXPECT_TRUE(init(Bytes{9, 9, 9, 9, 0xFF, 0xFF, 0x01, 0, 0, 0, 0, 0}).has_value());
  // 0x01 alone: the states come from the zero bytes, b = 40, and the flush needs two bytes of one.
  expect_refusal(init(Bytes{0x01}), RefusalCode::stream_exhausted, 0);
  EXPECT_TRUE(init(Bytes{0, 0x01}).has_value());
}

// After init on {0, 1}: p = 0, b = 56. A long escape takes 17 bits; its flush would move 7 - 4 = 3 bytes below 0.
TEST(MansWindow, RefusesAShortStreamInAnEscapesFlush) {
  expect_refusal(mans_decode_sgm(Bytes{0, 0x01}, kFlat, Bounds{0}, Spans{span_of({0, 0, 1})}),
                 RefusalCode::stream_exhausted, 2);
  expect_refusal(mans_decode_sgm(Bytes{0, 0x01}, kFlat, Bounds{0}, Spans{span_of({0, 1, 0, 0})}),
                 RefusalCode::stream_exhausted, 1);
  // With three bytes more it holds one escape, and not two.
  const Bytes longer{0, 0, 0, 0, 0x01};
  expect_value(mans_decode_sgm(longer, kFlat, Bounds{0}, Spans{span_of({1})}), MansSymbols{{0}});
  expect_refusal(mans_decode_sgm(longer, kFlat, Bounds{0}, Spans{span_of({1}), span_of({0, 0, 1, 1})}),
                 RefusalCode::stream_exhausted, 3);
}

// P = [1, ...], 256 columns of one slot each: every state reads eight bits. Init on {0, 1} leaves p = 0 and b = 56.
TEST(MansWindow, RefusesAGroupsFlushAtItsLastPosition) {
  const Rows pmf{Row(256, 1)};
  const Bounds bounds{255};
  // in(0) leaves b = 48, and the group's flush needs one byte. Position 3 ran last, coded or not.
  expect_refusal(mans_decode_sgm(Bytes{0, 0x01}, pmf, bounds, Spans{span_of({1, 0, 0, 0})}),
                 RefusalCode::stream_exhausted, 3);
  // The remainders' flushes: position 1 of a pair, position 2 of the one after it.
  expect_refusal(mans_decode_sgm(Bytes{0, 0x01}, pmf, bounds, Spans{span_of({1, 0})}), RefusalCode::stream_exhausted,
                 1);
  expect_refusal(mans_decode_sgm(Bytes{0, 0x01}, pmf, bounds, Spans{span_of({0, 0, 1})}), RefusalCode::stream_exhausted,
                 2);
  // A position of the second span, after a group that is not coded: positions 0 to 3, and 4 + 4.
  expect_refusal(mans_decode_sgm(Bytes{0, 0x01}, pmf, bounds, Spans{span_of({0, 0, 0, 0}), span_of({0, 0, 0, 0, 1})}),
                 RefusalCode::stream_exhausted, 8);
}

// Init on [s2, s1, 0x01] leaves p = 1 and b = 56 over zero bits.
TEST(MansWindow, RefusesAFacFlushAtTheLastPositionRun) {
  // Row(63, 255): state 255 escapes on eight bits and then six, state 0 reads one bit, the others none.
  const Bytes escapes{255, 255, 0x01};
  // One symbol, 14 bits: b = 42, and the row's flush needs two bytes. Two symbols, 28 bits.
  expect_refusal(mans_decode_fac(escapes, Rows{Row(63, 255)}, Lengths{1}), RefusalCode::stream_exhausted, 0);
  expect_refusal(mans_decode_fac(escapes, Rows{Row(63, 255)}, Lengths{2}), RefusalCode::stream_exhausted, 1);
  // A group: 8 + 8 + 1 + 1 bits in, 6 + 6 out: b = 26, and its flush needs four bytes.
  expect_refusal(mans_decode_fac(escapes, Rows{Row(63, 255)}, Lengths{4}), RefusalCode::stream_exhausted, 3);
}

TEST(MansWindow, CountsPositionsAcrossRows) {
  // Row 0 takes s1 = s2 = 1 to 0 and reads nothing. Row 1 gives slots 0 to 62 one symbol each: eight bits, next state
  // 0.
  Row ones(63);
  std::iota(ones.begin(), ones.end(), 1);
  const Bytes memory{1, 1, 0x01};
  const Rows rows{Row(63, 255), ones, ones};
  // A pair leaves b = 40: two bytes of one. A group leaves b = 24. A single leaves b = 48 and the one byte serves; row
  // 2 then has none.
  expect_refusal(mans_decode_fac(memory, rows, Lengths{2, 2, 0}), RefusalCode::stream_exhausted, 3);
  expect_refusal(mans_decode_fac(memory, rows, Lengths{2, 4, 0}), RefusalCode::stream_exhausted, 5);
  expect_value(mans_decode_fac(memory, rows, Lengths{2, 1, 0}), MansSymbols{{0, 0}, {0}, {}});
  expect_refusal(mans_decode_fac(memory, rows, Lengths{2, 1, 1}), RefusalCode::stream_exhausted, 3);
}

TEST(MansConditions, ComeBeforeTheWindow) {
  const Bytes zero_tail(12, 0);  // would be refused in init
  const auto refused = [&](const Rows& pmf, const Bounds& bounds, const Spans& spans) {
    expect_refusal(mans_decode_sgm(zero_tail, pmf, bounds, spans), RefusalCode::model_mismatch, -1);
  };
  refused({{255}}, {0}, {span_of({1})});
  refused(kFlat, {256}, {span_of({1})});
  refused(kFlat, {-1}, {span_of({1})});
  refused(kFlat, {0, 256}, {span_of({1})});         // a bound no span names
  refused(kFlat, {0}, {span_of({1}, 1)});           // no row, no bound
  refused({{256}, {256}}, {0}, {span_of({1}, 1)});  // a row, no bound
  refused(kFlat, {0, 0}, {span_of({1}, 1)});        // a bound, no row
  refused(kFlat, {0}, {span_of({1}, -1)});
  refused(kFlat, {0}, {span_of({1}), span_of({0}, 1)});  // not coded, but named
  refused(kFlat, {0}, {MansSpan{{1, 1}, {0}}});
  refused(kFlat, {0}, {MansSpan{{1}, {0, 0}}});
  expect_refusal(mans_decode_fac(zero_tail, Rows{Row(62, 0)}, Lengths{0}), RefusalCode::model_mismatch, -1);
  expect_refusal(mans_decode_fac(zero_tail, Rows{Row(63, 0)}, Lengths{}), RefusalCode::model_mismatch, -1);
  expect_refusal(mans_decode_fac(zero_tail, Rows{Row(63, 0)}, Lengths{1, 1}), RefusalCode::model_mismatch, -1);
}

TEST(MansConditions, CapTheSymbolsOfFac) {
  const Bytes memory{0, 9, 9, 0x01};
  const Rows rows{Row(63, 0), Row(63, 0)};
  expect_refusal(mans_decode_fac(memory, rows, Lengths{1U << 26, 1}), RefusalCode::too_large, -1);
  expect_refusal(mans_decode_fac(memory, rows, Lengths{~std::uint64_t{0}, 1}), RefusalCode::too_large, -1);
}

}  // namespace
}  // namespace wai
