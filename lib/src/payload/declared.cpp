#include "payload/declared.hpp"

namespace wai {

HeaderCost header_cost(const Wiv1& clip) {
  const std::uint64_t frame = std::uint64_t{3} * clip.h * clip.w;
  HeaderCost cost;
  cost.output_bytes = frame * clip.n_frames;
  cost.symbols = frame * clip.n_frames;
  if (clip.key) {
    cost.symbols += header_cost(*clip.key).symbols - frame;
  }
  cost.held_bytes = frame * clip.n_frames + kMotionVectorBytes * std::uint64_t{clip.vectors.size()};
  return cost;
}

HeaderCost header_cost(const Wih1& image) {
  return {std::nullopt, std::uint64_t{image.n_z} * image.zh * image.zw + std::uint64_t{image.m} * image.sh * image.sw,
          0};
}

HeaderCost header_cost(const Wia1& clip) {
  return {std::uint64_t{2} * clip.t_out, std::uint64_t{clip.n_ch} * clip.lat_len, 0};
}

HeaderCost header_cost(const Wis1& cloud) {
  return {std::uint64_t{cloud.attr} * cloud.s * cloud.s, std::uint64_t{cloud.c} * cloud.sh * cloud.sw, 0};
}

HeaderCost header_cost(const IntSynthPayload& image) {
  return {std::uint64_t{3} * image.h * image.w, 0, 0};
}

}  // namespace wai
