#include "conform/payload_clips.hpp"

namespace wai {

std::size_t ClipCase::symbols() const {
  const std::size_t coded = clip.n_frames - (clip.keyframe == Keyframe::nested ? std::size_t{1} : 0);
  return coded * clip.h * clip.w * 3;
}

void ClipCase::set_vectors(const std::vector<MotionVector>& vectors) {
  clip.vectors.resize(static_cast<std::size_t>(clip.nb() * (clip.n_frames - 1)));
  for (std::size_t i = 0; i < clip.vectors.size(); ++i) {
    clip.vectors[i] = vectors[i % vectors.size()];
  }
}

Bytes ClipCase::bytes() const {
  Wiv1 whole = clip;
  whole.stream = stream ? *stream : stream_of(cycled(residuals, symbols()), table());
  const auto bytes = write_wiv1(whole);
  if (!bytes) {
    bug("payload fixtures: " + bytes.refusal().message);
  }
  return poked(*bytes, pokes);
}

ClipCase base_clip() {
  ClipCase c;
  c.clip.n_frames = 2;
  c.clip.h = 2;
  c.clip.w = 3;
  c.clip.block = 2;
  c.clip.q = 7;
  c.clip.offset = -1;
  c.clip.cdf = {0, 20000, 45000, 60000, 65536};
  c.clip.vectors = {{0, 1}, {-1, 0}};
  c.residuals = {0, 1, -1, 0, 2, -3, 1};
  return c;
}

ClipCase one_frame(std::uint32_t h, std::uint32_t w) {
  ClipCase c = base_clip();
  c.clip.n_frames = 1;
  c.clip.h = h;
  c.clip.w = w;
  c.clip.block = 1;
  c.clip.vectors = {};
  return c;
}

void add_clips(FixtureList& list, const FixtureGroup& group, const ClipCase& base, std::span<const ClipFixture> rows) {
  for (const ClipFixture& row : rows) {
    ClipCase c = base;
    row.edit(c);
    list.add(group, {row.name, row.rule, row.refuse, c.bytes()});
  }
}

}  // namespace wai
