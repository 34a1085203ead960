// The parts of a declared cost that networks and latents make up (pay 7, Memory and work; readings P21).
#pragma once

#include <cstdint>

#include "lower/plan.hpp"
#include "wai/decode.hpp"

namespace wai {

inline constexpr std::uint64_t kElementBytes = 8;  // a latent or an activation: i64

// Adds up a cost step by step. Elements are those of tensors within 2^26 each, so no sum here passes 64 bits; work
// may, and stays at the largest value then.
class CostCount {
 public:
  // What is held besides each step's elements: a clip's frames and vectors.
  void always_bytes(std::uint64_t n) { always_ += n; }
  void output_bytes(std::uint64_t n) { cost_.output_bytes += n; }
  void symbols(std::uint64_t n) { cost_.symbols += n; }
  // A step of the decode that holds so many elements.
  void step(std::uint64_t elements) { peak_ = elements > peak_ ? elements : peak_; }
  // Every layer: its input, its output and its uncropped planes; and the network's work.
  void network(const NetworkPlan& plan);

  [[nodiscard]] DeclaredCost finish() const {
    DeclaredCost out = cost_;
    out.working_bytes = always_ + peak_ * kElementBytes;
    return out;
  }

 private:
  DeclaredCost cost_;
  std::uint64_t always_ = 0;
  std::uint64_t peak_ = 0;
};

}  // namespace wai
