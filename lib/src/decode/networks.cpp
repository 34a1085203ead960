#include "decode/networks.hpp"

#include "exec/run.hpp"

namespace wai {
namespace {

template <class T>
Expected<T> named(std::string_view name, Expected<T> result) {
  if (!result) {
    result.refusal().message = fmt::format("{}: {}", name, result.refusal().message);
  }
  return result;
}

}  // namespace

Expected<NetworkPlan> plan_named(const SetParts& parts, std::string_view network, const Shape& input) {
  return named(network, plan_network(parts.networks.find(network)->second, input));
}

Expected<void> check_shape(std::string_view network, const Shape& given, const Shape& declared) {
  if (given != declared) {
    return refuse(RefusalCode::geometry_mismatch, "{} gives [{}, {}, {}], the payload declares [{}, {}, {}] (pay 7)",
                  network, given.c, given.h, given.w, declared.c, declared.h, declared.w);
  }
  return {};
}

Expected<std::vector<BoundedGraph>> load_parts(const SetParts& parts, const Capability& capability) {
  WAI_TRY(const std::vector<RoleGraph> lowered, lower_parts(parts, capability));
  std::vector<BoundedGraph> graphs;
  for (const RoleGraph& graph : lowered) {
    WAI_TRY(BoundedGraph loaded, named(graph.role, load_graph(graph.whg1, Profile::acc64, graph.role)));
    graphs.push_back(std::move(loaded));
  }
  return graphs;
}

Expected<Tensor> run_one(const BoundedGraph& graph, Tensor input, std::span<const std::int64_t> scalars) {
  std::vector<Tensor> inputs;
  inputs.push_back(std::move(input));
  WAI_TRY(std::vector<Tensor> outputs, named(graph.role, run_graph(graph, std::move(inputs), scalars)));
  return std::move(outputs.front());
}

}  // namespace wai
