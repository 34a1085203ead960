#include "wai/refusal.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "base/refuse.hpp"

namespace wai {
namespace {

constexpr std::array<std::string_view, 20> kSpellings = {
    "bad_magic",
    "format_capability_mismatch",
    "keyframe_capability_mismatch",
    "version",
    "reserved_nonzero",
    "field_range",
    "too_large",
    "cdf_malformed",
    "stream_length",
    "nested_length",
    "trailing",
    "stream_exhausted",
    "stream_noncanonical",
    "geometry_mismatch",
    "model_mismatch",
    "set_incomplete",
    "not_dispatchable",
    "unsupported_capability",
    "payload_malformed",
    "cost_over_limit",
};

}  // namespace

std::string_view to_string(RefusalCode code) {
  return kSpellings.at(static_cast<std::size_t>(code));
}

std::optional<RefusalCode> refusal_code(std::string_view spelling) {
  for (std::size_t i = 0; i < kSpellings.size(); ++i) {
    if (kSpellings[i] == spelling) {
      return static_cast<RefusalCode>(i);
    }
  }
  return std::nullopt;
}

void bug(std::string_view what) {
  std::fprintf(stderr, "internal error: %.*s\n", static_cast<int>(what.size()), what.data());
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace wai
