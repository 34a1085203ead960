// A small whole decode for every capability: a set of a few channels and a payload made for it, each of their fields
// free to be wrong. Streams come from rans64_encode; the scales that choose the latent's tables from NetworkByText.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "support/network_by_text.hpp"
#include "support/networks.hpp"
#include "support/payloads.hpp"
#include "wai/decode.hpp"
#include "wai/stage.hpp"

namespace wai::test {

constexpr std::int64_t kI64Min = std::numeric_limits<std::int64_t>::min();

// What a session takes.
struct Input {
  std::string capability;
  Blob payload;
  ParameterSet set;
  CostLimits limits;
};

inline Expected<Decoded> decode(const Input& input) {
  WAI_TRY(const Session session, Session::open(input.capability, input.set));
  DecodeOptions options;
  options.limits = input.limits;
  return session.decode(input.payload, options);
}

inline Expected<DeclaredCost> declared(const Input& input) {
  WAI_TRY(const Session session, Session::open(input.capability, input.set));
  return session.declared(input.payload);
}

// Members that stand in place of the made ones; without bytes, one that is left out.
using OtherMembers = std::map<std::string, std::optional<Blob>>;

inline ParameterSet set_of(std::map<std::string, Blob> members, const OtherMembers& others) {
  for (const auto& [name, bytes] : others) {
    bytes ? void(members.insert_or_assign(name, *bytes)) : void(members.erase(name));
  }
  ParameterSet set;
  for (auto& [name, bytes] : members) {
    set.members.push_back({name, bytes});
  }
  return set;
}

inline Blob encoded(const std::vector<std::int64_t>& symbols, const std::vector<CdfTable>& tables,
                    const std::vector<std::uint64_t>& reads) {
  const auto stream = rans64_encode(symbols, tables, reads, Rans64Modes{});
  EXPECT_TRUE(stream);
  return stream ? *stream : Blob{};
}
// The symbols of channel k, `plane` of them, against table k.
inline Blob encoded_by_channel(const std::vector<std::int64_t>& symbols, const std::vector<CdfTable>& tables,
                               std::size_t plane) {
  std::vector<std::uint64_t> reads;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    reads.push_back(i / plane);
  }
  return encoded(symbols, tables, reads);
}

// A word more than the stream's symbols take, and a stream of the bare state, which the first symbol exhausts.
inline void add_word(Section& stream) {
  put(stream.bytes, 7, 4);
}
inline void bare_state(Section& stream) {
  stream.bytes = words({0x80000000U, 0});
}

// Overwrites a field of a layer's bytes: of a convolution by its place in pay 9, of the last bias at the end.
enum LayerField : std::size_t { kC = 1, kOut = 5, kK = 9, kStride = 13, kPad = 17, kOpad = 21 };
inline void poke(Blob& layer, std::size_t at, std::uint64_t value, std::size_t size = 4) {
  Blob bytes;
  put(bytes, value, size);
  std::copy(bytes.begin(), bytes.end(), layer.begin() + static_cast<std::ptrdiff_t>(at));
}
inline void poke_last_bias(Blob& layer, std::int64_t value) {
  poke(layer, layer.size() - 8, static_cast<std::uint64_t>(value), 8);
}

// --- wai.neural.int_hyper: [1, 1, 2] -> h_s [4, 2, 4]; [2, 2, 4] -> g_s [3, 3, 7] ---

inline const std::vector<std::uint32_t> kMadeCdf = {0, 20000, 40000, 60000, 65536};

