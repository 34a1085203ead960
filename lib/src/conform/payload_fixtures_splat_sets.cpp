// Fixtures of a WIS1's set (pay 7, 9): payloads/sets/splat-tiny but for an edit.
#include "conform/payload_clouds.hpp"

namespace wai {
namespace {

using enum RefusalCode;

struct SetRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(NetworkFiles& f);
  void (*cloud)(CloudCase& c) = [](CloudCase&) {};
  CostLimits limits = {};
};

Bytes changed(const NetworkFiles& f, std::size_t at, std::uint8_t value) {
  return poked(write_network(f.network), std::vector<Poke>{{at, 1, value}});
}

void sized(NetworkFiles& f, bool transposed, std::uint32_t k, std::uint32_t stride, std::uint32_t pad,
           std::uint32_t out = 1) {
  const Values weights(std::size_t{k} * k * out, 1);
  f.network.layers = {transposed ? transposed_layer(1, out, weights, Values(out, 0))
                                 : conv_layer(1, out, weights, Values(out, 0))};
  conv_of(f.network).k = k;
  conv_of(f.network).stride = stride;
  conv_of(f.network).pad = pad;
}

void median(CloudCase& c, std::int64_t value) {
  c.cloud.medians = {value};
}

constexpr std::int64_t kLimit = (std::int64_t{1} << 47) - 1;

// X*2^16 + 1 <= 2^63 - 1 holds to X = 2^47 - 1.
void limited(NetworkFiles& f) {
  set_weights(conv_of(f.network), {-32768});
  conv_of(f.network).mult = {2};
}
void limited_transposed(NetworkFiles& f) {
  conv_of(f.network).transposed = true;
  limited(f);
}
// Its root 2^24: X*2^24/2^8 + 1 <= 2^63 - 1 holds to X = 2^47 - 1; then a convolution that reads anything.
void limited_igdn(NetworkFiles& f) {
  f.network.layers = {igdn_layer(1, {0}, {(std::int64_t{1} << 48) - 1}), conv_layer(1, 1, {0}, {99})};
}
// X*2^16 <= 2^63 - 1 holds to X = 2^47 - 1.
void limited_leaky(NetworkFiles& f) {
  f.network.layers.insert(f.network.layers.begin(), LeakyLayer{65536, 20});
}

constexpr SetRow kSets[] = {
    {"tiny", "pay 6 a g_s of one convolution", kDecodes, [](NetworkFiles&) {}},
    {"set-without-g_s", "pay 9 g_s.whm, absent", set_incomplete,
     [](NetworkFiles& f) {
       f.files["g_s.whm"] = std::nullopt;
       f.files["h_s.whm"] = text_bytes("WHM1");
       f.files["model.wam"] = text_bytes("WAM1");
     }},
    {"whm1-magic", "pay 9 WHM1, the magic", model_mismatch,
     [](NetworkFiles& f) { f.files["g_s.whm"] = changed(f, 3, '2'); }},
    {"whm1-of-wam1", "pay 9 WHM1, WAM1's magic", model_mismatch,
     [](NetworkFiles& f) { f.files["g_s.whm"] = changed(f, 1, 'A'); }},
    {"whm1-tag-5", "pay 9 WHM1, a tag past 4", model_mismatch,
     [](NetworkFiles& f) { f.files["g_s.whm"] = changed(f, 20, 5); }},
    {"whm1-tag-255", "pay 9 WHM1, a tag of all bits", model_mismatch,
     [](NetworkFiles& f) { f.files["g_s.whm"] = changed(f, 20, 255); }},
    {"whm1-header-short", "pay 9 WHM1, a header a byte short", model_mismatch,
     [](NetworkFiles& f) {
       f.files["g_s.whm"] = write_network(f.network);
       f.files["g_s.whm"]->resize(19);
     }},
    {"whm1-short", "pay 9 WHM1, a byte short", model_mismatch,
     [](NetworkFiles& f) {
       f.files["g_s.whm"] = write_network(f.network);
       f.files["g_s.whm"]->pop_back();
     }},
    {"whm1-trailing", "pay 9 WHM1, a byte after the last layer", model_mismatch,
     [](NetworkFiles& f) {
       f.files["g_s.whm"] = write_network(f.network);
       f.files["g_s.whm"]->push_back(0);
     }},
    {"whm1-weights-past-64-bits", "pay 9 WHM1, weights past 64 bits", model_mismatch,
     [](NetworkFiles& f) {
       f.files["g_s.whm"] =
           poked(write_network(f.network), std::vector<Poke>{{21, 4, 1U << 16}, {25, 4, 1U << 16}, {29, 4, 1U << 16}});
     }},
    {"model-afrac-0", "pay 7 the model's afrac, below 1", model_mismatch, [](NetworkFiles& f) { f.network.afrac = 0; }},
    {"model-afrac-31", "pay 7 the model's afrac, past 30", model_mismatch,
     [](NetworkFiles& f) { f.network.afrac = 31; }},
    {"afrac-1", "pay 6 afrac, the lowest", kDecodes, [](NetworkFiles& f) { f.network.afrac = 1; },
     [](CloudCase& c) {
       c.cloud.afrac = 1;
       median(c, 1);
     }},
    {"afrac-30", "pay 6 afrac, the highest", kDecodes, [](NetworkFiles& f) { f.network.afrac = 30; },
     [](CloudCase& c) {
       c.cloud.afrac = 30;
       median(c, 1 << 29);
     }},
    {"relu", "pay 9 tag 3", kDecodes, [](NetworkFiles& f) { f.network.layers.emplace_back(ReluLayer{}); }},
    {"relu-alone", "ops 13.2 a network of no convolution or inverse GDN", model_mismatch,
     [](NetworkFiles& f) { f.network.layers = {ReluLayer{}}; }},
    {"without-layers", "ops 13.2 a network of no layer", model_mismatch,
     [](NetworkFiles& f) { f.network.layers.clear(); }},
    {"leaky", "pay 9 tag 4", kDecodes,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(LeakyLayer{1, 3});
     },
     [](CloudCase& c) { median(c, -100); }},
    {"leaky-shift-63", "pay 7 rule 1, the highest leaky shift", kDecodes,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(LeakyLayer{1, 63});
     }},
    {"leaky-shift-64", "pay 7 rule 1, a leaky shift past 63", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(LeakyLayer{1, 64});
     }},
    {"igdn", "pay 9 tag 2", kDecodes,
     [](NetworkFiles& f) { f.network.layers.emplace_back(igdn_layer(1, {40}, {9000})); }},
    {"igdn-channels", "pay 7 rule 1, an inverse GDN over other channels", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(igdn_layer(2, {1, 1, 1, 1}, {1, 1}));
     }},
    {"igdn-gf-127", "pay 7 rule 1, the highest shift of gamma", kDecodes,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(igdn_layer(1, {-40}, {65536}));
       f.network.gf = 127;
     }},
    {"igdn-gf-128", "pay 7 rule 1, a shift of gamma past 127", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers.emplace_back(igdn_layer(1, {-40}, {65536}));
       f.network.gf = 128;
     }},
    {"shift-127", "pay 7 rule 1, the highest requantisation shift", kDecodes,
     [](NetworkFiles& f) { f.network.shift = 127; }},
    {"shift-128", "pay 7 rule 1, a requantisation shift past 127", model_mismatch,
     [](NetworkFiles& f) { f.network.shift = 128; }},
    {"shift-128-unused", "ops 13.2 shift below 128, though no layer reads it", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {igdn_layer(1, {40}, {9000})};
       f.network.shift = 128;
     }},
    {"transposed", "pay 9 tag 0", kDecodes, [](NetworkFiles& f) { conv_of(f.network).transposed = true; }},
    {"stride-0", "pay 7 rule 1, a stride of 0", model_mismatch, [](NetworkFiles& f) { sized(f, false, 1, 0, 0); }},
    {"k-0", "pay 7 rule 1, a kernel of 0", model_mismatch, [](NetworkFiles& f) { sized(f, true, 0, 1, 0); }},
    {"out-0", "pay 7 rule 1, output channels of 0", model_mismatch,
     [](NetworkFiles& f) { sized(f, true, 1, 1, 0, 0); }},
    {"padded-past", "pay 7 rule 2, a padded side of 2^26 + 1", too_large,
     [](NetworkFiles& f) { sized(f, false, 1, 1U << 27, 1U << 25); }},
    {"uncropped-side-past", "pay 7 rule 2, an uncropped side of 2^26 + 1", too_large,
     [](NetworkFiles& f) {
       sized(f, true, 1, 1, 0);
       conv_of(f.network).opad = 1U << 26;
     }},
    {"uncropped-plane-at", "pay 7 rule 2, an uncropped plane of 8192 x 8192", geometry_mismatch,
     [](NetworkFiles& f) {
       sized(f, true, 1, 1, 0);
       conv_of(f.network).opad = 8191;
     }},
    {"uncropped-plane-past", "pay 7 rule 2, an uncropped plane of 8193 x 8193, an output of 1 x 1", too_large,
     [](NetworkFiles& f) {
       sized(f, true, 1, 1, 4096);
       conv_of(f.network).opad = 8192;
     }},
    {"kernel-past", "pay 7 rule 3, a kernel larger than the padded input", model_mismatch,
     [](NetworkFiles& f) { sized(f, false, 2, 1, 0); }},
    {"crop-past", "pay 7 rule 3, a crop of the whole uncropped side", model_mismatch,
     [](NetworkFiles& f) { sized(f, true, 2, 1, 1); }},
    {"channels", "pay 7 rule 1, g_s reads other channels than c", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {conv_layer(2, 1, {1, 1}, {0})};
     }},
    {"planes", "pay 7 g_s's channels and attr", geometry_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {conv_layer(1, 2, {1, 1}, {0, 0})};
     }},
    {"bias-highest", "ops 13.2 P(0), the largest bias", kDecodes,
     [](NetworkFiles& f) { f.network.layers = {conv_layer(1, 1, {0}, {kI64Max - 1})}; }},
    {"bias-past", "ops 13.2 P(0) fails: a bias of 2^63 - 1", model_mismatch,
     [](NetworkFiles& f) { f.network.layers = {conv_layer(1, 1, {0}, {kI64Max})}; }},
    {"bias-lowest", "ops 13.2 P(0) fails: a bias of -2^63", model_mismatch,
     [](NetworkFiles& f) { f.network.layers = {conv_layer(1, 1, {0}, {kI64Min})}; }},
    {"range-never", "ops 8.1 a layer that gives no value within the next one's range", model_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {conv_layer(1, 1, {0}, {std::int64_t{1} << 60}), conv_layer(1, 1, {16}, {0})};
     }},
    {"range-conv-highest", "pay 7 Exactness, a convolution's input of 2^47 - 1", kDecodes, limited,
     [](CloudCase& c) { median(c, kLimit); }},
    {"range-conv-past-highest", "pay 7 Exactness, a convolution's input of 2^47", field_range, limited,
     [](CloudCase& c) { median(c, kLimit + 1); }},
    {"range-conv-lowest", "pay 7 Exactness, a convolution's input of -2^47 + 1", kDecodes, limited,
     [](CloudCase& c) { median(c, -kLimit); }},
    {"range-conv-past-lowest", "pay 7 Exactness, a convolution's input of -2^47", field_range, limited,
     [](CloudCase& c) { median(c, -kLimit - 1); }},
    {"range-transposed-highest", "pay 7 Exactness, a transposed convolution's input of 2^47 - 1", kDecodes,
     limited_transposed, [](CloudCase& c) { median(c, kLimit); }},
    {"range-transposed-past-highest", "pay 7 Exactness, a transposed convolution's input of 2^47", field_range,
     limited_transposed, [](CloudCase& c) { median(c, kLimit + 1); }},
    {"range-igdn-highest", "pay 7 Exactness, an inverse GDN's input of 2^47 - 1", kDecodes, limited_igdn,
     [](CloudCase& c) { median(c, kLimit); }},
    {"range-igdn-past-highest", "pay 7 Exactness, an inverse GDN's input of 2^47", field_range, limited_igdn,
     [](CloudCase& c) { median(c, kLimit + 1); }},
    {"range-igdn-past-lowest", "pay 7 Exactness, an inverse GDN's input of -2^47", field_range, limited_igdn,
     [](CloudCase& c) { median(c, -kLimit - 1); }},
    {"range-leaky-highest", "pay 7 Exactness, a leaky ReLU's input of 2^47 - 1", kDecodes, limited_leaky,
     [](CloudCase& c) { median(c, kLimit); }},
    {"range-leaky-past-highest", "pay 7 Exactness, a leaky ReLU's input of 2^47", field_range, limited_leaky,
     [](CloudCase& c) { median(c, kLimit + 1); }},
    {"order-afrac-too-large", "pay 7 order: afrac, a plan past the caps", model_mismatch,
     [](NetworkFiles& f) { sized(f, false, 1, 1, 1U << 30); }, [](CloudCase& c) { c.cloud.afrac = 9; }},
    {"order-too-large-shape", "pay 7 order: a plan past the caps, g_s's shape", too_large,
     [](NetworkFiles& f) {
       f.network.layers = {conv_layer(1, 2, {1, 1}, {0, 0})};
       conv_of(f.network).pad = 1U << 30;
     }},
    {"order-shape-cost",
     "pay 7 order: g_s's shape, the cost limit",
     geometry_mismatch,
     [](NetworkFiles& f) {
       f.network.layers = {conv_layer(1, 2, {1, 1}, {0, 0})};
     },
     [](CloudCase&) {},
     {0, {}, {}}},
    {"order-cost-load",
     "pay 7 order: the cost limit, P(0) of a layer (ops 13.2)",
     cost_over_limit,
     [](NetworkFiles& f) { f.network.layers = {conv_layer(1, 1, {0}, {kI64Max})}; },
     [](CloudCase&) {},
     {{}, {}, 0}},
    {"order-cost-exhausted",
     "pay 7 order: the cost limit, a stream that runs out",
     cost_over_limit,
     [](NetworkFiles&) {},
     [](CloudCase& c) { c.stream = bare_stream(); },
     {{}, 0, {}}},
    {"order-exhausted-range", "pay 7 order: a stream that runs out, g_s runs", stream_exhausted, limited,
     [](CloudCase& c) {
       median(c, kLimit + 1);
       c.stream = bare_stream();
     }},
    {"order-end-range", "pay 7 order: the stream's end, g_s runs", stream_noncanonical, limited,
     [](CloudCase& c) {
       median(c, kLimit + 1);
       c.stream = with_word(stream_of({0}, CdfTable{c.cloud.cdfs[0], 0}));
     }},
};

std::string set_name(const SetRow& row) {
  return std::string("splat-") + row.name;
}

}  // namespace

void append_splat_sets(std::vector<FixtureSet>& sets) {
  for (const SetRow& row : kSets) {
    NetworkFiles f = identity_files();
    row.edit(f);
    sets.push_back({set_name(row), f.set()});
  }
}

void add_splat_set_fixtures(FixtureList& list) {
  for (const SetRow& row : kSets) {
    CloudCase c = tiny_cloud();
    row.cloud(c);
    Fixture fixture{std::string("set-") + row.name, row.rule, row.refuse, c.bytes(),
                    std::string(kFixtureSets) + set_name(row)};
    fixture.limits = row.limits;
    list.add(kTinySplat, std::move(fixture));
  }
}

}  // namespace wai
