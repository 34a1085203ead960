#include "corpus_folder.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/library_set.hpp"
#include "cli/output.hpp"
#include "cli/text.hpp"

namespace wai::conform_app {
namespace {

namespace fs = std::filesystem;

void read_below(const fs::path& root, const fs::path& part, const cli::Context& context, std::vector<CorpusFile>& out) {
  const auto add = [&](const fs::path& file) {
    out.push_back(
        {file.lexically_relative(root).generic_string(), cli::read_input(file.string(), context.options().max_input)});
  };
  std::error_code error;
  if (fs::is_directory(root / part, error)) {
    for (auto it = fs::recursive_directory_iterator(root / part, error); !error && it != fs::end(it);
         it.increment(error)) {
      if (!it->is_directory()) {
        add(it->path());
      }
    }
  } else if (fs::exists(root / part, error)) {
    add(root / part);
  }
  if (error) {
    cli::fail_file("cannot read {}: {}", cli::input_name((root / part).string()), error.message());
  }
}

}  // namespace

std::vector<CorpusFile> read_corpus(const std::string& folder, const cli::Context& context) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    cli::fail_file("{} is no directory", cli::input_name(folder));
  }
  std::vector<CorpusFile> out;
  for (const char* part : {"vectors", "stage", "graphs", "certificates", "sets", "payloads", "npu.jsonl"}) {
    read_below(folder, part, context, out);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return out;
}

std::vector<CorpusSet> read_trained_sets(const std::string& folder, const cli::Context& context) {
  std::vector<CorpusSet> out;
  for (const CorpusSetPath& place : trained_sets()) {
    const fs::path path = fs::path(folder) / place.path;
    std::error_code error;
    if (fs::exists(path, error)) {
      out.push_back({place, cli::read_parameter_set(path.string(), place.capability, context.options().max_input)});
    }
  }
  return out;
}

void write_corpus(const std::string& folder, const std::vector<CorpusFile>& files) {
  for (const CorpusFile& file : files) {
    const fs::path path = fs::path(folder) / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
      cli::fail_file("cannot make {}: {}", cli::output_name(path.parent_path().string()), error.message());
    }
    cli::write_output(path.string(), file.bytes);
  }
}

}  // namespace wai::conform_app
