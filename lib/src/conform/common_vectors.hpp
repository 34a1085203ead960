// Vectors that every operator has, made by varying one field of a case that decodes (ops 14.1 items 3 to 5).
#pragma once

#include "conform/op_case.hpp"

namespace wai {

// Arity, parameter length, ranges and policies of inputs and outputs, sizes, caps, exponents. Once an operator.
void add_common_vectors(VectorList& list, const OpCase& c);

// The widest ranges [-X, X], [0, X] and [-X, 0] of the inputs named that meet each profile, and those one past: the
// inputs attain their ends. What the profile first fails on is the operator's own value of the largest width.
void add_thresholds(VectorList& list, const std::string& id, const OpCase& c,
                    const std::vector<std::size_t>& inputs = {0});

// The widths of what only moves, where the output's interval is the input's: ends of i32, one past them on a side, ends
// of i64, for each input in turn.
enum class PastEnd : std::uint8_t { below, above };
void add_moved_widths(VectorList& list, OpCase c, PastEnd past);

// A decode that the plan refuses: as "run-<id>" in a graph that leaves its sizes open, and as "load-<id>" in one that
// declares them.
void add_plan_refusal(VectorList& list, const std::string& id, OpCase c);
// Sizes that just plan, in both graphs.
void add_plan(VectorList& list, const std::string& id, OpCase c);

// The producer result's interval of the one output, [lo, hi], by the check ranges that it touches or just misses.
void add_result_bounds(VectorList& list, const std::string& id, OpCase c, std::int64_t lo, std::int64_t hi);

// The parameters with one byte, or a little-endian u32, replaced; each is refused at load.
void add_byte_fault(VectorList& list, const std::string& id, OpCase c, std::size_t offset, std::uint8_t value);
// A width in bytes that no rule allows, at `offset`, with the `n` integers from `at` on written in that width.
struct WidthField {
  std::size_t offset, at, n;
};
void add_width_faults(VectorList& list, const std::string& id, const OpCase& c, const WidthField& field,
                      std::initializer_list<std::uint8_t> widths);
void add_u32_fault(VectorList& list, const std::string& id, OpCase c, std::size_t offset, std::uint32_t value);
// A nonzero reserved byte, first and last of n.
void add_reserved_faults(VectorList& list, const OpCase& c, std::size_t offset, std::size_t n);

}  // namespace wai
