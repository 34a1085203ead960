// The results of a check, counted and written.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/json.hpp"
#include "wai/conform.hpp"

namespace wai::conform_app {

struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;

  void add(VectorStatus status);
  [[nodiscard]] std::size_t ran() const { return passed + failed; }
};

struct Summary {
  Tally total;
  std::map<std::string, Tally> files;
  std::map<std::string, Tally> subjects;  // operators
  std::map<std::string, Tally> codes;     // refusal codes that vectors expect
  std::size_t refused_wrongly = 0;        // failures that refuse where a result is expected
};

[[nodiscard]] Summary summarise(const std::vector<VectorResult>& results);

// Tables of files, operators and refusal codes.
[[nodiscard]] std::string tables(const Summary& summary);

[[nodiscard]] cli::Json summary_json(const Summary& summary, const std::vector<VectorResult>& results);

// JUnit XML: a suite a file, a case a vector.
[[nodiscard]] std::string junit(const Summary& summary, const std::vector<VectorResult>& results);

}  // namespace wai::conform_app
