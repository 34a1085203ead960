// conv (ops 5.2): definition, shape rule, parameters (ops 10.4), bound rule (ops 8.3), conditions and flags.
#include <gtest/gtest.h>

#include "ops/linear.hpp"
#include "support/graphs.hpp"
#include "support/linear_model.hpp"

namespace wai {
namespace {

using namespace fixtures;
using exact::Int;

constexpr std::uint8_t kConv = 0x01;
constexpr auto kMismatch = RefusalCode::model_mismatch;

GraphModel graph_of(const ConvParams& p, std::uint32_t cin) {
  return one_operator(kConv, {cin}, {p.cout}, write_params(p));
}
std::unique_ptr<Operator> conv(const ConvParams& p, std::uint32_t cin) {
  return operator_of(graph_of(p, cin));
}

// kh x kw, one input channel a group, one output channel, no padding.
ConvParams square(std::uint32_t kh, std::uint32_t kw, std::vector<std::int8_t> weights) {
  ConvParams p;
  p.kh = kh;
  p.kw = kw;
  p.rq = plain_rq();
  p.weights = PackedInts(std::move(weights));
  return p;
}

Expected<std::vector<Shape>> planned(const ConvParams& p, const Shape& in, bool at_load = false) {
  PlanContext ctx;
  ctx.at_load = at_load;
  const std::uint64_t declared[] = {p.cout};
  return conv(p, static_cast<std::uint32_t>(in.c))->plan(std::span(&in, 1), declared, ctx);
}

// ---------------------------------------------------------------- definition

TEST(Conv, SumsTheWindowOfEachPosition) {
  // x = 1 2 3 / 4 5 6 / 7 8 9, w = 1 0 / -1 2: x00 - x10 + 2*x11.
  const auto p = square(2, 2, {1, 0, -1, 2});
  const Tensor x({1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_EQ(run(*conv(p, 1), {x}, {1, 2, 2}).data, (std::vector<std::int64_t>{7, 9, 13, 15}));
}

TEST(Conv, TakesZeroOutsideThePlane) {
  // A 3-tap row over 5 with padding 2: each position reads what of 0 0 5 0 0 lies under 1 10 100.
  auto p = square(1, 3, {1, 10, 100});
  p.pw = 2;
  EXPECT_EQ(run(*conv(p, 1), {Tensor({1, 1, 1}, 5)}, {1, 1, 3}).data, (std::vector<std::int64_t>{500, 50, 5}));
  // Padding past the kernel: the outermost positions read no element at all.
  p.pw = 4;
  EXPECT_EQ(run(*conv(p, 1), {Tensor({1, 1, 1}, 5)}, {1, 1, 7}).data,
            (std::vector<std::int64_t>{0, 0, 500, 50, 5, 0, 0}));
}

TEST(Conv, StepsByItsStride) {
  // Every third column of 1..8, a stride past the kernel.
  auto p = square(1, 1, {2});
  p.sw = 3;
  EXPECT_EQ(run(*conv(p, 1), {Tensor({1, 1, 8}, {1, 2, 3, 4, 5, 6, 7, 8})}, {1, 1, 3}).data,
            (std::vector<std::int64_t>{2, 8, 14}));
}

TEST(Conv, ReadsOnlyTheChannelsOfItsGroup) {
  // 4 input and 2 output channels in 2 groups: out0 = x0 + 10*x1, out1 = x2 + 10*x3.
  ConvParams p = square(1, 1, {1, 10, 1, 10});
  p.cout = 2;
  p.groups = 2;
  EXPECT_EQ(run(*conv(p, 4), {Tensor({4, 1, 1}, {1, 2, 3, 4})}, {2, 1, 1}).data, (std::vector<std::int64_t>{21, 43}));
}

TEST(Conv, RequantisesEachOutputChannel) {
  ConvParams p = square(1, 1, {1, 1});
  p.cout = 2;
  p.rq = with_bias(with_shifts(with_mult(plain_rq(0, Round::half_up), {3, -1}), {1, 0}), BiasPlacement::pre, {1, 2});
  // (4 + 1)*3 / 2 = 7.5 to 8;  -(4 + 2)
  EXPECT_EQ(run(*conv(p, 1), {Tensor({1, 1, 1}, 4)}, {2, 1, 1}).data, (std::vector<std::int64_t>{8, -6}));
}

// The definition as seven loops over an input padded with zeros.
Tensor by_definition(const ConvParams& p, const Tensor& x, const Shape& out, exact::Ranges& notes) {
  const std::size_t cg = x.shape.c / p.groups;
  const std::size_t og = p.cout / p.groups;
  const std::size_t hp = x.shape.h + 2 * p.ph;
  const std::size_t wp = x.shape.w + 2 * p.pw;
  const auto inside = [&](std::size_t v, std::size_t u) {
    return v >= p.ph && v < p.ph + x.shape.h && u >= p.pw && u < p.pw + x.shape.w;
  };
  Tensor padded({x.shape.c, hp, wp});
  for (std::size_t c = 0; c < x.shape.c; ++c) {
    for (std::size_t v = 0; v < hp; ++v) {
      for (std::size_t u = 0; u < wp; ++u) {
        padded.data[(c * hp + v) * wp + u] = inside(v, u) ? x.at(c, v - p.ph, u - p.pw) : 0;
      }
    }
  }
  Tensor y(out);
  for (std::size_t o = 0; o < out.c; ++o) {
    for (std::size_t row = 0; row < out.h; ++row) {
      for (std::size_t col = 0; col < out.w; ++col) {
        Int acc = 0;
        for (std::size_t ci = 0; ci < cg; ++ci) {
          for (std::size_t i = 0; i < p.kh; ++i) {
            for (std::size_t j = 0; j < p.kw; ++j) {
              const Int term = exact::product(p.weights[((o * cg + ci) * p.kh + i) * p.kw + j],
                                              padded.at(o / og * cg + ci, row * p.sh + i, col * p.sw + j));
              acc += term;
              if (inside(row * p.sh + i, col * p.sw + j)) {
                notes.hold("conv.term", term);
                notes.hold("conv.acc", acc);
              }
            }
          }
        }
        notes.hold("conv.acc", acc + p.rq.pre_bias(o));
        y.data[(o * out.h + row) * out.w + col] = static_cast<std::int64_t>(exact::rq_value(p.rq, o, acc, notes));
      }
    }
  }
  return y;
}

struct RandomConv {
  ConvParams p;
  std::uint32_t cin = 1;
};
RandomConv random_conv(exact::Random& random) {
  RandomConv c;
  ConvParams& p = c.p;
  p.groups = random.upto(1, 3);
  c.cin = p.groups * (random.coin() ? 1 : random.upto(1, 3));
  p.cout = p.groups * (random.coin() ? 1 : random.upto(1, 3));
  p.kh = random.upto(1, 5);
  p.kw = random.upto(1, 5);
  p.sh = random.upto(1, 4);
  p.sw = random.upto(1, 7);
  p.ph = random.coin() ? 0 : random.upto(0, 6);
  p.pw = random.coin() ? 0 : random.upto(0, 6);
  p.rq = exact::random_rq(random, p.cout);
  const unsigned width = 1U << random.upto(0, 3);
  p.weights = exact::random_weights(random, std::size_t{p.cout} * (c.cin / p.groups) * p.kh * p.kw, width,
                                    width == 1 ? 127 : 30000);
  return c;
}

TEST(Conv, EqualsSevenLoopsOverPaddedInputs) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [p, cin] = random_conv(random);
    const Tensor x = exact::random_tensor(random, {cin, random.upto(1, 7), random.upto(1, 7)}, -200, 200);
    // Ho = floor((H + 2ph - kh) / sh) + 1, in signed arithmetic here.
    const std::int64_t room_h = static_cast<std::int64_t>(x.shape.h) + 2 * std::int64_t{p.ph} - p.kh;
    const std::int64_t room_w = static_cast<std::int64_t>(x.shape.w) + 2 * std::int64_t{p.pw} - p.kw;
    const auto shapes = planned(p, x.shape);
    if (room_h < 0 || room_w < 0) {
      ASSERT_FALSE(shapes);
      EXPECT_EQ(shapes.refusal().code, RefusalCode::geometry_mismatch);
      ++refused;
      continue;
    }
    const Shape out = {p.cout, static_cast<std::uint64_t>(room_h / p.sh + 1),
                       static_cast<std::uint64_t>(room_w / p.sw + 1)};
    ASSERT_TRUE(shapes) << shapes.refusal().message;
    ASSERT_EQ(*shapes, std::vector<Shape>{out});
    exact::Ranges notes;
    const Tensor expected = by_definition(p, x, out, notes);
    const auto op = conv(p, cin);
    Trace trace;
    EXPECT_EQ(run(*op, {x}, out, {}, &trace), expected);
    EXPECT_EQ(run(*op, {x}, out), expected) << "without a trace";
    exact::expect_trace(trace, notes);
    ASSERT_FALSE(HasFailure()) << i;
  }
  EXPECT_GT(refused, 50);
}

TEST(Conv, HoldsSumsUpToTheEndsOfI64) {
  // 2^62 + (2^62 - 1) = 2^63 - 1, and -2^62 - 2^62 = -2^63.
  constexpr std::int64_t kTwo62 = std::int64_t{1} << 62;
  ConvParams p;
  p.rq = plain_rq();
  p.weights = PackedInts(std::vector<std::int64_t>{kTwo62, kTwo62 - 1});
  const auto top = conv(p, 2);
  EXPECT_EQ(run(*top, {Tensor({2, 1, 1}, {1, 1})}, {1, 1, 1}).data[0], INT64_MAX);
  p.weights = PackedInts(std::vector<std::int64_t>{kTwo62, kTwo62});
  EXPECT_EQ(run(*conv(p, 2), {Tensor({2, 1, 1}, {-1, -1})}, {1, 1, 1}).data[0], INT64_MIN);
  p.weights = PackedInts(std::vector<std::int64_t>{INT64_MIN, INT64_MAX});
  EXPECT_EQ(run(*conv(p, 2), {Tensor({2, 1, 1}, {1, 1})}, {1, 1, 1}).data[0], -1);
}

// ---------------------------------------------------------------- shape rule

TEST(ConvShape, NeedsTheKernelWithinThePaddedInput) {
  auto p = square(3, 2, std::vector<std::int8_t>(6, 1));
  p.ph = 1;
  EXPECT_EQ(*planned(p, {1, 1, 2}), (std::vector<Shape>{{1, 1, 1}}));  // 1 + 2 = 3 rows
  p.ph = 0;
  EXPECT_EQ(planned(p, {1, 2, 2}).refusal().code, RefusalCode::geometry_mismatch) << "3 rows over 2";
  EXPECT_EQ(planned(p, {1, 2, 2}, true).refusal().code, kMismatch) << "at load";
  EXPECT_EQ(planned(p, {1, 3, 1}).refusal().code, RefusalCode::geometry_mismatch) << "2 columns over 1";
}

TEST(ConvShape, CapsEachPaddedSideBeforeItsRule) {
  auto p = square(1, 1, {1});
  constexpr std::uint32_t kHalf = 1U << 25U;
  p.ph = kHalf - 1;
  EXPECT_EQ(*planned(p, {1, 2, 1}), (std::vector<Shape>{{1, kMaxElems, 1}}));  // 2 + 2^26 - 2
  EXPECT_EQ(planned(p, {1, 3, 1}).refusal().code, RefusalCode::too_large);
  EXPECT_EQ(planned(p, {1, 3, 1}, true).refusal().code, RefusalCode::too_large) << "at load as well";
  p.ph = ~0U;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::too_large);
  p.ph = 0;
  p.pw = kHalf;
  EXPECT_EQ(planned(p, {1, 1, 1}).refusal().code, RefusalCode::too_large);
  // A kernel too high for the input and a width past the cap: the size is formed first (ops 4).
  auto tall = square(2, 1, {1, 1});
  tall.pw = kHalf;
  EXPECT_EQ(planned(tall, {1, 1, 1}).refusal().code, RefusalCode::too_large);
}

TEST(ConvShape, TakesStridesPastTheInput) {
  auto p = square(1, 1, {1});
  p.sh = ~0U;
  p.sw = ~0U;
  EXPECT_EQ(*planned(p, {1, 5, 5}), (std::vector<Shape>{{1, 1, 1}}));
  EXPECT_EQ(run(*conv(p, 1), {Tensor({1, 2, 2}, {9, 8, 7, 6})}, {1, 1, 1}).data[0], 9);
}

TEST(ConvChannels, AreTheParametersCount) {
  ConvParams p = square(1, 1, {1, 2, 3, 4, 5, 6});
  p.cout = 3;
  const auto op = conv(p, 2);
  const std::uint64_t in[] = {2};
  EXPECT_EQ(*op->channels(in, in), std::vector<std::uint64_t>{3});
  EXPECT_TRUE(op->exponents({}, {}));
}

// ---------------------------------------------------------------- parameters

// 2 input and 4 output channels in 2 groups, 1 x 2, with the least RQ: 36 + 9 + 8 bytes.
Bytes valid_params() {
  ConvParams p = square(1, 2, {1, 2, 3, 4, 5, 6, 7, 8});
  p.cout = 4;
  p.groups = 2;
  return write_params(p);
}
void expect_params_refused(const Bytes& params, const std::string& what, std::uint32_t cin = 2) {
  const auto op = read_operator_0(one_operator(kConv, {cin}, {4}, params));
  ASSERT_FALSE(op) << what;
  EXPECT_EQ(op.refusal().code, kMismatch) << what;
}

TEST(ConvParams, AreLaidOutAsTheTextSays) {
  EXPECT_EQ(valid_params(), (Bytes{4, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,  // cout, kh, kw
                                   1, 0, 0, 0, 1, 0, 0, 0,              // sh, sw
                                   0, 0, 0, 0, 0, 0, 0, 0,              // ph, pw
                                   2, 0, 0, 0, 1, 0, 0, 0,              // groups, w_bytes, reserved
                                   0, 0, 0, 1, 0, 0, 0, 0, 0,           // RQ
                                   1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_TRUE(read_operator_0(one_operator(kConv, {2}, {4}, valid_params())));
}

TEST(ConvParams, RefuseAZeroWhereOneIsTheLeast) {
  for (const std::size_t at : {0U, 4U, 8U, 12U, 16U, 28U}) {  // cout, kh, kw, sh, sw, groups
    expect_params_refused(patched<std::uint32_t>(valid_params(), at, 0), "offset " + std::to_string(at));
  }
}

TEST(ConvParams, RefuseGroupsThatDoNotDivide) {
  expect_params_refused(patched<std::uint32_t>(valid_params(), 28, 3), "3 of 2 and 4");
  expect_params_refused(patched<std::uint32_t>(valid_params(), 28, 4), "4 of 2 input channels");
  expect_params_refused(patched<std::uint32_t>(valid_params(), 0, 3), "2 of 3 output channels");
  expect_params_refused(valid_params(), "2 of 3 input channels", 3);
}

TEST(ConvParams, RefuseAnotherWeightWidthAndReservedBytes) {
  for (const std::uint8_t width : Bytes{0, 3, 5, 16, 255}) {
    expect_params_refused(patched(valid_params(), 32, width), "w_bytes");
  }
  for (const std::size_t at : {33U, 34U, 35U}) {
    expect_params_refused(patched<std::uint8_t>(valid_params(), at, 1), "reserved");
  }
  expect_params_refused(patched<std::uint8_t>(valid_params(), 36, 3), "the RQ block's round");
}

TEST(ConvParams, RefuseAnyOtherLength) {
  for (std::size_t n = 0; n < valid_params().size(); ++n) {
    expect_params_refused(without(valid_params(), n, valid_params().size() - n), "cut at " + std::to_string(n));
  }
  expect_params_refused(with(valid_params(), valid_params().size(), {0}), "one byte more");
  expect_params_refused(patched<std::uint8_t>(valid_params(), 32, 2), "weights of 2 bytes");
}

TEST(ConvParams, OfHugeSizesAreRefusedBeforeAnythingIsAllocated) {
  for (const std::size_t at : {0U, 4U, 8U}) {
    expect_params_refused(patched<std::uint32_t>(valid_params(), at, ~1U), "2^32 - 2");
  }
  // (2^31)^2 * 4 = 2^64: the product of the weights' count passes 64 bits.
  Bytes params = patched<std::uint32_t>(patched<std::uint32_t>(valid_params(), 4, 1U << 31U), 8, 1U << 31U);
  expect_params_refused(params, "2^64 weights");
  expect_params_refused(patched<std::uint32_t>(params, 0, ~1U), "past 2^64 weights");
}

TEST(ConvParams, OfEveryWeightWidthAreWrittenBack) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    ConvParams p = square(2, 3, {});
    p.weights = exact::random_weights(random, 6, width, 100);
    const auto op = conv(p, 1);
    const Tensor x({1, 2, 3}, {1, 0, 0, 0, 0, 0});
    EXPECT_EQ(run(*op, {x}, {1, 1, 1}).data[0], p.weights[0]) << width;
  }
}

// ---------------------------------------------------------------- bound rule

NodeRecord bounds_of(const ConvParams& p, std::uint32_t cin, const Interval& x) {
  NodeRecord node = node_over({x});
  EXPECT_TRUE(conv(p, cin)->bounds(node));
  return node;
}

TEST(ConvBounds, AreThoseWorkedOutByHand) {
  // Weights 3 and -2 over [-1, 4]: terms [-3, 12] and [-8, 2]; with a pre bias of 5,
  // A = [0 - 3 - 8, 5 + 12 + 2].
  ConvParams p = square(1, 2, {3, -2});
  p.rq = with_bias(plain_rq(1), BiasPlacement::pre, {5});
  const NodeRecord node = bounds_of(p, 1, {-1, 4});
  EXPECT_EQ(node.intermediates.at("conv.term"), (Interval{-8, 12}));
  EXPECT_EQ(node.intermediates.at("conv.acc"), (Interval{-11, 19}));
  EXPECT_EQ(node.intermediates.at("rq.t"), (Interval{-11, 19}));
  EXPECT_EQ(node.intermediates.at("rq.p"), (Interval{-11, 19}));
  EXPECT_EQ(node.intermediates.at("rq.q"), (Interval{-6, 9}));
  EXPECT_EQ(node.results.at(0), (Interval{-6, 9}));
  // A negative pre bias widens the lower end only.
  p.rq.bias = {-5};
  EXPECT_EQ(bounds_of(p, 1, {-1, 4}).intermediates.at("conv.acc"), (Interval{-16, 14}));
  // An interval on one side of 0 leaves the other end at the missing taps' 0.
  p.rq = plain_rq();
  const NodeRecord right = bounds_of(p, 1, {2, 4});
  EXPECT_EQ(right.intermediates.at("conv.term"), (Interval{-8, 12}));
  EXPECT_EQ(right.intermediates.at("conv.acc"), (Interval{-8, 12}));
}

TEST(ConvBounds, HullTheOutputChannels) {
  ConvParams p = square(1, 1, {5, -7});
  p.cout = 2;
  const NodeRecord node = bounds_of(p, 1, {0, 2});
  EXPECT_EQ(node.intermediates.at("conv.term"), (Interval{-14, 10}));
  EXPECT_EQ(node.intermediates.at("conv.acc"), (Interval{-14, 10}));
  EXPECT_EQ(node.results.at(0), (Interval{-14, 10}));
}

// Every subset of the taps, with or without the bias, over every input of a small interval.
TEST(ConvBounds, AreTheHullOfEveryPartialSumOnSmallIntervals) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 300; ++i) {
    ConvParams p = square(1, 3, {});
    p.rq = with_bias(plain_rq(), BiasPlacement::pre, {random.within(-4, 4)});
    p.weights = exact::random_weights(random, 3, 1, 4);
    const std::int64_t lo = random.within(-4, 3);
    const std::int64_t hi = random.within(lo, 4);
    std::vector<Int> sums = {0, Int(p.rq.bias[0])};
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<Int> more = sums;
      for (std::int64_t x = lo; x <= hi; ++x) {
        for (const Int& s : sums) {
          more.push_back(s + exact::product(p.weights[k], x));
        }
      }
      sums = std::move(more);
    }
    const exact::Range hull = {*std::min_element(sums.begin(), sums.end()),
                               *std::max_element(sums.begin(), sums.end())};
    EXPECT_EQ(exact::of(bounds_of(p, 1, {lo, hi}).intermediates.at("conv.acc")), hull) << i;
  }
}