struct MadeHyper {
  std::string capability = "wai.neural.int_hyper";
  Wih1Fields payload;
  NetworkFile h_s = tiny_h_s(), g_s = tiny_g_s();
  JsonText entropy = {{"scale_edges", "[9,40]"},
                      {"y_cdf", "[[0,20000,40000,60000,65536],[0,30000,65536,1]]"},
                      {"y_cdf_length", "[5,3]"},
                      {"y_offset", "[-1,-1]"},
                      {"z_cdf", "[[0,20000,40000,60000,65536]]"},
                      {"z_cdf_length", "[5]"},
                      {"z_offset", "[-1]"},
                      {"z_median", "[40]"}};
  OtherMembers members;
  CostLimits limits;
  std::vector<std::int64_t> z = {1, -1};
  std::vector<std::int64_t> y = {-1, 0, 1, 0, 2, -1, 300, 1, 0, -40, 1, 0, -1, 5, 1, 1};

  MadeHyper() {
    payload.m = 2;
    payload.sh = 2;
    payload.sw = 4;
    payload.n_z = 1;
    payload.zh = 1;
    payload.zw = 2;
    payload.z_stream.bytes = encoded_by_channel(z, {{kMadeCdf, -1}}, 2);
    payload.y_stream.bytes = encoded(y, {{kMadeCdf, -1}, {{0, 30000, 65536}, -1}}, table_of_each());
  }

  // h_s's output by the text.
  [[nodiscard]] Planes scales_and_means() const {
    Planes x(1, 1, 2);
    x.v = {z[0] * 256 + 40, z[1] * 256 + 40};
    return NetworkByText(h_s.bytes()).run(x);
  }
  // With edges 9 and 40: sigma' = max(sigma, 9), b = 1 - (sigma' <= 9).
  [[nodiscard]] std::vector<std::uint64_t> table_of_each() const {
    const Planes planes = scales_and_means();
    std::vector<std::uint64_t> tables;
    for (std::size_t p = 0; p < y.size(); ++p) {
      tables.push_back(planes.v[p] <= 9 ? 0 : 1);
    }
    return tables;
  }
  // The picture by the text: the values, then rows of R, G, B bytes.
  [[nodiscard]] Blob picture() const {
    const Planes planes = scales_and_means();
    Planes latent(2, 2, 4);
    for (std::size_t p = 0; p < y.size(); ++p) {
      latent.v[p] = y[p] * 256 + planes.v[y.size() + p];
    }
    Planes out = NetworkByText(g_s.bytes()).run(latent);
    Blob bytes;
    for (std::int64_t i = 0; i < out.h * out.w; ++i) {
      for (std::int64_t c = 0; c < 3; ++c) {
        bytes.push_back(rgb8(out.at(c, 0, i), 8));
      }
    }
    return bytes;
  }

  [[nodiscard]] std::map<std::string, Blob> made_members() const {
    return {{"g_s.whm", g_s.bytes()}, {"h_s.whm", h_s.bytes()}, {"entropy.json", text_bytes(json_object(entropy))}};
  }
  [[nodiscard]] Input bytes() const { return {capability, payload.bytes(), set_of(made_members(), members), limits}; }
};

// --- wai.video.int_hyper: the picture above as the keyframe of two frames of 3 x 7 ---

struct MadeVideo {
  MadeHyper key;
  Wiv1Fields clip;
  std::vector<std::int64_t> residuals;

  MadeVideo() : residuals(63, 0) {
    clip.keyframe = 1;
    clip.h = 3;
    clip.w = 7;
    clip.block = 4;
    residuals[0] = 1;
    residuals[50] = -1;
    residuals[62] = 1;
    clip.stream.bytes = encoded_by_channel(residuals, {{clip.cdf, clip.offset}}, residuals.size());
  }
  [[nodiscard]] Input bytes() const {
    Wiv1Fields whole = clip;
    whole.key = key.payload;
    return {"wai.video.int_hyper", whole.bytes(), set_of(key.made_members(), key.members), key.limits};
  }
};

// --- wai.video.int_motion: two frames of 2 x 3 ---

struct MadeMotion {
  Wiv1Fields clip;
  CostLimits limits;

