// One operator with its tensors, and the vectors made by varying it (ops 14.1).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/packed_ints.hpp"
#include "conform/builder.hpp"
#include "conform/graph_vector.hpp"
#include "conform/random.hpp"
#include "ops/rq.hpp"

namespace wai {

inline constexpr std::int64_t kI32Max = 2147483647;
inline constexpr std::int64_t kI32Min = -2147483648;
inline constexpr std::int64_t kI64Max = 9223372036854775807;
inline constexpr std::int64_t kI64Min = -kI64Max - 1;

using Values = std::vector<std::int64_t>;

// A graph of one operator, and a decode it admits. A vector varies a copy of one.
struct OpCase {
  std::string op;
  Bytes params;
  std::vector<TensorRecord> in;   // policy check, or clamp
  std::vector<TensorRecord> out;  // the operator's outputs, which are the graph's
  std::vector<ScalarRecord> scalars;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> max;  // declared sizes by input, or none
  std::uint32_t max_elems = 1U << 26U;
  VectorDecode decode;

  [[nodiscard]] GraphModel model() const;
  // Declares the sizes of the decode's own inputs.
  void declare_sizes();
};

// The vectors of one file, in order, their ids unique. An id says what its vector is for:
//   load-...  the load is refused;     run-...  a decode is refused;
//   ...-acc32 the graph meets acc32;   ...-acc64 the graph meets acc64 only.
class VectorList {
 public:
  void add(std::string id, Bytes graph, std::vector<VectorDecode> decodes = {});
  void add(std::string id, const GraphModel& model, std::vector<VectorDecode> decodes = {}) {
    add(std::move(id), write_graph(model), std::move(decodes));
  }
  void add(std::string id, const OpCase& c, std::vector<VectorDecode> decodes) {
    add(std::move(id), c.model(), std::move(decodes));
  }
  // With the case's own decode.
  void add(std::string id, const OpCase& c) { add(std::move(id), c.model(), {c.decode}); }

  [[nodiscard]] std::vector<GraphVector> take() { return std::move(vectors_); }

 private:
  std::vector<GraphVector> vectors_;
};

// An operator of one input, of this range, whose output has its channels; and the same on a row of one channel.
[[nodiscard]] OpCase unary_case(std::string_view op, Bytes params, std::int64_t lo, std::int64_t hi, Tensor x);
[[nodiscard]] OpCase row_case(std::string_view op, Bytes params, std::int64_t lo, std::int64_t hi,
                              const Values& values);

// Tensors.
[[nodiscard]] Tensor tensor_of(std::uint64_t c, std::uint64_t h, std::uint64_t w, Values values);
[[nodiscard]] Tensor filled(std::uint64_t c, std::uint64_t h, std::uint64_t w, std::int64_t value);
[[nodiscard]] Tensor counted(std::uint64_t c, std::uint64_t h, std::uint64_t w, std::int64_t first = 1);
[[nodiscard]] Tensor random_tensor(Random& random, std::uint64_t c, std::uint64_t h, std::uint64_t w, std::int64_t lo,
                                   std::int64_t hi);
[[nodiscard]] Values random_values(Random& random, std::size_t n, std::int64_t lo, std::int64_t hi);
[[nodiscard]] VectorDecode decode_of(std::vector<Tensor> inputs, Values scalars = {});

// Parameters. The width is the smallest of 4 and 8 bytes that holds every value, unless it is given.
[[nodiscard]] std::uint8_t least_width(const Values& values);
[[nodiscard]] PackedInts packed(const Values& values, unsigned width = 0);
// A requantisation without multiplier or bias, and one with more of its parts.
[[nodiscard]] Rq rq_of(Round round = Round::floor, std::vector<std::uint8_t> shift = {0});
[[nodiscard]] Rq with_mult(Rq rq, Values mult, std::uint8_t width = 0);
[[nodiscard]] Rq with_bias(Rq rq, BiasPlacement placement, Values bias, std::uint8_t width = 0);
[[nodiscard]] std::string_view round_name(Round round);
inline constexpr Round kRounds[] = {Round::floor, Round::half_up, Round::half_even};

}  // namespace wai