TEST(ConvBounds, AreAttainedByTheInputOfEachWeightsSign) {  // ops 14.1, item 1
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 200; ++i) {
    ConvParams p = square(random.upto(1, 3), random.upto(1, 3), {});
    const std::uint32_t cin = random.upto(1, 3);
    p.rq = with_bias(plain_rq(), BiasPlacement::pre, {random.within(-50, 50)});
    p.weights = exact::random_weights(random, std::size_t{cin} * p.kh * p.kw, 2, 1000);
    const std::int64_t lo = random.within(-100, 0);
    const std::int64_t hi = random.within(0, 100);
    Tensor least({cin, p.kh, p.kw});
    Tensor most({cin, p.kh, p.kw});
    for (std::size_t k = 0; k < least.data.size(); ++k) {
      least.data[k] = p.weights[k] > 0 ? lo : hi;
      most.data[k] = p.weights[k] > 0 ? hi : lo;
    }
    const NodeRecord node = bounds_of(p, cin, {lo, hi});
    Trace trace;
    run(*conv(p, cin), {least}, {1, 1, 1}, {}, &trace);
    run(*conv(p, cin), {most}, {1, 1, 1}, {}, &trace);
    for (const Trace::Entry& e : trace.entries()) {
      if (e.key == "conv.acc" || e.key == "conv.term") {
        const Interval certified = node.intermediates.at(e.key);
        EXPECT_LE(certified.lo, Wide::of(e.min)) << e.key;
        EXPECT_GE(certified.hi, Wide::of(e.max)) << e.key;
        if (e.key == "conv.acc") {
          EXPECT_EQ(certified, (Interval{Wide::of(e.min), Wide::of(e.max)})) << i;
        }
      }
    }
  }
}

