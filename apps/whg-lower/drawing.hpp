// Graphs for people: a list of layers, and a Graphviz drawing.
#pragma once

#include <string>

#include "wai/certify.hpp"
#include "wai/lower.hpp"

namespace wai {

// For every graph its size and digest-free summary: operators with their tensors, channels and ranges.
[[nodiscard]] std::string list_layers(const Certificate& certificate, const LoweredSet& set);

// A `digraph` with one cluster a graph: operators as boxes, each edge labelled with its tensor's bits.
[[nodiscard]] std::string draw_dot(const Certificate& certificate);

}  // namespace wai
