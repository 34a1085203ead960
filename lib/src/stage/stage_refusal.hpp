// Refusals of stage operators, with the index `at` of ops 14.1.
#pragma once

#include <cstdint>
#include <utility>

#include "base/refuse.hpp"

namespace wai {

// A refusal that arises at a symbol, a position or the end.
[[nodiscard]] inline Refusal at_index(Refusal refusal, std::uint64_t at) {
  refusal.at = static_cast<std::int64_t>(at);
  return refusal;
}

// A refusal before any symbol or element: at -1.
template <class... Args>
[[nodiscard]] Refusal refuse_before(RefusalCode code, fmt::format_string<Args...> text, Args&&... args) {
  Refusal refusal = refuse(code, text, std::forward<Args>(args)...);
  refusal.at = -1;
  return refusal;
}

// A condition of ops 5E that carries no code of its own: model_mismatch, at -1.
template <class... Args>
[[nodiscard]] Refusal condition_broken(fmt::format_string<Args...> text, Args&&... args) {
  return refuse_before(RefusalCode::model_mismatch, text, std::forward<Args>(args)...);
}

}  // namespace wai
