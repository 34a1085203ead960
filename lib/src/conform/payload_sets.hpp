// Small parameter sets for the payload fixtures, member by member, each free to be wrong (pay 7, 9; pins P1).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conform/payload_fixtures.hpp"
#include "lower/whm_form.hpp"

namespace wai {

inline constexpr std::string_view kFixtureSets = "payloads/sets/";

// Layers, their parameters free. A weight fits i16, gamma i32.
[[nodiscard]] ConvolutionLayer conv_layer(std::uint32_t c, std::uint32_t out, const Values& weights, Values bias);
[[nodiscard]] ConvolutionLayer transposed_layer(std::uint32_t c, std::uint32_t out, const Values& weights, Values bias);
[[nodiscard]] IgdnLayer igdn_layer(std::uint32_t c, const Values& gamma, Values beta);
// The convolution of a network's layer, to be changed.
[[nodiscard]] ConvolutionLayer& conv_of(Network& network, std::size_t layer = 0);
void set_weights(ConvolutionLayer& layer, const Values& weights);

// The set of the conditional codec.
struct HyperFiles {
  Network g_s;
  Network h_s;
  std::vector<std::pair<std::string, std::string>> entropy;  // entropy.json's members, each value as it is written
  std::map<std::string, std::optional<Bytes>> files = {};    // in place of a member; without bytes, it is absent

  // The value of a member of entropy.json, added when there is none.
  std::string& operator[](const std::string& member);
  [[nodiscard]] ParameterSet set() const;
};
// [1, H, W] -> h_s [2, H, W]; [1, H, W] -> g_s [3, H, W], both of one 1 x 1 convolution at afrac 8; one scale edge,
// one hyper-latent channel.
[[nodiscard]] HyperFiles tiny_hyper_files();

// The set of one network: `model.wam` or `g_s.whm`.
struct NetworkFiles {
  Network network;
  std::map<std::string, std::optional<Bytes>> files = {};

  [[nodiscard]] ParameterSet set() const;
};
// [1, H, W] -> [1, H, W], a 1 x 1 convolution of weight 1 at afrac 8.
[[nodiscard]] NetworkFiles identity_files();
// [1, 1, T] -> [1, 1, 2T], a transposed convolution of kernel 2 and stride 2, both weights 1.
[[nodiscard]] NetworkFiles doubling_files();

[[nodiscard]] Bytes text_bytes(std::string_view text);

}  // namespace wai
