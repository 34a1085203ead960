#include "decode/int_motion.hpp"

#include <algorithm>
#include <utility>

#include "decode/latents.hpp"
#include "decode/motion_frame.hpp"

namespace wai {
namespace {

// Refusals of E1 say which stream they are of.
Refusal in_residual_stream(Refusal refusal) {
  refusal.message = fmt::format("WIV1: the residual stream: {}", refusal.message);
  return refusal;
}

// Where frames are decoded: the whole clip where it is kept, or two frames in turn where a sink takes each. Room is
// reserved at once, so that no frame is ever copied (the declared working bytes count the clip once, pay 7), and
// written frame by frame: of a clip whose stream runs out early, the rest is never touched.
class FrameStore {
 public:
  FrameStore(std::size_t frame_bytes, std::size_t held) : frame_bytes_(frame_bytes), held_(held) {}

  // Takes a frame 0 that is there already, in its own buffer.
  void first(Bytes frame) {
    bytes_ = std::move(frame);
    bytes_.reserve(frame_bytes_ * held_);
  }
  // The bytes of frame f. Frame f - 1 stays.
  std::span<std::uint8_t> open(std::size_t f) {
    if (f < held_) {
      bytes_.reserve(frame_bytes_ * held_);
      bytes_.resize(frame_bytes_ * (f + 1), kIntraPrediction);
    }
    return frame(f);
  }
  [[nodiscard]] std::span<std::uint8_t> frame(std::size_t f) {
    return std::span(bytes_).subspan((f % held_) * frame_bytes_, frame_bytes_);
  }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  std::size_t frame_bytes_;
  std::size_t held_;
  Bytes bytes_;
};

class ClipDecoder {
 public:
  ClipDecoder(const Wiv1& clip, bool keep)
      : clip_(clip),
        table_{clip.cdf, clip.offset},
        stream_(clip.stream.bytes(), Rans64Modes{}),  // t4097, lenient, canonical (ops 13.5)
        frames_(std::size_t{clip.h} * clip.w * 3, keep ? clip.n_frames : std::min(clip.n_frames, 2U)) {}

  Expected<StreamUse> run(std::optional<Bytes> key, const FrameSink& sink) {
    WAI_CHECK(first_frame(std::move(key)));
    WAI_CHECK(give(0, sink));
    for (std::uint32_t f = 1; f < clip_.n_frames; ++f) {
      const std::span<std::uint8_t> frame = frames_.open(f);
      predict_frame(motion_of(f), frames_.frame(f - 1), frame);
      WAI_CHECK(residual(frame));
      WAI_CHECK(give(f, sink));
    }
    if (auto end = stream_.finish(); !end) {
      return in_residual_stream(std::move(end.refusal()));
    }
    return use_of("residual", stream_);
  }
  [[nodiscard]] Bytes take() { return frames_.take(); }

 private:
  Expected<void> first_frame(std::optional<Bytes> key) {
    if (key) {
      frames_.first(std::move(*key));
      return {};
    }
    return residual(frames_.open(0));  // over the intra prediction
  }

  Expected<void> give(std::uint32_t f, const FrameSink& sink) {
    return sink ? sink(frames_.frame(f)) : Expected<void>();
  }

  Expected<void> residual(std::span<std::uint8_t> frame) {
    if (auto done = add_residual(stream_, table_, clip_.q, frame); !done) {
      return in_residual_stream(std::move(done.refusal()));
    }
    return {};
  }

  // Frame f's vectors are entries (f - 1)*nb and on (pay 3); the parse has checked that they are there.
  [[nodiscard]] FrameMotion motion_of(std::uint32_t f) const {
    const auto nb = static_cast<std::size_t>(clip_.nb());
    return {clip_.h, clip_.w, clip_.block, clip_.mv_precision, std::span(clip_.vectors).subspan((f - 1) * nb, nb)};
  }

  const Wiv1& clip_;
  CdfTable table_;
  Rans64Decoder stream_;
  FrameStore frames_;
};

void check_key(const Wiv1& clip, const std::optional<Bytes>& key) {
  if (key.has_value() != (clip.keyframe == Keyframe::nested) ||
      (key && key->size() != std::size_t{clip.h} * clip.w * 3)) {
    bug("decode_clip: frame 0 is given for keyframe 1, and only then");
  }
}

}  // namespace

Expected<StreamUse> decode_clip_frames(const Wiv1& clip, std::optional<Bytes> key, const FrameSink& sink) {
  check_key(clip, key);
  return ClipDecoder(clip, false).run(std::move(key), sink);
}

Expected<ClipBytes> decode_clip(const Wiv1& clip, std::optional<Bytes> key) {
  check_key(clip, key);
  ClipDecoder decoder(clip, true);
  WAI_TRY(StreamUse use, decoder.run(std::move(key), FrameSink()));
  return ClipBytes{decoder.take(), std::move(use)};
}

}  // namespace wai
