// The operator table against the table of ops 5, row by row.
#include <gtest/gtest.h>

#include "ops/table.hpp"

namespace wai {
namespace {

using F = Family;
using N = NpuMembership;

struct Row {
  unsigned opcode;
  const char* name;
  unsigned min_in;
  unsigned max_in;
  unsigned n_out;
  Family family;
  NpuMembership npu;
};

// Written from the table of ops 5. An arity is a u8 (ops 10.2), so n >= 2 ends at 255.
const Row kRows[] = {
    {0x01, "conv", 1, 1, 1, F::linear, N::yes},
    {0x02, "rescale", 1, 1, 1, F::requantisation, N::yes},
    {0x03, "chscale", 1, 1, 1, F::requantisation, N::flagged},
    {0x04, "lut16", 1, 1, 1, F::table, N::flagged},
    {0x05, "add", 2, 2, 1, F::elementwise, N::yes},
    {0x06, "concat", 2, 255, 1, F::movement, N::yes},
    {0x07, "chunk_add", 1, 1, 1, F::elementwise, N::yes},
    {0x08, "split", 1, 1, 1, F::movement, N::yes},
    {0x09, "pixel_shuffle", 1, 1, 1, F::movement, N::yes},
    {0x0A, "pixel_unshuffle", 1, 1, 1, F::movement, N::yes},
    {0x0B, "clamp", 1, 1, 1, F::elementwise, N::yes},
    {0x0C, "relu", 1, 1, 1, F::elementwise, N::yes},
    {0x0D, "leaky", 1, 1, 1, F::elementwise, N::yes},
    {0x0E, "pad_rep", 1, 1, 1, F::movement, N::yes},
    {0x0F, "crop_to", 2, 2, 1, F::movement, N::yes},
    {0x10, "mul", 2, 2, 1, F::elementwise, N::yes},
    {0x11, "conv_transpose", 1, 1, 1, F::linear, N::yes},
    {0x12, "igdn", 1, 1, 1, F::normalisation, N::no},
    {0x13, "abs", 1, 1, 1, F::elementwise, N::yes},
    {0x14, "crop", 1, 1, 1, F::movement, N::yes},
    {0x15, "subpos_split", 1, 1, 4, F::movement, N::yes},
    {0x16, "subpos_merge", 4, 4, 1, F::movement, N::yes},
    {0x17, "fill", 1, 1, 1, F::movement, N::yes},
    {0x18, "layernorm_c", 1, 1, 1, F::normalisation, N::no},
    {0x19, "l2norm", 1, 1, 1, F::normalisation, N::no},
    {0x1A, "softmax", 1, 1, 1, F::normalisation, N::no},
    {0x1B, "sigmoid", 1, 1, 1, F::scalar_function, N::no},
    {0x1C, "elu", 1, 1, 1, F::scalar_function, N::no},
    {0x1D, "gram", 2, 2, 1, F::contraction, N::no},
    {0x1E, "apply", 2, 2, 1, F::contraction, N::no},
};

TEST(OperatorTable, HasTheRowsOfTheText) {
  ASSERT_EQ(operator_table().size(), std::size(kRows));
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    const OperatorRow& row = operator_table()[i];
    const Row& text = kRows[i];
    EXPECT_EQ(row.opcode, text.opcode);
    EXPECT_EQ(row.name, text.name);
    EXPECT_EQ(row.min_in, text.min_in) << text.name;
    EXPECT_EQ(row.max_in, text.max_in) << text.name;
    EXPECT_EQ(row.n_out, text.n_out) << text.name;
    EXPECT_EQ(row.family, text.family) << text.name;
    EXPECT_EQ(row.npu, text.npu) << text.name;
    EXPECT_NE(row.read, nullptr) << text.name;
  }
}

TEST(OperatorTable, IsFoundByOpcodeAndByName) {
  for (const Row& text : kRows) {
    const OperatorRow* by_opcode = find_operator(static_cast<std::uint8_t>(text.opcode));
    ASSERT_NE(by_opcode, nullptr);
    EXPECT_EQ(by_opcode->name, text.name);
    EXPECT_EQ(find_operator(text.name), by_opcode);
  }
  for (const std::uint8_t opcode : {std::uint8_t{0}, std::uint8_t{0x1F}, std::uint8_t{0x80}, std::uint8_t{0xFF}}) {
    EXPECT_EQ(find_operator(opcode), nullptr);
  }
  EXPECT_EQ(find_operator("Conv"), nullptr);
  EXPECT_EQ(find_operator(""), nullptr);
}

}  // namespace
}  // namespace wai
