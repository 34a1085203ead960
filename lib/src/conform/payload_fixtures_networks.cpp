// Fixtures of a WIH1's networks (pay 7): members, plans, shapes, and the ranges of values that run through them.
#include "conform/payload_set_rows.hpp"
#include "lower/set.hpp"

namespace wai {
namespace {

using enum RefusalCode;

// A hyper-latent of 1 x zw under h_s alone: what passes its plan has another shape than the payload's.
ImageCase wide_image(std::uint32_t zw) {
  ImageCase c = tiny_image();
  c.image.zw = zw;
  return c;
}

// --- members (pay 9): present, and parsed ---

constexpr HyperSetText kMemberRows[] = {
    {"tiny", "pay 4 networks of one convolution", kDecodes, [](HyperFiles&) {}},
    {"set-no-g_s", "pay 9 g_s.whm, absent", set_incomplete, [](HyperFiles& f) { f.files["g_s.whm"] = std::nullopt; }},
    {"set-no-h_s", "pay 9 h_s.whm, absent", set_incomplete, [](HyperFiles& f) { f.files["h_s.whm"] = std::nullopt; }},
    {"set-no-entropy", "pay 9 entropy.json, absent", set_incomplete,
     [](HyperFiles& f) { f.files["entropy.json"] = std::nullopt; }},
    {"set-other-files", "pins P2 other files are ignored", kDecodes,
     [](HyperFiles& f) { f.files["notes.txt"] = text_bytes("not a member\n"); }},
    {"set-listing-wrong", "pins P2 a listing that is not the files'", model_mismatch,
     [](HyperFiles& f) { f.files["wai.prior.set.json"] = text_bytes("{}"); }},
    {"whm1-magic", "pay 9 WHM1, the magic", model_mismatch,
     [](HyperFiles& f) {
       Bytes bytes = write_network(f.h_s);
       bytes[3] = '2';
       f.files["h_s.whm"] = bytes;
     }},
    {"whm1-of-wam1", "pay 9 WHM1, WAM1's magic", model_mismatch,
     [](HyperFiles& f) {
       Bytes bytes = write_network(f.g_s);
       bytes[1] = 'A';
       f.files["g_s.whm"] = bytes;
     }},
    {"whm1-tag-5", "pay 9 WHM1, a tag past 4", model_mismatch,
     [](HyperFiles& f) {
       Bytes bytes = write_network(f.h_s);
       bytes[20] = 5;
       f.files["h_s.whm"] = bytes;
     }},
    {"whm1-short", "pay 9 WHM1, a byte short", model_mismatch,
     [](HyperFiles& f) {
       Bytes bytes = write_network(f.h_s);
       bytes.pop_back();
       f.files["h_s.whm"] = bytes;
     }},
    {"whm1-trailing", "pay 9 WHM1, a byte after the last layer", model_mismatch,
     [](HyperFiles& f) {
       Bytes bytes = write_network(f.h_s);
       bytes.push_back(0);
       f.files["h_s.whm"] = bytes;
     }},
    {"whm1-empty", "pay 9 WHM1, no byte", model_mismatch, [](HyperFiles& f) { f.files["g_s.whm"] = Bytes(); }},
    {"whm1-layers-past-the-end", "pay 9 WHM1, more layers than bytes", model_mismatch,
     [](HyperFiles& f) {
       f.files["g_s.whm"] = poked(write_network(f.g_s), std::vector<Poke>{{16, 4, 0xFFFFFFFF}});
     }},
    {"afrac-0", "pay 7 afrac, below 1", model_mismatch, [](HyperFiles& f) { f.g_s.afrac = f.h_s.afrac = 0; }},
    {"afrac-1", "pay 7 afrac, the lowest", kDecodes, [](HyperFiles& f) { f.g_s.afrac = f.h_s.afrac = 1; }},
    {"afrac-30", "pay 7 afrac, the highest", kDecodes, [](HyperFiles& f) { f.g_s.afrac = f.h_s.afrac = 30; }},
    {"afrac-31", "pay 7 afrac, past 30", model_mismatch, [](HyperFiles& f) { f.g_s.afrac = f.h_s.afrac = 31; }},
    {"afrac-unequal", "pay 7 one afrac in a set", model_mismatch, [](HyperFiles& f) { f.h_s.afrac = 9; }},
};

// --- planning, rule 1 ---

constexpr HyperSetText kRule1[] = {
    {"conv-channels", "pay 7 rule 1, a convolution over other channels", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = conv_layer(2, 2, {1, 1, 1, 1}, {0, 0});
     }},
    {"conv-out-0", "pay 7 rule 1, a convolution's output channels of 0", model_mismatch,
     [](HyperFiles& f) { f.h_s.layers[0] = conv_layer(1, 0, {}, {}); }},
    {"conv-k-0", "pay 7 rule 1, a convolution's kernel of 0", model_mismatch,
     [](HyperFiles& f) {
       conv_of(f.h_s).k = 0;
       set_weights(conv_of(f.h_s), {});
     }},
    {"conv-stride-0", "pay 7 rule 1, a convolution's stride of 0", model_mismatch,
     [](HyperFiles& f) { conv_of(f.h_s).stride = 0; }},
    {"conv-shift-127", "pay 7 rule 1, the highest requantisation shift", kDecodes,
     [](HyperFiles& f) { f.h_s.shift = 127; }},
    {"conv-shift-128", "pay 7 rule 1, a requantisation shift past 127", model_mismatch,
     [](HyperFiles& f) { f.h_s.shift = 128; }},
    {"conv-shift-all-bits", "pay 7 rule 1, a requantisation shift of all bits", model_mismatch,
     [](HyperFiles& f) { f.h_s.shift = 0xFFFFFFFF; }},
    {"transposed-channels", "pay 7 rule 1, a transposed convolution over other channels", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = transposed_layer(2, 2, {1, 1, 1, 1}, {0, 0});
     }},
    {"transposed-out-0", "pay 7 rule 1, a transposed convolution's output channels of 0", model_mismatch,
     [](HyperFiles& f) { f.h_s.layers[0] = transposed_layer(1, 0, {}, {}); }},
    {"transposed-k-0", "pay 7 rule 1, a transposed convolution's kernel of 0", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = transposed_layer(1, 2, {}, {0, 0});
       conv_of(f.h_s).k = 0;
     }},
    {"transposed-stride-0", "pay 7 rule 1, a transposed convolution's stride of 0", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = transposed_layer(1, 2, {1, 1}, {0, 0});
       conv_of(f.h_s).stride = 0;
     }},
    {"transposed-shift-127", "pay 7 rule 1, the highest requantisation shift", kDecodes,
     [](HyperFiles& f) {
       f.h_s.layers[0] = transposed_layer(1, 2, {1, -1}, {0, 0});
       f.h_s.shift = 127;
     }},
    {"transposed-shift-128", "pay 7 rule 1, a requantisation shift past 127", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = transposed_layer(1, 2, {1, -1}, {0, 0});
       f.h_s.shift = 128;
     }},
    {"igdn-channels", "pay 7 rule 1, an inverse GDN over other channels", model_mismatch,
     [](HyperFiles& f) {
       f.g_s.layers.emplace_back(igdn_layer(2, {1, 1, 1, 1}, {1, 1}));
     }},
    {"igdn-gf-127", "pay 7 rule 1, the highest shift of gamma", kDecodes,
     [](HyperFiles& f) {
       f.h_s.layers.emplace_back(igdn_layer(2, {9, -9, 9, 9}, {65536, 65536}));
       f.h_s.gf = 127;
     }},
    {"igdn-gf-128", "pay 7 rule 1, a shift of gamma past 127", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers.emplace_back(igdn_layer(2, {9, -9, 9, 9}, {65536, 65536}));
       f.h_s.gf = 128;
     }},
    {"gf-128-unused", "ops 13.2 gf below 128, though no layer reads it", model_mismatch,
     [](HyperFiles& f) { f.h_s.gf = 128; }},
    {"leaky-shift-63", "pay 7 rule 1, the highest leaky shift", kDecodes,
     [](HyperFiles& f) {
       f.h_s.layers.emplace_back(LeakyLayer{3, 63});
     }},
    {"leaky-shift-64", "pay 7 rule 1, a leaky shift past 63", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers.emplace_back(LeakyLayer{3, 64});
     }},
    {"h_s-without-layers", "pay 7 shapes, h_s of no layer gives its input", geometry_mismatch,
     [](HyperFiles& f) { f.h_s.layers.clear(); }},
    {"n_z-past-the-tables", "pay 7 hyper-latent channels, one more than the tables", model_mismatch, [](HyperFiles&) {},
     [] {
       ImageCase c = tiny_image();
       c.image.n_z = 2;
       return c;
     }},
    {"n_z-below-the-tables", "pay 7 hyper-latent channels, one less than the tables", kDecodes,
     [](HyperFiles& f) {
       f["z_cdf"] = "[[0,30000,60000,65536],[0,1,65536]]";
       f["z_cdf_length"] = "[4,3]";
       f["z_offset"] = "[0,0]";
       f["z_median"] = "[5,6]";
     }},
};

