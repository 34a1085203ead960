#include "wai/payload.hpp"

#include <algorithm>
#include <bit>

#include "payload/declared.hpp"

namespace wai {
namespace {

constexpr std::size_t kPlanesShown = 64;
constexpr std::uint64_t kLengthBytes = 4;  // of a stream

// Builds a description from the payload's front to its end, keeping the offset.
class Describer {
 public:
  Describer(std::string_view format, std::uint64_t start) : offset_(start) { d_.format = format; }

  void magic_and_version() {
    field("magic", kMagicBytes, d_.format);
    field("version", 1, fmt::format("{}", kPayloadVersion));
  }
  void field(std::string_view name, std::uint64_t size, std::string value, std::string note = {}) {
    d_.fields.push_back({std::string(name), std::move(value), std::move(note), offset_});
    offset_ += size;
  }
  void u8(std::string_view name, std::uint64_t value, std::string note = {}) { number(name, 1, value, note); }
  void u16(std::string_view name, std::uint64_t value) { number(name, 2, value, {}); }
  void u32(std::string_view name, std::uint64_t value, std::string note = {}) { number(name, 4, value, note); }
  void i32(std::string_view name, std::int32_t value) { field(name, 4, fmt::format("{}", value)); }
  void reserved(std::uint64_t size) { field("reserved", size, "0"); }

  DescribedSection& section(std::string_view name, std::uint64_t bytes, std::string note) {
    d_.sections.push_back({std::string(name), offset_, bytes, std::move(note), {}});
    offset_ += bytes;
    return d_.sections.back();
  }
  void stream(std::string_view name, const StreamBytes& stream) {
    section(name, kLengthBytes + stream.size(), fmt::format("{} words", stream.size() / 4));
  }
  void summary(std::string_view name, std::string value, std::string note = {}) {
    d_.summary.push_back({std::string(name), std::move(value), std::move(note), std::nullopt});
  }
  void cost(const HeaderCost& cost) {
    if (cost.output_bytes) {
      summary("output", fmt::format("{}", *cost.output_bytes), "bytes");
    }
    summary("symbols", fmt::format("{}", cost.symbols));
  }

  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] Description finish() && { return std::move(d_); }

 private:
  void number(std::string_view name, std::uint64_t size, std::uint64_t value, std::string note) {
    field(name, size, fmt::format("{}", value), std::move(note));
  }

