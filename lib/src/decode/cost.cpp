#include "decode/cost.hpp"

#include <limits>

#include "decode/driver.hpp"

namespace wai {
namespace {

Expected<void> within(std::string_view what, std::uint64_t declared, const std::optional<std::uint64_t>& limit) {
  if (limit && declared > *limit) {
    return refuse(RefusalCode::cost_over_limit, "the payload declares {} {}, the limit is {} (pay 7)", declared, what,
                  *limit);
  }
  return {};
}

}  // namespace

void CostCount::network(const NetworkPlan& plan) {
  Shape x = plan.input;
  for (const LayerPlan& layer : plan.layers) {
    step(x.elements() + layer.output.elements() + layer.uncropped);
    x = layer.output;
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - cost_.macs;
    cost_.macs += layer.macs < room ? layer.macs : room;
  }
}

Expected<void> check_cost(const DeclaredCost& cost, const CostLimits& limits) {
  WAI_CHECK(within("output bytes", cost.output_bytes, limits.output_bytes));
  WAI_CHECK(within("working bytes", cost.working_bytes, limits.working_bytes));
  return within("multiply-accumulates", cost.macs, limits.macs);
}

Expected<void> admit(const DeclaredCost& cost, const OutputForm& form, const DecodeOptions& options) {
  WAI_CHECK(check_cost(cost, options.limits));
  return options.form ? options.form(form) : Expected<void>();
}

}  // namespace wai
