// conv_transpose (ops 5.3): definition, shape rule, parameters (ops 10.4), bound rule over residues (ops 8.3).
#include <gtest/gtest.h>

#include <chrono>

#include "ops/linear.hpp"
#include "support/graphs.hpp"
#include "support/linear_model.hpp"

namespace wai {
namespace {

using namespace fixtures;
using exact::Int;

constexpr std::uint8_t kConvTranspose = 0x11;
constexpr auto kMismatch = RefusalCode::model_mismatch;

std::unique_ptr<Operator> conv_transpose(const ConvTransposeParams& p, std::uint32_t cin) {
  return operator_of(one_operator(kConvTranspose, {cin}, {p.cout}, write_params(p)));
}

// One input and one output channel, a row of weights, stride s along it.
ConvTransposeParams row(std::vector<std::int8_t> weights, std::uint32_t stride) {
  ConvTransposeParams p;
  p.kw = static_cast<std::uint32_t>(weights.size());
  p.sw = stride;
  p.rq = plain_rq();
  p.weights = PackedInts(std::move(weights));
  return p;
}

Expected<std::vector<Shape>> planned(const ConvTransposeParams& p, const Shape& in, bool at_load = false) {
  PlanContext ctx;
  ctx.at_load = at_load;
  const std::uint64_t declared[] = {p.cout};
  return conv_transpose(p, static_cast<std::uint32_t>(in.c))->plan(std::span(&in, 1), declared, ctx);
}

std::vector<std::int64_t> run_row(const ConvTransposeParams& p, std::vector<std::int64_t> x) {
  const Shape in = {1, 1, x.size()};
  const auto shapes = planned(p, in);
  EXPECT_TRUE(shapes);
  return run(*conv_transpose(p, 1), {Tensor(in, std::move(x))}, shapes->at(0)).data;
}

// ---------------------------------------------------------------- definition

TEST(ConvTranspose, ScattersEachElementByItsStride) {
  // 2 at 0..2 and 3 at 2..4 under weights 1 10 100: 2 20 200+3 30 300.
  EXPECT_EQ(run_row(row({1, 10, 100}, 2), {2, 3}), (std::vector<std::int64_t>{2, 20, 203, 30, 300}));
}

TEST(ConvTranspose, CropsItsPaddingFromBothEnds) {
  auto p = row({1, 10, 100}, 2);
  p.pw = 1;
  EXPECT_EQ(run_row(p, {2, 3}), (std::vector<std::int64_t>{20, 203, 30}));
}

TEST(ConvTranspose, AddsItsOutputPaddingAtTheEndOnly) {
  auto p = row({1, 10, 100}, 2);
  p.opw = 3;  // past the stride
  p.rq = with_bias(plain_rq(), BiasPlacement::pre, {7});
  // A position that no tap reaches holds rq(0) = 7.
  EXPECT_EQ(run_row(p, {2, 3}), (std::vector<std::int64_t>{9, 27, 210, 37, 307, 7, 7, 7}));
  // The crop is taken from both ends of the padded plane: padding 2 of 8 leaves columns 2..5.
  p.pw = 2;
  EXPECT_EQ(run_row(p, {2, 3}), (std::vector<std::int64_t>{210, 37, 307, 7}));
}

TEST(ConvTranspose, LeavesGapsUnderAStridePastItsKernel) {
  auto p = row({5}, 3);
  p.rq = with_bias(plain_rq(), BiasPlacement::post, {-1});
  EXPECT_EQ(run_row(p, {1, 2, 3}), (std::vector<std::int64_t>{4, -1, -1, 9, -1, -1, 14}));
}

TEST(ConvTranspose, ReadsItsWeightsInputChannelFirst) {
  // Wt[ci][o]: out0 = 1*x0 + 3*x1, out1 = 2*x0 + 4*x1.
  ConvTransposeParams p = row({1, 2, 3, 4}, 1);
  p.kw = 1;
  p.cout = 2;
  EXPECT_EQ(run(*conv_transpose(p, 2), {Tensor({2, 1, 1}, {10, 100})}, {2, 1, 1}).data,
            (std::vector<std::int64_t>{310, 420}));
}

// The scatter form: every product added into an uncropped plane, then the crop.
Tensor by_scatter(const ConvTransposeParams& p, const Tensor& x, const Shape& out) {
  const std::size_t uh = (x.shape.h - 1) * p.sh + p.kh + p.oph;
  const std::size_t uw = (x.shape.w - 1) * p.sw + p.kw + p.opw;
  Tensor y(out);
  exact::Ranges unused;
  for (std::size_t o = 0; o < p.cout; ++o) {
    std::vector<Int> plane(uh * uw);
    for (std::size_t ci = 0; ci < x.shape.c; ++ci) {
      for (std::size_t u = 0; u < x.shape.h; ++u) {
        for (std::size_t v = 0; v < x.shape.w; ++v) {
          for (std::size_t i = 0; i < p.kh; ++i) {
            for (std::size_t j = 0; j < p.kw; ++j) {
              plane[(u * p.sh + i) * uw + v * p.sw + j] +=
                  exact::product(p.weights[((ci * p.cout + o) * p.kh + i) * p.kw + j], x.at(ci, u, v));
            }
          }
        }
      }
    }
    for (std::size_t r = 0; r < out.h; ++r) {
      for (std::size_t c = 0; c < out.w; ++c) {
        y.data[(o * out.h + r) * out.w + c] =
            static_cast<std::int64_t>(exact::rq_value(p.rq, o, plane[(r + p.ph) * uw + c + p.pw], unused));
      }
    }
  }
  return y;
}

// The definition's sum of one position in the order (ci, i, j), noting what it forms.
Int sum_by_definition(const ConvTransposeParams& p, const Tensor& x, std::size_t o, std::int64_t y, std::int64_t col,
                      exact::Ranges& notes) {
  Int acc = 0;
  for (std::size_t ci = 0; ci < x.shape.c; ++ci) {
    for (std::int64_t i = 0; i < p.kh; ++i) {
      for (std::int64_t j = 0; j < p.kw; ++j) {
        const std::int64_t ty = y + p.ph - i;
        const std::int64_t tx = col + p.pw - j;
        if (ty < 0 || ty % p.sh != 0 || ty / p.sh >= static_cast<std::int64_t>(x.shape.h) || tx < 0 || tx % p.sw != 0 ||
            tx / p.sw >= static_cast<std::int64_t>(x.shape.w)) {
          continue;
        }
        const std::size_t tap =
            ((ci * p.cout + o) * p.kh + static_cast<std::size_t>(i)) * p.kw + static_cast<std::size_t>(j);
        const Int term = exact::product(
            p.weights[tap], x.at(ci, static_cast<std::size_t>(ty / p.sh), static_cast<std::size_t>(tx / p.sw)));
        acc += term;
        notes.hold("convT.term", term);
        notes.hold("convT.acc", acc);
      }
    }
  }
  notes.hold("convT.acc", acc + p.rq.pre_bias(o));
  return acc;
}

struct RandomConvTranspose {
  ConvTransposeParams p;
  std::uint32_t cin = 1;
};
RandomConvTranspose random_conv_transpose(exact::Random& random) {
  RandomConvTranspose c;
  ConvTransposeParams& p = c.p;
  c.cin = random.upto(1, 3);
  p.cout = random.upto(1, 3);
  p.kh = random.upto(1, 5);
  p.kw = random.upto(1, 5);
  p.sh = random.upto(1, 4);
  p.sw = random.upto(1, 7);
  p.ph = random.coin() ? 0 : random.upto(0, 4);
  p.pw = random.coin() ? 0 : random.upto(0, 4);
  p.oph = random.coin() ? 0 : random.upto(0, 6);
  p.opw = random.coin() ? 0 : random.upto(0, 9);
  p.rq = exact::random_rq(random, p.cout);
  const unsigned width = 1U << random.upto(0, 3);
  p.weights = exact::random_weights(random, std::size_t{c.cin} * p.cout * p.kh * p.kw, width, width == 1 ? 127 : 30000);
  return c;
}

TEST(ConvTranspose, EqualsTheScatterFormAndNotesTheDefinitionsSums) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [p, cin] = random_conv_transpose(random);
    const Tensor x = exact::random_tensor(random, {cin, random.upto(1, 5), random.upto(1, 5)}, -200, 200);
    const auto side = [](std::uint64_t n, std::int64_t s, std::int64_t k, std::int64_t op, std::int64_t pad) {
      return (static_cast<std::int64_t>(n) - 1) * s + k + op - 2 * pad;
    };
    const std::int64_t ho = side(x.shape.h, p.sh, p.kh, p.oph, p.ph);
    const std::int64_t wo = side(x.shape.w, p.sw, p.kw, p.opw, p.pw);
    const auto shapes = planned(p, x.shape);
    if (ho < 1 || wo < 1) {
      ASSERT_FALSE(shapes);
      EXPECT_EQ(shapes.refusal().code, RefusalCode::geometry_mismatch);
      ++refused;
      continue;
    }
    const Shape out = {p.cout, static_cast<std::uint64_t>(ho), static_cast<std::uint64_t>(wo)};
    ASSERT_TRUE(shapes) << shapes.refusal().message;
    ASSERT_EQ(*shapes, std::vector<Shape>{out});
    const Tensor expected = by_scatter(p, x, out);
    exact::Ranges notes;
    for (std::size_t o = 0; o < p.cout; ++o) {
      for (std::int64_t r = 0; r < ho; ++r) {
        for (std::int64_t c = 0; c < wo; ++c) {
          const Int v = exact::rq_value(p.rq, o, sum_by_definition(p, x, o, r, c, notes), notes);
          ASSERT_EQ(v, expected.at(o, static_cast<std::size_t>(r), static_cast<std::size_t>(c)));
        }
      }
    }
    const auto op = conv_transpose(p, cin);
    Trace trace;
    EXPECT_EQ(run(*op, {x}, out, {}, &trace), expected);
    EXPECT_EQ(run(*op, {x}, out), expected) << "without a trace";
    exact::expect_trace(trace, notes);
    ASSERT_FALSE(HasFailure()) << i;
  }
  EXPECT_GT(refused, 50);
}

