// Fixtures of WIV1 with keyframe 0, `wai.video.int_motion` (pay 2, 3, 7).
#include "conform/payload_clips.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;

constexpr FixtureGroup kMotion = {"motion", "wiv1", "wai.video.int_motion", ""};

constexpr PokedFixture kOtherKeyframe[] = {
    {"keyframe-1", "pay 3 keyframe, the other capability's kind", keyframe_capability_mismatch, {{6, 1, 1}}},
};

// --- header fields: one valid payload at each end, one refused just past it ---

constexpr PokedFixture kFieldRows[] = {
    {"mv_precision-0", "pay 3 mv_precision, below the lowest", field_range, {{5, 1, 0}}},
    {"mv_precision-3", "pay 3 mv_precision, past the highest", field_range, {{5, 1, 3}}},
    {"mv_precision-255", "pay 3 mv_precision, all bits", field_range, {{5, 1, 255}}},
    {"keyframe-2", "pay 3 keyframe, past the highest", field_range, {{6, 1, 2}}},
    {"keyframe-255", "pay 3 keyframe, all bits", field_range, {{6, 1, 255}}},
    {"h-0", "pay 3 h, below the lowest", field_range, {{12, 4, 0}}},
    {"w-0", "pay 3 w, below the lowest", field_range, {{16, 4, 0}}},
    {"block-0", "pay 3 block, below the lowest", field_range, {{20, 4, 0}}},
    {"q-0", "pay 3 q, below the lowest", field_range, {{24, 4, 0}}},
    {"q-1", "pay 3 q, the lowest", kDecodes, {{24, 4, 1}}},
    {"q-65535", "pay 3 q, the highest", kDecodes, {{24, 4, 65535}}},
    {"q-65536", "pay 3 q, past the highest", field_range, {{24, 4, 65536}}},
    {"q-65537", "pay 3 q, 1 in its low half", field_range, {{24, 4, 65537}}},
    {"q-all-bits", "pay 3 q, all bits", field_range, {{24, 4, 0xFFFFFFFF}}},
    {"cdf_len-0", "pay 3 cdf_len, 0", field_range, {{32, 2, 0}}},
    {"cdf_len-2", "pay 3 cdf_len, below the lowest", field_range, {{32, 2, 2}}},
    {"cdf_len-4098", "pay 3 cdf_len, past the highest", field_range, {{32, 2, 4098}}},
    {"cdf_len-65535", "pay 3 cdf_len, all bits", field_range, {{32, 2, 65535}}},
    {"reserved-7-is-1", "pay 2 reserved fields, byte 7", reserved_nonzero, {{7, 1, 1}}},
    {"reserved-7-is-255", "pay 2 reserved fields, byte 7", reserved_nonzero, {{7, 1, 255}}},
    {"reserved-34-is-1", "pay 2 reserved fields, byte 34", reserved_nonzero, {{34, 1, 1}}},
    {"reserved-35-is-128", "pay 2 reserved fields, byte 35", reserved_nonzero, {{35, 1, 128}}},
    {"magic-of-no-format", "pay 2 the magic, WIV2", bad_magic, {{3, 1, '2'}}},
    {"magic-lowercase", "pay 2 the magic, wIV1", bad_magic, {{0, 1, 'w'}}},
    {"magic-wih1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'H'}}},
    {"magic-wia1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'A'}}},
    {"magic-wis1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'S'}}},
    {"version-0", "pay 2 the version, below 1", version, {{4, 1, 0}}},
    {"version-2", "pay 2 the version, past 1", version, {{4, 1, 2}}},
    {"version-absent", "pay 2 the version byte, absent", stream_length, {}, 4},
    {"header-short", "pay 2 the fixed header, a byte short", stream_length, {}, 35},
    {"empty", "pay 2 the magic, of no bytes", bad_magic, {}, 0},
};

constexpr ClipFixture kClips[] = {
    {"base", "pay 3 a whole-pel clip of two frames", kDecodes, [](ClipCase&) {}},
    {"base-half-pel", "pay 3 a half-pel clip of two frames", kDecodes,
     [](ClipCase& c) {
       c.clip.mv_precision = 2;
       c.clip.vectors = {{1, -1}, {-3, 2}};
     }},
    {"cdf_len-3", "pay 3 cdf_len, the lowest", kDecodes,
     [](ClipCase& c) {
       c.clip.cdf = {0, 40000, 65536};
     }},
    {"cdf_len-4097", "pay 3 cdf_len, the highest", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.cdf.clear();
       for (std::uint32_t i = 0; i < 4097; ++i) {
         c.clip.cdf.push_back(16 * i);
       }
       c.clip.offset = -2048;
       c.residuals = {-2048, 2046, 2047};  // the first and last plain values, and an escape
     }},
    {"offset-lowest", "pay 3 offset, the lowest of i32", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 2);
       c.clip.offset = static_cast<std::int32_t>(kI32Min);
       c.residuals = {kI32Min, kI32Min + 1, kI32Min + 2, kI32Min + 3};
     }},
    {"offset-highest", "pay 3 offset, the highest of i32", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 2);
       c.clip.offset = static_cast<std::int32_t>(kI32Max);
       c.residuals = {kI32Max, kI32Max - 1, 0, -1};
     }},
    {"n_frames-1", "pay 3 n_frames, h and w, the lowest", kDecodes, [](ClipCase& c) { c = one_frame(1, 1); }},
    {"n_frames-0", "pay 3 n_frames, below the lowest", field_range,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.pokes = {{8, 4, 0}};
     }},
    {"n_frames-4", "pay 3 n_frames, three frames of vectors", kDecodes,
     [](ClipCase& c) {
       c.clip.n_frames = 4;
       c.set_vectors({{0, 1}, {1, 0}, {-1, -1}, {0, 0}, {1, -2}});
     }},
    {"block-1", "pay 3 block, the lowest", kDecodes,
     [](ClipCase& c) {
       c.clip.block = 1;
       c.set_vectors({{0, 1}, {1, 0}, {-1, -1}, {0, 0}});
     }},
    {"block-3", "pay 3 block, the width itself: one block", kDecodes,
     [](ClipCase& c) {
       c.clip.block = 3;
       c.set_vectors({{0, 1}});
     }},
    {"block-highest", "pay 3 block, all bits: one block", kDecodes,
     [](ClipCase& c) {
       c.clip.block = 0xFFFFFFFF;
       c.set_vectors({{0, 1}});
     }},
    {"one-frame-mv_precision-2", "pay 3 mv_precision, 1 when n_frames is 1", field_range,
     [](ClipCase& c) {
       c = one_frame(1, 2);
       c.pokes = {{5, 1, 2}};
     }},
    {"one-frame-block-2", "pay 3 block, 1 when n_frames is 1", field_range,
     [](ClipCase& c) {
       c = one_frame(1, 2);
       c.pokes = {{20, 4, 2}};
     }},
    {"one-frame-block-highest", "pay 3 block, 1 when n_frames is 1", field_range,
     [](ClipCase& c) {
       c = one_frame(1, 2);
       c.pokes = {{20, 4, 0xFFFFFFFF}};
     }},
};

