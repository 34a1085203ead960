// A directory of a test's own, with the files it asks for; gone with the object.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace wai::cli {

class TempDir {
 public:
  TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "wai-cli-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      ADD_FAILURE() << "cannot make a temporary directory";
    }
    path_ = pattern;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  [[nodiscard]] std::string path(std::string_view name = {}) const {
    return name.empty() ? path_ : path_ + "/" + std::string(name);
  }
  // Writes a file, with the directories on the way, and gives its path.
  std::string file(std::string_view name, std::string_view content) const {
    const std::string at = path(name);
    std::filesystem::create_directories(std::filesystem::path(at).parent_path());
    std::ofstream(at, std::ios::binary) << content;
    return at;
  }
  [[nodiscard]] std::string content(std::string_view name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // The names in the directory, sorted.
  [[nodiscard]] std::vector<std::string> names(std::string_view folder = {}) const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path(folder))) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::string path_;
};

}  // namespace wai::cli
