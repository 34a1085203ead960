// Decoded bytes as the bytes of a file: a head, then part after part. A part is a frame of a clip, a plane or all
// planes of a cloud, a picture or a sound.
//
// Y4M states BT.601 at full range (JFIF), 4:4:4, from RGB in exact integers, every shift of a sum that is not negative:
//   Y  = ( 19595 R + 38470 G +  7471 B + 32768) >> 16
//   Cb = (-11059 R - 21709 G + 32768 B + 128*2^16 + 32767) >> 16
//   Cr = ( 32768 R - 27439 G -  5329 B + 128*2^16 + 32767) >> 16
// The factors are 2^16 times those of BT.601, and each row sums to 2^16 or 0, so grey stays grey. The conversion loses;
// raw, ppm and png hold the decoded bytes themselves.
//
// PLY gives Gaussian i the value lo + (hi - lo)*u/255 of each plane's byte u at cell i (pay 6), formed in binary64 and
// rounded to binary32: presentation, which no digest covers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/input.hpp"
#include "formats.hpp"

namespace wai::decode_app {

struct MediaOptions {
  std::uint32_t fps_numerator = 25;
  std::uint32_t fps_denominator = 1;
  std::vector<std::string> attributes;  // names of the first planes; the rest have default names
};

// `N` or `N:D`; fails (usage) on anything else.
void read_fps(const std::string& text, MediaOptions& options);
// Names between commas; fails (usage) on one that is no word, or stands twice.
void read_attributes(const std::string& text, MediaOptions& options);

class Media {
 public:
  // `split`: each plane of a cloud is a part, and not all of them one. The format holds forms of this kind.
  Media(Format format, OutputForm form, MediaOptions options, bool split)
      : format_(format), form_(std::move(form)), options_(std::move(options)), split_(split) {}

  [[nodiscard]] std::uint64_t parts() const;
  [[nodiscard]] cli::Bytes head() const;
  [[nodiscard]] cli::Bytes part(std::span<const std::uint8_t> decoded) const;

 private:
  [[nodiscard]] cli::Bytes picture(std::span<const std::uint8_t> decoded) const;
  [[nodiscard]] std::vector<std::string> plane_names() const;

  Format format_;
  OutputForm form_;
  MediaOptions options_;
  bool split_;
};

}  // namespace wai::decode_app
