// What --verify compares outputs with.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "cli/input.hpp"

namespace wai::decode_app {

// 64 hexadecimal digits.
[[nodiscard]] bool is_digest(std::string_view text);

// A line as sha256sum(1) prints and reads it: a name with a line feed, a carriage return or a backslash has them escaped
// by backslashes, and one before the digest.
[[nodiscard]] std::string digest_line(const std::string& digest, const std::string& name);

// The digest that each payload's output should have.
class ExpectedDigests {
 public:
  // `argument` is 64 hexadecimal digits, or a file: a digest alone, or lines of a digest and a payload's name, as
  // --digest and sha256sum print them. Fails (usage) unless every payload has one, or at least one of them with
  // `keep_going`: nothing is compared by guess.
  ExpectedDigests(const std::string& argument, std::span<const std::string> payloads, std::uint64_t max_input,
                  bool keep_going);

  // In lowercase. Fails (usage) where there is none.
  [[nodiscard]] const std::string& of(const std::string& payload) const;

 private:
  std::map<std::string, std::string> digests_;
};

}  // namespace wai::decode_app
