#include "media.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

#include "cli/failure.hpp"
#include "cli/picture.hpp"
#include "cli/text.hpp"

namespace wai::decode_app {
namespace {

using cli::Bytes;
using Kind = OutputForm::Kind;

Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

void append_le(Bytes& out, std::uint32_t value, unsigned n_bytes) {
  for (unsigned i = 0; i < n_bytes; ++i) {
    out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

// The canonical 44 bytes before 16-bit samples of one channel, with true sizes. t_out is within 2^26.
Bytes wav_head(const OutputForm& form) {
  constexpr std::uint32_t kSampleBytes = 2;
  constexpr std::uint32_t kHeadAfterSize = 36;
  if (form.sample_rate > std::numeric_limits<std::uint32_t>::max() / kSampleBytes) {
    cli::fail_usage("wav cannot state a rate of {} Hz; raw needs none", form.sample_rate);
  }
  const auto data_bytes = static_cast<std::uint32_t>(form.samples * kSampleBytes);
  Bytes out = bytes_of("RIFF");
  append_le(out, kHeadAfterSize + data_bytes, 4);
  for (const char c : std::string_view("WAVEfmt ")) {
    out.push_back(static_cast<std::uint8_t>(c));
  }
  append_le(out, 16, 4);  // bytes of the format that follow
  append_le(out, 1, 2);   // integer PCM
  append_le(out, 1, 2);   // one channel
  append_le(out, form.sample_rate, 4);
  append_le(out, form.sample_rate * kSampleBytes, 4);  // bytes a second
  append_le(out, kSampleBytes, 2);
  append_le(out, 16, 2);  // bits a sample
  for (const char c : std::string_view("data")) {
    out.push_back(static_cast<std::uint8_t>(c));
  }
  append_le(out, data_bytes, 4);
  return out;
}

// The file's comment: the sums of the negative factors are -2^15, so every sum lies in [0, 2^24).
Bytes y4m_frame(std::span<const std::uint8_t> rgb) {
  constexpr std::int32_t kHalf = 32768;
  constexpr std::int32_t kCentre = 128 * 65536 + 32767;
  const std::size_t pixels = rgb.size() / 3;
  constexpr std::string_view kHead = "FRAME\n";
  constexpr std::size_t kStart = kHead.size();
  Bytes out(kStart + 3 * pixels);
  std::copy(kHead.begin(), kHead.end(), out.begin());
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::int32_t r = rgb[3 * i];
    const std::int32_t g = rgb[3 * i + 1];
    const std::int32_t b = rgb[3 * i + 2];
    const auto put = [&](std::size_t plane, std::int32_t sum) {
      out[kStart + plane * pixels + i] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(sum) >> 16U);
    };
    put(0, 19595 * r + 38470 * g + 7471 * b + kHalf);
    put(1, -11059 * r - 21709 * g + 32768 * b + kCentre);
    put(2, 32768 * r - 27439 * g - 5329 * b + kCentre);
  }
  return out;
}

float presented(const PresentedRange& range, std::uint8_t u) {
  const double lo = std::bit_cast<float>(range.lo_bits);
  const double hi = std::bit_cast<float>(range.hi_bits);
  return static_cast<float>(lo + (hi - lo) * u / 255.0);
}

// One vertex a Gaussian: its byte of every plane, presented. A plane is a part of form.height x form.width.
Bytes ply_vertices(const OutputForm& form, std::span<const std::uint8_t> planes, bool ascii) {
  const std::size_t plane = planes.size() / form.ranges.size();
  Bytes out;
  for (std::size_t i = 0; i < form.n_gaussians; ++i) {
    for (std::size_t k = 0; k < form.ranges.size(); ++k) {
      const float value = presented(form.ranges[k], planes[k * plane + i]);
      if (ascii) {
        const std::string text = fmt::format("{}{}", k == 0 ? "" : " ", value);
        out.insert(out.end(), text.begin(), text.end());
      } else {
        append_le(out, std::bit_cast<std::uint32_t>(value), 4);
      }
    }
    if (ascii) {
      out.push_back('\n');
    }
  }
  return out;
}

std::string ply_head(const OutputForm& form, const std::vector<std::string>& names, bool ascii) {
  std::string head = fmt::format("ply\nformat {} 1.0\nelement vertex {}\n", ascii ? "ascii" : "binary_little_endian",
                                 form.n_gaussians);
  for (const std::string& name : names) {
    head += fmt::format("property float {}\n", name);
  }
  return head + "end_header\n";
}

}  // namespace

void read_fps(const std::string& text, MediaOptions& options) {
  const auto read = [&](std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value == 0) {
      cli::fail_usage("--fps takes N or N:D of positive integers, not '{}'", cli::printable(text));
    }
    return value;
  };
  const std::size_t colon = text.find(':');
  options.fps_numerator = read(std::string_view(text).substr(0, colon));
  options.fps_denominator = colon == std::string::npos ? 1 : read(std::string_view(text).substr(colon + 1));
}

