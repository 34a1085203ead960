// Fixtures of WIS1, `wai.splat.int_codec` (pay 2, 6, 7): the payloads. Those that are about its set stand beside.
#include "conform/payload_clouds.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;

constexpr FixtureGroup kSplat = {"splat", "wis1", "wai.splat.int_codec", "sets/splat-small"};

// The base: ranges at 32, lengths at 56, offsets at 64, medians at 80, tables of 4 entries at 112, 128, 144 and 160, L
// at 176.
constexpr PokedFixture kRows[] = {
    {"afrac-0", "pay 6 afrac, below the lowest", field_range, {{5, 1, 0}}},
    {"afrac-31", "pay 6 afrac, past the highest", field_range, {{5, 1, 31}}},
    {"afrac-255", "pay 6 afrac, all bits", field_range, {{5, 1, 255}}},
    {"afrac-7", "pay 7 afrac, 1 below the model's", model_mismatch, {{5, 1, 7}}},
    {"afrac-9", "pay 7 afrac, 1 past the model's", model_mismatch, {{5, 1, 9}}},
    {"c-0", "pay 6 c, below the lowest", field_range, {{8, 4, 0}}},
    {"sh-0", "pay 6 sh, below the lowest", field_range, {{12, 4, 0}}},
    {"sw-0", "pay 6 sw, below the lowest", field_range, {{16, 4, 0}}},
    {"n_gaussians-0", "pay 6 n_gaussians, below the lowest", field_range, {{28, 4, 0}}},
    {"n_gaussians-1", "pay 6 n_gaussians, the lowest", kDecodes, {{28, 4, 1}}},
    {"n_gaussians-4", "pay 6 n_gaussians, s*s", kDecodes, {{28, 4, 4}}},
    {"n_gaussians-5", "pay 6 n_gaussians, s*s + 1", field_range, {{28, 4, 5}}},
    {"n_gaussians-all-bits", "pay 6 n_gaussians, all bits", field_range, {{28, 4, 0xFFFFFFFF}}},
    {"reserved-6-is-1", "pay 2 reserved fields, byte 6", reserved_nonzero, {{6, 1, 1}}},
    {"reserved-7-is-255", "pay 2 reserved fields, byte 7", reserved_nonzero, {{7, 1, 255}}},
    {"magic-of-no-format", "pay 2 the magic, WIS2", bad_magic, {{3, 1, '2'}}},
    {"magic-wiv1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'V'}}},
    {"magic-wih1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'H'}}},
    {"magic-wia1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'A'}}},
    {"version-0", "pay 2 the version, below 1", version, {{4, 1, 0}}},
    {"version-2", "pay 2 the version, past 1", version, {{4, 1, 2}}},
    {"version-absent", "pay 2 the version byte, absent", stream_length, {}, 4},
    {"header-short", "pay 2 the fixed header, a byte short", stream_length, {}, 31},
    {"ranges-short", "pay 2 the ranges, a byte short", stream_length, {}, 55},
    {"lengths-short", "pay 2 the table lengths, a byte short", stream_length, {}, 63},
    {"offsets-short", "pay 2 the symbol offsets, a byte short", stream_length, {}, 79},
    {"medians-short", "pay 2 the medians, a byte short", stream_length, {}, 111},
    {"table-0-short", "pay 2 the first table, a byte short", stream_length, {}, 127},
    {"table-3-short", "pay 2 the last table, a byte short", stream_length, {}, 175},
    {"stream-absent", "pay 2 the stream, absent", stream_length, {}, 176},
    {"stream-short", "pay 2 the stream, its bytes absent", stream_length, {}, 180},
    {"length-0-is-0", "pay 6 a table length, 0", field_range, {{56, 2, 0}}},
    {"length-0-is-2", "pay 6 a table length, below the lowest", field_range, {{56, 2, 2}}},
    {"length-0-is-4098", "pay 6 a table length, past the highest", field_range, {{56, 2, 4098}}},
    {"length-3-is-2", "pay 6 a table length, below the lowest", field_range, {{62, 2, 2}}},
    {"length-3-is-4098", "pay 6 a table length, past the highest", field_range, {{62, 2, 4098}}},
    {"length-3-all-bits", "pay 6 a table length, all bits", field_range, {{62, 2, 65535}}},
    {"median-3-past-highest", "pay 6 |median|, 2^47 + 1", field_range, {{104, 8, 0x800000000001}}},
    {"median-3-past-lowest", "pay 6 |median|, -2^47 - 1", field_range, {{104, 8, 0xFFFF7FFFFFFFFFFF}}},
    {"median-3-lowest-of-i64", "pay 6 |median|, -2^63", field_range, {{104, 8, 0x8000000000000000}}},
    {"cdf-0-first-1", "pay 2 cdf[0], past 0", cdf_malformed, {{112, 4, 1}}},
    {"cdf-0-last-65537", "pay 2 cdf[n - 1], past 65536", cdf_malformed, {{124, 4, 65537}}},
    {"cdf-0-equal", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{120, 4, 20000}}},
    {"cdf-3-first-1", "pay 2 cdf[0], past 0", cdf_malformed, {{160, 4, 1}}},
    {"cdf-3-second-0", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{164, 4, 0}}},
    {"cdf-3-equal", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{168, 4, 20000}}},
    {"cdf-3-less", "pay 2 every entry greater than the one before: less", cdf_malformed, {{168, 4, 19999}}},
    {"cdf-3-entry-65536",
     "pay 2 every entry greater than the one before: the last equal",
     cdf_malformed,
     {{168, 4, 65536}}},
    {"cdf-3-last-65535", "pay 2 cdf[n - 1], below 65536", cdf_malformed, {{172, 4, 65535}}},
    {"stream-length-0", "pay 2 L, 0", stream_length, {{176, 4, 0}}},
    {"stream-length-4", "pay 2 L, below 8", stream_length, {{176, 4, 4}}},
    {"stream-length-9", "pay 2 L, no multiple of 4", stream_length, {{176, 4, 9}}},
    {"stream-length-10", "pay 2 L, no multiple of 4", stream_length, {{176, 4, 10}}},
    {"stream-length-past-the-end", "pay 2 L, more than there are", stream_length, {{176, 4, 256}}},
    {"stream-length-all-bits", "pay 2 L, all bits", stream_length, {{176, 4, 0xFFFFFFFF}}},
    {"sh-2", "pay 7 g_s's height and s", geometry_mismatch, {{12, 4, 2}}},
    {"sw-2", "pay 7 g_s's width and s", geometry_mismatch, {{16, 4, 2}}},
    {"s-3", "pay 7 g_s's sides and s, 1 more", geometry_mismatch, {{20, 4, 3}}},
    {"s-1", "pay 7 g_s's sides and s, 1 less", geometry_mismatch, {{20, 4, 1}, {28, 4, 1}}},
    {"order-version-header", "pay 2 order: the version, the header's presence", version, {{4, 1, 2}}, 31},
    {"order-header-reserved", "pay 2 order: the header's presence, a reserved field", stream_length, {{6, 1, 1}}, 31},
    {"order-reserved-field", "pay 2 order: a reserved field, a field", reserved_nonzero, {{6, 1, 1}, {5, 1, 0}}},
    {"order-field-cap", "pay 2 order: the last field, a cap", field_range, {{28, 4, 5}, {8, 4, 0xFFFFFFFF}}},
    {"order-cap-ranges", "pay 2 order: a cap, the ranges' presence", too_large, {{8, 4, 0xFFFFFFFF}}, 32},
    {"order-cap-range", "pay 2 order: a cap, a range", too_large, {{8, 4, 0xFFFFFFFF}, {32, 4, 0x7F800000}}},
    {"order-ranges-range", "pay 2 order: the ranges' presence, a range", stream_length, {{32, 4, 0x7F800000}}, 55},
    {"order-range-lengths", "pay 2 order: a range, the lengths' presence", field_range, {{48, 4, 0x7F800000}}, 56},
    {"order-lengths-length", "pay 2 order: the lengths' presence, a length", stream_length, {{56, 2, 2}}, 63},
    {"order-length-offsets", "pay 2 order: a length, the offsets' presence", field_range, {{62, 2, 2}}, 64},
    {"order-offsets-median", "pay 2 order: the offsets' presence, a median", stream_length, {{80, 8, 1ULL << 62}}, 79},
    {"order-medians-median", "pay 2 order: the medians' presence, a median", stream_length, {{80, 8, 1ULL << 62}}, 111},
    {"order-median-table", "pay 2 order: a median, a table's presence", field_range, {{104, 8, 1ULL << 62}}, 112},
    {"order-median-cdf", "pay 2 order: a median, a table's rules", field_range, {{104, 8, 1ULL << 62}, {112, 4, 1}}},
    {"order-table-0-table-1",
     "pay 2 order: a table's rules, the next one's presence",
     cdf_malformed,
     {{112, 4, 1}},
     128},
    {"order-table-cdf", "pay 2 order: a table's presence, its rules", stream_length, {{160, 4, 1}}, 175},
    {"order-cdf-stream-length", "pay 2 order: a table's rules, L", cdf_malformed, {{160, 4, 1}, {176, 4, 9}}},
    {"order-afrac-shape", "pay 7 order: afrac, g_s's shape", model_mismatch, {{5, 1, 9}, {12, 4, 2}}},
};

