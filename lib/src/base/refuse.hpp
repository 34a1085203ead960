// Making refusals, inside the library.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "wai/refusal.hpp"

namespace wai {

// A refusal with a formatted message, usable wherever an Expected is returned.
template <class... Args>
[[nodiscard]] Refusal refuse(RefusalCode code, fmt::format_string<Args...> text, Args&&... args) {
  return Refusal{code, fmt::format(text, std::forward<Args>(args)...), std::nullopt};
}

// An internal check failed: what is proved elsewhere does not hold. Says what on standard error and ends the
// process with status 70; a wrong answer is worse than none.
[[noreturn]] void bug(std::string_view what);

}  // namespace wai
