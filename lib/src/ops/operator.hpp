// What every graph operator of ops 5 answers to. One class an operator, in its family's file; the table (ops/table)
// names them. Parser, plan, bounds pass, interpreter and certificate all go through this interface.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/caps.hpp"
#include "graph/model.hpp"
#include "ops/node_record.hpp"
#include "ops/trace.hpp"
#include "wai/tensor.hpp"

namespace wai {

// An operator's parameter bytes, and what of its graph their layout depends on (ops 10.4).
class ParamReader {
 public:
  ParamReader(const GraphModel& graph, std::size_t op_index);

  [[nodiscard]] std::uint64_t in_channels(std::size_t k = 0) const { return graph_->tensors[record_->in[k]].channels; }
  [[nodiscard]] std::size_t n_in() const { return record_->in.size(); }
  [[nodiscard]] std::span<const ScalarRecord> scalars() const { return graph_->scalars; }

  // Bytes that must be there, in order; every refusal is model_mismatch (ops 10.5 step 5). A size is compared with
  // what remains before anything is allocated for it.
  [[nodiscard]] Expected<void> need(CheckedSize n_bytes) const;
  [[nodiscard]] Expected<std::span<const std::uint8_t>> take(CheckedSize n_bytes);
  // n reserved bytes, each zero.
  [[nodiscard]] Expected<void> reserved(std::size_t n);
  // A field read without asking: `need` has confirmed it.
  template <std::integral T>
  T field() {
    return bytes_.read<T>();
  }
  // Nothing may follow the last parameter.
  [[nodiscard]] Expected<void> finish() const;

  // model_mismatch with the operator's index, name and the offset in the file.
  template <class... Args>
  [[nodiscard]] Refusal refuse(fmt::format_string<Args...> text, Args&&... args) const {
    return prefixed(fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  [[nodiscard]] Refusal prefixed(const std::string& what) const;

  const GraphModel* graph_;
  const OperatorRecord* record_;
  std::size_t index_;
  ByteReader bytes_;
};

// How a shape rule is read: at load, on the largest sizes, or in a decode, on its sizes and scalars (ops 4, 5).
struct PlanContext {
  bool at_load = false;
  std::span<const ScalarRecord> ranges;  // every scalar's declared range
  std::span<const std::int64_t> values;  // every scalar's value; none at load
  [[nodiscard]] RefusalCode shape_code() const {
    return at_load ? RefusalCode::model_mismatch : RefusalCode::geometry_mismatch;
  }
};

struct EvalContext {
  std::span<const std::int64_t> scalars;
  Trace* trace = nullptr;  // notes every named intermediate when set
};

class Operator {
 public:
  Operator() = default;
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;
  virtual ~Operator() = default;

  // The channels of each output (ops 5), from those of the inputs; `declared` are the output records' own, which only
  // `fill` reads. Refuses with model_mismatch (ops 10.5 step 7).
  [[nodiscard]] virtual Expected<std::vector<std::uint64_t>> channels(
      std::span<const std::uint64_t> in, std::span<const std::uint64_t> declared) const = 0;

  // The exponent rule (ops 3, 5.6), over the input and output tensors' exponents; most operators have none.
  [[nodiscard]] virtual Expected<void> exponents(std::span<const std::int8_t> in,
                                                 std::span<const std::int8_t> out) const;

  // The output shapes (ops 5): first the sizes formed before the shape rule (too_large), then the rule
  // (ctx.shape_code()). Channel counts are already right. The caller checks the outputs against max_elems.
  // `declared` are the output tensors' channels.
  [[nodiscard]] virtual Expected<std::vector<Shape>> plan(std::span<const Shape> in,
                                                          std::span<const std::uint64_t> declared,
                                                          const PlanContext& ctx) const = 0;

  // The bound rule of ops 8.3, with the conditions of 7.2 and the flags of 9.2. Only lut16 refuses (ops 5.6).
  [[nodiscard]] virtual Expected<void> bounds(NodeRecord& node) const = 0;

  // The definition of ops 5 in exact integers, one output tensor after another, each already of its planned shape.
  // The graph meets acc64 (load), so every value of class acc or tensor fits i64, and wide or product i128.
  virtual void evaluate(std::span<const Tensor* const> in, std::span<Tensor> out, const EvalContext& ctx) const = 0;
};

// The shapes of an operator with one output of its first input's shape.
[[nodiscard]] inline Expected<std::vector<Shape>> one_shape(const Shape& s) {
  return std::vector<Shape>{s};
}
[[nodiscard]] inline Expected<std::vector<std::uint64_t>> one_count(std::uint64_t c) {
  return std::vector<std::uint64_t>{c};
}

// `n <= 2^26` for a size formed before a shape rule is read (ops 3, 4), or too_large.
[[nodiscard]] Expected<std::uint64_t> formed_size(CheckedSize n, std::string_view what);

}  // namespace wai
