// Fixtures of `wai.neural.int_synth` (ops 13.1, pins P3): every refusal is payload_malformed but a set without its
// member and the sink's own limit.
#include "conform/payload_sets.hpp"
#include "lower/capability.hpp"
#include "lower/set.hpp"
#include "payload/int_synth_payload.hpp"

namespace wai {
namespace {

using enum RefusalCode;

constexpr FixtureGroup kSynth = {"synth", "bin", "wai.neural.int_synth", "sets/synth-small"};
constexpr FixtureGroup kTinySynth = {"synth", "bin", "wai.neural.int_synth", "payloads/sets/synth-tiny"};

Bytes payload_of(std::uint32_t h, std::uint32_t w, std::uint16_t c, std::uint8_t s, std::vector<std::int8_t> latents) {
  const auto bytes = write_int_synth_payload({h, w, c, s, std::move(latents)});
  if (!bytes) {
    bug("payload fixtures: " + bytes.refusal().message);
  }
  return *bytes;
}

// [2, 2, 2] of sets/synth-small gives a picture of 3 x 3.
Bytes base_payload() {
  return payload_of(3, 3, 2, 2, {-128, 127, 0, 1, -1, 2, 90, -77});
}
// [1, 1, 1] gives a picture of 1 x 1.
Bytes tiny_payload() {
  return payload_of(1, 1, 1, 1, {7});
}

constexpr PokedFixture kRows[] = {
    {"base", "pins P3 latents [2, 2, 2], a picture of 3 x 3", kDecodes},
    {"h-2", "ops 13.1 the model's height and h, 1 less", payload_malformed, {{0, 4, 2}}},
    {"h-4", "ops 13.1 the model's height and h, 1 more", payload_malformed, {{0, 4, 4}}},
    {"h-all-bits", "pins P3 h, all bits", payload_malformed, {{0, 4, 0xFFFFFFFF}}},
    {"w-2", "ops 13.1 the model's width and w, 1 less", payload_malformed, {{4, 4, 2}}},
    {"w-4", "ops 13.1 the model's width and w, 1 more", payload_malformed, {{4, 4, 4}}},
    {"picture-past-64-bits",
     "pay 7 a frame h*w*3, 2^64 + 29",
     payload_malformed,
     {{0, 4, 1604214285}, {4, 4, 3832975899}}},
    {"c-1", "pins P3 c, latents of half as many bytes", payload_malformed, {{8, 2, 1}}},
    {"c-all-bits", "pins P3 c, all bits", payload_malformed, {{8, 2, 65535}}},
    {"s-255", "pins P3 s, all bits", payload_malformed, {{10, 1, 255}}},
    {"latents-past-the-cap", "pay 7 a latent, 65535*255*255", payload_malformed, {{8, 2, 65535}, {10, 1, 255}}},
    {"reserved-1", "pins P3 reserved, byte 11", payload_malformed, {{11, 1, 1}}},
    {"reserved-255", "pins P3 reserved, byte 11", payload_malformed, {{11, 1, 255}}},
    {"empty", "pins P3 the header, no byte", payload_malformed, {}, 0},
    {"header-short", "pins P3 the header, a byte short", payload_malformed, {}, 11},
    {"latents-absent", "pins P3 the latents, absent", payload_malformed, {}, 12},
    {"latents-short", "pins P3 the latents, a byte short", payload_malformed, {}, 19},
};

// The tiny payload: where the nearest value that is allowed decodes.
constexpr PokedFixture kTinyRows[] = {
    {"h-0", "pins P3 h, below the lowest", payload_malformed, {{0, 4, 0}}},
    {"w-0", "pins P3 w, below the lowest", payload_malformed, {{4, 4, 0}}},
    {"c-0", "pins P3 c, below the lowest", payload_malformed, {{8, 2, 0}}},
    {"s-0", "pins P3 s, below the lowest", payload_malformed, {{10, 1, 0}}},
};

// --- int_synth.json ---

// A layer of [1, S, S] -> [3, S, S], the members that may be absent among them.
struct LayerText {
  std::string in_ch = "1", out_ch = "3", k = "1", stride = "1", pad = "0", out_pad = "0", weight = "[1,2,-3]",
              bias = "[10,20,300]", shift = "0", relu = "false", other{};

