#include "naming.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "cli/failure.hpp"
#include "cli/library_set.hpp"
#include "cli/text.hpp"

namespace wai::decode_app {
namespace {

constexpr std::string_view kStem = "{}";
constexpr std::string_view kDirectoryNumber = "%04d";

// A number's place in a name: `%d`, or `%0Nd` with one digit N.
struct NumberPlace {
  std::size_t length = 0;
  unsigned width = 0;
};

std::optional<NumberPlace> number_place(std::string_view text) {
  if (text.starts_with("%d")) {
    return NumberPlace{2, 0};
  }
  if (text.size() >= 4 && text.starts_with("%0") && text[2] >= '1' && text[2] <= '9' && text[3] == 'd') {
    return NumberPlace{4, static_cast<unsigned>(text[2] - '0')};
  }
  return std::nullopt;
}

// The name with each stem and number put in; other characters stay.
template <class Stem, class Number>
std::string replaced(std::string_view name, Stem stem, Number number) {
  std::string out;
  while (!name.empty()) {
    std::size_t taken = 1;
    if (name.starts_with(kStem)) {
      out += stem();
      taken = kStem.size();
    } else if (const auto place = number_place(name)) {
      out += number(name.substr(0, place->length), place->width);
      taken = place->length;
    } else {
      out += name.front();
    }
    name.remove_prefix(taken);
  }
  return out;
}

bool is_existing_directory(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

}  // namespace

Naming::Naming(std::string output) : output_(std::move(output)) {
  (void)replaced(
      output_,
      [&] {
        has_stem_ = true;
        return std::string();
      },
      [&](std::string_view, unsigned) {
        has_number_ = true;
        return std::string();
      });
  if ((has_stem_ || has_number_) && output_.ends_with('/')) {
    cli::fail_usage("{} names a directory by {{}} or %d; a directory has one name", cli::output_name(output_));
  }
  is_directory_ = !has_stem_ && !has_number_ && (output_.ends_with('/') || is_existing_directory(output_));
}

template <class Number>
std::string Naming::expand(const std::string& payload, std::string_view ending, bool numbered, Number number) const {
  const std::string stem = cli::stem_of(payload);
  if (!is_directory_) {
    return replaced(
        output_, [&] { return stem; }, number);
  }
  const std::string part = numbered ? "-" + replaced(
                                                kDirectoryNumber, [] { return std::string(); }, number)
                                    : "";
  return fmt::format("{}{}{}{}{}", output_, output_.ends_with('/') ? "" : "/", stem, part, ending);
}

std::string Naming::path(const std::string& payload, std::string_view ending,
                         std::optional<std::uint64_t> number) const {
  return expand(payload, ending, number.has_value(),
                [&](std::string_view, unsigned width) { return fmt::format("{:0{}}", number.value_or(0), width); });
}

std::string Naming::pattern(const std::string& payload, std::string_view ending, bool numbered) const {
  return expand(payload, ending, numbered, [](std::string_view place, unsigned) { return std::string(place); });
}

void Naming::check_told_apart(std::span<const std::string> payloads) const {
  if (payloads.size() > 1 && !tells_payloads_apart()) {
    cli::fail_usage("{} payloads cannot go to {}; name a directory, or a file with {{}} for each payload's stem",
                    payloads.size(), cli::output_name(output_));
  }
  std::map<std::string, std::string> owner;
  for (const std::string& payload : payloads) {
    const auto [at, is_new] = owner.emplace(cli::stem_of(payload), payload);
    if (!is_new) {
      cli::fail_usage("{} and {} would be written to one file", cli::input_name(at->second), cli::input_name(payload));
    }
  }
}

OutputDirectory::OutputDirectory(const Naming& naming) {
  const std::string& path = naming.output();
  if (!naming.is_directory() || is_existing_directory(path)) {
    return;
  }
  leftover_ = cli::Leftover(path);
  if (::mkdir(path.c_str(), 0777) != 0) {
    cli::fail_file("cannot make the directory {}: {}", cli::output_name(path), std::strerror(errno));
  }
  made_ = path;
}

OutputDirectory::~OutputDirectory() {
  if (!made_.empty()) {
    (void)::rmdir(made_.c_str());  // only when nothing is in it
  }
}

}  // namespace wai::decode_app
