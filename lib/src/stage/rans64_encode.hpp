// The encoder of E1 streams (pay 2): the inverse of Rans64Decoder, step by step.
//
// Steps are pushed in decoding order and coded from the last to the first. With the state in [2^31, 2^63):
//   a table step by f with start c is undone by x = ((x / f) << 16) + x mod f + c, after one word is written if
//     x >= f*2^47;
//   bits(n) of value v by x = (x << n) | v, after one word is written if x >= 2^(63-n).
// The decoder takes a word exactly where one was written, since its state before the renormalisation is below 2^31
// exactly then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "stage/rans64_decode.hpp"

namespace wai {

class Rans64Encoder {
 public:
  // A symbol in its plain or minimal escaped form. Refuses one that no value of the table carries (field_range), under
  // strict one outside [lo, hi] too, with `at` the number of symbols pushed before. `table` is one that table_fault
  // accepts.
  [[nodiscard]] Expected<void> push_symbol(const CdfTable& table, std::int64_t symbol, const Rans64Modes& modes);

  // The table step of interval s <= n - 2 alone: for s = n - 2, the groups of the escape are the caller's to push.
  void push_interval(std::span<const std::uint32_t> cdf, std::size_t s);

  // bits(n) that read `value` < 2^n, for n in 1..=16.
  void push_bits(std::uint32_t value, unsigned n);

  // The stream's bytes. A `last_state` in [2^31, 2^63) other than 2^31 gives a stream whose end is not canonical.
  [[nodiscard]] Bytes finish(std::uint64_t last_state = kRansLow) const;

 private:
  struct Step {
    std::uint32_t start_or_value = 0;
    std::uint32_t frequency = 0;  // 0 for bits
    unsigned n_bits = 0;
  };

  std::vector<Step> steps_;
  std::uint64_t symbols_ = 0;
};

}  // namespace wai