// --- caps (pay 7): a header at the cap alone, which ends before its table; and just past ---

struct CapRow {
  const char* name;
  const char* rule;
  RefusalCode refuse;
  std::uint64_t n_frames, h, w, block;
};
constexpr CapRow kCaps[] = {
    {"cap-frame-at", "pay 7 a frame h*w*3, 67108863", stream_length, 1, 22369621, 1, 1},
    {"cap-frame-past", "pay 7 a frame h*w*3, 67108866", too_large, 1, 22369622, 1, 1},
    {"cap-frame-past-across", "pay 7 a frame h*w*3, 67108866", too_large, 1, 1, 22369622, 1},
    {"cap-frame-past-32-bits", "pay 7 a frame h*w*3, 2^32*3", too_large, 1, 65536, 65536, 1},
    {"cap-frame-past-64-bits", "pay 7 a frame h*w*3, 2^64 + 29", too_large, 1, 1604214285, 3832975899, 1},
    {"cap-frame-all-bits", "pay 7 a frame h*w*3, all bits", too_large, 1, 0xFFFFFFFF, 0xFFFFFFFF, 1},
    {"cap-clip-at", "pay 7 a clip n_frames*h*w*3, 2^30 - 1", stream_length, 360437, 331, 3, 331},
    {"cap-clip-past", "pay 7 a clip n_frames*h*w*3, 2^30 + 2", too_large, 118, 3033169, 1, 3033169},
    {"cap-n_frames-at", "pay 7 n_frames, 2^20", stream_length, 1048576, 1, 1, 1},
    {"cap-n_frames-past", "pay 7 n_frames, 2^20 + 1", too_large, 1048577, 1, 1, 1},
    {"cap-n_frames-all-bits", "pay 7 n_frames, all bits", too_large, 0xFFFFFFFF, 1, 1, 1},
    {"cap-vectors-at", "pay 7 2*nb*(n_frames - 1), 2^26", stream_length, 3, 4096, 4096, 1},
    {"cap-vectors-past", "pay 7 2*nb*(n_frames - 1), 2^26 + 4", too_large, 3, 16777217, 1, 1},
    {"cap-vectors-of-blocks-at", "pay 7 2*nb*(n_frames - 1), 7 x 7 blocks of 13 x 13", stream_length, 684785, 13, 13,
     2},
    {"cap-vectors-of-blocks-past", "pay 7 2*nb*(n_frames - 1), 7 x 7 blocks of 13 x 13", too_large, 684786, 13, 13, 2},
};

