// The two accumulator profiles (ops 7.2).
#pragma once

#include <cstdint>
#include <string_view>

namespace wai {

enum class Profile : std::uint8_t { acc32, acc64 };

[[nodiscard]] constexpr std::string_view to_string(Profile profile) {
  return profile == Profile::acc32 ? "acc32" : "acc64";
}

}  // namespace wai