// --- planning, rules 2 and 3; at the cap the plan passes and the shape is another (pay 7 step 4) ---

// h_s as one layer of one output channel.
void sized(HyperFiles& f, bool transposed, std::uint32_t k, std::uint32_t stride, std::uint32_t pad,
           std::uint32_t out = 1) {
  const Values weights(std::size_t{k} * k * out, 1);
  f.h_s.layers = {transposed ? transposed_layer(1, out, weights, Values(out, 0))
                             : conv_layer(1, out, weights, Values(out, 0))};
  conv_of(f.h_s).k = k;
  conv_of(f.h_s).stride = stride;
  conv_of(f.h_s).pad = pad;
}

constexpr HyperSetText kRules2And3[] = {
    {"padded-at", "pay 7 rule 2, a padded side of 2^26", geometry_mismatch,
     [](HyperFiles& f) { sized(f, false, 1, 1U << 26, (1U << 25) - 1); }, [] { return wide_image(2); }},
    {"padded-past", "pay 7 rule 2, a padded side of 2^26 + 1", too_large,
     [](HyperFiles& f) { sized(f, false, 1, 1U << 27, 1U << 25); }},
    {"padded-past-32-bits", "pay 7 rule 2, a padded side of 2^32 + 1", too_large,
     [](HyperFiles& f) { sized(f, false, 1, 1, 1U << 31); }},
    {"padded-all-bits", "pay 7 rule 2, a padding of all bits", too_large,
     [](HyperFiles& f) { sized(f, false, 1, 1, 0xFFFFFFFF); }},
    {"conv-output-at", "pay 7 rule 2, a convolution's output of 2^26", geometry_mismatch,
     [](HyperFiles& f) { sized(f, false, 1, 1, 0, 2); }, [] { return wide_image(1U << 25); }},
    {"conv-output-past", "pay 7 rule 2, a convolution's output of 3*2^25", too_large,
     [](HyperFiles& f) { sized(f, false, 1, 1, 0, 3); }, [] { return wide_image(1U << 25); }},
    {"uncropped-side-at", "pay 7 rule 2, an uncropped side of 2^26", geometry_mismatch,
     [](HyperFiles& f) { sized(f, true, 1, (1U << 26) - 1, 0); }, [] { return wide_image(2); }},
    {"uncropped-side-past", "pay 7 rule 2, an uncropped side of 2^26 + 1", too_large,
     [](HyperFiles& f) { sized(f, true, 1, 1U << 26, 0); }, [] { return wide_image(2); }},
    {"uncropped-side-past-32-bits", "pay 7 rule 2, an uncropped side of 2^32 + 1", too_large,
     [](HyperFiles& f) { sized(f, true, 1, 1U << 31, 0); }, [] { return wide_image(3); }},
    {"uncropped-side-of-opad", "pay 7 rule 2, an uncropped side of opad + 1", too_large,
     [](HyperFiles& f) {
       sized(f, true, 1, 1, 0);
       conv_of(f.h_s).opad = 1U << 26;
     }},
    {"uncropped-side-of-opad-all-bits", "pay 7 rule 2, an uncropped side of 2^32", too_large,
     [](HyperFiles& f) {
       sized(f, true, 1, 1, 0);
       conv_of(f.h_s).opad = 0xFFFFFFFF;
     }},
    {"uncropped-plane-at", "pay 7 rule 2, an uncropped plane of 3 x 22369621", geometry_mismatch,
     [](HyperFiles& f) { sized(f, true, 3, 22369618, 1); }, [] { return wide_image(2); }},
    {"uncropped-plane-past", "pay 7 rule 2, an uncropped plane of 3 x 22369622, an output of a third", too_large,
     [](HyperFiles& f) { sized(f, true, 3, 22369619, 1); }, [] { return wide_image(2); }},
    {"uncropped-planes-past", "pay 7 rule 2, two uncropped planes that pass 2^26 together", too_large,
     [](HyperFiles& f) { sized(f, true, 3, 16777213, 1, 2); }, [] { return wide_image(2); }},
    {"transposed-output-at", "pay 7 rule 2, a transposed convolution's output of 2^26", geometry_mismatch,
     [](HyperFiles& f) { sized(f, true, 1, (1U << 25) - 1, 0, 2); }, [] { return wide_image(2); }},
    {"transposed-output-past", "pay 7 rule 2, a transposed convolution's output of 2^26 + 2", too_large,
     [](HyperFiles& f) { sized(f, true, 1, 1U << 25, 0, 2); }, [] { return wide_image(2); }},
    {"kernel-at", "pay 7 rule 3, a kernel as large as the padded input", kDecodes,
     [](HyperFiles& f) { sized(f, false, 3, 1, 1, 2); }},
    {"kernel-past", "pay 7 rule 3, a kernel larger than the padded input", model_mismatch,
     [](HyperFiles& f) { sized(f, false, 4, 1, 1, 2); }},
    {"crop-at", "pay 7 rule 3, a crop that leaves one", kDecodes, [](HyperFiles& f) { sized(f, true, 3, 1, 1, 2); }},
    {"crop-past", "pay 7 rule 3, a crop of the whole uncropped side", model_mismatch,
     [](HyperFiles& f) { sized(f, true, 2, 1, 1, 2); }},
    {"crop-past-the-side", "pay 7 rule 3, a crop past the uncropped side", model_mismatch,
     [](HyperFiles& f) { sized(f, true, 3, 1, 2, 2); }},
    {"crop-past-32-bits", "pay 7 rule 3, a crop of 2^32", model_mismatch,
     [](HyperFiles& f) { sized(f, true, 3, 1, 1U << 31, 2); }},
};

