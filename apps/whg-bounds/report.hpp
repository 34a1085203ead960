// A certificate for people: a table and a page.
#pragma once

#include <string>
#include <string_view>

#include "wai/certify.hpp"

namespace wai {

// Per node the tightest key, its bits, the bits left under acc64, the profiles and the flags; then the verdict.
[[nodiscard]] std::string draw_table(const Certificate& certificate);

// The same as one self-contained page, with each graph drawn and its edges labelled with their tensors' bits.
[[nodiscard]] std::string draw_html(const Certificate& certificate);

// Where two texts first differ, in words: the end of the shorter when it starts the other.
[[nodiscard]] std::string describe_difference(std::string_view given, std::string_view derived);

}  // namespace wai
