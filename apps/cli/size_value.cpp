#include "cli/size_value.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>

#include "cli/text.hpp"

namespace wai::cli {
namespace {

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The factor of a unit: k is the first power, e the sixth.
std::optional<std::uint64_t> factor_of(std::string_view unit, std::uint64_t thousand) {
  constexpr std::string_view kPrefixes = "kmgtpe";
  std::string rest;
  for (const char c : unit) {
    rest += lower_case(c);
  }
  if (rest.ends_with('b')) {
    rest.pop_back();
  }
  if (rest.empty()) {
    return 1;
  }
  const std::size_t power = kPrefixes.find(rest.front());
  const bool binary = rest.size() == 2 && rest.back() == 'i';
  if (power == std::string_view::npos || (rest.size() != 1 && !binary)) {
    return std::nullopt;
  }
  std::uint64_t factor = 1;
  for (std::size_t i = 0; i <= power; ++i) {
    factor *= binary ? 1024 : thousand;  // 1024^6 = 2^60
  }
  return factor;
}

}  // namespace

std::optional<std::uint64_t> read_size(std::string_view text, std::uint64_t thousand) {
  std::uint64_t digits = 0;
  const char* const end = text.data() + text.size();
  const auto [unit, error] = std::from_chars(text.data(), end, digits);  // takes no sign
  if (error != std::errc()) {
    return std::nullopt;
  }
  const auto factor = factor_of({unit, static_cast<std::size_t>(end - unit)}, thousand);
  if (!factor || digits > std::numeric_limits<std::uint64_t>::max() / *factor) {
    return std::nullopt;
  }
  return digits * *factor;
}

CLI::Validator size_value(std::uint64_t thousand) {
  return {[thousand](std::string& text) {
            const auto size = read_size(text, thousand);
            if (!size) {
              return fmt::format("'{}' is no size: digits, and K, M, G, T, P or E", printable(text));
            }
            text = std::to_string(*size);
            return std::string();
          },
          ""};
}

}  // namespace wai::cli
