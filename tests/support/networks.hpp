// Parameter sets of a few channels as plain fields, every one free to be wrong (pay 9, pins P1, P3). It shares no code
// with the library's writers: the bytes come from the text's tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/payloads.hpp"

namespace wai::test {

inline void put_all(Blob& out, const std::vector<std::int64_t>& values, std::size_t size) {
  for (const std::int64_t v : values) {
    put_signed(out, v, size);
  }
}

// Tags 0 and 1.
struct ConvFields {
  std::uint8_t tag = 0;
  std::uint32_t c = 1, out = 1, k = 1, stride = 1, pad = 0, opad = 0;
  std::vector<std::int64_t> weights, mult, bias;
};

inline Blob conv_layer(const ConvFields& f) {
  Blob out = {f.tag};
  for (const std::uint32_t field : {f.c, f.out, f.k, f.stride, f.pad}) {
    put(out, field, 4);
  }
  if (f.tag == 0) {
    put(out, f.opad, 4);
  }
  put_all(out, f.weights, 2);
  put_all(out, f.mult, 8);
  put_all(out, f.bias, 8);
  return out;
}

// Tag 2.
inline Blob igdn_layer(std::uint32_t c, const std::vector<std::int64_t>& gamma, const std::vector<std::int64_t>& beta) {
  Blob out = {2};
  put(out, c, 4);
  put_all(out, gamma, 4);
  put_all(out, beta, 8);
  return out;
}

// Tags 3 and 4.
inline Blob relu_layer() {
  return {3};
}
inline Blob leaky_layer(std::int64_t slope, std::uint32_t frac) {
  Blob out = {4};
  put_signed(out, slope, 8);
  put(out, frac, 4);
  return out;
}

struct NetworkFile {
  std::string magic = "WHM1";
  std::uint32_t afrac = 8, gf = 4, shift = 6;
  std::optional<std::uint32_t> n_layers;  // the layers' count unless given
  std::vector<Blob> layers;
  Blob tail;

  [[nodiscard]] Blob bytes() const {
    Blob out;
    put(out, magic);
    put(out, afrac, 4);
    put(out, gf, 4);
    put(out, shift, 4);
    put(out, n_layers.value_or(static_cast<std::uint32_t>(layers.size())), 4);
    for (const Blob& layer : layers) {
      put(out, layer);
    }
    put(out, tail);
    return out;
  }
};

// [1, H, W] -> [2, 2H, 2W] -> leaky -> [4, 2H, 2W]: the h_s of a latent of 2 channels.
inline NetworkFile tiny_h_s() {
  NetworkFile f;
  f.layers = {conv_layer({0, 1, 2, 2, 2, 0, 0, {1, 2, 3, 4, -5, -6, -7, -8}, {64, -32}, {10, -20}}), leaky_layer(-3, 2),
              conv_layer({1, 2, 4, 1, 1, 0, 0, {9, -8, 7, -6, 5, -4, 3, -2}, {1, 2, 3, 4}, {-1, 0, 1, 2}})};
  return f;
}

// [2, H, W] -> igdn -> [3, 2H - 1, 2W - 1] -> relu: a g_s of three channels.
inline NetworkFile tiny_g_s() {
  NetworkFile f;
  f.layers = {igdn_layer(2, {1, -2, 3, 4}, {100, -200}),
              conv_layer({0, 2, 3, 1, 2, 0, 0, {1, 2, 3, -4, -5, -6}, {64, 65, -66}, {7, -8, 9}}), relu_layer()};
  return f;
}

// [2, 1, T] -> [2, 1, 2T] -> igdn -> [1, 1, 2T]: a synthesis of one channel.
inline NetworkFile tiny_wam() {
  NetworkFile f;
  f.magic = "WAM1";
  f.layers = {conv_layer({0, 2, 2, 3, 2, 1, 1, {1, -2, 3, 4, 5, -6, 7, 8, 9, -10, 11, 12}, {50, 51}, {-3, 4}}),
              igdn_layer(2, {5, 6, 7, 8}, {300, 400}), conv_layer({0, 2, 1, 1, 1, 0, 0, {13, -14}, {70}, {15}})};
  return f;
}

// The members of a JSON object, each value as it is written.
using JsonText = std::map<std::string, std::string>;

inline Blob text_bytes(const std::string& text) {
  return {text.begin(), text.end()};
}

inline std::string json_object(const JsonText& members) {
  std::string out = "{";
  for (const auto& [key, value] : members) {
    out += (out.size() > 1 ? ",\"" : "\"") + key + "\":" + value;
  }
  return out + "}";
}

struct SynthText {
  std::vector<JsonText> layers;
  JsonText others;  // members beside `layers`

  [[nodiscard]] std::string text() const {
    std::string list;
    for (const JsonText& layer : layers) {
      list += (list.empty() ? "" : ",") + json_object(layer);
    }
    JsonText top = others;
    top.emplace("layers", "[" + list + "]");
    return json_object(top);
  }
  [[nodiscard]] Blob bytes() const { return text_bytes(text()); }
};

// [2, S, S] -> [1, 2S, 2S] -> relu -> [3, 2S, 2S].
inline SynthText tiny_synth() {
  const JsonText first = {{"in_ch", "2"},
                          {"out_ch", "1"},
                          {"k", "2"},
                          {"stride", "2"},
                          {"pad", "0"},
                          {"out_pad", "0"},
                          {"weight", "[1,-2,3,-4,2147483647,-2147483648,7,8]"},
                          {"bias", "[-9]"},
                          {"shift", "5"},
                          {"relu", "true"}};
  const JsonText second = {{"in_ch", "1"}, {"out_ch", "3"},        {"k", "1"},         {"stride", "1"},
                           {"pad", "0"},   {"weight", "[1,-2,3]"}, {"bias", "[0,1,2]"}};
  return {{first, second}, {}};
}

// Two scale edges, two hyper-latent channels; the first rows are padded.
inline JsonText tiny_entropy() {
  return {{"scale_edges", "[300,-5]"},
          {"y_cdf", "[[0,30000,60000,65536,0,0],[0,1,65536]]"},
          {"y_cdf_length", "[4,3]"},
          {"y_offset", "[-1,2147483647]"},
          {"z_cdf", "[[0,65535,65536,7],[0,32768,65536]]"},
          {"z_cdf_length", "[3,3]"},
          {"z_offset", "[-2147483648,0]"},
          {"z_median", "[9223372036854775807,-9223372036854775808]"}};
}

}  // namespace wai::test
