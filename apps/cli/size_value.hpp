// Sizes on a command line: digits, and a unit where that is shorter.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// CLI11 is heavy: only what adds or runs options includes it.
namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace wai::cli {

// Digits, then nothing, b, or one of k, m, g, t, p, e in either case, a power of `thousand`; `ki`, `mi` ... are powers
// of 1024 whatever `thousand` is, and a b may end each. Nothing for other text, a sign included, and past 64 bits.
[[nodiscard]] std::optional<std::uint64_t> read_size(std::string_view text, std::uint64_t thousand);

// The same as an option's transform.
[[nodiscard]] CLI::Validator size_value(std::uint64_t thousand);

}  // namespace wai::cli