// --- the residual table (pay 2, CDF tables): entry i at 36 + 4i ---

constexpr PokedFixture kTableRows[] = {
    {"cdf-first-1", "pay 2 cdf[0], past 0", cdf_malformed, {{36, 4, 1}}},
    {"cdf-first-all-bits", "pay 2 cdf[0], all bits", cdf_malformed, {{36, 4, 0xFFFFFFFF}}},
    {"cdf-last-65535", "pay 2 cdf[n - 1], below 65536", cdf_malformed, {{52, 4, 65535}}},
    {"cdf-last-65537", "pay 2 cdf[n - 1], past 65536", cdf_malformed, {{52, 4, 65537}}},
    {"cdf-last-131072", "pay 2 cdf[n - 1], twice 65536", cdf_malformed, {{52, 4, 131072}}},
    {"cdf-second-0", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{40, 4, 0}}},
    {"cdf-entry-equal", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{44, 4, 20000}}},
    {"cdf-entry-less", "pay 2 every entry greater than the one before: less", cdf_malformed, {{44, 4, 19999}}},
    {"cdf-entry-65536",
     "pay 2 every entry greater than the one before: the last equal",
     cdf_malformed,
     {{48, 4, 65536}}},
    {"cdf-entry-past-65536",
     "pay 2 every entry greater than the one before: the last less",
     cdf_malformed,
     {{48, 4, 65537}}},
    {"table-short", "pay 2 the table, a byte short", stream_length, {}, 55},
};

constexpr PokedFixture kSectionRows[] = {
    {"vectors-short", "pay 2 the motion vectors, a byte short", stream_length, {}, 63},
    {"vectors-absent", "pay 2 the motion vectors, absent", stream_length, {}, 56},
    {"stream-absent", "pay 2 the stream, absent", stream_length, {}, 64},
    {"stream-length-short", "pay 2 the stream's length, a byte short", stream_length, {}, 67},
    {"stream-short", "pay 2 the stream, its bytes absent", stream_length, {}, 68},
};

constexpr ClipFixture kTableClips[] = {
    {"cdf-entry-one-more", "pay 2 every entry greater than the one before: by 1", kDecodes,
     [](ClipCase& c) {
       c.clip.cdf = {0, 1, 2, 3, 65536};
     }},
    {"cdf-entry-65535", "pay 2 every entry below the last: by 1", kDecodes,
     [](ClipCase& c) {
       c.clip.cdf = {0, 65533, 65534, 65535, 65536};
     }},
};

