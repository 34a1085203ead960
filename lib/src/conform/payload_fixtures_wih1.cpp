// Fixtures of WIH1, `wai.neural.int_hyper` (pay 2, 4, 7).
#include "conform/payload_set_rows.hpp"
#include "wai/payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;

constexpr FixtureGroup kHyper = {"hyper", "wih1", "wai.neural.int_hyper", "sets/hyper-small"};

// The base: header 0..32, L of the hyper-latent stream at 32, its 8 bytes, L of the latent stream at 44.
constexpr PokedFixture kRows[] = {
    {"m-0", "pay 4 m, below the lowest", field_range, {{8, 4, 0}}},
    {"sh-0", "pay 4 sh, below the lowest", field_range, {{12, 4, 0}}},
    {"sw-0", "pay 4 sw, below the lowest", field_range, {{16, 4, 0}}},
    {"n_z-0", "pay 4 n_z, below the lowest", field_range, {{20, 4, 0}}},
    {"zh-0", "pay 4 zh, below the lowest", field_range, {{24, 4, 0}}},
    {"zw-0", "pay 4 zw, below the lowest", field_range, {{28, 4, 0}}},
    {"reserved-5-is-1", "pay 2 reserved fields, byte 5", reserved_nonzero, {{5, 1, 1}}},
    {"reserved-6-is-1", "pay 2 reserved fields, byte 6", reserved_nonzero, {{6, 1, 1}}},
    {"reserved-7-is-255", "pay 2 reserved fields, byte 7", reserved_nonzero, {{7, 1, 255}}},
    {"magic-of-no-format", "pay 2 the magic, WIH2", bad_magic, {{3, 1, '2'}}},
    {"magic-wiv1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'V'}}},
    {"magic-wia1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'A'}}},
    {"magic-wis1", "pay 2 the magic, another format's", format_capability_mismatch, {{2, 1, 'S'}}},
    {"version-0", "pay 2 the version, below 1", version, {{4, 1, 0}}},
    {"version-2", "pay 2 the version, past 1", version, {{4, 1, 2}}},
    {"version-absent", "pay 2 the version byte, absent", stream_length, {}, 4},
    {"header-short", "pay 2 the fixed header, a byte short", stream_length, {}, 31},
    {"z-stream-absent", "pay 2 the hyper-latent stream, absent", stream_length, {}, 32},
    {"z-stream-short", "pay 2 the hyper-latent stream, its bytes absent", stream_length, {}, 36},
    {"y-stream-absent", "pay 2 the latent stream, absent", stream_length, {}, 44},
    {"y-stream-short", "pay 2 the latent stream, its bytes absent", stream_length, {}, 48},
    {"z-stream-length-0", "pay 2 L, 0", stream_length, {{32, 4, 0}}},
    {"z-stream-length-4", "pay 2 L, below 8", stream_length, {{32, 4, 4}}},
    {"z-stream-length-9", "pay 2 L, no multiple of 4", stream_length, {{32, 4, 9}}},
    {"z-stream-length-10", "pay 2 L, no multiple of 4", stream_length, {{32, 4, 10}}},
    {"z-stream-length-all-bits", "pay 2 L, all bits", stream_length, {{32, 4, 0xFFFFFFFF}}},
    {"y-stream-length-0", "pay 2 L, 0", stream_length, {{44, 4, 0}}},
    {"y-stream-length-4", "pay 2 L, below 8", stream_length, {{44, 4, 4}}},
    {"y-stream-length-9", "pay 2 L, no multiple of 4", stream_length, {{44, 4, 9}}},
    {"y-stream-length-10", "pay 2 L, no multiple of 4", stream_length, {{44, 4, 10}}},
    {"y-stream-length-past-the-end", "pay 2 L, more than there are", stream_length, {{44, 4, 0x10000}}},
    {"order-version-header", "pay 2 order: the version, the header's presence", version, {{4, 1, 2}}, 31},
    {"order-header-reserved", "pay 2 order: the header's presence, a reserved field", stream_length, {{5, 1, 1}}, 31},
    {"order-reserved-field", "pay 2 order: a reserved field, a field", reserved_nonzero, {{7, 1, 1}, {8, 4, 0}}},
    {"order-field-cap", "pay 2 order: the last field, a cap", field_range, {{8, 4, 0xFFFFFFFF}, {28, 4, 0}}},
    {"order-cap-stream", "pay 2 order: a cap, a stream's presence", too_large, {{20, 4, 0x7FFFFFFF}}, 32},
    {"order-cap-stream-length", "pay 2 order: a cap, L", too_large, {{8, 4, 0x7FFFFFFF}, {32, 4, 4}}},
};

// A header at a cap, which ends before its streams; and past it.
struct CapRow {
  const char* name;
  const char* rule;
  RefusalCode refuse;
  std::uint64_t m, sh, sw, n_z, zh, zw;
};
constexpr CapRow kCaps[] = {
    {"cap-hyper-latent-at", "pay 7 n_z*zh*zw, 2^26", stream_length, 1, 1, 1, 1, 8192, 8192},
    {"cap-hyper-latent-past", "pay 7 n_z*zh*zw, 2^26 + 1", too_large, 1, 1, 1, 1, 5, 13421773},
    {"cap-hyper-latent-past-32-bits", "pay 7 n_z*zh*zw, 2^32", too_large, 1, 1, 1, 65536, 256, 256},
    {"cap-hyper-latent-past-64-bits", "pay 7 n_z*zh*zw, 2^64", too_large, 1, 1, 1, 4194304, 2097152, 2097152},
    {"cap-hyper-latent-all-bits", "pay 7 n_z*zh*zw, all bits", too_large, 1, 1, 1, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF},
    {"cap-latent-at", "pay 7 2*m*sh*sw, 2^26", stream_length, 1, 4096, 8192, 1, 1, 1},
    {"cap-latent-past", "pay 7 2*m*sh*sw, 2^26 + 2", too_large, 3, 1, 11184811, 1, 1, 1},
    {"cap-latent-past-32-bits", "pay 7 2*m*sh*sw, 2^32", too_large, 32768, 256, 256, 1, 1, 1},
    {"cap-latent-past-64-bits", "pay 7 2*m*sh*sw, 2^64", too_large, 2097152, 2097152, 2097152, 1, 1, 1},
    {"cap-latent-all-bits", "pay 7 2*m*sh*sw, all bits", too_large, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 1, 1, 1},
};

void add_caps(FixtureList& list, const Bytes& base) {
  for (const CapRow& row : kCaps) {
    const std::vector<Poke> pokes = {{8, 4, row.m},    {12, 4, row.sh}, {16, 4, row.sw},
                                     {20, 4, row.n_z}, {24, 4, row.zh}, {28, 4, row.zw}};
    Bytes header = poked(base, pokes);
    header.resize(kWih1HeaderBytes);
    list.add(kHyper, {row.name, row.rule, row.refuse, std::move(header)});
  }
}

// --- images of sets/hyper-small ---

struct ImageFixture {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(ImageCase& c, const ParameterSet& set);
};
constexpr ImageFixture kImages[] = {
    {"base", "pay 4 an image of 6 x 6", kDecodes, [](ImageCase&, const ParameterSet&) {}},
    {"wide", "pay 4 an image of 6 x 14", kDecodes, [](ImageCase& c, const ParameterSet&) { c = small_image(1, 2); }},
    {"tall", "pay 4 an image of 14 x 6", kDecodes, [](ImageCase& c, const ParameterSet&) { c = small_image(2, 1); }},
    {"z-stream-of-8", "pay 2 L, the lowest", kDecodes,
     [](ImageCase& c, const ParameterSet&) {
       c.z = {0};
       c.y = {0};
     }},
    {"z-exhausted-at-first", "pay 2 a stream that runs out at the first symbol", stream_exhausted,
     [](ImageCase& c, const ParameterSet&) {
       c.z_stream = bare_stream();
       c.y_stream = bare_stream();
     }},
    {"z-exhausted-at-last", "pay 2 a stream that runs out at the last symbol", stream_exhausted,
     [](ImageCase& c, const ParameterSet& set) {
       const Bytes shorter = small_image(1, 1).fields(set).z_stream.copy();
       c = small_image(1, 2);
       c.z_stream = shorter;
       c.y_stream = bare_stream();
     }},
    {"z-word-left-over", "pay 2 the canonical end: a word unread", stream_noncanonical,
     [](ImageCase& c, const ParameterSet& set) { c.z_stream = with_word(c.fields(set).z_stream.copy()); }},
    {"z-symbol-left-over", "pay 2 the canonical end: a symbol unread", stream_noncanonical,
     [](ImageCase& c, const ParameterSet& set) {
       c.z_stream = small_image(1, 2).fields(set).z_stream.copy();
       c.y_stream = small_image(1, 1).fields(set).y_stream.copy();
     }},
    {"y-exhausted-at-first", "pay 2 a stream that runs out at the first symbol", stream_exhausted,
     [](ImageCase& c, const ParameterSet&) { c.y_stream = bare_stream(); }},
    {"y-exhausted-at-last", "pay 2 a stream that runs out after the last symbol but some", stream_exhausted,
     [](ImageCase& c, const ParameterSet& set) {
       const Bytes shorter = small_image(1, 1).fields(set).y_stream.copy();
       c = small_image(1, 2);
       c.y_stream = shorter;
     }},
    {"y-word-left-over", "pay 2 the canonical end: a word unread", stream_noncanonical,
     [](ImageCase& c, const ParameterSet& set) { c.y_stream = with_word(c.fields(set).y_stream.copy()); }},
    {"escapes", "pay 2 escapes in both streams", kDecodes,
     [](ImageCase& c, const ParameterSet&) {
       c.z = {-60};
       c.y = {300, -300, 4, -2};
     }},
    {"trailing", "pay 2 order: bytes after the last section, a stream that runs out", trailing,
     [](ImageCase& c, const ParameterSet&) {
       c.z_stream = bare_stream();
       c.y_stream = with_word(bare_stream());
       c.pokes = {{44, 4, 8}};  // the word is after the stream
     }},
    {"order-z-exhausted-y-end", "pay 7 order: the hyper-latents' stream runs out, the latents' end", stream_exhausted,
     [](ImageCase& c, const ParameterSet&) {
       c.z_stream = bare_stream();
       c.y_stream = with_word(bare_stream());
     }},
    {"order-z-end-y-exhausted", "pay 7 order: the hyper-latent stream's end, the latents' stream runs out",
     stream_noncanonical,
     [](ImageCase& c, const ParameterSet& set) {
       c.z_stream = with_word(c.fields(set).z_stream.copy());
       c.y_stream = bare_stream();
     }},
};

void add_images(FixtureList& list, const ParameterSet& set) {
  for (const ImageFixture& row : kImages) {
    ImageCase c = small_image(1, 1);
    row.edit(c, set);
    list.add(kHyper, {row.name, row.rule, row.refuse, c.bytes(set)});
  }
}

std::vector<HyperSetRow> all_rows() {
  std::vector<HyperSetRow> rows;
  for (auto part : {hyper_network_rows, hyper_entropy_rows, hyper_order_rows}) {
    std::vector<HyperSetRow> more = part();
    std::move(more.begin(), more.end(), std::back_inserter(rows));
  }
  return rows;
}

std::string set_name(const HyperSetRow& row) {
  return "hyper-" + row.name;
}

// Fixtures that read a set of the corpus as it is.
void add_orders(FixtureList& list, const Bytes& base) {
  const std::string broken = std::string(kFixtureSets) + "hyper-set-no-g_s";
  const Bytes cut(base.begin(), base.end() - 1);
  list.add(kHyper,
           {"order-parse-set", "pay 7 order: the payload's parse, the set's members", stream_length, cut, broken});
  CostLimits none;
  none.macs = 0;
  Fixture limited{"order-parse-cost", "pay 7 order: the payload's parse, the cost limit", stream_length, cut};
  limited.limits = none;
  list.add(kHyper, limited);
  limited = {"order-set-cost", "pay 7 order: the set's members, the cost limit", set_incomplete, base, broken};
  limited.limits = none;
  list.add(kHyper, limited);
}

}  // namespace

void append_hyper_sets(std::vector<FixtureSet>& sets) {
  for (const HyperSetRow& row : all_rows()) {
    HyperFiles f = tiny_hyper_files();
    row.edit(f);
    sets.push_back({set_name(row), f.set()});
  }
}

void add_hyper_fixtures(FixtureList& list) {
  const ParameterSet& set = list.set(kHyper.set);
  const Bytes base = small_image(1, 1).bytes(set);
  add_images(list, set);
  list.add(kHyper, base, kRows);
  add_caps(list, base);
  list.add_limits(kHyper, base);
  add_orders(list, base);
  for (const HyperSetRow& row : all_rows()) {
    Fixture fixture{row.name, row.rule, row.refuse, row.image.bytes({}), std::string(kFixtureSets) + set_name(row)};
    fixture.limits = row.limits;
    list.add(kHyper, std::move(fixture));
  }
  const std::string form = *payload_to_json(base);
  list.add(kHyper, {"json-form", "pay 10 a tool's JSON form is no payload", bad_magic, {form.begin(), form.end()}});
}

}  // namespace wai
