// The 128-bit integers that hold the classes `wide` and `product` under acc64 (ops 7.1).
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace wai {

#if !defined(__SIZEOF_INT128__)
#error "this target has no native 128-bit integer"
#endif
__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

// The signed widths in which this library forms exact integers. The standard's own concept leaves i128 out.
template <class T>
concept ExactInt = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> || std::same_as<T, i128>;

inline constexpr i128 kI128Max = static_cast<i128>((~static_cast<u128>(0)) >> 1);
inline constexpr i128 kI128Min = -kI128Max - 1;

}  // namespace wai