void read_attributes(const std::string& text, MediaOptions& options) {
  std::size_t at = 0;
  while (!text.empty() && at <= text.size()) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string name = text.substr(at, end - at);
    const bool word =
        !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
    if (!word || std::count(options.attributes.begin(), options.attributes.end(), name) != 0) {
      cli::fail_usage("--attributes takes different words between commas, not '{}'", cli::printable(text));
    }
    options.attributes.push_back(name);
    at = end + 1;
  }
}

std::uint64_t Media::parts() const {
  return form_.kind == Kind::clip ? form_.frames : form_.kind == Kind::planes && split_ ? form_.planes : 1;
}

cli::Bytes Media::head() const {
  switch (format_) {
    case Format::wav:
      return wav_head(form_);
    case Format::y4m:
      return bytes_of(fmt::format("YUV4MPEG2 W{} H{} F{}:{} Ip A1:1 C444 XCOLORRANGE=FULL\n", form_.width, form_.height,
                                  options_.fps_numerator, options_.fps_denominator));
    case Format::ply:
    case Format::ply_ascii:
      return bytes_of(ply_head(form_, plane_names(), format_ == Format::ply_ascii));
    case Format::raw:
    case Format::ppm:
    case Format::pgm:
    case Format::png:
      break;
  }
  return {};
}

cli::Bytes Media::part(std::span<const std::uint8_t> decoded) const {
  switch (format_) {
    case Format::ppm:
    case Format::pgm:
    case Format::png:
      return picture(decoded);
    case Format::y4m:
      return y4m_frame(decoded);
    case Format::ply:
    case Format::ply_ascii:
      return ply_vertices(form_, decoded, format_ == Format::ply_ascii);
    case Format::raw:
    case Format::wav:
      break;
  }
  return {decoded.begin(), decoded.end()};
}

// Planes that are one part stand one below the other. Sides and their product are within 2^26 (pay 7).
cli::Bytes Media::picture(std::span<const std::uint8_t> decoded) const {
  const bool grey = form_.kind == Kind::planes;
  cli::Picture picture;
  picture.width = static_cast<std::uint32_t>(form_.width);
  picture.height = static_cast<std::uint32_t>(form_.height * (grey && !split_ ? form_.planes : 1));
  picture.channels = grey ? 1 : 3;
  picture.samples = decoded;
  return format_ == Format::png ? encode_png(picture) : encode_pnm(picture);
}

std::vector<std::string> Media::plane_names() const {
  constexpr std::string_view kSpace = "xyz";
  if (options_.attributes.size() > form_.planes) {
    cli::fail_usage("--attributes names {} planes, the payload has {}", options_.attributes.size(), form_.planes);
  }
  std::vector<std::string> names = options_.attributes;
  const bool is_named = !names.empty();
  for (std::size_t k = names.size(); k < form_.planes; ++k) {
    std::string name = !is_named && k < kSpace.size() ? std::string(1, kSpace[k]) : fmt::format("a{}", k);
    while (std::find(names.begin(), names.end(), name) != names.end()) {
      name += '_';
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace wai::decode_app
