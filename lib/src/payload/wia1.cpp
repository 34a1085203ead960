#include "payload/wia1.hpp"

namespace wai {
namespace {

// Checks 4 and 5, then the caps, on the header that `open` has found present. Gives cdf_len.
Expected<std::size_t> read_header(PayloadReader& reader, Wia1& clip) {
  ByteReader& in = reader.in();
  clip.afrac = in.u8();
  const auto reserved6 = in.u16();
  clip.sr = in.u32();
  clip.n_ch = in.u32();
  clip.lat_len = in.u32();
  clip.t_out = in.u32();
  clip.offset = in.i32();
  const auto cdf_len = in.u16();
  const auto reserved30 = in.u16();
  WAI_CHECK(reader.reserved(6, reserved6));
  WAI_CHECK(reader.reserved(30, reserved30));
  WAI_CHECK(reader.fields({{"afrac", 5, clip.afrac, 1, kPayloadAfracMax},
                           {"sr", 8, clip.sr, 1, kU32Max},
                           {"n_ch", 12, clip.n_ch, 1, kU32Max},
                           {"lat_len", 16, clip.lat_len, 1, kU32Max},
                           {"t_out", 20, clip.t_out, 1, kU32Max},
                           {"cdf_len", 28, cdf_len, kCdfLenMin, kCdfLenMax}}));
  WAI_CHECK(reader.caps({{"the latent n_ch*lat_len", CheckedSize(clip.n_ch) * clip.lat_len, kMaxElems},
                         {"t_out", clip.t_out, kMaxElems}}));
  return std::size_t{cdf_len};
}

// What a writer's structure must agree on before its bytes mean anything.
Expected<void> check_counts(const Wia1& clip) {
  WAI_CHECK(check_count(kWia1Magic, "medians", clip.n_ch, clip.medians.size()));
  WAI_CHECK(check_count(kWia1Magic, "tables", clip.n_ch, clip.cdfs.size()));
  for (const auto& cdf : clip.cdfs) {
    WAI_CHECK(check_count(kWia1Magic, "entries of a table", clip.cdfs.front().size(), cdf.size()));
    if (cdf.size() > kCdfLenMax) {
      return refuse(RefusalCode::field_range, "WIA1: a table of {} entries (pay 2)", cdf.size());
    }
  }
  return {};
}

void write_header(ByteWriter& out, const Wia1& clip) {
  out.u8(clip.afrac);
  out.u16(0);
  for (const std::uint32_t field : {clip.sr, clip.n_ch, clip.lat_len, clip.t_out}) {
    out.u32(field);
  }
  out.i32(clip.offset);
  out.u16(static_cast<std::uint16_t>(clip.cdfs.empty() ? 0 : clip.cdfs.front().size()));
  out.u16(0);
}

}  // namespace

Expected<Wia1> parse_wia1(std::span<const std::uint8_t> bytes, HoldStreams hold) {
  PayloadReader reader(kWia1Magic, bytes, "pay 5", hold);
  WAI_CHECK(reader.open(kWia1HeaderBytes));
  Wia1 clip;
  WAI_TRY(const std::size_t cdf_len, read_header(reader, clip));
  WAI_TRY(clip.medians, reader.medians(clip.n_ch));
  for (std::uint32_t k = 0; k < clip.n_ch; ++k) {
    WAI_TRY(auto cdf, reader.table(cdf_len, fmt::format("table {}", k)));
    clip.cdfs.push_back(std::move(cdf));
  }
  WAI_TRY(clip.stream, reader.stream("the latent stream"));
  WAI_CHECK(reader.end());
  return clip;
}

Expected<Bytes> write_wia1(const Wia1& clip) {
  WAI_CHECK(check_counts(clip));
  ByteWriter out = start_payload(kWia1Magic);
  write_header(out, clip);
  for (const std::int64_t median : clip.medians) {
    out.i64(median);
  }
  for (const auto& cdf : clip.cdfs) {
    write_table(out, cdf);
  }
  WAI_CHECK(write_stream(out, clip.stream.bytes()));
  Bytes bytes = std::move(out).finish();
  WAI_CHECK(parse_wia1(bytes));
  return bytes;
}

}  // namespace wai
