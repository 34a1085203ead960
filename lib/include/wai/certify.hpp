// Certifying graphs: bounds, verdict and certificate of wai-ops/1 (ops 8).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wai/export.hpp"
#include "wai/profile.hpp"
#include "wai/refusal.hpp"

namespace wai {

// One WHG1 file of a set, with the role it has there (ops 13.0).
struct RoleGraph {
  std::string role;
  std::vector<std::uint8_t> whg1;
};

// Where graphs come from, as a certificate says it (ops 8.5). A bare graph has no capability and no set.
struct Origin {
  std::optional<std::string> capability;
  std::string lowering = "whg1";
  std::optional<std::string> set_sha256;
};

// A line of the table a person reads: what one operator needs, and what is left.
struct NodeSummary {
  std::string graph;  // role
  std::size_t index = 0;
  std::string op;     // the operator's name (ops 5)
  std::string key;    // the value of least headroom under acc64, "out.<k>" for a producer result
  unsigned bits = 0;  // of that value
  int headroom = 0;   // bits left under acc64; negative when the width is passed
  bool acc32 = false;
  bool acc64 = false;
  bool saturated = false;
  std::vector<std::string> flags;  // npu_flags (ops 9.2)
  std::vector<std::uint32_t> in;   // tensors
  std::vector<std::uint32_t> out;
};

// A tensor of a graph, for drawings.
struct TensorSummary {
  std::string graph;
  std::uint32_t index = 0;
  std::uint32_t channels = 0;
  std::string lo, hi;  // its interval, decimal
  unsigned bits = 0;
  std::string policy;  // "derived", "clamp" or "check"
};

struct Certificate {
  std::string json;    // the canonical bytes of ops 8.5
  std::string sha256;  // their SHA-256, the certificate's identity
  bool acc32 = false;
  bool acc64 = false;
  bool npu = false;
  // The first failure of each profile in words, empty when it is met.
  std::string acc32_failure;
  std::string acc64_failure;
  std::vector<std::string> npu_reasons;
  std::vector<NodeSummary> nodes;      // graphs in order, nodes in graph order
  std::vector<TensorSummary> tensors;  // graphs in order, tensors by index

  [[nodiscard]] bool meets(Profile profile) const { return profile == Profile::acc32 ? acc32 : acc64; }
};

// The certificate of graphs, in the order given. Refuses what has none: a graph that fails a load check of ops 10.5
// other than its profile (readings G13, G16), and a role or capability outside printable ASCII (model_mismatch).
[[nodiscard]] WAI_EXPORT Expected<Certificate> certify(std::span<const RoleGraph> graphs, const Origin& origin = {});

// The admissible range of one tensor (ops 8.4), in decimal; none when no value of it lets its consumers meet the
// profile. model_mismatch for a graph that cannot be certified or has no such tensor.
struct DecimalRange {
  std::string lo;
  std::string hi;
};
[[nodiscard]] WAI_EXPORT Expected<std::optional<DecimalRange>> admissible(const RoleGraph& graph, std::uint32_t tensor,
                                                                          Profile profile);

}  // namespace wai
