// What holds for every operator of the table, whatever its family.
#include <map>

#include "ops/contraction.hpp"
#include "ops/elementwise.hpp"
#include "ops/linear.hpp"
#include "ops/movement.hpp"
#include "ops/normalisation.hpp"
#include "ops/requantisation.hpp"
#include "ops/scalar_function.hpp"
#include "ops/table_lookup.hpp"
#include "support/operators.hpp"

namespace wai {
namespace {

constexpr std::uint64_t kSeed = 20240611;
constexpr std::uint32_t kChannels = 2;

std::uint64_t pick(std::mt19937_64& random, std::uint64_t n) {
  return random() % n;
}

Rq plain_rq(std::uint8_t shift) {
  Rq rq;
  rq.shift = {shift};
  return rq;
}
// A multiplier, a shift and a bias for each of the two channels.
Rq full_rq() {
  return {Round::half_even, BiasPlacement::post, RqKind::per_channel, RqKind::per_channel, 4, 8, {3, -5}, {1, 40},
          {7, -7}};
}

// Valid parameters of every operator over two channels; those that are absent have none.
std::map<std::string_view, Bytes> valid_params() {
  const PackedInts four(std::vector<std::int32_t>{1, -2, 3, -4});
  const PackedInts two(std::vector<std::int64_t>{70000, kI64Min});
  return {
      {"conv", write_params(ConvParams{2, 1, 1, 1, 1, 0, 0, 1, full_rq(), four})},
      {"conv_transpose", write_params(ConvTransposeParams{1, 1, 2, 2, 1, 0, 0, 0, 0, plain_rq(9), four})},
      {"rescale", write_params(RescaleParams{full_rq()})},
      {"chscale", write_params(ChscaleParams{0, 2, Round::half_up, 5, four})},
      {"mul", write_params(MulParams{plain_rq(127)})},
      {"clamp", write_params(ClampParams{-300, 300})},
      {"leaky", write_params(LeakyParams{-77, 6})},
      {"lut16", write_params(Lut16Params{})},
      {"igdn", write_params(IgdnParams{3, 100, four, {5, -5}})},
      {"layernorm_c", write_params(LayernormCParams{65536, two, {5, -5}})},
      {"l2norm", write_params(L2normParams{77})},
      {"elu", write_params(EluParams{-99})},
      {"gram", write_params(ContractionParams{2, plain_rq(16)})},
      {"apply", write_params(ContractionParams{1, plain_rq(16)})},
      {"split", write_params(SplitParams{1, 1})},
      {"pixel_shuffle", write_params(PixelShuffleParams{1})},
      {"pixel_unshuffle", write_params(PixelShuffleParams{2})},
      {"pad_rep", write_params(PadRepParams{8})},
      {"crop", write_params(CropParams{{true, 0}, {false, 1}, {false, 2}, {true, 0}})},
      {"subpos_split", write_params(SubposParams{})},
      {"subpos_merge", write_params(SubposParams{})},
      {"fill", write_params(FillParams{true, 0})},
  };
}

// Up to three bytes changed, and now and then the length.
Bytes changed(Bytes params, std::mt19937_64& random) {
  for (std::uint64_t n = pick(random, 4); n > 0 && !params.empty(); --n) {
    const std::uint64_t at = pick(random, std::min<std::uint64_t>(params.size(), 100));
    params[at] = static_cast<std::uint8_t>(pick(random, 2) == 0 ? random() : pick(random, 5));
  }
  if (pick(random, 16) == 0) {
    params.resize(pick(random, params.size() + 2));
  }
  return params;
}

// Intervals from one point to the ends of ops 8.1's range.
Interval random_interval(std::mt19937_64& random) {
  const std::array<Wide, 9> ends = {Wide::of_magnitude(true, {0, 0, 0, std::uint64_t{1} << 63}),
                                    kI64Min,
                                    -70000,
                                    -1,
                                    0,
                                    1,
                                    32767,
                                    kI64Max,
                                    Wide::pow2(255)};
  const Wide a = ends.at(pick(random, ends.size()));
  const Wide b = ends.at(pick(random, ends.size()));
  return {min(a, b), max(a, b)};
}

void expect_ordered(const NodeRecord& node, std::string_view name) {
  for (const auto& [key, v] : node.intermediates) {
    EXPECT_LE(v.lo, v.hi) << name << " " << key << ", seed " << kSeed;
  }
  for (const Interval& v : node.results) {
    EXPECT_LE(v.lo, v.hi) << name << ", seed " << kSeed;
  }
}

// Reads the parameters; an operator also plans and bounds. `n_read` counts those.
void read_plan_and_bound(const OperatorRow& row, const Bytes& params, std::mt19937_64& random, int& n_read) {
  const std::vector<ScalarRecord> scalars(1, {0, 1});
  const std::uint32_t c = pick(random, 10) == 0 ? 0xFFFFFFFF : kChannels;
  const auto op = read_operator({row.name, std::vector<std::uint32_t>(row.min_in, c), params, scalars});
  if (!op) {
    ASSERT_EQ(code_of(op), RefusalCode::model_mismatch) << row.name << ", seed " << kSeed;
    return;
  }
  ++n_read;
  (void)channels_of(**op, Counts(row.min_in, c), {3, 3, 3, 3});
  if (c == kChannels) {
    (void)plan_at_load(**op, Shapes(row.min_in, {c, 4, 6}), {3}, scalars);
  }
  NodeRecord node = record_of({}, std::nullopt, {{0, 1}});
  for (std::size_t k = 0; k < row.min_in; ++k) {
    node.in.push_back({random_interval(random), Shape{c, 4, 6}, false});
  }
  if ((*op)->bounds(node)) {
    ASSERT_EQ(node.results.size(), row.n_out) << row.name;
    expect_ordered(node, row.name);
  }
}

// Any bytes give an operator or model_mismatch, and an operator bounds any intervals and plans any shapes: nothing
// overflows, nothing is allocated for a count that the bytes do not hold, no end passes the other. The sanitizers
// watch.
TEST(Families, ReadAnyBytesAndBoundAnyIntervals) {
  const auto valid = valid_params();
  std::mt19937_64 random(kSeed);
  for (const OperatorRow& row : operator_table()) {
    const auto at = valid.find(row.name);
    const Bytes params = at == valid.end() ? Bytes{} : at->second;
    int n_read = 0;
    for (int round = 0; round < (params.size() > 1000 ? 30 : 600); ++round) {
      read_plan_and_bound(row, changed(params, random), random, n_read);
    }
    EXPECT_GT(n_read, 9) << row.name << ", seed " << kSeed;
  }
}

}  // namespace
}  // namespace wai
