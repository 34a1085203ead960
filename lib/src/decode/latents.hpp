// Latents from their streams: symbols in raster order, dequantised (pay 4 to 6 step 1, pay 4 step 3).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stage/rans64_decode.hpp"
#include "wai/decode.hpp"
#include "wai/tensor.hpp"

namespace wai {

// One element: the table its symbol is read against, and the base of its value.
struct ElementCode {
  const CdfTable* table = nullptr;
  std::int64_t base = 0;
};

// A latent of `shape`: for each element p in order, a symbol s against code(p).table, and the value s*2^afrac + base.
// At one symbol a stream that runs out (stream_exhausted) comes before a value past i64 (field_range); after the last
// the stream ends canonically (stream_noncanonical). afrac is in 1..=30.
template <class Code>
[[nodiscard]] Expected<Tensor> decode_latent(std::string_view name, std::span<const std::uint8_t> stream,
                                             const Shape& shape, std::uint32_t afrac, Code code,
                                             std::vector<StreamUse>& uses);

// The refusal of one symbol, or of the end, with the stream's name in front.
[[nodiscard]] Refusal in_stream(std::string_view name, Refusal refusal);
[[nodiscard]] Refusal value_past_i64(std::string_view name, std::size_t symbol);
[[nodiscard]] StreamUse use_of(std::string_view name, const Rans64Decoder& decoder);

}  // namespace wai

#include "stage/dequantize.hpp"

namespace wai {

template <class Code>
Expected<Tensor> decode_latent(std::string_view name, std::span<const std::uint8_t> stream, const Shape& shape,
                               std::uint32_t afrac, Code code, std::vector<StreamUse>& uses) {
  Rans64Decoder decoder(stream, Rans64Modes{});  // t4097, lenient, canonical (ops 13.5)
  Tensor latent(shape);
  for (std::size_t p = 0; p < latent.data.size(); ++p) {
    const ElementCode element = code(p);
    auto symbol = decoder.next(*element.table);
    if (!symbol) {
      return in_stream(name, std::move(symbol.refusal()));
    }
    const auto value = dequantize_value(*symbol, afrac, element.base);
    if (!value) {
      return value_past_i64(name, p);
    }
    latent.data[p] = *value;
  }
  if (auto end = decoder.finish(); !end) {
    return in_stream(name, std::move(end.refusal()));
  }
  uses.push_back(use_of(name, decoder));
  return latent;
}

// The same where every element of channel k has one table and one base: a factorised prior.
struct ChannelCodes {
  std::span<const CdfTable> tables;       // one a channel, or more
  std::span<const std::int64_t> medians;  // one a channel, or more
  std::size_t plane = 1;                  // elements of a channel

  ElementCode operator()(std::size_t p) const { return {&tables[p / plane], medians[p / plane]}; }
};

}  // namespace wai