// The tiny cloud: where the nearest value that is allowed decodes.
constexpr PokedFixture kTinyRows[] = {
    {"s-0", "pay 6 s, below the lowest", field_range, {{20, 4, 0}}},
    {"attr-0", "pay 6 attr, below the lowest", field_range, {{24, 4, 0}}},
    {"median-past-highest", "pay 6 |median|, 2^47 + 1", field_range, {{46, 8, 0x800000000001}}},
    {"median-past-lowest", "pay 6 |median|, -2^47 - 1", field_range, {{46, 8, 0xFFFF7FFFFFFFFFFF}}},
};

constexpr PokedFixture kCaps[] = {
    {"cap-latent-at", "pay 7 c*sh*sw, 2^26", stream_length, {{8, 4, 4096}, {12, 4, 128}, {16, 4, 128}}, 32},
    {"cap-latent-past", "pay 7 c*sh*sw, 2^26 + 1", too_large, {{8, 4, 5}, {12, 4, 1}, {16, 4, 13421773}}, 32},
    {"cap-latent-past-32-bits", "pay 7 c*sh*sw, 2^32", too_large, {{8, 4, 65536}, {12, 4, 256}, {16, 4, 256}}, 32},
    {"cap-latent-past-64-bits",
     "pay 7 c*sh*sw, 2^64",
     too_large,
     {{8, 4, 4194304}, {12, 4, 2097152}, {16, 4, 2097152}},
     32},
    {"cap-attributes-at", "pay 7 attr*s*s, 2^26", stream_length, {{20, 4, 4096}, {24, 4, 4}}, 32},
    {"cap-attributes-past", "pay 7 attr*s*s, 67108867", too_large, {{20, 4, 1}, {24, 4, 67108867}, {28, 4, 1}}, 32},
    {"cap-attributes-past-32-bits", "pay 7 attr*s*s, 2^32", too_large, {{20, 4, 65536}, {24, 4, 1}}, 32},
    {"cap-attributes-past-64-bits", "pay 7 attr*s*s, 2^64", too_large, {{20, 4, 0x80000000}, {24, 4, 4}}, 32},
    {"cap-attributes-all-bits", "pay 7 attr*s*s, all bits", too_large, {{20, 4, 0xFFFFFFFF}, {24, 4, 0xFFFFFFFF}}, 32},
};

