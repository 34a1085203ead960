// Stage-operator vectors (ops 14.1): the operands and modes of one call, and what it must give.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conform/forms.hpp"
#include "wai/stage.hpp"

namespace wai {

// The members of `in` and `modes`, an operator each. Integers are i64 as the form holds them: what leaves the types
// of ops 5E is refused by evaluation, model_mismatch at -1 (readings P23).
using Integers = std::vector<std::int64_t>;

struct Rans64Input {
  struct Table {
    Integers cdf;
    std::int64_t offset = 0;
  };
  Bytes stream;
  std::vector<Table> tables;
  Integers reads;
  TableRule table = TableRule::t4097;
  EscapeRule escape = EscapeRule::lenient;
  EndRule end = EndRule::canonical;
  std::int64_t lo = 0;  // strict only
  std::int64_t hi = 0;
};
struct DequantizeInput {
  std::int64_t sym = 0;
  std::int64_t f = 0;
  std::int64_t base = 0;
};
struct BucketInput {
  std::int64_t sigma = 0;
  Integers edges;
  BucketRule rule = BucketRule::ceil;
};
struct CodedInput {
  std::int64_t v = 0;
  std::int64_t thr = 0;
};
struct ScaleIndexInput {
  std::int64_t v = 0;
  std::int64_t s = 0;
  std::int64_t n = 1;
};
struct BlockStatInput {
  Tensor x;
  std::int64_t b = 1;
  std::int64_t s = 0;
  std::int64_t lo = 0;
  std::int64_t hi = 0;
};
struct BandLookupInput {
  std::int64_t v = 0;
  Integers edges;
  std::vector<Integers> table;
  std::int64_t row = 0;
};
struct MansInput {
  enum class Mode : std::uint8_t { sgm, fac };
  struct Span {
    std::vector<bool> mask;
    Integers sigma;
  };
  Mode mode = Mode::sgm;
  Bytes memory;
  std::vector<Integers> pmf;  // sgm
  Integers bounds;
  std::vector<Span> spans;
  std::vector<Integers> rows;  // fac
  Integers lengths;
};
struct ResidualStepInput {
  std::int64_t pred = 0;
  std::int64_t r = 0;
  std::int64_t q = 1;
  std::int64_t lo = 0;
  std::int64_t hi = 1;
};
struct McPredictInput {
  Tensor frame;
  std::int64_t y = 0;
  std::int64_t x = 0;
  std::int64_t c = 0;
  std::int64_t dy = 0;
  std::int64_t dx = 0;
  std::int64_t precision = 1;
};
struct Up2PredictInput {
  Tensor prev;
  std::int64_t d0 = 1;
  std::int64_t d1 = 1;
};
struct RatePredictInput {
  Tensor prev;
  std::int64_t rate_num = 1;
  std::int64_t rate_den = 1;
  std::int64_t d0 = 1;
};
struct CodingOrderInput {
  Integers shape;
  CodingOrder order = CodingOrder::raster;
  bool anchor = false;
};

// In the order of ops 5E's table: alternative i is E(i+1).
using StageInput = std::variant<Rans64Input, DequantizeInput, BucketInput, CodedInput, ScaleIndexInput, BlockStatInput,
                                BandLookupInput, MansInput, ResidualStepInput, McPredictInput, Up2PredictInput,
                                RatePredictInput, CodingOrderInput>;

// E1 to E13 by name, in order.
[[nodiscard]] std::span<const std::string_view> stage_operator_names();
[[nodiscard]] std::string_view stage_operator_name(const StageInput& in);

struct StageRefusal {
  std::int64_t at = -1;
  RefusalCode code{};
};
// The object `expect`, or a refusal and where it arose.
using StageOutcome = std::variant<JsonOut, StageRefusal>;

struct StageVector {
  std::string id;
  StageInput in;
  StageOutcome outcome;
};

// What the operator gives, by the reference evaluation. `why`, when given, takes a refusal's message.
[[nodiscard]] StageOutcome evaluate_stage(const StageInput& in, std::string* why = nullptr);

// { "expect": … } or { "at", "refuse" }, without the vector's other members.
[[nodiscard]] JsonOut stage_outcome_json(const StageOutcome& outcome);
// One line of a stage file, without its line feed; and without the members of its outcome.
[[nodiscard]] JsonOut stage_vector_json(const StageVector& vector);
[[nodiscard]] JsonOut stage_question_json(const StageVector& vector);
[[nodiscard]] Expected<StageVector> read_stage_vector(const json::Value& v);
// A question alone: `id`, `in`, `modes` and `op`. The members of an outcome may be there and are not read.
[[nodiscard]] Expected<StageVector> read_stage_question(const json::Value& v);

}  // namespace wai
