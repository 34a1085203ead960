// The formats an output can be written in, and which outputs each can hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wai/decode.hpp"

namespace wai::decode_app {

enum class Format : std::uint8_t { raw, ppm, pgm, png, y4m, wav, ply, ply_ascii };

// Their names, as --format takes them; the same as a text for the help.
[[nodiscard]] std::vector<std::string> format_list();
[[nodiscard]] std::string format_names();

// The format of a name that format_list has.
[[nodiscard]] Format format_named(std::string_view name);
// The format of a path's ending; raw for any that is no other's.
[[nodiscard]] Format format_of_ending(std::string_view path);
// The ending of a file that this program names itself.
[[nodiscard]] std::string_view ending_of(Format format);

// True when the format is one picture a file: a clip is then a file a frame.
[[nodiscard]] bool is_one_picture(Format format);
// True when every frame or plane can be a file of its own.
[[nodiscard]] bool can_be_numbered(Format format);

[[nodiscard]] std::string_view name_of(OutputForm::Kind kind);

// Fails (usage) unless the format can hold outputs of this kind.
void check_kind(Format format, OutputForm::Kind kind);

}  // namespace wai::decode_app
