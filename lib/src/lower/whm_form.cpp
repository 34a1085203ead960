#include "lower/whm_form.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "base/caps.hpp"

namespace wai {
namespace {

enum Tag : std::uint8_t { kTransposed = 0, kConvolution = 1, kIgdn = 2, kRelu = 3, kLeaky = 4 };

std::string_view magic_of(NetworkForm form) {
  return form == NetworkForm::whm1 ? "WHM1" : "WAM1";
}

bool has_tag(NetworkForm form, std::uint8_t tag) {
  return form == NetworkForm::whm1 ? tag <= kLeaky : tag == kTransposed || tag == kIgdn;
}

// The file's bytes, and where in it the reader stands.
class FormReader {
 public:
  FormReader(std::span<const std::uint8_t> bytes, NetworkForm form) : in_(bytes), form_(form) {}

  template <class... Args>
  [[nodiscard]] Refusal refuse(fmt::format_string<Args...> text, Args&&... args) const {
    return wai::refuse(RefusalCode::model_mismatch, "{}, offset {}: {} (pay 9)", magic_of(form_), in_.offset(),
                       fmt::format(text, std::forward<Args>(args)...));
  }

  [[nodiscard]] Expected<void> need(CheckedSize n_bytes, std::string_view what) const {
    if (!n_bytes.within(in_.remaining())) {
      return refuse("the file ends within {}; {} bytes remain", what, in_.remaining());
    }
    return {};
  }

  [[nodiscard]] Expected<std::span<const std::uint8_t>> take(CheckedSize n_bytes, std::string_view what) {
    WAI_CHECK(need(n_bytes, what));
    return in_.take(static_cast<std::size_t>(*n_bytes.value()));
  }

  [[nodiscard]] Expected<std::vector<std::int64_t>> i64s(std::uint64_t n, std::string_view what) {
    WAI_TRY(const auto bytes, take(CheckedSize(n) * 8, what));
    std::vector<std::int64_t> values(bytes.size() / 8);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = load_le<std::int64_t>(&bytes[8 * i]);
    }
    return values;
  }

  [[nodiscard]] NetworkForm form() const { return form_; }
  [[nodiscard]] std::size_t remaining() const { return in_.remaining(); }
  // Fields that `need` has confirmed.
  std::uint8_t u8() { return in_.u8(); }
  std::uint32_t u32() { return in_.u32(); }
  std::int64_t i64() { return in_.i64(); }

 private:
  ByteReader in_;
  NetworkForm form_;
};

// Tags 0 and 1: the fields, the weights, all multipliers, then all biases (readings P5).
Expected<Layer> read_convolution(FormReader& in, bool transposed) {
  WAI_CHECK(in.need(transposed ? 24 : 20, "a convolution's fields"));
  ConvolutionLayer layer;
  layer.transposed = transposed;
  layer.c = in.u32();
  layer.out = in.u32();
  layer.k = in.u32();
  layer.stride = in.u32();
  layer.pad = in.u32();
  layer.opad = transposed ? in.u32() : 0;
  const CheckedSize taps = in.form() == NetworkForm::wam1 ? CheckedSize(layer.k) : CheckedSize(layer.k) * layer.k;
  WAI_TRY(const auto weights, in.take(CheckedSize(layer.c) * layer.out * taps * 2, "a convolution's weights"));
  layer.weights = PackedInts::read(weights, 2);
  WAI_TRY(layer.mult, in.i64s(layer.out, "a convolution's multipliers"));
  WAI_TRY(layer.bias, in.i64s(layer.out, "a convolution's biases"));
  return Layer(std::move(layer));
}

// Tag 2: all gamma, then all beta (readings P5).
Expected<Layer> read_igdn(FormReader& in) {
  WAI_CHECK(in.need(4, "an inverse GDN's channels"));
  IgdnLayer layer;
  layer.c = in.u32();
  WAI_TRY(const auto gamma, in.take(CheckedSize(layer.c) * layer.c * 4, "an inverse GDN's gamma"));
  layer.gamma = PackedInts::read(gamma, 4);
  WAI_TRY(layer.beta, in.i64s(layer.c, "an inverse GDN's beta"));
  return Layer(std::move(layer));
}

Expected<Layer> read_leaky(FormReader& in) {
  WAI_CHECK(in.need(12, "a leaky ReLU's slope"));
  LeakyLayer layer;
  layer.slope_q = in.i64();
  layer.slope_frac = in.u32();
  return Layer(layer);
}

Expected<Layer> read_layer(FormReader& in) {
  WAI_CHECK(in.need(1, "the layers"));
  const std::uint8_t tag = in.u8();
  if (!has_tag(in.form(), tag)) {
    return in.refuse("a layer of tag {}", tag);
  }
  switch (tag) {
    case kTransposed:
    case kConvolution:
      return read_convolution(in, tag == kTransposed);
    case kIgdn:
      return read_igdn(in);
    case kRelu:
      return Layer(ReluLayer{});
    default:
      return read_leaky(in);
  }
}

void write_i64s(ByteWriter& out, const std::vector<std::int64_t>& values) {
  for (const std::int64_t v : values) {
    out.i64(v);
  }
}

void write_layer(ByteWriter& out, const ConvolutionLayer& layer) {
  out.u8(layer.transposed ? kTransposed : kConvolution);
  for (const std::uint32_t field : {layer.c, layer.out, layer.k, layer.stride, layer.pad}) {
    out.u32(field);
  }
  if (layer.transposed) {
    out.u32(layer.opad);
  }
  layer.weights.write(out);
  write_i64s(out, layer.mult);
  write_i64s(out, layer.bias);
}

void write_layer(ByteWriter& out, const IgdnLayer& layer) {
  out.u8(kIgdn);
  out.u32(layer.c);
  layer.gamma.write(out);
  write_i64s(out, layer.beta);
}

void write_layer(ByteWriter& out, const ReluLayer&) {
  out.u8(kRelu);
}

void write_layer(ByteWriter& out, const LeakyLayer& layer) {
  out.u8(kLeaky);
  out.i64(layer.slope_q);
  out.u32(layer.slope_frac);
}

}  // namespace

Expected<Network> parse_network(std::span<const std::uint8_t> bytes, NetworkForm form) {
  FormReader in(bytes, form);
  WAI_TRY(const auto magic, in.take(4, "the magic"));
  if (!std::equal(magic.begin(), magic.end(), magic_of(form).begin())) {
    return in.refuse("wrong magic");
  }
  WAI_CHECK(in.need(16, "the header"));
  Network network;
  network.form = form;
  network.afrac = in.u32();
  network.gf = in.u32();
  network.shift = in.u32();
  const std::uint32_t n_layers = in.u32();
  WAI_CHECK(in.need(n_layers, "the layers"));  // each takes a byte at least
  for (std::uint32_t i = 0; i < n_layers; ++i) {
    WAI_TRY(Layer layer, read_layer(in));
    network.layers.push_back(std::move(layer));
  }
  if (in.remaining() != 0) {
    return in.refuse("{} bytes after the last layer", in.remaining());
  }
  return network;
}

Bytes write_network(const Network& network) {
  ByteWriter out;
  for (const char c : magic_of(network.form)) {
    out.u8(static_cast<std::uint8_t>(c));
  }
  out.u32(network.afrac);
  out.u32(network.gf);
  out.u32(network.shift);
  out.u32(narrow<std::uint32_t>(static_cast<i128>(network.layers.size())));
  for (const Layer& layer : network.layers) {
    std::visit([&](const auto& l) { write_layer(out, l); }, layer);
  }
  return std::move(out).finish();
}

}  // namespace wai
