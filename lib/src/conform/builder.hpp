// Building WHG1 graphs record by record: for the vectors of ops 14, and for tests of the floors above ops/.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/model.hpp"
#include "graph/whg1.hpp"
#include "ops/table.hpp"

namespace wai {

// A tensor record of `channels`, derived.
inline TensorRecord derived(std::uint32_t channels) {
  TensorRecord t;
  t.channels = channels;
  return t;
}

inline TensorRecord ranged(std::uint32_t channels, RangePolicy policy, std::int64_t lo, std::int64_t hi) {
  TensorRecord t = derived(channels);
  t.policy = policy;
  t.lo = lo;
  t.hi = hi;
  return t;
}
inline TensorRecord checked(std::uint32_t channels, std::int64_t lo, std::int64_t hi) {
  return ranged(channels, RangePolicy::check, lo, hi);
}
inline TensorRecord clamped(std::uint32_t channels, std::int64_t lo, std::int64_t hi) {
  return ranged(channels, RangePolicy::clamp, lo, hi);
}

// A graph grown tensor by tensor: inputs first, then operators in order, in the numbering of ops 13.0.
class ModelBuilder {
 public:
  // A data input, of sizes set per decode unless max_h and max_w are given. Returns its tensor.
  std::uint32_t input(const TensorRecord& t, std::uint32_t max_h = 0, std::uint32_t max_w = 0) {
    InputRecord record;
    record.tensor = tensor(t);
    record.max_h = max_h;
    record.max_w = max_w;
    model_.inputs.push_back(record);
    return record.tensor;
  }
  // A state input fed by the output at position `src`.
  std::uint32_t state(const TensorRecord& t, std::uint32_t src, std::int64_t init, std::uint32_t max_h = 0,
                      std::uint32_t max_w = 0) {
    const std::uint32_t at = input(t, max_h, max_w);
    model_.inputs.back().kind = InputKind::state;
    model_.inputs.back().src = src;
    model_.inputs.back().init = init;
    return at;
  }
  std::uint32_t scalar(std::int64_t lo, std::int64_t hi) {
    model_.scalars.push_back({lo, hi});
    return static_cast<std::uint32_t>(model_.scalars.size() - 1);
  }
  // An operator with one output. Returns the output's tensor.
  std::uint32_t op(std::string_view name, std::vector<std::uint32_t> in, const TensorRecord& out, Bytes params = {}) {
    return ops(name, std::move(in), {out}, std::move(params)).front();
  }
  std::vector<std::uint32_t> ops(std::string_view name, std::vector<std::uint32_t> in,
                                 const std::vector<TensorRecord>& out, Bytes params = {}) {
    OperatorRecord record;
    record.opcode = find_operator(name)->opcode;
    record.in = std::move(in);
    for (const TensorRecord& t : out) {
      record.out.push_back(tensor(t));
    }
    record.params = std::move(params);
    model_.ops.push_back(record);
    return record.out;
  }
  ModelBuilder& output(std::uint32_t t) {
    model_.outputs.push_back(t);
    return *this;
  }

  [[nodiscard]] GraphModel& model() { return model_; }
  [[nodiscard]] Bytes bytes() const { return write_graph(model_); }

 private:
  std::uint32_t tensor(const TensorRecord& t) {
    model_.tensors.push_back(t);
    return static_cast<std::uint32_t>(model_.tensors.size() - 1);
  }

  GraphModel model_;
};

}  // namespace wai
