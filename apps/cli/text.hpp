// Text of any origin made fit for a terminal and for JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wai::cli {

// The length of the UTF-8 character at the front of `text`, 1 to 4; 0 when there is none (RFC 3629: no overlong
// form, no surrogate, nothing above U+10FFFF).
[[nodiscard]] std::size_t utf8_length(std::string_view text);

// `text` with control characters and bytes that are no UTF-8 as \xNN, so that a file name cannot drive a terminal.
// A line feed stays.
[[nodiscard]] std::string printable(std::string_view text);

// `text` as it stands in XML and HTML: printable, with & < > " as references.
[[nodiscard]] std::string markup(std::string_view text);

// The same on one line: a line feed too is \\x0a. For names, which may hold anything.
[[nodiscard]] std::string one_line(std::string_view text);

// A path as messages name it: on one line, quoted, or `standard input` for "-".
[[nodiscard]] std::string input_name(std::string_view path);
// The same for what is written.
[[nodiscard]] std::string output_name(std::string_view path);

}  // namespace wai::cli
