// A second evaluation of the bound rules of conv and conv_transpose (ops 8.2, 8.3): every term formed, every sum folded
// term by term in integers without a width.
#pragma once

#include <string>
#include <vector>

#include "base/packed_ints.hpp"
#include "support/rq_model.hpp"

namespace wai::exact {

// The weights of one output channel, in one set for each residue (one set in all for conv).
using WeightSets = std::vector<std::vector<std::int64_t>>;

// The rules <name>.term, <name>.acc and rq.* of output channel o over the input interval x; gives rq.y.
inline Range linear_rules(const std::string& name, const WeightSets& sets, const Rq& rq, std::size_t o, const Range& x,
                          Pass& pass, Ranges& records) {
  Ranges sums;
  for (const auto& set : sets) {
    std::vector<Range> terms;
    for (const std::int64_t w : set) {
      terms.push_back(pass.corner_hull(x, {w, w}));
      records.hold(name + ".term", terms.back());
    }
    sums.hold("acc", pass.partial_sums(terms, rq.pre_bias(o)));
  }
  records.hold(name + ".acc", sums.at("acc"));
  return rq_rules(rq, o, sums.at("acc"), pass, records);
}

// n weights kept in 1, 2, 4 or 8 bytes, each within +-magnitude.
inline PackedInts random_weights(Random& random, std::size_t n, unsigned width, std::int64_t magnitude) {
  ByteWriter out;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t w = random.within(-magnitude, magnitude);
    switch (width) {
      case 1:
        out.write(static_cast<std::int8_t>(w));
        break;
      case 2:
        out.write(static_cast<std::int16_t>(w));
        break;
      case 4:
        out.write(static_cast<std::int32_t>(w));
        break;
      default:
        out.write(w);
    }
  }
  return PackedInts::read(std::move(out).finish(), width);
}

inline Tensor random_tensor(Random& random, const Shape& shape, std::int64_t lo, std::int64_t hi) {
  Tensor t(shape);
  for (auto& v : t.data) {
    v = random.within(lo, hi);
  }
  return t;
}

// The intervals on which a rule is compared: small ones, ends around every width, and some that saturate.
inline Range random_interval(Random& random) {
  static const auto ends = around_powers({3, 7, 31, 62, 63, 64, 100, 126, 127, 128, 190, 254, 255}, pow2(255));
  const Int a = random.pick(ends);
  const Int b = random.pick(ends);
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace wai::exact
