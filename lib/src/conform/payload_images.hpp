// WIH1 payloads for fixtures: an image's header, its symbols, and the set that chooses their tables.
#pragma once

#include <optional>

#include "conform/payload_fixtures.hpp"
#include "conform/payload_streams.hpp"
#include "payload/wih1.hpp"

namespace wai {

struct ImageCase {
  Wih1 image;
  Values z = {0};                      // repeated over the hyper-latents
  Values y = {0};                      // repeated over the latents
  std::optional<Bytes> z_stream = {};  // in place of the symbols'
  std::optional<Bytes> y_stream = {};  // the same; then no network runs
  std::vector<Poke> pokes = {};        // last of all

  // The payload's fields with their streams; h_s of the set runs to choose the latents' tables.
  [[nodiscard]] Wih1 fields(const ParameterSet& set) const;
  [[nodiscard]] Bytes bytes(const ParameterSet& set) const;
};

// [1, zh, zw] of hyper-latents and the latent [2, 2zh, 2zw] of sets/hyper-small and sets/video-small, whose pictures
// are 8zh - 2 by 8zw - 2.
[[nodiscard]] ImageCase small_image(std::uint32_t zh, std::uint32_t zw);
// Every side 1, for sets like tiny_hyper_files().
[[nodiscard]] ImageCase tiny_image(std::int64_t z = 0, std::int64_t y = 0);

// Streams of one symbol against the tables of tiny_hyper_files().
[[nodiscard]] CdfTable tiny_z_table();
[[nodiscard]] CdfTable tiny_y_table();

}  // namespace wai
