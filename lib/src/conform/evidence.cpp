#include "conform/evidence.hpp"

#include <algorithm>

#include "graph/whg1.hpp"

namespace wai {
namespace {

const std::vector<Tensor>* outputs_of(const VectorDecode& d) {
  return std::get_if<std::vector<Tensor>>(&d.expect);
}

bool has(const std::vector<Tensor>& tensors, std::int64_t v) {
  return std::any_of(tensors.begin(), tensors.end(),
                     [v](const Tensor& t) { return std::find(t.data.begin(), t.data.end(), v) != t.data.end(); });
}

// Where the RQ block of an operator stands in its parameters (ops 10.4).
std::optional<std::size_t> rq_offset(std::string_view op) {
  constexpr std::pair<std::string_view, std::size_t> kOffsets[] = {
      {"conv", 36}, {"conv_transpose", 40}, {"rescale", 0}, {"mul", 0}, {"gram", 4}, {"apply", 4}};
  for (const auto& [name, offset] : kOffsets) {
    if (name == op) {
      return offset;
    }
  }
  return std::nullopt;
}

}  // namespace

Evidence::Evidence(std::string file, GraphVector vector) : file_(std::move(file)), vector_(std::move(vector)) {
  if (auto model = parse_graph(vector_.graph)) {
    model_ = *std::move(model);
  }
  if (auto bounded = bound_graph(vector_.graph, "graph")) {
    bounded_.emplace(*std::move(bounded));
  }
  if (!bounded_ || !loads()) {
    return;
  }
  Sequence sequence(*bounded_);
  for (const VectorDecode& d : vector_.decodes) {
    RunWatch watch;
    (void)sequence.decode(d.inputs, d.scalars, &watch);  // whether it completes, the vector says
    traces_.push_back(std::move(watch.traces));
  }
}

bool Evidence::some_decode(const DecodeTest& f) const {
  return std::any_of(vector_.decodes.begin(), vector_.decodes.end(),
                     [&](const VectorDecode& d) { return outputs_of(d) != nullptr && f(d); });
}

bool Evidence::some_refusal(RefusalCode code, const DecodeTest& f) const {
  return std::any_of(vector_.decodes.begin(), vector_.decodes.end(), [&](const VectorDecode& d) {
    const auto* refused = std::get_if<RefusalCode>(&d.expect);
    return refused != nullptr && *refused == code && f(d);
  });
}

bool Evidence::some_end(std::string_view key, const std::function<bool(i128)>& f) const {
  for (const auto& decode : traces_) {
    if (decode.empty()) {
      continue;
    }
    for (const Trace::Entry& entry : decode.front().entries()) {
      if (entry.key == key && (f(entry.min) || f(entry.max))) {
        return true;
      }
    }
  }
  return false;
}

bool Evidence::some_value(i128 v) const {
  for (const auto& decode : traces_) {
    for (const Trace& trace : decode) {
      for (const Trace::Entry& entry : trace.entries()) {
        if (entry.min == v || entry.max == v) {
          return true;
        }
      }
    }
  }
  return some_decode([&](const VectorDecode& d) {
    const auto value = static_cast<std::int64_t>(v);
    return static_cast<i128>(value) == v && (has(d.inputs, value) || has(*outputs_of(d), value));
  });
}

std::optional<RoundSetting> round_setting(const Evidence& e) {
  if (e.bounded() == nullptr) {
    return std::nullopt;
  }
  const OperatorRecord& op = e.model()->ops.front();
  const std::string_view name = find_operator(op.opcode)->name;
  const Bytes& p = op.params;
  if (name == "chscale") {
    return RoundSetting{static_cast<Round>(p[8]), {p[10]}};
  }
  const auto at = rq_offset(name);
  if (!at) {
    return std::nullopt;
  }
  const std::size_t channels = e.model()->tensors[op.out.front()].channels;
  const std::size_t n_mult = p[*at + 2] == 0 ? 0 : p[*at + 2] == 1 ? 1 : channels;
  const std::size_t n_shift = p[*at + 3] == 1 ? 1 : channels;
  const std::size_t shifts = *at + 8 + n_mult * p[*at + 4];
  RoundSetting out{static_cast<Round>(p[*at]), {}};
  for (std::size_t i = 0; i < n_shift; ++i) {
    out.shifts.push_back(p[shifts + i]);
  }
  return out;
}

}  // namespace wai
