// exp_neg_q16 (ops 2) inside softmax, sigmoid and elu: its bound rule and its traced value.
#pragma once

#include "ops/node_record.hpp"
#include "ops/trace.hpp"

namespace wai {

// The rule exp_neg_q16 of ops 8.3 from the interval of u = -x: records exp.negx, exp.nl, exp.t2 and exp.c.
void exp_neg_bounds(const Interval& u, NodeRecord& node);

// exp_neg_q16(x) for x <= 0. exp.negx is class acc, so under acc64 x is at least -(2^63 - 1).
template <class Probe>
[[nodiscard]] std::int64_t exp_neg_value(std::int64_t x, Probe probe) {
  const ExpNegQ16 e = exp_neg_q16_steps(x);
  probe.note("exp.negx", e.negx);
  probe.note("exp.nl", e.nl);
  probe.note("exp.t2", e.t2);
  probe.note("exp.c", e.c);
  return e.result;
}

}  // namespace wai
