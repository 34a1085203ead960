// E1 rans64_decode (ops 5E, pay 2): the decoder that drivers step symbol by symbol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/bytes.hpp"
#include "wai/stage.hpp"

namespace wai {

inline constexpr std::uint32_t kRansTotal = std::uint32_t{1} << 16;  // precision 16: the frequencies sum to 2^16
inline constexpr std::uint64_t kRansLow = std::uint64_t{1} << 31;    // the state an encoder starts from

// What is wrong with a table under the rule, or nothing. The code is the caller's: cdf_malformed in a payload,
// model_mismatch in a set and in E1.
[[nodiscard]] std::optional<std::string> table_fault(std::span<const std::uint32_t> cdf, TableRule rule);

// A multiple of 4, at least 8 (pay 2). The code is the caller's.
[[nodiscard]] constexpr bool is_stream_length(std::uint64_t n) {
  return n % 4 == 0 && n >= 8;
}

// Checks the conditions of E1, all model_mismatch at -1: lo <= hi under strict, every table, every read's table.
[[nodiscard]] Expected<void> rans64_conditions(std::span<const CdfTable> tables, std::span<const std::uint64_t> reads,
                                               const Rans64Modes& modes);

class Rans64Decoder {
 public:
  // `stream` has a length that is_stream_length accepts and outlives the decoder. Under strict, lo <= hi.
  Rans64Decoder(std::span<const std::uint8_t> stream, const Rans64Modes& modes);

  // One symbol against a table that table_fault accepts. A refusal's `at` is this symbol's index among all read.
  [[nodiscard]] Expected<std::int32_t> next(const CdfTable& table);

  // After the last symbol: the end rule. A refusal's `at` is the number of symbols read.
  [[nodiscard]] Expected<void> finish() const;

  [[nodiscard]] std::uint64_t symbols_read() const { return symbols_; }
  [[nodiscard]] std::uint64_t words_read() const { return word_; }
  [[nodiscard]] std::uint64_t words_total() const { return stream_.size() / 4; }

 private:
  struct Escape {
    std::uint32_t count = 0;
    std::uint32_t raw = 0;
    std::uint32_t last_group = 0;
  };

  void renormalise();
  std::uint32_t bits(unsigned n);
  std::size_t table_step(std::span<const std::uint32_t> cdf);
  void read_groups(Escape& escape);
  std::int32_t lenient_symbol(const CdfTable& table, std::size_t s);
  Expected<std::int32_t> strict_symbol(const CdfTable& table, std::size_t s);
  [[nodiscard]] Refusal exhausted() const;
  [[nodiscard]] Refusal at_symbol(Refusal refusal) const;

  std::span<const std::uint8_t> stream_;
  Rans64Modes modes_;
  std::uint64_t x_ = 0;   // the state
  std::size_t word_ = 0;  // the next unread word
  bool ran_out_ = false;  // a renormalisation found no word left; never cleared
  std::uint64_t symbols_ = 0;
};

}  // namespace wai
