// One operator on its own: read from parameter bytes, planned, bounded and evaluated, without a graph around it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ops/families.hpp"
#include "ops/table.hpp"

namespace wai {

inline constexpr std::int64_t kI64Min = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kI64Max = std::numeric_limits<std::int64_t>::max();

void PrintTo(const Wide& v, std::ostream* os);
void PrintTo(const Interval& v, std::ostream* os);
void PrintTo(const Shape& v, std::ostream* os);

// The code of a refusal; none when there is a value.
template <class T>
[[nodiscard]] std::optional<RefusalCode> code_of(const Expected<T>& result) {
  return result ? std::nullopt : std::optional(result.refusal().code);
}

// The value of an Expected that a test takes to hold one; a test that is wrong about it ends here with the message.
template <class T>
[[nodiscard]] T value(Expected<T> result) {
  if (!result) {
    bug("a test met a refusal: " + result.refusal().message);
  }
  return *std::move(result);
}

// An operator as a graph holds it.
struct OperatorSpec {
  std::string_view name;
  std::vector<std::uint32_t> in_channels;
  Bytes params;
  std::vector<ScalarRecord> scalars;
};

// Load check 5: parameters, and nothing after them.
[[nodiscard]] Expected<OperatorPtr> read_operator(const OperatorSpec& spec);
// The same, of a spec that is valid.
[[nodiscard]] OperatorPtr operator_of(const OperatorSpec& spec);

// Every shorter parameter string and one longer is model_mismatch, and the string itself is not ("every parameter
// length is exact", ops 10.4). Long strings are cut at their ends and at random only.
void expect_exact_length(const OperatorSpec& spec);
// The parameters with the byte at `offset` replaced.
[[nodiscard]] OperatorSpec with_byte(OperatorSpec spec, std::size_t offset, std::uint8_t value);

using Counts = std::vector<std::uint64_t>;
using Shapes = std::vector<Shape>;
using Values = std::vector<std::int64_t>;

[[nodiscard]] Expected<Counts> channels_of(const Operator& op, const Counts& in, const Counts& declared = {});
[[nodiscard]] Expected<Shapes> plan_at_load(const Operator& op, const Shapes& in, const Counts& declared = {},
                                            const std::vector<ScalarRecord>& ranges = {});
[[nodiscard]] Expected<Shapes> plan_in_decode(const Operator& op, const Shapes& in, const Counts& declared = {},
                                              const Values& scalars = {});
// A shape rule that fails: model_mismatch at load, geometry_mismatch in a decode (ops 4).
void expect_shape_rule_fails(const Operator& op, const Shapes& in);
// A formed size that passes 2^26: too_large in both.
void expect_too_large(const Operator& op, const Shapes& in);

// A record that the bound rule reads: an interval for each input, the sizes of the first, the scalars' ranges.
[[nodiscard]] NodeRecord record_of(const std::vector<Interval>& in, std::optional<Shape> largest = std::nullopt,
                                   const std::vector<Interval>& scalars = {});
// The record after the bound rule, which does not refuse.
[[nodiscard]] NodeRecord bounds_of(const Operator& op, NodeRecord node);
[[nodiscard]] std::set<std::string_view> keys_of(const NodeRecord& node);

// The outputs, of the shapes that the operator plans.
[[nodiscard]] std::vector<Tensor> evaluate(const Operator& op, const std::vector<Tensor>& in,
                                           const Counts& declared = {}, const Values& scalars = {},
                                           Trace* trace = nullptr);
// The one output's elements.
[[nodiscard]] Values elements(const Operator& op, const std::vector<Tensor>& in, const Values& scalars = {});
// The result for one element.
[[nodiscard]] std::int64_t at_element(const Operator& op, std::int64_t v);

// Soundness (ops 8): evaluates, and expects every value noted within its recorded interval and every element within
// its producer result, and the trace to change no integer.
void expect_sound(const Operator& op, const std::vector<Tensor>& in, const NodeRecord& node);

// The least interval that holds what is added to it.
struct HullOf {
  std::optional<Interval> interval;
  void add(const Wide& v) { interval = interval ? hull(*interval, {v, v}) : Interval{v, v}; }
};

// f(lo, hi) for every interval within [from, to].
template <class F>
void for_each_interval(int from, int to, F f) {
  for (int lo = from; lo <= to; ++lo) {
    for (int hi = lo; hi <= to; ++hi) {
      f(lo, hi);
    }
  }
}

// f(values) for every vector of n values in [lo, hi].
template <class F>
void for_each_vector(std::size_t n, int lo, int hi, F f) {
  Values values(n, lo);
  while (true) {
    f(static_cast<const Values&>(values));
    std::size_t k = 0;
    while (k < n && values[k] == hi) {
      values[k++] = lo;
    }
    if (k == n) {
      return;
    }
    ++values[k];
  }
}

// A tensor of distinct values, so that a moved element shows where it came from.
[[nodiscard]] Tensor numbered(const Shape& shape);

}  // namespace wai
