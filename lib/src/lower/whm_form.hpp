// WHM1 and WAM1, the binary forms of a network (pay 9): bytes in and out. Whether the layers fit together is the
// plan's to say (lower/plan), whether their values do the lowering's (lower/whm1, lower/wam1).
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/packed_ints.hpp"

namespace wai {

// WHM1 is two-dimensional; WAM1, over [C, 1, T], has transposed convolutions and inverse GDNs only.
enum class NetworkForm : std::uint8_t { whm1, wam1 };

// Tags 0 (transposed) and 1.
struct ConvolutionLayer {
  bool transposed = true;
  std::uint32_t c = 1;
  std::uint32_t out = 1;
  std::uint32_t k = 1;
  std::uint32_t stride = 1;
  std::uint32_t pad = 0;
  std::uint32_t opad = 0;          // transposed only
  PackedInts weights;              // i16: [c][out][k][k] transposed, [out][c][k][k] otherwise; WAM1: [c][out][k]
  std::vector<std::int64_t> mult;  // [out]
  std::vector<std::int64_t> bias;  // [out]
};

// Tag 2, an inverse GDN.
struct IgdnLayer {
  std::uint32_t c = 1;
  PackedInts gamma;                // i32 [c][c]
  std::vector<std::int64_t> beta;  // [c]
};

// Tag 3.
struct ReluLayer {};

// Tag 4.
struct LeakyLayer {
  std::int64_t slope_q = 0;
  std::uint32_t slope_frac = 0;
};

using Layer = std::variant<ConvolutionLayer, IgdnLayer, ReluLayer, LeakyLayer>;

struct Network {
  NetworkForm form = NetworkForm::whm1;
  std::uint32_t afrac = 0;  // the fixed-point scale of activations
  std::uint32_t gf = 0;     // the shift of every inverse GDN's gamma
  std::uint32_t shift = 0;  // the requantisation shift of every convolution
  std::vector<Layer> layers;

  [[nodiscard]] bool one_dimensional() const { return form == NetworkForm::wam1; }
};

// Refuses (model_mismatch) the magic, a tag the form does not have, a length past the file's, bytes after the last
// layer; nothing else (readings P4). A size is compared with what remains before anything is allocated for it.
[[nodiscard]] Expected<Network> parse_network(std::span<const std::uint8_t> bytes, NetworkForm form);

// The one file that parse_network reads back as this network.
[[nodiscard]] Bytes write_network(const Network& network);

}  // namespace wai
