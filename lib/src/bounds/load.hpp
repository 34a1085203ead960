// Loading a graph: checks 1 to 8 of ops 10.5, in order.
#pragma once

#include <span>
#include <string>

#include "bounds/verdict.hpp"

namespace wai {

// Checks 1 to 7, and of check 8 all but the profile: what has a certificate (readings G13, G16).
[[nodiscard]] Expected<BoundedGraph> bound_graph(std::span<const std::uint8_t> bytes, std::string role);

// All eight checks: a graph that may run under `profile` (ops 8.6).
[[nodiscard]] Expected<BoundedGraph> load_graph(std::span<const std::uint8_t> bytes, Profile profile,
                                                std::string role = "graph");

// The last part of check 8, for a graph bounded already: model_mismatch, naming the first failure.
[[nodiscard]] Expected<void> require_profile(const BoundedGraph& graph, Profile profile);

// The failure in words, for messages.
[[nodiscard]] std::string describe(const Failure& failure);

}  // namespace wai