// The phase form of ops 9.3: residue by residue, a stride-1 sum over a flipped sub-kernel.
TEST(ConvTranspose, EqualsItsPhases) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int n = 0; n < 200; ++n) {
    auto [p, cin] = random_conv_transpose(random);
    p.ph = p.pw = 0;
    const Tensor x = exact::random_tensor(random, {cin, 3, 4}, -50, 50);
    const Shape out = planned(p, x.shape)->at(0);
    const Tensor y = run(*conv_transpose(p, cin), {x}, out);
    exact::Ranges unused;
    for (std::size_t o = 0; o < out.c; ++o) {
      for (std::size_t r = 0; r < out.h; ++r) {
        for (std::size_t c = 0; c < out.w; ++c) {
          Int z = 0;
          for (std::size_t ci = 0; ci < cin; ++ci) {
            for (std::size_t i = r % p.sh, t = 0; i < p.kh; i += p.sh, ++t) {
              for (std::size_t j = c % p.sw, t2 = 0; j < p.kw; j += p.sw, ++t2) {
                const std::size_t u = r / p.sh;
                const std::size_t v = c / p.sw;
                if (u >= t && u - t < 3 && v >= t2 && v - t2 < 4) {
                  z += exact::product(p.weights[((ci * p.cout + o) * p.kh + i) * p.kw + j], x.at(ci, u - t, v - t2));
                }
              }
            }
          }
          ASSERT_EQ(exact::rq_value(p.rq, o, z, unused), y.at(o, r, c));
        }
      }
    }
  }
}

