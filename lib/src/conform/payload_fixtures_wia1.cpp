// Fixtures of WIA1, `wai.audio.int_codec` (pay 2, 5, 7).
#include "conform/payload_sets.hpp"
#include "conform/payload_streams.hpp"
#include "payload/wia1.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;

constexpr FixtureGroup kSound = {"audio", "wia1", "wai.audio.int_codec", "sets/audio-small"};
constexpr FixtureGroup kTiny = {"audio", "wia1", "wai.audio.int_codec", "payloads/sets/audio-tiny"};

struct SoundCase {
  Wia1 clip;
  Values symbols = {0};              // repeated over the latents
  std::optional<Bytes> stream = {};  // in place of theirs
  std::vector<Poke> pokes = {};      // last of all

  [[nodiscard]] std::size_t latents() const { return std::size_t{clip.n_ch} * clip.lat_len; }
  [[nodiscard]] Bytes bytes() const {
    std::vector<CdfTable> tables;
    for (const auto& cdf : clip.cdfs) {
      tables.push_back({cdf, clip.offset});
    }
    Wia1 whole = clip;
    whole.stream = stream ? *stream : stream_by_channel(cycled(symbols, latents()), tables, clip.lat_len);
    const auto bytes = write_wia1(whole);
    if (!bytes) {
      bug("payload fixtures: " + bytes.refusal().message);
    }
    return poked(*bytes, pokes);
  }
};

// Two channels of two latents, 6 of 7 samples presented: medians at 32, tables of 5 entries at 48 and 68, L at 88.
SoundCase base_sound() {
  SoundCase c;
  c.clip.afrac = 8;
  c.clip.sr = 8000;
  c.clip.n_ch = 2;
  c.clip.lat_len = 2;
  c.clip.t_out = 6;
  c.clip.offset = -1;
  c.clip.medians = {-5, 6};
  c.clip.cdfs = {{0, 20000, 45000, 60000, 65536}, {0, 1, 40000, 50000, 65536}};
  c.symbols = {0, 1, 0, -9};
  return c;
}

// One channel of one latent, both its samples: the median at 32, a table of 4 entries at 40, L at 56, the stream at 60.
SoundCase tiny_sound() {
  SoundCase c = base_sound();
  c.clip.n_ch = c.clip.lat_len = 1;
  c.clip.t_out = 2;
  c.clip.medians = {100};
  c.clip.cdfs = {{0, 20000, 45000, 65536}};
  c.symbols = {0};
  return c;
}

