// The range checks of WHM1 and WAM1 networks (ops 13.2, 13.3): how large a layer's input may be.
#pragma once

#include <optional>

#include "base/wide.hpp"
#include "lower/canonical.hpp"
#include "lower/whm_form.hpp"

namespace wai {

// P_l(X), exactly. False for no layer of tag 3, which has no predicate.
[[nodiscard]] bool layer_admits(const Network& network, std::size_t layer, const Wide& x);

// X_l, the largest X in [0, 2^63] for which P_l(X) holds; none for a layer of tag 3. Refuses (model_mismatch) when
// P_l(0) fails. Every P_l holds at X whenever it holds at a larger one, so a binary search finds it.
[[nodiscard]] Expected<std::optional<Wide>> layer_limit(const Network& network, std::size_t layer);

// The range [-X_l, min(X_l, 2^63 - 1)] of the tensor that the layer reads; none for a layer of tag 3.
[[nodiscard]] Expected<std::optional<CheckRange>> layer_range(const Network& network, std::size_t layer);

}  // namespace wai
