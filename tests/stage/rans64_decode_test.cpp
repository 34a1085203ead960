// E1 rans64_decode (ops 5E, pay 2) on streams worked out by hand.
//
// Two tables carry most of them.
//   kQuarters: n = 4, plain symbols 0 and 1 of frequency 2^14, the escape [2^15, 2^16).
//   kEscapeOnly: n = 2, legal under t2 only. Its table step leaves x as it is: 65536*(x >> 16) + x mod 65536 = x. Its
//   streams are nibbles read from the low end: m nibbles over 2^31 << 4m end at the state 2^31 when no word is needed.
#include "stage/rans64_decode.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "stage_support.hpp"

namespace wai {
namespace {

const CdfTable kQuarters{{0, 0x4000, 0x8000, 0x10000}, 0};
const CdfTable kEscapeOnly{{0, 0x10000}, 0};
constexpr std::int32_t kI32Max = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kI32Min = std::numeric_limits<std::int32_t>::min();

Rans64Modes lenient_t2(EndRule end = EndRule::canonical) {
  return {TableRule::t2, EscapeRule::lenient, end, 0, 0};
}
Rans64Modes strict_t2(std::int32_t lo, std::int32_t hi, EndRule end = EndRule::canonical) {
  return {TableRule::t2, EscapeRule::strict, end, lo, hi};
}

Expected<std::vector<std::int64_t>> decode(const Bytes& stream, const CdfTable& table, std::size_t n_symbols,
                                           const Rans64Modes& modes) {
  const std::vector<std::uint64_t> reads(n_symbols, 0);
  return rans64_decode(stream, std::span(&table, 1), reads, modes);
}

using Symbols = std::vector<std::int64_t>;

// --- plain symbols ---

// x = 2^33 + 0x4000: cum = 0x4000 is symbol 1; x = 0x4000*2^17 + 0 = 2^31. No word is needed and the end is canonical.
TEST(Rans64Decode, ReadsAPlainSymbol) {
  expect_value(decode(stream_of({0x00004000, 2}), kQuarters, 1, {}), Symbols{1});
}

TEST(Rans64Decode, AddsTheOffset) {
  const CdfTable table{kQuarters.cdf, -7};
  expect_value(decode(stream_of({0x00004000, 2}), table, 1, {}), Symbols{-6});
}

// The intervals of symbols 0 and 1 are [0, 0x3FFF] and [0x4000, 0x7FFF].
TEST(Rans64Decode, TakesTheLargestIntervalThatStartsAtOrBelowCum) {
  for (const auto& [cum, symbol] : {std::pair{0x0000U, 0}, {0x3FFFU, 0}, {0x4000U, 1}, {0x7FFFU, 1}}) {
    const Bytes stream = stream_of({cum, 2});
    Rans64Decoder decoder(stream, {});
    expect_value(decoder.next(kQuarters), symbol);
  }
}

// The state 2^31 alone codes no symbol (pay 2).
TEST(Rans64Decode, ReadsNoSymbolFromTheStartState) {
  expect_value(decode(stream_of({0x80000000, 0}), kQuarters, 0, {}), Symbols{});
}

// Symbol 0 at x = 2^31 gives 0x4000*2^15 = 2^29 < 2^31, so w2 = 0x20000000 joins: x = 2^61 + 2^29.
// cum = 0 again: x = 0x4000*(2^45 + 2^13) + 0 = 2^59 + 2^27, which needs no word.
TEST(Rans64Decode, TakesOneWordWhenTheStateFallsBelow2To31) {
  const Bytes stream = stream_of({0x80000000, 0, 0x20000000});
  Rans64Decoder decoder(stream, {});
  EXPECT_EQ(decoder.words_read(), 2U);
  expect_value(decoder.next(kQuarters), 0);
  EXPECT_EQ(decoder.words_read(), 3U);
  expect_value(decoder.next(kQuarters), 0);
  EXPECT_EQ(decoder.words_read(), 3U);
  EXPECT_EQ(decoder.words_total(), 3U);
  EXPECT_EQ(decoder.symbols_read(), 2U);
}

// The start state is not renormalised: x = 0 is a state like another. cum = 0: x = 0, then w2 = 5 joins: x = 5, still
// below 2^31, and only one word joins at a time. cum = 5: x = 0*0x4000 + 5 = 5, then w3 joins.
TEST(Rans64Decode, NeverTakesTwoWordsAtOnce) {
  const Bytes stream = stream_of({0, 0, 5, 0x4001});
  Rans64Decoder decoder(stream, {});
  expect_value(decoder.next(kQuarters), 0);
  EXPECT_EQ(decoder.words_read(), 3U);
  expect_value(decoder.next(kQuarters), 0);
  EXPECT_EQ(decoder.words_read(), 4U);
  expect_value(decoder.next(kQuarters), 1);  // x = 5*2^32 + 0x4001
}

// The largest state a stream can declare: x = 2^64 - 1, cum = 0xFFFF in an interval of 65535 from 1, the escape of
// n = 3. x = 65535*(2^48 - 1) + 65534 = 65535*2^48 - 1 = 0xFFFEFFFF'FFFFFFFF, which fits u64. The count and eight
// continuation groups are 15 each: 36 bits leave 0x0FFFEFFF < 2^31, so w2 = 0 joins below. Eight groups of 0 follow,
// which give raw = 0 and the value 1; the last leaves 0x0FFFEFFF again, so w3 joins.
TEST(Rans64Decode, HoldsTheLargestState) {
  const CdfTable table{{0, 1, 0x10000}, 0};
  const Bytes stream = stream_of({0xFFFFFFFF, 0xFFFFFFFF, 0, 0});
  Rans64Decoder decoder(stream, {});
  expect_value(decoder.next(table), 1);
  EXPECT_EQ(decoder.words_read(), 4U);
}

// --- escapes ---

// After the table step, kQuarters' escape leaves y = count | g0 << 4 | ... over 2^31 << 4(1 + count). Undoing the step:
// x = ((y >> 15) << 16) + (y mod 2^15) + 2^15.
TEST(Rans64Escape, OfNoGroupsIsTheFirstValuePastThePlainOnes) {
  // y = 2^35, x = 2^36 + 0x8000. raw = 0 is even: 0 + (n - 2) = 2.
  expect_value(decode(stream_of({0x00008000, 0x10}), kQuarters, 1, {}), Symbols{2});
}

TEST(Rans64Escape, OfOneGroup) {
  // y = 2^39 + 0x31, x = 2^40 + 0x8031. raw = 3 is odd: -1 - 1 = -2.
  expect_value(decode(stream_of({0x00008031, 0x100}), kQuarters, 1, {}), Symbols{-2});
  // raw = 4 is even: 2 + 2 = 4.
  expect_value(decode(stream_of({0x00008041, 0x100}), kQuarters, 1, {}), Symbols{4});
}

TEST(Rans64Escape, OfSevenGroupsTakesAWord) {
  // The last word is the seven groups, 0x1234567, under 2^27: the state before it is 2^31 + 7, and before the table
  // step 2^32 + 0x8007. raw = 0x1234567 is odd: -0x91A2B3 - 1 = -9544372.
  expect_value(decode(stream_of({0x00008007, 1, 0x01234567}), kQuarters, 1, {}), Symbols{-9544372});
}

TEST(Rans64Escape, OfEightGroupsReachesTheEndsOfI32) {
  // g1 to g7 are the last word, under 2^27; before it 2^35 + (g0 << 4) + 8; x = 2^36 + 0x8000 + (g0 << 4) + 8.
  // raw = 2^32 - 1: -(2^31 - 1) - 1 = -2^31.
  expect_value(decode(stream_of({0x000080F8, 0x10, 0x0FFFFFFF}), kQuarters, 1, {}), Symbols{kI32Min});
  // raw = 2^32 - 2: (2^31 - 1) + 2 saturates.
  expect_value(decode(stream_of({0x000080E8, 0x10, 0x0FFFFFFF}), kQuarters, 1, {}), Symbols{kI32Max});
}

TEST(Rans64Escape, SaturatesTheValueBeforeTheOffsetUnderLenientOnly) {
  const CdfTable table{kQuarters.cdf, -2};
  const Bytes stream = stream_of({0x000080E8, 0x10, 0x0FFFFFFF});
  // lenient: (2^31 - 1) + 2 saturates to 2^31 - 1, less 2. strict: (2^31 - 1) + 2 - 2.
  expect_value(decode(stream, table, 1, {}), Symbols{kI32Max - 2});
  const Rans64Modes strict{TableRule::t4097, EscapeRule::strict, EndRule::canonical, kI32Min, kI32Max};
  expect_value(decode(stream, table, 1, strict), Symbols{kI32Max});
}

TEST(Rans64Escape, SaturatesTheSymbolUnderLenientAndRefusesItUnderStrict) {
  const Rans64Modes strict{TableRule::t4097, EscapeRule::strict, EndRule::canonical, kI32Min, kI32Max};
  const CdfTable down{kQuarters.cdf, -1};
  const Bytes lowest = stream_of({0x000080F8, 0x10, 0x0FFFFFFF});
  expect_value(decode(lowest, down, 1, {}), Symbols{kI32Min});
  expect_refusal(decode(lowest, down, 1, strict), RefusalCode::field_range, 0);
  // A plain symbol saturates too: 1 + (2^31 - 1).
  const CdfTable up{kQuarters.cdf, kI32Max};
  expect_value(decode(stream_of({0x00004000, 2}), up, 1, {}), Symbols{kI32Max});
  expect_refusal(decode(stream_of({0x00004000, 2}), up, 1, strict), RefusalCode::field_range, 0);
}

TEST(Rans64Escape, IsEverySymbolOfATableOfTwoEntries) {
  // Nibbles count = 1, g0 = 6 over 2^39: raw = 6, value 3 + 0.
  expect_value(decode(stream_of({0x00000061, 0x80}), kEscapeOnly, 1, lenient_t2()), Symbols{3});
}

TEST(Rans64Lenient, AcceptsACountThatIsNotMinimal) {
  // count = 2, g0 = 6, g1 = 0 over 2^43: raw = 6.
  expect_value(decode(stream_of({0x00000062, 0x800}), kEscapeOnly, 1, lenient_t2()), Symbols{3});
}

TEST(Rans64Lenient, ClampsACountAboveEight) {
  // count = 9 is 8. Nibbles 9 and g0 = 6 stand over 2^35; g1 to g7 are in w2: at x = 2^31 + 6, reading g0 takes it.
  expect_value(decode(stream_of({0x00000069, 8, 0}), kEscapeOnly, 1, lenient_t2()), Symbols{3});
}

TEST(Rans64Lenient, ReadsContinuationGroupsWhileTheyAre15) {
  // 15, then 1 ends the count at 16, clamped to 8; g0 = 2. Ten nibbles: three in 2^39, seven in w2. raw = 2: value 1.
  expect_value(decode(stream_of({0x0000021F, 0x80, 0}), kEscapeOnly, 1, lenient_t2()), Symbols{1});
  // 15, 15, 0, then the groups: eleven nibbles, four in 2^43. raw = g0 = 4: value 2.
  expect_value(decode(stream_of({0x000040FF, 0x800, 0}), kEscapeOnly, 1, lenient_t2()), Symbols{2});
}

TEST(Rans64Lenient, ReadsAtMostEightContinuationGroups) {
  // 15 and eight more of 15, though the last is 15 too; then g0 = 1: raw = 1, value -1. Seventeen nibbles: two in 2^35,
  // eight in w2 (seven of the continuation and g0), seven in w3.
  expect_value(decode(stream_of({0x000000FF, 8, 0x1FFFFFFF, 0}), kEscapeOnly, 1, lenient_t2()), Symbols{-1});
}

TEST(Rans64Lenient, StopsContinuingOnceTheStreamHasRunOut) {
  // x = 2^31 + 15: reading the 15 leaves 2^27 and no word. No continuation group is read; eight groups come from 2^27,
  // whose nibble 6 is 8: raw = 8 << 24, value 2^26.
  const Bytes stream = stream_of({0x8000000F, 0});
  Rans64Decoder decoder(stream, lenient_t2(EndRule::final_only));
  expect_value(decoder.next(kEscapeOnly), 1 << 26);
  expect_refusal(decoder.finish(), RefusalCode::stream_exhausted, 1);
}

TEST(Rans64Lenient, MayRunOutWithinTheContinuationGroups) {
  // Nibbles 15 and 15 over 2^35: reading the second leaves 2^27, so no third. raw = 8 << 24 again.
  const Bytes stream = stream_of({0x000000FF, 8});
  Rans64Decoder decoder(stream, lenient_t2(EndRule::final_only));
  expect_value(decoder.next(kEscapeOnly), 1 << 26);
}

// --- running out, and ends ---

TEST(Rans64End, CanonicalStopsAtTheSymbolWhoseTableStepRunsOut) {
  // x = 2^31: symbol 0 leaves 0x4000*2^15 = 2^29, and no word is left.
  expect_refusal(decode(stream_of({0x80000000, 0}), kQuarters, 1, {}), RefusalCode::stream_exhausted, 0);
  // The second symbol: after symbol 1 at 2^33 + 0x4000, the state is 2^31 again.
  expect_refusal(decode(stream_of({0x00004000, 2}), kQuarters, 2, {}), RefusalCode::stream_exhausted, 1);
}

TEST(Rans64End, CanonicalStopsAtTheSymbolWhoseBitsRunOut) {
  // kEscapeOnly leaves x = 2^31 as it is; its count takes four bits: 2^27, and no word is left.
  expect_refusal(decode(stream_of({0x80000000, 0}), kEscapeOnly, 1, lenient_t2()), RefusalCode::stream_exhausted, 0);
  // In the last group: count = 1 leaves 2^31, g0 = 2 leaves 2^27.
  expect_refusal(decode(stream_of({0x00000021, 8}), kEscapeOnly, 1, lenient_t2()), RefusalCode::stream_exhausted, 0);
}

TEST(Rans64End, FinalOnlyTestsOnceAfterTheLastSymbol) {
  const Rans64Modes modes{TableRule::t4097, EscapeRule::lenient, EndRule::final_only, 0, 0};
  const Bytes stream = stream_of({0x80000000, 0});
  expect_refusal(decode(stream, kQuarters, 1, modes), RefusalCode::stream_exhausted, 1);
  expect_refusal(decode(stream, kQuarters, 5, modes), RefusalCode::stream_exhausted, 5);
  // The symbols after it are those of the state as it stands: 2^31 -> 2^29 -> 2^27, all symbol 0.
  Rans64Decoder decoder(stream, modes);
  for (int i = 0; i < 5; ++i) {
    expect_value(decoder.next(kQuarters), 0);
  }
}

TEST(Rans64End, FinalOnlyHasNoCanonicalEnd) {
  const Rans64Modes modes{TableRule::t4097, EscapeRule::lenient, EndRule::final_only, 0, 0};
  expect_value(decode(stream_of({0x00004000, 2, 0xDEADBEEF}), kQuarters, 1, modes), Symbols{1});  // a trailing word
  expect_value(decode(stream_of({0x00004001, 2}), kQuarters, 1, modes), Symbols{1});              // state 2^31 + 1
}

TEST(Rans64End, CanonicalRefusesATrailingWord) {
  expect_refusal(decode(stream_of({0x00004000, 2, 0}), kQuarters, 1, {}), RefusalCode::stream_noncanonical, 1);
  expect_refusal(decode(stream_of({0x80000000, 0, 0}), kQuarters, 0, {}), RefusalCode::stream_noncanonical, 0);
}

TEST(Rans64End, CanonicalRefusesAnotherState) {
  expect_refusal(decode(stream_of({0x00004001, 2}), kQuarters, 1, {}), RefusalCode::stream_noncanonical, 1);
  expect_refusal(decode(stream_of({0x80000001, 0}), kQuarters, 0, {}), RefusalCode::stream_noncanonical, 0);
  expect_refusal(decode(stream_of({0x7FFFFFFF, 0}), kQuarters, 0, {}), RefusalCode::stream_noncanonical, 0);
}

// --- strict: the checks on one symbol, alone and in pairs, under both end rules ---

struct StrictCase {
  const char* what;
  std::uint32_t w0, w1;  // a stream of kEscapeOnly, in nibbles from the low end
  std::int32_t lo, hi;
  RefusalCode canonical, final_only;
  std::int64_t final_at;
};

// count 9 reads no group and leaves value 0; the range [5, 9] excludes 0 and 1, [-9, 9] does not. A stream whose
// nibbles stand over 2^27 << 4m runs out on the last of them.
const StrictCase kStrictCases[] = {
    {"1: exhausted alone (raw 2, value 1)", 0x21, 0x8, -9, 9, RefusalCode::stream_exhausted,
     RefusalCode::stream_exhausted, 1},
    {"2: count above 8 alone", 0x9, 0x8, -9, 9, RefusalCode::stream_noncanonical, RefusalCode::stream_noncanonical, 0},
    {"3: not minimal alone", 0x01, 0x80, -9, 9, RefusalCode::stream_noncanonical, RefusalCode::stream_noncanonical, 0},
    {"3: not minimal, a group of 2 below it", 0x022, 0x800, -9, 9, RefusalCode::stream_noncanonical,
     RefusalCode::stream_noncanonical, 0},
    {"4: range alone (value 1)", 0x21, 0x80, 5, 9, RefusalCode::field_range, RefusalCode::field_range, 0},
    {"1 and 2", 0x80000009, 0, -9, 9, RefusalCode::stream_exhausted, RefusalCode::stream_noncanonical, 0},
    {"1 and 3", 0x01, 0x8, -9, 9, RefusalCode::stream_exhausted, RefusalCode::stream_noncanonical, 0},
    {"1 and 4", 0x21, 0x8, 5, 9, RefusalCode::stream_exhausted, RefusalCode::field_range, 0},
    {"2 and 4", 0x9, 0x8, 5, 9, RefusalCode::stream_noncanonical, RefusalCode::stream_noncanonical, 0},
    {"3 and 4", 0x01, 0x80, 5, 9, RefusalCode::stream_noncanonical, RefusalCode::stream_noncanonical, 0},
    {"1, 2 and 4", 0x80000009, 0, 5, 9, RefusalCode::stream_exhausted, RefusalCode::stream_noncanonical, 0},
    {"1, 3 and 4", 0x01, 0x8, 5, 9, RefusalCode::stream_exhausted, RefusalCode::stream_noncanonical, 0},
};

TEST(Rans64Strict, ReportsTheFirstCheckThatFails) {
  for (const StrictCase& c : kStrictCases) {
    SCOPED_TRACE(c.what);
    const Bytes stream = stream_of({c.w0, c.w1});
    expect_refusal(decode(stream, kEscapeOnly, 1, strict_t2(c.lo, c.hi)), c.canonical, 0);
    expect_refusal(decode(stream, kEscapeOnly, 1, strict_t2(c.lo, c.hi, EndRule::final_only)), c.final_only,
                   c.final_at);
  }
}

TEST(Rans64Strict, ReportsExhaustionBeforeRangeOfAPlainSymbol) {
  // Symbol 0 at x = 2^31 runs out in its table step, and [5, 9] excludes it.
  const Bytes stream = stream_of({0x80000000, 0});
  Rans64Modes modes{TableRule::t4097, EscapeRule::strict, EndRule::canonical, 5, 9};
  expect_refusal(decode(stream, kQuarters, 1, modes), RefusalCode::stream_exhausted, 0);
  modes.end = EndRule::final_only;
  expect_refusal(decode(stream, kQuarters, 1, modes), RefusalCode::field_range, 0);
}

TEST(Rans64Strict, ChecksTheRangeAtItsEnds) {
  // Value 3 of nibbles 1, 6 over 2^39.
  const Bytes stream = stream_of({0x00000061, 0x80});
  for (const EndRule end : {EndRule::canonical, EndRule::final_only}) {
    expect_value(decode(stream, kEscapeOnly, 1, strict_t2(3, 3, end)), Symbols{3});
    expect_value(decode(stream, kEscapeOnly, 1, strict_t2(-9, 3, end)), Symbols{3});
    expect_value(decode(stream, kEscapeOnly, 1, strict_t2(3, 9, end)), Symbols{3});
    expect_refusal(decode(stream, kEscapeOnly, 1, strict_t2(-9, 2, end)), RefusalCode::field_range, 0);
    expect_refusal(decode(stream, kEscapeOnly, 1, strict_t2(4, 9, end)), RefusalCode::field_range, 0);
  }
}

TEST(Rans64Strict, ChecksTheRangeOfPlainSymbolsAfterTheOffset) {
  const CdfTable table{kQuarters.cdf, 10};
  Rans64Modes modes{TableRule::t4097, EscapeRule::strict, EndRule::canonical, 11, 11};
  expect_value(decode(stream_of({0x00004000, 2}), table, 1, modes), Symbols{11});
  modes.lo = modes.hi = 1;
  expect_refusal(decode(stream_of({0x00004000, 2}), table, 1, modes), RefusalCode::field_range, 0);
}

TEST(Rans64Strict, AcceptsEveryMinimalCount) {
  // count 0: raw 0. count 8: raw = 2^31, whose last group is 8; value 2^30. Nine nibbles over 2^35: two, then w2.
  expect_value(decode(stream_of({0x00000000, 8}), kEscapeOnly, 1, strict_t2(-9, 9)), Symbols{0});
  expect_value(decode(stream_of({0x00000008, 8, 0x08000000}), kEscapeOnly, 1, strict_t2(kI32Min, kI32Max)),
               Symbols{1 << 30});
}

TEST(Rans64Strict, ReadsNoContinuationAndNoGroupPastEight) {
  // Count 15 over 2^35 leaves 2^31: neither a continuation group nor a value group is read.
  const Bytes stream = stream_of({0x0000000F, 8, 7});
  Rans64Decoder decoder(stream, strict_t2(kI32Min, kI32Max));
  expect_refusal(decoder.next(kEscapeOnly), RefusalCode::stream_noncanonical, 0);
  EXPECT_EQ(decoder.words_read(), 2U);
}

TEST(Rans64Strict, KeepsTheEndRules) {
  // A trailing word; a state of 2^31 + 1.
  const Rans64Modes canonical = strict_t2(-9, 9);
  const Rans64Modes final_only = strict_t2(-9, 9, EndRule::final_only);
  expect_refusal(decode(stream_of({0, 8, 0}), kEscapeOnly, 1, canonical), RefusalCode::stream_noncanonical, 1);
  expect_refusal(decode(stream_of({0x10, 8}), kEscapeOnly, 1, canonical), RefusalCode::stream_noncanonical, 1);
  expect_value(decode(stream_of({0, 8, 0}), kEscapeOnly, 1, final_only), Symbols{0});
  expect_value(decode(stream_of({0x10, 8}), kEscapeOnly, 1, final_only), Symbols{0});
}

TEST(Rans64Strict, RefusesASymbolBeforeAnEndThatHasRunOut) {
  // Symbol 0: count 0 at 2^31 leaves 2^27, run out, accepted under final_only. Symbols 1 to 6: count 0 each, down to
  // 2^3. Symbol 7: count 8, the groups are 0, so not minimal.
  const Bytes stream = stream_of({0x80000000, 0});
  expect_refusal(decode(stream, kEscapeOnly, 9, strict_t2(-9, 9, EndRule::final_only)),
                 RefusalCode::stream_noncanonical, 7);
  expect_refusal(decode(stream, kEscapeOnly, 7, strict_t2(-9, 9, EndRule::final_only)), RefusalCode::stream_exhausted,
                 7);
}

// --- conditions, before any symbol ---

std::vector<std::uint32_t> steps_of_one(std::size_t n) {
  std::vector<std::uint32_t> cdf(n);
  for (std::size_t i = 0; i < n; ++i) {
    cdf[i] = static_cast<std::uint32_t>(i);
  }
  cdf.back() = 65536;
  return cdf;
}

TEST(Rans64Table, BoundsTheLengthByItsRule) {
  EXPECT_TRUE(table_fault(steps_of_one(2), TableRule::t4097));
  EXPECT_FALSE(table_fault(steps_of_one(3), TableRule::t4097));
  EXPECT_FALSE(table_fault(steps_of_one(4097), TableRule::t4097));
  EXPECT_TRUE(table_fault(steps_of_one(4098), TableRule::t4097));
  EXPECT_TRUE(table_fault({}, TableRule::t2));
  EXPECT_TRUE(table_fault(std::vector<std::uint32_t>{65536}, TableRule::t2));
  EXPECT_FALSE(table_fault(steps_of_one(2), TableRule::t2));
  EXPECT_FALSE(table_fault(steps_of_one(4098), TableRule::t2));
  EXPECT_FALSE(table_fault(steps_of_one(65537), TableRule::t2));
  EXPECT_TRUE(table_fault(steps_of_one(65538), TableRule::t2));
}

TEST(Rans64Table, RunsFrom0To65536StrictlyUpwards) {
  using Cdf = std::vector<std::uint32_t>;
  EXPECT_FALSE(table_fault(Cdf{0, 1, 65535, 65536}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{1, 2, 65535, 65536}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{0, 1, 65534, 65535}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{0, 1, 65535, 65537}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{0, 1, 1, 65536}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{0, 2, 1, 65536}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{0, 0, 1, 65536}, TableRule::t4097));
  EXPECT_TRUE(table_fault(Cdf{0, 1, 65536, 65536}, TableRule::t4097));
}

TEST(Rans64Table, NamesTheEntry) {
  EXPECT_NE(table_fault(std::vector<std::uint32_t>{0, 5, 5, 65536}, TableRule::t4097)->find("entry 2"),
            std::string::npos);
}

TEST(Rans64Conditions, RefuseTheStreamLengthsOfPay2) {
  for (const std::size_t n : {0U, 1U, 4U, 7U, 9U, 10U, 11U}) {
    EXPECT_FALSE(is_stream_length(n));
    expect_refusal(decode(Bytes(n), kQuarters, 0, {}), RefusalCode::model_mismatch, -1);
  }
  EXPECT_TRUE(is_stream_length(8));
  EXPECT_TRUE(is_stream_length(12));
}

TEST(Rans64Conditions, RefuseABrokenTableThoughNoSymbolReadsIt) {
  const Bytes stream = stream_of({0x00004000, 2});
  const std::vector<std::uint64_t> reads{0};
  std::vector<CdfTable> tables{kQuarters, kQuarters};
  expect_value(rans64_decode(stream, tables, reads, {}), Symbols{1});
  tables[1].cdf[1] = 0;
  expect_refusal(rans64_decode(stream, tables, reads, {}), RefusalCode::model_mismatch, -1);
  tables[1] = kEscapeOnly;
  expect_refusal(rans64_decode(stream, tables, reads, {}), RefusalCode::model_mismatch, -1);
  expect_value(rans64_decode(stream, tables, reads, lenient_t2()), Symbols{1});
}

TEST(Rans64Conditions, RefuseAReadOfNoTableBeforeAnySymbol) {
  // The first symbol alone would run out.
  const std::vector<std::uint64_t> reads{0, 1};
  expect_refusal(rans64_decode(stream_of({0x80000000, 0}), std::span(&kQuarters, 1), reads, {}),
                 RefusalCode::model_mismatch, -1);
}

TEST(Rans64Conditions, RefuseAnEmptyStrictRangeUnderStrictOnly) {
  const Bytes stream = stream_of({0, 8});
  expect_refusal(decode(stream, kEscapeOnly, 1, strict_t2(1, 0)), RefusalCode::model_mismatch, -1);
  Rans64Modes lenient = strict_t2(1, 0);
  lenient.escape = EscapeRule::lenient;
  expect_value(decode(stream, kEscapeOnly, 1, lenient), Symbols{0});
}

}  // namespace
}  // namespace wai
