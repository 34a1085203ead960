#include "payload/wiv1.hpp"

#include <limits>

namespace wai {
namespace {

// Checks 4 and 5 on the header that `open` has found present. Gives cdf_len.
Expected<std::size_t> read_header(PayloadReader& reader, Wiv1& clip) {
  ByteReader& in = reader.in();
  clip.mv_precision = in.u8();
  const auto keyframe = in.u8();
  const auto reserved7 = in.u8();
  clip.n_frames = in.u32();
  clip.h = in.u32();
  clip.w = in.u32();
  clip.block = in.u32();
  clip.q = in.u32();
  clip.offset = in.i32();
  const auto cdf_len = in.u16();
  const auto reserved34 = in.u16();
  WAI_CHECK(reader.reserved(7, reserved7));
  WAI_CHECK(reader.reserved(34, reserved34));
  WAI_CHECK(reader.fields({{"mv_precision", 5, clip.mv_precision, 1, 2},
                           {"keyframe", 6, keyframe, 0, 1},
                           {"n_frames", 8, clip.n_frames, 1, kU32Max},
                           {"h", 12, clip.h, 1, kU32Max},
                           {"w", 16, clip.w, 1, kU32Max},
                           {"block", 20, clip.block, 1, kU32Max},
                           {"q", 24, clip.q, 1, 65535},
                           {"cdf_len", 32, cdf_len, kCdfLenMin, kCdfLenMax}}));
  if (clip.n_frames == 1) {  // a clip without vectors has one header
    WAI_CHECK(reader.fields(
        {{"mv_precision of one frame", 5, clip.mv_precision, 1, 1}, {"block of one frame", 20, clip.block, 1, 1}}));
  }
  clip.keyframe = static_cast<Keyframe>(keyframe);
  return std::size_t{cdf_len};
}

Expected<void> check_caps(const PayloadReader& reader, const Wiv1& clip) {
  const CheckedSize frame = CheckedSize(clip.h) * clip.w * 3;
  return reader.caps(
      {{"the frame h*w*3", frame, kMaxElems},
       {"the clip n_frames*h*w*3", frame * clip.n_frames, kMaxClipBytes},
       {"n_frames", clip.n_frames, kMaxFrames},
       {"the vectors 2*nb*(n_frames - 1)", CheckedSize(2) * clip.nb() * (clip.n_frames - 1), kMaxElems}});
}

// The vectors of all frames; the caps have bounded their count.
Expected<std::vector<MotionVector>> read_vectors(PayloadReader& reader, const Wiv1& clip) {
  const std::uint64_t n = clip.nb() * (clip.n_frames - 1);
  WAI_CHECK(reader.present(n * kMotionVectorBytes, "the motion vectors"));
  std::vector<MotionVector> vectors(static_cast<std::size_t>(n));
  for (MotionVector& v : vectors) {
    v.dy = reader.in().read<std::int16_t>();
    v.dx = reader.in().read<std::int16_t>();
  }
  return vectors;
}

// The keyframe: its length is the rest of the payload (readings P1), and its own parse decides about its bytes.
Expected<Wih1> read_key(PayloadReader& reader, HoldStreams hold) {
  WAI_CHECK(reader.present(sizeof(std::uint32_t), "the keyframe's length"));
  const std::size_t at = reader.in().offset();
  const std::uint32_t length = reader.in().u32();
  const std::size_t rest = reader.in().remaining();
  if (length != rest) {
    return refuse(RefusalCode::nested_length, "WIV1: the keyframe's length at offset {} is {}, {} bytes remain (pay 3)",
                  at, length, rest);
  }
  auto key = parse_wih1(reader.in().take(rest), hold);
  if (!key) {
    key.refusal().message = fmt::format("WIV1: the keyframe at offset {}: {}", at + 4, key.refusal().message);
  }
  return key;
}

// What a writer's structure must agree on before its bytes mean anything.
Expected<void> check_counts(const Wiv1& clip) {
  if (clip.block == 0 || clip.n_frames == 0) {
    return refuse(RefusalCode::field_range, "WIV1: n_frames {} or block {} is not at least 1 (pay 3)", clip.n_frames,
                  clip.block);
  }
  if (clip.cdf.size() > kCdfLenMax) {
    return refuse(RefusalCode::field_range, "WIV1: a residual table of {} entries (pay 2)", clip.cdf.size());
  }
  if (clip.key.has_value() != (clip.keyframe == Keyframe::nested)) {
    return refuse(RefusalCode::field_range, "WIV1: a nested keyframe goes with keyframe 1, and with no other (pay 3)");
  }
  return check_count(kWiv1Magic, "motion vectors", CheckedSize(clip.nb()) * (clip.n_frames - 1), clip.vectors.size());
}

void write_header(ByteWriter& out, const Wiv1& clip) {
  out.u8(clip.mv_precision);
  out.u8(static_cast<std::uint8_t>(clip.keyframe));
  out.u8(0);
  for (const std::uint32_t field : {clip.n_frames, clip.h, clip.w, clip.block, clip.q}) {
    out.u32(field);
  }
  out.i32(clip.offset);
  out.u16(static_cast<std::uint16_t>(clip.cdf.size()));
  out.u16(0);
}

}  // namespace

Expected<Wiv1> parse_wiv1(std::span<const std::uint8_t> bytes, std::optional<Keyframe> capability,
                          HoldStreams hold) {
  PayloadReader reader(kWiv1Magic, bytes, "pay 3", hold);
  WAI_CHECK(reader.open(kWiv1HeaderBytes));
  Wiv1 clip;
  WAI_TRY(const std::size_t cdf_len, read_header(reader, clip));
  if (capability && clip.keyframe != *capability) {
    return refuse(RefusalCode::keyframe_capability_mismatch,
                  "WIV1: keyframe {} at offset 6 is not the capability's (pay 3)",
                  static_cast<unsigned>(clip.keyframe));
  }
  WAI_CHECK(check_caps(reader, clip));
  WAI_TRY(clip.cdf, reader.table(cdf_len, "the residual table"));
  WAI_TRY(clip.vectors, read_vectors(reader, clip));
  WAI_TRY(clip.stream, reader.stream("the residual stream"));
  if (clip.keyframe == Keyframe::nested) {
    WAI_TRY(clip.key, read_key(reader, hold));
  }
  WAI_CHECK(reader.end());
  return clip;
}

Expected<Bytes> write_wiv1(const Wiv1& clip) {
  WAI_CHECK(check_counts(clip));
  ByteWriter out = start_payload(kWiv1Magic);
  write_header(out, clip);
  write_table(out, clip.cdf);
  for (const MotionVector& v : clip.vectors) {
    out.write(v.dy);
    out.write(v.dx);
  }
  WAI_CHECK(write_stream(out, clip.stream.bytes()));
  if (clip.key) {
    WAI_TRY(const Bytes key, write_wih1(*clip.key));
    WAI_CHECK(write_stream(out, key));
  }
  Bytes bytes = std::move(out).finish();
  WAI_CHECK(parse_wiv1(bytes, clip.keyframe));
  return bytes;
}

}  // namespace wai