TEST(ConvBounds, HoldWhateverARandomDecodeForms) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  for (int i = 0; i < 500; ++i) {
    const auto [p, cin] = random_conv(random);
    const Tensor x = exact::random_tensor(random, {cin, random.upto(5, 7), random.upto(5, 7)}, -20, 90);
    const auto shapes = planned(p, x.shape);
    ASSERT_TRUE(shapes);
    Trace trace;
    const Tensor y = run(*conv(p, cin), {x}, shapes->at(0), {}, &trace);
    const NodeRecord node = bounds_of(p, cin, {-20, 90});
    for (const Trace::Entry& e : trace.entries()) {
      EXPECT_LE(node.intermediates.at(e.key).lo, Wide::of(e.min)) << e.key;
      EXPECT_GE(node.intermediates.at(e.key).hi, Wide::of(e.max)) << e.key;
    }
    for (const std::int64_t v : y.data) {
      EXPECT_TRUE(node.results.at(0).lo <= Wide(v) && Wide(v) <= node.results.at(0).hi);
    }
  }
}

// The rule folded term by term, on intervals on both sides of i128, where the few-sums form ends (ops 8.2).
TEST(ConvBounds, EqualTheTermByTermFoldSaturatedOrNot) {
  exact::Random random;
  SCOPED_TRACE(random.name());
  int saturated = 0;
  for (int i = 0; i < 3000; ++i) {
    auto [p, cin] = random_conv(random);
    if (random.coin()) {
      p.weights = exact::random_weights(random, p.weights.size(), 8, INT64_MAX);
    }
    const exact::Range x = exact::random_interval(random);
    exact::Pass pass;
    exact::Ranges records;
    exact::Ranges result;
    const std::size_t taps = p.weights.size() / p.cout;
    for (std::size_t o = 0; o < p.cout; ++o) {
      std::vector<std::int64_t> own;
      for (std::size_t k = 0; k < taps; ++k) {
        own.push_back(p.weights[o * taps + k]);
      }
      result.hold("y", exact::linear_rules("conv", {own}, p.rq, o, x, pass, records));
    }
    const NodeRecord node = bounds_of(p, cin, exact::to_interval(x));
    exact::expect_record(node, records, result.at("y"), pass.saturated);
    ASSERT_TRUE(node.k_c_terms);
    EXPECT_EQ(exact::of(*node.k_c_terms), records.at("conv.term"));
    saturated += pass.saturated ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << i;
  }
  EXPECT_GT(saturated, 100);
  EXPECT_LT(saturated, 2900);
}

