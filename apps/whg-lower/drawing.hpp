// Graphs for people: a list of layers, and a Graphviz drawing.
#pragma once

#include <string>

#include "wai/certify.hpp"
#include "wai/lower.hpp"

namespace wai {

// Every graph's size, then its inputs and its operators, a row for each tensor with its channels, bits and range.
[[nodiscard]] std::string list_layers(const Certificate& certificate, const LoweredSet& set);

// A `digraph` with one cluster a graph: operators as boxes, inputs as octagons, each edge into an operator labelled
// with its tensor's bits.
[[nodiscard]] std::string draw_dot(const Certificate& certificate, const LoweredSet& set);

}  // namespace wai
