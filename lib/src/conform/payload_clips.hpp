// WIV1 payloads for fixtures: a clip as fields, its residuals as symbols.
#pragma once

#include <optional>

#include "conform/payload_fixtures.hpp"
#include "conform/payload_streams.hpp"
#include "payload/wiv1.hpp"

namespace wai {

struct ClipCase {
  Wiv1 clip;
  Values residuals = {0};            // repeated over the clip's symbols
  std::optional<Bytes> stream = {};  // in place of theirs
  std::vector<Poke> pokes = {};      // last of all

  // Symbols of the residual stream.
  [[nodiscard]] std::size_t symbols() const;
  // As many (dy, dx) as the clip's frames have blocks, repeated.
  void set_vectors(const std::vector<MotionVector>& vectors);
  [[nodiscard]] CdfTable table() const { return {clip.cdf, clip.offset}; }
  [[nodiscard]] Bytes bytes() const;
};

// Two frames of 2 x 3 in blocks of 2, whole-pel, keyframe 0: header 0..36, table 36..56, vectors 56..64, the stream's
// length at 64.
[[nodiscard]] ClipCase base_clip();
// One frame of h x w.
[[nodiscard]] ClipCase one_frame(std::uint32_t h, std::uint32_t w);

// A row of a table of clips.
struct ClipFixture {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(ClipCase& c);
};
void add_clips(FixtureList& list, const FixtureGroup& group, const ClipCase& base, std::span<const ClipFixture> rows);

// What refuses, and what does not, in the header and the residual table: the same for either keyframe kind, over a
// table of 5 entries.
[[nodiscard]] std::span<const PokedFixture> clip_field_rows();
[[nodiscard]] std::span<const PokedFixture> clip_table_rows();
// The caps of pay 7 on a clip: headers of `base`, at each and past it.
void add_clip_caps(FixtureList& list, const FixtureGroup& group, const Bytes& base);

}  // namespace wai
