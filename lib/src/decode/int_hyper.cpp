// The driver of `wai.neural.int_hyper` (pay 4, 7; ops 13.5): WIH1 to a picture.
#include "decode/drivers.hpp"
#include "decode/hyper_set.hpp"
#include "decode/samples.hpp"

namespace wai {
namespace {

class IntHyper final : public Session::Driver {
 public:
  explicit IntHyper(ParameterSet set) : set_(std::move(set), *find_capability("wai.neural.int_hyper")) {}

  Expected<Decoded> decode(std::span<const std::uint8_t> payload, const DecodeOptions& options) const override {
    WAI_TRY(const Wih1 wih1, parse_wih1(payload, HoldStreams::viewed));
    WAI_TRY(const auto parts, set_.parts());
    WAI_TRY(const HyperSet::Plan plan, HyperSet::fit(*parts, wih1));
    Decoded out;
    out.form = picture_form(plan.g_s.output().h, plan.g_s.output().w);
    WAI_CHECK(admit(cost_of(wih1, plan), out.form, options));
    WAI_TRY(const auto graphs, set_.graphs(*parts));
    WAI_TRY(const Tensor picture, HyperSet::decode(*parts, *graphs, wih1, out.streams));
    out.bytes = hwc_bytes(picture);
    return out;
  }

  Expected<DeclaredCost> declared(std::span<const std::uint8_t> payload) const override {
    WAI_TRY(const Wih1 wih1, parse_wih1(payload, HoldStreams::viewed));
    WAI_TRY(const auto parts, set_.parts());
    WAI_TRY(const HyperSet::Plan plan, HyperSet::fit(*parts, wih1));
    return cost_of(wih1, plan);
  }

 private:
  static DeclaredCost cost_of(const Wih1& wih1, const HyperSet::Plan& plan) {
    CostCount cost;
    cost.output_bytes(plan.g_s.output().elements());
    HyperSet::add_cost(plan, wih1, cost);
    return cost.finish();
  }

  HyperSet set_;
};

}  // namespace

std::unique_ptr<Session::Driver> make_int_hyper(ParameterSet set) {
  return std::make_unique<IntHyper>(std::move(set));
}

}  // namespace wai
