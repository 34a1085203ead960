#include "lower/range_check.hpp"

#include <limits>

namespace wai {
namespace {

const Wide kI64Max = Wide(std::numeric_limits<std::int64_t>::max());
const Wide kI128Max = Wide::of(wai::kI128Max);

std::uint64_t magnitude(std::int64_t v) {
  return v < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
}

// The largest |v|, at most 2^63; 0 for none.
template <class Values>
Wide largest(const Values& values) {
  std::uint64_t most = 0;
  for (const auto v : values) {
    most = std::max(most, magnitude(v));
  }
  return Wide::of_unsigned(most);
}

Wide largest(const PackedInts& values) {
  return values.visit([](const auto& v) { return largest(v); });
}

// P_l of each kind of layer, its magnitudes found once. `Arith` computes exactly and saturates at 2^255, which ops
// 13.2 says no value reaches: c and k are below 2^32, shifts at most 127 here.
class Predicate {
 public:
  Predicate(const Network& network, const Layer& layer) : network_(network), layer_(layer) {
    if (const auto* conv = std::get_if<ConvolutionLayer>(&layer)) {
      const Wide k = Wide::of_unsigned(conv->k);
      Arith arith;
      terms_ = arith.mul(Wide::of_unsigned(conv->c), network.one_dimensional() ? k : arith.mul(k, k));
      weight_ = largest(conv->weights);
      mult_ = largest(conv->mult);
      bias_ = largest(conv->bias);
    } else if (const auto* igdn = std::get_if<IgdnLayer>(&layer)) {
      terms_ = Wide::of_unsigned(igdn->c);
      weight_ = largest(igdn->gamma);
      bias_ = largest(igdn->beta);
    } else if (const auto* leaky = std::get_if<LeakyLayer>(&layer)) {
      weight_ = Wide::of_unsigned(magnitude(leaky->slope_q));
    }
  }

  [[nodiscard]] bool exists() const { return !std::holds_alternative<ReluLayer>(layer_); }

  [[nodiscard]] bool operator()(const Wide& x) const {
    if (std::holds_alternative<ConvolutionLayer>(layer_)) {
      return convolution(x);
    }
    return std::holds_alternative<IgdnLayer>(layer_) ? igdn(x) : leaky(x);
  }

 private:
  // c*k*k * Wm * X <= I64 and floor(c*k*k * Wm * X * Mm / 2^shift) + 1 + Bm <= I64; c*k in place of c*k*k for WAM1.
  [[nodiscard]] bool convolution(const Wide& x) const {
    Arith arith;
    const Wide sum = arith.mul(arith.mul(terms_, weight_), x);
    const Wide scaled = arith.floor_shift(arith.mul(sum, mult_), network_.shift);
    return sum <= kI64Max && arith.add(arith.add(scaled, 1), bias_) <= kI64Max;
  }

  // G*X^2 <= I128, N = Bb + c*(floor(G*X^2 / 2^gf) + 1) <= I128, isqrt(N) <= I64,
  // floor(X*isqrt(N) / 2^afrac) + 1 <= I64.
  [[nodiscard]] bool igdn(const Wide& x) const {
    Arith arith;
    const Wide product = arith.mul(weight_, arith.mul(x, x));
    if (product > kI128Max) {
      return false;
    }
    const Wide term = arith.add(arith.floor_shift(product, network_.gf), 1);
    const Wide norm = arith.add(bias_, arith.mul(terms_, term));
    if (norm > kI128Max) {
      return false;
    }
    const Wide root = arith.isqrt(norm);
    const Wide scaled = arith.floor_shift(arith.mul(x, root), network_.afrac);
    return root <= kI64Max && arith.add(scaled, 1) <= kI64Max;
  }

  // X * |slope_q| <= I64.
  [[nodiscard]] bool leaky(const Wide& x) const {
    Arith arith;
    return arith.mul(x, weight_) <= kI64Max;
  }

  const Network& network_;
  const Layer& layer_;
  Wide terms_;   // c*k*k, c*k or c
  Wide weight_;  // Wm, G or |slope_q|
  Wide mult_;    // Mm
  Wide bias_;    // Bm or Bb
};

}  // namespace

bool layer_admits(const Network& network, std::size_t layer, const Wide& x) {
  const Predicate admits(network, network.layers[layer]);
  return admits.exists() && admits(x);
}

Expected<std::optional<Wide>> layer_limit(const Network& network, std::size_t layer) {
  const Predicate admits(network, network.layers[layer]);
  if (!admits.exists()) {
    return std::optional<Wide>();
  }
  if (!admits(0)) {
    return refuse(RefusalCode::model_mismatch, "layer {}: its range predicate fails at 0 (ops 13.2)", layer);
  }
  std::uint64_t holds = 0;
  std::uint64_t fails = (std::uint64_t{1} << 63) + 1;  // past the search's range
  while (fails - holds > 1) {
    const std::uint64_t middle = holds + (fails - holds) / 2;
    (admits(Wide::of_unsigned(middle)) ? holds : fails) = middle;
  }
  return std::optional<Wide>(Wide::of_unsigned(holds));
}

Expected<std::optional<CheckRange>> layer_range(const Network& network, std::size_t layer) {
  WAI_TRY(const std::optional<Wide> limit, layer_limit(network, layer));
  if (!limit) {
    return std::optional<CheckRange>();
  }
  // X <= 2^63, so -X fits i64.
  return std::optional<CheckRange>(
      CheckRange{narrow<std::int64_t>(-limit->small()), narrow<std::int64_t>(min(*limit, kI64Max).small())});
}

}  // namespace wai
