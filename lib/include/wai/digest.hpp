// SHA-256, the digest of graphs, sets and outputs (ops 8.5, 10.5; pay 12).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "wai/export.hpp"

namespace wai {

// 64 lowercase hexadecimal digits (ops 8.5).
[[nodiscard]] WAI_EXPORT std::string sha256_hex(std::span<const std::uint8_t> bytes);

// The same over bytes that come in parts.
class WAI_EXPORT Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::span<const std::uint8_t> bytes);
  // The digest of all that was given; the object takes no more.
  [[nodiscard]] std::string finish_hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace wai
