#include "formats.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/failure.hpp"

namespace wai::decode_app {
namespace {

using Kind = OutputForm::Kind;

struct FormatRow {
  Format format;
  std::string_view name;
  std::string_view ending;
  bool picture;
  bool clip;
  bool sound;
  bool planes;
  bool one_picture;  // a file holds one picture only
  bool numbered;     // a file a frame or plane

  [[nodiscard]] bool holds(Kind kind) const {
    const std::array<bool, 4> held = {picture, clip, sound, planes};
    return held[static_cast<std::size_t>(kind)];
  }
};

constexpr std::array<FormatRow, 8> kFormats = {{
    {Format::raw, "raw", ".raw", true, true, true, true, false, true},
    {Format::ppm, "ppm", ".ppm", true, true, false, false, false, true},
    {Format::pgm, "pgm", ".pgm", false, false, false, true, true, true},
    {Format::png, "png", ".png", true, true, false, true, true, true},
    {Format::y4m, "y4m", ".y4m", false, true, false, false, false, false},
    {Format::wav, "wav", ".wav", false, false, true, false, false, false},
    {Format::ply, "ply", ".ply", false, false, false, true, false, false},
    {Format::ply_ascii, "ply-ascii", ".ply", false, false, false, true, false, false},
}};

// Endings that say a format as clearly as ours do: raw bytes under such a name would deceive.
constexpr std::array<std::string_view, 17> kNotWritten = {".jpg", ".jpeg", ".pnm",  ".bmp", ".gif", ".tif",
                                                          ".tiff", ".webp", ".avif", ".jxl", ".mp4", ".mkv",
                                                          ".webm", ".avi",  ".mp3",  ".ogg", ".flac"};

constexpr std::array<std::string_view, 4> kKinds = {"picture", "clip", "sound", "set of planes"};

const FormatRow& row_of(Format format) {
  return kFormats[static_cast<std::size_t>(format)];
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

}  // namespace

std::vector<std::string> format_list() {
  std::vector<std::string> names;
  for (const FormatRow& row : kFormats) {
    names.emplace_back(row.name);
  }
  return names;
}

std::string format_names() {
  return fmt::format("{}", fmt::join(format_list(), ", "));
}

Format format_named(std::string_view name) {
  const auto at =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const FormatRow& row) { return row.name == name; });
  if (at == kFormats.end()) {
    cli::fail_usage("no format {}", name);
  }
  return at->format;
}

Format format_of_ending(std::string_view path) {
  const std::string lower = lower_case(path);
  for (const std::string_view ending : kNotWritten) {
    if (lower.ends_with(ending)) {
      cli::fail_usage("no {} file can be written; the formats are {}, and --format names one", ending, format_names());
    }
  }
  const auto at =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const FormatRow& row) { return lower.ends_with(row.ending); });
  return at == kFormats.end() ? Format::raw : at->format;
}

std::string_view ending_of(Format format) {
  return row_of(format).ending;
}

bool is_one_picture(Format format) {
  return row_of(format).one_picture;
}

bool can_be_numbered(Format format) {
  return row_of(format).numbered;
}

std::string_view name_of(OutputForm::Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

void check_kind(Format format, OutputForm::Kind kind) {
  if (row_of(format).holds(kind)) {
    return;
  }
  std::vector<std::string_view> others;
  for (const FormatRow& row : kFormats) {
    if (row.holds(kind)) {
      others.push_back(row.name);
    }
  }
  cli::fail_usage("{} cannot hold a {}; {} can", row_of(format).name, name_of(kind), fmt::join(others, ", "));
}

}  // namespace wai::decode_app
