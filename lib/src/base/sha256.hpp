// SHA-256 is part of the public interface; the digits it is written in are a floor's own.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "wai/digest.hpp"

namespace wai {

// Lowercase hexadecimal, two digits a byte (ops 14.1).
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);

}  // namespace wai
