// The length of a reduction over the picture, for the bound rules of gram, l2norm and softmax (ops 8.1, Sizes).
#pragma once

#include "base/refuse.hpp"
#include "ops/node_record.hpp"

namespace wai {

// The node's input on the largest sizes. The load refuses a graph with such an operator whose inputs do not declare
// their sizes (ops 10.5 step 7), so they are there.
[[nodiscard]] inline const Shape& largest_shape(const NodeRecord& node) {
  if (!node.in.at(0).largest) {
    bug("a reduction over the picture without declared input sizes");
  }
  return *node.in[0].largest;
}

}  // namespace wai
