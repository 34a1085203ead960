#include "decode/int_motion.hpp"

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

class ClipDecoder {
 public:
  explicit ClipDecoder(const Wiv1& clip)
      : clip_(clip),
        table_{clip.cdf, clip.offset},
        stream_(clip.stream, Rans64Modes{}),  // t4097, lenient, canonical (ops 13.5)
        frame_bytes_(std::size_t{clip.h} * clip.w * 3) {}

  Expected<StreamUse> run(std::optional<Bytes> key, const FrameSink& sink) {
    WAI_TRY(Bytes previous, first_frame(std::move(key)));
    WAI_CHECK(sink(previous));
    Bytes frame(clip_.n_frames > 1 ? frame_bytes_ : 0);
    for (std::uint32_t f = 1; f < clip_.n_frames; ++f) {
      predict_frame(motion_of(f), previous, frame);
      WAI_CHECK(residual(frame));
      WAI_CHECK(sink(frame));
      std::swap(previous, frame);
    }
    if (auto end = stream_.finish(); !end) {
      return in_residual_stream(std::move(end.refusal()));
    }
    return use_of("residual", stream_);
  }

 private:
  Expected<Bytes> first_frame(std::optional<Bytes> key) {
    if (key) {
      return std::move(*key);
    }
    Bytes frame(frame_bytes_, kIntraPrediction);
    WAI_CHECK(residual(frame));
    return frame;
  }

  Expected<void> residual(Bytes& frame) {
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
  std::size_t frame_bytes_;
};

}  // namespace

Expected<StreamUse> decode_clip_frames(const Wiv1& clip, std::optional<Bytes> key, const FrameSink& sink) {
  if (key.has_value() != (clip.keyframe == Keyframe::nested) ||
      (key && key->size() != std::size_t{clip.h} * clip.w * 3)) {
    bug("decode_clip_frames: frame 0 is given for keyframe 1, and only then");
  }
  return ClipDecoder(clip).run(std::move(key), sink);
}

Expected<Bytes> decode_int_motion(const Wiv1& clip) {
  Bytes out;
  const auto append = [&](std::span<const std::uint8_t> frame) -> Expected<void> {
    out.reserve(frame.size() * clip.n_frames);  // once a frame is there: a stream that runs out early costs little
    out.insert(out.end(), frame.begin(), frame.end());
    return {};
  };
  WAI_CHECK(decode_clip_frames(clip, std::nullopt, append));
  return out;
}

}  // namespace wai
