// The files of a corpus that are derived from its sets and vectors (ops 14.3, 14.5).
#pragma once

#include "conform/generate.hpp"
#include "wai/conform.hpp"

namespace wai {

[[nodiscard]] CorpusFile text_file(std::string path, std::string_view text);

// certificates/<capability>/<set digest>.json and <set digest>/<role>.whg1 of one set.
[[nodiscard]] Expected<std::vector<CorpusFile>> certificate_files(const ParameterSet& set, std::string_view capability);

}  // namespace wai