// pay 7 counts every input element times cout*kh*kw; work that grows with the output rows times the kernel, or with the
// output rows times the input channels, would be hours behind a file of a megabyte.
TEST(ConvTranspose, CostsNoMoreThanItsDeclaredWork) {
  const auto start = std::chrono::steady_clock::now();
  ConvTransposeParams tall;
  tall.kh = 1U << 20U;
  tall.rq = plain_rq();
  std::vector<std::int8_t> weights(tall.kh, 1);
  weights.back() = 7;
  tall.weights = PackedInts(weights);
  const Shape out = planned(tall, {1, 1, 1})->at(0);
  EXPECT_EQ(out.h, tall.kh);
  EXPECT_EQ(run(*conv_transpose(tall, 1), {Tensor({1, 1, 1}, 3)}, out).data.back(), 21);

  ConvTransposeParams sparse;  // two taps a channel over 2^20 + 1 rows
  sparse.sh = 1U << 20U;
  sparse.rq = plain_rq();
  constexpr std::uint32_t kChannels = 1U << 18U;
  sparse.weights = PackedInts(std::vector<std::int8_t>(kChannels, 1));
  const Shape rows = planned(sparse, {kChannels, 2, 1})->at(0);
  EXPECT_EQ(rows.h, (1U << 20U) + 1);
  EXPECT_EQ(run(*conv_transpose(sparse, kChannels), {Tensor({kChannels, 2, 1}, 1)}, rows).data.back(), kChannels);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

// ---------------------------------------------------------------- shape rule

TEST(ConvTransposeShape, LeavesAtLeastOneRowAndColumn) {
  auto p = row({1, 1, 1}, 2);
  p.pw = 2;
  EXPECT_EQ(*planned(p, {1, 1, 2}), (std::vector<Shape>{{1, 1, 1}}));               // 5 - 4
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::geometry_mismatch);  // 3 - 4
  EXPECT_EQ(planned(p, {1, 1, 1}, true).refusal().code, kMismatch) << "at load";
  p.opw = 1;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::geometry_mismatch) << "4 - 4 is nothing";
  p.opw = 2;
  EXPECT_EQ(*planned(p, {1, 1, 1}), (std::vector<Shape>{{1, 1, 1}}));
  p.ph = ~0U;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::geometry_mismatch) << "rows";
}

