#include "lower/plan.hpp"

#include <limits>

#include "base/caps.hpp"

namespace wai {
namespace {

constexpr std::uint64_t kMaxShift = 127;      // of a requantisation and of an inverse GDN
constexpr std::uint64_t kMaxSlopeShift = 63;  // of a leaky ReLU

// One layer of a network, for its messages.
struct Place {
  const Network& network;
  std::size_t index;

  template <class... Args>
  [[nodiscard]] Refusal refuse(RefusalCode code, fmt::format_string<Args...> text, Args&&... args) const {
    return wai::refuse(code, "layer {}: {} (pay 7)", index, fmt::format(text, std::forward<Args>(args)...));
  }
  template <class... Args>
  [[nodiscard]] Refusal mismatch(fmt::format_string<Args...> text, Args&&... args) const {
    return refuse(RefusalCode::model_mismatch, text, std::forward<Args>(args)...);
  }
};

CheckedSize taps(const Network& network, const ConvolutionLayer& layer) {
  return network.one_dimensional() ? CheckedSize(layer.k) : CheckedSize(layer.k) * layer.k;
}

// Rule 1 of each kind of layer: the channels it gives, or model_mismatch.
struct ChannelRule {
  Place at;
  std::uint64_t channels;

  Expected<std::uint32_t> operator()(const ConvolutionLayer& layer) const {
    if (layer.c != channels) {
      return at.mismatch("a convolution of {} channels over {}", layer.c, channels);
    }
    if (layer.out == 0 || layer.k == 0 || layer.stride == 0) {
      return at.mismatch("{} output channels, kernel {}, stride {}: none may be 0", layer.out, layer.k, layer.stride);
    }
    const CheckedSize weights = CheckedSize(layer.c) * layer.out * taps(at.network, layer);
    if (weights.value() != layer.weights.size() || layer.mult.size() != layer.out || layer.bias.size() != layer.out) {
      return at.mismatch("{} weights, {} multipliers, {} biases do not suit {} to {} channels and kernel {}",
                         layer.weights.size(), layer.mult.size(), layer.bias.size(), layer.c, layer.out, layer.k);
    }
    if (at.network.shift > kMaxShift) {
      return at.mismatch("requantisation shift {} is past 127", at.network.shift);
    }
    return layer.out;
  }
  Expected<std::uint32_t> operator()(const IgdnLayer& layer) const {
    if (layer.c != channels) {
      return at.mismatch("an inverse GDN of {} channels over {}", layer.c, channels);
    }
    if ((CheckedSize(layer.c) * layer.c).value() != layer.gamma.size() || layer.beta.size() != layer.c) {
      return at.mismatch("{} gamma and {} beta do not suit {} channels", layer.gamma.size(), layer.beta.size(),
                         layer.c);
    }
    if (at.network.gf > kMaxShift || at.network.afrac > kMaxShift) {
      return at.mismatch("inverse GDN shifts {} and {}: one is past 127", at.network.gf, at.network.afrac);
    }
    return layer.c;
  }
  Expected<std::uint32_t> operator()(const ReluLayer&) const { return kept(); }
  Expected<std::uint32_t> operator()(const LeakyLayer& layer) const {
    if (layer.slope_frac > kMaxSlopeShift) {
      return at.mismatch("leaky ReLU shift {} is past 63", layer.slope_frac);
    }
    return kept();
  }
  [[nodiscard]] Expected<std::uint32_t> kept() const {
    if (channels > std::numeric_limits<std::uint32_t>::max()) {
      return at.mismatch("{} channels", channels);
    }
    return static_cast<std::uint32_t>(channels);
  }
};

// The geometry of a convolution along one axis. A one-dimensional layer leaves the vertical one as it is.
struct Axis {
  std::uint64_t k = 1, stride = 1, pad = 0, opad = 0;
};
Axis vertical(const Network& network, const ConvolutionLayer& layer) {
  return network.one_dimensional() ? Axis{} : Axis{layer.k, layer.stride, layer.pad, layer.opad};
}
Axis horizontal(const ConvolutionLayer& layer) {
  return {layer.k, layer.stride, layer.pad, layer.opad};
}

// Rules 2 and 3 of each kind of layer: the sizes it forms (too_large), and that it leaves an output.
struct ShapeRule {
  Place at;
  Shape input;
  std::uint64_t channels;  // that rule 1 gave

