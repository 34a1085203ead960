// The set of the conditional codec and a WIH1 decode against it (pay 4, 7): `wai.neural.int_hyper`, and the keyframe of
// `wai.video.int_hyper`.
#pragma once

#include <memory>
#include <vector>

#include "bounds/load.hpp"
#include "decode/cost.hpp"
#include "decode/driver.hpp"
#include "lower/capability.hpp"
#include "payload/wih1.hpp"

namespace wai {

class HyperSet {
 public:
  HyperSet(ParameterSet set, const Capability& capability) : set_(std::move(set)), capability_(&capability) {}

  using Parts = std::shared_ptr<const SetParts>;

  struct Plan {
    NetworkPlan h_s;
    NetworkPlan g_s;  // its output: the picture [3, h, w]
  };
  struct Graphs {
    BoundedGraph h_s;
    BoundedGraph g_s;
  };

  // pay 7 step 1.
  [[nodiscard]] Expected<Parts> parts() const;
  // Steps 2 to 4 for one payload, as far as WIH1's own text goes.
  [[nodiscard]] static Expected<Plan> fit(const SetParts& parts, const Wih1& payload);
  // The parts of the declared cost; the picture's bytes apart.
  static void add_cost(const Plan& plan, const Wih1& payload, CostCount& cost);
  // The lowered graphs, loaded for the capability's profile, once.
  [[nodiscard]] Expected<std::shared_ptr<const Graphs>> graphs(const SetParts& parts) const;
  // Steps 5 and 6: the streams and the networks, up to the RGB8 tensor [3, h, w].
  [[nodiscard]] static Expected<Tensor> decode(const SetParts& parts, const Graphs& graphs, const Wih1& payload,
                                               std::vector<StreamUse>& uses);

 private:
  ParameterSet set_;
  const Capability* capability_;
  Once<SetParts> parts_;
  Once<Graphs> graphs_;
};

}  // namespace wai