TEST(ConvTransposeShape, CapsTheUncroppedSidesAndPlanesBeforeItsRule) {
  constexpr std::uint32_t kCap = 1U << 26U;
  auto p = row({1}, 1);
  p.sw = kCap - 1;
  p.pw = 1;
  EXPECT_EQ(*planned(p, {1, 1, 2}), (std::vector<Shape>{{1, 1, kCap - 2}}));  // (2 - 1)*(2^26 - 1) + 1 - 2
  p.opw = 1;
  EXPECT_EQ(planned(p, {1, 1, 2}).refusal().code, RefusalCode::too_large) << "a side of 2^26 + 1";
  EXPECT_EQ(planned(p, {1, 1, 2}, true).refusal().code, RefusalCode::too_large) << "at load as well";
  p.opw = 0;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::geometry_mismatch) << "1 - 2";
  // Rows likewise, and a product past 64 bits.
  p = row({1}, 1);
  p.sh = ~0U;
  EXPECT_EQ(planned(p, {1, 3, 1}).refusal().code, RefusalCode::too_large);
  p.oph = ~0U;
  EXPECT_EQ(planned(p, {1, kCap, 1}).refusal().code, RefusalCode::too_large);
  // cout planes of 2^13 x 2^13 are 2^26 elements; one more column is too many, cropped away or not.
  p = row({1}, 1);
  p.oph = (1U << 13U) - 1;
  p.opw = (1U << 13U) - 1;
  EXPECT_TRUE(planned(p, {1, 1, 1}));
  p.opw += 1;
  p.pw = 1;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::too_large);
  // Two output channels halve what fits.
  p = row({1, 1}, 1);
  p.kw = 1;
  p.cout = 2;
  p.opw = (1U << 25U) - 1;
  EXPECT_TRUE(planned(p, {1, 1, 1}));
  p.opw += 1;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::too_large);
  // A crop that leaves nothing of planes past the cap: the size is formed first (ops 4).
  p.pw = ~0U;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::too_large);
}

// ---------------------------------------------------------------- parameters

