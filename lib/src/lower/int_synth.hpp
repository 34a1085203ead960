// int_synth.json and its lowering int_synth/1 (ops 13.1, pins P3). Every refusal is payload_malformed.
#pragma once

#include <span>
#include <vector>

#include "base/packed_ints.hpp"

namespace wai {

struct SynthLayer {
  std::uint32_t in_ch = 1;
  std::uint32_t out_ch = 1;
  std::uint32_t k = 1;
  std::uint32_t stride = 1;
  std::uint32_t pad = 0;
  std::uint32_t out_pad = 0;
  PackedInts weights;              // i32 [in_ch][out_ch][k][k]
  std::vector<std::int64_t> bias;  // i32 values, [out_ch]
  std::uint8_t shift = 0;          // <= 127
  bool relu = false;
};

// At least one layer; the layers chain.
struct SynthSpec {
  std::vector<SynthLayer> layers;

  // C: the channels of the latents.
  [[nodiscard]] std::uint32_t channels() const { return layers.front().in_ch; }
};

// The set's file with the load checks of ops 13.1 (but caps and profile, which are the plan's and the load's).
[[nodiscard]] Expected<SynthSpec> parse_int_synth(std::span<const std::uint8_t> bytes);

// The graph `synth`.
[[nodiscard]] Expected<Bytes> lower_int_synth(const SynthSpec& spec);

}  // namespace wai
