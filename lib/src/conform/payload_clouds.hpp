// WIS1 payloads for fixtures: a cloud as fields, its latents as symbols.
#pragma once

#include <optional>

#include "conform/payload_fixtures.hpp"
#include "conform/payload_sets.hpp"
#include "conform/payload_streams.hpp"
#include "payload/wis1.hpp"

namespace wai {

struct CloudCase {
  Wis1 cloud;
  Values symbols = {0};              // repeated over the latents
  std::optional<Bytes> stream = {};  // in place of theirs
  std::vector<Poke> pokes = {};      // last of all

  [[nodiscard]] Bytes bytes() const;
};

// Four channels of one latent, three planes of 2 x 2, for sets/splat-small.
[[nodiscard]] CloudCase base_cloud();
// One channel of one latent, a plane of 1 x 1: the range at 32, the length at 40, the offset at 42, the median at 46,
// the table of 4 entries at 54, L at 70.
[[nodiscard]] CloudCase tiny_cloud();

// g_s of payloads/sets/splat-tiny gives its input.
inline constexpr FixtureGroup kTinySplat = {"splat", "wis1", "wai.splat.int_codec", "payloads/sets/splat-tiny"};

struct CloudFixture {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(CloudCase& c);
};
void add_clouds(FixtureList& list, const FixtureGroup& group, const CloudCase& base,
                std::span<const CloudFixture> rows);

// Those about g_s.whm.
void add_splat_set_fixtures(FixtureList& list);

}  // namespace wai
