#include "ops/exp_neg.hpp"

namespace wai {

void exp_neg_bounds(const Interval& u, NodeRecord& node) {
  constexpr std::int64_t kLeast = kExpNegOffset - (kExpNegPeriod - 1);  // t, 43245
  constexpr std::int64_t kGreatest = kExpNegOffset;
  const auto nl = [&](const Wide& v) { return node.arith.mul(kExpNegPeriod, node.arith.floor_div(v, kExpNegPeriod)); };
  node.record("exp.negx", u);
  node.record("exp.nl", {nl(u.lo), nl(u.hi)});
  node.record("exp.t2", {kLeast * kLeast, kGreatest * kGreatest});
  node.record("exp.c", {0, kExpNegFactor * ((kGreatest * kGreatest) >> 16)});
}

}  // namespace wai