// --- the ranges of a plane, at 32 and 36 of the tiny cloud ---

struct RangeRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  std::uint32_t lo, hi;
};
constexpr RangeRow kRanges[] = {
    {"range-equal", "pay 6 ranges, lo = hi", kDecodes, 0x3F800000, 0x3F800000},
    {"range-next", "pay 6 ranges, lo the value before hi", kDecodes, 0x3F7FFFFF, 0x3F800000},
    {"range-reversed", "pay 6 ranges, lo the value after hi", field_range, 0x3F800001, 0x3F800000},
    {"range-negative-equal", "pay 6 ranges, lo = hi below 0", kDecodes, 0xBF800000, 0xBF800000},
    {"range-negative-next", "pay 6 ranges, lo the value before hi below 0", kDecodes, 0xBF800001, 0xBF800000},
    {"range-negative-reversed", "pay 6 ranges, lo the value after hi below 0", field_range, 0xBF7FFFFF, 0xBF800000},
    {"range-zeros", "pay 6 ranges, -0 to 0", kDecodes, 0x80000000, 0x00000000},
    {"range-zeros-reversed", "pay 6 ranges, 0 to -0, which are equal", kDecodes, 0x00000000, 0x80000000},
    {"range-widest", "pay 6 ranges, the least and the largest finite", kDecodes, 0xFF7FFFFF, 0x7F7FFFFF},
    {"range-widest-reversed", "pay 6 ranges, the largest to the least finite", field_range, 0x7F7FFFFF, 0xFF7FFFFF},
    {"range-largest-equal", "pay 6 ranges, the largest finite twice", kDecodes, 0x7F7FFFFF, 0x7F7FFFFF},
    {"range-subnormal", "pay 6 ranges, the least subnormals about 0", kDecodes, 0x80000001, 0x00000001},
    {"range-subnormal-reversed", "pay 6 ranges, the least subnormal to 0", field_range, 0x00000001, 0x00000000},
    {"range-largest-subnormal", "pay 6 ranges, the largest subnormal to the least normal", kDecodes, 0x007FFFFF,
     0x00800000},
    {"range-hi-infinite", "pay 6 ranges, hi infinite", field_range, 0x00000000, 0x7F800000},
    {"range-lo-infinite", "pay 6 ranges, lo infinite", field_range, 0xFF800000, 0x00000000},
    {"range-lo-plus-infinite", "pay 6 ranges, lo and hi infinite", field_range, 0x7F800000, 0x7F800000},
    {"range-hi-minus-infinite", "pay 6 ranges, lo and hi minus infinite", field_range, 0xFF800000, 0xFF800000},
    {"range-lo-nan", "pay 6 ranges, lo no number", field_range, 0x7FC00000, 0x3F800000},
    {"range-hi-nan", "pay 6 ranges, hi no number", field_range, 0x00000000, 0x7FC00000},
    {"range-nan-signalling", "pay 6 ranges, hi a signalling NaN", field_range, 0x00000000, 0x7F800001},
    {"range-nan-all-bits", "pay 6 ranges, lo all bits", field_range, 0xFFFFFFFF, 0x3F800000},
};

