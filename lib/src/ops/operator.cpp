#include "ops/operator.hpp"

#include "ops/table.hpp"

namespace wai {

ParamReader::ParamReader(const GraphModel& graph, std::size_t op_index)
    : graph_(&graph), record_(&graph.ops[op_index]), index_(op_index), bytes_(record_->params) {}

Refusal ParamReader::prefixed(const std::string& what) const {
  const OperatorRow* row = find_operator(record_->opcode);
  return wai::refuse(RefusalCode::model_mismatch, "operator {} ({}), offset {}: {}", index_,
                     row == nullptr ? "unknown" : row->name, record_->params_offset + bytes_.offset(), what);
}

Expected<void> ParamReader::need(CheckedSize n_bytes) const {
  if (!n_bytes.within(bytes_.remaining())) {
    return refuse("the parameters end early: {} bytes remain (ops 10.4)", bytes_.remaining());
  }
  return {};
}

Expected<std::span<const std::uint8_t>> ParamReader::take(CheckedSize n_bytes) {
  WAI_CHECK(need(n_bytes));
  return bytes_.take(static_cast<std::size_t>(*n_bytes.value()));
}

Expected<void> ParamReader::reserved(std::size_t n) {
  WAI_TRY(const auto bytes, take(n));
  for (const std::uint8_t b : bytes) {
    if (b != 0) {
      return refuse("a reserved field is not zero (ops 10.4)");
    }
  }
  return {};
}

Expected<void> ParamReader::finish() const {
  if (!bytes_.at_end()) {
    return refuse("{} bytes after the last parameter (ops 10.4)", bytes_.remaining());
  }
  return {};
}

Expected<void> Operator::exponents(std::span<const std::int8_t>, std::span<const std::int8_t>) const {
  return {};
}

Expected<std::uint64_t> formed_size(CheckedSize n, std::string_view what) {
  if (!n.within(kMaxElems)) {
    return refuse(RefusalCode::too_large, "{} passes 2^26 (ops 3)", what);
  }
  return *n.value();
}

}  // namespace wai
