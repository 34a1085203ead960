#include "ops/table.hpp"

#include <algorithm>
#include <array>

#include "ops/families.hpp"

namespace wai {
namespace {

using F = Family;
using N = NpuMembership;

constexpr std::array<OperatorRow, 30> kTable = {{
    {0x01, "conv", 1, 1, 1, F::linear, N::yes, false, read_conv},
    {0x02, "rescale", 1, 1, 1, F::requantisation, N::yes, false, read_rescale},
    {0x03, "chscale", 1, 1, 1, F::requantisation, N::flagged, false, read_chscale},
    {0x04, "lut16", 1, 1, 1, F::table, N::flagged, false, read_lut16},
    {0x05, "add", 2, 2, 1, F::elementwise, N::yes, false, read_add},
    {0x06, "concat", 2, 255, 1, F::movement, N::yes, false, read_concat},
    {0x07, "chunk_add", 1, 1, 1, F::elementwise, N::yes, false, read_chunk_add},
    {0x08, "split", 1, 1, 1, F::movement, N::yes, false, read_split},
    {0x09, "pixel_shuffle", 1, 1, 1, F::movement, N::yes, false, read_pixel_shuffle},
    {0x0A, "pixel_unshuffle", 1, 1, 1, F::movement, N::yes, false, read_pixel_unshuffle},
    {0x0B, "clamp", 1, 1, 1, F::elementwise, N::yes, false, read_clamp},
    {0x0C, "relu", 1, 1, 1, F::elementwise, N::yes, false, read_relu},
    {0x0D, "leaky", 1, 1, 1, F::elementwise, N::yes, false, read_leaky},
    {0x0E, "pad_rep", 1, 1, 1, F::movement, N::yes, false, read_pad_rep},
    {0x0F, "crop_to", 2, 2, 1, F::movement, N::yes, false, read_crop_to},
    {0x10, "mul", 2, 2, 1, F::elementwise, N::yes, false, read_mul},
    {0x11, "conv_transpose", 1, 1, 1, F::linear, N::yes, false, read_conv_transpose},
    {0x12, "igdn", 1, 1, 1, F::normalisation, N::no, false, read_igdn},
    {0x13, "abs", 1, 1, 1, F::elementwise, N::yes, false, read_abs},
    {0x14, "crop", 1, 1, 1, F::movement, N::yes, false, read_crop},
    {0x15, "subpos_split", 1, 1, 4, F::movement, N::yes, false, read_subpos_split},
    {0x16, "subpos_merge", 4, 4, 1, F::movement, N::yes, false, read_subpos_merge},
    {0x17, "fill", 1, 1, 1, F::movement, N::yes, false, read_fill},
    {0x18, "layernorm_c", 1, 1, 1, F::normalisation, N::no, false, read_layernorm_c},
    {0x19, "l2norm", 1, 1, 1, F::normalisation, N::no, true, read_l2norm},
    {0x1A, "softmax", 1, 1, 1, F::normalisation, N::no, true, read_softmax},
    {0x1B, "sigmoid", 1, 1, 1, F::scalar_function, N::no, false, read_sigmoid},
    {0x1C, "elu", 1, 1, 1, F::scalar_function, N::no, false, read_elu},
    {0x1D, "gram", 2, 2, 1, F::contraction, N::no, true, read_gram},
    {0x1E, "apply", 2, 2, 1, F::contraction, N::no, false, read_apply},
}};

}  // namespace

std::span<const OperatorRow> operator_table() {
  return kTable;
}

const OperatorRow* find_operator(std::uint8_t opcode) {
  const auto at = std::find_if(kTable.begin(), kTable.end(), [&](const auto& row) { return row.opcode == opcode; });
  return at == kTable.end() ? nullptr : &*at;
}

const OperatorRow* find_operator(std::string_view name) {
  const auto at = std::find_if(kTable.begin(), kTable.end(), [&](const auto& row) { return row.name == name; });
  return at == kTable.end() ? nullptr : &*at;
}

}  // namespace wai