// --- streams (pay 2) ---

// The stream's length is at 64 of the base.
constexpr PokedFixture kStreamRows[] = {
    {"stream-length-0", "pay 2 L, 0", stream_length, {{64, 4, 0}}},
    {"stream-length-4", "pay 2 L, below 8", stream_length, {{64, 4, 4}}},
    {"stream-length-7", "pay 2 L, below 8", stream_length, {{64, 4, 7}}},
    {"stream-length-9", "pay 2 L, no multiple of 4", stream_length, {{64, 4, 9}}},
    {"stream-length-10", "pay 2 L, no multiple of 4", stream_length, {{64, 4, 10}}},
    {"stream-length-past-the-end", "pay 2 L, more than there are", stream_length, {{64, 4, 256}}},
    {"stream-length-all-bits", "pay 2 L, all bits", stream_length, {{64, 4, 0xFFFFFFFF}}},
    {"stream-length-2-31", "pay 2 L, 2^31", stream_length, {{64, 4, 0x80000000}}},
};

// 3 symbols, none of which the encoder reads a word for.
Bytes escapes(const CdfTable& table, std::initializer_list<std::initializer_list<std::uint32_t>> groups) {
  Rans64Encoder encoder;
  for (const auto& nibbles : groups) {
    push_escape(encoder, table, nibbles);
  }
  return encoder.finish();
}

constexpr ClipFixture kStreamClips[] = {
    {"stream-of-8", "pay 2 L, the lowest", kDecodes, [](ClipCase& c) { c = one_frame(1, 1); }},
    {"exhausted-at-first", "pay 2 a stream that runs out at the first symbol", stream_exhausted,
     [](ClipCase& c) { c.stream = bare_stream(); }},
    {"exhausted-at-last", "pay 2 a stream that runs out at the last symbol", stream_exhausted,
     [](ClipCase& c) { c.stream = stream_of(cycled(c.residuals, c.symbols() - 1), c.table()); }},
    {"exhausted-in-frame-1", "pay 2 a stream that ends with frame 0", stream_exhausted,
     [](ClipCase& c) { c.stream = stream_of(cycled(c.residuals, c.symbols() / 2), c.table()); }},
    {"exhausted-in-an-escape", "pay 2 a stream that runs out in an escape's groups", stream_exhausted,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.stream = escapes(c.table(), {{0}, {0}, {8}});
     }},
    {"word-left-over", "pay 2 the canonical end: a word unread", stream_noncanonical,
     [](ClipCase& c) { c.stream = with_word(stream_of(cycled(c.residuals, c.symbols()), c.table())); }},
    {"symbol-left-over", "pay 2 the canonical end: a symbol unread", stream_noncanonical,
     [](ClipCase& c) { c.stream = stream_of(cycled(c.residuals, c.symbols() + 1), c.table()); }},
    {"last-state-off-by-1", "pay 2 the canonical end: a state of 2^31 + 1", stream_noncanonical,
     [](ClipCase& c) {
       Rans64Encoder encoder;
       for (std::size_t i = 0; i < c.symbols(); ++i) {
         encoder.push_interval(c.clip.cdf, i % 3);
       }
       c.stream = encoder.finish(kRansLow + 1);
     }},
    {"last-state-2-62", "pay 2 the canonical end: a state of 2^62", stream_noncanonical,
     [](ClipCase& c) {
       Rans64Encoder encoder;
       for (std::size_t i = 0; i < c.symbols(); ++i) {
         encoder.push_interval(c.clip.cdf, i % 3);
       }
       c.stream = encoder.finish(std::uint64_t{1} << 62);
     }},
    {"escape-of-0-groups", "pay 2 an escape of no group: raw 0", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.stream = escapes(c.table(), {{0}, {0}, {0}});
     }},
    {"escape-of-1-group", "pay 2 an escape of one group, odd, even and 0", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.stream = escapes(c.table(), {{1, 3}, {1, 14}, {1, 0}});
     }},
    {"escape-of-8-groups", "pay 2 an escape of 8 groups at the ends of i32", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.offset = 0;
       c.stream = escapes(c.table(), {{8, 15, 15, 15, 15, 15, 15, 15, 15},  // raw 2^32 - 1: -2^31
                                      {8, 8, 15, 15, 15, 15, 15, 15, 15},   // raw 2^32 - 8: 2^31 - 4 + 3
                                      {8, 6, 0, 0, 0, 0, 0, 0, 0}});        // raw 6, groups of 0 after it
     }},
    {"escape-value-saturates", "pay 2 an escape's value past i32 saturates", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.offset = 0;
       c.stream = escapes(c.table(), {{8, 14, 15, 15, 15, 15, 15, 15, 15}, {8, 10, 15, 15, 15, 15, 15, 15, 15}, {0}});
     }},
    {"escape-offset-saturates", "pay 2 a symbol past i32 with its offset saturates", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.offset = -1;
       c.stream = escapes(c.table(), {{8, 15, 15, 15, 15, 15, 15, 15, 15}, {0}, {1, 1}});
     }},
    {"escape-count-15", "pay 2 an escape whose count reads on: 15 and 0, 8 groups of it", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.stream = escapes(c.table(), {{15, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0}, {0}});
     }},
    {"escape-count-reads-8-on", "pay 2 an escape whose count reads on 8 times, the most", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.stream = escapes(c.table(), {{15, 15, 15, 15, 15, 15, 15, 15, 15, 4, 0, 0, 0, 0, 0, 0, 0}, {0}, {0}});
     }},
    {"escape-count-9", "pay 2 an escape of count 9: 8 groups", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.stream = escapes(c.table(), {{9, 2, 0, 0, 0, 0, 0, 0, 0}, {14, 3, 0, 0, 0, 0, 0, 0, 0}, {0}});
     }},
};

