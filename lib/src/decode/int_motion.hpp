// The decode of a WIV1 clip (pay 3, ops 13.5), frame by frame: `wai.video.int_motion` whole, and the frames of
// `wai.video.int_hyper` once its keyframe is decoded.
#pragma once

#include <optional>

#include "payload/wiv1.hpp"
#include "wai/decode.hpp"

namespace wai {

// Gives every frame of a parsed clip in order, holding two of them at a time, and tells how the residual stream was
// read. `key` is frame 0 of a keyframe-1 clip, h*w*3 bytes; without it frame 0 is in the residual stream. The stream's
// end is checked after the last frame (pay 2), so the frames are the decode only once this returns without a refusal.
[[nodiscard]] Expected<StreamUse> decode_clip_frames(const Wiv1& clip, std::optional<Bytes> key, const FrameSink& sink);

// The whole clip, its frames one after the other, each decoded in its place.
struct ClipBytes {
  Bytes bytes;
  StreamUse use;
};
[[nodiscard]] Expected<ClipBytes> decode_clip(const Wiv1& clip, std::optional<Bytes> key);

}  // namespace wai
