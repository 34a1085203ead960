#include "bounds/load.hpp"

#include "base/sha256.hpp"
#include "graph/whg1.hpp"

namespace wai {

Expected<BoundedGraph> bound_graph(std::span<const std::uint8_t> bytes, std::string role) {
  WAI_TRY(GraphModel model, parse_graph(bytes));              // 1 to 4
  WAI_TRY(PlannedGraph graph, plan_graph(std::move(model)));  // 5 to 7
  WAI_TRY(GraphBounds bounds, bounds_pass(graph));            // 8: the pass, and its own rules
  return BoundedGraph{std::move(role), sha256_hex(bytes), std::move(graph), std::move(bounds)};
}

Expected<BoundedGraph> load_graph(std::span<const std::uint8_t> bytes, Profile profile, std::string role) {
  WAI_TRY(BoundedGraph graph, bound_graph(bytes, std::move(role)));
  WAI_CHECK(require_profile(graph, profile));  // 8: the profile
  return graph;
}

Expected<void> require_profile(const BoundedGraph& graph, Profile profile) {
  if (const auto failure = first_failure(graph, profile)) {
    return refuse(RefusalCode::model_mismatch, "the graph does not meet {}: {} (ops 8.6)", to_string(profile),
                  describe(*failure));
  }
  return {};
}

std::string describe(const Failure& f) {
  const std::string bits = f.bits ? fmt::format(", {} bits", *f.bits) : std::string();
  return fmt::format("{} {} {}, {}{}", f.graph, f.where, f.index, f.key, bits);
}

}  // namespace wai