  [[nodiscard]] std::string write() const {
    std::vector<std::string> members;
    const auto add = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) {
        members.push_back(fmt::format("\"{}\":{}", name, value));
      }
    };
    add("in_ch", in_ch);
    add("out_ch", out_ch);
    add("k", k);
    add("stride", stride);
    add("pad", pad);
    add("out_pad", out_pad);
    add("weight", weight);
    add("bias", bias);
    add("shift", shift);
    add("relu", relu);
    add("note", other);
    return fmt::format("{{{}}}", fmt::join(members, ","));
  }
};

struct LayerRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  std::string LayerText::*member;
  const char* value;  // empty: absent
};
constexpr LayerRow kLayers[] = {
    {"tiny", "ops 13.1 a layer of every member", kDecodes, &LayerText::relu, "false"},
    {"in_ch-absent", "ops 13.1 in_ch, absent", payload_malformed, &LayerText::in_ch, ""},
    {"in_ch-0", "ops 13.1 in_ch, 0", payload_malformed, &LayerText::in_ch, "0"},
    {"in_ch-2", "ops 13.1 the length of weight", payload_malformed, &LayerText::in_ch, "2"},
    {"in_ch-2-32", "ops 13.1 in_ch below 2^32: 2^32 + 1", payload_malformed, &LayerText::in_ch, "4294967297"},
    {"out_ch-absent", "ops 13.1 out_ch, absent", payload_malformed, &LayerText::out_ch, ""},
    {"out_ch-0", "ops 13.1 out_ch, below 1", payload_malformed, &LayerText::out_ch, "0"},
    {"out_ch-2", "ops 13.1 the lengths of weight and bias", payload_malformed, &LayerText::out_ch, "2"},
    {"out_ch-2-32", "ops 13.1 out_ch below 2^32: 2^32 + 3", payload_malformed, &LayerText::out_ch, "4294967299"},
    {"k-absent", "ops 13.1 k, absent", payload_malformed, &LayerText::k, ""},
    {"k-0", "ops 13.1 k, below 1", payload_malformed, &LayerText::k, "0"},
    {"k-2", "ops 13.1 the length of weight", payload_malformed, &LayerText::k, "2"},
    {"k-2-32", "ops 13.1 k below 2^32: 2^32 + 1", payload_malformed, &LayerText::k, "4294967297"},
    {"k-negative", "ops 13.1 k, -1", payload_malformed, &LayerText::k, "-1"},
    {"stride-absent", "ops 13.1 stride, absent", payload_malformed, &LayerText::stride, ""},
    {"stride-0", "ops 13.1 stride, below 1", payload_malformed, &LayerText::stride, "0"},
    {"stride-highest", "ops 13.1 stride, 2^32 - 1: one position takes no step", kDecodes, &LayerText::stride,
     "4294967295"},
    {"stride-2-32", "ops 13.1 stride below 2^32", payload_malformed, &LayerText::stride, "4294967296"},
    {"pad-absent", "ops 13.1 pad, absent", payload_malformed, &LayerText::pad, ""},
    {"pad-1", "ops 4 a crop of the whole uncropped side", payload_malformed, &LayerText::pad, "1"},
    {"pad-2-31", "ops 4 a crop of 2^32", payload_malformed, &LayerText::pad, "2147483648"},
    {"pad-2-32", "ops 13.1 pad below 2^32", payload_malformed, &LayerText::pad, "4294967296"},
    {"out_pad-absent", "ops 13.1 out_pad, 0 when absent", kDecodes, &LayerText::out_pad, ""},
    {"out_pad-1", "ops 13.1 the model's sides and h, w", payload_malformed, &LayerText::out_pad, "1"},
    {"out_pad-null", "ops 13.1 out_pad, no integer", payload_malformed, &LayerText::out_pad, "null"},
    {"out_pad-2-26", "ops 3 an uncropped side past 2^26", payload_malformed, &LayerText::out_pad, "67108864"},
    {"out_pad-2-32", "ops 13.1 out_pad below 2^32", payload_malformed, &LayerText::out_pad, "4294967296"},
    {"weight-absent", "ops 13.1 weight, absent", payload_malformed, &LayerText::weight, ""},
    {"weight-short", "ops 13.1 weight, 1 less", payload_malformed, &LayerText::weight, "[1,2]"},
    {"weight-long", "ops 13.1 weight, 1 more", payload_malformed, &LayerText::weight, "[1,2,3,4]"},
    {"weight-empty", "ops 13.1 weight, none", payload_malformed, &LayerText::weight, "[]"},
    {"weight-nested", "pins P3 weight as nested lists", kDecodes, &LayerText::weight, "[[[[1]],[[2]],[[-3]]]]"},
    {"weight-nested-short", "pins P3 nested lists, an output channel less", payload_malformed, &LayerText::weight,
     "[[[[1]],[[2]]]]"},
    {"weight-nested-long", "pins P3 nested lists, a tap more", payload_malformed, &LayerText::weight,
     "[[[[1]],[[2]],[[-3,4]]]]"},
    {"weight-nested-shallow", "pins P3 nested lists, a level less", payload_malformed, &LayerText::weight,
     "[[[1],[2],[-3]]]"},
    {"weight-mixed", "pins P3 lists and numbers mixed (readings P8)", payload_malformed, &LayerText::weight,
     "[1,2,[-3]]"},
    {"weight-lowest", "ops 13.1 a weight, the lowest of i32", kDecodes, &LayerText::weight, "[-2147483648,2,-3]"},
    {"weight-highest", "ops 13.1 a weight, the highest of i32", kDecodes, &LayerText::weight, "[2147483647,2,-3]"},
    {"weight-past-lowest", "ops 13.1 a weight below i32", payload_malformed, &LayerText::weight, "[-2147483649,2,-3]"},
    {"weight-past-highest", "ops 13.1 a weight past i32", payload_malformed, &LayerText::weight, "[2147483648,2,-3]"},
    {"weight-fraction", "pins P3 integers, 1.0 is none", payload_malformed, &LayerText::weight, "[1.0,2,-3]"},
    {"weight-minus-0", "pins P3 integers, -0 is 0", kDecodes, &LayerText::weight, "[-0,2,-3]"},
    {"bias-absent", "ops 13.1 bias, absent", payload_malformed, &LayerText::bias, ""},
    {"bias-short", "ops 13.1 bias, 1 less", payload_malformed, &LayerText::bias, "[10,20]"},
    {"bias-long", "ops 13.1 bias, 1 more", payload_malformed, &LayerText::bias, "[10,20,300,4]"},
    {"bias-lowest-and-highest", "ops 13.1 biases, the ends of i32", kDecodes, &LayerText::bias,
     "[-2147483648,2147483647,0]"},
    {"bias-past-lowest", "ops 13.1 a bias below i32", payload_malformed, &LayerText::bias, "[-2147483649,0,0]"},
    {"bias-past-highest", "ops 13.1 a bias past i32", payload_malformed, &LayerText::bias, "[2147483648,0,0]"},
    {"shift-absent", "ops 13.1 shift, 0 when absent", kDecodes, &LayerText::shift, ""},
    {"shift-1", "ops 13.1 shift, 1: the sum with its bias floored", kDecodes, &LayerText::shift, "1"},
    {"shift-127", "ops 13.1 shift, the highest", kDecodes, &LayerText::shift, "127"},
    {"shift-128", "ops 13.1 shift, past 127", payload_malformed, &LayerText::shift, "128"},
    {"shift-negative", "ops 13.1 shift, -1", payload_malformed, &LayerText::shift, "-1"},
    {"shift-256", "ops 13.1 shift, past 8 bits", payload_malformed, &LayerText::shift, "256"},
    {"relu-absent", "ops 13.1 relu, false when absent", kDecodes, &LayerText::relu, ""},
    {"relu-true", "ops 13.1 relu, true", kDecodes, &LayerText::relu, "true"},
    {"relu-1", "pins P3 relu, a number (readings P8)", payload_malformed, &LayerText::relu, "1"},
    {"relu-null", "pins P3 relu, null (readings P8)", payload_malformed, &LayerText::relu, "null"},
    {"other-member", "pins P3 other members are ignored", kDecodes, &LayerText::other, "{\"a\":[1.5,null]}"},
    {"second-member", "pins P3 two members of one name (readings P8)", payload_malformed, &LayerText::other,
     "0,\"k\":1"},
};

