#include "lower/int_synth.hpp"

#include <array>

#include "base/caps.hpp"
#include "base/json_fields.hpp"
#include "lower/canonical.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"

namespace wai {
namespace {

constexpr auto kMalformed = RefusalCode::payload_malformed;
constexpr CheckRange kLatents = {-128, 127};

constexpr json::Fields kFields(kMalformed, "ops 13.1, pins P3");

// Appends the integers of a list nested as `dims` says, outermost first.
Expected<void> read_nested(const json::Value& v, std::span<const std::uint32_t> dims, std::vector<std::int32_t>& out) {
  if (dims.size() == 1) {
    WAI_TRY(const auto row, kFields.integers_of<std::int32_t>(v, dims[0]));
    out.insert(out.end(), row.begin(), row.end());
    return {};
  }
  WAI_TRY(const json::Value list, kFields.list(v));
  if (list.size() != dims[0]) {
    return kFields.refuse(v, "{} lists, not {}", list.size(), dims[0]);
  }
  for (const json::Value& inner : list) {
    WAI_CHECK(read_nested(inner, dims.subspan(1), out));
  }
  return {};
}

// Lists [in_ch][out_ch][k][k], or one flat list in that order: what the first element is decides, and a mixture is
// refused as soon as another kind of element is met.
Expected<PackedInts> read_weights(const json::Value& v, const SynthLayer& layer) {
  WAI_TRY(const json::Value list, kFields.list(v));
  if (list.size() > 0 && (*list.begin()).kind() == json::Kind::array) {
    const std::array<std::uint32_t, 4> dims = {layer.in_ch, layer.out_ch, layer.k, layer.k};
    std::vector<std::int32_t> weights;
    WAI_CHECK(read_nested(list, dims, weights));
    return PackedInts(std::move(weights));
  }
  const CheckedSize n = CheckedSize(layer.in_ch) * layer.out_ch * layer.k * CheckedSize(layer.k);
  if (n.value() != list.size()) {
    return kFields.refuse(v, "{} weights do not suit {} to {} channels and kernel {}", list.size(), layer.in_ch,
                          layer.out_ch, layer.k);
  }
  WAI_TRY(auto weights, kFields.integers_of<std::int32_t>(list, list.size()));
  return PackedInts(std::move(weights));
}

Expected<std::uint32_t> read_u32(const json::Value& object, std::string_view key, std::uint32_t least) {
  WAI_TRY(const json::Value v, kFields.member(object, key));
  WAI_TRY(const std::int64_t value, kFields.integer(v, least, std::numeric_limits<std::uint32_t>::max()));
  return static_cast<std::uint32_t>(value);
}

// The members that may be absent: out_pad, shift and relu.
Expected<void> read_optional(const json::Value& object, SynthLayer& layer) {
  if (object.find("out_pad")) {
    WAI_TRY(layer.out_pad, read_u32(object, "out_pad", 0));
  }
  if (const auto shift = object.find("shift")) {
    WAI_TRY(const std::int64_t value, kFields.integer(*shift, 0, 127));
    layer.shift = static_cast<std::uint8_t>(value);
  }
  if (const auto relu = object.find("relu")) {
    const auto value = relu->as_bool();
    if (!value) {
      return kFields.refuse(*relu, "{}, not true or false", json::to_string(relu->kind()));
    }
    layer.relu = *value;
  }
  return {};
}

Expected<SynthLayer> read_layer(const json::Value& v) {
  WAI_TRY(const json::Value object, kFields.object(v));
  SynthLayer layer;
  WAI_TRY(layer.in_ch, read_u32(object, "in_ch", 1));
  WAI_TRY(layer.out_ch, read_u32(object, "out_ch", 1));
  WAI_TRY(layer.k, read_u32(object, "k", 1));
  WAI_TRY(layer.stride, read_u32(object, "stride", 1));
  WAI_TRY(layer.pad, read_u32(object, "pad", 0));
  WAI_CHECK(read_optional(object, layer));
  WAI_TRY(const json::Value weight, kFields.member(object, "weight"));
  WAI_TRY(layer.weights, read_weights(weight, layer));
  WAI_TRY(const json::Value bias, kFields.member(object, "bias"));
  WAI_TRY(const auto values, kFields.integers_of<std::int32_t>(bias, layer.out_ch));
  layer.bias.assign(values.begin(), values.end());
  return layer;
}

ConvTransposeParams convolution(const SynthLayer& layer) {
  ConvTransposeParams p;
  p.cout = layer.out_ch;
  p.kh = p.kw = layer.k;
  p.sh = p.sw = layer.stride;
  p.ph = p.pw = layer.pad;
  p.oph = p.opw = layer.out_pad;
  p.rq.round = Round::floor;
  p.rq.placement = BiasPlacement::pre;
  p.rq.b_bytes = 4;
  p.rq.shift = {layer.shift};
  p.rq.bias = layer.bias;
  p.weights = layer.weights;
  return p;
}

}  // namespace

Expected<SynthSpec> parse_int_synth(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  WAI_TRY(const json::Document document, json::Document::parse(text, kMalformed));
  WAI_TRY(const json::Value top, kFields.object(document.root()));
  WAI_TRY(const json::Value member, kFields.member(top, "layers"));
  WAI_TRY(const json::Value layers, kFields.list(member));
  if (layers.size() == 0) {
    return kFields.refuse(layers, "no layer");
  }
  SynthSpec spec;
  for (const json::Value& v : layers) {
    WAI_TRY(SynthLayer layer, read_layer(v));
    if (!spec.layers.empty() && layer.in_ch != spec.layers.back().out_ch) {
      return kFields.refuse(v, "{} input channels over {}", layer.in_ch, spec.layers.back().out_ch);
    }
    spec.layers.push_back(std::move(layer));
  }
  return spec;
}

Expected<Bytes> lower_int_synth(const SynthSpec& spec) {
  CanonicalGraph graph;
  std::uint32_t x = graph.input(spec.channels(), kLatents);
  std::uint32_t channels = spec.channels();
  for (const SynthLayer& layer : spec.layers) {
    channels = layer.out_ch;
    x = graph.op("conv_transpose", {x}, write_params(convolution(layer)), channels);
    if (layer.relu) {
      x = graph.op("relu", {x}, {}, channels);
    }
  }
  x = graph.op("clamp", {x}, write_params(ClampParams{0, 255}), channels);
  graph.output(x);
  auto bytes = graph.finish();
  if (!bytes) {
    return refuse(kMalformed, "{}", bytes.refusal().message);
  }
  return bytes;
}

}  // namespace wai
