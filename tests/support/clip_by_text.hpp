// A second decoder of WIV1 clips: the sentences of pay 2 and pay 3, one after the other, over raw bytes. Slow, and
// sharing nothing with the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wai::test {

class ClipByText {
 public:
  // A well-formed clip of keyframe 0, or of keyframe 1 with frame 0 given as `key`.
  explicit ClipByText(const std::vector<std::uint8_t>& payload, std::vector<std::uint8_t> key = {})
      : bytes_(payload), key_(std::move(key)) {}

  std::vector<std::uint8_t> decode() {
    precision_ = bytes_[5];
    n_frames_ = u(8, 4), h_ = u(12, 4), w_ = u(16, 4), block_ = u(20, 4), q_ = u(24, 4);
    offset_ = static_cast<std::int32_t>(u(28, 4));
    n_ = u(32, 2);
    nbx_ = (w_ + block_ - 1) / block_;
    nb_ = (h_ + block_ - 1) / block_ * nbx_;
    next_ = 36 + 4 * n_ + (n_frames_ - 1) * nb_ * 4 + 4;
    words_ = next_ + u(next_ - 4, 4);
    x_ = (u(next_ + 4, 4) << 32) | u(next_, 4);
    next_ += 8;
    std::vector<std::uint8_t> clip = key_;
    for (std::int64_t f = key_.empty() ? 0 : 1; f < n_frames_; ++f) {
      frame(clip, f);
    }
    return clip;
  }

 private:
  // The unsigned value of `size` bytes; every one fits i64 here.
  [[nodiscard]] std::int64_t u(std::int64_t at, int size) const {
    std::int64_t v = 0;
    for (int i = size - 1; i >= 0; --i) {
      v = v * 256 + bytes_.at(static_cast<std::size_t>(at + i));
    }
    return v;
  }
  [[nodiscard]] std::int64_t i16(std::int64_t at) const {
    const std::int64_t v = u(at, 2);
    return v >= 32768 ? v - 65536 : v;
  }
  [[nodiscard]] std::int64_t cdf(std::int64_t i) const { return u(36 + 4 * i, 4); }

  void renormalise() {
    if (x_ < (std::int64_t{1} << 31) && next_ < words_) {
      x_ = (x_ << 32) | u(next_, 4);
      next_ += 4;
    }
  }
  std::int64_t bits(int n) {
    const std::int64_t v = x_ % (std::int64_t{1} << n);
    x_ = x_ >> n;
    renormalise();
    return v;
  }
  static std::int64_t saturate(std::int64_t v) {
    return std::min<std::int64_t>(std::max<std::int64_t>(v, -2147483648LL), 2147483647LL);
  }
  std::int64_t symbol() {
    const std::int64_t cum = x_ % 65536;
    std::int64_t s = 0;
    for (std::int64_t i = 0; i <= n_ - 2; ++i) {
      if (cdf(i) <= cum) {
        s = i;
      }
    }
    x_ = (cdf(s + 1) - cdf(s)) * (x_ >> 16) + cum - cdf(s);
    renormalise();
    std::int64_t value = s;
    if (s == n_ - 2) {
      std::int64_t v = bits(4);
      std::int64_t count = v;
      for (int i = 0; i < 8 && v == 15; ++i) {
        v = bits(4);
        count += v;
      }
      count = std::min<std::int64_t>(count, 8);
      std::int64_t raw = 0;
      for (int j = 0; j < count; ++j) {
        raw += bits(4) << (4 * j);
      }
      value = saturate(raw % 2 == 1 ? -(raw >> 1) - 1 : (raw >> 1) + (n_ - 2));
    }
    return saturate(value + offset_);
  }

  // p(Y, X) of frame f - 1, channel c.
  [[nodiscard]] std::int64_t p(const std::vector<std::uint8_t>& clip, std::int64_t f, std::int64_t row,
                               std::int64_t column, std::int64_t c) const {
    row = std::min(std::max<std::int64_t>(row, 0), h_ - 1);
    column = std::min(std::max<std::int64_t>(column, 0), w_ - 1);
    return clip.at(static_cast<std::size_t>((((f - 1) * h_ + row) * w_ + column) * 3 + c));
  }
  [[nodiscard]] std::int64_t prediction(const std::vector<std::uint8_t>& clip, std::int64_t f, std::int64_t y,
                                        std::int64_t x, std::int64_t c) const {
    if (f == 0) {
      return 128;
    }
    const std::int64_t entry = (f - 1) * nb_ + (y / block_) * nbx_ + x / block_;
    const std::int64_t dy = i16(36 + 4 * n_ + 4 * entry);
    const std::int64_t dx = i16(36 + 4 * n_ + 4 * entry + 2);
    if (precision_ == 1) {
      return p(clip, f, y + dy, x + dx, c);
    }
    const std::int64_t iy = y + (dy >> 1), fy = dy & 1, ix = x + (dx >> 1), fx = dx & 1;
    if (fy == 0 && fx == 0) {
      return p(clip, f, iy, ix, c);
    }
    if (fy == 0) {
      return (p(clip, f, iy, ix, c) + p(clip, f, iy, ix + 1, c) + 1) >> 1;
    }
    if (fx == 0) {
      return (p(clip, f, iy, ix, c) + p(clip, f, iy + 1, ix, c) + 1) >> 1;
    }
    return (p(clip, f, iy, ix, c) + p(clip, f, iy, ix + 1, c) + p(clip, f, iy + 1, ix, c) +
            p(clip, f, iy + 1, ix + 1, c) + 2) >>
           2;
  }
  void frame(std::vector<std::uint8_t>& clip, std::int64_t f) {
    for (std::int64_t y = 0; y < h_; ++y) {
      for (std::int64_t x = 0; x < w_; ++x) {
        for (std::int64_t c = 0; c < 3; ++c) {
          const std::int64_t pred = prediction(clip, f, y, x, c);
          const std::int64_t r = symbol();
          clip.push_back(
              static_cast<std::uint8_t>(std::min<std::int64_t>(std::max<std::int64_t>(pred + r * q_, 0), 255)));
        }
      }
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> key_;
  std::int64_t precision_ = 1, n_frames_ = 0, h_ = 0, w_ = 0, block_ = 1, q_ = 1, offset_ = 0, n_ = 0;
  std::int64_t nbx_ = 0, nb_ = 0;
  std::int64_t x_ = 0;      // the state: below 2^63
  std::int64_t next_ = 0;   // offset of the next unread word
  std::int64_t words_ = 0;  // offset after the stream
};

}  // namespace wai::test
