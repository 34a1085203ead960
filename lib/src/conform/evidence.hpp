// What a vector shows: its graph, its bounds and the values its decodes reach. The tests of coverage read it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bounds/load.hpp"
#include "conform/graph_vector.hpp"
#include "exec/run.hpp"
#include "ops/table.hpp"

namespace wai {

class Evidence {
 public:
  Evidence(std::string file, GraphVector vector);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const GraphVector& vector() const { return vector_; }
  // The graph, when its records parse.
  [[nodiscard]] const GraphModel* model() const { return model_ ? &*model_ : nullptr; }
  // Its bounds, when it loads but for the profile.
  [[nodiscard]] const BoundedGraph* bounded() const { return bounded_ ? &*bounded_ : nullptr; }
  // What the decodes' intermediates reached: one a decode, each one a node.
  [[nodiscard]] const std::vector<std::vector<Trace>>& traces() const { return traces_; }

  [[nodiscard]] bool loads() const { return !vector_.load; }
  // The profiles its graph meets are acc32 and acc64, or acc64 alone.
  [[nodiscard]] bool is_acc32() const { return loads() && vector_.profiles.front() == Profile::acc32; }
  [[nodiscard]] bool is_acc64_only() const { return loads() && vector_.profiles.front() == Profile::acc64; }

  // True when f holds for a decode that gives outputs, or for one that is refused with the code.
  using DecodeTest = std::function<bool(const VectorDecode&)>;
  [[nodiscard]] bool some_decode(const DecodeTest& f) const;
  [[nodiscard]] bool some_refusal(RefusalCode code, const DecodeTest& f) const;
  // True when node 0's `key` reached a value, as its least or greatest, for which f holds.
  [[nodiscard]] bool some_end(std::string_view key, const std::function<bool(i128)>& f) const;
  // The same over every key, every element of a decode's inputs and every element of its outputs.
  [[nodiscard]] bool some_value(i128 v) const;

 private:
  std::string file_;
  GraphVector vector_;
  std::optional<GraphModel> model_;
  std::optional<BoundedGraph> bounded_;
  std::vector<std::vector<Trace>> traces_;
};

// The rounding of an operator that has one (ops 5.1, 5.4), from its parameter bytes.
struct RoundSetting {
  Round round = Round::floor;
  std::vector<unsigned> shifts;  // one, or one a channel
};
[[nodiscard]] std::optional<RoundSetting> round_setting(const Evidence& e);

}  // namespace wai