// --- shapes (pay 7 step 4) ---

constexpr HyperSetText kShapes[] = {
    {"h_s-channels", "pay 7 h_s's channels and 2*m", geometry_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = conv_layer(1, 3, {16, 8, 4}, {0, 0, 0});
     }},
    {"h_s-height", "pay 7 h_s's height and sh", geometry_mismatch, [](HyperFiles&) {},
     [] {
       ImageCase c = tiny_image();
       c.image.sh = 2;
       return c;
     }},
    {"h_s-width", "pay 7 h_s's width and sw", geometry_mismatch, [](HyperFiles&) {},
     [] {
       ImageCase c = tiny_image();
       c.image.sw = 2;
       return c;
     }},
    {"g_s-two-channels", "pay 7 g_s gives three channels: two", model_mismatch,
     [](HyperFiles& f) {
       f.g_s.layers[0] = conv_layer(1, 2, {16, 8}, {0, 0});
     }},
    {"g_s-four-channels", "pay 7 g_s gives three channels: four", model_mismatch,
     [](HyperFiles& f) {
       f.g_s.layers[0] = conv_layer(1, 4, {16, 8, 4, 2}, {0, 0, 0, 0});
     }},
    {"g_s-latent-channels", "pay 7 rule 1, g_s reads other channels than m", model_mismatch,
     [](HyperFiles& f) {
       f.g_s.layers[0] = conv_layer(2, 3, {1, 1, 1, 1, 1, 1}, {0, 0, 0});
     }},
    {"bias-highest", "ops 13.2 P(0), the largest bias", kDecodes,
     [](HyperFiles& f) {
       conv_of(f.g_s) = conv_layer(1, 3, {0, 0, 0}, {kI64Max - 1, -(kI64Max - 1), 128});
     }},
    {"bias-past", "ops 13.2 P(0) fails: a bias of 2^63 - 1", model_mismatch,
     [](HyperFiles& f) {
       conv_of(f.g_s) = conv_layer(1, 3, {0, 0, 0}, {kI64Max, 0, 0});
     }},
};

