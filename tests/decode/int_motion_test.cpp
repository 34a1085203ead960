// `wai.video.int_motion` (pay 3, ops 13.5): clips against values worked out by hand and against a second decoder.
#include "decode/int_motion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/sha256.hpp"
#include "decode/motion_frame.hpp"
#include "stage/mc_predict.hpp"
#include "stage/rans64_encode.hpp"
#include "support/clip_by_text.hpp"
#include "support/corpus.hpp"
#include "support/payload_faults.hpp"
#include "support/payloads.hpp"

namespace wai {
namespace {

using test::outcome;
using test::Wiv1Fields;

constexpr std::int32_t kI32Min = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kI32Max = std::numeric_limits<std::int32_t>::max();

// The canonical stream of these residuals against the clip's own table.
test::Blob stream_of(const Wiv1Fields& fields, const std::vector<std::int64_t>& residuals) {
  const CdfTable table{fields.cdf, fields.offset};
  const std::vector<std::uint64_t> reads(residuals.size(), 0);
  const auto stream = rans64_encode(residuals, std::span(&table, 1), reads, Rans64Modes{});
  return stream ? *stream : test::Blob{};
}

Expected<Bytes> decode(const Wiv1Fields& fields) {
  WAI_TRY(const Wiv1 clip, parse_wiv1(fields.bytes(), Keyframe::residual));
  WAI_TRY(ClipBytes out, decode_clip(clip, std::nullopt));
  return std::move(out.bytes);
}

Bytes decoded(const Wiv1Fields& fields) {
  const auto out = decode(fields);
  if (!out) {
    ADD_FAILURE() << out.refusal().message;
    return {};
  }
  return *out;
}

Wiv1Fields one_frame(std::uint32_t h, std::uint32_t w) {
  Wiv1Fields fields;
  fields.n_frames = 1;
  fields.mv_precision = 1;
  fields.block = 1;
  fields.h = h;
  fields.w = w;
  fields.vectors.clear();
  return fields;
}

TEST(IntMotion, AddsTheResidualTo128InTheFirstFrame) {
  Wiv1Fields fields = one_frame(1, 1);  // q = 7
  fields.stream.bytes = stream_of(fields, {-1, 0, 18});
  EXPECT_EQ(decoded(fields), (Bytes{121, 128, 254}));  // 128 - 7, 128, 128 + 126
  fields.stream.bytes = stream_of(fields, {-19, 19, -18});
  EXPECT_EQ(decoded(fields), (Bytes{0, 255, 2}));  // 128 - 133 and 128 + 133 leave [0, 255]; 128 - 126
}

// A row of 3 pixels, whole-pel, one vector (0, 1): the prediction is the pixel to the right, the last one its own.
TEST(IntMotion, PredictsWholePelsFromTheFrameBefore) {
  Wiv1Fields fields = one_frame(1, 3);
  fields.n_frames = 2;
  fields.block = 64;
  fields.q = 1;
  fields.vectors = {{0, 1}};
  fields.stream.bytes = stream_of(fields, {10, 20, 30, 40, 50, 60, 70, 80, 90,  // frame 0, over 128
                                           0, 0, 0, 1, 1, 1, -1, -1, -1});
  EXPECT_EQ(decoded(fields), (Bytes{138, 148, 158, 168, 178, 188, 198, 208, 218,     // frame 0
                                    168, 178, 188, 199, 209, 219, 197, 207, 217}));  // right neighbours, + r
}

// 2 x 2 pixels, half-pel, blocks of 1, every fraction: with frame 0 (R only told here) 10 21 / 32 43:
//   (0, 0): vector (0, 1): (10 + 21 + 1) >> 1 = 16           only fx
//   (0, 1): vector (1, 0): (21 + 43 + 1) >> 1 = 32           only fy
//   (1, 0): vector (-1, 1): iy = 0, fy = 1: (10 + 21 + 32 + 43 + 2) >> 2 = 27
//   (1, 1): vector (-2, -3): iy = 0, fy = 0; ix = 1 - 2 = -1 -> column 0, fx = 1 -> column 0: (10 + 10 + 1) >> 1 = 10
TEST(IntMotion, PredictsHalfPelsFromTheFrameBefore) {
  Wiv1Fields fields = one_frame(2, 2);
  fields.n_frames = 2;
  fields.mv_precision = 2;
  fields.q = 1;
  fields.vectors = {{0, 1}, {1, 0}, {-1, 1}, {-2, -3}};
  std::vector<std::int64_t> residuals;
  for (const int v : {10, 21, 32, 43}) {
    residuals.insert(residuals.end(), {v - 128, v - 128 + 100, v - 128 + 200});  // R, G = R + 100, B = R + 200
  }
  residuals.insert(residuals.end(), 12, 0);
  fields.stream.bytes = stream_of(fields, residuals);
  EXPECT_EQ(decoded(fields), (Bytes{10, 110, 210, 21, 121, 221, 32, 132, 232, 43, 143, 243,     // frame 0
                                    16, 116, 216, 32, 132, 232, 27, 127, 227, 10, 110, 210}));  // frame 1
}

// F29: r*q is formed in a width that holds it, and clamped.
TEST(IntMotion, ClampsTheWidestResiduals) {
  Wiv1Fields fields = one_frame(1, 2);
  fields.q = 65535;
  fields.offset = 0;
  fields.stream.bytes = stream_of(fields, {kI32Min, kI32Max, 0, kI32Max, kI32Min, -1});
  EXPECT_EQ(decoded(fields), (Bytes{0, 255, 128, 255, 0, 0}));
  // The symbol itself saturates at either end of i32.
  fields.offset = kI32Min;
  fields.stream.bytes = stream_of(fields, {kI32Min, kI32Min + 1, kI32Min, kI32Min, kI32Min, kI32Min});
  EXPECT_EQ(decoded(fields), (Bytes{0, 0, 0, 0, 0, 0}));
  fields.offset = kI32Max;
  fields.stream.bytes = stream_of(fields, {kI32Max, kI32Max, kI32Max, kI32Max, kI32Max, kI32Max});
  EXPECT_EQ(decoded(fields), (Bytes{255, 255, 255, 255, 255, 255}));
}

// One shape of clip; its vectors and residuals are random.
struct Geometry {
  std::uint32_t h, w, block;
  std::uint8_t precision;
  std::uint32_t n_frames;
};

Wiv1Fields random_clip(const Geometry& g, std::mt19937& random) {
  const auto between = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  Wiv1Fields fields;
  fields.h = g.h;
  fields.w = g.w;
  fields.block = g.block;
  fields.mv_precision = g.precision;
  fields.n_frames = g.n_frames;
  fields.q = static_cast<std::uint32_t>(between(1, 9));
  fields.cdf = {0, 9000, 20000, 42000, 52000, 60000, 65536};
  fields.offset = -2;
  fields.vectors.clear();
  constexpr int kFar[] = {-32768, -32767, 32766, 32767, -1, 0, 1};
  for (std::uint64_t i = 0; i < (g.n_frames - 1) * std::uint64_t{(g.h - 1) / g.block + 1} * ((g.w - 1) / g.block + 1);
       ++i) {
    const auto component = [&] {
      return static_cast<std::int16_t>(between(0, 3) == 0 ? kFar[between(0, 6)] : between(-9, 9));
    };
    fields.vectors.push_back({component(), component()});
  }
  std::vector<std::int64_t> residuals(std::size_t{g.n_frames} * g.h * g.w * 3);
  for (std::int64_t& r : residuals) {
    r = between(0, 20) == 0 ? between(-200, 200) : between(-2, 2);
  }
  fields.stream.bytes = stream_of(fields, residuals);
  return fields;
}

// F01: sizes that no block divides, blocks past the frame, one pixel or one row.
TEST(IntMotion, GivesTheFramesOfTheSecondDecoder) {
  const unsigned seed = 101;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (const auto& [h, w] : {std::pair{1U, 1U}, {1U, 23U}, {19U, 1U}, {17U, 33U}, {2U, 2U}}) {
    for (const std::uint32_t block : {1U, 3U, 16U, 64U, 0x80000000U, 0xFFFFFFFFU}) {
      for (const std::uint8_t precision : {std::uint8_t{1}, std::uint8_t{2}}) {
        const Wiv1Fields fields = random_clip({h, w, block, precision, 4}, random);
        const Bytes out = decoded(fields);
        EXPECT_EQ(out.size(), std::size_t{4} * h * w * 3);
        EXPECT_EQ(out, test::ClipByText(fields.bytes()).decode())
            << h << "x" << w << " block " << block << " precision " << int{precision};
      }
    }
  }
}

// Every vector that reaches a little past a small frame on any side, against E10 pixel by pixel.
TEST(IntMotion, PredictsRowsAsTheOperatorPredictsPixels) {
  constexpr std::uint32_t kH = 3, kW = 5;
  Bytes previous(kH * kW * 3);
  std::mt19937 random(5);
  for (auto& sample : previous) {
    sample = static_cast<std::uint8_t>(random() & 0xFFU);
  }
  for (const std::uint8_t precision : {std::uint8_t{1}, std::uint8_t{2}}) {
    for (int dy = -9; dy <= 9; ++dy) {
      for (int dx = -13; dx <= 13; ++dx) {
        const MotionVector vector{static_cast<std::int16_t>(dy), static_cast<std::int16_t>(dx)};
        Bytes out(previous.size());
        predict_frame({kH, kW, 8, precision, std::span(&vector, 1)}, previous, out);
        for (std::size_t i = 0; i < out.size(); ++i) {
          const auto at = [&](std::int64_t y, std::int64_t x) -> std::int32_t {
            return previous[static_cast<std::size_t>(y * kW + x) * 3 + i % 3];
          };
          const auto pixel = static_cast<std::int64_t>(i / 3);
          ASSERT_EQ(out[i], mc_predict_value(at, kH, kW, pixel / kW, pixel % kW,
                                             pel_vector(vector.dy, vector.dx, precision == 2)))
              << dy << " " << dx << " sample " << i;
        }
      }
    }
  }
}

TEST(IntMotion, GivesItsFramesToTheSinkInOrder) {
  std::mt19937 random(3);
  const Wiv1Fields fields = random_clip({4, 6, 4, 2, 3}, random);
  const auto clip = parse_wiv1(fields.bytes(), Keyframe::residual);
  ASSERT_TRUE(clip);
  Bytes joined;
  std::vector<std::size_t> sizes;
  const auto sink = [&](std::span<const std::uint8_t> frame) -> Expected<void> {
    sizes.push_back(frame.size());
    joined.insert(joined.end(), frame.begin(), frame.end());
    return {};
  };
  ASSERT_TRUE(decode_clip_frames(*clip, std::nullopt, sink));
  EXPECT_THAT(sizes, ::testing::ElementsAre(72, 72, 72));
  EXPECT_EQ(joined, decoded(fields));
}

TEST(IntMotion, EndsWhereTheSinkRefuses) {
  std::mt19937 random(3);
  const Wiv1Fields fields = random_clip({4, 6, 4, 2, 3}, random);
  const auto clip = parse_wiv1(fields.bytes(), Keyframe::residual);
  ASSERT_TRUE(clip);
  int frames = 0;
  const auto sink = [&](std::span<const std::uint8_t>) -> Expected<void> {
    return ++frames == 2 ? Expected<void>(Refusal{RefusalCode::cost_over_limit, "enough", {}}) : Expected<void>();
  };
  EXPECT_EQ(outcome(decode_clip_frames(*clip, std::nullopt, sink)), "cost_over_limit");
  EXPECT_EQ(frames, 2);
}

TEST(IntMotion, ReadsNoSymbolOfAGivenFirstFrame) {
  std::mt19937 random(9);
  Wiv1Fields fields = random_clip({3, 4, 2, 2, 3}, random);
  fields.keyframe = 1;
  std::vector<std::int64_t> residuals(2 * 3 * 4 * 3, 0);
  residuals[0] = 5;
  residuals.back() = -7;
  fields.stream.bytes = stream_of(fields, residuals);
  Bytes key(3 * 4 * 3);
  for (auto& sample : key) {
    sample = static_cast<std::uint8_t>(random() & 0xFFU);
  }
  const auto clip = parse_wiv1(fields.bytes(), Keyframe::nested);
  ASSERT_TRUE(clip);
  Bytes joined;
  ASSERT_TRUE(decode_clip_frames(*clip, key, [&](std::span<const std::uint8_t> frame) -> Expected<void> {
    joined.insert(joined.end(), frame.begin(), frame.end());
    return {};
  }));
  EXPECT_EQ(joined, test::ClipByText(fields.bytes(), key).decode());
}

// pay 2: one frame of keyframe 1 codes no symbol, so its residual stream is the state 2^31 alone.
TEST(IntMotion, TakesOnlyTheBareStateForAClipWithoutSymbols) {
  Wiv1Fields fields = one_frame(1, 2);
  fields.keyframe = 1;
  const auto decode_with = [&](test::Blob stream) {
    fields.stream.bytes = std::move(stream);
    const auto clip = parse_wiv1(fields.bytes(), Keyframe::nested);
    return clip ? outcome(decode_clip_frames(*clip, Bytes(6), [](auto) { return Expected<void>(); })) : "not parsed";
  };
  EXPECT_EQ(decode_with(test::words({0x80000000U, 0})), "ok");
  EXPECT_EQ(decode_with(test::words({0x80000001U, 0})), "stream_noncanonical");
  EXPECT_EQ(decode_with(test::words({0x80000000U, 1})), "stream_noncanonical");
  EXPECT_EQ(decode_with(test::words({0x80000000U, 0, 0})), "stream_noncanonical");
}

TEST(IntMotion, RefusesAStreamThatRunsOutOrDoesNotEnd) {
  std::mt19937 random(77);
  const Wiv1Fields valid = random_clip({8, 9, 16, 1, 2}, random);
  ASSERT_EQ(outcome(decode(valid)), "ok");

  Wiv1Fields shorter = valid;
  shorter.stream.bytes.resize(valid.stream.bytes.size() - 4);
  const auto cut = decode(shorter);
  ASSERT_EQ(outcome(cut), "stream_exhausted");
  EXPECT_THAT(cut.refusal().message, ::testing::HasSubstr("residual stream"));

  Wiv1Fields longer = valid;
  test::put(longer.stream.bytes, 0, 4);
  EXPECT_EQ(outcome(decode(longer)), "stream_noncanonical");

  Wiv1Fields fewer = valid;  // 48 symbols fewer are read: their words are left
  fewer.w = 8;
  EXPECT_EQ(outcome(decode(fewer)), "stream_noncanonical");
}

// A stream that is not the state an encoder starts from after its last symbol.
TEST(IntMotion, RefusesAnotherFinalState) {
  Wiv1Fields fields = one_frame(1, 1);
  const CdfTable table{fields.cdf, fields.offset};
  Rans64Encoder encoder;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(encoder.push_symbol(table, 0, Rans64Modes{}));
  }
  fields.stream.bytes = encoder.finish();
  EXPECT_EQ(outcome(decode(fields)), "ok");
  fields.stream.bytes = encoder.finish(kRansLow + 1);
  EXPECT_EQ(outcome(decode(fields)), "stream_noncanonical");
}

// F15: every bit of a small clip flipped in turn gives a refusal or a whole clip.
TEST(IntMotion, GivesAWholeClipOrARefusalForEveryBit) {
  std::mt19937 random(15);
  const test::Blob valid = random_clip({2, 3, 2, 2, 2}, random).bytes();
  for (std::size_t bit = 0; bit < valid.size() * 8; ++bit) {
    test::Blob flipped = valid;
    flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1U << (bit % 8)));
    const auto clip = parse_wiv1(flipped, Keyframe::residual);
    if (clip) {
      const auto out = decode_clip(*clip, std::nullopt);
      EXPECT_TRUE(!out || out->bytes.size() == std::size_t{clip->n_frames} * clip->h * clip->w * 3) << "bit " << bit;
    }
  }
}

TEST(IntMotion, DecodesTheRealClipsToTheirDigests) {
  for (const std::string name : {"coffee_half_12x96x96", "chelsea_whole_8x80x112"}) {
    const auto clip = parse_wiv1(test::real_file("wiv/" + name + ".wiv"), Keyframe::residual);
    ASSERT_TRUE(clip) << clip.refusal().message;
    const auto out = decode_clip(*clip, std::nullopt);
    ASSERT_TRUE(out) << out.refusal().message;
    EXPECT_EQ(sha256_hex(out->bytes), test::real_digest("wiv/" + name + ".sha256")) << name;
  }
}

}  // namespace
}  // namespace wai