TEST(ConvBounds, SaturateInASumWhoseTermsDoNot) {
  // Two terms of 2^254 reach 2^255 and do not pass it; a third does.
  ConvParams p = square(1, 2, {1, 1});
  const NodeRecord two = bounds_of(p, 1, {0, Wide::pow2(254)});
  EXPECT_EQ(two.intermediates.at("conv.acc"), (Interval{0, Wide::pow2(255)}));
  EXPECT_FALSE(two.arith.saturated());
  p = square(1, 3, {1, 1, 1});
  const NodeRecord three = bounds_of(p, 1, {0, Wide::pow2(254)});
  EXPECT_EQ(three.intermediates.at("conv.acc"), (Interval{0, Wide::pow2(255)}));
  EXPECT_TRUE(three.arith.saturated());
}

TEST(ConvBounds, MeetTheEndsOfI64Exactly) {
  // Over [0, 1]: 2^63 - 1 + 1 passes i64; [-1, 2^63 - 1] does not.
  ConvParams p;
  p.weights = PackedInts(std::vector<std::int64_t>{INT64_MAX, 1});
  p.rq = plain_rq();
  EXPECT_EQ(bits(bounds_of(p, 2, {0, 1}).intermediates.at("conv.acc")), 65U);
  p.weights = PackedInts(std::vector<std::int64_t>{INT64_MAX, -1});
  EXPECT_EQ(bits(bounds_of(p, 2, {0, 1}).intermediates.at("conv.acc")), 64U);
}

