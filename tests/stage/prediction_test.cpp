// E10 mc_predict, E11 up2_predict, E12 rate_predict (ops 5E, pay 3), and E13 coding_order.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/int128.hpp"
#include "stage/mc_predict.hpp"
#include "stage/rate_predict.hpp"
#include "stage/stage_tensor.hpp"
#include "stage_support.hpp"

namespace wai {
namespace {

// --- E10 ---

// Channel c is 100*c + the samples 10 20 30 / 41 53 67.
Tensor small_frame() {
  Tensor frame(Shape{3, 2, 3});
  const std::int64_t plane[] = {10, 20, 30, 41, 53, 67};
  for (std::size_t i = 0; i < 18; ++i) {
    frame.data[i] = plane[i % 6] + 90 * static_cast<std::int64_t>(i / 6);
  }
  return frame;
}

TEST(McPredict, WholePelByHand) {
  const Tensor frame = small_frame();
  expect_value(mc_predict(frame, {0, 0, 0, 1, 2, 1}), 67);
  expect_value(mc_predict(frame, {1, 2, 0, -1, -1, 1}), 20);
  expect_value(mc_predict(frame, {1, 2, 2, -1, -1, 1}), 200);
  expect_value(mc_predict(frame, {0, 0, 0, -5, 9, 1}), 30);  // clamped to row 0, column 2
  expect_value(mc_predict(frame, {1, 1, 0, 32767, -32768, 1}), 41);
}

TEST(McPredict, HalfPelByHand) {
  const Tensor frame = small_frame();
  expect_value(mc_predict(frame, {0, 0, 0, 0, 0, 2}), 10);
  expect_value(mc_predict(frame, {0, 0, 0, 2, 4, 2}), 67);
  expect_value(mc_predict(frame, {0, 0, 0, 0, 1, 2}), 15);   // (10 + 20 + 1) >> 1
  expect_value(mc_predict(frame, {0, 0, 0, 1, 0, 2}), 26);   // (10 + 41 + 1) >> 1: a half rounds up
  expect_value(mc_predict(frame, {0, 0, 0, 1, 1, 2}), 31);   // (10 + 20 + 41 + 53 + 2) >> 2 = 126 >> 2
  expect_value(mc_predict(frame, {0, 2, 0, 0, -1, 2}), 25);  // ix = 2 - 1, fx = 1: (20 + 30 + 1) >> 1
  expect_value(mc_predict(frame, {0, 2, 0, 0, 1, 2}), 30);   // the column past the right edge is the edge's
  expect_value(mc_predict(frame, {0, 0, 0, -1, -1, 2}), 10);
  expect_value(mc_predict(frame, {1, 1, 1, 32767, 32767, 2}), 157);
  expect_value(mc_predict(frame, {1, 1, 1, -32768, -32768, 2}), 100);
}

// A second method: the frame's edges repeated 8 samples out, then plain reads.
TEST(McPredict, IsTheAverageInThePaddedFrame) {
  const Tensor frame = small_frame();
  const std::int64_t pad = 8;
  std::vector<std::vector<std::int64_t>> padded;
  for (std::int64_t y = -pad; y < 2 + pad; ++y) {
    padded.emplace_back();
    for (std::int64_t x = -pad; x < 3 + pad; ++x) {
      padded.back().push_back(frame.at(1, y < 0 ? 0 : (y > 1 ? 1 : static_cast<std::size_t>(y)),
                                       x < 0 ? 0 : (x > 2 ? 2 : static_cast<std::size_t>(x))));
    }
  }
  for (std::int64_t y = 0; y < 2; ++y) {
    for (std::int64_t x = 0; x < 3; ++x) {
      for (std::int64_t dy = -9; dy <= 9; ++dy) {
        for (std::int64_t dx = -9; dx <= 9; ++dx) {
          // Position (2y + dy, 2x + dx) in halves; floor and ceiling of each half are the samples it lies between.
          const std::int64_t row = 2 * (y + pad) + dy;
          const std::int64_t col = 2 * (x + pad) + dx;
          const auto at = [&](std::int64_t r, std::int64_t c) {
            return padded[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
          };
          const std::int64_t four = at(row / 2, col / 2) + at(row / 2, (col + 1) / 2) + at((row + 1) / 2, col / 2) +
                                    at((row + 1) / 2, (col + 1) / 2);
          const MotionPixel pixel{static_cast<std::uint64_t>(y), static_cast<std::uint64_t>(x), 1, dy, dx, 2};
          // avg(a, b) = (2a + 2b + 2) >> 2, and one sample is (4a + 2) >> 2.
          expect_value(mc_predict(frame, pixel), (four + 2) / 4);
        }
      }
    }
  }
}

TEST(McPredict, RefusesItsConditions) {
  const auto refused = [](const Tensor& frame, const MotionPixel& pixel) {
    expect_refusal(mc_predict(frame, pixel), RefusalCode::model_mismatch, -1);
  };
  const Tensor frame = small_frame();
  expect_value(mc_predict(frame, {0, 0, 0, 0, 0, 1}), 10);
  refused(frame, {2, 0, 0, 0, 0, 1});
  refused(frame, {0, 3, 0, 0, 0, 1});
  refused(frame, {0, 0, 3, 0, 0, 1});
  refused(frame, {0, 0, 0, 32768, 0, 1});
  refused(frame, {0, 0, 0, 0, -32769, 1});
  refused(frame, {0, 0, 0, 0, 0, 0});
  refused(frame, {0, 0, 0, 0, 0, 3});
  Tensor other = frame;
  other.data[17] = 256;
  refused(other, {0, 0, 0, 0, 0, 1});
  other.data[17] = -1;
  refused(other, {0, 0, 0, 0, 0, 1});
  other = frame;
  other.shape = {2, 3, 3};
  refused(other, {0, 0, 0, 0, 0, 1});
  other.shape = {3, 2, 4};
  refused(other, {0, 0, 0, 0, 0, 1});
  refused(Tensor(Shape{3, 0, 3}), {0, 0, 0, 0, 0, 1});
}

// --- E11 ---

TEST(Up2Predict, ByHand) {
  // Below: 10 21 / 40 60. Even positions are samples, odd ones averages, and the last row and column repeat.
  const Tensor prev(Shape{1, 2, 2}, {10, 21, 40, 60});
  const Tensor expected(Shape{1, 4, 4}, {10, 16, 21, 21,  // (10 + 21 + 1) >> 1 = 16
                                         25, 33, 41, 41,  // (10 + 40 + 1) >> 1, (131 + 2) >> 2, (21 + 60 + 1) >> 1
                                         40, 50, 60, 60,  //
                                         40, 50, 60, 60});
  expect_value(up2_predict(prev, 4, 4), expected);
  // Odd sides leave out the last row and column.
  expect_value(up2_predict(prev, 3, 3), Tensor(Shape{1, 3, 3}, {10, 16, 21, 25, 33, 41, 40, 50, 60}));
}

TEST(Up2Predict, TakesEachChannelAlone) {
  const Tensor prev(Shape{2, 1, 1}, {255, 7});
  expect_value(up2_predict(prev, 2, 2), Tensor(Shape{2, 2, 2}, {255, 255, 255, 255, 7, 7, 7, 7}));
  expect_value(up2_predict(prev, 1, 2), Tensor(Shape{2, 1, 2}, {255, 255, 7, 7}));
}

TEST(Up2Predict, RefusesAnotherShape) {
  const Tensor prev(Shape{1, 2, 2}, {10, 21, 40, 60});
  for (const auto& [d0, d1] : {std::pair{0U, 4U}, {4U, 0U}, {2U, 4U}, {5U, 4U}, {4U, 2U}, {4U, 5U}}) {
    expect_refusal(up2_predict(prev, d0, d1), RefusalCode::geometry_mismatch, -1);
  }
  expect_refusal(up2_predict(prev, ~std::uint64_t{0}, 4), RefusalCode::geometry_mismatch, -1);
  expect_refusal(up2_predict(Tensor(Shape{0, 2, 2}), 4, 4), RefusalCode::geometry_mismatch, -1);
  expect_refusal(up2_predict(Tensor(Shape{1, 0, 2}), 0, 4), RefusalCode::geometry_mismatch, -1);
}

TEST(Up2Predict, RefusesSamplesThatAreNotU8) {
  for (const std::int64_t sample : {-1, 256}) {
    expect_refusal(up2_predict(Tensor(Shape{1, 1, 1}, sample), 2, 2), RefusalCode::model_mismatch, -1);
  }
  Tensor torn(Shape{1, 2, 2});
  torn.data.pop_back();
  expect_refusal(up2_predict(torn, 4, 4), RefusalCode::model_mismatch, -1);
}

TEST(Up2Predict, CapsItsOutput) {
  // 4 elements for each of 2^24 + 2^12 below: past 2^26.
  expect_refusal(up2_predict(Tensor(Shape{1, 4097, 4096}), 8194, 8192), RefusalCode::too_large, -1);
}

// --- E12 ---

TEST(Rdiv, RoundsHalvesAwayFromZero) {
  EXPECT_EQ(rdiv(7, 2), 4);
  EXPECT_EQ(rdiv(-7, 2), -4);
  EXPECT_EQ(rdiv(6, 4), 2);
  EXPECT_EQ(rdiv(-6, 4), -2);
  EXPECT_EQ(rdiv(5, 4), 1);
  EXPECT_EQ(rdiv(-5, 4), -1);
  EXPECT_EQ(rdiv(1, 3), 0);
  EXPECT_EQ(rdiv(-1, 3), 0);
  EXPECT_EQ(rdiv(0, 5), 0);
  EXPECT_EQ(rdiv(5, 0), 0);
  EXPECT_EQ(rdiv(5, -1), 0);
}

TEST(RatePredict, ByHand) {
  // Rate 2/1 on 10, 21, -4: between samples rdiv(10*2 + 11, 2) = 16, rdiv(21*2 - 25, 2) = rdiv(17, 2) = 9, the last
  // repeats.
  const Tensor prev(Shape{1, 1, 3}, {10, 21, -4});
  expect_value(rate_predict(prev, 2, 1, 6), Tensor(Shape{1, 1, 6}, {10, 16, 21, 9, -4, -4}));
  // Rate 2/3, two samples: s = 0, 3; lo = 0, 1, rho = 0, 1: 10, rdiv(21*2 - 25, 2) = 9.
  expect_value(rate_predict(prev, 2, 3, 2), Tensor(Shape{1, 1, 2}, {10, 9}));
  expect_value(rate_predict(prev, 5, 5, 3), prev);
}

TEST(RatePredict, TakesEachChannelAlone) {
  const Tensor prev(Shape{2, 1, 2}, {0, 4, -3, -4});
  // Channel 1: rdiv(-3*2 - 1, 2) = rdiv(-7, 2) = -4.
  expect_value(rate_predict(prev, 2, 1, 4), Tensor(Shape{2, 1, 4}, {0, 2, 4, 4, -3, -4, -4, -4}));
}

// Against the exact rational: |value*num - n| <= num/2, ties away from zero, in 128 bits.
TEST(RatePredict, IsTheNearestIntegerToTheLine) {
  const std::uint64_t kTop = std::numeric_limits<std::uint32_t>::max();
  const Tensor prev(Shape{1, 1, 5}, {-32768, 32767, -1, 0, 32767});
  const std::pair<std::uint64_t, std::uint64_t> rates[] = {
      {1, 1}, {2, 1}, {3, 2}, {2, 3}, {48000, 44100}, {7, 1}, {kTop, kTop}, {kTop, kTop - 1}, {kTop, 1U << 28}};
  for (const auto& [num, den] : rates) {
    const std::uint64_t d0 = 5 * num / den;
    const auto got = rate_predict(prev, num, den, d0);
    ASSERT_TRUE(got.has_value()) << got.refusal().message;
    for (std::uint64_t i = 0; i < d0; ++i) {
      const std::uint64_t lo = i * den / num;
      ASSERT_LT(lo, 5U);
      const i128 a = prev.data[lo];
      const i128 b = prev.data[lo + 1 < 5 ? lo + 1 : 4];
      const i128 n = a * num + (b - a) * ((i * den) % num);
      const i128 error = n - static_cast<i128>(got->data[i]) * num;  // from the value to the line
      const bool nearest = 2 * error < num && 2 * error > -static_cast<i128>(num);
      const bool tie_away = (n > 0 && 2 * error == -static_cast<i128>(num)) || (n < 0 && 2 * error == num);
      EXPECT_TRUE(nearest || tie_away) << num << "/" << den << " sample " << i;
    }
  }
}

TEST(RatePredict, RefusesAnotherShape) {
  const Tensor prev(Shape{1, 1, 3}, {10, 21, -4});
  const auto refused = [](const Tensor& p, std::uint64_t num, std::uint64_t den, std::uint64_t d0) {
    expect_refusal(rate_predict(p, num, den, d0), RefusalCode::geometry_mismatch, -1);
  };
  refused(prev, 0, 1, 6);
  refused(prev, 2, 0, 6);
  refused(prev, 2, 1, 0);
  refused(prev, 2, 1, 5);
  refused(prev, 2, 1, 7);
  refused(prev, 1, 4, 0);  // floor(3/4) = 0, but d0 is at least 1
  refused(prev, 1, 4, 1);
  refused(Tensor(Shape{1, 1, 0}), 2, 1, 1);
  refused(Tensor(Shape{0, 1, 3}), 2, 1, 6);
  refused(Tensor(Shape{1, 3, 1}), 2, 1, 2);
  refused(Tensor(Shape{1, 2, 3}), 2, 1, 6);
  refused(prev, 2, 1, ~std::uint64_t{0});
}

TEST(RatePredict, RefusesOperandsOutsideTheirTypes) {
  const auto refused = [](const Tensor& p, std::uint64_t num, std::uint64_t den, std::uint64_t d0) {
    expect_refusal(rate_predict(p, num, den, d0), RefusalCode::model_mismatch, -1);
  };
  refused(Tensor(Shape{1, 1, 1}, 32768), 1, 1, 1);
  refused(Tensor(Shape{1, 1, 1}, -32769), 1, 1, 1);
  refused(Tensor(Shape{1, 1, 1}), std::uint64_t{1} << 32, std::uint64_t{1} << 32, 1);
  Tensor torn(Shape{1, 1, 2});
  torn.data.pop_back();
  refused(torn, 2, 1, 4);
}

TEST(RatePredict, CapsItsOutput) {
  constexpr std::uint64_t kPastCap = (std::uint64_t{1} << 26) + 1;
  expect_refusal(rate_predict(Tensor(Shape{1, 1, 1}, 3), kPastCap, 1, kPastCap), RefusalCode::too_large, -1);
  expect_refusal(rate_predict(Tensor(Shape{1, 1, 3}), 0xFFFFFFFF, 1, 3 * std::uint64_t{0xFFFFFFFF}),
                 RefusalCode::too_large, -1);
}

TEST(StageTensor, CapsSizesAt2To26) {
  EXPECT_TRUE(elements_capped("out", std::uint64_t{1} << 26).has_value());
  expect_refusal(elements_capped("out", (std::uint64_t{1} << 26) + 1), RefusalCode::too_large, -1);
  expect_refusal(elements_capped("out", CheckedSize(~std::uint64_t{0}) * 2), RefusalCode::too_large, -1);
}

// --- E13 ---

using Indices = std::vector<std::uint64_t>;

TEST(CodingOrder, ByHand) {
  // [2, 2, 3]: positions 0 1 2 / 3 4 5, then 6 7 8 / 9 10 11.
  const Shape shape{2, 2, 3};
  expect_value(coding_order(shape, CodingOrder::raster, false), Indices{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  expect_value(coding_order(shape, CodingOrder::raster, true), Indices{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  expect_value(coding_order(shape, CodingOrder::checkerboard, true), Indices{0, 2, 4, 6, 8, 10});
  expect_value(coding_order(shape, CodingOrder::checkerboard, false), Indices{1, 3, 5, 7, 9, 11});
  // Even width: rows alternate. 0 1 / 2 3.
  expect_value(coding_order({1, 2, 2}, CodingOrder::checkerboard, true), Indices{0, 3});
  expect_value(coding_order({1, 2, 2}, CodingOrder::checkerboard, false), Indices{1, 2});
  expect_value(coding_order({1, 1, 1}, CodingOrder::checkerboard, false), Indices{});
}

// The two passes are ascending, take the parity of row + column, and together are every element once.
TEST(CodingOrder, PassesPartitionEverySmallShape) {
  for (std::uint64_t c = 1; c <= 3; ++c) {
    for (std::uint64_t h = 1; h <= 4; ++h) {
      for (std::uint64_t w = 1; w <= 4; ++w) {
        std::vector<int> seen(c * h * w, 0);
        for (const bool anchor : {true, false}) {
          const auto pass = coding_order({c, h, w}, CodingOrder::checkerboard, anchor);
          ASSERT_TRUE(pass.has_value());
          EXPECT_TRUE(std::is_sorted(pass->begin(), pass->end()));
          for (const std::uint64_t i : *pass) {
            EXPECT_EQ((i / w % h + i % w) % 2, anchor ? 0U : 1U);
            ++seen[i];
          }
        }
        EXPECT_EQ(seen, std::vector<int>(c * h * w, 1));
      }
    }
  }
}

TEST(CodingOrder, RefusesAnEmptyDimensionAndASizePastTheCap) {
  for (const Shape& shape : {Shape{0, 1, 1}, Shape{1, 0, 1}, Shape{1, 1, 0}}) {
    expect_refusal(coding_order(shape, CodingOrder::raster, true), RefusalCode::model_mismatch, -1);
  }
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 32;
  expect_refusal(coding_order({kHuge, kHuge, 1}, CodingOrder::raster, true), RefusalCode::too_large, -1);
  expect_refusal(coding_order({1, 1, (1U << 26) + 1}, CodingOrder::raster, true), RefusalCode::too_large, -1);
}

}  // namespace
}  // namespace wai