// 1 input and 2 output channels, 1 x 2, the least RQ: 40 + 9 + 4 bytes.
Bytes valid_params() {
  ConvTransposeParams p = row({1, 2, 3, 4}, 3);
  p.kw = 2;
  p.cout = 2;
  p.opw = 5;
  return write_params(p);
}
void expect_params_refused(const Bytes& params, const std::string& what, std::uint32_t cin = 1) {
  const auto op = read_operator_0(one_operator(kConvTranspose, {cin}, {2}, params));
  ASSERT_FALSE(op) << what;
  EXPECT_EQ(op.refusal().code, kMismatch) << what;
}

TEST(ConvTransposeParams, AreLaidOutAsTheTextSays) {
  EXPECT_EQ(valid_params(), (Bytes{2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,  // cout, kh, kw
                                   1, 0, 0, 0, 3, 0, 0, 0,              // sh, sw
                                   0, 0, 0, 0, 0, 0, 0, 0,              // ph, pw
                                   0, 0, 0, 0, 5, 0, 0, 0,              // oph, opw
                                   1, 0, 0, 0,                          // w_bytes, reserved
                                   0, 0, 0, 1, 0, 0, 0, 0, 0,           // RQ
                                   1, 2, 3, 4}));
  EXPECT_TRUE(read_operator_0(one_operator(kConvTranspose, {1}, {2}, valid_params())));
}

TEST(ConvTransposeParams, RefuseAZeroWhereOneIsTheLeast) {
  for (const std::size_t at : {0U, 4U, 8U, 12U, 16U}) {  // cout, kh, kw, sh, sw
    expect_params_refused(patched<std::uint32_t>(valid_params(), at, 0), "offset " + std::to_string(at));
  }
}

TEST(ConvTransposeParams, RefuseAnotherWeightWidthAndReservedBytes) {
  for (const std::uint8_t width : Bytes{0, 3, 5, 16, 255}) {
    expect_params_refused(patched(valid_params(), 36, width), "w_bytes");
  }
  for (const std::size_t at : {37U, 38U, 39U}) {
    expect_params_refused(patched<std::uint8_t>(valid_params(), at, 1), "reserved");
  }
}

TEST(ConvTransposeParams, RefuseAnyOtherLength) {
  for (std::size_t n = 0; n < valid_params().size(); ++n) {
    expect_params_refused(without(valid_params(), n, valid_params().size() - n), "cut at " + std::to_string(n));
  }
  expect_params_refused(with(valid_params(), valid_params().size(), {0}), "one byte more");
  expect_params_refused(valid_params(), "two input channels", 2);
  expect_params_refused(valid_params(), "2^32 - 1 input channels", ~0U);
}

TEST(ConvTransposeParams, OfHugeSizesAreRefusedBeforeAnythingIsAllocated) {
  for (const std::size_t at : {0U, 4U, 8U}) {
    expect_params_refused(patched<std::uint32_t>(valid_params(), at, ~0U), "2^32 - 1");
  }
  const Bytes params = patched<std::uint32_t>(patched<std::uint32_t>(valid_params(), 4, 1U << 31U), 8, 1U << 31U);
  expect_params_refused(params, "2^63 weights");
  expect_params_refused(params, "past 2^64 weights", ~0U);
}

// ---------------------------------------------------------------- bound rule

NodeRecord bounds_of(const ConvTransposeParams& p, std::uint32_t cin, const Interval& x) {
  NodeRecord node = node_over({x});
  EXPECT_TRUE(conv_transpose(p, cin)->bounds(node));
  return node;
}

