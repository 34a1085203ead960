// Attainment (ops 8.2, 8.3, 14.1 item 1): the ends of a rule are values some input gives, so that a rule which is wider
// than the text's shows as one that is narrower does.
//
// conv.acc and convT.acc: the input is made from the weights' signs, over a range that holds 0, so that each certified
// end is a sum of taps inside the plane. igdn.r: from the signs of gamma. The elementwise rules: from the ends.
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "exec/run.hpp"
#include "graph/whg1.hpp"
#include "ops/linear.hpp"
#include "ops/normalisation.hpp"
#include "support/graphs.hpp"
#include "support/operators.hpp"
#include "support/random_graphs.hpp"
#include "support/text_run.hpp"

namespace wai::test {
namespace {

// One tap of one output position: the position of its element in the input's data, and its weight.
struct Tap {
  std::size_t element;
  std::int64_t weight;
};

// The certified and the traced interval of one key.
struct Ends {
  Interval certified;
  i128 min, max;
};

Ends traced_ends(const BoundedGraph& g, std::string_view key, const std::vector<Tensor>& inputs) {
  RunWatch watch;
  const auto outputs = run_graph(g, inputs, {}, &watch);
  EXPECT_TRUE(outputs) << outputs.refusal().message;
  for (const Trace::Entry& e : watch.traces[0].entries()) {
    if (e.key == key) {
      return {g.bounds.nodes[0].intermediates.at(key), e.min, e.max};
    }
  }
  ADD_FAILURE() << key << " is not traced";
  return {};
}

// The input that gives one position its greatest sum, or its least.
Tensor extreme_input(const Shape& shape, const std::vector<Tap>& taps, const TensorRecord& range, bool greatest) {
  Tensor x(shape);
  for (const Tap& tap : taps) {
    x.data[tap.element] = (tap.weight > 0) == greatest ? range.hi : range.lo;
  }
  return x;
}

struct Drawn {
  TensorRecord input;
  Shape shape;
  Rq rq;  // no multiplier and shift 0: nothing but the sum is in question
};

// A range that holds 0, and a `pre` bias of one channel in a third of the cases.
Drawn draw(SplitMix64& r, unsigned n_bits) {
  Drawn out;
  const Range64 range = random_range(r, n_bits);
  const RangePolicy policy = r.chance(50) ? RangePolicy::check : RangePolicy::clamp;
  const auto channels = static_cast<std::uint32_t>(1 + r.below(3));
  out.input = {channels, kNoExponent, policy, std::min<std::int64_t>(range.lo, 0), std::max<std::int64_t>(range.hi, 0)};
  out.shape = {channels, 2 + r.below(5), 2 + r.below(5)};
  out.rq.shift = {0};
  if (r.chance(33)) {
    out.rq.placement = BiasPlacement::pre;
    out.rq.b_bytes = 8;
    out.rq.bias = {r.signed_bits(40)};
  }
  return out;
}

std::vector<std::int64_t> draw_weights(SplitMix64& r, std::size_t n) {
  std::vector<std::int64_t> out(n);
  const auto n_bits = static_cast<unsigned>(r.below(25));
  for (std::int64_t& w : out) {
    w = r.signed_bits(n_bits);
  }
  return out;
}

BoundedGraph loaded(std::uint8_t opcode, const Drawn& drawn, Bytes params) {
  GraphModel model = fixtures::one_operator(opcode, {drawn.input.channels}, {1}, std::move(params));
  model.tensors[0] = drawn.input;
  return value(load_graph(write_graph(model), Profile::acc64));
}

// A(K, b) of ops 8.2 takes the bias into an end only where it widens it: the sums before the bias give the other one.
void expect_both_ends(const BoundedGraph& g, std::string_view key, const Drawn& drawn, const std::vector<Tap>& greatest,
                      const std::vector<Tap>& least) {
  const Ends up = traced_ends(g, key, {extreme_input(drawn.shape, greatest, drawn.input, true)});
  EXPECT_EQ(Wide::of(up.max), up.certified.hi) << key;
  const Ends down = traced_ends(g, key, {extreme_input(drawn.shape, least, drawn.input, false)});
  EXPECT_EQ(Wide::of(down.min), down.certified.lo) << key;
}

TEST(Attainment, ConvReachesBothEndsOfItsPartialSums) {
  const PropertyRun run = PropertyRun::from_environment();
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    SplitMix64 r(run.seed_of(i));
    const Drawn drawn = draw(r, static_cast<unsigned>(r.below(33)));
    ConvParams p;
    p.kh = r.upto(1, 2 + static_cast<std::uint32_t>(r.below(drawn.shape.h - 1)));
    p.kw = r.upto(1, 2 + static_cast<std::uint32_t>(r.below(drawn.shape.w - 1)));
    p.rq = drawn.rq;
    const auto weights = draw_weights(r, static_cast<std::size_t>(drawn.shape.c) * p.kh * p.kw);
    p.weights = PackedInts(weights);
    // Output (0, 0) without padding: tap (c, i, j) reads element (c, i, j).
    std::vector<Tap> taps;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const std::size_t c = k / (p.kh * p.kw), y = k / p.kw % p.kh, x = k % p.kw;
      taps.push_back({(c * drawn.shape.h + y) * drawn.shape.w + x, weights[k]});
    }
    expect_both_ends(loaded(0x01, drawn, write_params(p)), "conv.acc", drawn, taps, taps);
  }
}

