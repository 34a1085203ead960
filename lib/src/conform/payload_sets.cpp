#include "conform/payload_sets.hpp"

#include <algorithm>

namespace wai {
namespace {

using Replaced = std::map<std::string, std::optional<Bytes>>;

ParameterSet set_of(std::vector<SetMember> members, const Replaced& files) {
  for (const auto& file : files) {
    std::erase_if(members, [&](const SetMember& m) { return m.name == file.first; });
    if (file.second) {
      members.push_back({file.first, *file.second});
    }
  }
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return {std::move(members), false};
}

ConvolutionLayer layer_of(bool transposed, std::uint32_t c, std::uint32_t out, const Values& weights, Values bias) {
  ConvolutionLayer layer;
  layer.transposed = transposed;
  layer.c = c;
  layer.out = out;
  set_weights(layer, weights);
  layer.mult = Values(out, 1);
  layer.bias = std::move(bias);
  return layer;
}

}  // namespace

ConvolutionLayer conv_layer(std::uint32_t c, std::uint32_t out, const Values& weights, Values bias) {
  return layer_of(false, c, out, weights, std::move(bias));
}
ConvolutionLayer transposed_layer(std::uint32_t c, std::uint32_t out, const Values& weights, Values bias) {
  return layer_of(true, c, out, weights, std::move(bias));
}

IgdnLayer igdn_layer(std::uint32_t c, const Values& gamma, Values beta) {
  return {c, packed(gamma, 4), std::move(beta)};
}

ConvolutionLayer& conv_of(Network& network, std::size_t layer) {
  return std::get<ConvolutionLayer>(network.layers.at(layer));
}

void set_weights(ConvolutionLayer& layer, const Values& weights) {
  layer.weights = packed(weights, 2);
}

Bytes text_bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

std::string& HyperFiles::operator[](const std::string& member) {
  const auto found = std::find_if(entropy.begin(), entropy.end(), [&](const auto& m) { return m.first == member; });
  return found == entropy.end() ? entropy.emplace_back(member, "").second : found->second;
}

ParameterSet HyperFiles::set() const {
  std::string text;
  for (const auto& [name, value] : entropy) {
    text += fmt::format("{}\n\"{}\":{}", text.empty() ? "" : ",", name, value);
  }
  return set_of({{"g_s.whm", write_network(g_s)},
                 {"h_s.whm", write_network(h_s)},
                 {"entropy.json", text_bytes(fmt::format("{{{}\n}}\n", text))}},
                files);
}

HyperFiles tiny_hyper_files() {
  return {{NetworkForm::whm1, 8, 8, 4, {conv_layer(1, 3, {16, 32, -8}, {10, -20, 200})}},
          {NetworkForm::whm1, 8, 8, 4, {conv_layer(1, 2, {16, 8}, {3, 40})}},
          {{"scale_edges", "[1]"},
           {"y_cdf", "[[0,20000,45000,65536]]"},
           {"y_cdf_length", "[4]"},
           {"y_offset", "[-1]"},
           {"z_cdf", "[[0,30000,60000,65536]]"},
           {"z_cdf_length", "[4]"},
           {"z_offset", "[0]"},
           {"z_median", "[5]"}}};
}

ParameterSet NetworkFiles::set() const {
  return set_of({{network.one_dimensional() ? "model.wam" : "g_s.whm", write_network(network)}}, files);
}

NetworkFiles identity_files() {
  return {{NetworkForm::whm1, 8, 8, 0, {conv_layer(1, 1, {1}, {0})}}};
}

NetworkFiles doubling_files() {
  ConvolutionLayer layer = transposed_layer(1, 1, {1, 1}, {0});
  layer.k = 2;
  layer.stride = 2;
  return {{NetworkForm::wam1, 8, 8, 0, {std::move(layer)}}};
}

}  // namespace wai