  MadeMotion() {
    std::vector<std::int64_t> residuals(36, 0);
    residuals[3] = 1;
    residuals[35] = -1;
    clip.stream.bytes = encoded_by_channel(residuals, {{clip.cdf, clip.offset}}, residuals.size());
  }
  [[nodiscard]] Input bytes() const { return {"wai.video.int_motion", clip.bytes(), {}, limits}; }
};

// --- wai.audio.int_codec: [2, 1, 3] -> [1, 1, 6], of which 5 samples are presented ---

struct MadeAudio {
  Wia1Fields payload;
  NetworkFile model = tiny_wam();
  OtherMembers members;
  CostLimits limits;
  std::vector<std::int64_t> symbols = {-1, 0, 1, 2, -1, -300};

  MadeAudio() {
    payload.afrac = 8;
    payload.lat_len = 3;
    payload.t_out = 5;
    payload.offset = -1;
    payload.cdfs = {kMadeCdf, {0, 1, 40000, 50000, 65536}};
    payload.stream.bytes = encoded_by_channel(symbols, {{payload.cdfs[0], -1}, {payload.cdfs[1], -1}}, 3);
  }
  [[nodiscard]] Blob samples() const {
    Planes latent(2, 1, 3);
    for (std::size_t p = 0; p < 6; ++p) {
      latent.v[p] = symbols[p] * 256 + payload.medians[p / 3];
    }
    const Planes out = NetworkByText(model.bytes()).run(latent);
    Blob bytes;
    for (std::size_t i = 0; i < payload.t_out; ++i) {
      put_signed(bytes, pcm16(out.v[i], 8), 2);
    }
    return bytes;
  }
  [[nodiscard]] Input bytes() const {
    return {"wai.audio.int_codec", payload.bytes(), set_of({{"model.wam", model.bytes()}}, members), limits};
  }
};

// --- wai.splat.int_codec: [2, 3, 3] -> [3, 5, 5] ---

struct MadeSplat {
  Wis1Fields payload;
  NetworkFile g_s = tiny_g_s();
  OtherMembers members;
  CostLimits limits;
  std::vector<std::int64_t> symbols = {0, 1, -1, 2, 0, 0, 1, -1, 40, 8, 9, 10, 8, 11, 8, 9, 9, 8};

  MadeSplat() {
    payload.afrac = 8;
    payload.sw = 3;
    payload.attr = 3;
    payload.range_bits = {0, 0, 0xBF800000, 0x3F800000, 0x40000000, 0x40000000};
    payload.offsets = {-1, 8};
    payload.cdfs = {kMadeCdf, {0, 1, 40000, 50000, 65536}};
    payload.stream.bytes = encoded_by_channel(symbols, {{payload.cdfs[0], -1}, {payload.cdfs[1], 8}}, 9);
  }
  [[nodiscard]] Blob planes() const {
    Planes latent(2, 3, 3);
    for (std::size_t p = 0; p < symbols.size(); ++p) {
      latent.v[p] = symbols[p] * 256 + payload.medians[p / 9];
    }
    Blob bytes;
    for (const std::int64_t v : NetworkByText(g_s.bytes()).run(latent).v) {
      bytes.push_back(rgb8(v, 8));
    }
    return bytes;
  }
  [[nodiscard]] Input bytes() const {
    return {"wai.splat.int_codec", payload.bytes(), set_of({{"g_s.whm", g_s.bytes()}}, members), limits};
  }
};

// --- wai.neural.int_synth: [2, 2, 2] -> [3, 4, 4] ---

struct MadeSynth {
  IntSynthFields payload;
  SynthText model = tiny_synth();
  OtherMembers members;
  CostLimits limits;

  MadeSynth() {
    payload.h = 4;
    payload.w = 4;
    payload.c = 2;
    payload.latents = {-128, 127, 0, 1, -1, 2, 0, 0};
  }
  [[nodiscard]] Input bytes() const {
    return {"wai.neural.int_synth", payload.bytes(), set_of({{"int_synth.json", model.bytes()}}, members), limits};
  }
};

}  // namespace wai::test