// The taps of conv_transpose (ops 5.3) that output (y, x) reads, when all of its residue lie inside the plane.
std::optional<std::vector<Tap>> residue_taps(const ConvTransposeParams& p, const Shape& shape,
                                             const std::vector<std::int64_t>& weights, std::size_t y, std::size_t x) {
  std::vector<Tap> taps;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::size_t c = k / (p.kh * p.kw), i = k / p.kw % p.kh, j = k % p.kw;
    const std::size_t ty = y + p.ph, tx = x + p.pw;
    if (ty % p.sh != i % p.sh || tx % p.sw != j % p.sw) {
      continue;  // another residue
    }
    if (ty < i || tx < j || (ty - i) / p.sh >= shape.h || (tx - j) / p.sw >= shape.w) {
      return std::nullopt;
    }
    taps.push_back({(c * shape.h + (ty - i) / p.sh) * shape.w + (tx - j) / p.sw, weights[k]});
  }
  return taps;
}

i128 extreme_sum(const std::vector<Tap>& taps, const TensorRecord& range, bool greatest) {
  i128 sum = 0;
  for (const Tap& tap : taps) {
    sum += static_cast<i128>(tap.weight) * ((tap.weight > 0) == greatest ? range.hi : range.lo);
  }
  return sum;
}

TEST(Attainment, ConvTransposeReachesBothEndsOfTheWidestResidues) {
  const PropertyRun run = PropertyRun::from_environment();
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    SplitMix64 r(run.seed_of(i));
    Drawn drawn = draw(r, static_cast<unsigned>(r.below(33)));
    ConvTransposeParams p;
    p.kh = r.upto(1, 4), p.kw = r.upto(1, 4);
    p.sh = r.upto(1, 4), p.sw = r.upto(1, 4);
    p.ph = r.upto(0, 1), p.pw = r.upto(0, 1);
    // A plane in which every residue has a position with all its taps inside, whatever the padding cuts off.
    drawn.shape.h = p.kh + 2;
    drawn.shape.w = p.kw + 2;
    p.rq = drawn.rq;
    const auto weights = draw_weights(r, static_cast<std::size_t>(drawn.shape.c) * p.kh * p.kw);
    p.weights = PackedInts(weights);
    std::vector<Tap> greatest, least;
    const std::size_t ho = static_cast<std::size_t>((drawn.shape.h - 1) * p.sh + p.kh - 2 * p.ph);
    const std::size_t wo = static_cast<std::size_t>((drawn.shape.w - 1) * p.sw + p.kw - 2 * p.pw);
    for (std::size_t pos = 0; pos < ho * wo; ++pos) {
      const auto taps = residue_taps(p, drawn.shape, weights, pos / wo, pos % wo);
      if (taps && extreme_sum(*taps, drawn.input, true) > extreme_sum(greatest, drawn.input, true)) {
        greatest = *taps;
      }
      if (taps && extreme_sum(*taps, drawn.input, false) < extreme_sum(least, drawn.input, false)) {
        least = *taps;
      }
    }
    expect_both_ends(loaded(0x11, drawn, write_params(p)), "convT.acc", drawn, greatest, least);
  }
}

