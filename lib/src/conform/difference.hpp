// Where two JSON values first differ, for a person.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"

namespace wai {

struct JsonDifference {
  std::string path;  // "decodes[1].outputs[0].data[5]"
  std::string expected;
  std::string got;
};

// A value in a few words.
[[nodiscard]] std::string brief(const json::Value& v);

// None when they are equal. Members that only `got` has count as differences.
[[nodiscard]] std::optional<JsonDifference> first_difference(const json::Value& expected, const json::Value& got,
                                                             const std::string& path = {});

// Where the texts of two files first differ: their JSON when both are JSON, their bytes else.
[[nodiscard]] std::string describe_file_difference(std::string_view expected, std::string_view got);

}  // namespace wai
