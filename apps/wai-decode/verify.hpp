// What --verify compares outputs with.
#pragma once

#include <map>
#include <span>
#include <string>

#include "cli/input.hpp"

namespace wai::decode_app {

// The digest that each payload's output should have.
class ExpectedDigests {
 public:
  // `argument` is 64 hexadecimal digits, or a file: a digest alone, or lines of a digest and a payload's name, as
  // --digest and sha256sum print them. Fails (usage) unless every payload has one: nothing is compared by guess.
  ExpectedDigests(const std::string& argument, std::span<const std::string> payloads, std::uint64_t max_input);

  // In lowercase.
  [[nodiscard]] const std::string& of(const std::string& payload) const { return digests_.at(payload); }

 private:
  std::map<std::string, std::string> digests_;
};

}  // namespace wai::decode_app
