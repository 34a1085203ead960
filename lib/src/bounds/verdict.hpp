// Width classes, profiles and verdicts (ops 7, 8.5).
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/pass.hpp"
#include "wai/profile.hpp"

namespace wai {

// The class of an intermediate or of a tensor element (ops 7.1).
enum class WidthClass : std::uint8_t { tensor, acc, wide, product };

// The class of a key of Table 8.5-A (ops 5).
[[nodiscard]] WidthClass width_class(std::string_view key);

// The width of ops 7.1 that holds a class under a profile, in bits.
[[nodiscard]] unsigned width_bits(WidthClass c, Profile profile);

// A graph of a set with its role and its bounds.
struct BoundedGraph {
  std::string role;
  std::string sha256;  // of its WHG1 bytes
  PlannedGraph graph;
  GraphBounds bounds;
};

// Whether every named intermediate and producer result meets the profile's width and none is saturated; parameter
// conditions and policies apart (ops 8.4, C(X)).
[[nodiscard]] bool values_meet(const NodeRecord& node, Profile profile);

// Whether node `op` fits the profile (ops 8.5, What a node fits).
[[nodiscard]] bool node_fits(const BoundedGraph& g, std::size_t op, Profile profile);

// The first input, scalar or node that does not meet a profile (ops 8.5, First failure).
struct Failure {
  std::optional<unsigned> bits;  // interval keys only
  std::string graph;             // the role
  std::size_t index = 0;
  std::string key;
  std::string where;  // "input", "scalar" or "node"
};

// The first failure of one graph, or none when it meets the profile.
[[nodiscard]] std::optional<Failure> first_failure(const BoundedGraph& g, Profile profile);

struct Verdict {
  std::optional<Failure> acc32;  // none: the profile is met
  std::optional<Failure> acc64;
  std::set<std::string> npu_flags;
  std::set<std::string> npu_reasons;

  [[nodiscard]] bool meets(Profile profile) const { return profile == Profile::acc32 ? !acc32 : !acc64; }
  [[nodiscard]] bool npu() const { return npu_reasons.empty(); }
};

// The verdict over a set's graphs, in their order (ops 8.5, The verdict; The accelerator verdict).
[[nodiscard]] Verdict verdict_of(std::span<const BoundedGraph> graphs);

}  // namespace wai