// --- values that leave i64 (pay 4 steps 1 and 3) ---

// h_s gives sigma 0 and `mu` whatever it reads; g_s reads anything.
void constant(HyperFiles& f, std::int64_t mu) {
  conv_of(f.h_s) = conv_layer(1, 2, {0, 0}, {0, mu});
  conv_of(f.g_s) = conv_layer(1, 3, {0, 0, 0}, {20, 40, 256});
}

struct ValueRow {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  std::int64_t median, mu, z, y;
};
constexpr ValueRow kValues[] = {
    {"z-value-highest", "pay 4 step 1, s*2^afrac + median of 2^63 - 1", kDecodes, kI64Max - 2, 0, 1, 0},
    {"z-value-past-highest", "pay 4 step 1, s*2^afrac + median of 2^63", field_range, kI64Max - 1, 0, 1, 0},
    {"z-value-lowest", "pay 4 step 1, s*2^afrac + median of -2^63", kDecodes, kI64Min + 2, 0, -1, 0},
    {"z-value-past-lowest", "pay 4 step 1, s*2^afrac + median of -2^63 - 1", field_range, kI64Min + 1, 0, -1, 0},
    {"z-median-highest", "pins P1 z_median, the highest of i64", kDecodes, kI64Max, 0, 0, 0},
    {"z-median-lowest", "pins P1 z_median, the lowest of i64", kDecodes, kI64Min, 0, 0, 0},
    {"y-value-highest", "pay 4 step 3, r*2^afrac + mu of 2^63 - 1", kDecodes, 5, kI64Max - 2, 0, 1},
    {"y-value-past-highest", "pay 4 step 3, r*2^afrac + mu of 2^63", field_range, 5, kI64Max - 1, 0, 1},
    {"y-value-lowest", "pay 4 step 3, r*2^afrac + mu of -2^63", kDecodes, 5, kI64Min + 4, 0, -2},
    {"y-value-past-lowest", "pay 4 step 3, r*2^afrac + mu of -2^63 - 1", field_range, 5, kI64Min + 3, 0, -2},
};