constexpr PokedFixture kRows[] = {
    {"afrac-0", "pay 5 afrac, below the lowest", field_range, {{5, 1, 0}}},
    {"afrac-31", "pay 5 afrac, past the highest", field_range, {{5, 1, 31}}},
    {"afrac-255", "pay 5 afrac, all bits", field_range, {{5, 1, 255}}},
    {"afrac-7", "pay 7 afrac, 1 below the model's", model_mismatch, {{5, 1, 7}}},
    {"afrac-9", "pay 7 afrac, 1 past the model's", model_mismatch, {{5, 1, 9}}},
    {"sr-0", "pay 5 sr, below the lowest", field_range, {{8, 4, 0}}},
    {"sr-1", "pay 5 sr, the lowest", kDecodes, {{8, 4, 1}}},
    {"sr-all-bits", "pay 5 sr, all bits", kDecodes, {{8, 4, 0xFFFFFFFF}}},
    {"n_ch-0", "pay 5 n_ch, below the lowest", field_range, {{12, 4, 0}}},
    {"lat_len-0", "pay 5 lat_len, below the lowest", field_range, {{16, 4, 0}}},
    {"t_out-0", "pay 5 t_out, below the lowest", field_range, {{20, 4, 0}}},
    {"cdf_len-0", "pay 5 cdf_len, 0", field_range, {{28, 2, 0}}},
    {"cdf_len-2", "pay 5 cdf_len, below the lowest", field_range, {{28, 2, 2}}},
    {"cdf_len-4098", "pay 5 cdf_len, past the highest", field_range, {{28, 2, 4098}}},
    {"cdf_len-all-bits", "pay 5 cdf_len, all bits", field_range, {{28, 2, 65535}}},
    {"reserved-6-is-1", "pay 2 reserved fields, byte 6", reserved_nonzero, {{6, 1, 1}}},
    {"reserved-7-is-128", "pay 2 reserved fields, byte 7", reserved_nonzero, {{7, 1, 128}}},
    {"reserved-30-is-1", "pay 2 reserved fields, byte 30", reserved_nonzero, {{30, 1, 1}}},
    {"reserved-31-is-255", "pay 2 reserved fields, byte 31", reserved_nonzero, {{31, 1, 255}}},
    {"magic-of-no-format", "pay 2 the magic, WIA2", bad_magic, {{3, 1, '2'}}},
    {"magic-wiv1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'V'}}},
    {"magic-wih1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'H'}}},
    {"magic-wis1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'S'}}},
    {"version-0", "pay 2 the version, below 1", version, {{4, 1, 0}}},
    {"version-2", "pay 2 the version, past 1", version, {{4, 1, 2}}},
    {"version-absent", "pay 2 the version byte, absent", stream_length, {}, 4},
    {"header-short", "pay 2 the fixed header, a byte short", stream_length, {}, 31},
    {"medians-short", "pay 2 the medians, a byte short", stream_length, {}, 47},
    {"table-0-short", "pay 2 the first table, a byte short", stream_length, {}, 67},
    {"table-1-short", "pay 2 the second table, a byte short", stream_length, {}, 87},
    {"stream-absent", "pay 2 the stream, absent", stream_length, {}, 88},
    {"stream-short", "pay 2 the stream, its bytes absent", stream_length, {}, 92},
    {"median-1-past-highest", "pay 5 |median|, 2^47 + 1", field_range, {{40, 8, 0x800000000001}}},
    {"median-1-past-lowest", "pay 5 |median|, -2^47 - 1", field_range, {{40, 8, 0xFFFF7FFFFFFFFFFF}}},
    {"median-1-lowest-of-i64", "pay 5 |median|, -2^63", field_range, {{40, 8, 0x8000000000000000}}},
    {"median-1-highest-of-i64", "pay 5 |median|, 2^63 - 1", field_range, {{40, 8, 0x7FFFFFFFFFFFFFFF}}},
    {"cdf-0-first-1", "pay 2 cdf[0], past 0", cdf_malformed, {{48, 4, 1}}},
    {"cdf-0-last-65537", "pay 2 cdf[n - 1], past 65536", cdf_malformed, {{64, 4, 65537}}},
    {"cdf-0-equal", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{56, 4, 20000}}},
    {"cdf-1-first-1", "pay 2 cdf[0], past 0", cdf_malformed, {{68, 4, 1}}},
    {"cdf-1-second-0", "pay 2 every entry greater than the one before: equal", cdf_malformed, {{72, 4, 0}}},
    {"cdf-1-last-65535", "pay 2 cdf[n - 1], below 65536", cdf_malformed, {{84, 4, 65535}}},
    {"cdf-1-less", "pay 2 every entry greater than the one before: less", cdf_malformed, {{80, 4, 39999}}},
    {"cdf-1-entry-65536",
     "pay 2 every entry greater than the one before: the last equal",
     cdf_malformed,
     {{80, 4, 65536}}},
    {"stream-length-0", "pay 2 L, 0", stream_length, {{88, 4, 0}}},
    {"stream-length-4", "pay 2 L, below 8", stream_length, {{88, 4, 4}}},
    {"stream-length-9", "pay 2 L, no multiple of 4", stream_length, {{88, 4, 9}}},
    {"stream-length-10", "pay 2 L, no multiple of 4", stream_length, {{88, 4, 10}}},
    {"stream-length-past-the-end", "pay 2 L, more than there are", stream_length, {{88, 4, 256}}},
    {"stream-length-all-bits", "pay 2 L, all bits", stream_length, {{88, 4, 0xFFFFFFFF}}},
    {"t_out-past-the-synthesis", "pay 7 t_out, 1 more than the synthesis gives", geometry_mismatch, {{20, 4, 8}}},
    {"t_out-longest", "pay 7 t_out, what the synthesis gives", kDecodes, {{20, 4, 7}}},
    {"t_out-shortest", "pay 7 t_out, 1 more than a latent less gives", kDecodes, {{20, 4, 4}}},
    {"t_out-of-a-latent-less", "pay 7 lat_len, 1 more than t_out needs", geometry_mismatch, {{20, 4, 3}}},
    {"t_out-1-of-two-latents", "pay 7 lat_len, 1 more than t_out needs", geometry_mismatch, {{20, 4, 1}}},
    {"order-version-header", "pay 2 order: the version, the header's presence", version, {{4, 1, 2}}, 31},
    {"order-header-reserved", "pay 2 order: the header's presence, a reserved field", stream_length, {{6, 1, 1}}, 31},
    {"order-reserved-field",
     "pay 2 order: the last reserved field, the first field",
     reserved_nonzero,
     {{30, 1, 1}, {5, 1, 0}}},
    {"order-field-cap", "pay 2 order: the last field, a cap", field_range, {{28, 2, 2}, {20, 4, 0xFFFFFFFF}}},
    {"order-cap-medians", "pay 2 order: a cap, the medians' presence", too_large, {{20, 4, 0xFFFFFFFF}}, 32},
    {"order-cap-median", "pay 2 order: a cap, a median", too_large, {{20, 4, 0xFFFFFFFF}, {32, 8, 1ULL << 62}}},
    {"order-medians-median", "pay 2 order: the medians' presence, a median", stream_length, {{32, 8, 1ULL << 62}}, 47},
    {"order-median-table", "pay 2 order: a median, a table's presence", field_range, {{40, 8, 1ULL << 62}}, 48},
    {"order-table-0-table-1", "pay 2 order: a table's rules, the next one's presence", cdf_malformed, {{48, 4, 1}}, 68},
    {"order-table-cdf", "pay 2 order: a table's presence, its rules", stream_length, {{68, 4, 1}}, 87},
    {"order-cdf-stream-length", "pay 2 order: a table's rules, L", cdf_malformed, {{68, 4, 1}, {88, 4, 9}}},
    {"order-afrac-plan", "pay 7 order: afrac, the synthesis's length", model_mismatch, {{5, 1, 9}, {20, 4, 8}}},
};

// The tiny sound: where the nearest value that is allowed decodes.
constexpr PokedFixture kTinyRows[] = {
    {"median-past-highest", "pay 5 |median|, 2^47 + 1", field_range, {{32, 8, 0x800000000001}}},
    {"median-past-lowest", "pay 5 |median|, -2^47 - 1", field_range, {{32, 8, 0xFFFF7FFFFFFFFFFF}}},
};

constexpr PokedFixture kCaps[] = {
    {"cap-latent-at", "pay 7 n_ch*lat_len, 2^26", stream_length, {{12, 4, 65536}, {16, 4, 1024}}, 32},
    {"cap-latent-past", "pay 7 n_ch*lat_len, 2^26 + 1", too_large, {{12, 4, 5}, {16, 4, 13421773}}, 32},
    {"cap-latent-past-32-bits", "pay 7 n_ch*lat_len, 2^32", too_large, {{12, 4, 65536}, {16, 4, 65536}}, 32},
    {"cap-latent-all-bits", "pay 7 n_ch*lat_len, all bits", too_large, {{12, 4, 0xFFFFFFFF}, {16, 4, 0xFFFFFFFF}}, 32},
    {"cap-t_out-at", "pay 7 t_out, 2^26", stream_length, {{20, 4, 67108864}}, 32},
    {"cap-t_out-past", "pay 7 t_out, 2^26 + 1", too_large, {{20, 4, 67108865}}, 32},
    {"cap-t_out-all-bits", "pay 7 t_out, all bits", too_large, {{20, 4, 0xFFFFFFFF}}, 32},
    {"t_out-at-the-cap", "pay 7 t_out, 2^26, of a synthesis that gives 7", geometry_mismatch, {{20, 4, 67108864}}},
};

struct SoundFixture {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(SoundCase& c);
};

constexpr SoundFixture kSounds[] = {
    {"base", "pay 5 two channels of two latents", kDecodes, [](SoundCase&) {}},
    {"one-latent", "pay 7 lat_len, the lowest (readings P22)", kDecodes,
     [](SoundCase& c) {
       c.clip.lat_len = 1;
       c.clip.t_out = 1;
     }},
    {"five-latents", "pay 5 two channels of five latents", kDecodes,
     [](SoundCase& c) {
       c.clip.lat_len = 5;
       c.clip.t_out = 19;
     }},
    {"exhausted-at-first", "pay 2 a stream that runs out at the first symbol", stream_exhausted,
     [](SoundCase& c) { c.stream = bare_stream(); }},
    {"exhausted-at-last", "pay 2 a stream that runs out at the last symbol", stream_exhausted,
     [](SoundCase& c) {
       const std::vector<CdfTable> tables = {{c.clip.cdfs[0], -1}, {c.clip.cdfs[1], -1}};
       c.stream = stream_by_channel({0, 1, 0}, tables, 2);
     }},
    {"word-left-over", "pay 2 the canonical end: a word unread", stream_noncanonical,
     [](SoundCase& c) {
       const std::vector<CdfTable> tables = {{c.clip.cdfs[0], -1}, {c.clip.cdfs[1], -1}};
       c.stream = with_word(stream_by_channel(c.symbols, tables, 2));
     }},
    {"symbol-left-over", "pay 2 the canonical end: a symbol unread", stream_noncanonical,
     [](SoundCase& c) {
       const std::vector<CdfTable> tables = {{c.clip.cdfs[0], -1}, {c.clip.cdfs[1], -1}, {c.clip.cdfs[1], -1}};
       c.stream = stream_by_channel({0, 1, 0, -9, 1}, tables, 2);
     }},
    {"trailing", "pay 2 order: a byte after the last section, a stream that runs out", trailing,
     [](SoundCase& c) {
       c.stream = with_word(bare_stream());
       c.pokes = {{88, 4, 8}};
     }},
    {"order-stream-length-trailing", "pay 2 order: L, a byte after the last section", stream_length,
     [](SoundCase& c) {
       c.stream = with_word(bare_stream());
       c.pokes = {{88, 4, 4}};
     }},
    {"order-t_out-exhausted", "pay 7 order: the synthesis's length, a stream that runs out", geometry_mismatch,
     [](SoundCase& c) {
       c.clip.t_out = 8;
       c.stream = bare_stream();
     }},
};

// Samples of payloads/sets/audio-tiny are the latent twice: v = s*2^8 + median.
SoundCase& median(SoundCase& c, std::int64_t value) {
  c.clip.medians = {value};
  return c;
}
SoundCase& symbol(SoundCase& c, std::int32_t offset, std::int64_t value, std::int64_t base) {
  c.clip.offset = offset;
  c.symbols = {value};
  return median(c, base);
}

constexpr SoundFixture kTinySounds[] = {
    {"tiny", "pay 5 a channel of one latent", kDecodes, [](SoundCase&) {}},
    {"t_out-1", "pay 5 t_out, the lowest", kDecodes, [](SoundCase& c) { c.clip.t_out = 1; }},
    {"stream-of-8", "pay 2 L, the lowest", kDecodes, [](SoundCase& c) { c.symbols = {-1}; }},
    {"cdf_len-3", "pay 5 cdf_len, the lowest", kDecodes,
     [](SoundCase& c) {
       c.clip.cdfs = {{0, 40000, 65536}};
     }},
    {"cdf_len-4097", "pay 5 cdf_len, the highest", kDecodes,
     [](SoundCase& c) {
       c.clip.cdfs = {{}};
       for (std::uint32_t i = 0; i < 4097; ++i) {
         c.clip.cdfs[0].push_back(16 * i);
       }
       c.clip.offset = -4094;
     }},
    {"cdf-entry-one-more", "pay 2 every entry greater than the one before: by 1", kDecodes,
     [](SoundCase& c) {
       c.clip.cdfs = {{0, 1, 65535, 65536}};
     }},
    {"offset-lowest", "pay 5 offset, the lowest of i32", kDecodes,
     [](SoundCase& c) { symbol(c, static_cast<std::int32_t>(kI32Min), kI32Min, std::int64_t{1} << 39); }},
    {"offset-highest", "pay 5 offset, the highest of i32", kDecodes,
     [](SoundCase& c) { symbol(c, static_cast<std::int32_t>(kI32Max), kI32Max, 356 - (std::int64_t{1} << 39)); }},
    {"median-highest", "pay 5 |median|, 2^47", kDecodes, [](SoundCase& c) { median(c, std::int64_t{1} << 47); }},
    {"median-lowest", "pay 5 |median|, -2^47", kDecodes, [](SoundCase& c) { median(c, -(std::int64_t{1} << 47)); }},
    {"sample-32767", "pay 5 step 3, a sample of 32767", kDecodes, [](SoundCase& c) { median(c, 256); }},
    {"sample-past-32767", "pay 5 step 3, the clamp above", kDecodes, [](SoundCase& c) { median(c, 257); }},
    {"sample-of-minus-1", "pay 5 step 3, a sample of -32767", kDecodes, [](SoundCase& c) { median(c, -256); }},
    {"sample-past-minus-32768", "pay 5 step 3, the clamp below", kDecodes, [](SoundCase& c) { median(c, -257); }},
    {"sample-0", "pay 5 step 3, a sample of 0", kDecodes, [](SoundCase& c) { median(c, 0); }},
};

template <std::size_t N>
void add_sounds(FixtureList& list, const FixtureGroup& group, const SoundCase& base, const SoundFixture (&rows)[N]) {
  for (const SoundFixture& row : rows) {
    SoundCase c = base;
    row.edit(c);
    list.add(group, {row.name, row.rule, row.refuse, c.bytes()});
  }
}

// --- sets: payloads/sets/audio-tiny but for an edit ---

struct SetRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(NetworkFiles& f);
  void (*sound)(SoundCase& c) = [](SoundCase&) {};
  CostLimits limits = {};
};

Bytes changed(const NetworkFiles& f, std::size_t at, std::uint8_t value) {
  return poked(write_network(f.network), std::vector<Poke>{{at, 1, value}});
}

// A transposed convolution of kernel k over `out` channels.
void sized(NetworkFiles& f, std::uint32_t k, std::uint32_t stride, std::uint32_t pad, std::uint32_t out = 1) {
  f.network.layers = {transposed_layer(1, out, Values(std::size_t{k} * out, 1), Values(out, 0))};
  conv_of(f.network).k = k;
  conv_of(f.network).stride = stride;
  conv_of(f.network).pad = pad;
}

void igdn_after(NetworkFiles& f, std::uint32_t gf, std::uint32_t c = 1) {
  f.network.gf = gf;
  f.network.layers.emplace_back(igdn_layer(c, Values(std::size_t{c} * c, 9), Values(c, 65536)));
}

// A weight of -2^15 and a multiplier of 2: X*2^16 + 1 <= 2^63 - 1 holds to X = 2^47 - 1. The layer after it gives a
// sample whatever it reads.
void limited(NetworkFiles& f) {
  sized(f, 1, 1, 0);
  set_weights(conv_of(f.network), {-32768});
  conv_of(f.network).mult = {2};
  f.network.layers.emplace_back(transposed_layer(1, 1, {0}, {77}));
}
// N = 2^50 - 1 + (0 + 1), its root 2^25: X*2^25/2^8 + 1 <= 2^63 - 1 holds to X = 2^46 - 1.
void limited_igdn(NetworkFiles& f) {
  f.network.layers = {igdn_layer(1, {0}, {(std::int64_t{1} << 50) - 1})};
  f.network.layers.emplace_back(transposed_layer(1, 1, {0}, {77}));
}

constexpr std::int64_t kMedian = (std::int64_t{1} << 47) - 1;
constexpr std::int64_t kPcmMax = (kI64Max - 128) / 32767;  // the range of v in pay 5 step 3, at afrac 8
constexpr std::int64_t kPcmMin = -(kI64Max / 32767);       // 2^63 is no multiple of 32767

constexpr SetRow kSets[] = {
    {"tiny", "pay 5 a synthesis of one transposed convolution", kDecodes, [](NetworkFiles&) {}},
    {"set-without-model", "pay 9 model.wam, absent", set_incomplete,
     [](NetworkFiles& f) {
       f.files["model.wam"] = std::nullopt;
       f.files["g_s.whm"] = text_bytes("WHM1");
       f.files["notes.txt"] = text_bytes("no model\n");
     }},
    {"wam1-of-whm1", "pay 9 WAM1, WHM1's magic", model_mismatch,
     [](NetworkFiles& f) { f.files["model.wam"] = changed(f, 1, 'H'); }},
    {"wam1-magic", "pay 9 WAM1, the magic", model_mismatch,
     [](NetworkFiles& f) { f.files["model.wam"] = changed(f, 3, '2'); }},
    {"wam1-tag-1", "pay 9 WAM1, a convolution", model_mismatch,
     [](NetworkFiles& f) { f.files["model.wam"] = changed(f, 20, 1); }},
    {"wam1-tag-3", "pay 9 WAM1, a ReLU", model_mismatch,
     [](NetworkFiles& f) { f.network.layers.emplace_back(ReluLayer{}); }},
    {"wam1-tag-4", "pay 9 WAM1, a leaky ReLU", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(LeakyLayer{1, 1});
     }},
    {"wam1-short", "pay 9 WAM1, a byte short", model_mismatch,
     [](NetworkFiles& f) {
       Bytes bytes = write_network(f.network);
       bytes.pop_back();
       f.files["model.wam"] = bytes;
     }},
    {"wam1-trailing", "pay 9 WAM1, a byte after the last layer", model_mismatch,
     [](NetworkFiles& f) {
       Bytes bytes = write_network(f.network);
       bytes.push_back(0);
       f.files["model.wam"] = bytes;
     }},
    {"model-afrac-0", "pay 7 the model's afrac, below 1", model_mismatch, [](NetworkFiles& f) { f.network.afrac = 0; }},
    {"model-afrac-31", "pay 7 the model's afrac, past 30", model_mismatch,
     [](NetworkFiles& f) { f.network.afrac = 31; }},
    {"afrac-1", "pay 5 afrac, the lowest", kDecodes, [](NetworkFiles& f) { f.network.afrac = 1; },
     [](SoundCase& c) { c.clip.afrac = 1; }},
    {"afrac-30", "pay 5 afrac, the highest", kDecodes, [](NetworkFiles& f) { f.network.afrac = 30; },
     [](SoundCase& c) { c.clip.afrac = 30; }},
    {"transposed-channels", "pay 7 rule 1, a transposed convolution over other channels", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {transposed_layer(2, 1, {1, 1}, {0})};
     }},
    {"transposed-out-0", "pay 7 rule 1, output channels of 0", model_mismatch,
     [](NetworkFiles& f) { f.network.layers = {transposed_layer(1, 0, {}, {})}; }},
    {"transposed-k-0", "pay 7 rule 1, a kernel of 0", model_mismatch, [](NetworkFiles& f) { sized(f, 0, 2, 0); }},
    {"transposed-stride-0", "pay 7 rule 1, a stride of 0", model_mismatch, [](NetworkFiles& f) { sized(f, 2, 0, 0); }},
    {"shift-127", "pay 7 rule 1, the highest requantisation shift", kDecodes,
     [](NetworkFiles& f) { f.network.shift = 127; }},
    {"shift-128", "pay 7 rule 1, a requantisation shift past 127", model_mismatch,
     [](NetworkFiles& f) { f.network.shift = 128; }},
    {"igdn", "pay 5 an inverse GDN after a transposed convolution", kDecodes,
     [](NetworkFiles& f) { igdn_after(f, 4); }},
    {"igdn-channels", "pay 7 rule 1, an inverse GDN over other channels", model_mismatch,
     [](NetworkFiles& f) { igdn_after(f, 4, 2); }},
    {"igdn-gf-127", "pay 7 rule 1, the highest shift of gamma", kDecodes, [](NetworkFiles& f) { igdn_after(f, 127); }},
    {"igdn-gf-128", "pay 7 rule 1, a shift of gamma past 127", model_mismatch,
     [](NetworkFiles& f) { igdn_after(f, 128); }},
    {"uncropped-side-at", "pay 7 rule 2, an uncropped side of 2^26, of which a crop leaves two samples",
     geometry_mismatch, [](NetworkFiles& f) { sized(f, 2, (1U << 26) - 2, (1U << 25) - 1); },
     [](SoundCase& c) {
       c.clip.lat_len = 2;
       c.clip.t_out = 3;
     }},
    {"uncropped-side-past", "pay 7 rule 2, an uncropped side of 2^26 + 1", too_large,
     [](NetworkFiles& f) { sized(f, 2, (1U << 26) - 1, (1U << 25) - 1); },
     [](SoundCase& c) {
       c.clip.lat_len = 2;
       c.clip.t_out = 3;
     }},
    {"uncropped-planes-past", "pay 7 rule 2, uncropped planes of 2 x (2^25 + 1)", too_large,
     [](NetworkFiles& f) { sized(f, 2, (1U << 25) - 1, (1U << 24) - 1, 2); }, [](SoundCase& c) { c.clip.lat_len = 2; }},
    {"opad-all-bits", "pay 7 rule 2, an uncropped side of 2^32 + 1", too_large,
     [](NetworkFiles& f) { conv_of(f.network).opad = 0xFFFFFFFF; }},
    {"crop-past", "pay 7 rule 3, a crop of the whole uncropped side", model_mismatch,
     [](NetworkFiles& f) { sized(f, 2, 2, 1); }},
    {"latent-less-leaves-nothing", "pay 7 lat_len, a latent less leaves no output (readings P22)", kDecodes,
     [](NetworkFiles& f) { sized(f, 2, 2, 1); },
     [](SoundCase& c) {
       c.clip.lat_len = 2;
       c.clip.t_out = 1;
     }},
    {"two-channels", "pay 7 the synthesis gives one channel: two", model_mismatch,
     [](NetworkFiles& f) { sized(f, 2, 2, 0, 2); }},
    {"latents-of-two-channels", "pay 7 rule 1, n_ch 1 more than the synthesis reads", model_mismatch,
     [](NetworkFiles&) {},
     [](SoundCase& c) {
       c.clip.n_ch = 2;
       c.clip.medians = {1, 2};
       c.clip.cdfs.push_back(c.clip.cdfs[0]);
     }},
    {"bias-past", "ops 13.2 P(0) fails: a bias of 2^63 - 1", model_mismatch,
     [](NetworkFiles& f) { conv_of(f.network).bias = {kI64Max}; }},
    {"gf-128-unused", "ops 13.2 gf below 128, though no layer reads it", model_mismatch,
     [](NetworkFiles& f) { f.network.gf = 128; }},
    {"range-transposed-highest", "pay 7 Exactness, a transposed convolution's input of 2^47 - 1", kDecodes, limited,
     [](SoundCase& c) { median(c, (std::int64_t{1} << 47) - 1).clip.t_out = 1; }},
    {"range-transposed-past-highest", "pay 7 Exactness, a transposed convolution's input of 2^47", field_range, limited,
     [](SoundCase& c) { median(c, std::int64_t{1} << 47).clip.t_out = 1; }},
    {"range-transposed-lowest", "pay 7 Exactness, a transposed convolution's input of -2^47 + 1", kDecodes, limited,
     [](SoundCase& c) { median(c, 1 - (std::int64_t{1} << 47)).clip.t_out = 1; }},
    {"range-transposed-past-lowest", "pay 7 Exactness, a transposed convolution's input of -2^47", field_range, limited,
     [](SoundCase& c) { median(c, -(std::int64_t{1} << 47)).clip.t_out = 1; }},
    {"range-igdn-highest", "pay 7 Exactness, an inverse GDN's input of 2^46 - 1", kDecodes, limited_igdn,
     [](SoundCase& c) { median(c, (std::int64_t{1} << 46) - 1).clip.t_out = 1; }},
    {"range-igdn-past-highest", "pay 7 Exactness, an inverse GDN's input of 2^46", field_range, limited_igdn,
     [](SoundCase& c) { median(c, std::int64_t{1} << 46).clip.t_out = 1; }},
    {"range-igdn-lowest", "pay 7 Exactness, an inverse GDN's input of -2^46 + 1", kDecodes, limited_igdn,
     [](SoundCase& c) { median(c, 1 - (std::int64_t{1} << 46)).clip.t_out = 1; }},
    {"range-igdn-past-lowest", "pay 7 Exactness, an inverse GDN's input of -2^46", field_range, limited_igdn,
     [](SoundCase& c) { median(c, -(std::int64_t{1} << 46)).clip.t_out = 1; }},
    {"pcm-highest", "pay 5 step 3, v*32767 + 2^7 that just fits i64", kDecodes,
     [](NetworkFiles& f) { conv_of(f.network).bias = {kPcmMax - kMedian}; }, [](SoundCase& c) { median(c, kMedian); }},
    {"pcm-past-highest", "pay 5 step 3, v*32767 + 2^7 past i64", field_range,
     [](NetworkFiles& f) { conv_of(f.network).bias = {kPcmMax - kMedian}; },
     [](SoundCase& c) { median(c, kMedian + 1); }},
    {"pcm-lowest", "pay 5 step 3, v*32767 that just fits i64", kDecodes,
     [](NetworkFiles& f) { conv_of(f.network).bias = {kPcmMin + kMedian}; }, [](SoundCase& c) { median(c, -kMedian); }},
    {"pcm-past-lowest", "pay 5 step 3, v*32767 below i64", field_range,
     [](NetworkFiles& f) { conv_of(f.network).bias = {kPcmMin + kMedian}; },
     [](SoundCase& c) { median(c, -kMedian - 1); }},
    {"pcm-past-of-a-sample-not-presented", "pay 5 step 3, a sample after t_out may be any", kDecodes,
     [](NetworkFiles& f) {
       set_weights(conv_of(f.network), {1, 32767});
     },
     [](SoundCase& c) { median(c, std::int64_t{1} << 34).clip.t_out = 1; }},
    {"pcm-past-of-a-sample-presented", "pay 5 step 3, the last sample presented past i64", field_range,
     [](NetworkFiles& f) {
       set_weights(conv_of(f.network), {1, 32767});
     },
     [](SoundCase& c) { median(c, std::int64_t{1} << 34); }},
    {"pcm-never", "ops 8.1, 13.3 a last layer that gives no value within the PCM step's range", model_mismatch,
     [](NetworkFiles& f) { f.network.layers.emplace_back(transposed_layer(1, 1, {0}, {std::int64_t{1} << 60})); }},
    {"range-never", "ops 8.1 a layer that gives no value within the next one's range", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {transposed_layer(1, 1, {0}, {std::int64_t{1} << 60})};
       f.network.layers.emplace_back(transposed_layer(1, 1, {16}, {0}));
     },
     [](SoundCase& c) { c.clip.t_out = 1; }},
    {"order-set-afrac", "pay 7 order: the model's form, afrac", set_incomplete,
     [](NetworkFiles& f) {
       f.files["model.wam"] = std::nullopt;
       f.files["a.txt"] = f.files["b.txt"] = text_bytes("x");
     },
     [](SoundCase& c) { c.clip.afrac = 9; }},
    {"order-afrac-too-large", "pay 7 order: afrac, a plan past the caps", model_mismatch,
     [](NetworkFiles& f) { conv_of(f.network).opad = 0xFFFFFFFF; }, [](SoundCase& c) { c.clip.afrac = 9; }},
    {"order-too-large-channels", "pay 7 order: a plan past the caps, one channel", too_large,
     [](NetworkFiles& f) {
       sized(f, 2, 2, 0, 2);
       conv_of(f.network).opad = 1U << 26;
     }},
    {"order-channels-t_out", "pay 7 order: one channel, at least t_out samples", model_mismatch,
     [](NetworkFiles& f) { sized(f, 2, 2, 0, 2); }, [](SoundCase& c) { c.clip.t_out = 3; }},
    {"order-t_out-cost",
     "pay 7 order: at least t_out samples, the cost limit",
     geometry_mismatch,
     [](NetworkFiles&) {},
     [](SoundCase& c) { c.clip.t_out = 3; },
     {0, {}, {}}},
    {"order-cost-load",
     "pay 7 order: the cost limit, P(0) of a layer (ops 13.2)",
     cost_over_limit,
     [](NetworkFiles& f) { conv_of(f.network).bias = {kI64Max}; },
     [](SoundCase&) {},
     {{}, {}, 0}},
    {"order-cost-exhausted",
     "pay 7 order: the cost limit, a stream that runs out",
     cost_over_limit,
     [](NetworkFiles&) {},
     [](SoundCase& c) { c.stream = bare_stream(); },
     {{}, 0, {}}},
    {"order-exhausted-range", "pay 7 order: a stream that runs out, the synthesis runs", stream_exhausted, limited,
     [](SoundCase& c) {
       median(c, std::int64_t{1} << 47).clip.t_out = 1;
       c.stream = bare_stream();
     }},
    {"order-end-range", "pay 7 order: the stream's end, the synthesis runs", stream_noncanonical, limited,
     [](SoundCase& c) {
       median(c, std::int64_t{1} << 47).clip.t_out = 1;
       c.stream = with_word(stream_of({0}, CdfTable{c.clip.cdfs[0], -1}));
     }},
};

