// The files of the corpus, as bytes and lines.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace wai::test {

// A file under corpus/real; an absent file reads as no bytes, which no test takes for a payload.
inline std::vector<std::uint8_t> real_file(const std::string& name) {
  std::ifstream in(std::string(WAI_SOURCE_DIR) + "/corpus/real/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The digest a `.sha256` file records: its first 64 characters.
inline std::string real_digest(const std::string& name) {
  const auto bytes = real_file(name);
  return std::string(bytes.begin(), bytes.end()).substr(0, 64);
}

}  // namespace wai::test
