// Steps that drivers with networks share: plans, shapes, loads and runs (pay 7 steps 3, 4 and 6).
#pragma once

#include <string_view>
#include <vector>

#include "bounds/load.hpp"
#include "lower/capability.hpp"
#include "lower/plan.hpp"
#include "wai/tensor.hpp"

namespace wai {

// A network of the set planned on its input, its name in front of a refusal.
[[nodiscard]] Expected<NetworkPlan> plan_named(const SetParts& parts, std::string_view network, const Shape& input);

// What a network gives against what the payload declares (geometry_mismatch).
[[nodiscard]] Expected<void> check_shape(std::string_view network, const Shape& given, const Shape& declared);

// The set's graphs lowered and loaded under acc64, the profile of every capability here, in role order
// (model_mismatch).
[[nodiscard]] Expected<std::vector<BoundedGraph>> load_parts(const SetParts& parts, const Capability& capability);

// One decode of a graph of one input and one output. Its shapes were planned, so what can refuse is a value
// (field_range); the graph's role stands in front.
[[nodiscard]] Expected<Tensor> run_one(const BoundedGraph& graph, Tensor input,
                                       std::span<const std::int64_t> scalars = {});

}  // namespace wai
