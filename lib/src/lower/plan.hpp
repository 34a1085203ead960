// Planning the networks (pay 7): what a network makes of an input's shape, from geometry and parameter lengths alone.
#pragma once

#include <cstdint>
#include <vector>

#include "lower/whm_form.hpp"
#include "wai/tensor.hpp"

namespace wai {

struct LayerPlan {
  Shape output;
  std::uint64_t uncropped = 0;  // elements of a transposed convolution's uncropped planes; 0 for another layer
  std::uint64_t macs = 0;       // multiply-accumulates, as pay 7 counts them
};

struct NetworkPlan {
  Shape input;
  std::vector<LayerPlan> layers;

  [[nodiscard]] const Shape& output() const { return layers.empty() ? input : layers.back().output; }
};

// Rule 1 for one layer: it fits the running channel count (model_mismatch). Returns the channels after it.
[[nodiscard]] Expected<std::uint32_t> layer_channels(const Network& network, std::size_t layer, std::uint64_t channels);

// The input within the cap (too_large), then for each layer: rule 1 (model_mismatch), the sizes it forms (too_large),
// and that it leaves an output (model_mismatch). A WAM1 network's input is [C, 1, T].
[[nodiscard]] Expected<NetworkPlan> plan_network(const Network& network, const Shape& input);

}  // namespace wai
