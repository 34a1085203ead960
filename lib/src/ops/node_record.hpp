// What the bounds pass records of one operator (ops 8.1, 8.5), filled by the operator's bound rule.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/wide.hpp"
#include "wai/tensor.hpp"

namespace wai {

// An input tensor as the rule sees it.
struct NodeInput {
  Interval interval;             // after its policy
  std::optional<Shape> largest;  // planned on the declared input sizes, when they are declared (ops 8.1, Sizes)
  bool is_state = false;         // a graph input of kind state (ops 9.2, state_add)
};

// The operands of a multiply-accumulate (ops 8.5, "mac"); a_bits follow from the node's inputs.
struct MacOperands {
  std::optional<Interval> weights;  // conv, conv_transpose, chscale
};

struct NodeRecord {
  // What the rule reads.
  std::vector<NodeInput> in;
  std::vector<Interval> scalars;  // declared ranges, in table order

  // What the rule writes, always through `arith`.
  Arith arith;
  std::map<std::string_view, Interval> intermediates;  // keys of Table 8.5-A
  std::vector<Interval> results;                       // producer results, in output order
  std::vector<std::string_view> acc32_params;          // the conditions of ops 7.2 that fail, in that table's order
  std::set<std::string_view> npu_flags;                // ops 9.2
  std::set<std::string_view> npu_reasons;              // "conv_groups", "crop_scalar" (ops 8.5)
  std::optional<Interval> k_c_terms;                   // the term interval that k_c is over (ops 6, 8.5)
  std::optional<MacOperands> mac;

  [[nodiscard]] const Interval& x(std::size_t k = 0) const { return in.at(k).interval; }

  // A rule that names a channel records the hull over channels (ops 8.1): recording a key again widens it.
  void record(std::string_view key, const Interval& v) { widen(intermediates, key, v); }
  void result(std::size_t k, const Interval& v) {
    if (k < results.size()) {
      results[k] = hull(results[k], v);
    } else {
      results.push_back(v);
    }
  }
  void fails_acc32(std::string_view key) {
    if (std::find(acc32_params.begin(), acc32_params.end(), key) == acc32_params.end()) {
      acc32_params.push_back(key);
    }
  }

 private:
  static void widen(std::map<std::string_view, Interval>& map, std::string_view key, const Interval& v) {
    if (const auto [at, is_new] = map.emplace(key, v); !is_new) {
      at->second = hull(at->second, v);
    }
  }
};

}  // namespace wai
