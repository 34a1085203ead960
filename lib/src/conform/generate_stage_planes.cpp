// Stage vectors of E6 and E10 to E13 (ops 5E): planes, pictures, signals and orders.
#include <fmt/format.h>

#include <limits>

#include "conform/generate_stage.hpp"
#include "conform/random.hpp"

namespace wai {
namespace {

constexpr std::int64_t kI64Lo = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kI64Hi = std::numeric_limits<std::int64_t>::max();

Tensor noise(std::string_view seed, const Shape& shape, std::int64_t lo, std::int64_t hi) {
  Random random(seed);
  Tensor out(shape);
  for (std::int64_t& v : out.data) {
    v = random.within(lo, hi);
  }
  return out;
}

Tensor with(Tensor t, std::size_t i, std::int64_t v) {
  t.data[i] = v;
  return t;
}

}  // namespace

void block_stat_vectors(StageList& list) {
  const auto add = [&](std::string id, Tensor x, std::int64_t b, std::int64_t s, std::int64_t lo, std::int64_t hi) {
    list.add(std::move(id), BlockStatInput{std::move(x), b, s, lo, hi});
  };
  // Partial last blocks: 5 x 7 by 1, 2, 3, 5, 7 and more than the plane.
  for (const std::int64_t b : {1, 2, 3, 5, 7, 8}) {
    add(fmt::format("two-channels-5x7-block-{}", b), noise("block", {2, 5, 7}, -1000, 1000), b, 2, -100000, 100000);
  }
  add("block-i64-high", noise("block", {1, 2, 3}, -9, 9), kI64Hi, 1, -100, 100);
  add("one-position", Tensor({1, 1, 1}, -7), 4, 0, -100, 100);
  // The shift is the same for a whole block of four and a partial one of two or one.
  add("partial-blocks-take-the-same-shift", Tensor({1, 3, 3}, 6), 2, 2, 0, 100);
  for (const std::int64_t v : {-7, -6, -5, -2, -1, 1, 2, 3, 5, 6, 7}) {
    add(fmt::format("shift-2-v-{}", v), Tensor({1, 1, 1}, v), 1, 2, -100, 100);
  }
  for (const std::int64_t s : {31, 32, 62, 63, 64, 65, 126, 127}) {
    add(fmt::format("shift-{}-high", s), Tensor({1, 2, 2}, kI64Hi), 2, s, kI64Lo, kI64Hi);
    add(fmt::format("shift-{}-low", s), Tensor({1, 2, 2}, kI64Lo), 2, s, kI64Lo, kI64Hi);
  }
  add("sum-past-i64-clamps-high", Tensor({1, 2, 2}, kI64Hi), 2, 0, kI64Lo, kI64Hi);
  add("sum-past-i64-clamps-low", Tensor({1, 2, 2}, kI64Lo), 2, 0, kI64Lo, kI64Hi);
  add("sum-past-i64-and-back", Tensor({1, 1, 4}, {kI64Hi, kI64Hi, kI64Lo, kI64Lo}), 4, 0, -100, 100);
  add("clamp-at-both-ends", Tensor({1, 1, 4}, {-11, -10, 10, 11}), 1, 0, -10, 10);
  add("lo-equal-hi", noise("block", {1, 2, 2}, -9, 9), 2, 0, 3, 3);
  add("lo-above-hi-refused", noise("block", {1, 2, 2}, -9, 9), 2, 0, 4, 3);
  for (const std::int64_t b : {std::int64_t{0}, std::int64_t{-1}, kI64Lo}) {
    add(fmt::format("b-{}-refused", b), noise("block", {1, 2, 2}, -9, 9), b, 0, -10, 10);
  }
  for (const std::int64_t s : {std::int64_t{-1}, std::int64_t{128}, kI64Hi}) {
    add(fmt::format("s-{}-refused", s), noise("block", {1, 2, 2}, -9, 9), 2, s, -10, 10);
  }
}

void mc_predict_vectors(StageList& list) {
  const Tensor frame = noise("frame", {3, 4, 5}, 0, 255);
  const auto add = [&](std::string id, McPredictInput in) { list.add(std::move(id), std::move(in)); };
  // Corners, edges and the inside, with vectors that stay, cross a border by one, and by far, odd ones among them.
  for (const std::int64_t precision : {1, 2}) {
    const std::string name = precision == 1 ? "whole" : "half";
    for (const auto& [y, x] : {std::pair<int, int>{0, 0}, {0, 4}, {3, 0}, {3, 4}, {1, 2}}) {
      for (const std::int64_t dy : {-9, -2, -1, 0, 1, 2, 9}) {
        for (const std::int64_t dx : {-11, -3, -1, 0, 1, 4}) {
          const std::int64_t c = (dy + dx + 30) % 3;
          add(fmt::format("{}-pixel-{}-{}-vector-{}-{}", name, y, x, dy, dx), {frame, y, x, c, dy, dx, precision});
        }
      }
    }
    for (const std::int64_t dy : {-32768, -32767, 32767}) {
      for (const std::int64_t dx : {-32768, -32767, 32767}) {
        add(fmt::format("{}-i16-ends-{}-{}", name, dy, dx), {frame, 2, 2, 1, dy, dx, precision});
      }
    }
    add(name + "-one-pixel-frame", {noise("frame", {3, 1, 1}, 0, 255), 0, 0, 2, -1, -1, precision});
  }
  // Averages round up: of two, 1/2; of four, 1/4, 2/4 and 3/4.
  for (std::int64_t ones = 0; ones <= 4; ++ones) {
    Tensor bits({3, 2, 2});
    for (std::int64_t i = 0; i < ones; ++i) {
      bits.data[static_cast<std::size_t>(i)] = 1;
    }
    add(fmt::format("half-average-of-four-{}-ones", ones), {bits, 0, 0, 0, 1, 1, 2});
    add(fmt::format("half-average-of-two-columns-{}-ones", ones), {bits, 0, 0, 0, 0, 1, 2});
    add(fmt::format("half-average-of-two-rows-{}-ones", ones), {bits, 0, 0, 0, 1, 0, 2});
  }
  add("half-average-of-four-at-255", {Tensor({3, 2, 2}, 255), 0, 0, 0, 1, 1, 2});
  add("frame-of-2-channels-refused", {noise("frame", {2, 2, 2}, 0, 255), 0, 0, 0, 0, 0, 1});
  add("frame-of-4-channels-refused", {noise("frame", {4, 2, 2}, 0, 255), 0, 0, 0, 0, 0, 1});
  add("frame-without-rows-refused", {Tensor({3, 0, 2}), 0, 0, 0, 0, 0, 1});
  add("sample-below-0-refused", {with(frame, 59, -1), 0, 0, 0, 0, 0, 1});
  add("sample-above-255-refused", {with(frame, 59, 256), 0, 0, 0, 0, 0, 1});
  add("y-at-h-refused", {frame, 4, 0, 0, 0, 0, 1});
  add("y-negative-refused", {frame, -1, 0, 0, 0, 0, 1});
  add("x-at-w-refused", {frame, 0, 5, 0, 0, 0, 1});
  add("x-negative-refused", {frame, 0, -1, 0, 0, 0, 1});
  add("channel-3-refused", {frame, 0, 0, 3, 0, 0, 1});
  add("channel-negative-refused", {frame, 0, 0, -1, 0, 0, 1});
  for (const std::int64_t v : {-32769, 32768}) {
    add(fmt::format("dy-{}-refused", v), {frame, 0, 0, 0, v, 0, 1});
    add(fmt::format("dx-{}-refused", v), {frame, 0, 0, 0, 0, v, 2});
  }
  for (const std::int64_t p : {0, 3, -1}) {
    add(fmt::format("precision-{}-refused", p), {frame, 0, 0, 0, 0, 0, p});
  }
}

void up2_predict_vectors(StageList& list) {
  const auto add = [&](std::string id, Tensor prev, std::int64_t d0, std::int64_t d1) {
    list.add(std::move(id), Up2PredictInput{std::move(prev), d0, d1});
  };
  for (const auto& [d0, d1] :
       {std::pair<int, int>{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {6, 5}, {1, 9}}) {
    const Shape below{2, static_cast<std::uint64_t>((d0 + 1) / 2), static_cast<std::uint64_t>((d1 + 1) / 2)};
    add(fmt::format("{}x{}", d0, d1), noise("up2", below, 0, 255), d0, d1);
  }
  for (std::size_t ones = 0; ones <= 4; ++ones) {
    Tensor bits({1, 2, 2});
    std::fill_n(bits.data.begin(), ones, 1);
    add(fmt::format("average-{}-ones", ones), bits, 4, 4);
  }
  add("all-255", Tensor({1, 2, 2}, 255), 4, 4);
  const Tensor prev = noise("up2", {2, 2, 3}, 0, 255);
  add("d0-0-refused", prev, 0, 6);
  add("d1-0-refused", prev, 4, 0);
  add("d0-0-of-an-empty-picture-refused", Tensor({1, 0, 3}), 0, 6);
  for (const auto& [d0, d1] : {std::pair<int, int>{2, 6}, {5, 6}, {4, 4}, {4, 7}}) {
    add(fmt::format("prev-2x3-for-{}x{}-refused", d0, d1), prev, d0, d1);
  }
  add("no-channel-refused", Tensor({0, 2, 3}), 4, 6);
  add("sample-below-0-refused", with(prev, 11, -1), 4, 6);
  add("sample-above-255-refused", with(prev, 11, 256), 4, 6);
}

void rate_predict_vectors(StageList& list) {
  const auto add = [&](std::string id, Tensor prev, std::int64_t num, std::int64_t den, std::int64_t d0) {
    list.add(std::move(id), RatePredictInput{std::move(prev), num, den, d0});
  };
  const auto signal = [](std::uint64_t c, std::uint64_t n) { return noise("rate", {c, 1, n}, -32768, 32767); };
  for (const auto& [n, num, den] : {std::array<int, 3>{5, 1, 1},
                                    {5, 2, 1},
                                    {5, 3, 1},
                                    {5, 3, 2},
                                    {7, 4, 3},
                                    {9, 147, 160},
                                    {4, 1, 2},
                                    {5, 1, 2},
                                    {1, 7, 2},
                                    {6, 2, 3}}) {
    add(fmt::format("{}-samples-at-{}-{}", n, num, den), signal(2, static_cast<std::uint64_t>(n)), num, den,
        n * num / den);
  }
  // rdiv rounds halves away from zero: between 0 and +-1, +-3 at a half.
  for (const std::int64_t v : {-3, -1, 1, 3}) {
    add(fmt::format("half-from-0-to-{}", v), Tensor({1, 1, 2}, {0, v}), 2, 1, 4);
    add(fmt::format("thirds-from-{}-to-0", v), Tensor({1, 1, 2}, {v, 0}), 3, 1, 6);
    add(fmt::format("quarters-from-{}-to-0", v), Tensor({1, 1, 2}, {v, 0}), 4, 1, 8);
  }
  add("i16-ends", Tensor({1, 1, 4}, {-32768, 32767, -32768, 32767}), 5, 2, 10);
  // The largest rates: num = den = 2^32 - 1, and a numerator one below its denominator.
  const std::int64_t top = std::numeric_limits<std::uint32_t>::max();
  add("rates-at-u32-end", signal(1, 3), top, top, 3);
  add("rate-just-below-1", signal(1, 3), top - 1, top, 2);
  add("rate-just-above-1", signal(1, 3), top, top - 1, 3);
  add("rate-num-0-refused", signal(1, 3), 0, 1, 3);
  add("rate-den-0-refused", signal(1, 3), 1, 0, 3);
  add("d0-0-refused", signal(1, 3), 1, 4, 0);
  add("d0-one-less-refused", signal(1, 3), 3, 2, 3);
  add("d0-one-more-refused", signal(1, 3), 3, 2, 5);
  add("no-sample-refused", Tensor({1, 1, 0}), 3, 2, 4);
  add("two-rows-refused", noise("rate", {1, 2, 3}, -9, 9), 1, 1, 3);
  add("no-channel-refused", Tensor({0, 1, 3}), 1, 1, 3);
  add("rate-num-past-u32-refused", signal(1, 3), top + 1, top + 1, 3);
  add("sample-below-i16-refused", with(signal(1, 3), 2, -32769), 1, 1, 3);
  add("sample-above-i16-refused", with(signal(1, 3), 2, 32768), 1, 1, 3);
}

void coding_order_vectors(StageList& list) {
  const auto add = [&](std::string id, Integers shape, CodingOrder order, bool anchor) {
    list.add(std::move(id), CodingOrderInput{std::move(shape), order, anchor});
  };
  for (const auto& shape : {Integers{1, 1, 1}, {2, 3, 4}, {3, 3, 3}, {1, 1, 5}, {1, 5, 1}, {2, 2, 2}}) {
    const std::string name = fmt::format("{}x{}x{}", shape[0], shape[1], shape[2]);
    for (const bool anchor : {false, true}) {
      const std::string end = anchor ? "-anchor" : "";
      add(name + "-raster" + end, shape, CodingOrder::raster, anchor);
      add(name + "-checkerboard" + end, shape, CodingOrder::checkerboard, anchor);
    }
  }
  for (const auto& shape : {Integers{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}}) {
    const std::string name = fmt::format("{}x{}x{}-refused", shape[0], shape[1], shape[2]);
    add("raster-" + name, shape, CodingOrder::raster, false);
    add("checkerboard-" + name, shape, CodingOrder::checkerboard, true);
  }
}

}  // namespace wai