// --- values at a layer's range and past it (pay 7 step 6, ops 13.2) ---

// A weight of -2^15 and a multiplier of 2: X*2^16 + 1 <= 2^63 - 1 holds to X = 2^47 - 1.
ConvolutionLayer limited(ConvolutionLayer layer, std::size_t out) {
  Values weights(out, 1);
  weights[0] = -32768;
  set_weights(layer, weights);
  layer.mult[0] = 2;
  return layer;
}

struct RangeRow {
  const char* name;
  const char* rule;
  void (*edit)(HyperFiles& f);
  bool in_h_s;  // x_0 is z's median; otherwise h_s gives it as mu
};
constexpr RangeRow kRanges[] = {
    {"range-h_s-conv", "pay 7 Exactness, a convolution's input",
     [](HyperFiles& f) {
       conv_of(f.h_s) = limited(conv_layer(1, 2, {0, 0}, {0, 0}), 2);
     },
     true},
    {"range-h_s-transposed", "pay 7 Exactness, a transposed convolution's input",
     [](HyperFiles& f) {
       conv_of(f.h_s) = limited(transposed_layer(1, 2, {0, 0}, {0, 0}), 2);
     },
     true},
    {"range-g_s-conv", "pay 7 Exactness, a convolution's input",
     [](HyperFiles& f) {
       conv_of(f.g_s) = limited(conv_layer(1, 3, {0, 0, 0}, {0, 0, 0}), 3);
     },
     false},
    {"range-g_s-transposed", "pay 7 Exactness, a transposed convolution's input",
     [](HyperFiles& f) {
       conv_of(f.g_s) = limited(transposed_layer(1, 3, {0, 0, 0}, {0, 0, 0}), 3);
     },
     false},
    // N = 2^34 - 1 + (0 + 1), its root 2^17: X*2^17/2 + 1 <= 2^63 - 1 holds to X = 2^47 - 1.
    {"range-g_s-igdn", "pay 7 Exactness, an inverse GDN's input",
     [](HyperFiles& f) {
       conv_of(f.g_s) = conv_layer(1, 3, {0, 0, 0}, {0, 100, 2});
       f.g_s.layers.insert(f.g_s.layers.begin(), igdn_layer(1, {0}, {(std::int64_t{1} << 34) - 1}));
     },
     false},
    {"range-g_s-leaky", "pay 7 Exactness, a leaky ReLU's input",
     [](HyperFiles& f) {
       f.g_s.layers.insert(f.g_s.layers.begin(), LeakyLayer{-65536, 20});
     },
     false},
    {"range-g_s-second-layer", "pay 7 Exactness, the second layer's input",
     [](HyperFiles& f) {
       f.g_s.layers.insert(f.g_s.layers.begin(), conv_layer(1, 1, {1}, {0}));
       conv_of(f.g_s, 1) = limited(conv_layer(1, 3, {0, 0, 0}, {0, 0, 0}), 3);
     },
     false},
};

