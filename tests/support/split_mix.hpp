// The generator of the property tests: splitmix64, so that a seed gives the same graphs with every standard library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace wai::test {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // In [0, n), for n >= 1.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  // In [lo, hi], any range of i64.
  std::int64_t within(std::int64_t lo, std::int64_t hi) {
    const std::uint64_t span = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo);
    const std::uint64_t step = span == ~std::uint64_t{0} ? next() : below(span + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + step);
  }
  std::uint32_t upto(std::uint32_t lo, std::uint32_t hi) { return lo + static_cast<std::uint32_t>(below(hi - lo + 1)); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(below(from.size()))];
  }
  // A value of [lo, hi], its ends and zero more often than the rest.
  std::int64_t biased(std::int64_t lo, std::int64_t hi) {
    switch (below(8)) {
      case 0:
      case 1:
        return lo;
      case 2:
      case 3:
        return hi;
      case 4:
        return std::clamp<std::int64_t>(0, lo, hi);
      default:
        return within(lo, hi);
    }
  }
  // A value of at most n bits beside its sign, n in 0..=63: uniform, or an end.
  std::int64_t signed_bits(unsigned n) {
    const std::uint64_t top = (std::uint64_t{1} << n) - 1;  // 2^n - 1
    const auto end = static_cast<std::int64_t>(top);
    switch (below(8)) {
      case 0:
        return end;
      case 1:
        return -end;
      case 2:
        return -end - 1;
      default:
        return within(-end - 1, end);
    }
  }

 private:
  std::uint64_t state_;
};

// WAI_PROPERTY_SEED and WAI_PROPERTY_GRAPHS, or the defaults. Graph i of a run has the seed `seed + i`, so that a
// failure's own seed with one graph shows it again.
struct PropertyRun {
  std::uint64_t seed = 20260711;
  std::uint64_t n_graphs = 2000;

  static PropertyRun from_environment(std::uint64_t n_default = 2000) {
    PropertyRun run;
    run.n_graphs = n_default;
    if (const char* text = std::getenv("WAI_PROPERTY_SEED"); text != nullptr) {
      run.seed = std::strtoull(text, nullptr, 10);
    }
    if (const char* text = std::getenv("WAI_PROPERTY_GRAPHS"); text != nullptr) {
      run.n_graphs = std::strtoull(text, nullptr, 10);
    }
    return run;
  }
  [[nodiscard]] std::uint64_t seed_of(std::uint64_t i) const { return seed + i; }
  // What to set to see graph i alone.
  [[nodiscard]] std::string name(std::uint64_t i) const {
    return "WAI_PROPERTY_SEED=" + std::to_string(seed_of(i)) + " WAI_PROPERTY_GRAPHS=1";
  }
};

}  // namespace wai::test