  Expected<LayerPlan> operator()(const ConvolutionLayer& layer) const {
    const Axis y = vertical(at.network, layer);
    const Axis x = horizontal(layer);
    return layer.transposed ? transposed(layer, y, x) : convolution(layer, y, x);
  }
  Expected<LayerPlan> operator()(const IgdnLayer& layer) const {
    return LayerPlan{input, 0, input.elements() * std::uint64_t{layer.c}};
  }
  Expected<LayerPlan> operator()(const ReluLayer&) const { return LayerPlan{input, 0, 0}; }
  Expected<LayerPlan> operator()(const LeakyLayer&) const { return LayerPlan{input, 0, 0}; }

  [[nodiscard]] Expected<std::uint64_t> size(CheckedSize n, std::string_view what) const {
    if (!n.within(kMaxElems)) {
      return at.refuse(RefusalCode::too_large, "{} passes 2^26", what);
    }
    return *n.value();
  }

  [[nodiscard]] Expected<LayerPlan> convolution(const ConvolutionLayer& layer, const Axis& y, const Axis& x) const {
    WAI_TRY(const auto padded_h, size(CheckedSize(input.h) + 2 * y.pad, "the padded height"));
    WAI_TRY(const auto padded_w, size(CheckedSize(input.w) + 2 * x.pad, "the padded width"));
    if (y.k > padded_h || x.k > padded_w) {
      return at.mismatch("kernel {} over a padded input of {} x {} leaves no output", layer.k, padded_h, padded_w);
    }
    const Shape out = {channels, (padded_h - y.k) / y.stride + 1, (padded_w - x.k) / x.stride + 1};
    WAI_TRY(const auto elements, size(CheckedSize(out.c) * out.h * out.w, "the output"));
    return LayerPlan{out, 0, macs(elements, layer.c, layer)};
  }

  [[nodiscard]] Expected<LayerPlan> transposed(const ConvolutionLayer& layer, const Axis& y, const Axis& x) const {
    const auto side = [](std::uint64_t n, const Axis& a) {
      return CheckedSize(n - 1) * a.stride + a.k + CheckedSize(a.opad);
    };
    WAI_TRY(const auto uncropped_h, size(side(input.h, y), "the uncropped height"));
    WAI_TRY(const auto uncropped_w, size(side(input.w, x), "the uncropped width"));
    WAI_TRY(const auto uncropped, size(CheckedSize(channels) * uncropped_h * uncropped_w, "the uncropped output"));
    if (2 * y.pad >= uncropped_h || 2 * x.pad >= uncropped_w) {
      return at.mismatch("a crop of 2 * {} from {} x {} leaves no output", layer.pad, uncropped_h, uncropped_w);
    }
    const Shape out = {channels, uncropped_h - 2 * y.pad, uncropped_w - 2 * x.pad};
    return LayerPlan{out, uncropped, macs(input.elements(), channels, layer)};
  }

  // elements * n * taps. Rule 1 has counted c * out * taps weights in the layer, so this passes 64 bits for no file
  // below 2^38 bytes; past that it stays at the largest value.
  [[nodiscard]] std::uint64_t macs(std::uint64_t elements, std::uint64_t n, const ConvolutionLayer& layer) const {
    const CheckedSize product = CheckedSize(elements) * n * taps(at.network, layer);
    return product.value().value_or(std::numeric_limits<std::uint64_t>::max());
  }
};

}  // namespace

Expected<std::uint32_t> layer_channels(const Network& network, std::size_t layer, std::uint64_t channels) {
  return std::visit(ChannelRule{{network, layer}, channels}, network.layers[layer]);
}

Expected<NetworkPlan> plan_network(const Network& network, const Shape& input) {
  if (!(CheckedSize(input.c) * input.h * input.w).within(kMaxElems)) {
    return refuse(RefusalCode::too_large, "the network's input [{}, {}, {}] passes 2^26 elements (pay 7)", input.c,
                  input.h, input.w);
  }
  NetworkPlan plan{input, {}};
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const Shape x = plan.output();
    WAI_TRY(const std::uint32_t channels, layer_channels(network, i, x.c));
    WAI_TRY(LayerPlan layer, std::visit(ShapeRule{{network, i}, x, channels}, network.layers[i]));
    plan.layers.push_back(layer);
  }
  return plan;
}

}  // namespace wai
