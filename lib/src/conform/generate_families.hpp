// The vectors of each operator, family by family, and the files of graph vectors.
#pragma once

#include "conform/generate.hpp"
#include "conform/op_case.hpp"

namespace wai {

// generate_linear.cpp (ops 5.2, 5.3)
void conv_vectors(VectorList& list);
void conv_transpose_vectors(VectorList& list);
// generate_requantisation.cpp (ops 5.4)
void rescale_vectors(VectorList& list);
void chscale_vectors(VectorList& list);
void mul_vectors(VectorList& list);
// generate_elementwise.cpp (ops 5.5, 5.6)
void add_vectors(VectorList& list);
void chunk_add_vectors(VectorList& list);
void clamp_vectors(VectorList& list);
void relu_vectors(VectorList& list);
void leaky_vectors(VectorList& list);
void abs_vectors(VectorList& list);
void lut16_vectors(VectorList& list);
// generate_normalisation.cpp (ops 5.7)
void igdn_vectors(VectorList& list);
void layernorm_c_vectors(VectorList& list);
void l2norm_vectors(VectorList& list);
void softmax_vectors(VectorList& list);
// generate_scalar.cpp (ops 5.8)
void sigmoid_vectors(VectorList& list);
void elu_vectors(VectorList& list);
// generate_contraction.cpp (ops 5.9)
void gram_vectors(VectorList& list);
void apply_vectors(VectorList& list);
// generate_movement.cpp, generate_movement_blocks.cpp (ops 5.10)
void concat_vectors(VectorList& list);
void split_vectors(VectorList& list);
void pad_rep_vectors(VectorList& list);
void crop_to_vectors(VectorList& list);
void crop_vectors(VectorList& list);
void fill_vectors(VectorList& list);
void pixel_shuffle_vectors(VectorList& list);
void pixel_unshuffle_vectors(VectorList& list);
void subpos_split_vectors(VectorList& list);
void subpos_merge_vectors(VectorList& list);

// generate_edges.cpp: what an operator's items of ops 14.1 need beside the above
void edge_vectors(VectorList& list, std::string_view op);

// generate_graphs.cpp, generate_load_checks.cpp, generate_runs.cpp (ops 14.2)
void phase_vectors(VectorList& list);
void mixture_vectors(VectorList& list);
void load_check_vectors(VectorList& list);
void run_step_vectors(VectorList& list);
void state_vectors(VectorList& list);

}  // namespace wai