// igdn (ops 8.3): igdn.r comes from the final norm, whose ends are those of beta_i + sum_j floor(gamma_ij*x_j^2 /
// 2^gf). A position of its own for each output channel and end: x_j^2 greatest where gamma_ij has the end's sign, else
// least.
TEST(Attainment, IgdnReachesBothEndsOfItsNorm) {
  const PropertyRun run = PropertyRun::from_environment();
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    SplitMix64 r(run.seed_of(i));
    const auto c = static_cast<std::size_t>(1 + r.below(4));
    const Range64 x = random_range(r, static_cast<unsigned>(r.below(24)));
    IgdnParams p;
    p.gf = r.upto(0, 20);
    p.frac = r.upto(0, 20);
    std::vector<std::int64_t> gamma(c * c);
    for (std::int64_t& v : gamma) {
      v = r.signed_bits(static_cast<unsigned>(r.below(30)));
    }
    p.gamma = PackedInts(gamma);
    for (std::size_t k = 0; k < c; ++k) {
      p.beta.push_back(r.signed_bits(static_cast<unsigned>(r.below(50))));
    }
    Drawn drawn;
    drawn.input = {static_cast<std::uint32_t>(c), kNoExponent, RangePolicy::check, x.lo, x.hi};
    const auto magnitude = [](std::int64_t v) { return v < 0 ? -v : v; };
    const std::int64_t most = magnitude(x.lo) > magnitude(x.hi) ? x.lo : x.hi;
    const std::int64_t least = x.lo <= 0 && x.hi >= 0 ? 0 : (magnitude(x.lo) < magnitude(x.hi) ? x.lo : x.hi);
    Tensor input({c, 2, c});
    for (std::size_t at = 0; at < input.data.size(); ++at) {
      const std::size_t j = at / (2 * c), end = at / c % 2, o = at % c;
      input.data[at] = (gamma[o * c + j] > 0) == (end == 0) ? most : least;
    }
    GraphModel model = fixtures::one_operator(0x12, {drawn.input.channels}, {drawn.input.channels}, write_params(p));
    model.tensors[0] = drawn.input;
    const Ends ends = traced_ends(value(load_graph(write_graph(model), Profile::acc64)), "igdn.r", {input});
    EXPECT_EQ(Wide::of(ends.min), ends.certified.lo);
    EXPECT_EQ(Wide::of(ends.max), ends.certified.hi);
  }
}

// The hull of what each key, and each result as "out.<k>", reached.
using Reached = std::map<std::string, Interval, std::less<>>;

void reach(Reached& reached, std::string_view key, const Interval& v) {
  if (const auto [at, is_new] = reached.emplace(std::string(key), v); !is_new) {
    at->second = hull(at->second, v);
  }
}

// The ends of a range, and 0 and -1 when it holds them. Corner 4*b + a: a of the first input, b of all the others.
std::vector<std::int64_t> corners(const TensorRecord& t) {
  return {t.lo, t.hi, std::clamp<std::int64_t>(0, t.lo, t.hi), std::clamp<std::int64_t>(-1, t.lo, t.hi)};
}

