// The drivers of `wai.video.int_motion` and `wai.video.int_hyper` (pay 3, 7; ops 13.5): WIV1 to RGB8 frames.
#include "decode/drivers.hpp"
#include "decode/hyper_set.hpp"
#include "decode/int_motion.hpp"
#include "decode/samples.hpp"
#include "payload/wiv1.hpp"

namespace wai {
namespace {

std::uint64_t frame_bytes(const Wiv1& clip) {
  return std::uint64_t{3} * clip.h * clip.w;
}

OutputForm form_of(const Wiv1& clip) {
  OutputForm form;
  form.kind = OutputForm::Kind::clip;
  form.height = clip.h;
  form.width = clip.w;
  form.frames = clip.n_frames;
  return form;
}

// What every clip declares; a keyframe's part is its own.
CostCount clip_cost(const Wiv1& clip) {
  CostCount cost;
  cost.output_bytes(clip.n_frames * frame_bytes(clip));
  cost.always_bytes(clip.n_frames * frame_bytes(clip) + kMotionVectorBytes * clip.vectors.size());
  const std::uint64_t coded_frames = clip.n_frames - (clip.keyframe == Keyframe::nested ? std::uint64_t{1} : 0);
  cost.symbols(coded_frames * frame_bytes(clip));
  return cost;
}

// The frames to the caller's sink, or gathered as the output.
Expected<Decoded> decode_frames(const Wiv1& clip, std::optional<Bytes> key, const DecodeOptions& options) {
  Decoded out;
  out.form = form_of(clip);
  if (options.frames) {
    WAI_TRY(StreamUse use, decode_clip_frames(clip, std::move(key), options.frames));
    out.streams.push_back(std::move(use));
  } else {
    WAI_TRY(ClipBytes decoded, decode_clip(clip, std::move(key)));
    out.bytes = std::move(decoded.bytes);
    out.streams.push_back(std::move(decoded.use));
  }
  return out;
}

class IntMotion final : public Session::Driver {
 public:
  Expected<Decoded> decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const override {
    WAI_TRY(const Wiv1 clip, parse_wiv1(payload, Keyframe::residual, HoldStreams::viewed));
    WAI_CHECK(admit(clip_cost(clip).finish(), form_of(clip), options));
    return decode_frames(clip, std::nullopt, options);
  }
  Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const override {
    WAI_TRY(const Wiv1 clip, parse_wiv1(payload, Keyframe::residual, HoldStreams::viewed));
    return clip_cost(clip).finish();
  }
};

class VideoIntHyper final : public Session::Driver {
 public:
  explicit VideoIntHyper(ParameterSet set) : set_(std::move(set), *find_capability("wai.video.int_hyper")) {}

  // The keyframe is decoded in full, g_s included, before the residual stream is read (readings P7).
  Expected<Decoded> decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const override {
    WAI_TRY(const Wiv1 clip, parse_wiv1(payload, Keyframe::nested, HoldStreams::viewed));
    WAI_TRY(const auto parts, set_.parts());
    WAI_TRY(const HyperSet::Plan plan, fit(*parts, clip));
    WAI_CHECK(admit(cost_of(clip, plan), form_of(clip), options));
    WAI_TRY(const auto graphs, set_.graphs(*parts));
    std::vector<StreamUse> uses;
    std::optional<Bytes> key;
    {
      WAI_TRY(const Tensor picture, HyperSet::decode(*parts, *graphs, *clip.key, uses));
      key = hwc_bytes(picture, options.frames ? 0 : static_cast<std::size_t>(clip.n_frames * frame_bytes(clip)));
    }
    WAI_TRY(Decoded out, decode_frames(clip, std::move(key), options));
    out.streams.insert(out.streams.begin(), uses.begin(), uses.end());
    return out;
  }
  Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const override {
    WAI_TRY(const Wiv1 clip, parse_wiv1(payload, Keyframe::nested, HoldStreams::viewed));
    WAI_TRY(const auto parts, set_.parts());
    WAI_TRY(const HyperSet::Plan plan, fit(*parts, clip));
    return cost_of(clip, plan);
  }

 private:
  // Steps 2 to 4: the keyframe's as for WIH1, then its size against the clip's.
  static Expected<HyperSet::Plan> fit(const SetParts& parts, const Wiv1& clip) {
    WAI_TRY(HyperSet::Plan plan, HyperSet::fit(parts, *clip.key));
    const Shape& picture = plan.g_s.output();
    if (picture.h != clip.h || picture.w != clip.w) {
      return refuse(RefusalCode::geometry_mismatch, "the keyframe is {} x {}, the clip {} x {} (pay 7)", picture.h,
                    picture.w, clip.h, clip.w);
    }
    return plan;
  }
  static DeclaredCost cost_of(const Wiv1& clip, const HyperSet::Plan& plan) {
    CostCount cost = clip_cost(clip);
    HyperSet::add_cost(plan, *clip.key, cost);
    return cost.finish();
  }

  HyperSet set_;
};

}  // namespace

std::unique_ptr<Session::Driver> make_int_motion() {
  return std::make_unique<IntMotion>();
}

std::unique_ptr<Session::Driver> make_video_int_hyper(ParameterSet set) {
  return std::make_unique<VideoIntHyper>(std::move(set));
}

}  // namespace wai