void add_range(std::vector<HyperSetRow>& rows, const RangeRow& row, std::int64_t value, std::string_view where,
               std::optional<RefusalCode> refuse) {
  const auto edit = row.edit;
  const bool in_h_s = row.in_h_s;
  rows.push_back({fmt::format("{}-{}", row.name, where), fmt::format("{} of {}", row.rule, value), refuse,
                  [edit, in_h_s, value](HyperFiles& f) {
                    f.g_s.afrac = f.h_s.afrac = 1;
                    f.g_s.shift = f.h_s.shift = 0;
                    conv_of(f.g_s) = conv_layer(1, 3, {1, 2, -1}, {0, 0, 0});
                    conv_of(f.h_s) = conv_layer(1, 2, {0, 0}, {0, in_h_s ? 0 : value});
                    f["z_median"] = fmt::format("[{}]", in_h_s ? value : 0);
                    edit(f);
                  }});
}

void add_values(std::vector<HyperSetRow>& rows) {
  for (const ValueRow& row : kValues) {
    rows.push_back({row.name, row.rule, row.refuse,
                    [&row](HyperFiles& f) {
                      f.g_s.afrac = f.h_s.afrac = 1;
                      constant(f, row.mu);
                      f["z_median"] = fmt::format("[{}]", row.median);
                    },
                    tiny_image(row.z, row.y)});
  }
  for (const RangeRow& row : kRanges) {
    const std::int64_t limit = (std::int64_t{1} << 47) - 1;
    add_range(rows, row, limit, "highest", kDecodes);
    add_range(rows, row, limit + 1, "past-highest", field_range);
    add_range(rows, row, -limit, "lowest", kDecodes);
    add_range(rows, row, -limit - 1, "past-lowest", field_range);
  }
}

// --- two faults: the first of pay 7's list decides ---

Bytes broken_network() {
  return text_bytes("WHM2");
}

