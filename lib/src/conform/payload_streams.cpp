#include "conform/payload_streams.hpp"

namespace wai {

Values cycled(const Values& values, std::size_t n) {
  Values out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = values[i % values.size()];
  }
  return out;
}

Bytes stream_of(const Values& symbols, std::span<const CdfTable> tables, std::span<const std::uint64_t> reads) {
  auto stream = rans64_encode(symbols, tables, reads, Rans64Modes{});
  if (!stream) {
    bug("payload streams: " + stream.refusal().message);
  }
  return *std::move(stream);
}

Bytes stream_of(const Values& symbols, const CdfTable& table) {
  return stream_of(symbols, std::span(&table, 1), std::vector<std::uint64_t>(symbols.size()));
}

Bytes stream_by_channel(const Values& symbols, std::span<const CdfTable> tables, std::size_t plane) {
  std::vector<std::uint64_t> reads(symbols.size());
  for (std::size_t i = 0; i < reads.size(); ++i) {
    reads[i] = i / plane;
  }
  return stream_of(symbols, tables, reads);
}

Bytes bare_stream() {
  return Rans64Encoder().finish();
}

Bytes with_word(Bytes stream) {
  stream.insert(stream.end(), {7, 0, 0, 0});
  return stream;
}

void push_escape(Rans64Encoder& encoder, const CdfTable& table, std::initializer_list<std::uint32_t> nibbles) {
  encoder.push_interval(table.cdf, table.cdf.size() - 2);
  for (const std::uint32_t v : nibbles) {
    encoder.push_bits(v, 4);
  }
}

}  // namespace wai
