// lut16 (ops 5.6).
#include "ops/table_lookup.hpp"

#include "support/operators.hpp"

namespace wai {
namespace {

using ::testing::ElementsAre;

// T[u] = a value of its own for each u, not monotone, with T[0] = 0.
Lut16Params scattered() {
  Lut16Params p;
  for (std::size_t u = 1; u < kLut16Entries; ++u) {
    p.table[u] = static_cast<std::int16_t>(static_cast<std::uint16_t>(u * 40503U));
  }
  return p;
}
OperatorSpec spec_of(const Lut16Params& p) {
  return {"lut16", {1}, write_params(p), {}};
}
Expected<void> bound(const Operator& op, const Interval& x) {
  NodeRecord node = record_of({x});
  return op.bounds(node);
}

TEST(Lut16, LooksUpTheEntryOfV) {
  Lut16Params p;
  p.table[1] = -32768;     // v = -32767
  p.table[32767] = 5;      // v = -1
  p.table[32768] = 6;      // v = 0
  p.table[32769] = 7;      // v = 1
  p.table[65535] = 32767;  // v = 32767
  const auto op = operator_of(spec_of(p));
  EXPECT_THAT(elements(*op, {Tensor({1, 1, 6}, {-32767, -1, 0, 1, 32767, 2})}), ElementsAre(-32768, 5, 6, 7, 32767, 0));
}

TEST(Lut16, WantsTheFirstEntryZero) {
  Lut16Params p;
  p.table[0] = 1;
  EXPECT_EQ(code_of(read_operator(spec_of(p))), RefusalCode::model_mismatch);
}

TEST(Lut16, RefusesReservedBytesAndOtherLengths) {
  const OperatorSpec spec = spec_of(scattered());
  ASSERT_EQ(spec.params.size(), 4U + 131072U);
  expect_exact_length(spec);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 2, 1))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 3, 1))), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(read_operator(with_byte(spec, 0, 1))), std::nullopt);  // e_in, whatever it is
}

// e_in and the input's exponent are both none or equal; so are e_out and the output's.
TEST(Lut16, AsksForItsTensorsExponents) {
  const auto rule = [](std::int8_t e_in, std::int8_t e_out, std::int8_t in, std::int8_t out) {
    Lut16Params p;
    p.e_in = e_in;
    p.e_out = e_out;
    return code_of(operator_of(spec_of(p))->exponents(std::vector{in}, std::vector{out}));
  };
  EXPECT_EQ(rule(kNoExponent, kNoExponent, kNoExponent, kNoExponent), std::nullopt);
  EXPECT_EQ(rule(4, -127, 4, -127), std::nullopt);
  EXPECT_EQ(rule(4, kNoExponent, 4, kNoExponent), std::nullopt);
  EXPECT_EQ(rule(4, 5, 5, 5), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(4, 5, 4, 4), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(kNoExponent, 5, 4, 5), RefusalCode::model_mismatch);
  EXPECT_EQ(rule(4, 5, 4, kNoExponent), RefusalCode::model_mismatch);
}

TEST(Lut16, RefusesACertifiedRangePast32767) {
  const auto op = operator_of(spec_of(scattered()));
  EXPECT_EQ(code_of(bound(*op, {-32767, 32767})), std::nullopt);
  EXPECT_EQ(code_of(bound(*op, {-32768, 32767})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(bound(*op, {-32767, 32768})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(bound(*op, {-32768, -32768})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(bound(*op, {40000, 50000})), RefusalCode::model_mismatch);
  EXPECT_EQ(code_of(bound(*op, {0, Wide::pow2(255)})), RefusalCode::model_mismatch);
}

TEST(Lut16Bound, IsTheHullOfTheEntriesReached) {
  const Lut16Params p = scattered();
  const auto op = operator_of(spec_of(p));
  const auto expect_hull = [&](std::int64_t lo, std::int64_t hi) {
    HullOf entries;
    for (std::int64_t v = lo; v <= hi; ++v) {
      entries.add(p.table[static_cast<std::size_t>(v + 32768)]);
    }
    const NodeRecord node = bounds_of(*op, record_of({{lo, hi}}));
    EXPECT_THAT(node.results, ElementsAre(*entries.interval)) << lo << " to " << hi;
    EXPECT_THAT(node.npu_flags, ElementsAre("lut16"));
    EXPECT_TRUE(node.intermediates.empty());
  };
  for_each_interval(-9, 9, expect_hull);
  expect_hull(-32767, -32767);
  expect_hull(-32767, 32767);
  expect_hull(32767, 32767);
}

// T[0] belongs to v = -32768, which no certified input reaches: it widens no bound.
TEST(Lut16Bound, LeavesTheFirstEntryOut) {
  Lut16Params p;
  std::fill(p.table.begin() + 1, p.table.end(), std::int16_t{7});
  EXPECT_THAT(bounds_of(*operator_of(spec_of(p)), record_of({{-32767, 32767}})).results, ElementsAre(Interval{7, 7}));
}

}  // namespace
}  // namespace wai