struct TextRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  const char* text;
};
constexpr TextRow kTexts[] = {
    {"no-layers", "ops 13.1 at least one layer", payload_malformed, R"({"layers":[]})"},
    {"layers-absent", "ops 13.1 layers, absent", payload_malformed, R"({"layer":[]})"},
    {"layers-object", "ops 13.1 layers, no list", payload_malformed, R"({"layers":{}})"},
    {"top-list", "pins P3 an object: a list", payload_malformed, "[]"},
    {"no-json", "pins P3 JSON", payload_malformed, "layers"},
    {"empty-file", "pins P3 JSON: nothing", payload_malformed, ""},
    {"bom", "pins P3 JSON: a byte-order mark (readings P8)", payload_malformed, "\xEF\xBB\xBF{\"layers\":[]}"},
    {"two-layers", "ops 13.1 layers that chain", kDecodes,
     R"({"layers":[{"in_ch":1,"out_ch":2,"k":1,"stride":1,"pad":0,"weight":[3,-4],"bias":[1,2],"relu":true},
{"in_ch":2,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,2,3,4,5,6],"bias":[0,0,9]}]})"},
    {"unchained", "ops 13.1 in_ch, not the out_ch before", payload_malformed,
     R"({"layers":[{"in_ch":1,"out_ch":2,"k":1,"stride":1,"pad":0,"weight":[3,-4],"bias":[1,2]},
{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[1,2,3],"bias":[0,0,9]}]})"},
    {"four-channels", "ops 13.1 the output is [3, H, W]: four", payload_malformed,
     R"({"layers":[{"in_ch":1,"out_ch":4,"k":1,"stride":1,"pad":0,"weight":[1,2,3,4],"bias":[0,0,0,0]}]})"},
    {"one-channel", "ops 13.1 the output is [3, H, W]: one", payload_malformed,
     R"({"layers":[{"in_ch":1,"out_ch":1,"k":1,"stride":1,"pad":0,"weight":[1],"bias":[0]}]})"},
    {"past-acc64", "ops 13.1 the certificate meets acc64", payload_malformed,
     R"({"layers":[{"in_ch":1,"out_ch":1,"k":1,"stride":1,"pad":0,"weight":[33818640],"bias":[18],"relu":true},
{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[2147483647,1,1],"bias":[2,0,0],"shift":40}]})"},
    {"at-acc64", "ops 13.1 the certificate meets acc64, just", kDecodes,
     R"({"layers":[{"in_ch":1,"out_ch":1,"k":1,"stride":1,"pad":0,"weight":[33818640],"bias":[18],"relu":true},
{"in_ch":1,"out_ch":3,"k":1,"stride":1,"pad":0,"weight":[2147483647,1,1],"bias":[1,0,0],"shift":40}]})"},
};