// --- motion (pay 3): frame 0 has a value of its own at each pixel, frame 1 adds nothing ---

// One block of 2 x 3, or a block a pixel.
ClipCase moving(std::uint8_t precision, std::uint32_t block, const std::vector<MotionVector>& vectors) {
  ClipCase c = base_clip();
  c.clip.mv_precision = precision;
  c.clip.block = block;
  c.set_vectors(vectors);
  c.residuals = {-9, -6, -4, -3, -2, 5, -1, 0, 1, 2, 4, 9, 3, 6, 8, 7, -7, -5};
  c.residuals.resize(36);
  return c;
}

struct MotionRow {
  const char* name;
  const char* rule;
  std::uint8_t precision;
  std::uint32_t block;
  std::vector<MotionVector> vectors;
};
std::vector<MotionRow> moving_rows() {
  return {
      {"mv-zero", "pay 3 whole-pel, (0, 0)", 1, 3, {{0, 0}}},
      {"mv-up-1", "pay 3 whole-pel, past the top edge", 1, 3, {{-1, 0}}},
      {"mv-down-1", "pay 3 whole-pel, past the bottom edge", 1, 3, {{1, 0}}},
      {"mv-left-2", "pay 3 whole-pel, past the left edge", 1, 3, {{0, -2}}},
      {"mv-right-2", "pay 3 whole-pel, past the right edge", 1, 3, {{0, 2}}},
      {"mv-lowest", "pay 3 whole-pel, the lowest of i16", 1, 3, {{-32768, -32768}}},
      {"mv-highest", "pay 3 whole-pel, the highest of i16", 1, 3, {{32767, 32767}}},
      {"mv-lowest-and-highest", "pay 3 whole-pel, the ends of i16", 1, 3, {{-32768, 32767}}},
      {"mv-a-block-a-pixel",
       "pay 3 whole-pel, blocks row-major",
       1,
       1,
       {{0, 1}, {1, 0}, {-1, 1}, {0, -1}, {-1, 0}, {1, -2}}},
      {"half-mv-even", "pay 3 half-pel, even both", 2, 3, {{2, -2}}},
      {"half-mv-odd-dx", "pay 3 half-pel, fx alone", 2, 3, {{0, 1}}},
      {"half-mv-odd-dx-negative", "pay 3 half-pel, fx alone, negative", 2, 3, {{0, -1}}},
      {"half-mv-odd-dy", "pay 3 half-pel, fy alone", 2, 3, {{1, 0}}},
      {"half-mv-odd-dy-negative", "pay 3 half-pel, fy alone, negative", 2, 3, {{-1, 0}}},
      {"half-mv-odd-both", "pay 3 half-pel, fy and fx", 2, 3, {{1, 1}}},
      {"half-mv-odd-both-negative", "pay 3 half-pel, fy and fx, negative", 2, 3, {{-1, -3}}},
      {"half-mv-past-right", "pay 3 half-pel, x + 1 past the right edge", 2, 3, {{0, 5}}},
      {"half-mv-past-bottom", "pay 3 half-pel, y + 1 past the bottom edge", 2, 3, {{3, 0}}},
      {"half-mv-past-left", "pay 3 half-pel, past the left edge", 2, 3, {{0, -5}}},
      {"half-mv-past-top", "pay 3 half-pel, past the top edge", 2, 3, {{-3, 0}}},
      {"half-mv-lowest", "pay 3 half-pel, the lowest of i16", 2, 3, {{-32768, -32768}}},
      {"half-mv-highest", "pay 3 half-pel, the highest of i16, odd", 2, 3, {{32767, 32767}}},
      {"half-mv-a-block-a-pixel",
       "pay 3 half-pel, blocks row-major",
       2,
       1,
       {{0, 1}, {1, 0}, {-1, 1}, {0, -1}, {-3, 0}, {1, -2}}},
  };
}

