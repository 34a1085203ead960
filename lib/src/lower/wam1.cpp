#include "lower/wam1.hpp"

#include <limits>

#include "base/caps.hpp"
#include "lower/whm1.hpp"
#include "ops/elementwise.hpp"
#include "ops/movement.hpp"
#include "ops/requantisation.hpp"

namespace wai {
namespace {

constexpr std::int64_t kFullScale = 32767;

// Where v*32767 + 2^(afrac-1) fits i64; what pay 5 step 3 refuses outside.
CheckRange pcm_range(std::uint32_t afrac) {
  using Limits = std::numeric_limits<std::int64_t>;
  return {ceil_div(Limits::min(), kFullScale), floor_div(Limits::max() - (std::int64_t{1} << (afrac - 1)), kFullScale)};
}

// crop to t_out samples, * 32767 / 2^afrac rounded half up, clamp to 16 bits.
NamedTensor append_pcm(CanonicalGraph& graph, NamedTensor x, std::uint32_t afrac, std::uint32_t t_out) {
  const CropParams crop = {{false, 0}, {false, 0}, {false, 1}, {true, t_out}};
  RescaleParams scale;
  scale.rq.round = Round::half_up;
  scale.rq.m_kind = RqKind::one;
  scale.rq.m_bytes = 4;
  scale.rq.mult = {kFullScale};
  scale.rq.shift = {narrow<std::uint8_t>(afrac)};
  x.tensor = graph.op("crop", {x.tensor}, write_params(crop), x.channels, pcm_range(afrac));
  x.tensor = graph.op("rescale", {x.tensor}, write_params(scale), x.channels);
  x.tensor = graph.op("clamp", {x.tensor}, write_params(ClampParams{-kFullScale - 1, kFullScale}), x.channels);
  return x;
}

}  // namespace

Expected<Bytes> lower_wam1(const Network& network, bool pcm) {
  WAI_CHECK(header_rules(network));
  WAI_TRY(const std::uint32_t channels, input_channels(network));
  WAI_TRY(const CheckRange range, input_range(network));
  CanonicalGraph graph;
  const std::uint32_t t_out = graph.scalar(1, static_cast<std::int64_t>(kMaxElems));
  const NamedTensor x0 = {graph.input(channels, range), channels};
  WAI_TRY(NamedTensor y, append_layers(graph, network, x0));
  if (pcm) {
    y = append_pcm(graph, y, network.afrac, t_out);
  }
  graph.output(y.tensor);
  return graph.finish();
}

}  // namespace wai
