// Integers kept in the width their file gives them (1, 2, 4 or 8 bytes): weights, multipliers, gamma (ops 10.4).
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.hpp"
#include "base/int_math.hpp"

namespace wai {

class PackedInts {
 public:
  PackedInts() = default;
  template <class T>
  explicit PackedInts(std::vector<T> values) : values_(std::move(values)) {}

  // `bytes` little-endian, of a size that `width` (1, 2, 4 or 8) divides.
  static PackedInts read(std::span<const std::uint8_t> bytes, unsigned width) {
    switch (width) {
      case 1:
        return PackedInts(unpack<std::int8_t>(bytes));
      case 2:
        return PackedInts(unpack<std::int16_t>(bytes));
      case 4:
        return PackedInts(unpack<std::int32_t>(bytes));
      case 8:
        return PackedInts(unpack<std::int64_t>(bytes));
      default:
        bug("PackedInts: a width that is not 1, 2, 4 or 8");
    }
  }

  // f over the values as a std::span<const intN_t>: one dispatch for a whole loop.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit([&](const auto& v) -> decltype(auto) { return f(std::span(v)); }, values_);
  }
  [[nodiscard]] std::size_t size() const {
    return visit([](const auto& v) { return v.size(); });
  }
  [[nodiscard]] unsigned width() const {
    return visit([](const auto& v) { return static_cast<unsigned>(sizeof(v.front())); });
  }
  std::int64_t operator[](std::size_t i) const {
    return visit([i](const auto& v) { return static_cast<std::int64_t>(v[i]); });
  }
  void write(ByteWriter& out) const {
    visit([&](const auto& v) {
      for (const auto x : v) {
        out.write(x);
      }
    });
  }

 private:
  template <class T>
  static std::vector<T> unpack(std::span<const std::uint8_t> bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = load_le<T>(&bytes[i * sizeof(T)]);
    }
    return values;
  }

  std::variant<std::vector<std::int64_t>, std::vector<std::int32_t>, std::vector<std::int16_t>,
               std::vector<std::int8_t>>
      values_;
};

}  // namespace wai
