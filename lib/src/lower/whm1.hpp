// The lowering whm1/1 (ops 13.2), and what wam1/1 and the bundles share of it.
#pragma once

#include "lower/canonical.hpp"
#include "lower/whm_form.hpp"

namespace wai {

// The input channels that the first layer of tag 0, 1 or 2 declares, at least 1. Refuses (model_mismatch) a network
// with no such layer.
[[nodiscard]] Expected<std::uint32_t> input_channels(const Network& network);

// Load checks on the header, whether a layer uses it or not: shift and gf below 128, afrac in 1..=30.
[[nodiscard]] Expected<void> header_rules(const Network& network);

// The range of x_0: that of layer 0, or all of i64 when layer 0 has none.
[[nodiscard]] Expected<CheckRange> input_range(const Network& network);

// A tensor and its channels.
struct NamedTensor {
  std::uint32_t tensor = 0;
  std::uint32_t channels = 0;
};

// The layers over x_0, one operator each, with their range checks; the last layer's output. Refuses (model_mismatch)
// a layer that does not fit the channels, or whose range predicate fails at 0.
[[nodiscard]] Expected<NamedTensor> append_layers(CanonicalGraph& graph, const Network& network, NamedTensor x0);

// The RGB8 step of ops 13.0: clamp(0, 2^afrac), then * 255 / 2^afrac rounded half up. afrac is in 1..=30.
[[nodiscard]] NamedTensor append_rgb8(CanonicalGraph& graph, NamedTensor x, std::uint32_t afrac);

// The graph of a WHM1 network, with the RGB8 step or without.
[[nodiscard]] Expected<Bytes> lower_whm1(const Network& network, bool rgb8);

}  // namespace wai