TEST(ConvTransposeBounds, SumTheTapsOfEachResidueAlone) {
  // Stride 2 over weights 3 -5 4: residue 0 has 3 and 4, residue 1 has -5. Over [-1, 2]:
  // A0 = [-3 - 4, 6 + 8], A1 = [-10, 5]; their hull is [-10, 14].
  const NodeRecord node = bounds_of(row({3, -5, 4}, 2), 1, {-1, 2});
  EXPECT_EQ(node.intermediates.at("convT.term"), (Interval{-10, 8}));
  EXPECT_EQ(node.intermediates.at("convT.acc"), (Interval{-10, 14}));
  EXPECT_EQ(node.results.at(0), (Interval{-10, 14}));
  // Stride 1 sums all three: [-3 - 10 - 4, 6 + 5 + 8].
  EXPECT_EQ(bounds_of(row({3, -5, 4}, 1), 1, {-1, 2}).intermediates.at("convT.acc"), (Interval{-17, 19}));
  // A stride past the kernel leaves each tap alone, and residues without taps.
  for (const std::uint32_t stride : {3U, 4U, ~0U}) {
    EXPECT_EQ(bounds_of(row({3, -5, 4}, stride), 1, {-1, 2}).intermediates.at("convT.acc"), (Interval{-10, 8}));
  }
}

TEST(ConvTransposeBounds, JoinThePreBiasToEachResidue) {
  auto p = row({3, -5, 4}, 2);
  p.rq = with_bias(plain_rq(), BiasPlacement::pre, {6});
  EXPECT_EQ(bounds_of(p, 1, {-1, 2}).intermediates.at("convT.acc"), (Interval{-10, 20}));
  p.rq.bias = {-6};
  EXPECT_EQ(bounds_of(p, 1, {-1, 2}).intermediates.at("convT.acc"), (Interval{-16, 14}));
  // A residue without taps holds the bias alone, which A of the others holds as well (readings G10).
  p.sw = 100;
  p.rq.bias = {50};
  EXPECT_EQ(bounds_of(p, 1, {1, 1}).intermediates.at("convT.acc"), (Interval{-5, 54}));
}

TEST(ConvTransposeBounds, SeparateRowsFromColumns) {
  // 2 x 2 with stride 2 x 1: row residues {1, 2} and {3, 4}.
  ConvTransposeParams p = row({1, 2, 3, 4}, 1);
  p.kh = p.kw = 2;
  p.sh = 2;
  EXPECT_EQ(bounds_of(p, 1, {0, 1}).intermediates.at("convT.acc"), (Interval{0, 7}));
  std::swap(p.sh, p.sw);  // column residues {1, 3} and {2, 4}
  EXPECT_EQ(bounds_of(p, 1, {0, 1}).intermediates.at("convT.acc"), (Interval{0, 6}));
}

exact::WeightSets residues(const ConvTransposeParams& p, std::uint32_t cin, std::size_t o) {
  exact::WeightSets sets(std::size_t{p.sh} * p.sw);  // small strides only: every residue, those without taps too
  for (std::size_t ci = 0; ci < cin; ++ci) {
    for (std::size_t i = 0; i < p.kh; ++i) {
      for (std::size_t j = 0; j < p.kw; ++j) {
        sets[(i % p.sh) * p.sw + j % p.sw].push_back(p.weights[((ci * p.cout + o) * p.kh + i) * p.kw + j]);
      }
    }
  }
  return sets;
}

TEST(ConvTransposeBounds, EqualTheTermByTermFoldSaturatedOrNot) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int saturated = 0;
  for (int i = 0; i < 3000; ++i) {
    auto [p, cin] = random_conv_transpose(random);
    if (random.coin()) {
      p.weights = exact::random_weights(random, p.weights.size(), 8, INT64_MAX);
    }
    const exact::Range x = exact::random_interval(random);
    exact::Pass pass;
    exact::Ranges records;
    exact::Ranges result;
    for (std::size_t o = 0; o < p.cout; ++o) {
      result.hold("y", exact::linear_rules("convT", residues(p, cin, o), p.rq, o, x, pass, records));
    }
    const NodeRecord node = bounds_of(p, cin, exact::to_interval(x));
    exact::expect_record(node, records, result.at("y"), pass.saturated);
    ASSERT_TRUE(node.k_c_terms);
    EXPECT_EQ(exact::of(*node.k_c_terms), records.at("convT.term"));
    saturated += pass.saturated ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << i;
  }
  EXPECT_GT(saturated, 100);
  EXPECT_LT(saturated, 2900);
}

