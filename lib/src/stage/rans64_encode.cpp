#include "stage/rans64_encode.hpp"

#include <limits>
#include <optional>

#include "base/int_math.hpp"
#include "base/refuse.hpp"
#include "stage/stage_refusal.hpp"

namespace wai {
namespace {

// The raw of an escape that decodes to `value` in a table of n entries, or nothing: the inverse of pay 2's rule.
// |value| is below 2^33, so nothing overflows.
std::optional<std::uint32_t> escape_raw(std::int64_t value, std::size_t n) {
  const std::int64_t raw = value < 0 ? -2 * value - 1 : 2 * (value - (static_cast<std::int64_t>(n) - 2));
  if (raw < 0 || raw > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(raw);
}

bool in_range(std::int64_t symbol, const Rans64Modes& modes) {
  if (modes.escape == EscapeRule::strict) {
    return symbol >= modes.lo && symbol <= modes.hi;
  }
  return symbol >= std::numeric_limits<std::int32_t>::min() && symbol <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

Expected<void> Rans64Encoder::push_symbol(const CdfTable& table, std::int64_t symbol, const Rans64Modes& modes) {
  const auto out_of_range = [&] {
    return at_index(
        refuse(RefusalCode::field_range, "symbol {}: {} is none that its table codes (ops 5E E1)", symbols_, symbol),
        symbols_);
  };
  if (!in_range(symbol, modes)) {
    return out_of_range();
  }
  const std::size_t n = table.cdf.size();
  const std::int64_t value = symbol - table.offset;  // both within i32
  if (value >= 0 && value < static_cast<std::int64_t>(n) - 2) {
    push_interval(table.cdf, static_cast<std::size_t>(value));
    ++symbols_;
    return {};
  }
  // Lenient saturates the value to i32: past it, the symbol that comes back would be another.
  const bool saturates = modes.escape == EscapeRule::lenient && !fits<std::int32_t>(value);
  const auto raw = escape_raw(value, n);
  if (saturates || !raw) {
    return out_of_range();
  }
  push_interval(table.cdf, n - 2);
  unsigned count = 0;
  while (count < 8 && (*raw >> (4 * count)) != 0) {
    ++count;
  }
  push_bits(count, 4);
  for (unsigned j = 0; j < count; ++j) {
    push_bits((*raw >> (4 * j)) & 15U, 4);
  }
  ++symbols_;
  return {};
}

void Rans64Encoder::push_interval(std::span<const std::uint32_t> cdf, std::size_t s) {
  if (cdf.size() < 2 || s > cdf.size() - 2) {
    bug("Rans64Encoder: an interval the table does not have");
  }
  steps_.push_back({cdf[s], cdf[s + 1] - cdf[s], 0});
}

void Rans64Encoder::push_bits(std::uint32_t value, unsigned n) {
  if (n < 1 || n > 16 || value >> n != 0) {
    bug("Rans64Encoder: bits outside their width");
  }
  steps_.push_back({value, 0, n});
}

Bytes Rans64Encoder::finish(std::uint64_t last_state) const {
  if (last_state < kRansLow || last_state >> 63 != 0) {
    bug("Rans64Encoder: a last state outside [2^31, 2^63)");
  }
  std::uint64_t x = last_state;
  std::vector<std::uint32_t> words;  // from the stream's last to its first
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    // f <= 2^16 and n >= 1, so the bound stays within 2^63.
    const bool is_bits = step->frequency == 0;
    const std::uint64_t bound =
        is_bits ? std::uint64_t{1} << (63 - step->n_bits) : static_cast<std::uint64_t>(step->frequency) << 47;
    if (x >= bound) {
      words.push_back(static_cast<std::uint32_t>(x & 0xFFFFFFFFU));
      x >>= 32;
    }
    x = is_bits ? (x << step->n_bits) | step->start_or_value
                : ((x / step->frequency) << 16) + x % step->frequency + step->start_or_value;
  }
  ByteWriter out;
  out.u64(x);  // w0, w1
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    out.u32(*word);
  }
  return std::move(out).finish();
}

Expected<std::vector<std::uint8_t>> rans64_encode(std::span<const std::int64_t> symbols,
                                                  std::span<const CdfTable> tables,
                                                  std::span<const std::uint64_t> reads, const Rans64Modes& modes) {
  WAI_CHECK(rans64_conditions(tables, reads, modes));
  if (symbols.size() != reads.size()) {
    return condition_broken("{} symbols for {} reads (ops 5E E1)", symbols.size(), reads.size());
  }
  Rans64Encoder encoder;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    WAI_CHECK(encoder.push_symbol(tables[static_cast<std::size_t>(reads[i])], symbols[i], modes));
  }
  return encoder.finish();
}

}  // namespace wai
