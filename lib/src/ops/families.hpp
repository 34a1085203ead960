// The reader of each operator's parameters (ops 10.4), for the table. Each stands in its family's file.
#pragma once

#include <memory>

#include "ops/operator.hpp"

namespace wai {

using OperatorPtr = std::unique_ptr<Operator>;

// linear.cpp (ops 5.2, 5.3)
Expected<OperatorPtr> read_conv(ParamReader& in);
Expected<OperatorPtr> read_conv_transpose(ParamReader& in);
// requantisation.cpp (ops 5.4)
Expected<OperatorPtr> read_rescale(ParamReader& in);
Expected<OperatorPtr> read_chscale(ParamReader& in);
Expected<OperatorPtr> read_mul(ParamReader& in);
// elementwise.cpp (ops 5.5)
Expected<OperatorPtr> read_add(ParamReader& in);
Expected<OperatorPtr> read_chunk_add(ParamReader& in);
Expected<OperatorPtr> read_clamp(ParamReader& in);
Expected<OperatorPtr> read_relu(ParamReader& in);
Expected<OperatorPtr> read_leaky(ParamReader& in);
Expected<OperatorPtr> read_abs(ParamReader& in);
// table_lookup.cpp (ops 5.6)
Expected<OperatorPtr> read_lut16(ParamReader& in);
// normalisation.cpp (ops 5.7)
Expected<OperatorPtr> read_igdn(ParamReader& in);
Expected<OperatorPtr> read_layernorm_c(ParamReader& in);
Expected<OperatorPtr> read_l2norm(ParamReader& in);
Expected<OperatorPtr> read_softmax(ParamReader& in);
// scalar_function.cpp (ops 5.8)
Expected<OperatorPtr> read_sigmoid(ParamReader& in);
Expected<OperatorPtr> read_elu(ParamReader& in);
// contraction.cpp (ops 5.9)
Expected<OperatorPtr> read_gram(ParamReader& in);
Expected<OperatorPtr> read_apply(ParamReader& in);
// movement.cpp, movement_blocks.cpp (ops 5.10)
Expected<OperatorPtr> read_concat(ParamReader& in);
Expected<OperatorPtr> read_split(ParamReader& in);
Expected<OperatorPtr> read_pixel_shuffle(ParamReader& in);
Expected<OperatorPtr> read_pixel_unshuffle(ParamReader& in);
Expected<OperatorPtr> read_pad_rep(ParamReader& in);
Expected<OperatorPtr> read_crop_to(ParamReader& in);
Expected<OperatorPtr> read_crop(ParamReader& in);
Expected<OperatorPtr> read_subpos_split(ParamReader& in);
Expected<OperatorPtr> read_subpos_merge(ParamReader& in);
Expected<OperatorPtr> read_fill(ParamReader& in);

}  // namespace wai
