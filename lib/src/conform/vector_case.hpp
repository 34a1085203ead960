// The lines of a corpus's vector files, as questions and the answers they expect.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wai/conform.hpp"

namespace wai {

// A vector to be asked, or a line that is none.
struct VectorCase {
  std::string file;
  std::string id;       // "line 7" where the line has none
  std::string subject;  // the operator, or the file's name
  std::string question;
  std::string expected;            // the answer
  std::vector<std::string> codes;  // the refusals in it
  std::vector<Profile> profiles;   // those it is tagged with; both for a stage vector
  bool load_refused = false;
  std::string fault;  // why the line is no vector of this file
};

// True for a path of vectors/, stage/ or graphs/ that ends in .jsonl.
[[nodiscard]] bool is_vector_file(std::string_view path);

// The cases of one file, of those or of payloads/ (conform/payload_check). A file that is empty, or does not end in a line feed, gives one with a fault.
[[nodiscard]] std::vector<VectorCase> read_cases(const CorpusFile& file);

// The section of ops that decides what an operator gives: "ops 5.2", "ops 5E E1"; "ops 14" for another name.
[[nodiscard]] std::string section_of(std::string_view subject);

}  // namespace wai
