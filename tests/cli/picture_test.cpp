#include "cli/picture.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <numeric>
#include <stdexcept>
#include <string>

#include "expect_failure.hpp"

namespace wai::cli {
namespace {

std::uint32_t big_endian(const Bytes& bytes, std::size_t at) {
  return std::uint32_t{bytes.at(at)} << 24 | std::uint32_t{bytes.at(at + 1)} << 16 |
         std::uint32_t{bytes.at(at + 2)} << 8 | std::uint32_t{bytes.at(at + 3)};
}

struct Decoded {
  std::vector<std::string> chunks;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  unsigned depth = 0;
  unsigned colour = 0;
  Bytes samples;
};

// The Paeth predictor (PNG, 9.4): a, b, c are the samples to the left, above, and above to the left.
unsigned paeth(int a, int b, int c) {
  const int p = a + b - c;
  const int pa = std::abs(p - a);
  const int pb = std::abs(p - b);
  const int pc = std::abs(p - c);
  return static_cast<unsigned>(pa <= pb && pa <= pc ? a : (pb <= pc ? b : c));
}

// Undoes the row filters (PNG, 9.2) over `bpp` bytes a pixel.
Bytes unfiltered(const Bytes& rows, std::size_t row_bytes, std::size_t bpp) {
  Bytes out;
  for (std::size_t at = 0; at < rows.size(); at += row_bytes + 1) {
    const std::size_t row = out.size();
    for (std::size_t i = 0; i < row_bytes; ++i) {
      const unsigned a = i < bpp ? 0U : out[row + i - bpp];
      const unsigned b = row == 0 ? 0U : out[row + i - row_bytes];
      const unsigned c = row == 0 || i < bpp ? 0U : out[row + i - row_bytes - bpp];
      const unsigned prediction[] = {0, a, b, (a + b) / 2,
                                     paeth(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c))};
      out.push_back(static_cast<std::uint8_t>(rows[at + 1 + i] + prediction[rows.at(at)]));
    }
  }
  return out;
}

// A PNG reader of its own, from the chunk layout of the PNG specification and zlib's inflate.
Decoded decode_png(const Bytes& png) {
  Decoded d;
  EXPECT_EQ(std::string(png.begin(), png.begin() + 8), "\x89PNG\r\n\x1a\n");
  Bytes packed;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t length = big_endian(png, at);
    d.chunks.emplace_back(png.begin() + static_cast<std::ptrdiff_t>(at + 4),
                          png.begin() + static_cast<std::ptrdiff_t>(at + 8));
    EXPECT_EQ(big_endian(png, at + 8 + length), crc32(0, png.data() + at + 4, static_cast<uInt>(length + 4)));
    if (d.chunks.back() == "IHDR") {
      d.width = big_endian(png, at + 8);
      d.height = big_endian(png, at + 12);
      d.depth = png[at + 16];
      d.colour = png[at + 17];
    } else if (d.chunks.back() == "IDAT") {
      packed.insert(packed.end(), png.begin() + static_cast<std::ptrdiff_t>(at + 8),
                    png.begin() + static_cast<std::ptrdiff_t>(at + 8 + length));
    }
    at += 12 + length;
  }
  const std::size_t bpp = d.colour == 2 ? 3 : 1;
  Bytes rows(d.height * (d.width * bpp + 1));
  uLongf size = rows.size();
  EXPECT_EQ(uncompress(rows.data(), &size, packed.data(), packed.size()), Z_OK);
  EXPECT_EQ(size, rows.size());
  d.samples = unfiltered(rows, d.width * bpp, bpp);
  return d;
}

// Samples with slopes and edges, so that every row filter can be the best one somewhere.
Bytes pattern(std::size_t size) {
  Bytes samples(size);
  std::uint32_t state = 12345;
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 1664525U + 1013904223U;
    samples[i] = static_cast<std::uint8_t>(i % 97 < 60 ? i * 3 / 2 : state >> 24);
  }
  return samples;
}

TEST(EncodePng, HoldsTheSamplesOfAColourPicture) {
  const Bytes samples = pattern(std::size_t{37} * 23 * 3);
  const Decoded d = decode_png(encode_png({37, 23, 3, samples}));
  EXPECT_EQ(d.width, 37U);
  EXPECT_EQ(d.height, 23U);
  EXPECT_EQ(d.depth, 8U);
  EXPECT_EQ(d.colour, 2U);  // RGB
  EXPECT_EQ(d.samples, samples);
}

TEST(EncodePng, HoldsTheSamplesOfAGreyPicture) {
  const Bytes samples = pattern(std::size_t{19} * 31);
  const Decoded d = decode_png(encode_png({19, 31, 1, samples}));
  EXPECT_EQ(d.colour, 0U);  // grey
  EXPECT_EQ(d.samples, samples);
}

TEST(EncodePng, HoldsNothingButThePicture) {
  const Bytes samples = pattern(12);
  EXPECT_EQ(decode_png(encode_png({2, 2, 3, samples})).chunks, (std::vector<std::string>{"IHDR", "IDAT", "IEND"}));
  EXPECT_EQ(encode_png({2, 2, 3, samples}), encode_png({2, 2, 3, samples}));
}

// libpng's own limit is 10^6 a side; the format's is 2^31 - 1.
TEST(EncodePng, TakesAVeryWideRow) {
  const Bytes samples(1000001, 7);
  EXPECT_EQ(decode_png(encode_png({1000001, 1, 1, samples})).samples, samples);
  EXPECT_EQ(decode_png(encode_png({1, 1000001, 1, samples})).height, 1000001U);
}

TEST(EncodePnm, IsAHeaderAndTheSamples) {
  const Bytes samples = {1, 2, 3, 4, 5, 6};
  const Bytes colour = encode_pnm({2, 1, 3, samples});
  EXPECT_EQ(std::string(colour.begin(), colour.end()), "P6\n2 1\n255\n\1\2\3\4\5\6");
  const Bytes grey = encode_pnm({2, 3, 1, samples});
  EXPECT_EQ(std::string(grey.begin(), grey.end()), "P5\n2 3\n255\n\1\2\3\4\5\6");
}

TEST(Picture, MustHoldItsSamples) {
  const Bytes samples(12);
  EXPECT_THROW((void)encode_png({2, 2, 1, samples}), std::logic_error);
  EXPECT_THROW((void)encode_pnm({4, 1, 2, samples}), std::logic_error);
  EXPECT_THROW((void)encode_pnm({0, 0, 3, {}}), std::logic_error);
  EXPECT_THROW((void)encode_pnm({3, 1, 3, samples}), std::logic_error);
}

}  // namespace
}  // namespace wai::cli
