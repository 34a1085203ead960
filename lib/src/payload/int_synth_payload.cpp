#include "payload/int_synth_payload.hpp"

#include "base/caps.hpp"

namespace wai {
namespace {

constexpr auto kMalformed = RefusalCode::payload_malformed;

// The header's rules and the caps of pay 7 on the latent and the picture.
Expected<void> check_header(const IntSynthPayload& image) {
  if (image.h == 0 || image.w == 0 || image.c == 0 || image.s == 0) {
    return refuse(kMalformed, "int_synth: h {}, w {}, c {}, s {}: not all at least 1 (pins P3)", image.h, image.w,
                  image.c, image.s);
  }
  if (!(CheckedSize(image.c) * image.s * image.s).within(kMaxElems)) {
    return refuse(kMalformed, "int_synth: the latents c*s*s are past 2^26 (pay 7)");
  }
  if (!(CheckedSize(3) * image.h * image.w).within(kMaxElems)) {
    return refuse(kMalformed, "int_synth: the picture {} x {} x 3 is past 2^26 (pay 7)", image.h, image.w);
  }
  return {};
}

}  // namespace

Expected<IntSynthPayload> parse_int_synth_payload(std::span<const std::uint8_t> bytes) {
  ByteReader in(bytes);
  if (!in.has(kIntSynthHeaderBytes)) {
    return refuse(kMalformed, "int_synth: {} bytes, shorter than the header of {} (pins P3)", bytes.size(),
                  kIntSynthHeaderBytes);
  }
  IntSynthPayload image;
  image.h = in.u32();
  image.w = in.u32();
  image.c = in.u16();
  image.s = in.u8();
  if (const auto reserved = in.u8(); reserved != 0) {
    return refuse(kMalformed, "int_synth: the reserved byte at offset 11 is {}, not 0 (pins P3)", reserved);
  }
  WAI_CHECK(check_header(image));
  const std::size_t n = std::size_t{image.c} * image.s * image.s;
  if (in.remaining() != n) {
    return refuse(kMalformed, "int_synth: {} bytes after the header, the latents take {} (pins P3)", in.remaining(), n);
  }
  const auto latents = in.take(n);
  image.latents.assign(latents.begin(), latents.end());
  return image;
}

Expected<Bytes> write_int_synth_payload(const IntSynthPayload& image) {
  ByteWriter out;
  out.u32(image.h);
  out.u32(image.w);
  out.u16(image.c);
  out.u8(image.s);
  out.u8(0);
  for (const std::int8_t latent : image.latents) {
    out.write(latent);
  }
  Bytes bytes = std::move(out).finish();
  WAI_CHECK(parse_int_synth_payload(bytes));
  return bytes;
}

}  // namespace wai
