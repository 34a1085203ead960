// The second evaluation of a strict decode (ops 5E E1), by which the corpus finds its streams: the decoder agrees with
// it on streams of any bytes.
#include <gtest/gtest.h>

#include "conform/generate_stage_rans.hpp"
#include "conform/random.hpp"

namespace wai {
namespace {

// What E1 says of the faults: the first check that applies at the first symbol that has one, or a run-out at the end.
std::optional<StageRefusal> refusal_by_text(const Rans64Input& in, const std::vector<SymbolFaults>& faults) {
  for (std::size_t k = 0; k < faults.size(); ++k) {
    const auto at = static_cast<std::int64_t>(k);
    if (faults[k].exhausted && in.end == EndRule::canonical) {
      return StageRefusal{at, RefusalCode::stream_exhausted};
    }
    if (faults[k].too_many || faults[k].not_minimal) {
      return StageRefusal{at, RefusalCode::stream_noncanonical};
    }
    if (faults[k].out_of_range) {
      return StageRefusal{at, RefusalCode::field_range};
    }
    if (faults[k].exhausted) {
      break;  // later symbols' own refusals are not looked for here
    }
  }
  return std::nullopt;
}

TEST(StrictFaults, AgreeWithTheDecoderOnAnyBytes) {
  Random random("strict faults");
  std::size_t refused = 0;
  for (int round = 0; round < 20000; ++round) {
    Rans64Input in;
    in.escape = EscapeRule::strict;
    in.end = random.within(0, 1) == 0 ? EndRule::canonical : EndRule::final_only;
    in.tables = rans_tables(TableRule::t4097);
    in.lo = -40;
    in.hi = 40;
    for (std::int64_t i = 0; i < 4 * random.within(2, 4); ++i) {
      in.stream.push_back(static_cast<std::uint8_t>(random.within(0, 255)));
    }
    in.stream.resize(in.stream.size() / 4 * 4);
    if (in.stream.size() < 8) {
      in.stream.resize(8);
    }
    in.reads.assign(3, random.within(0, 3));
    const auto faults = strict_faults(in);
    const auto expected = refusal_by_text(in, faults);
    if (!expected) {
      continue;
    }
    ++refused;
    const auto outcome = evaluate_stage(in);
    const auto* got = std::get_if<StageRefusal>(&outcome);
    ASSERT_NE(got, nullptr) << "round " << round;
    EXPECT_EQ(got->code, expected->code) << "round " << round;
    EXPECT_EQ(got->at, expected->at) << "round " << round;
  }
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace wai