// ---------------------------------------------------------------- mac, conditions, reasons

TEST(ConvRecord, HoldsTheWeightsRange) {
  const NodeRecord node = bounds_of(square(1, 3, {5, -9, 2}), 1, {-1, 1});
  ASSERT_TRUE(node.mac && node.mac->weights);
  EXPECT_EQ(*node.mac->weights, (Interval{-9, 5}));
  const NodeRecord positive = bounds_of(square(1, 2, {5, 9}), 1, {-1, 1});
  EXPECT_EQ(*positive.mac->weights, (Interval{5, 9})) << "0 is not among them";
}

TEST(ConvRecord, ConditionsTheWeightsAtTheEndsOfI32) {
  constexpr std::int64_t kTwo31 = std::int64_t{1} << 31;
  ConvParams p;
  p.rq = plain_rq();
  for (const std::int64_t w : {-kTwo31, kTwo31 - 1}) {
    p.weights = PackedInts(std::vector<std::int64_t>{w});
    EXPECT_TRUE(bounds_of(p, 1, {0, 1}).acc32_params.empty()) << w;
  }
  for (const std::int64_t w : {-kTwo31 - 1, kTwo31}) {
    p.weights = PackedInts(std::vector<std::int64_t>{w});
    EXPECT_EQ(bounds_of(p, 1, {0, 1}).acc32_params, std::vector<std::string_view>{"weights"}) << w;
  }
  p.rq = with_bias(with_mult(plain_rq(64), {kTwo31}), BiasPlacement::post, {kTwo31});
  EXPECT_EQ(bounds_of(p, 1, {0, 1}).acc32_params,
            (std::vector<std::string_view>{"rq.mult", "rq.shift", "rq.post_bias", "weights"}));
}

TEST(ConvRecord, GivesAReasonForGroupsThatAreNeitherOneNorDepthwise) {
  // cin, cout, groups, reason
  const std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>> rows = {
      {1, 1, 1, false}, {4, 6, 1, false}, {1, 3, 1, false}, {4, 4, 4, false},
      {4, 4, 2, true},  {4, 8, 4, true},  {2, 4, 2, true},  {6, 2, 2, true},
  };
  for (const auto& [cin, cout, groups, reason] : rows) {
    ConvParams p = square(1, 1, std::vector<std::int8_t>(std::size_t{cout} * (cin / groups), 1));
    p.cout = cout;
    p.groups = groups;
    const NodeRecord node = bounds_of(p, cin, {0, 1});
    EXPECT_EQ(node.npu_reasons.contains("conv_groups"), reason) << cin << " " << cout << " " << groups;
    EXPECT_TRUE(node.npu_flags.empty());
  }
}

}  // namespace
}  // namespace wai
