// Patterns of * and ? over the names of vectors.
#pragma once

#include <string>
#include <string_view>

namespace wai {

// True when the whole text matches; * stands for any characters, ? for one.
[[nodiscard]] constexpr bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last *, and where the text it stands for ends
  std::size_t taken = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

// The pattern of --filter against "vectors/relu.jsonl", "relu", the id, and either of the first two with the id after a
// colon, or after a blank as failures are printed; an empty one matches all.
[[nodiscard]] inline bool matches(std::string_view pattern, const std::string& file, const std::string& id) {
  const std::string last = file.substr(file.rfind('/') + 1);
  const std::string name = last.substr(0, last.rfind('.'));
  const auto any_of = [&](const auto&... texts) { return (glob(pattern, texts) || ...); };
  return pattern.empty() || any_of(file, name, id, file + ":" + id, name + ":" + id, file + " " + id, name + " " + id);
}

}  // namespace wai
