// The driver of `wai.splat.int_codec` (pay 6, 7; ops 13.5): WIS1 to attribute planes.
#include "decode/cost.hpp"
#include "decode/drivers.hpp"
#include "decode/latents.hpp"
#include "decode/networks.hpp"
#include "decode/samples.hpp"
#include "payload/wis1.hpp"

namespace wai {
namespace {

Shape latent_shape(const Wis1& p) {
  return {p.c, p.sh, p.sw};
}

class IntSplat final : public Session::Driver {
 public:
  explicit IntSplat(ParameterSet set) : set_(std::move(set)), capability_(find_capability("wai.splat.int_codec")) {}

  Expected<Decoded> decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const override {
    WAI_TRY(Wis1 cloud, parse_wis1(payload, HoldStreams::viewed));
    WAI_TRY(const auto parts, parts_.get([&] { return read_parts(set_, *capability_); }));  // 1
    WAI_TRY(const NetworkPlan plan, fit(*parts, cloud));
    Decoded out;
    out.form = form_of(cloud);
    WAI_CHECK(admit(cost_of(cloud, plan), out.form, options));
    WAI_TRY(const auto graphs, graphs_.get([&] { return load_parts(*parts, *capability_); }));
    WAI_TRY(Tensor latent, decode_stream(std::move(cloud), out.streams));
    WAI_TRY(const Tensor planes, run_one(graphs->front(), std::move(latent)));
    out.bytes = chw_bytes(planes);
    return out;
  }

  Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const override {
    WAI_TRY(const Wis1 cloud, parse_wis1(payload, HoldStreams::viewed));
    WAI_TRY(const auto parts, parts_.get([&] { return read_parts(set_, *capability_); }));
    WAI_TRY(const NetworkPlan plan, fit(*parts, cloud));
    return cost_of(cloud, plan);
  }

 private:
  // Steps 2 to 4.
  static Expected<NetworkPlan> fit(const SetParts& parts, const Wis1& cloud) {
    WAI_CHECK(check_scale(parts));
    if (const std::uint32_t afrac = parts.networks.at("g_s").afrac; cloud.afrac != afrac) {
      return refuse(RefusalCode::model_mismatch, "the payload's afrac is {}, the model's {} (pay 7)", cloud.afrac,
                    afrac);
    }
    WAI_TRY(NetworkPlan plan, plan_named(parts, "g_s", latent_shape(cloud)));
    WAI_CHECK(check_shape("g_s", plan.output(), {cloud.attr, cloud.s, cloud.s}));
    return plan;
  }

  static DeclaredCost cost_of(const Wis1& cloud, const NetworkPlan& plan) {
    CostCount cost;
    cost.output_bytes(plan.output().elements());
    cost.symbols(latent_shape(cloud).elements());
    cost.step(latent_shape(cloud).elements());
    cost.network(plan);
    return cost.finish();
  }

  // The payload's tables go with it.
  static Expected<Tensor> decode_stream(Wis1&& cloud, std::vector<StreamUse>& uses) {
    std::vector<CdfTable> tables;
    for (std::size_t k = 0; k < cloud.cdfs.size(); ++k) {
      tables.push_back({std::move(cloud.cdfs[k]), cloud.offsets[k]});
    }
    const Shape shape = latent_shape(cloud);
    return decode_latent("latent", cloud.stream.bytes(), shape, cloud.afrac, ChannelCodes{tables, cloud.medians, shape.plane()},
                         uses);
  }

  static OutputForm form_of(const Wis1& cloud) {
    OutputForm form;
    form.kind = OutputForm::Kind::planes;
    form.height = cloud.s;
    form.width = cloud.s;
    form.planes = cloud.attr;
    form.n_gaussians = cloud.n_gaussians;
    for (const PlaneRange& range : cloud.ranges) {
      form.ranges.push_back({range.lo.bits, range.hi.bits});
    }
    return form;
  }

  ParameterSet set_;
  const Capability* capability_;
  Once<SetParts> parts_;
  Once<std::vector<BoundedGraph>> graphs_;
};

}  // namespace

std::unique_ptr<Session::Driver> make_int_splat(ParameterSet set) {
  return std::make_unique<IntSplat>(std::move(set));
}

}  // namespace wai
