// The stage operators E1 to E13 (ops 5E): what a capability's driver does outside its graphs.
//
// Every function checks the conditions of its operator first. A refusal carries in `at` the refusal index of ops 14.1.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "wai/export.hpp"
#include "wai/refusal.hpp"
#include "wai/tensor.hpp"

namespace wai {

// --- E1 rans64_decode (pay 2) ---

// Table lengths: t4097 is 3 to 4097 entries, t2 is 2 to 65537.
enum class TableRule : std::uint8_t { t4097, t2 };
enum class EscapeRule : std::uint8_t { lenient, strict };
enum class EndRule : std::uint8_t { canonical, final_only };

struct Rans64Modes {
  TableRule table = TableRule::t4097;
  EscapeRule escape = EscapeRule::lenient;
  EndRule end = EndRule::canonical;
  std::int32_t lo = 0;  // strict only: the range of every symbol
  std::int32_t hi = 0;
};

struct CdfTable {
  std::vector<std::uint32_t> cdf;  // cumulative frequencies, from 0 to 65536; the last interval is the escape
  std::int32_t offset = 0;         // added to every value the table decodes
};

// Decodes one symbol for each entry of `reads`, against the table it names. `stream` is the L bytes of pay 2, without
// their length.
[[nodiscard]] WAI_EXPORT Expected<std::vector<std::int64_t>> rans64_decode(std::span<const std::uint8_t> stream,
                                                                           std::span<const CdfTable> tables,
                                                                           std::span<const std::uint64_t> reads,
                                                                           const Rans64Modes& modes);

// The canonical stream that codes `symbols`, symbol i against table reads[i]; rans64_decode reads them back under every
// end rule. Escapes take their minimal form. Refuses a symbol that no value of its table carries (field_range, at its
// index) and symbols and reads that differ in number (model_mismatch).
[[nodiscard]] WAI_EXPORT Expected<std::vector<std::uint8_t>> rans64_encode(std::span<const std::int64_t> symbols,
                                                                           std::span<const CdfTable> tables,
                                                                           std::span<const std::uint64_t> reads,
                                                                           const Rans64Modes& modes);

}  // namespace wai