struct MadeText {
  std::string name;
  std::string rule;
  std::optional<RefusalCode> refuse;
  std::string text;
};
std::vector<MadeText> texts() {
  std::vector<MadeText> out;
  for (const LayerRow& row : kLayers) {
    LayerText layer;
    layer.*row.member = row.value;
    out.push_back({row.name, row.rule, row.refuse, fmt::format("{{\"layers\":[\n{}\n]}}\n", layer.write())});
  }
  for (const TextRow& row : kTexts) {
    out.push_back({row.name, row.rule, row.refuse, row.text});
  }
  return out;
}

// One fault, of the parse, beside the sink's limit.
void add_limited(FixtureList& list, const char* name, const char* rule, RefusalCode refuse, Bytes payload,
                 std::string set = {}) {
  Fixture fixture{name, rule, refuse, std::move(payload), std::move(set)};
  fixture.limits.macs = 0;
  list.add(kSynth, std::move(fixture));
}

}  // namespace

void append_synth_sets(std::vector<FixtureSet>& sets) {
  for (const MadeText& made : texts()) {
    sets.push_back({"synth-" + made.name, {{{"int_synth.json", text_bytes(made.text)}}, false}});
  }
  sets.push_back({"synth-without-its-file",
                  {{{"model.wam", text_bytes("WAM1")}, {"notes.txt", text_bytes("no model\n")}}, false}});
  ParameterSet listed{{{"int_synth.json", text_bytes(texts().front().text)}}, false};
  const std::string listing = set_listing(listed, find_capability(kTinySynth.capability)->member_names());
  listed.members.push_back({"wai.prior.set.json", text_bytes(listing)});
  sets.push_back({"synth-listed", listed});
  listed.members.back().bytes.push_back('\n');
  sets.push_back({"synth-listing-wrong", std::move(listed)});
}

