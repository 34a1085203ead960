#include "cli/picture.hpp"

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <csetjmp>
#include <new>
#include <stdexcept>
#include <string>

#include "cli/failure.hpp"

namespace wai::cli {
namespace {

void check_picture(const Picture& p) {
  const std::uint64_t pixels = std::uint64_t{p.width} * p.height;
  const bool channels_fit = p.channels == 1 || p.channels == 3;
  // pixels < 2^64 / 3 is not given: compare by division.
  if (!channels_fit || pixels == 0 || p.samples.size() % p.channels != 0 || p.samples.size() / p.channels != pixels) {
    throw std::logic_error(fmt::format("a picture of {} x {} x {} cannot hold {} samples", p.width, p.height,
                                       p.channels, p.samples.size()));
  }
}

// What libpng's callbacks reach. An error returns to `set_up` or `write_picture` through libpng's long jump, which
// passes C frames only; no object with a destructor is made between.
struct Sink {
  Bytes bytes;
  std::string message;
  bool out_of_memory = false;
};

void append(png_structp png, png_bytep data, std::size_t size) {
  auto& sink = *static_cast<Sink*>(png_get_io_ptr(png));
  try {
    sink.bytes.insert(sink.bytes.end(), data, data + size);
    return;
  } catch (const std::bad_alloc&) {
    sink.out_of_memory = true;
  }
  png_error(png, "out of memory");
}

void flush(png_structp) {}

void on_error(png_structp png, png_const_charp message) {
  auto& sink = *static_cast<Sink*>(png_get_error_ptr(png));
  try {
    sink.message = message;
  } catch (const std::bad_alloc&) {
    sink.out_of_memory = true;
  }
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

// False when libpng reported an error, which `sink` then holds.
bool write_picture(png_structp png, png_infop info, const Picture& p) {
  if (setjmp(png_jmpbuf(png)) != 0) {
    return false;
  }
  constexpr int kLevel = 6;
  constexpr int kMemoryLevel = 8;
  constexpr int kWindowBits = 15;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // libpng's own limit is 10^6 a side
  png_set_compression_level(png, kLevel);
  png_set_compression_mem_level(png, kMemoryLevel);
  png_set_compression_window_bits(png, kWindowBits);
  png_set_compression_strategy(png, Z_FILTERED);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_IHDR(png, info, p.width, p.height, 8, p.channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_write_info(png, info);
  const std::size_t row_bytes = std::size_t{p.width} * p.channels;
  for (std::size_t y = 0; y < p.height; ++y) {
    png_write_row(png, p.samples.data() + y * row_bytes);
  }
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

Bytes encode_png(const Picture& picture) {
  check_picture(picture);
  if (picture.width > PNG_UINT_31_MAX || picture.height > PNG_UINT_31_MAX) {
    fail_usage("a picture of {} x {} is larger than a PNG can be (2^31 - 1 a side)", picture.width, picture.height);
  }
  Sink sink;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    throw std::bad_alloc();
  }
  png_set_write_fn(png, &sink, append, flush);
  const bool written = write_picture(png, info, picture);
  png_destroy_write_struct(&png, &info);
  if (sink.out_of_memory) {
    throw std::bad_alloc();
  }
  if (!written) {
    throw std::runtime_error("libpng: " + sink.message);
  }
  return std::move(sink.bytes);
}

Bytes encode_pnm(const Picture& picture) {
  check_picture(picture);
  const std::string header =
      fmt::format("{}\n{} {}\n255\n", picture.channels == 3 ? "P6" : "P5", picture.width, picture.height);
  Bytes bytes(header.begin(), header.end());
  bytes.insert(bytes.end(), picture.samples.begin(), picture.samples.end());
  return bytes;
}

}  // namespace wai::cli
