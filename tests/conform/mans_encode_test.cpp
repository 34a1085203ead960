// The backward encoder of E8 against the decoder, and a stream small enough to write out.
#include "conform/mans_encode.hpp"

#include <gtest/gtest.h>

#include "conform/random.hpp"

namespace wai {
namespace {

std::string decoded(const MansInput& in) {
  const auto outcome = evaluate_stage(in);
  return std::holds_alternative<JsonOut>(outcome) ? std::get<JsonOut>(outcome).write() : "refused";
}

// One column of 256: every slot reads 0 bits to 1 and stays a slot of symbol 0. The stream is the sentinel and two
// states of 8 bits, so that the first byte read last is bits 7..0 of the second state.
TEST(MansEncode, WritesTheSentinelAndTheStates) {
  MansInput in;
  in.pmf = {{256}};
  in.bounds = {7};
  mans_encode(in, {});
  EXPECT_EQ(in.memory, (Bytes{0, 0, 1}));
}

TEST(MansEncode, DecodesToTheColumnsChosen) {
  MansInput in;
  in.pmf = {{100, 80, 60, 16}};  // symbols 0, -1, 1, -2
  in.bounds = {200};
  in.spans = {{{true, false, true, true, true}, {0, 0, 0, 0, 0}}};
  mans_encode(in, {{1}, {}, {2}, {3}, {0}});
  EXPECT_EQ(decoded(in), R"({"symbols":[["-1","0","1","-2","0"]]})");
}

// f = 1, v = 5: minus (2 + 1); f = 0, v = 1000: 500 + 1.
TEST(MansEncode, TakesEscapesAtTheBound) {
  MansInput in;
  in.pmf = {{100, 156}};
  in.bounds = {1};
  in.spans = {{{true, true, true}, {0, 0, 0}}};
  mans_encode(in, {escaped(1, true, 5), {0}, escaped(1, false, 1000)});
  EXPECT_EQ(decoded(in), R"({"symbols":[["-3","0","501"]]})");
}

TEST(MansEncode, DecodesRandomRowsOfBothModes) {
  Random random("mans encode");
  for (int round = 0; round < 40; ++round) {
    MansInput in;
    in.mode = MansInput::Mode::fac;
    Integers row;
    std::int64_t count = 0;
    for (int a = 0; a < 63; ++a) {
      count = std::min<std::int64_t>(255, count + random.within(1, 7));
      row.push_back(count);
    }
    in.rows = {row};
    const auto length = static_cast<std::size_t>(random.within(0, 13));
    in.lengths = {static_cast<std::int64_t>(length)};
    std::vector<MansChoice> choices;
    std::string expected;
    for (std::size_t i = 0; i < length; ++i) {
      const auto symbol = static_cast<std::uint32_t>(random.within(0, 20));
      const bool escapes = symbol == 20;
      choices.push_back(escapes ? MansChoice{63, 40, 6} : MansChoice{symbol});
      expected += fmt::format("{}\"{}\"", i == 0 ? "" : ",", escapes ? 40 : symbol);
    }
    mans_encode(in, choices);
    EXPECT_EQ(decoded(in), fmt::format("{{\"symbols\":[[{}]]}}", expected));
  }
}

}  // namespace
}  // namespace wai
