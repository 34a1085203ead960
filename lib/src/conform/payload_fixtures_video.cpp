// Fixtures of WIV1 with keyframe 1, `wai.video.int_hyper` (pay 2, 3, 7).
#include "conform/payload_clips.hpp"
#include "conform/payload_images.hpp"
#include "conform/payload_sets.hpp"

namespace wai {
namespace {

using enum RefusalCode;

constexpr FixtureGroup kVideo = {"video", "wiv1", "wai.video.int_hyper", "payloads/sets/hyper-tiny"};
constexpr FixtureGroup kPictures = {"video", "wiv1", "wai.video.int_hyper", "sets/video-small"};

// Two frames of 1 x 1 over an image of one element: header 0..36, table 36..56, a vector 56..60, L at 60, the stream
// 64..72, K at 72, the WIH1 76..132, with its L at 108 and 120.
ClipCase tiny_clip() {
  ClipCase c = base_clip();
  c.clip.keyframe = Keyframe::nested;
  c.clip.h = c.clip.w = c.clip.block = 1;
  c.set_vectors({{0, 0}});
  c.residuals = {1, 0, -1};
  c.clip.key = tiny_image().fields({});
  return c;
}

ClipCase tiny_frame() {
  ClipCase c = tiny_clip();
  c.clip.n_frames = 1;
  c.clip.vectors = {};
  return c;
}

void set_size(ClipCase& c, std::uint32_t h, std::uint32_t w) {
  c.clip.h = h;
  c.clip.w = w;
  c.set_vectors({{0, 0}});
}

Bytes longer_key(const ClipCase& c, const Bytes& more) {
  Bytes bytes = c.bytes();
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}

constexpr PokedFixture kRows[] = {
    {"keyframe-0", "pay 3 keyframe, the other capability's kind", keyframe_capability_mismatch, {{6, 1, 0}}},
    {"vectors-short", "pay 2 the motion vectors, a byte short", stream_length, {}, 59},
    {"stream-length-0", "pay 2 L, 0", stream_length, {{60, 4, 0}}},
    {"stream-length-4", "pay 2 L, below 8", stream_length, {{60, 4, 4}}},
    {"stream-length-9", "pay 2 L, no multiple of 4", stream_length, {{60, 4, 9}}},
    {"stream-length-10", "pay 2 L, no multiple of 4", stream_length, {{60, 4, 10}}},
    {"stream-length-all-bits", "pay 2 L, all bits", stream_length, {{60, 4, 0xFFFFFFFF}}},
    {"k-absent", "pay 3 K, absent", stream_length, {}, 72},
    {"k-short", "pay 3 K, a byte short", stream_length, {}, 75},
    {"k-of-nothing", "pay 3 K, nothing after it", nested_length, {}, 76},
    {"k-0-of-nothing", "pay 3 K of 0, the keyframe's magic absent", bad_magic, {{72, 4, 0}}, 76},
    {"k-0", "pay 3 K, 0", nested_length, {{72, 4, 0}}},
    {"k-one-less", "pay 3 K, 1 less than the rest", nested_length, {{72, 4, 55}}},
    {"k-one-more", "pay 3 K, 1 more than the rest", nested_length, {{72, 4, 57}}},
    {"k-all-bits", "pay 3 K, all bits", nested_length, {{72, 4, 0xFFFFFFFF}}},
    {"key-magic", "pay 3 the keyframe's magic", bad_magic, {{79, 1, '2'}}},
    {"key-magic-wiv1", "pay 3 the keyframe's magic, another format's", format_capability_mismatch, {{78, 1, 'V'}}},
    {"key-version-2", "pay 3 the keyframe's version", version, {{80, 1, 2}}},
    {"key-version-absent", "pay 3 the keyframe's version, absent", stream_length, {{72, 4, 4}}, 80},
    {"key-header-short", "pay 3 the keyframe's header, a byte short", stream_length, {{72, 4, 31}}, 107},
    {"key-reserved", "pay 3 the keyframe's reserved field", reserved_nonzero, {{83, 1, 1}}},
    {"key-m-0", "pay 3 the keyframe's m, below the lowest", field_range, {{84, 4, 0}}},
    {"key-zw-0", "pay 3 the keyframe's zw, below the lowest", field_range, {{104, 4, 0}}},
    {"key-latent-past", "pay 3 the keyframe's 2*m*sh*sw, past the cap", too_large, {{84, 4, 33554433}}},
    {"key-hyper-latent-past", "pay 3 the keyframe's n_z*zh*zw, past the cap", too_large, {{96, 4, 67108865}}},
    {"key-stream-length-4", "pay 3 the keyframe's L, below 8", stream_length, {{108, 4, 4}}},
    {"key-stream-length-9", "pay 3 the keyframe's second L, no multiple of 4", stream_length, {{120, 4, 9}}},
    {"key-stream-short", "pay 3 the keyframe's stream, a byte short", stream_length, {{72, 4, 55}}, 131},
    {"key-n_z-past-the-tables", "pay 7 the keyframe's hyper-latent channels", model_mismatch, {{96, 4, 2}}},
    {"key-h_s-shape", "pay 7 h_s's height and the keyframe's sh", geometry_mismatch, {{88, 4, 2}}},
    {"order-field-keyframe", "pay 2 order: the last field, the keyframe kind", field_range, {{6, 1, 0}, {32, 2, 2}}},
    {"order-keyframe-cap",
     "pay 2 order: the keyframe kind, a cap",
     keyframe_capability_mismatch,
     {{6, 1, 0}, {12, 4, 0xFFFFFFFF}}},
    {"order-stream-length-k", "pay 2 order: L, K", stream_length, {{60, 4, 9}, {72, 4, 0}}},
    {"order-stream-k", "pay 2 order: the stream's presence, K", stream_length, {{60, 4, 4096}, {72, 4, 0}}},
    {"order-k-key", "pay 2 order: K, the keyframe's magic", nested_length, {{72, 4, 57}, {76, 1, 'X'}}},
    {"order-cdf-k", "pay 2 order: the table's rules, K", cdf_malformed, {{36, 4, 1}, {72, 4, 0}}},
    {"order-cap-key", "pay 2 order: a cap, the keyframe's cap and field", too_large, {{12, 4, 0xFFFFFFFF}, {84, 4, 0}}},
    {"order-key-field-cap",
     "pay 2 order: the keyframe's field, its cap",
     field_range,
     {{84, 4, 0xFFFFFFFF}, {104, 4, 0}}},
};

constexpr ClipFixture kClips[] = {
    {"tiny", "pay 3 two frames of 1 x 1 over a WIH1", kDecodes, [](ClipCase&) {}},
    {"half-pel", "pay 3 half-pel over a WIH1", kDecodes,
     [](ClipCase& c) {
       c.clip.mv_precision = 2;
       c.set_vectors({{1, -1}});
     }},
    {"n_frames-1", "pay 3 n_frames, the lowest: a residual stream of no symbol", kDecodes,
     [](ClipCase& c) { c = tiny_frame(); }},
    {"n_frames-0", "pay 3 n_frames, below the lowest", field_range,
     [](ClipCase& c) {
       c.pokes = {{8, 4, 0}};
     }},
    {"n_frames-3", "pay 3 n_frames, two frames of vectors", kDecodes,
     [](ClipCase& c) {
       c.clip.n_frames = 3;
       c.set_vectors({{0, 1}, {-1, 0}});
     }},
    {"one-frame-mv_precision-2", "pay 3 mv_precision, 1 when n_frames is 1", field_range,
     [](ClipCase& c) {
       c = tiny_frame();
       c.pokes = {{5, 1, 2}};
     }},
    {"one-frame-block-2", "pay 3 block, 1 when n_frames is 1", field_range,
     [](ClipCase& c) {
       c = tiny_frame();
       c.pokes = {{20, 4, 2}};
     }},
    {"one-frame-word-left-over", "pay 2 the canonical end: a stream of no symbol with a word", stream_noncanonical,
     [](ClipCase& c) {
       c = tiny_frame();
       c.stream = with_word(bare_stream());
     }},
    {"one-frame-symbol-left-over", "pay 2 the canonical end: a stream of no symbol that codes one", stream_noncanonical,
     [](ClipCase& c) {
       c = tiny_frame();
       c.stream = stream_of({0}, c.table());
     }},
    {"one-frame-state-off-by-1", "pay 2 the canonical end: the state 2^31 + 1", stream_noncanonical,
     [](ClipCase& c) {
       c = tiny_frame();
       c.stream = bare_stream();
       c.stream->at(0) = 1;
     }},
    {"cdf_len-3", "pay 3 cdf_len, the lowest", kDecodes,
     [](ClipCase& c) {
       c.clip.cdf = {0, 40000, 65536};
     }},
    {"cdf-entry-one-more", "pay 2 every entry greater than the one before: by 1", kDecodes,
     [](ClipCase& c) {
       c.clip.cdf = {0, 1, 2, 65535, 65536};
     }},
    {"cdf_len-4097", "pay 3 cdf_len, the highest", kDecodes,
     [](ClipCase& c) {
       c.clip.cdf.clear();
       for (std::uint32_t i = 0; i < 4097; ++i) {
         c.clip.cdf.push_back(16 * i);
       }
     }},
    {"block-highest", "pay 3 block, all bits: one block", kDecodes,
     [](ClipCase& c) {
       c.clip.block = 0xFFFFFFFF;
       c.set_vectors({{0, 0}});
     }},
    {"offset-lowest", "pay 3 offset, the lowest of i32", kDecodes,
     [](ClipCase& c) {
       c.clip.offset = static_cast<std::int32_t>(kI32Min);
       c.residuals = {kI32Min, kI32Min + 3, kI32Min + 1};
     }},
    {"offset-highest", "pay 3 offset, the highest of i32", kDecodes,
     [](ClipCase& c) {
       c.clip.offset = static_cast<std::int32_t>(kI32Max);
       c.residuals = {kI32Max, 0, kI32Max - 1};
     }},
    {"exhausted-at-first", "pay 2 a stream that runs out at the first symbol", stream_exhausted,
     [](ClipCase& c) { c.stream = bare_stream(); }},
    {"exhausted-at-last", "pay 2 a stream that runs out at the last symbol", stream_exhausted,
     [](ClipCase& c) {
       c.stream = stream_of({1, 0}, c.table());
     }},
    {"word-left-over", "pay 2 the canonical end: a word unread", stream_noncanonical,
     [](ClipCase& c) { c.stream = with_word(stream_of(c.residuals, c.table())); }},
    {"symbol-left-over", "pay 2 the canonical end: a symbol unread", stream_noncanonical,
     [](ClipCase& c) {
       c.stream = stream_of({1, 0, -1, 2}, c.table());
     }},
    {"key-z-exhausted", "pay 2 the keyframe's hyper-latent stream runs out", stream_exhausted,
     [](ClipCase& c) { c.clip.key->z_stream = bare_stream(); }},
    {"key-y-exhausted", "pay 2 the keyframe's latent stream runs out", stream_exhausted,
     [](ClipCase& c) { c.clip.key->y_stream = bare_stream(); }},
    {"key-y-noncanonical", "pay 2 the keyframe's latent stream, a word unread", stream_noncanonical,
     [](ClipCase& c) { c.clip.key->y_stream = with_word(c.clip.key->y_stream.copy()); }},
    {"height-one-more", "pay 7 the keyframe's size, h 1 more", geometry_mismatch,
     [](ClipCase& c) { set_size(c, 2, 1); }},
    {"width-one-more", "pay 7 the keyframe's size, w 1 more", geometry_mismatch,
     [](ClipCase& c) { set_size(c, 1, 2); }},
    {"order-size-exhausted", "pay 7 order: the keyframe's size, a stream that runs out", geometry_mismatch,
     [](ClipCase& c) {
       set_size(c, 1, 2);
       c.stream = bare_stream();
     }},
    {"order-key-end-residual-exhausted", "pay 7 order: the keyframe's stream's end, the residual stream runs out",
     stream_noncanonical,
     [](ClipCase& c) {
       c.clip.key->y_stream = with_word(c.clip.key->y_stream.copy());
       c.stream = bare_stream();
     }},
    {"order-key-exhausted-residual-end", "pay 7 order: the keyframe's stream runs out, the residual stream's end",
     stream_exhausted,
     [](ClipCase& c) {
       c.clip.key->z_stream = bare_stream();
       c.stream = with_word(stream_of(c.residuals, c.table()));
     }},
};

// Pictures of 6 x 6 of sets/video-small.
ClipCase picture_clip(const ParameterSet& set) {
  ClipCase c = base_clip();
  c.clip.keyframe = Keyframe::nested;
  c.clip.h = c.clip.w = 6;
  c.clip.block = 4;
  c.set_vectors({{1, -1}, {0, 2}, {-9, 3}, {0, 0}});
  c.residuals = {0, 0, 1, 0, -1, 0, 0};
  c.clip.key = small_image(1, 1).fields(set);
  return c;
}

constexpr ClipFixture kPictureClips[] = {
    {"picture", "pay 3 whole-pel over a picture of 6 x 6", kDecodes, [](ClipCase&) {}},
    {"picture-half-pel", "pay 3 half-pel over a picture of 6 x 6", kDecodes,
     [](ClipCase& c) { c.clip.mv_precision = 2; }},
    {"picture-one-less", "pay 7 the keyframe's size, h and w 1 less", geometry_mismatch,
     [](ClipCase& c) { set_size(c, 5, 5); }},
};

// The tiny clip against a set of the conditional codec that is refused.
struct SetRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  const char* set;
  void (*edit)(ClipCase& c) = [](ClipCase&) {};
  CostLimits limits = {};
};
constexpr SetRow kSets[] = {
    {"set-no-g_s", "pay 9 g_s.whm, absent", set_incomplete, "hyper-set-no-g_s"},
    {"set-no-h_s", "pay 9 h_s.whm, absent", set_incomplete, "hyper-set-no-h_s"},
    {"set-no-entropy", "pay 9 entropy.json, absent", set_incomplete, "hyper-set-no-entropy"},
    {"set-listing-wrong", "pins P2 a listing that is not the files'", model_mismatch, "hyper-set-listing-wrong"},
    {"afrac-unequal", "pay 7 one afrac in a set", model_mismatch, "hyper-afrac-unequal"},
    {"afrac-31", "pay 7 afrac, past 30", model_mismatch, "hyper-afrac-31"},
    {"h_s-channels", "pay 7 h_s's channels and 2*m", geometry_mismatch, "hyper-h_s-channels"},
    {"g_s-two-channels", "pay 7 g_s gives three channels: two", model_mismatch, "hyper-g_s-two-channels"},
    {"plan-too-large", "pay 7 rule 2, a padded side of 2^26 + 1", too_large, "hyper-padded-past"},
    {"key-value-past-i64", "pay 4 step 1, s*2^afrac + median past i64", field_range, "hyper-z-value-past-highest",
     [](ClipCase& c) { c.clip.key = tiny_image(1, 0).fields({}); }},
    {"key-range-past", "pay 7 Exactness, a value of the keyframe's g_s", field_range,
     "hyper-range-g_s-conv-past-highest"},
    {"order-parse-set", "pay 7 order: the payload's parse, the set's members", nested_length, "hyper-set-no-g_s",
     [](ClipCase& c) {
       c.pokes = {{72, 4, 0}};
     }},
    {"order-key-parse-set", "pay 7 order: the keyframe's parse, the set's members", version, "hyper-set-no-g_s",
     [](ClipCase& c) {
       c.pokes = {{80, 1, 2}};
     }},
    {"order-plan-size", "pay 7 order: a plan past the caps, the keyframe's size", too_large, "hyper-padded-past",
     [](ClipCase& c) { set_size(c, 1, 2); }},
    {"order-g_s-channels-size", "pay 7 order: g_s's three channels, the keyframe's size", model_mismatch,
     "hyper-g_s-two-channels", [](ClipCase& c) { set_size(c, 1, 2); }},
    {"order-size-cost",
     "pay 7 order: the keyframe's size, the cost limit",
     geometry_mismatch,
     "hyper-tiny",
     [](ClipCase& c) { set_size(c, 1, 2); },
     {0, {}, {}}},
    {"order-cost-exhausted",
     "pay 7 order: the cost limit, a stream that runs out",
     cost_over_limit,
     "hyper-tiny",
     [](ClipCase& c) { c.clip.key->z_stream = bare_stream(); },
     {{}, {}, 0}},
    {"order-key-range-residual-exhausted", "pay 7 order: the keyframe's g_s runs, the residual stream runs out",
     field_range, "hyper-range-g_s-conv-past-highest", [](ClipCase& c) { c.stream = bare_stream(); }},
};

void add_sets(FixtureList& list) {
  for (const SetRow& row : kSets) {
    ClipCase c = tiny_clip();
    row.edit(c);
    Fixture fixture{row.name, row.rule, row.refuse, c.bytes(), std::string(kFixtureSets) + row.set};
    fixture.limits = row.limits;
    list.add(kVideo, std::move(fixture));
  }
}

// Bytes after the nested WIH1's last section: K counts them, or does not.
void add_trailing(FixtureList& list) {
  ClipCase c = tiny_clip();
  c.clip.key->z_stream = bare_stream();  // so that what is left of them is refused too
  Bytes inside = longer_key(c, {0});
  inside[72] = 57;
  list.add(kVideo, {"key-trailing", "pay 2 order: a byte after the keyframe's last section, a stream that runs out",
                    trailing, inside});
  list.add(kVideo, {"k-then-a-byte", "pay 3 K, a byte after the keyframe", nested_length, longer_key(c, {0})});
  list.add(kVideo,
           {"k-then-four-bytes", "pay 3 K, four bytes after the keyframe", nested_length, longer_key(c, {0, 0, 0, 0})});
}

}  // namespace

void add_video_fixtures(FixtureList& list) {
  const Bytes tiny = tiny_clip().bytes();
  add_clips(list, kVideo, tiny_clip(), kClips);
  list.add(kVideo, tiny, clip_field_rows());
  list.add(kVideo, tiny, clip_table_rows());
  add_clip_caps(list, kVideo, tiny);
  list.add(kVideo, tiny, kRows);
  add_clips(list, kPictures, picture_clip(list.set(kPictures.set)), kPictureClips);
  add_sets(list);
  add_trailing(list);
  list.add_limits(kVideo, tiny);
}

}  // namespace wai