void decode_corner(const BoundedGraph& g, const RandomGraph& drawn, std::size_t corner, std::int64_t scalar,
                   Reached& reached) {
  std::vector<Tensor> inputs;
  for (const InputRecord& input : g.graph.model.inputs) {
    const bool is_first = input.tensor == g.graph.model.ops[0].in[0];
    const auto values = corners(g.graph.model.tensors[input.tensor]);
    inputs.emplace_back(drawn.shapes[input.tensor], values[is_first ? corner % 4 : corner / 4]);
  }
  const std::vector<std::int64_t> scalars(g.graph.model.scalars.size(), scalar);
  RunWatch watch;
  (void)run_graph(g, inputs, scalars, &watch);  // a `check` output may refuse, after the values were formed
  for (const Trace::Entry& e : watch.traces[0].entries()) {
    reach(reached, e.key, {Wide::of(e.min), Wide::of(e.max)});
  }
  const TextRun text = TextSequence(g.graph).decode(inputs, scalars);
  if (text.results.empty()) {
    return;  // a graph whose cap on elements refuses its own sizes
  }
  for (std::size_t k = 0; k < text.results[0].size(); ++k) {
    for (const std::int64_t v : text.results[0][k].data) {
      reach(reached, "out." + std::to_string(k), {Wide(v), Wide(v)});
    }
  }
}

// One operator of a rule that loses nothing: every corner of its inputs' ranges and every row of a chscale. True when
// something was compared.
bool expect_exact(const RandomGraph& drawn) {
  const auto g = load_graph(write_graph(drawn.model), Profile::acc64);
  const auto& inputs = drawn.model.inputs;
  const bool is_given =
      std::all_of(inputs.begin(), inputs.end(), [](const InputRecord& i) { return i.kind == InputKind::data; });
  const auto& in = drawn.model.ops[0].in;
  const bool is_square = in.size() == 2 && in[0] == in[1];  // the rules do not know that a tensor is read twice
  if (!g || !is_given || is_square) {
    return false;
  }
  const ScalarRecord rows = drawn.model.scalars.empty() ? ScalarRecord{0, 0} : drawn.model.scalars[0];
  Reached reached;
  for (std::int64_t row = rows.lo; row <= rows.hi; ++row) {
    for (std::size_t corner = 0; corner < (in.size() == 1 ? 4U : 16U); ++corner) {
      decode_corner(*g, drawn, corner, row, reached);
    }
  }
  const NodeRecord& node = g->bounds.nodes[0];
  for (const auto& [key, certified] : node.intermediates) {
    if (const auto at = reached.find(key); at != reached.end()) {  // leaky.p is recorded without a negative part too
      EXPECT_EQ(at->second, certified) << key;
    }
  }
  for (std::size_t k = 0; k < node.results.size() && !reached.empty(); ++k) {
    EXPECT_EQ(reached.at("out." + std::to_string(k)), node.results[k]) << "output " << k;
  }
  return !reached.empty();
}

TEST(Attainment, ElementwiseAndMovementRulesAreExact) {
  const PropertyRun run = PropertyRun::from_environment();
  std::size_t n_compared = 0;
  for (std::uint64_t i = 0; i < run.n_graphs && !HasFailure(); ++i) {
    SCOPED_TRACE(run.name(i));
    SplitMix64 random(run.seed_of(i));
    RandomGraphOptions options;
    for (const char* name :
         {"rescale", "chscale", "mul", "add", "chunk_add", "clamp", "relu", "leaky", "abs", "concat", "split",
          "pixel_shuffle", "pixel_unshuffle", "pad_rep", "crop_to", "subpos_split", "subpos_merge"}) {
      options.opcodes.push_back(find_operator(name)->opcode);
    }
    options.max_ops = 1;
    options.goal = random.chance(50) ? Goal::acc32 : Goal::acc64;
    const RandomGraph drawn = random_graph(random, options);
    SCOPED_TRACE(find_operator(drawn.model.ops[0].opcode)->name);
    n_compared += expect_exact(drawn) ? 1U : 0U;
  }
  if (run.n_graphs >= 1000) {
    EXPECT_GT(n_compared * 2, run.n_graphs);
  }
}

}  // namespace
}  // namespace wai::test