constexpr HyperSetText kOrders[] = {
    {"order-g_s-parsed-h_s-present", "pay 7 order: g_s parsed, h_s present", model_mismatch,
     [](HyperFiles& f) {
       f.files["g_s.whm"] = broken_network();
       f.files["h_s.whm"] = std::nullopt;
     }},
    {"order-g_s-present-h_s-parsed", "pay 7 order: g_s present, h_s parsed", set_incomplete,
     [](HyperFiles& f) {
       f.files["g_s.whm"] = std::nullopt;
       f.files["h_s.whm"] = broken_network();
     }},
    {"order-h_s-parsed-entropy-present", "pay 7 order: h_s parsed, entropy.json present", model_mismatch,
     [](HyperFiles& f) {
       f.files["h_s.whm"] = broken_network();
       f.files["entropy.json"] = std::nullopt;
     }},
    {"order-h_s-present-entropy-parsed", "pay 7 order: h_s present, entropy.json parsed", set_incomplete,
     [](HyperFiles& f) {
       f.files["h_s.whm"] = std::nullopt;
       f.files["entropy.json"] = text_bytes("[]");
     }},
    {"order-entropy-present-listing", "pay 7 order: entropy.json present, the listing", set_incomplete,
     [](HyperFiles& f) {
       f.files["entropy.json"] = std::nullopt;
       f.files["wai.prior.set.json"] = text_bytes("{}");
     }},
    {"order-afrac-plan", "pay 7 order: one afrac, a plan past the caps", model_mismatch,
     [](HyperFiles& f) {
       f.h_s.afrac = 9;
       sized(f, false, 1, 1, 1U << 30);
     }},
    {"order-n_z-plan", "pay 7 order: hyper-latent channels, a plan past the caps", model_mismatch,
     [](HyperFiles& f) { sized(f, false, 1, 1, 1U << 30); },
     [] {
       ImageCase c = tiny_image();
       c.image.n_z = 2;
       return c;
     }},
    {"order-rule-1-rule-2", "pay 7 order: rule 1, rule 2 of one layer", model_mismatch,
     [](HyperFiles& f) {
       sized(f, false, 1, 1, 1U << 30);
       f.h_s.shift = 128;
     }},
    {"order-rule-2-rule-3", "pay 7 order: rule 2, rule 3 of one layer", too_large,
     [](HyperFiles& f) { sized(f, true, 1, 1U << 26, 1U << 26); }, [] { return wide_image(2); }},
    {"order-layer-0-rule-2-layer-1-rule-1", "pay 7 order: rule 2 of a layer, rule 1 of the next", too_large,
     [](HyperFiles& f) {
       sized(f, false, 1, 1, 1U << 30);
       f.h_s.layers.emplace_back(conv_layer(7, 2, Values(14, 1), {0, 0}));
     }},
    {"order-layer-0-rule-3-layer-1-rule-2", "pay 7 order: rule 3 of a layer, rule 2 of the next", model_mismatch,
     [](HyperFiles& f) {
       sized(f, false, 4, 1, 1);
       f.h_s.layers.emplace_back(conv_layer(1, 2, {1, 1}, {0, 0}));
       conv_of(f.h_s, 1).pad = 1U << 30;
     }},
    {"order-h_s-plan-g_s-plan", "pay 7 order: h_s planned, g_s planned", model_mismatch,
     [](HyperFiles& f) {
       conv_of(f.h_s).stride = 0;
       conv_of(f.g_s).pad = 1U << 30;
     }},
    {"order-h_s-plan-too-large-g_s-plan", "pay 7 order: h_s planned, g_s planned", too_large,
     [](HyperFiles& f) {
       conv_of(f.h_s).pad = 1U << 30;
       conv_of(f.g_s).stride = 0;
     }},
    {"order-g_s-plan-h_s-shape", "pay 7 order: g_s planned, h_s's shape", too_large,
     [](HyperFiles& f) {
       f.h_s.layers[0] = conv_layer(1, 3, {16, 8, 4}, {0, 0, 0});
       conv_of(f.g_s).pad = 1U << 30;
     }},
    {"order-h_s-shape-g_s-channels", "pay 7 order: h_s's shape, g_s's three channels", geometry_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = conv_layer(1, 3, {16, 8, 4}, {0, 0, 0});
       f.g_s.layers[0] = conv_layer(1, 2, {16, 8}, {0, 0});
     }},
    {"order-g_s-channels-cost",
     "pay 7 order: g_s's three channels, the cost limit",
     model_mismatch,
     [](HyperFiles& f) {
       f.g_s.layers[0] = conv_layer(1, 2, {16, 8}, {0, 0});
     },
     [] { return tiny_image(); },
     {{}, {}, 0}},
    {"order-h_s-shape-cost",
     "pay 7 order: h_s's shape, the cost limit",
     geometry_mismatch,
     [](HyperFiles& f) {
       f.h_s.layers[0] = conv_layer(1, 3, {16, 8, 4}, {0, 0, 0});
     },
     [] { return tiny_image(); },
     {0, {}, {}}},
    {"order-cost-load",
     "pay 7 order: the cost limit, P(0) of a layer (ops 13.2)",
     cost_over_limit,
     [](HyperFiles& f) {
       conv_of(f.g_s) = conv_layer(1, 3, {0, 0, 0}, {kI64Max, 0, 0});
     },
     [] { return tiny_image(); },
     {{}, 0, {}}},
    {"order-cost-range",
     "pay 7 order: the cost limit, a value past i64",
     cost_over_limit,
     [](HyperFiles& f) { f["z_median"] = "[9223372036854775807]"; },
     [] { return tiny_image(1, 0); },
     {0, {}, {}}},
    {"order-load-range", "pay 7 order: P(0) of a layer (ops 13.2), a value past i64", model_mismatch,
     [](HyperFiles& f) {
       conv_of(f.g_s) = conv_layer(1, 3, {0, 0, 0}, {kI64Max, 0, 0});
       f["z_median"] = "[9223372036854775807]";
     },
     [] { return tiny_image(1, 0); }},
    {"order-h_s-range-latent-exhausted", "pay 7 order: h_s runs, the latent's stream runs out", field_range,
     [](HyperFiles& f) { f["z_median"] = "[9223372036854775807]"; },
     [] {
       ImageCase c = tiny_image();
       c.y_stream = bare_stream();
       return c;
     }},
    {"order-latent-exhausted-g_s-range", "pay 7 order: the latent's stream runs out, g_s runs", stream_exhausted,
     [](HyperFiles& f) {
       conv_of(f.h_s) = conv_layer(1, 2, {0, 0}, {0, kI64Max - 1});
     },
     [] {
       ImageCase c = tiny_image();
       c.y_stream = bare_stream();
       return c;
     }},
    {"order-latent-end-g_s-range", "pay 7 order: the latent stream's end, g_s runs", stream_noncanonical,
     [](HyperFiles& f) {
       conv_of(f.h_s) = conv_layer(1, 2, {0, 0}, {0, kI64Max - 1});
     },
     [] {
       ImageCase c = tiny_image();
       c.y_stream = with_word(*c.y_stream);
       return c;
     }},
    {"order-exhausted-value", "pay 7 order: a symbol that runs its stream out, its value past i64", stream_exhausted,
     [](HyperFiles& f) {
       constant(f, 0);
       f["z_median"] = "[9223372036854775807]";
       f["z_offset"] = "[1]";
     },
     [] {
       ImageCase c = tiny_image();
       c.z_stream = bare_stream();
       return c;
     }},
    {"order-value-next-symbol", "pay 7 order: a value past i64, the next symbol runs its stream out", field_range,
     [](HyperFiles& f) { f["z_median"] = "[9223372036854775807]"; },
     [] {
       ImageCase c = tiny_image(1, 0);  // one symbol of two
       c.image.zw = c.image.sw = 2;
       return c;
     }},
    {"order-value-end", "pay 7 order: a value past i64, the stream's end", field_range,
     [](HyperFiles& f) { f["z_median"] = "[9223372036854775807]"; },
     [] {
       ImageCase c = tiny_image(1, 0);
       c.z_stream = with_word(*c.z_stream);
       return c;
     }},
};

void append(std::vector<HyperSetRow>& rows, std::span<const HyperSetText> more) {
  for (const HyperSetText& row : more) {
    rows.push_back({row.name, row.rule, row.refuse, row.edit, row.image(), row.limits});
  }
}

}  // namespace

std::vector<HyperSetRow> hyper_network_rows() {
  std::vector<HyperSetRow> rows;
  append(rows, kMemberRows);
  rows.push_back({"set-listing", "pins P2 a listing of the files present", kDecodes, [](HyperFiles& f) {
                    const std::vector<std::string_view> names = {"g_s.whm", "h_s.whm", "entropy.json"};
                    f.files["wai.prior.set.json"] = text_bytes(set_listing(f.set(), names));
                  }});
  append(rows, kRule1);
  append(rows, kRules2And3);
  append(rows, kShapes);
  add_values(rows);
  return rows;
}

std::vector<HyperSetRow> hyper_order_rows() {
  std::vector<HyperSetRow> rows;
  append(rows, kOrders);
  return rows;
}

}  // namespace wai
