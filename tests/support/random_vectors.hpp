// Graph vectors (ops 14.1) over random graphs, some with a byte changed, for a second reader of the text to compare.
#pragma once

#include "bounds/verdict.hpp"
#include "conform/graph_vector.hpp"
#include "support/random_graphs.hpp"

namespace wai::test {

// True when the first decode on these inputs plans few elements: what a changed byte may not make unbounded.
[[nodiscard]] bool is_small_decode(const PlannedGraph& graph, const RandomDecode& decode);

// A decode of a graph whose bytes were changed after it was drawn: on the sizes of the drawing. None when it would be
// large.
[[nodiscard]] std::optional<RandomDecode> random_decode_of_changed(const PlannedGraph& graph, const RandomGraph& drawn,
                                                                   SplitMix64& random);

// The bytes with one of them changed, the tables and first parameters more often than the rest.
[[nodiscard]] Bytes with_a_byte_changed(Bytes bytes, SplitMix64& random);

// The vector of one seed, evaluated: a sequence of decodes through a random graph.
[[nodiscard]] GraphVector random_vector(std::uint64_t seed);

}  // namespace wai::test