void add_moving(FixtureList& list) {
  for (const MotionRow& row : moving_rows()) {
    list.add(kMotion, {row.name, row.rule, kDecodes, moving(row.precision, row.block, row.vectors).bytes()});
  }
}

// --- samples (pay 3): clamp(pred + r*q, 0, 255) ---

constexpr ClipFixture kSamples[] = {
    {"sample-at-0-and-255", "pay 3 the clamp, a sample of 0 and one of 255", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.q = 1;
       c.residuals = {-128, 127, 0};
     }},
    {"sample-past-0-and-255", "pay 3 the clamp, 1 past each end", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.q = 1;
       c.residuals = {-129, 128, 0};
     }},
    {"sample-of-the-widest-step", "pay 3 r*q, the ends of i32 times 65535", kDecodes,
     [](ClipCase& c) {
       c = one_frame(1, 1);
       c.clip.q = 65535;
       c.clip.offset = 0;
       c.residuals = {kI32Min, kI32Max, 1};
     }},
    {"sample-clamped-then-predicted", "pay 3 frame 1 predicts from the clamped samples", kDecodes,
     [](ClipCase& c) {
       c.clip.q = 100;
       c.residuals = Values(18, 9);
       c.residuals.resize(36, -1);
     }},
};

// --- two faults: the first check of pay 2's list decides ---

