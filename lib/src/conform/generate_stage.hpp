// The stage vectors of the corpus (ops 14.1, item 7): one file an operator.
#pragma once

#include <string_view>
#include <vector>

#include "conform/stage_vector.hpp"

namespace wai {

// The vectors of one file, in order, their ids unique.
class StageList {
 public:
  void add(std::string id, StageInput in) { vectors_.push_back({std::move(id), std::move(in), {}}); }
  [[nodiscard]] std::vector<StageVector> take() { return std::move(vectors_); }

 private:
  std::vector<StageVector> vectors_;
};

// generate_stage_rans.cpp, generate_stage_rans_faults.cpp
void rans64_decode_vectors(StageList& list);
void rans64_fault_vectors(StageList& list);
// generate_stage_scalars.cpp
void dequantize_vectors(StageList& list);
void bucket_vectors(StageList& list);
void coded_vectors(StageList& list);
void scale_index_vectors(StageList& list);
void band_lookup_vectors(StageList& list);
void residual_step_vectors(StageList& list);
// generate_stage_mans.cpp
void mans_decode_vectors(StageList& list);
// generate_stage_planes.cpp
void block_stat_vectors(StageList& list);
void mc_predict_vectors(StageList& list);
void up2_predict_vectors(StageList& list);
void rate_predict_vectors(StageList& list);
void coding_order_vectors(StageList& list);

// The vectors of one stage operator, evaluated; none for a name ops 5E does not have.
[[nodiscard]] std::vector<StageVector> generate_stage_vectors(std::string_view op);

// One canonical JSON value a line, each with its line feed.
[[nodiscard]] std::string write_stage_jsonl(const std::vector<StageVector>& vectors);

}  // namespace wai
