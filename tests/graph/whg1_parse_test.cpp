// WHG1 bytes (ops 10.1, 10.2): a graph written out by hand, every rule of the records broken alone, every cut.
#include <gtest/gtest.h>

#include "graph/whg1.hpp"
#include "support/graphs.hpp"

namespace wai {
namespace {

using fixtures::patched;
using fixtures::with;
using fixtures::without;

// One scalar, a data and a state input, two outputs, three tensors, an `add` and a `relu`; the comments are the
// offsets.
const Bytes& golden() {
  static const Bytes bytes = {
      'W',  'H',  'G',  '1',  1,    1,    0,    0,  // 0: magic, version, set, reserved
      4,    0,    0,    0,    2,    0,    0,    0,  // 8: 4 tensors, 2 operators
      2,    0,    2,    0,    1,    0,    0,    0,  // 16: inputs, outputs, scalars
      0,    0,    1,    0,    0,    0,    0,    0,  // 24: max_elems 65536, reserved
      0xFB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 9,    0, 0, 0, 0,    0,    0,    0,  // 32: scalar [-5, 9]
      0,    0,    0,    0,    16,   0,    0,    0,    32,   0, 0, 0,  // 48: input 0: tensor 0, 16 x 32
      0,    0,    0,    0,    0,    0,    0,    0,    0,    0, 0, 0, 0,    0,    0,    0,
      0,    0,    0,    0,                                            //     data, src, reserved, init
      1,    0,    0,    0,    16,   0,    0,    0,    32,   0, 0, 0,  // 80: input 1: tensor 1, 16 x 32
      1,    0,    0,    0,    1,    0,    0,    0,    0,    0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF,
      0xFF, 0xFF, 0xFF, 0xFF,                       // state, src 1, init -2
      3,    0,    0,    0,    2,    0,    0,    0,  // 112: outputs: tensors 3, 2
      3,    0,    0,    0,    0x80, 2,    0,    0,  // 120: tensor 0: 3 channels, check
      0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0,    0,    0,    0,  //      [-128, 127]
      3,    0,    0,    0,    0x80, 1,    0,    0,  // 144: tensor 1: clamp [-128, 127]
      0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0,    0,    0,    0,
      3,    0,    0,    0,    0x80, 0,    0,    0,    0,    0, 0, 0, 0,    0,    0,    0,
      0,    0,    0,    0,    0,    0,    0,    0,  // 168: tensor 2: derived
      3,    0,    0,    0,    7,    0,    0,    0,    0,    0, 0, 0, 0,    0,    0,    0,
      0,    0,    0,    0,    0,    0,    0,    0,  // 192: tensor 3: exponent 7
      0x05, 2,    1,    0,    0,    0,    0,    0,    1,    0, 0, 0, 2,    0,    0,    0,
      0,    0,    0,    0,                                                                 // 216: add(0, 1) -> 2
      0x0C, 1,    1,    0,    2,    0,    0,    0,    3,    0, 0, 0, 0,    0,    0,    0,  // 236: relu(2) -> 3
  };
  return bytes;
}

void expect_refused(const Bytes& bytes, const std::string& what) {
  const auto graph = parse_graph(bytes);
  ASSERT_FALSE(graph) << what;
  EXPECT_EQ(graph.refusal().code, RefusalCode::model_mismatch) << what;
}

TEST(Whg1, ReadsEveryFieldOfAGraphWrittenByHand) {
  ASSERT_EQ(golden().size(), 252U);
  const auto graph = parse_graph(golden());
  ASSERT_TRUE(graph) << graph.refusal().message;
  EXPECT_EQ(graph->max_elems, 65536U);
  EXPECT_EQ(graph->scalars, (std::vector<ScalarRecord>{{-5, 9}}));
  EXPECT_EQ(graph->inputs,
            (std::vector<InputRecord>{{0, 16, 32, InputKind::data, 0, 0}, {1, 16, 32, InputKind::state, 1, -2}}));
  EXPECT_EQ(graph->outputs, (std::vector<std::uint32_t>{3, 2}));
  EXPECT_EQ(graph->tensors, (std::vector<TensorRecord>{{3, kNoExponent, RangePolicy::check, -128, 127},
                                                       {3, kNoExponent, RangePolicy::clamp, -128, 127},
                                                       {3, kNoExponent, RangePolicy::derived, 0, 0},
                                                       {3, 7, RangePolicy::derived, 0, 0}}));
  ASSERT_EQ(graph->ops.size(), 2U);
  EXPECT_EQ(graph->ops[0].opcode, 0x05);
  EXPECT_EQ(graph->ops[0].in, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(graph->ops[0].out, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(graph->ops[0].offset, 216U);
  EXPECT_EQ(graph->ops[1].opcode, 0x0C);
  EXPECT_TRUE(graph->ops[1].params.empty());
  EXPECT_EQ(graph->ops[1].params_offset, 252U);
  EXPECT_TRUE(graph->declares_sizes());
  EXPECT_TRUE(graph_rules(*graph).has_value());
}

TEST(Whg1, WritesBackTheBytesItRead) {
  const auto graph = parse_graph(golden());
  ASSERT_TRUE(graph);
  EXPECT_EQ(write_graph(*graph), golden());
}

TEST(Whg1, KeepsTheParametersOfEachOperatorAsBytes) {
  Bytes bytes = patched<std::uint32_t>(golden(), 232, 3);  // plen of the add
  bytes = with(bytes, 236, {0xAA, 0xBB, 0xCC});
  const auto graph = parse_graph(bytes);
  ASSERT_TRUE(graph) << graph.refusal().message;
  EXPECT_EQ(graph->ops[0].params, (Bytes{0xAA, 0xBB, 0xCC}));
  EXPECT_EQ(graph->ops[0].params_offset, 236U);
  EXPECT_EQ(graph->ops[1].offset, 239U);
  EXPECT_EQ(write_graph(*graph), bytes);
}

TEST(Whg1, RefusesEachByteOfTheHeadersIdentity) {  // load check 1
  for (const std::size_t at : {0U, 1U, 2U, 3U, 4U, 5U}) {
    expect_refused(patched<std::uint8_t>(golden(), at, 0), "offset " + std::to_string(at));
    expect_refused(patched<std::uint8_t>(golden(), at, 2), "offset " + std::to_string(at));
  }
}

TEST(Whg1, RefusesAByteSetInAnyReservedField) {  // load check 2, and those of the tables
  const std::vector<std::size_t> reserved = {6,   7,   22,  23,  28,  29,  30,  31,   // header
                                             61,  62,  63,  68,  69,  70,  71,        // input 0
                                             93,  94,  95,  100, 101, 102, 103,       // input 1
                                             126, 127, 150, 151, 174, 175, 198, 199,  // tensors
                                             219, 239};                               // operators
  for (const std::size_t at : reserved) {
    for (const std::uint8_t value : {std::uint8_t{1}, std::uint8_t{0x80}}) {
      expect_refused(patched<std::uint8_t>(golden(), at, value), "offset " + std::to_string(at));
    }
  }
}

TEST(Whg1, RefusesACountOfZero) {
  expect_refused(patched<std::uint32_t>(golden(), 8, 0), "n_tensors");
  expect_refused(patched<std::uint32_t>(golden(), 12, 0), "n_ops");
  expect_refused(patched<std::uint16_t>(golden(), 16, 0), "n_inputs");
  expect_refused(patched<std::uint16_t>(golden(), 18, 0), "n_outputs");
  // No operators and no bytes of operators: still at least one (ops 10.1).
  expect_refused(without(patched<std::uint32_t>(golden(), 12, 0), 216, 36), "n_ops, without records");
}

TEST(Whg1, TakesAGraphWithoutScalars) {
  const auto graph = parse_graph(without(patched<std::uint16_t>(golden(), 20, 0), 32, 16));
  ASSERT_TRUE(graph) << graph.refusal().message;
  EXPECT_TRUE(graph->scalars.empty());
}

TEST(Whg1, TakesMaxElemsFromOneToTheCap) {  // readings G11
  expect_refused(patched<std::uint32_t>(golden(), 24, 0), "0");
  expect_refused(patched<std::uint32_t>(golden(), 24, (1U << 26U) + 1), "2^26 + 1");
  expect_refused(patched<std::uint32_t>(golden(), 24, ~0U), "2^32 - 1");
  EXPECT_TRUE(parse_graph(patched<std::uint32_t>(golden(), 24, 1)));
  EXPECT_TRUE(parse_graph(patched<std::uint32_t>(golden(), 24, 1U << 26U)));
}

TEST(Whg1, RefusesTheFileCutAtEveryByteAndOneByteMore) {
  for (std::size_t n = 0; n < golden().size(); ++n) {
    expect_refused(Bytes(golden().begin(), golden().begin() + static_cast<std::ptrdiff_t>(n)),
                   "cut at " + std::to_string(n));
  }
  expect_refused(with(golden(), golden().size(), {0}), "a trailing byte");
}

TEST(Whg1, RefusesCountsFarPastTheFileWithoutAllocatingForThem) {  // load check 3
  expect_refused(patched<std::uint32_t>(golden(), 8, ~0U), "n_tensors");
  expect_refused(patched<std::uint32_t>(golden(), 12, ~0U), "n_ops");
  expect_refused(patched<std::uint16_t>(golden(), 16, 0xFFFF), "n_inputs");
  expect_refused(patched<std::uint16_t>(golden(), 18, 0xFFFF), "n_outputs");
  expect_refused(patched<std::uint16_t>(golden(), 20, 0xFFFF), "n_scalars");
  expect_refused(patched<std::uint32_t>(patched<std::uint32_t>(golden(), 8, ~0U), 12, ~0U), "both");
}

TEST(Whg1, RefusesCountsOneOff) {
  for (const int d : {-1, 1}) {
    expect_refused(patched<std::uint32_t>(golden(), 8, static_cast<std::uint32_t>(4 + d)), "n_tensors");
    expect_refused(patched<std::uint32_t>(golden(), 12, static_cast<std::uint32_t>(2 + d)), "n_ops");
    expect_refused(patched<std::uint16_t>(golden(), 20, static_cast<std::uint16_t>(1 + d)), "n_scalars");
  }
}

TEST(Whg1, RefusesAScalarRangeThatIsEmpty) {
  expect_refused(patched<std::int64_t>(golden(), 40, -6), "[-5, -6]");
  EXPECT_TRUE(parse_graph(patched<std::int64_t>(golden(), 40, -5)));
  EXPECT_TRUE(parse_graph(patched<std::int64_t>(patched<std::int64_t>(golden(), 32, INT64_MIN), 40, INT64_MAX)));
}

TEST(Whg1, RefusesAnInputOfAnotherKind) {
  expect_refused(patched<std::uint8_t>(golden(), 60, 2), "kind 2");
  expect_refused(patched<std::uint8_t>(golden(), 92, 255), "kind 255");
}

TEST(Whg1, RefusesADataInputWithASourceOrAnInitialValue) {
  expect_refused(patched<std::uint32_t>(golden(), 64, 1), "src");
  expect_refused(patched<std::int64_t>(golden(), 72, -1), "init");
}

TEST(Whg1, RefusesSizesThatAreHalfDeclared) {
  expect_refused(patched<std::uint32_t>(golden(), 52, 0), "max_h of input 0");
  expect_refused(patched<std::uint32_t>(golden(), 56, 0), "max_w of input 0");
  const Bytes second = patched<std::uint32_t>(patched<std::uint32_t>(golden(), 84, 0), 88, 0);
  expect_refused(second, "input 1 alone declares none");
  const Bytes first = patched<std::uint32_t>(patched<std::uint32_t>(golden(), 52, 0), 56, 0);
  expect_refused(first, "input 1 alone declares its size");
  const auto none = parse_graph(patched<std::uint32_t>(patched<std::uint32_t>(first, 84, 0), 88, 0));
  ASSERT_TRUE(none) << none.refusal().message;
  EXPECT_FALSE(none->declares_sizes());
}

TEST(Whg1, RefusesATensorWithoutChannels) {
  expect_refused(patched<std::uint32_t>(golden(), 120, 0), "tensor 0");
  EXPECT_TRUE(parse_graph(patched<std::uint32_t>(golden(), 120, ~0U)));
}

TEST(Whg1, RefusesATensorOfAnotherPolicy) {
  expect_refused(patched<std::uint8_t>(golden(), 125, 3), "policy 3");
  expect_refused(patched<std::uint8_t>(golden(), 125, 255), "policy 255");
}

TEST(Whg1, RefusesARangeThatDoesNotSuitItsPolicy) {
  expect_refused(patched<std::int64_t>(golden(), 136, -129), "check [-128, -129]");
  expect_refused(patched<std::int64_t>(golden(), 160, -129), "clamp [-128, -129]");
  EXPECT_TRUE(parse_graph(patched<std::int64_t>(golden(), 136, -128)));
  expect_refused(patched<std::int64_t>(golden(), 176, -1), "derived with lo");
  expect_refused(patched<std::int64_t>(golden(), 184, 1), "derived with hi");
}

TEST(Whg1, TakesEveryExponent) {
  for (int e = -128; e <= 127; ++e) {
    const auto graph = parse_graph(patched<std::int8_t>(golden(), 124, static_cast<std::int8_t>(e)));
    ASSERT_TRUE(graph) << e;
    EXPECT_EQ(graph->tensors[0].exponent, e);
  }
}

TEST(Whg1, RefusesParametersLongerThanTheFile) {
  expect_refused(patched<std::uint32_t>(golden(), 248, 1), "plen of the last operator");
  expect_refused(patched<std::uint32_t>(golden(), 248, ~0U), "plen 2^32 - 1");
  expect_refused(patched<std::uint8_t>(golden(), 217, 255), "n_in 255");
  expect_refused(patched<std::uint8_t>(golden(), 238, 255), "n_out 255");
}

TEST(Whg1, ReportsTheSectionAndTheOffset) {
  const auto graph = parse_graph(patched<std::uint32_t>(golden(), 168, 0));
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.refusal().message, "WHG1: tensor at offset 168: no channels (ops 10.2)");
}

// Any change of one byte is read without harm: refused with the one code, or read as a graph that writes itself back.
TEST(Whg1, ReadsEveryOneByteChangeOrRefusesIt) {
  for (std::size_t at = 0; at < golden().size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      const Bytes bytes = patched<std::uint8_t>(golden(), at, static_cast<std::uint8_t>(value));
      const auto graph = parse_graph(bytes);
      if (graph) {
        ASSERT_EQ(write_graph(*graph), bytes) << at << " " << value;
        static_cast<void>(graph_rules(*graph).has_value());
      } else {
        ASSERT_EQ(graph.refusal().code, RefusalCode::model_mismatch) << at << " " << value;
      }
    }
  }
}

}  // namespace
}  // namespace wai
