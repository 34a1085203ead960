// Little-endian bytes in and out (ops 10, pay 2).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/refuse.hpp"

namespace wai {

using Bytes = std::vector<std::uint8_t>;

// The little-endian value at the front of `bytes`, which holds at least sizeof(T).
template <std::integral T>
[[nodiscard]] constexpr T load_le(const std::uint8_t* bytes) {
  std::make_unsigned_t<T> v = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    v = static_cast<std::make_unsigned_t<T>>(v | (static_cast<std::make_unsigned_t<T>>(bytes[i]) << (8 * i)));
  }
  return static_cast<T>(v);
}

// A cursor over bytes. A caller asks `has` first: what is missing is the caller's refusal, with its code.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t offset() const { return offset_; }
  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - offset_; }
  [[nodiscard]] bool has(std::uint64_t n) const { return n <= remaining(); }
  [[nodiscard]] bool at_end() const { return remaining() == 0; }

  template <std::integral T>
  T read() {
    return load_le<T>(take(sizeof(T)).data());
  }
  std::uint8_t u8() { return read<std::uint8_t>(); }
  std::uint16_t u16() { return read<std::uint16_t>(); }
  std::uint32_t u32() { return read<std::uint32_t>(); }
  std::uint64_t u64() { return read<std::uint64_t>(); }
  std::int32_t i32() { return read<std::int32_t>(); }
  std::int64_t i64() { return read<std::int64_t>(); }

  // The next n bytes, which `has` has confirmed.
  std::span<const std::uint8_t> take(std::size_t n) {
    if (!has(n)) {
      bug("ByteReader: read past the end");
    }
    const auto out = bytes_.subspan(offset_, n);
    offset_ += n;
    return out;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t offset_ = 0;
};

// Appends little-endian values to a byte vector it owns.
class ByteWriter {
 public:
  template <std::integral T>
  void write(T value) {
    auto v = static_cast<std::make_unsigned_t<T>>(value);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(v & 0xFFU));
      v = static_cast<std::make_unsigned_t<T>>(sizeof(T) > 1 ? v >> 8 : 0);
    }
  }
  void u8(std::uint8_t v) { write(v); }
  void u16(std::uint16_t v) { write(v); }
  void u32(std::uint32_t v) { write(v); }
  void u64(std::uint64_t v) { write(v); }
  void i32(std::int32_t v) { write(v); }
  void i64(std::int64_t v) { write(v); }
  void zeros(std::size_t n) { bytes_.insert(bytes_.end(), n, std::uint8_t{0}); }
  void append(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] Bytes finish() && { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

}  // namespace wai