void add_ranges(FixtureList& list, const Bytes& tiny) {
  for (const RangeRow& row : kRanges) {
    const std::vector<Poke> pokes = {{32, 4, row.lo}, {36, 4, row.hi}};
    list.add(kTinySplat, {row.name, row.rule, row.refuse, poked(tiny, pokes)});
  }
}

// --- clouds of sets/splat-small ---

std::vector<CdfTable> tables_of(const CloudCase& c, std::size_t extra = 0) {
  std::vector<CdfTable> tables;
  for (std::size_t k = 0; k < c.cloud.cdfs.size(); ++k) {
    tables.push_back({c.cloud.cdfs[k], c.cloud.offsets[k]});
  }
  for (; extra > 0; --extra) {
    tables.push_back(tables.back());
  }
  return tables;
}

constexpr CloudFixture kClouds[] = {
    {"base", "pay 6 four channels of one latent, three planes of 2 x 2", kDecodes, [](CloudCase&) {}},
    {"side-6", "pay 6 latents of 2 x 2, planes of 6 x 6", kDecodes,
     [](CloudCase& c) {
       c.cloud.sh = c.cloud.sw = 2;
       c.cloud.s = 6;
       c.cloud.n_gaussians = 36;
     }},
    {"lengths-unequal", "pay 6 a table length a channel", kDecodes,
     [](CloudCase& c) {
       c.cloud.cdfs[1] = {0, 30000, 65536};
       c.cloud.cdfs[3] = {0, 10, 20, 40000, 50000, 65536};
     }},
    {"attr-2", "pay 7 g_s's channels and attr, 1 less", geometry_mismatch,
     [](CloudCase& c) {
       c.cloud.attr = 2;
       c.cloud.ranges.pop_back();
     }},
    {"attr-4", "pay 7 g_s's channels and attr, 1 more", geometry_mismatch,
     [](CloudCase& c) {
       c.cloud.attr = 4;
       c.cloud.ranges.push_back(c.cloud.ranges[0]);
     }},
    {"channels-3", "pay 7 rule 1, c 1 less than g_s reads", model_mismatch,
     [](CloudCase& c) {
       c.cloud.c = 3;
       c.cloud.offsets.pop_back();
       c.cloud.medians.pop_back();
       c.cloud.cdfs.pop_back();
     }},
    {"exhausted-at-first", "pay 2 a stream that runs out at the first symbol", stream_exhausted,
     [](CloudCase& c) { c.stream = bare_stream(); }},
    {"exhausted-at-last", "pay 2 a stream that runs out at the last symbol", stream_exhausted,
     [](CloudCase& c) {
       c.stream = stream_by_channel({1, 0, -1}, tables_of(c), 1);
     }},
    {"word-left-over", "pay 2 the canonical end: a word unread", stream_noncanonical,
     [](CloudCase& c) { c.stream = with_word(stream_by_channel(c.symbols, tables_of(c), 1)); }},
    {"symbol-left-over", "pay 2 the canonical end: a symbol unread", stream_noncanonical,
     [](CloudCase& c) {
       c.stream = stream_by_channel({1, 0, -1, 2, 0}, tables_of(c, 1), 1);
     }},
    {"trailing", "pay 2 order: a byte after the last section, a stream that runs out", trailing,
     [](CloudCase& c) {
       c.stream = with_word(bare_stream());
       c.pokes = {{176, 4, 8}};
     }},
    {"order-stream-length-trailing", "pay 2 order: L, a byte after the last section", stream_length,
     [](CloudCase& c) {
       c.stream = with_word(bare_stream());
       c.pokes = {{176, 4, 4}};
     }},
    {"order-shape-exhausted", "pay 7 order: g_s's shape, a stream that runs out", geometry_mismatch,
     [](CloudCase& c) {
       c.stream = bare_stream();
       c.pokes = {{20, 4, 3}};
     }},
};

