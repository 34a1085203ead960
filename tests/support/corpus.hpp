// Files of corpus/, read by their path below it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "wai/lower.hpp"

namespace wai::test {

inline std::vector<std::uint8_t> corpus_file(const std::string& path) {
  std::ifstream in("corpus/" + path, std::ios::binary);
  EXPECT_TRUE(in) << "corpus/" << path;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The digest in a file of 64 hexadecimal digits and a line feed.
inline std::string corpus_digest(const std::string& path) {
  const auto bytes = corpus_file(path);
  return std::string(bytes.begin(), bytes.end()).substr(0, 64);
}

// The same two below corpus/real.
inline std::vector<std::uint8_t> real_file(const std::string& path) {
  return corpus_file("real/" + path);
}
inline std::string real_digest(const std::string& path) {
  return corpus_digest("real/" + path);
}

// A set of one file.
inline ParameterSet file_set(const std::string& path, const std::string& name) {
  return {{{name, corpus_file(path)}}, true};
}

// A directory's set of the conditional codec, its listing included.
inline ParameterSet hyper_set(const std::string& directory) {
  ParameterSet set;
  for (const char* name : {"g_s.whm", "h_s.whm", "entropy.json", "wai.prior.set.json"}) {
    set.members.push_back({name, corpus_file(directory + "/" + name)});
  }
  return set;
}

}  // namespace wai::test
