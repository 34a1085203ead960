// Where outputs go: what -o says, made into the path of each payload's file or files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/leftovers.hpp"

namespace wai::decode_app {

// Three forms of -o: a file; a name with `{}` for the payload's stem; a directory, in which a file is <stem><ending>.
// `%d` or `%0Nd`, N from 1 to 9, in a name is a part's number; in a directory numbered files are <stem>-%04d<ending>.
class Naming {
 public:
  explicit Naming(std::string output);

  [[nodiscard]] bool is_directory() const { return is_directory_; }
  [[nodiscard]] bool is_standard_output() const { return output_ == "-"; }
  // True when two payloads have two paths.
  [[nodiscard]] bool tells_payloads_apart() const { return is_directory_ || has_stem_; }
  // True when the name says itself that parts are numbered.
  [[nodiscard]] bool has_number() const { return has_number_; }
  [[nodiscard]] const std::string& output() const { return output_; }

  // The path of a payload's only file, or of its file with this number.
  [[nodiscard]] std::string path(const std::string& payload, std::string_view ending,
                                 std::optional<std::uint64_t> number) const;
  // The same for people: with the number's place as it stands.
  [[nodiscard]] std::string pattern(const std::string& payload, std::string_view ending, bool numbered) const;

  // Fails (usage) when two of the payloads would be written to one path.
  void check_told_apart(std::span<const std::string> payloads) const;

 private:
  template <class Number>
  [[nodiscard]] std::string expand(const std::string& payload, std::string_view ending, bool numbered,
                                   Number number) const;

  std::string output_;
  bool is_directory_ = false;
  bool has_stem_ = false;
  bool has_number_ = false;
};

// The directory of a trailing slash, made when it is absent; it goes again when nothing was written into it.
class OutputDirectory {
 public:
  explicit OutputDirectory(const Naming& naming);
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

 private:
  std::string made_;  // empty when it was there
  cli::Leftover leftover_;
};

}  // namespace wai::decode_app
