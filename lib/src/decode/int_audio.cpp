// The driver of `wai.audio.int_codec` (pay 5, 7; ops 13.5): WIA1 to 16-bit PCM.
#include "decode/cost.hpp"
#include "decode/drivers.hpp"
#include "decode/latents.hpp"
#include "decode/networks.hpp"
#include "decode/samples.hpp"
#include "payload/wia1.hpp"

namespace wai {
namespace {

Shape latent_shape(const Wia1& p) {
  return {p.n_ch, 1, p.lat_len};
}

class IntAudio final : public Session::Driver {
 public:
  explicit IntAudio(ParameterSet set) : set_(std::move(set)), capability_(find_capability("wai.audio.int_codec")) {}

  Expected<Decoded> decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const override {
    WAI_TRY(Wia1 clip, parse_wia1(payload, HoldStreams::viewed));
    WAI_TRY(const auto parts, parts_.get([&] { return read_parts(set_, *capability_); }));  // 1
    WAI_TRY(const NetworkPlan plan, fit(*parts, clip));
    Decoded out;
    out.form.kind = OutputForm::Kind::sound;
    out.form.samples = clip.t_out;
    out.form.sample_rate = clip.sr;
    WAI_CHECK(admit(cost_of(clip, plan), out.form, options));
    WAI_TRY(const auto graphs, graphs_.get([&] { return load_parts(*parts, *capability_); }));
    const std::int64_t t_out = clip.t_out;
    WAI_TRY(Tensor latent, decode_stream(std::move(clip), out.streams));
    WAI_TRY(const Tensor pcm, run_one(graphs->front(), std::move(latent), std::array{t_out}));
    out.bytes = pcm_bytes(pcm);
    return out;
  }

  Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const override {
    WAI_TRY(const Wia1 clip, parse_wia1(payload, HoldStreams::viewed));
    WAI_TRY(const auto parts, parts_.get([&] { return read_parts(set_, *capability_); }));
    WAI_TRY(const NetworkPlan plan, fit(*parts, clip));
    return cost_of(clip, plan);
  }

 private:
  // Steps 2 to 4.
  static Expected<NetworkPlan> fit(const SetParts& parts, const Wia1& clip) {
    WAI_CHECK(check_scale(parts));
    const Network& network = parts.networks.at("g_s");
    if (clip.afrac != network.afrac) {
      return refuse(RefusalCode::model_mismatch, "the payload's afrac is {}, the model's {} (pay 7)", clip.afrac,
                    network.afrac);
    }
    WAI_TRY(NetworkPlan plan, plan_named(parts, "g_s", latent_shape(clip)));
    if (plan.output().c != 1) {
      return refuse(RefusalCode::model_mismatch, "the synthesis gives {} channels, not 1 (pay 7)", plan.output().c);
    }
    if (plan.output().w < clip.t_out) {
      return refuse(RefusalCode::geometry_mismatch, "the synthesis gives {} samples, the payload presents {} (pay 7)",
                    plan.output().w, clip.t_out);
    }
    if (samples_of_one_fewer(parts, clip) >= clip.t_out) {
      return refuse(RefusalCode::geometry_mismatch, "a latent of {} gives {} samples already (pay 7)", clip.lat_len - 1,
                    clip.t_out);
    }
    return plan;
  }

  // What the synthesis of lat_len - 1 gives; 0 where it leaves no output (readings P22).
  static std::uint64_t samples_of_one_fewer(const SetParts& parts, const Wia1& clip) {
    if (clip.lat_len == 1) {
      return 0;
    }
    const auto plan = plan_named(parts, "g_s", {clip.n_ch, 1, clip.lat_len - std::uint64_t{1}});
    return plan ? plan->output().w : 0;
  }

  static DeclaredCost cost_of(const Wia1& clip, const NetworkPlan& plan) {
    CostCount cost;
    cost.output_bytes(std::uint64_t{2} * clip.t_out);
    cost.symbols(latent_shape(clip).elements());
    cost.step(latent_shape(clip).elements());
    cost.network(plan);
    return cost.finish();
  }

  // The payload's tables go with it.
  static Expected<Tensor> decode_stream(Wia1&& clip, std::vector<StreamUse>& uses) {
    std::vector<CdfTable> tables;
    for (auto& cdf : clip.cdfs) {
      tables.push_back({std::move(cdf), clip.offset});
    }
    return decode_latent("latent", clip.stream.bytes(), latent_shape(clip), clip.afrac,
                         ChannelCodes{tables, clip.medians, clip.lat_len}, uses);
  }

  ParameterSet set_;
  const Capability* capability_;
  Once<SetParts> parts_;
  Once<std::vector<BoundedGraph>> graphs_;
};

}  // namespace

std::unique_ptr<Session::Driver> make_int_audio(ParameterSet set) {
  return std::make_unique<IntAudio>(std::move(set));
}

}  // namespace wai
