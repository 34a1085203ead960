#include "payload/wis1.hpp"

#include <algorithm>

namespace wai {
namespace {

// Checks 4 and 5, then the caps, on the header that `open` has found present.
Expected<void> read_header(PayloadReader& reader, Wis1& cloud) {
  ByteReader& in = reader.in();
  cloud.afrac = in.u8();
  const auto reserved6 = in.u16();
  cloud.c = in.u32();
  cloud.sh = in.u32();
  cloud.sw = in.u32();
  cloud.s = in.u32();
  cloud.attr = in.u32();
  cloud.n_gaussians = in.u32();
  WAI_CHECK(reader.reserved(6, reserved6));
  WAI_CHECK(reader.fields({{"afrac", 5, cloud.afrac, 1, kPayloadAfracMax},
                           {"c", 8, cloud.c, 1, kU32Max},
                           {"sh", 12, cloud.sh, 1, kU32Max},
                           {"sw", 16, cloud.sw, 1, kU32Max},
                           {"s", 20, cloud.s, 1, kU32Max},
                           {"attr", 24, cloud.attr, 1, kU32Max},
                           {"n_gaussians", 28, cloud.n_gaussians, 1, std::uint64_t{cloud.s} * cloud.s}}));
  return reader.caps({{"the latent c*sh*sw", CheckedSize(cloud.c) * cloud.sh * cloud.sw, kMaxElems},
                      {"the attributes attr*s*s", CheckedSize(cloud.attr) * cloud.s * cloud.s, kMaxElems}});
}

Expected<std::vector<PlaneRange>> read_ranges(PayloadReader& reader, std::uint32_t attr) {
  WAI_CHECK(reader.present(std::uint64_t{attr} * kPlaneRangeBytes, "the ranges"));
  std::vector<PlaneRange> ranges(attr);
  for (std::size_t plane = 0; plane < ranges.size(); ++plane) {
    const std::size_t at = reader.in().offset();
    PlaneRange& range = ranges[plane];
    range.lo.bits = reader.in().u32();
    range.hi.bits = reader.in().u32();
    if (!range.lo.is_finite() || !range.hi.is_finite() || !not_above(range.lo, range.hi)) {
      return refuse(RefusalCode::field_range,
                    "WIS1: range of plane {} at offset {}: bits {:08x} and {:08x} are not finite with lo <= hi (pay 6)",
                    plane, at, range.lo.bits, range.hi.bits);
    }
  }
  return ranges;
}

Expected<std::vector<std::uint16_t>> read_lengths(PayloadReader& reader, std::uint32_t c) {
  WAI_CHECK(reader.present(std::uint64_t{c} * sizeof(std::uint16_t), "the table lengths"));
  std::vector<std::uint16_t> lengths(c);
  for (std::uint16_t& length : lengths) {
    const std::size_t at = reader.in().offset();
    length = reader.in().u16();
    WAI_CHECK(reader.fields({{"table length", at, length, kCdfLenMin, kCdfLenMax}}));
  }
  return lengths;
}

Expected<std::vector<std::int32_t>> read_offsets(PayloadReader& reader, std::uint32_t c) {
  WAI_CHECK(reader.present(std::uint64_t{c} * sizeof(std::int32_t), "the symbol offsets"));
  std::vector<std::int32_t> offsets(c);
  std::generate(offsets.begin(), offsets.end(), [&] { return reader.in().i32(); });
  return offsets;
}

// What a writer's structure must agree on before its bytes mean anything.
Expected<void> check_counts(const Wis1& cloud) {
  WAI_CHECK(check_count(kWis1Magic, "ranges", cloud.attr, cloud.ranges.size()));
  WAI_CHECK(check_count(kWis1Magic, "offsets", cloud.c, cloud.offsets.size()));
  WAI_CHECK(check_count(kWis1Magic, "medians", cloud.c, cloud.medians.size()));
  WAI_CHECK(check_count(kWis1Magic, "tables", cloud.c, cloud.cdfs.size()));
  for (const auto& cdf : cloud.cdfs) {
    if (cdf.size() > kCdfLenMax) {
      return refuse(RefusalCode::field_range, "WIS1: a table of {} entries (pay 2)", cdf.size());
    }
  }
  return {};
}

void write_channels(ByteWriter& out, const Wis1& cloud) {
  for (const PlaneRange& range : cloud.ranges) {
    out.u32(range.lo.bits);
    out.u32(range.hi.bits);
  }
  for (const auto& cdf : cloud.cdfs) {
    out.u16(static_cast<std::uint16_t>(cdf.size()));
  }
  for (const std::int32_t offset : cloud.offsets) {
    out.i32(offset);
  }
  for (const std::int64_t median : cloud.medians) {
    out.i64(median);
  }
  for (const auto& cdf : cloud.cdfs) {
    write_table(out, cdf);
  }
}

}  // namespace

Expected<Wis1> parse_wis1(std::span<const std::uint8_t> bytes, HoldStreams hold) {
  PayloadReader reader(kWis1Magic, bytes, "pay 6", hold);
  WAI_CHECK(reader.open(kWis1HeaderBytes));
  Wis1 cloud;
  WAI_CHECK(read_header(reader, cloud));
  WAI_TRY(cloud.ranges, read_ranges(reader, cloud.attr));
  WAI_TRY(const auto lengths, read_lengths(reader, cloud.c));
  WAI_TRY(cloud.offsets, read_offsets(reader, cloud.c));
  WAI_TRY(cloud.medians, reader.medians(cloud.c));
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    WAI_TRY(auto cdf, reader.table(lengths[k], fmt::format("table {}", k)));
    cloud.cdfs.push_back(std::move(cdf));
  }
  WAI_TRY(cloud.stream, reader.stream("the latent stream"));
  WAI_CHECK(reader.end());
  return cloud;
}

Expected<Bytes> write_wis1(const Wis1& cloud) {
  WAI_CHECK(check_counts(cloud));
  ByteWriter out = start_payload(kWis1Magic);
  out.u8(cloud.afrac);
  out.u16(0);
  for (const std::uint32_t field : {cloud.c, cloud.sh, cloud.sw, cloud.s, cloud.attr, cloud.n_gaussians}) {
    out.u32(field);
  }
  write_channels(out, cloud);
  WAI_CHECK(write_stream(out, cloud.stream.bytes()));
  Bytes bytes = std::move(out).finish();
  WAI_CHECK(parse_wis1(bytes));
  return bytes;
}

}  // namespace wai