constexpr PokedFixture kOrderRows[] = {
    {"order-magic-version", "pay 2 order: the magic, the version", bad_magic, {{0, 1, 'X'}, {4, 1, 2}}},
    {"order-magic-length", "pay 2 order: the magic, the version byte's presence", bad_magic, {{0, 1, 'X'}}, 4},
    {"order-format-version",
     "pay 2 order: another format's magic, the version",
     format_capability_mismatch,
     {{2, 1, 'H'}, {4, 1, 2}}},
    {"order-version-header", "pay 2 order: the version, the header's presence", version, {{4, 1, 2}}, 35},
    {"order-header-reserved", "pay 2 order: the header's presence, a reserved field", stream_length, {{7, 1, 1}}, 35},
    {"order-reserved-field", "pay 2 order: a reserved field, a field", reserved_nonzero, {{7, 1, 1}, {5, 1, 0}}},
    {"order-last-reserved-field",
     "pay 2 order: the last reserved field, the first field",
     reserved_nonzero,
     {{34, 1, 1}, {5, 1, 0}}},
    {"order-field-keyframe", "pay 2 order: the last field, the keyframe kind", field_range, {{6, 1, 1}, {32, 2, 2}}},
    {"order-one-frame-keyframe",
     "pay 2 order: a one-frame rule, the keyframe kind",
     field_range,
     {{6, 1, 1}, {8, 4, 1}}},
    {"order-field-cap", "pay 2 order: a field, a cap", field_range, {{12, 4, 0xFFFFFFFF}, {24, 4, 0}}},
    {"order-keyframe-cap",
     "pay 2 order: the keyframe kind, a cap",
     keyframe_capability_mismatch,
     {{6, 1, 1}, {12, 4, 0xFFFFFFFF}}},
    {"order-cap-table", "pay 2 order: a cap, the table's presence", too_large, {{12, 4, 0xFFFFFFFF}}, 36},
    {"order-cap-cdf", "pay 2 order: a cap, the table's rules", too_large, {{12, 4, 0xFFFFFFFF}, {36, 4, 1}}},
    {"order-table-cdf", "pay 2 order: the table's presence, its rules", stream_length, {{36, 4, 1}}, 55},
    {"order-cdf-vectors", "pay 2 order: the table's rules, the vectors' presence", cdf_malformed, {{36, 4, 1}}, 56},
    {"order-cdf-stream",
     "pay 2 order: the table's rules, the stream's length",
     cdf_malformed,
     {{36, 4, 1}, {64, 4, 4}}},
};

constexpr ClipFixture kOrderClips[] = {
    {"trailing", "pay 2 order: a byte after the last section, a stream that runs out", trailing,
     [](ClipCase& c) {
       c.stream = with_word(bare_stream());
       c.pokes = {{64, 4, 8}};  // the word is after the stream
     }},
    {"order-stream-length-trailing", "pay 2 order: L, a byte after the last section", stream_length,
     [](ClipCase& c) {
       c.stream = with_word(bare_stream());
       c.pokes = {{64, 4, 4}};
     }},
    {"order-exhausted-noncanonical", "pay 2 order: a stream that runs out, in an end that is not canonical",
     stream_exhausted,
     [](ClipCase& c) {
       c.stream = bare_stream();
       c.stream->at(0) = 1;
     }},
};

}  // namespace

std::span<const PokedFixture> clip_field_rows() {
  return kFieldRows;
}
std::span<const PokedFixture> clip_table_rows() {
  return kTableRows;
}
void add_clip_caps(FixtureList& list, const FixtureGroup& group, const Bytes& base) {
  for (const CapRow& row : kCaps) {
    const std::vector<Poke> pokes = {{8, 4, row.n_frames}, {12, 4, row.h}, {16, 4, row.w}, {20, 4, row.block}};
    Bytes header = poked(base, pokes);
    header.resize(kWiv1HeaderBytes);
    list.add(group, {row.name, row.rule, row.refuse, std::move(header)});
  }
}

void add_motion_fixtures(FixtureList& list) {
  const ClipCase base = base_clip();
  add_clips(list, kMotion, base, kClips);
  list.add(kMotion, base.bytes(), kFieldRows);
  add_clip_caps(list, kMotion, base.bytes());
  list.add(kMotion, base.bytes(), kOtherKeyframe);
  list.add(kMotion, base.bytes(), kTableRows);
  list.add(kMotion, base.bytes(), kSectionRows);
  add_clips(list, kMotion, base, kTableClips);
  list.add(kMotion, base.bytes(), kStreamRows);
  add_clips(list, kMotion, base, kStreamClips);
  add_moving(list);
  add_clips(list, kMotion, base, kSamples);
  list.add(kMotion, base.bytes(), kOrderRows);
  add_clips(list, kMotion, base, kOrderClips);
  list.add_limits(kMotion, base.bytes());
  const std::string form = *payload_to_json(base.bytes());
  list.add(kMotion, {"json-form", "pay 10 a tool's JSON form is no payload", bad_magic, {form.begin(), form.end()}});
}

}  // namespace wai
