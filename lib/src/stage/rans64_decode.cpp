#include "stage/rans64_decode.hpp"

#include <algorithm>
#include <limits>

#include "base/refuse.hpp"
#include "stage/stage_refusal.hpp"

namespace wai {
namespace {

constexpr std::uint32_t kMaxGroups = 8;  // value groups of an escape, and continuation groups of its count

std::int32_t saturate_i32(std::int64_t v) {
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(v, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

// The value of an escape in a table of n entries: raw is within u32 and n within 65537, so i64 holds it.
std::int64_t escape_value(std::uint32_t raw, std::size_t n) {
  const std::int64_t half = raw >> 1;
  return (raw & 1) != 0 ? -half - 1 : half + static_cast<std::int64_t>(n) - 2;
}

}  // namespace

std::optional<std::string> table_fault(std::span<const std::uint32_t> cdf, TableRule rule) {
  const std::size_t least = rule == TableRule::t2 ? 2 : 3;
  const std::size_t most = rule == TableRule::t2 ? 65537 : 4097;
  if (cdf.size() < least || cdf.size() > most) {
    return fmt::format("a table of {} entries, not {} to {} (pay 2)", cdf.size(), least, most);
  }
  if (cdf.front() != 0) {
    return fmt::format("table entry 0 is {}, not 0 (pay 2)", cdf.front());
  }
  if (cdf.back() != kRansTotal) {
    return fmt::format("table entry {}, the last, is {}, not {} (pay 2)", cdf.size() - 1, cdf.back(), kRansTotal);
  }
  for (std::size_t i = 1; i < cdf.size(); ++i) {
    if (cdf[i] <= cdf[i - 1]) {
      return fmt::format("table entry {} is {}, not above the {} before it (pay 2)", i, cdf[i], cdf[i - 1]);
    }
  }
  return std::nullopt;
}

Rans64Decoder::Rans64Decoder(std::span<const std::uint8_t> stream, const Rans64Modes& modes)
    : stream_(stream), modes_(modes) {
  if (!is_stream_length(stream.size())) {
    bug("Rans64Decoder: a stream length the caller has not checked");
  }
  x_ = load_le<std::uint64_t>(stream.data());  // (w1 << 32) | w0
  word_ = 2;
}

// Below 2^31, the state takes one word: the shifted state stays below 2^63.
void Rans64Decoder::renormalise() {
  if (x_ >= kRansLow) {
    return;
  }
  if (word_ == words_total()) {
    ran_out_ = true;
    return;
  }
  x_ = (x_ << 32) | load_le<std::uint32_t>(&stream_[4 * word_]);
  ++word_;
}

std::uint32_t Rans64Decoder::bits(unsigned n) {
  const auto v = static_cast<std::uint32_t>(x_ & ((std::uint64_t{1} << n) - 1));
  x_ >>= n;
  renormalise();
  return v;
}

// The index of the interval that holds cum = x mod 2^16, and the state's step. With f = cdf[s+1] - cdf[s] <= 2^16 and
// cum - cdf[s] < f, the new state is below f*((x >> 16) + 1) <= 2^16 * 2^48, so nothing wraps.
std::size_t Rans64Decoder::table_step(std::span<const std::uint32_t> cdf) {
  const auto cum = static_cast<std::uint32_t>(x_ & (kRansTotal - 1));
  // The first entry above cum: at least entry 1, since entry 0 is 0, and at most the last, which is 2^16.
  const auto above = std::upper_bound(cdf.begin() + 1, cdf.end() - 1, cum);
  const auto s = static_cast<std::size_t>(above - cdf.begin()) - 1;
  x_ = (cdf[s + 1] - cdf[s]) * (x_ >> 16) + (cum - cdf[s]);
  renormalise();
  return s;
}

// raw = sum over j < count of bits(4) << 4j, with count <= 8: raw fits u32.
void Rans64Decoder::read_groups(Escape& escape) {
  for (std::uint32_t j = 0; j < escape.count; ++j) {
    escape.last_group = bits(4);
    escape.raw |= escape.last_group << (4 * j);
  }
}

// Both sums saturate, and a count or its groups may take any form.
std::int32_t Rans64Decoder::lenient_symbol(const CdfTable& table, std::size_t s) {
  const std::size_t n = table.cdf.size();
  std::int64_t value = static_cast<std::int64_t>(s);
  if (s == n - 2) {
    Escape escape;
    std::uint32_t v = bits(4);
    escape.count = v;
    for (std::uint32_t i = 0; i < kMaxGroups && v == 15 && !ran_out_; ++i) {
      v = bits(4);
      escape.count += v;
    }
    escape.count = std::min(escape.count, kMaxGroups);
    read_groups(escape);
    value = saturate_i32(escape_value(escape.raw, n));
  }
  return saturate_i32(value + table.offset);
}

// The reads, then the four checks in the order of E1.
Expected<std::int32_t> Rans64Decoder::strict_symbol(const CdfTable& table, std::size_t s) {
  const std::size_t n = table.cdf.size();
  const bool is_escape = s == n - 2;
  Escape escape;
  std::int64_t value = static_cast<std::int64_t>(s);
  if (is_escape) {
    escape.count = bits(4);
    if (escape.count <= kMaxGroups) {
      read_groups(escape);
    }
    value = escape_value(escape.raw, n);
  }
  if (modes_.end == EndRule::canonical && ran_out_) {
    return exhausted();
  }
  if (is_escape && escape.count > kMaxGroups) {
    return at_symbol(refuse(RefusalCode::stream_noncanonical, "symbol {}: an escape of {} groups, above {} (ops 5E E1)",
                            symbols_, escape.count, kMaxGroups));
  }
  if (is_escape && escape.count >= 1 && escape.last_group == 0) {
    return at_symbol(refuse(RefusalCode::stream_noncanonical,
                            "symbol {}: an escape of {} groups is not minimal "
                            "(ops 5E E1)",
                            symbols_, escape.count));
  }
  const std::int64_t symbol = value + table.offset;
  if (symbol < modes_.lo || symbol > modes_.hi) {
    return at_symbol(refuse(RefusalCode::field_range, "symbol {}: {} is outside [{}, {}] (ops 5E E1)", symbols_, symbol,
                            modes_.lo, modes_.hi));
  }
  return static_cast<std::int32_t>(symbol);
}

Refusal Rans64Decoder::exhausted() const {
  return at_symbol(refuse(RefusalCode::stream_exhausted, "symbol {}: the stream's {} words have run out (pay 2)",
                          symbols_, words_total()));
}

Refusal Rans64Decoder::at_symbol(Refusal refusal) const {
  return at_index(std::move(refusal), symbols_);
}

Expected<std::int32_t> Rans64Decoder::next(const CdfTable& table) {
  const std::size_t s = table_step(table.cdf);
  if (modes_.escape == EscapeRule::strict) {
    auto symbol = strict_symbol(table, s);
    symbols_ += symbol ? 1U : 0U;
    return symbol;
  }
  const std::int32_t symbol = lenient_symbol(table, s);
  if (modes_.end == EndRule::canonical && ran_out_) {
    return exhausted();
  }
  ++symbols_;
  return symbol;
}

Expected<void> Rans64Decoder::finish() const {
  if (modes_.end == EndRule::final_only) {
    return ran_out_ ? Expected<void>(exhausted()) : Expected<void>();
  }
  if (word_ != words_total()) {
    return at_symbol(refuse(RefusalCode::stream_noncanonical, "{} of {} words are left after the last symbol (pay 2)",
                            words_total() - word_, words_total()));
  }
  if (x_ != kRansLow) {
    return at_symbol(refuse(RefusalCode::stream_noncanonical, "the last state is {}, not 2^31 (pay 2)", x_));
  }
  return {};
}

Expected<void> rans64_conditions(std::span<const CdfTable> tables, std::span<const std::uint64_t> reads,
                                 const Rans64Modes& modes) {
  if (modes.escape == EscapeRule::strict && modes.lo > modes.hi) {
    return condition_broken("strict({}, {}) is an empty range (ops 5E E1)", modes.lo, modes.hi);
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (const auto fault = table_fault(tables[i].cdf, modes.table)) {
      return condition_broken("table {}: {}", i, *fault);
    }
  }
  for (std::size_t i = 0; i < reads.size(); ++i) {
    if (reads[i] >= tables.size()) {
      return condition_broken("read {}: table {} of {} (ops 5E E1)", i, reads[i], tables.size());
    }
  }
  return {};
}

Expected<std::vector<std::int64_t>> rans64_decode(std::span<const std::uint8_t> stream,
                                                  std::span<const CdfTable> tables,
                                                  std::span<const std::uint64_t> reads, const Rans64Modes& modes) {
  if (!is_stream_length(stream.size())) {
    return condition_broken("a stream of {} bytes is no multiple of 4 from 8 up (pay 2)", stream.size());
  }
  WAI_CHECK(rans64_conditions(tables, reads, modes));
  Rans64Decoder decoder(stream, modes);
  std::vector<std::int64_t> symbols;
  symbols.reserve(reads.size());
  for (const std::uint64_t table : reads) {
    WAI_TRY(const std::int32_t symbol, decoder.next(tables[static_cast<std::size_t>(table)]));
    symbols.push_back(symbol);
  }
  WAI_CHECK(decoder.finish());
  return symbols;
}

}  // namespace wai
