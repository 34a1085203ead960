#include "decode/hyper_set.hpp"

#include "decode/latents.hpp"
#include "decode/networks.hpp"
#include "exec/run.hpp"
#include "stage/bucket.hpp"

namespace wai {
namespace {

Shape hyper_latent_shape(const Wih1& p) {
  return {p.n_z, p.zh, p.zw};
}
Shape latent_shape(const Wih1& p) {
  return {p.m, p.sh, p.sw};
}

// Step 3 of pay 4: element p reads the table of its scale, over its mean. h_s's output is [2m, sh, sw], scales first.
struct ConditionalCodes {
  const EntropyTables& tables;
  std::span<const std::int64_t> sigma;
  std::span<const std::int64_t> mu;

  ElementCode operator()(std::size_t p) const { return {&tables.y[bucket_ceil(sigma[p], tables.scale_edges)], mu[p]}; }
};

}  // namespace

Expected<HyperSet::Parts> HyperSet::parts() const {
  return parts_.get([&] { return read_parts(set_, *capability_); });
}

Expected<HyperSet::Plan> HyperSet::fit(const SetParts& parts, const Wih1& payload) {
  WAI_CHECK(check_scale(parts));  // 2
  if (payload.n_z > parts.entropy->z.size()) {
    return refuse(RefusalCode::model_mismatch, "{} hyper-latent channels, entropy.json has tables for {} (pay 7)",
                  payload.n_z, parts.entropy->z.size());
  }
  WAI_TRY(NetworkPlan h_s, plan_named(parts, "h_s", hyper_latent_shape(payload)));  // 3
  WAI_TRY(NetworkPlan g_s, plan_named(parts, "g_s", latent_shape(payload)));
  const Shape latent = latent_shape(payload);  // 4
  WAI_CHECK(check_shape("h_s", h_s.output(), {2 * latent.c, latent.h, latent.w}));
  if (g_s.output().c != 3) {
    return refuse(RefusalCode::model_mismatch, "g_s gives {} channels, not 3 (pay 7)", g_s.output().c);
  }
  return Plan{std::move(h_s), std::move(g_s)};
}

void HyperSet::add_cost(const Plan& plan, const Wih1& payload, CostCount& cost) {
  const std::uint64_t hyper_latent = hyper_latent_shape(payload).elements();
  const std::uint64_t latent = latent_shape(payload).elements();
  cost.symbols(hyper_latent + latent);
  cost.step(hyper_latent);
  cost.network(plan.h_s);
  cost.step(plan.h_s.output().elements() + latent);
  cost.network(plan.g_s);
}

Expected<std::shared_ptr<const HyperSet::Graphs>> HyperSet::graphs(const SetParts& parts) const {
  return graphs_.get([&]() -> Expected<Graphs> {
    WAI_TRY(std::vector<BoundedGraph> loaded, load_parts(parts, *capability_));
    return Graphs{std::move(loaded.at(0)), std::move(loaded.at(1))};
  });
}

Expected<Tensor> HyperSet::decode(const SetParts& parts, const Graphs& graphs, const Wih1& payload,
                                  std::vector<StreamUse>& uses) {
  const EntropyTables& tables = *parts.entropy;
  const std::uint32_t afrac = parts.networks.at("g_s").afrac;
  const Shape z_shape = hyper_latent_shape(payload);
  WAI_TRY(Tensor z, decode_latent("hyper-latent", payload.z_stream.bytes(), z_shape, afrac,
                                  ChannelCodes{tables.z, tables.z_median, z_shape.plane()}, uses));
  Tensor latent;
  {
    WAI_TRY(const Tensor scales_and_means, run_one(graphs.h_s, std::move(z)));
    const std::span<const std::int64_t> values(scales_and_means.data);
    const std::size_t half = values.size() / 2;
    WAI_TRY(latent, decode_latent("latent", payload.y_stream.bytes(), latent_shape(payload), afrac,
                                  ConditionalCodes{tables, values.first(half), values.subspan(half)}, uses));
  }
  return run_one(graphs.g_s, std::move(latent));
}

}  // namespace wai