TEST(ConvTransposeBounds, AreAttainedInTheResidueThatDecides) {  // ops 14.1, item 1
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int n = 0; n < 200; ++n) {
    auto [p, cin] = random_conv_transpose(random);
    p.cout = 1;
    p.ph = p.pw = p.oph = p.opw = 0;
    p.rq = with_bias(plain_rq(), BiasPlacement::pre, {random.within(-50, 50)});
    p.weights = exact::random_weights(random, std::size_t{cin} * p.kh * p.kw, 2, 1000);
    const std::int64_t lo = random.within(-100, 0);
    const std::int64_t hi = random.within(0, 100);
    const Interval certified = bounds_of(p, cin, {lo, hi}).intermediates.at("convT.acc");
    // As many input rows and columns as one residue has taps; each position of the last reads all of its taps.
    const Shape in = {cin, (p.kh + p.sh - 1) / p.sh, (p.kw + p.sw - 1) / p.sw};
    const auto op = conv_transpose(p, cin);
    Trace trace;
    for (std::size_t ry = 0; ry < std::min(p.sh, p.kh); ++ry) {
      for (std::size_t rx = 0; rx < std::min(p.sw, p.kw); ++rx) {
        for (const bool most : {false, true}) {
          Tensor x(in);
          for (std::size_t ci = 0; ci < cin; ++ci) {
            for (std::size_t i = ry; i < p.kh; i += p.sh) {
              for (std::size_t j = rx; j < p.kw; j += p.sw) {
                const std::int64_t w = p.weights[(ci * p.kh + i) * p.kw + j];
                x.data[(ci * in.h + (in.h - 1 - i / p.sh)) * in.w + (in.w - 1 - j / p.sw)] = (w > 0) == most ? hi : lo;
              }
            }
          }
          run(*op, {x}, planned(p, in)->at(0), {}, &trace);
        }
      }
    }
    for (const Trace::Entry& e : trace.entries()) {
      if (e.key == "convT.acc") {
        EXPECT_EQ(certified, (Interval{Wide::of(e.min), Wide::of(e.max)})) << n;
      }
    }
  }
}

TEST(ConvTransposeBounds, HoldWhateverARandomDecodeForms) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 300; ++i) {
    auto [p, cin] = random_conv_transpose(random);
    p.ph = p.pw = 0;
    const Tensor x = exact::random_tensor(random, {cin, 4, 5}, -20, 90);
    Trace trace;
    run(*conv_transpose(p, cin), {x}, planned(p, x.shape)->at(0), {}, &trace);
    const NodeRecord node = bounds_of(p, cin, {-20, 90});
    for (const Trace::Entry& e : trace.entries()) {
      EXPECT_LE(node.intermediates.at(e.key).lo, Wide::of(e.min)) << e.key;
      EXPECT_GE(node.intermediates.at(e.key).hi, Wide::of(e.max)) << e.key;
    }
  }
}

// ---------------------------------------------------------------- mac, conditions

TEST(ConvTransposeRecord, HoldsTheWeightsRangeAndCondition) {
  const NodeRecord node = bounds_of(row({5, -9, 2}, 2), 1, {-1, 1});
  ASSERT_TRUE(node.mac && node.mac->weights);
  EXPECT_EQ(*node.mac->weights, (Interval{-9, 5}));
  EXPECT_TRUE(node.acc32_params.empty());
  EXPECT_TRUE(node.npu_reasons.empty());
  constexpr std::int64_t kTwo31 = std::int64_t{1} << 31;
  auto p = row({1}, 1);
  for (const std::int64_t w : {-kTwo31, kTwo31 - 1}) {
    p.weights = PackedInts(std::vector<std::int64_t>{w});
    EXPECT_TRUE(bounds_of(p, 1, {0, 1}).acc32_params.empty()) << w;
  }
  for (const std::int64_t w : {-kTwo31 - 1, kTwo31}) {
    p.weights = PackedInts(std::vector<std::int64_t>{w});
    EXPECT_EQ(bounds_of(p, 1, {0, 1}).acc32_params, std::vector<std::string_view>{"weights"}) << w;
  }
}

}  // namespace
}  // namespace wai
