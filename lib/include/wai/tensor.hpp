// Tensors: shape [C, H, W], elements in CHW order (ops 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wai {

// Every dimension is at least 1 in a planned tensor; C*H*W is within 2^26.
struct Shape {
  std::uint64_t c = 0;
  std::uint64_t h = 0;
  std::uint64_t w = 0;

  friend bool operator==(const Shape&, const Shape&) = default;
  [[nodiscard]] constexpr std::size_t plane() const { return static_cast<std::size_t>(h * w); }
  [[nodiscard]] constexpr std::size_t elements() const { return static_cast<std::size_t>(c * h * w); }
};

// Element (c, y, x) stands at (c*H + y)*W + x.
struct Tensor {
  Shape shape;
  std::vector<std::int64_t> data;

  Tensor() = default;
  explicit Tensor(const Shape& s, std::int64_t value = 0) : shape(s), data(s.elements(), value) {}
  Tensor(const Shape& s, std::vector<std::int64_t> values) : shape(s), data(std::move(values)) {}

  friend bool operator==(const Tensor&, const Tensor&) = default;
  [[nodiscard]] std::int64_t at(std::size_t c, std::size_t y, std::size_t x) const {
    return data[(c * static_cast<std::size_t>(shape.h) + y) * static_cast<std::size_t>(shape.w) + x];
  }
};

}  // namespace wai
