// The part of a payload's declared cost that its header alone fixes (pay 7, Memory and work). The networks add theirs.
#pragma once

#include <cstdint>
#include <optional>

#include "payload/int_synth_payload.hpp"
#include "payload/wia1.hpp"
#include "payload/wih1.hpp"
#include "payload/wis1.hpp"
#include "payload/wiv1.hpp"

namespace wai {

// Every sum is over sizes within the caps of pay 7, so none passes 64 bits.
struct HeaderCost {
  std::optional<std::uint64_t> output_bytes;  // absent for WIH1: its synthesis network gives the picture's size
  std::uint64_t symbols = 0;                  // one entropy-decode step each
  std::uint64_t held_bytes = 0;               // a clip's frames and 4 bytes a vector, held at every step (readings P21)

  friend bool operator==(const HeaderCost&, const HeaderCost&) = default;
};

[[nodiscard]] HeaderCost header_cost(const Wiv1& clip);  // a nested keyframe's symbols included
[[nodiscard]] HeaderCost header_cost(const Wih1& image);
[[nodiscard]] HeaderCost header_cost(const Wia1& clip);
[[nodiscard]] HeaderCost header_cost(const Wis1& cloud);
[[nodiscard]] HeaderCost header_cost(const IntSynthPayload& image);

}  // namespace wai