void add_synth_fixtures(FixtureList& list) {
  const Bytes base = base_payload();
  list.add(kSynth, base, kRows);
  list.add(kTinySynth, tiny_payload(), kTinyRows);
  list.add(kSynth, {"c-3", "ops 13.1 the first in_ch and c", payload_malformed,
                    payload_of(3, 3, 3, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})});
  list.add(kSynth, {"s-1", "pins P3 s, the lowest: a picture of 1 x 1", kDecodes, payload_of(1, 1, 2, 1, {-5, 99})});
  list.add(kSynth, {"set-without-its-file", "pay 9 int_synth.json, absent", set_incomplete, base,
                    "payloads/sets/synth-without-its-file"});
  list.add(kTinySynth, {"listed", "pins P2 the listing of a set of one file, in a directory", kDecodes, tiny_payload(),
                        "payloads/sets/synth-listed"});
  list.add(kTinySynth, {"listing-wrong", "ops 4 one code, for a listing that is not the file's too", payload_malformed,
                        tiny_payload(), "payloads/sets/synth-listing-wrong"});
  for (const MadeText& made : texts()) {
    list.add(kTinySynth,
             {"set-" + made.name, made.rule, made.refuse, tiny_payload(), "payloads/sets/synth-" + made.name});
  }
  list.add_limits(kSynth, base);
  Bytes longer = base;
  longer.push_back(0);
  add_limited(list, "latents-long", "pins P3 order: the latents, a byte more; the cost limit", payload_malformed,
              longer);
  add_limited(list, "order-set-cost", "pay 7 order: the set's members, the cost limit", set_incomplete, base,
              "payloads/sets/synth-without-its-file");
  add_limited(list, "order-parse-set", "pay 7 order: the payload's parse, the set's members", payload_malformed, longer,
              "payloads/sets/synth-without-its-file");
  Fixture past{"order-cost-load", "pay 7 order: the cost limit, acc64", cost_over_limit, tiny_payload(),
               "payloads/sets/synth-past-acc64"};
  past.limits.macs = 0;
  list.add(kTinySynth, std::move(past));
}

}  // namespace wai