std::string set_name(const SetRow& row) {
  return std::string("audio-") + row.name;
}

void add_sets(FixtureList& list) {
  for (const SetRow& row : kSets) {
    SoundCase c = tiny_sound();
    row.sound(c);
    const std::string name = std::string("set-") + row.name;
    Fixture fixture{name, row.rule, row.refuse, c.bytes(), std::string(kFixtureSets) + set_name(row)};
    fixture.limits = row.limits;
    list.add(kTiny, std::move(fixture));
  }
}

}  // namespace

void append_audio_sets(std::vector<FixtureSet>& sets) {
  for (const SetRow& row : kSets) {
    NetworkFiles f = doubling_files();
    row.edit(f);
    sets.push_back({set_name(row), f.set()});
  }
}

void add_audio_fixtures(FixtureList& list) {
  const Bytes base = base_sound().bytes();
  add_sounds(list, kSound, base_sound(), kSounds);
  add_sounds(list, kTiny, tiny_sound(), kTinySounds);
  list.add(kSound, base, kRows);
  list.add(kTiny, tiny_sound().bytes(), kTinyRows);
  list.add(kSound, base, kCaps);
  add_sets(list);
  list.add_limits(kSound, base);
  const Bytes cut(base.begin(), base.end() - 1);
  list.add(kSound, {"order-parse-set", "pay 7 order: the payload's parse, the set's members", stream_length, cut,
                    "payloads/sets/audio-set-without-model"});
  const std::string form = *payload_to_json(base);
  list.add(kSound, {"json-form", "pay 10 a tool's JSON form is no payload", bad_magic, {form.begin(), form.end()}});
}

}  // namespace wai