  Description d_;
  std::uint64_t offset_;
};

Description describe(const Wih1& image, std::uint64_t start) {
  Describer d(kWih1Magic, start);
  d.magic_and_version();
  d.reserved(3);
  d.u32("m", image.m, "latent channels");
  d.u32("sh", image.sh, "latent height");
  d.u32("sw", image.sw, "latent width");
  d.u32("n_z", image.n_z, "hyper-latent channels");
  d.u32("zh", image.zh, "hyper-latent height");
  d.u32("zw", image.zw, "hyper-latent width");
  d.stream("hyper-latent stream", image.z_stream);
  d.stream("latent stream", image.y_stream);
  d.cost(header_cost(image));
  return std::move(d).finish();
}

// The nested payload as the rows of its section, with offsets in the whole payload.
void describe_key(Describer& d, const Wih1& image) {
  Description inner = describe(image, d.offset() + kLengthBytes);
  std::vector<DescribedRow> rows = std::move(inner.fields);
  for (const DescribedSection& s : inner.sections) {
    rows.push_back({s.name, fmt::format("{}", s.bytes), "bytes, " + s.note, s.offset});
  }
  const std::uint64_t bytes = inner.sections.back().offset + inner.sections.back().bytes - d.offset();
  d.section("keyframe", bytes, "a nested WIH1 payload").rows = std::move(rows);
}

Description describe(const Wiv1& clip) {
  Describer d(kWiv1Magic, 0);
  d.magic_and_version();
  d.u8("mv_precision", clip.mv_precision, clip.mv_precision == 1 ? "whole-pel" : "half-pel");
  d.u8("keyframe", static_cast<std::uint64_t>(clip.keyframe),
       clip.key ? "nested: wai.video.int_hyper" : "residual: wai.video.int_motion");
  d.reserved(1);
  d.u32("n_frames", clip.n_frames);
  d.u32("h", clip.h, "pixels");
  d.u32("w", clip.w, "pixels");
  d.u32("block", clip.block, fmt::format("{} x {} blocks a frame", clip.blocks_down(), clip.blocks_across()));
  d.u32("q", clip.q, "residual step");
  d.i32("offset", clip.offset);
  d.u16("cdf_len", clip.cdf.size());
  d.reserved(2);
  d.section("residual table", clip.cdf.size() * 4, fmt::format("{} entries", clip.cdf.size()));
  d.section("motion vectors", clip.vectors.size() * kMotionVectorBytes, fmt::format("{} vectors", clip.vectors.size()));
  d.stream("residual stream", clip.stream);
  if (clip.key) {
    describe_key(d, *clip.key);
  }
  d.summary("frames", fmt::format("{}", clip.n_frames), fmt::format("RGB8, {} x {}", clip.h, clip.w));
  d.cost(header_cost(clip));
  return std::move(d).finish();
}

// samples / rate in milliseconds, rounded down, as seconds: the samples are within 2^26.
std::string seconds(std::uint32_t samples, std::uint32_t rate) {
  const std::uint64_t ms = std::uint64_t{1000} * samples / rate;
  return fmt::format("{}.{:03}", ms / 1000, ms % 1000);
}

Description describe(const Wia1& clip) {
  Describer d(kWia1Magic, 0);
  d.magic_and_version();
  d.u8("afrac", clip.afrac);
  d.reserved(2);
  d.u32("sr", clip.sr, "hertz");
  d.u32("n_ch", clip.n_ch, "latent channels");
  d.u32("lat_len", clip.lat_len, "latent length");
  d.u32("t_out", clip.t_out, "samples");
  d.i32("offset", clip.offset);
  d.u16("cdf_len", clip.cdfs.front().size());
  d.reserved(2);
  d.section("medians", clip.medians.size() * kMedianBytes, fmt::format("{} channels", clip.n_ch));
  d.section("tables", std::uint64_t{clip.n_ch} * clip.cdfs.front().size() * 4,
            fmt::format("{} tables of {} entries", clip.n_ch, clip.cdfs.front().size()));
  d.stream("latent stream", clip.stream);
  d.summary("samples", fmt::format("{}", clip.t_out), "16-bit, one channel");
  d.summary("rate", fmt::format("{}", clip.sr), "hertz");
  d.summary("seconds", seconds(clip.t_out, clip.sr), "rounded down to milliseconds");
  d.cost(header_cost(clip));
  return std::move(d).finish();
}

void describe_ranges(Describer& d, const Wis1& cloud) {
  const std::uint64_t start = d.offset();
  DescribedSection& section = d.section("ranges", cloud.ranges.size() * kPlaneRangeBytes,
                                        fmt::format("{} planes, presentation only", cloud.attr));
  const auto text = [](Binary32 v) { return fmt::format("{}", std::bit_cast<float>(v.bits)); };
  for (std::size_t plane = 0; plane < std::min(cloud.ranges.size(), kPlanesShown); ++plane) {
    const PlaneRange& range = cloud.ranges[plane];
    section.rows.push_back({fmt::format("plane {}", plane),
                            fmt::format("{}..{}", text(range.lo), text(range.hi)),
                            {},
                            start + plane * kPlaneRangeBytes});
  }
}

Description describe(const Wis1& cloud) {
  std::uint64_t entries = 0;
  for (const auto& cdf : cloud.cdfs) {
    entries += cdf.size();
  }
  Describer d(kWis1Magic, 0);
  d.magic_and_version();
  d.u8("afrac", cloud.afrac);
  d.reserved(2);
  d.u32("c", cloud.c, "latent channels");
  d.u32("sh", cloud.sh, "latent height");
  d.u32("sw", cloud.sw, "latent width");
  d.u32("s", cloud.s, "side of the attribute planes");
  d.u32("attr", cloud.attr, "attribute planes");
  d.u32("n_gaussians", cloud.n_gaussians);
  describe_ranges(d, cloud);
  d.section("table lengths", std::uint64_t{cloud.c} * 2, fmt::format("{} channels", cloud.c));
  d.section("symbol offsets", std::uint64_t{cloud.c} * 4, fmt::format("{} channels", cloud.c));
  d.section("medians", std::uint64_t{cloud.c} * kMedianBytes, fmt::format("{} channels", cloud.c));
  d.section("tables", entries * 4, fmt::format("{} tables of {} entries in all", cloud.c, entries));
  d.stream("latent stream", cloud.stream);
  d.summary("planes", fmt::format("{}", cloud.attr), fmt::format("{} x {} bytes each", cloud.s, cloud.s));
  d.cost(header_cost(cloud));
  return std::move(d).finish();
}

}  // namespace

Expected<Description> describe_payload(std::span<const std::uint8_t> bytes) {
  const auto magic = payload_magic(bytes);
  if (magic == kWiv1Magic) {
    WAI_TRY(const Wiv1 clip, parse_wiv1(bytes, std::nullopt));
    return describe(clip);
  }
  if (magic == kWia1Magic) {
    WAI_TRY(const Wia1 clip, parse_wia1(bytes));
    return describe(clip);
  }
  if (magic == kWis1Magic) {
    WAI_TRY(const Wis1 cloud, parse_wis1(bytes));
    return describe(cloud);
  }
  if (magic != kWih1Magic) {
    return no_payload_magic();
  }
  WAI_TRY(const Wih1 image, parse_wih1(bytes));
  return describe(image, 0);
}

Expected<Description> describe_int_synth_payload(std::span<const std::uint8_t> bytes) {
  WAI_TRY(const IntSynthPayload image, parse_int_synth_payload(bytes));
  Describer d("int_synth", 0);
  d.u32("h", image.h, "pixels");
  d.u32("w", image.w, "pixels");
  d.u16("c", image.c);
  d.u8("s", image.s, fmt::format("latents of {} x {} x {}", image.c, image.s, image.s));
  d.reserved(1);
  d.section("latents", image.latents.size(), "8 bits each");
  d.cost(header_cost(image));
  return std::move(d).finish();
}

}  // namespace wai
