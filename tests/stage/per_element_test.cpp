// E2 dequantize, E3 bucket, E4 coded, E5 scale_index, E7 band_lookup (ops 5E).
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "stage/bucket.hpp"
#include "stage/dequantize.hpp"
#include "stage/scale_index.hpp"
#include "stage_support.hpp"

namespace wai {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
using Edges = std::vector<std::int64_t>;

// --- E2 ---

TEST(Dequantize, ShiftsTheSymbolAndAddsTheBase) {
  expect_value(dequantize(-3, 4, 5), -43);  // -3*16 + 5
  expect_value(dequantize(7, 0, -9), -2);
  expect_value(dequantize(1, 62, 0), std::int64_t{1} << 62);
}

TEST(Dequantize, RefusesAnFOutside0To62) {
  expect_value(dequantize(0, 62, 8), 8);
  expect_refusal(dequantize(0, 63, 8), RefusalCode::field_range, 0);
  expect_refusal(dequantize(0, 64, 8), RefusalCode::field_range, 0);
  expect_refusal(dequantize(0, -1, 8), RefusalCode::field_range, 0);  // readings P9
  expect_refusal(dequantize(0, kMin, 8), RefusalCode::field_range, 0);
  expect_refusal(dequantize(0, kMax, 8), RefusalCode::field_range, 0);
}

TEST(Dequantize, RefusesAValuePastI64) {
  // 1*2^62 + (2^62 - 1) = 2^63 - 1, and one more.
  expect_value(dequantize(1, 62, (std::int64_t{1} << 62) - 1), kMax);
  expect_refusal(dequantize(1, 62, std::int64_t{1} << 62), RefusalCode::field_range, 0);
  // -2*2^62 = -2^63, and one less.
  expect_value(dequantize(-2, 62, 0), kMin);
  expect_refusal(dequantize(-2, 62, -1), RefusalCode::field_range, 0);
  // The product alone may pass i64: 2*2^62 - 1, 4*2^62 + MIN = 2^63, -4*2^62 + MAX = -2^63 - 1.
  expect_value(dequantize(2, 62, -1), kMax);
  expect_refusal(dequantize(4, 62, kMin), RefusalCode::field_range, 0);
  expect_refusal(dequantize(-4, 62, kMax), RefusalCode::field_range, 0);
  expect_value(dequantize(3, 62, kMin), std::int64_t{1} << 62);
  expect_refusal(dequantize(kMin, 62, 0), RefusalCode::field_range, 0);
  expect_refusal(dequantize(kMax, 1, 0), RefusalCode::field_range, 0);
}

// --- E3 ---

// Every list of one to three edges within [-2, 2].
template <class F>
void for_small_edges(F&& f) {
  for (std::int64_t a = -2; a <= 2; ++a) {
    f(Edges{a});
    for (std::int64_t b = -2; b <= 2; ++b) {
      f(Edges{a, b});
      for (std::int64_t c = -2; c <= 2; ++c) {
        f(Edges{a, b, c});
      }
    }
  }
}

TEST(Bucket, CeilCountsTheEdgesAtOrAboveTheRaisedSigma) {
  for_small_edges([](const Edges& e) {
    for (std::int64_t sigma = -3; sigma <= 3; ++sigma) {
      std::uint64_t below = 0;  // (N - 1) - #{ raised <= e_i } = #{ i < N - 1 : e_i < raised }
      for (std::size_t i = 0; i + 1 < e.size(); ++i) {
        below += e[i] < std::max(sigma, e[0]) ? 1U : 0U;
      }
      expect_value(bucket(sigma, e, BucketRule::ceil), below);
    }
  });
}

TEST(Bucket, CeilByHand) {
  const Edges e{10, 20, 30, 40};
  expect_value(bucket(-5, e, BucketRule::ceil), 0U);  // raised to 10: 10, 20, 30 are not below it
  expect_value(bucket(10, e, BucketRule::ceil), 0U);  // exactly at an edge
  expect_value(bucket(11, e, BucketRule::ceil), 1U);
  expect_value(bucket(20, e, BucketRule::ceil), 1U);
  expect_value(bucket(30, e, BucketRule::ceil), 2U);
  expect_value(bucket(31, e, BucketRule::ceil), 3U);
  expect_value(bucket(kMax, e, BucketRule::ceil), 3U);
  expect_value(bucket(0, Edges{kMax}, BucketRule::ceil), 0U);
}

TEST(Bucket, CeilNeverComparesTheLastEdge) {
  for (const std::int64_t last : {kMin, std::int64_t{15}, kMax}) {
    expect_value(bucket(15, Edges{10, 20, last}, BucketRule::ceil), 1U);
  }
}

TEST(Bucket, FloorCountsTheEdgesAtOrBelowSigma) {
  for_small_edges([](const Edges& e) {
    for (std::int64_t sigma = -3; sigma <= 3; ++sigma) {
      std::uint64_t count = 0;
      bool decreases = false;
      for (std::size_t i = 0; i < e.size(); ++i) {
        count += e[i] <= sigma ? 1U : 0U;
        decreases = decreases || (i > 0 && e[i] < e[i - 1]);
      }
      if (decreases) {
        expect_refusal(bucket(sigma, e, BucketRule::floor), RefusalCode::model_mismatch, -1);
      } else {
        expect_value(bucket(sigma, e, BucketRule::floor), count);
      }
    }
  });
}

TEST(Bucket, FloorAtTheEndsOfI64) {
  const Edges e{kMin, 0, kMax};
  expect_value(bucket(kMin, e, BucketRule::floor), 1U);
  expect_value(bucket(-1, e, BucketRule::floor), 1U);
  expect_value(bucket(kMax, e, BucketRule::floor), 3U);
}

TEST(Bucket, RefusesNoEdge) {
  expect_refusal(bucket(0, {}, BucketRule::ceil), RefusalCode::model_mismatch, -1);
  expect_refusal(bucket(0, {}, BucketRule::floor), RefusalCode::model_mismatch, -1);
}

// --- E4 ---

TEST(Coded, IsStrictlyAboveTheThreshold) {
  EXPECT_FALSE(coded(382, 382));
  EXPECT_TRUE(coded(383, 382));
  EXPECT_FALSE(coded(kMin, kMin));
  EXPECT_TRUE(coded(kMax, kMin));
  EXPECT_FALSE(coded(kMin, kMax));
}

// --- E5 ---

TEST(ScaleIndex, RoundsHalvesUpAndClamps) {
  // R_half_up(v, 2) = floor((v + 2)/4): 5 -> 1, 6 -> 2 (a tie), 125 -> 31, 126 -> 32; -2 -> 0 (a tie), -3 -> -1.
  expect_value(scale_index(5, 2, 32), 1);
  expect_value(scale_index(6, 2, 32), 2);
  expect_value(scale_index(125, 2, 32), 31);
  expect_value(scale_index(126, 2, 32), 31);
  expect_value(scale_index(126, 2, 33), 32);
  expect_value(scale_index(-2, 2, 32), 0);
  expect_value(scale_index(-3, 2, 32), 0);
  expect_value(scale_index(9, 0, 32), 9);
  expect_value(scale_index(9, 0, 1), 0);
}

TEST(ScaleIndex, HoldsEveryShift) {
  // floor((2^63 - 1 + 2^62)/2^63) = 1, floor((2^63 - 1 + 2^63)/2^64) = 0.
  expect_value(scale_index(kMax, 63, 32), 1);
  expect_value(scale_index(kMax, 64, 32), 0);
  expect_value(scale_index(kMax, 127, 32), 0);
  expect_value(scale_index(kMin, 127, 32), 0);
  expect_value(scale_index(kMax, 0, kMax), kMax - 1);
  expect_value(scale_index(kMax - 1, 1, kMax), (std::int64_t{1} << 62) - 1);  // floor((2^63 - 2 + 1)/2)
  expect_value(scale_index(kMax, 1, kMax), std::int64_t{1} << 62);            // a tie, up
}

TEST(ScaleIndex, RefusesAShiftOutside0To127AndAnEmptyTable) {
  expect_refusal(scale_index(0, 128, 1), RefusalCode::model_mismatch, -1);
  expect_refusal(scale_index(0, -1, 1), RefusalCode::model_mismatch, -1);
  expect_refusal(scale_index(0, 0, 0), RefusalCode::model_mismatch, -1);
  expect_refusal(scale_index(0, 0, kMin), RefusalCode::model_mismatch, -1);
}

// --- E7 ---

TEST(BandLookup, TakesTheBandOfTheEdgesAtOrBelow) {
  const Edges edges{1004, 1353, 1938};
  const std::vector<Edges> table{{-31, 20, 122, 181}, {-80, -31, 71, 130}};
  expect_value(band_lookup(1003, edges, table, 0), -31);
  expect_value(band_lookup(1004, edges, table, 0), 20);
  expect_value(band_lookup(1937, edges, table, 1), 71);
  expect_value(band_lookup(1938, edges, table, 1), 130);
  expect_value(band_lookup(kMin, edges, table, 1), -80);
  expect_value(band_lookup(kMax, edges, table, 1), 130);
}

TEST(BandLookup, CountsEdgesInAnyOrderAndNone) {
  expect_value(band_lookup(5, Edges{9, 1, 5}, std::vector<Edges>{{0, 1, 2, 3}}, 0), 2);
  expect_value(band_lookup(5, {}, std::vector<Edges>{{7}}, 0), 7);
}

TEST(BandLookup, RefusesARowThatIsNotThereOrHasAnotherLength) {
  const Edges edges{1, 2};
  const std::vector<Edges> table{{0, 1, 2}, {0, 1}, {0, 1, 2, 3}};
  expect_value(band_lookup(0, edges, table, 0), 0);
  expect_refusal(band_lookup(0, edges, table, 1), RefusalCode::model_mismatch, -1);
  expect_refusal(band_lookup(0, edges, table, 2), RefusalCode::model_mismatch, -1);
  expect_refusal(band_lookup(0, edges, table, 3), RefusalCode::model_mismatch, -1);
  expect_refusal(band_lookup(0, edges, {}, 0), RefusalCode::model_mismatch, -1);
}

}  // namespace
}  // namespace wai
