// WHM1 and WAM1 networks evaluated from their bytes by pay 9 and the formulas of ops 5.1 to 5.7: plain loops in 64
// bits, for networks whose values stay small. It shares no code with the library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/payloads.hpp"

namespace wai::test {

struct Planes {
  std::int64_t c = 0, h = 0, w = 0;
  std::vector<std::int64_t> v;

  Planes(std::int64_t c_, std::int64_t h_, std::int64_t w_)
      : c(c_), h(h_), w(w_), v(static_cast<std::size_t>(c_ * h_ * w_)) {}
  std::int64_t& at(std::int64_t k, std::int64_t y, std::int64_t x) {
    return v[static_cast<std::size_t>((k * h + y) * w + x)];
  }
};

class NetworkByText {
 public:
  explicit NetworkByText(Blob file) : file_(std::move(file)), flat_(file_.at(1) == 'A') {}

  Planes run(Planes x) {
    at_ = 4;
    afrac_ = integer(4);
    gf_ = integer(4);
    shift_ = integer(4);
    for (std::int64_t n = integer(4); n > 0; --n) {
      x = layer(integer(1), x);
    }
    return x;
  }
  [[nodiscard]] std::int64_t afrac() const { return afrac_; }

 private:
  // A little-endian integer of `size` bytes, signed when it is a weight, a multiplier, a bias or a slope.
  std::int64_t integer(std::size_t size, bool is_signed = false) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      value |= std::uint64_t{file_.at(at_++)} << (8 * i);
    }
    if (is_signed && size < 8 && (value >> (8 * size - 1)) != 0) {
      value |= ~std::uint64_t{0} << (8 * size);
    }
    return static_cast<std::int64_t>(value);
  }
  std::vector<std::int64_t> list(std::int64_t n, std::size_t size) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(n));
    for (std::int64_t& value : values) {
      value = integer(size, true);
    }
    return values;
  }
  static std::int64_t pick(const std::vector<std::int64_t>& values, std::int64_t i) {
    return values.at(static_cast<std::size_t>(i));
  }

  Planes layer(std::int64_t tag, Planes& x) {
    switch (tag) {
      case 0:
      case 1:
        return convolution(tag == 0, x);
      case 2:
        return igdn(x);
      case 3:
        return each(x, [](std::int64_t v) { return v < 0 ? 0 : v; });
      default: {
        const std::int64_t slope = integer(8, true);
        const std::int64_t frac = integer(4);
        return each(x, [&](std::int64_t v) { return v < 0 ? (v * slope) >> frac : v; });
      }
    }
  }

  template <class F>
  static Planes each(Planes x, F f) {
    for (std::int64_t& v : x.v) {
      v = f(v);
    }
    return x;
  }

  // acc, then floor(acc * mult / 2^shift) + bias: a `post` bias.
  Planes convolution(bool transposed, Planes& x) {
    const std::int64_t c = integer(4), out = integer(4), k = integer(4), stride = integer(4), pad = integer(4);
    const std::int64_t opad = transposed ? integer(4) : 0;
    const std::int64_t kh = flat_ ? 1 : k, sh = flat_ ? 1 : stride, ph = flat_ ? 0 : pad, oph = flat_ ? 0 : opad;
    const auto wt = list(c * out * kh * k, 2);
    const auto mult = list(out, 8);
    const auto bias = list(out, 8);
    const auto side = [&](std::int64_t n, std::int64_t kernel, std::int64_t step, std::int64_t p, std::int64_t extra) {
      return transposed ? (n - 1) * step + kernel + extra - 2 * p : (n + 2 * p - kernel) / step + 1;
    };
    Planes y(out, side(x.h, kh, sh, ph, oph), side(x.w, k, stride, pad, opad));
    const auto tap = [&](std::int64_t o, std::int64_t ci, std::int64_t i, std::int64_t j) {
      return pick(wt, ((transposed ? ci * out + o : o * c + ci) * kh + i) * k + j);
    };
    for (std::int64_t ci = 0; ci < c; ++ci) {
      for (std::int64_t o = 0; o < out; ++o) {
        for (std::int64_t i = 0; i < kh; ++i) {
          for (std::int64_t j = 0; j < k; ++j) {
            transposed ? scatter(x, y, ci, o, i - ph, j - pad, sh, stride, tap(o, ci, i, j))
                       : gather(x, y, ci, o, i - ph, j - pad, sh, stride, tap(o, ci, i, j));
          }
        }
      }
    }
    for (std::int64_t o = 0; o < out; ++o) {
      for (std::int64_t i = 0; i < y.h * y.w; ++i) {
        std::int64_t& v = y.at(o, 0, i);
        v = ((v * pick(mult, o)) >> shift_) + pick(bias, o);
      }
    }
    return y;
  }

  // One weight: x(u, v) goes to y(u*sh + i, v*sw + j), or y(u, v) takes from x(u*sh + i, v*sw + j).
  static void scatter(Planes& x, Planes& y, std::int64_t ci, std::int64_t o, std::int64_t i, std::int64_t j,
                      std::int64_t sh, std::int64_t sw, std::int64_t weight) {
    for (std::int64_t u = 0; u < x.h; ++u) {
      for (std::int64_t v = 0; v < x.w; ++v) {
        const std::int64_t row = u * sh + i, column = v * sw + j;
        if (row >= 0 && row < y.h && column >= 0 && column < y.w) {
          y.at(o, row, column) += weight * x.at(ci, u, v);
        }
      }
    }
  }
  static void gather(Planes& x, Planes& y, std::int64_t ci, std::int64_t o, std::int64_t i, std::int64_t j,
                     std::int64_t sh, std::int64_t sw, std::int64_t weight) {
    for (std::int64_t u = 0; u < y.h; ++u) {
      for (std::int64_t v = 0; v < y.w; ++v) {
        const std::int64_t row = u * sh + i, column = v * sw + j;
        if (row >= 0 && row < x.h && column >= 0 && column < x.w) {
          y.at(o, u, v) += weight * x.at(ci, row, column);
        }
      }
    }
  }

  Planes igdn(Planes& x) {
    const std::int64_t c = integer(4);
    const auto gamma = list(c * c, 4);
    const auto beta = list(c, 8);
    Planes y(x.c, x.h, x.w);
    for (std::int64_t p = 0; p < x.h * x.w; ++p) {
      for (std::int64_t i = 0; i < c; ++i) {
        std::int64_t norm = pick(beta, i);
        for (std::int64_t j = 0; j < c; ++j) {
          norm += (pick(gamma, i * c + j) * x.at(j, 0, p) * x.at(j, 0, p)) >> gf_;
        }
        y.at(i, 0, p) = (x.at(i, 0, p) * root(norm)) >> afrac_;
      }
    }
    return y;
  }

  // The largest r with r*r <= n, by bits from the top; 0 below 0.
  static std::int64_t root(std::int64_t n) {
    std::int64_t r = 0;
    for (std::int64_t bit = std::int64_t{1} << 30; bit > 0; bit >>= 1) {
      r += (r + bit) * (r + bit) <= n ? bit : 0;
    }
    return r;
  }

  Blob file_;
  bool flat_;  // WAM1: one-dimensional
  std::size_t at_ = 0;
  std::int64_t afrac_ = 0, gf_ = 0, shift_ = 0;
};

// The RGB8 step of one value (pay 4 step 4, pay 6 step 3), and the PCM step (pay 5 step 3).
inline std::uint8_t rgb8(std::int64_t v, std::int64_t afrac) {
  const std::int64_t clamped = std::clamp<std::int64_t>(v, 0, std::int64_t{1} << afrac);
  return static_cast<std::uint8_t>((clamped * 255 + (std::int64_t{1} << (afrac - 1))) >> afrac);
}
inline std::int16_t pcm16(std::int64_t v, std::int64_t afrac) {
  const std::int64_t scaled = (v * 32767 + (std::int64_t{1} << (afrac - 1))) >> afrac;
  return static_cast<std::int16_t>(std::clamp<std::int64_t>(scaled, -32768, 32767));
}

}  // namespace wai::test
