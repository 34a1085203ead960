#include "conform/generate_stage.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace wai {
namespace {

void rans64_vectors(StageList& list) {
  rans64_decode_vectors(list);
  rans64_fault_vectors(list);
}

// In the order of ops 5E's table.
constexpr std::array<void (*)(StageList&), 13> kGenerators = {
    rans64_vectors,      dequantize_vectors,   bucket_vectors,      coded_vectors,         scale_index_vectors,
    block_stat_vectors,  band_lookup_vectors,  mans_decode_vectors, residual_step_vectors, mc_predict_vectors,
    up2_predict_vectors, rate_predict_vectors, coding_order_vectors};

}  // namespace

std::vector<StageVector> generate_stage_vectors(std::string_view op) {
  const auto names = stage_operator_names();
  const auto found = std::find(names.begin(), names.end(), op);
  if (found == names.end()) {
    return {};
  }
  StageList list;
  kGenerators[static_cast<std::size_t>(found - names.begin())](list);
  std::vector<StageVector> vectors = list.take();
  std::set<std::string_view> ids;
  for (StageVector& vector : vectors) {
    if (!ids.insert(vector.id).second) {
      bug("a stage vector's id stands twice: " + vector.id);
    }
    vector.outcome = evaluate_stage(vector.in);
  }
  return vectors;
}

std::string write_stage_jsonl(const std::vector<StageVector>& vectors) {
  std::string out;
  for (const StageVector& vector : vectors) {
    out += stage_vector_json(vector).write() + '\n';
  }
  return out;
}

}  // namespace wai
