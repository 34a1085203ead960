// A corpus on disk.
#pragma once

#include <string>
#include <vector>

#include "cli/context.hpp"
#include "wai/conform.hpp"

namespace wai::conform_app {

// The files below `folder` that a corpus has: vectors/, stage/, graphs/, certificates/, sets/ and npu.jsonl, in the
// byte order of their paths. Fails (file) on a folder that is none, and on what cannot be read.
[[nodiscard]] std::vector<CorpusFile> read_corpus(const std::string& folder, const cli::Context& context);

// The trained sets below `folder` that are there.
[[nodiscard]] std::vector<CorpusSet> read_trained_sets(const std::string& folder, const cli::Context& context);

// Writes every file below `folder`, making folders as needed.
void write_corpus(const std::string& folder, const std::vector<CorpusFile>& files);

}  // namespace wai::conform_app
