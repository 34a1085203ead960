#include "lower/canonical.hpp"

#include <limits>

#include "graph/whg1.hpp"
#include "ops/table.hpp"

namespace wai {

std::uint32_t CanonicalGraph::scalar(std::int64_t lo, std::int64_t hi) {
  graph_.scalars.push_back({lo, hi});
  return static_cast<std::uint32_t>(graph_.scalars.size() - 1);
}

std::uint32_t CanonicalGraph::input(std::uint32_t channels, CheckRange range, std::uint32_t max_h,
                                    std::uint32_t max_w) {
  if (!graph_.ops.empty()) {
    bug("canonical form: an input after an operator");
  }
  InputRecord record;
  record.tensor = tensor(channels, range);
  record.max_h = max_h;
  record.max_w = max_w;
  graph_.inputs.push_back(record);
  return record.tensor;
}

std::uint32_t CanonicalGraph::op(std::string_view name, std::initializer_list<std::uint32_t> in, Bytes params,
                                 std::uint32_t channels, std::optional<CheckRange> range) {
  const OperatorRow* row = find_operator(name);
  if (row == nullptr) {
    bug("canonical form: no operator of this name");
  }
  OperatorRecord record;
  record.opcode = row->opcode;
  record.in = in;
  record.out = {tensor(channels, range)};
  record.params = std::move(params);
  graph_.ops.push_back(std::move(record));
  return graph_.ops.back().out.front();
}

std::uint32_t CanonicalGraph::tensor(std::uint32_t channels, std::optional<CheckRange> range) {
  TensorRecord record;
  record.channels = channels;
  if (range) {
    record.policy = RangePolicy::check;
    record.lo = range->lo;
    record.hi = range->hi;
  }
  graph_.tensors.push_back(record);
  return static_cast<std::uint32_t>(graph_.tensors.size() - 1);
}

Expected<Bytes> CanonicalGraph::finish() const {
  constexpr std::size_t kMaxU32 = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < graph_.ops.size(); ++i) {
    if (graph_.ops[i].params.size() > kMaxU32) {
      return refuse(RefusalCode::model_mismatch, "operator {}: {} parameter bytes, 2^32 or more (ops 10.2)", i,
                    graph_.ops[i].params.size());
    }
  }
  if (graph_.tensors.size() > kMaxU32) {
    return refuse(RefusalCode::model_mismatch, "{} tensors, 2^32 or more (ops 10.1)", graph_.tensors.size());
  }
  return write_graph(graph_);
}

}  // namespace wai
