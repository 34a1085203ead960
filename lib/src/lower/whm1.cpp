#include "lower/whm1.hpp"

#include <limits>

#include "lower/plan.hpp"
#include "lower/range_check.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"
#include "ops/normalisation.hpp"
#include "ops/requantisation.hpp"

namespace wai {
namespace {

constexpr auto kMismatch = RefusalCode::model_mismatch;
constexpr std::uint32_t kMaxAfrac = 30;
constexpr std::uint32_t kMaxShift = 127;

// One multiplier per channel, the header's shift, a `post` bias, floor.
Rq network_rq(const Network& network, const ConvolutionLayer& layer) {
  Rq rq;
  rq.round = Round::floor;
  rq.placement = BiasPlacement::post;
  rq.m_kind = RqKind::per_channel;
  rq.m_bytes = 8;
  rq.b_bytes = 8;
  rq.mult = layer.mult;
  rq.shift = {narrow<std::uint8_t>(network.shift)};
  rq.bias = layer.bias;
  return rq;
}

// The name in ops 5 and the parameter bytes of each kind of layer.
struct LoweredLayer {
  std::string_view name;
  Bytes params;
};

LoweredLayer lower_transposed(const Network& network, const ConvolutionLayer& layer) {
  ConvTransposeParams p;
  p.cout = layer.out;
  p.kw = layer.k;
  p.sw = layer.stride;
  p.pw = layer.pad;
  p.opw = layer.opad;
  if (!network.one_dimensional()) {  // WAM1: kh = 1, sh = 1, ph = 0, oph = 0 (ops 13.3)
    p.kh = layer.k;
    p.sh = layer.stride;
    p.ph = layer.pad;
    p.oph = layer.opad;
  }
  p.rq = network_rq(network, layer);
  p.weights = layer.weights;
  return {"conv_transpose", write_params(p)};
}

LoweredLayer lower_convolution(const Network& network, const ConvolutionLayer& layer) {
  ConvParams p;
  p.cout = layer.out;
  p.kh = p.kw = layer.k;
  p.sh = p.sw = layer.stride;
  p.ph = p.pw = layer.pad;
  p.rq = network_rq(network, layer);
  p.weights = layer.weights;
  return {"conv", write_params(p)};
}

struct LayerLowering {
  const Network& network;

  LoweredLayer operator()(const ConvolutionLayer& layer) const {
    return layer.transposed ? lower_transposed(network, layer) : lower_convolution(network, layer);
  }
  LoweredLayer operator()(const IgdnLayer& layer) const {
    return {"igdn", write_params(IgdnParams{network.gf, network.afrac, layer.gamma, layer.beta})};
  }
  LoweredLayer operator()(const ReluLayer&) const { return {"relu", {}}; }
  LoweredLayer operator()(const LeakyLayer& layer) const {
    return {"leaky", write_params(LeakyParams{layer.slope_q, layer.slope_frac})};
  }
};

// The channels a layer of tag 0, 1 or 2 declares of its input.
std::optional<std::uint32_t> declared_channels(const Layer& layer) {
  if (const auto* conv = std::get_if<ConvolutionLayer>(&layer)) {
    return conv->c;
  }
  if (const auto* igdn = std::get_if<IgdnLayer>(&layer)) {
    return igdn->c;
  }
  return std::nullopt;
}

}  // namespace

Expected<std::uint32_t> input_channels(const Network& network) {
  for (const Layer& layer : network.layers) {
    if (const auto channels = declared_channels(layer)) {
      if (*channels == 0) {
        return refuse(kMismatch, "the network's input has no channels (ops 10.2)");
      }
      return *channels;
    }
  }
  return refuse(kMismatch, "no layer of tag 0, 1 or 2: the network cannot be lowered (ops 13.2)");
}

Expected<void> afrac_rule(std::uint32_t afrac) {
  if (afrac < 1 || afrac > kMaxAfrac) {
    return refuse(kMismatch, "afrac {} is outside 1..=30 (pay 7)", afrac);
  }
  return {};
}

Expected<void> header_rules(const Network& network) {
  if (network.shift > kMaxShift || network.gf > kMaxShift) {
    return refuse(kMismatch, "shift {} and gf {}: one is past 127 (ops 13.2)", network.shift, network.gf);
  }
  return afrac_rule(network.afrac);
}

Expected<CheckRange> input_range(const Network& network) {
  constexpr CheckRange kAll = {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  if (network.layers.empty()) {
    return kAll;
  }
  WAI_TRY(const std::optional<CheckRange> range, layer_range(network, 0));
  return range.value_or(kAll);
}

Expected<NamedTensor> append_layers(CanonicalGraph& graph, const Network& network, NamedTensor x0) {
  NamedTensor x = x0;
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    WAI_TRY(x.channels, layer_channels(network, l, x.channels));
    std::optional<CheckRange> range;  // of x_(l+1): its reader's, and `derived` for the last layer's output
    if (l + 1 < network.layers.size()) {
      WAI_TRY(range, layer_range(network, l + 1));
    }
    LoweredLayer op = std::visit(LayerLowering{network}, network.layers[l]);
    x.tensor = graph.op(op.name, {x.tensor}, std::move(op.params), x.channels, range);
  }
  return x;
}

NamedTensor append_rgb8(CanonicalGraph& graph, NamedTensor x, std::uint32_t afrac) {
  RescaleParams scale;
  scale.rq.round = Round::half_up;
  scale.rq.m_kind = RqKind::one;
  scale.rq.m_bytes = 4;
  scale.rq.mult = {255};
  scale.rq.shift = {narrow<std::uint8_t>(afrac)};
  x.tensor = graph.op("clamp", {x.tensor}, write_params(ClampParams{0, std::int64_t{1} << afrac}), x.channels);
  x.tensor = graph.op("rescale", {x.tensor}, write_params(scale), x.channels);
  return x;
}

Expected<Bytes> lower_whm1(const Network& network, bool rgb8) {
  WAI_CHECK(header_rules(network));
  WAI_TRY(const std::uint32_t channels, input_channels(network));
  WAI_TRY(const CheckRange range, input_range(network));
  CanonicalGraph graph;
  const NamedTensor x0 = {graph.input(channels, range), channels};
  WAI_TRY(NamedTensor y, append_layers(graph, network, x0));
  if (rgb8) {
    y = append_rgb8(graph, y, network.afrac);
  }
  graph.output(y.tensor);
  return graph.finish();
}

}  // namespace wai
