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

// --- E2 dequantize ---

// sym*2^f + base, for f in 0..=62 and a value that fits i64 (field_range, at 0; readings P9).
[[nodiscard]] WAI_EXPORT Expected<std::int64_t> dequantize(std::int64_t sym, std::int64_t f, std::int64_t base);

// --- E3 bucket ---

enum class BucketRule : std::uint8_t { ceil, floor };

// The table index of a scale. ceil takes N >= 1 edges in any order; floor takes N - 1 >= 1, non-decreasing.
[[nodiscard]] WAI_EXPORT Expected<std::uint64_t> bucket(std::int64_t sigma, std::span<const std::int64_t> edges,
                                                        BucketRule rule);

// --- E4 coded ---

// v > thr. A position that is not coded consumes no symbol.
[[nodiscard]] constexpr bool coded(std::int64_t v, std::int64_t thr) {
  return v > thr;
}

// --- E5 scale_index ---

// clamp(R_half_up(v, s), 0, n - 1), for s in 0..=127 and n >= 1.
[[nodiscard]] WAI_EXPORT Expected<std::int64_t> scale_index(std::int64_t v, std::int64_t s, std::int64_t n);

// --- E6 block_stat ---

struct BlockStat {
  std::uint64_t b = 1;  // side of a block, at least 1
  std::int64_t s = 0;   // 0..=127
  std::int64_t lo = 0;
  std::int64_t hi = 0;
};

// Every position of a b x b block of a plane takes clamp(R_half_up(S, s), lo, hi), S the sum over the block's
// positions in the plane.
[[nodiscard]] WAI_EXPORT Expected<Tensor> block_stat(const Tensor& x, const BlockStat& stat);

// --- E7 band_lookup ---

// table[row][band], with band the number of edges at or below v. Row `row` has one entry more than there are edges.
[[nodiscard]] WAI_EXPORT Expected<std::int64_t> band_lookup(std::int64_t v, std::span<const std::int64_t> edges,
                                                            std::span<const std::vector<std::int64_t>> table,
                                                            std::uint64_t row);

// --- E8 mans_decode ---

// An entry for each of the 256 states: bits to read * 2^24 + next state's base * 2^16 + symbol mod 2^16.
using MansTable = std::array<std::uint32_t, 256>;

struct MansSpan {
  std::vector<std::uint8_t> mask;   // not 0 where the position is coded
  std::vector<std::int64_t> sigma;  // the distribution of each position, coded or not
};

// One array of symbols for each span or row.
using MansSymbols = std::vector<std::vector<std::int64_t>>;

// The latent tables T_y, one for each row of `pmf`. The rows have one width of at least 1; each holds non-negative
// integers that sum to 256.
[[nodiscard]] WAI_EXPORT Expected<std::vector<MansTable>> mans_latent_tables(
    std::span<const std::vector<std::int64_t>> pmf);

// Writes a row's 63 cumulative counts, 0 <= c_0 <= ... <= c_62 <= 255, into T_z; other slots keep their entries.
[[nodiscard]] WAI_EXPORT Expected<void> mans_write_row(std::span<const std::int64_t> counts, MansTable& t_z);

// Latents: the spans in order, 0 at every position that is not coded. Every bound lies in 0..=255.
[[nodiscard]] WAI_EXPORT Expected<MansSymbols> mans_decode_sgm(std::span<const std::uint8_t> memory,
                                                               std::span<const std::vector<std::int64_t>> pmf,
                                                               std::span<const std::int64_t> bounds,
                                                               std::span<const MansSpan> spans);

// Hyper-latents: the rows in order, lengths[i] symbols of row i. More than 2^26 symbols are too_large (ops 3).
[[nodiscard]] WAI_EXPORT Expected<MansSymbols> mans_decode_fac(std::span<const std::uint8_t> memory,
                                                               std::span<const std::vector<std::int64_t>> rows,
                                                               std::span<const std::uint64_t> lengths);

// --- E9 residual_step ---

// clamp(pred + r*q, lo, hi), for lo < hi, pred in [lo, hi], q in 1..=65535 and r within i32.
[[nodiscard]] WAI_EXPORT Expected<std::int64_t> residual_step(std::int64_t pred, std::int64_t r, std::int64_t q,
                                                              std::int64_t lo, std::int64_t hi);

// --- E10 mc_predict (pay 3) ---

struct MotionPixel {
  std::uint64_t y = 0;
  std::uint64_t x = 0;
  std::uint64_t c = 0;  // channel: 0, 1 or 2
  std::int64_t dy = 0;  // the pixel's vector, each within i16
  std::int64_t dx = 0;
  std::int64_t precision = 1;  // mv_precision: 1 whole-pel, 2 half-pel
};

// The prediction of one sample from the frame before, [3, h, w] of u8 samples.
[[nodiscard]] WAI_EXPORT Expected<std::int64_t> mc_predict(const Tensor& frame, const MotionPixel& pixel);

// --- E11 up2_predict ---

// The prediction [c, d0, d1] of a picture from the one below, [c, ceil(d0/2), ceil(d1/2)] of u8 samples
// (geometry_mismatch otherwise, and for a d0 or d1 of 0). More than 2^26 elements are too_large (ops 3).
[[nodiscard]] WAI_EXPORT Expected<Tensor> up2_predict(const Tensor& prev, std::uint64_t d0, std::uint64_t d1);

// --- E12 rate_predict ---

// The prediction [c, 1, d0] of a signal at another rate, from n' i16 samples a channel, [c, 1, n'], with
// floor(n'*rate_num/rate_den) = d0 (geometry_mismatch otherwise, and for a rate or d0 of 0; readings P10). More than
// 2^26 elements are too_large (ops 3).
[[nodiscard]] WAI_EXPORT Expected<Tensor> rate_predict(const Tensor& prev, std::uint64_t rate_num,
                                                       std::uint64_t rate_den, std::uint64_t d0);

// --- E13 coding_order ---

enum class CodingOrder : std::uint8_t { raster, checkerboard };

// The CHW position of each element coded, in coding order. checkerboard takes the elements with (row + col) mod 2 = 0
// when `anchor` is set, the others when it is not; raster takes all. More than 2^26 elements are too_large (ops 3).
[[nodiscard]] WAI_EXPORT Expected<std::vector<std::uint64_t>> coding_order(const Shape& shape, CodingOrder order,
                                                                           bool anchor);

}  // namespace wai
