// E6 block_stat (ops 5E).
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "base/int_math.hpp"
#include "stage_support.hpp"
#include "wai/stage.hpp"

namespace wai {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

const Tensor kX(Shape{1, 3, 3}, {1, 2, 3,  //
                                 4, 5, 6,  //
                                 7, 8, 9});

TEST(BlockStat, SumsEachBlockAndItsPartialNeighbours) {
  // Blocks of 2 x 2: 1+2+4+5 = 12, 3+6 = 9, 7+8 = 15, 9. R_half_up(S, 2) = floor((S + 2)/4): 3, 2, 4, 2.
  expect_value(block_stat(kX, {2, 2, -100, 100}), Tensor(kX.shape, {3, 3, 2, 3, 3, 2, 4, 4, 2}));
}

TEST(BlockStat, ClampsTheRoundedSum) {
  expect_value(block_stat(kX, {2, 2, 3, 3}), Tensor(kX.shape, {3, 3, 3, 3, 3, 3, 3, 3, 3}));
  expect_value(block_stat(kX, {2, 2, 0, 2}), Tensor(kX.shape, {2, 2, 2, 2, 2, 2, 2, 2, 2}));
}

TEST(BlockStat, RoundsTiesUpOnBothSigns) {
  // R_half_up(-6, 2) = floor(-4/4) = -1; R_half_up(6, 2) = 2; R_half_up(-7, 2) = floor(-5/4) = -2.
  const Tensor x(Shape{3, 1, 1}, {-6, 6, -7});
  expect_value(block_stat(x, {1, 2, -9, 9}), Tensor(x.shape, {-1, 2, -2}));
}

TEST(BlockStat, TakesABlockLargerThanThePlane) {
  for (const std::uint64_t b : {std::uint64_t{3}, std::uint64_t{4}, ~std::uint64_t{0}}) {
    expect_value(block_stat(kX, {b, 0, 0, 1000}), Tensor(kX.shape, 45));
  }
}

TEST(BlockStat, HoldsSumsPast64Bits) {
  // 2*(2^63 - 1) / 2^1 and 2*(-2^63) / 2.
  const Tensor x(Shape{2, 1, 2}, {kMax, kMax, kMin, kMin});
  expect_value(block_stat(x, {2, 1, kMin, kMax}), Tensor(x.shape, {kMax, kMax, kMin, kMin}));
  expect_value(block_stat(x, {2, 0, kMin, kMax}), Tensor(x.shape, {kMax, kMax, kMin, kMin}));  // clamped
  expect_value(block_stat(x, {2, 127, kMin, kMax}), Tensor(x.shape, {0, 0, 0, 0}));
}

// Position by position: the sum over every position of the same block.
TEST(BlockStat, IsTheBlockSumAtEveryPosition) {
  std::mt19937_64 random(7);
  for (std::size_t h = 1; h <= 5; ++h) {
    for (std::size_t w = 1; w <= 5; ++w) {
      Tensor x(Shape{2, h, w});
      std::generate(x.data.begin(), x.data.end(), [&] { return static_cast<std::int64_t>(random() % 201) - 100; });
      for (std::size_t b = 1; b <= 6; ++b) {
        Tensor expected(x.shape);
        for (std::size_t i = 0; i < x.data.size(); ++i) {
          std::int64_t sum = 0;
          for (std::size_t j = 0; j < x.data.size(); ++j) {
            const bool same = i / (h * w) == j / (h * w) && i / w % h / b == j / w % h / b && i % w / b == j % w / b;
            sum += same ? x.data[j] : 0;
          }
          expected.data[i] =
              std::min<std::int64_t>(std::max<std::int64_t>(floor_div<std::int64_t>(sum + 4, 8), -20), 20);
        }
        expect_value(block_stat(x, {b, 3, -20, 20}), expected);
      }
    }
  }
}

TEST(BlockStat, RefusesItsConditions) {
  const auto refused = [](const Tensor& x, const BlockStat& stat) {
    expect_refusal(block_stat(x, stat), RefusalCode::model_mismatch, -1);
  };
  refused(kX, {0, 2, 0, 9});
  refused(kX, {2, 128, 0, 9});
  refused(kX, {2, -1, 0, 9});
  refused(kX, {2, 2, 9, 8});
  Tensor short_x = kX;
  short_x.data.pop_back();
  refused(short_x, {2, 2, 0, 9});
  refused(Tensor(Shape{1, 0, 3}), {2, 2, 0, 9});
  Tensor wide = kX;
  wide.shape = {std::uint64_t{1} << 32, std::uint64_t{1} << 32, 9};
  refused(wide, {2, 2, 0, 9});
}

}  // namespace
}  // namespace wai
