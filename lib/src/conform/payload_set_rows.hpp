// Tables of parameter sets for the payload fixtures: a set of payloads/sets/ each, and the line that reads it.
#pragma once

#include "conform/payload_images.hpp"
#include "conform/payload_sets.hpp"

namespace wai {

// A set of the conditional codec, tiny_hyper_files() but for an edit, under an image of one element.
struct HyperSetRow {
  std::string name;
  std::string rule;
  std::optional<RefusalCode> refuse;
  std::function<void(HyperFiles& f)> edit;
  ImageCase image = tiny_image();
  CostLimits limits = {};
};
// The same as a constant.
struct HyperSetText {
  const char* name;
  const char* rule;
  std::optional<RefusalCode> refuse;
  void (*edit)(HyperFiles& f);
  ImageCase (*image)() = [] { return tiny_image(); };
  CostLimits limits = {};
};
[[nodiscard]] std::vector<HyperSetRow> hyper_entropy_rows();  // entropy.json (pins P1)
[[nodiscard]] std::vector<HyperSetRow> hyper_network_rows();  // pay 7: members, plans, shapes, ranges
[[nodiscard]] std::vector<HyperSetRow> hyper_order_rows();    // two faults at once

}  // namespace wai