// --- clouds of one latent under payloads/sets/splat-tiny: a byte of s*2^8 + median ---

void symbol(CloudCase& c, std::int32_t offset, std::int64_t value, std::int64_t median) {
  c.cloud.offsets = {offset};
  c.cloud.medians = {median};
  c.symbols = {value};
}
// An escape of these nibbles, over a median that makes it a byte.
void escape(CloudCase& c, std::int32_t offset, std::initializer_list<std::uint32_t> nibbles, std::int64_t median) {
  c.cloud.offsets = {offset};
  c.cloud.medians = {median};
  Rans64Encoder encoder;
  push_escape(encoder, CdfTable{c.cloud.cdfs[0], offset}, nibbles);
  c.stream = encoder.finish();
}

constexpr std::int64_t kStep = 256;  // 2^afrac

constexpr CloudFixture kTinyClouds[] = {
    {"tiny", "pay 6 a channel of one latent, a plane of 1 x 1", kDecodes, [](CloudCase&) {}},
    {"stream-of-8", "pay 2 L, the lowest", kDecodes, [](CloudCase& c) { symbol(c, -1, -1, 300); }},
    {"length-3", "pay 6 a table length, the lowest", kDecodes,
     [](CloudCase& c) {
       c.cloud.cdfs = {{0, 40000, 65536}};
     }},
    {"length-4097", "pay 6 a table length, the highest", kDecodes,
     [](CloudCase& c) {
       c.cloud.cdfs = {{}};
       for (std::uint32_t i = 0; i < 4097; ++i) {
         c.cloud.cdfs[0].push_back(16 * i);
       }
       symbol(c, -4094, 0, 100);
     }},
    {"cdf-entry-one-more", "pay 2 every entry greater than the one before: by 1", kDecodes,
     [](CloudCase& c) {
       c.cloud.cdfs = {{0, 1, 65535, 65536}};
     }},
    {"offset-lowest", "pay 6 a symbol offset, the lowest of i32", kDecodes,
     [](CloudCase& c) { symbol(c, static_cast<std::int32_t>(kI32Min), kI32Min, 100 - kI32Min * kStep); }},
    {"offset-highest", "pay 6 a symbol offset, the highest of i32", kDecodes,
     [](CloudCase& c) { symbol(c, static_cast<std::int32_t>(kI32Max), kI32Max, 100 - kI32Max * kStep); }},
    {"median-highest", "pay 6 |median|, 2^47", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, std::int64_t{1} << 47); }},
    {"median-lowest", "pay 6 |median|, -2^47", kDecodes,
     [](CloudCase& c) { symbol(c, 0, 0, -(std::int64_t{1} << 47)); }},
    {"value-minus-1", "pay 6 step 3, the clamp below", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, -1); }},
    {"value-0", "pay 6 step 3, a value of 0", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, 0); }},
    {"value-1", "pay 6 step 3, a value of 1, a byte of 1", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, 1); }},
    {"value-128", "pay 6 step 3, a value of a half: 127.5 + 0.5", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, 128); }},
    {"value-256", "pay 6 step 3, a value of 2^afrac", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, 256); }},
    {"value-257", "pay 6 step 3, the clamp above", kDecodes, [](CloudCase& c) { symbol(c, 0, 0, 257); }},
    {"escape-of-0-groups", "pay 2 an escape of no group: n - 2", kDecodes,
     [](CloudCase& c) { escape(c, 0, {0}, 100 - 2 * kStep); }},
    {"escape-of-1-group", "pay 2 an escape of one group: raw 14, 7 + n - 2", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {1, 14}, 100 - 9 * kStep);
     }},
    {"escape-of-1-group-odd", "pay 2 an escape of one group: raw 15, -8", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {1, 15}, 100 + 8 * kStep);
     }},
    {"escape-of-8-groups-lowest", "pay 2 an escape of 8 groups: raw 2^32 - 1, -2^31", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {8, 15, 15, 15, 15, 15, 15, 15, 15}, 100 - kI32Min * kStep);
     }},
    {"escape-of-8-groups-highest", "pay 2 an escape of 8 groups: raw 2^32 - 6, 2^31 - 1", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {8, 10, 15, 15, 15, 15, 15, 15, 15}, 100 - kI32Max * kStep);
     }},
    {"escape-value-saturates", "pay 2 an escape of 8 groups: 2^31 + 1 saturates to 2^31 - 1", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {8, 14, 15, 15, 15, 15, 15, 15, 15}, 100 - kI32Max * kStep);
     }},
    {"escape-value-saturates-before-offset", "pay 2 2^31 + 1 saturates, then the offset of -5 is added", kDecodes,
     [](CloudCase& c) {
       escape(c, -5, {8, 14, 15, 15, 15, 15, 15, 15, 15}, 100 - (kI32Max - 5) * kStep);
     }},
    {"escape-offset-saturates-highest", "pay 2 2^31 - 1 + 1 saturates", kDecodes,
     [](CloudCase& c) {
       escape(c, 1, {8, 10, 15, 15, 15, 15, 15, 15, 15}, 100 - kI32Max * kStep);
     }},
    {"escape-offset-saturates-lowest", "pay 2 -2^31 - 1 saturates", kDecodes,
     [](CloudCase& c) {
       escape(c, -1, {8, 15, 15, 15, 15, 15, 15, 15, 15}, 100 - kI32Min * kStep);
     }},
    {"plain-offset-saturates", "pay 2 a plain value past i32 with its offset saturates", kDecodes,
     [](CloudCase& c) {
       symbol(c, static_cast<std::int32_t>(kI32Max), kI32Max, 100 - kI32Max * kStep);
       Rans64Encoder encoder;
       encoder.push_interval(c.cloud.cdfs[0], 1);  // the value 1
       c.stream = encoder.finish();
     }},
    {"escape-count-reads-on", "pay 2 an escape whose count is 15 and 15 and 3: 8 groups", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {15, 15, 3, 1, 0, 0, 0, 0, 0, 0, 0}, 100 + kStep);
     }},
    {"escape-count-reads-8-on", "pay 2 an escape whose count reads on 8 times, the most", kDecodes,
     [](CloudCase& c) {
       escape(c, 0, {15, 15, 15, 15, 15, 15, 15, 15, 15, 4, 0, 0, 0, 0, 0, 0, 0}, 100 - 4 * kStep);
     }},
    {"escape-exhausted", "pay 2 a stream that runs out in an escape's last group", stream_exhausted,
     [](CloudCase& c) {
       escape(c, 0, {8, 1, 2, 3, 4, 5, 6, 7, 8}, 0);
       c.stream = bare_stream();
       // cum = 65535 of the state 2^31 + 65535: the escape, whose groups take the state below 2^31.
       c.stream->at(0) = 0xFF;
       c.stream->at(1) = 0xFF;
     }},
};

}  // namespace

void add_splat_fixtures(FixtureList& list) {
  const Bytes base = base_cloud().bytes();
  const Bytes tiny = tiny_cloud().bytes();
  add_clouds(list, kSplat, base_cloud(), kClouds);
  add_clouds(list, kTinySplat, tiny_cloud(), kTinyClouds);
  list.add(kSplat, base, kRows);
  list.add(kSplat, base, kCaps);
  list.add(kTinySplat, tiny, kTinyRows);
  add_ranges(list, tiny);
  add_splat_set_fixtures(list);
  list.add_limits(kSplat, base);
  const Bytes cut(base.begin(), base.end() - 1);
  list.add(kSplat, {"order-parse-set", "pay 7 order: the payload's parse, the set's members", stream_length, cut,
                    "payloads/sets/splat-set-without-g_s"});
  const std::string form = *payload_to_json(base);
  list.add(kSplat, {"json-form", "pay 10 a tool's JSON form is no payload", bad_magic, {form.begin(), form.end()}});
}

}  // namespace wai
