// Writing output files: whole or absent.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/descriptor.hpp"
#include "cli/input.hpp"
#include "cli/leftovers.hpp"

namespace wai::cli {

enum class OutputKind { raw, text };

struct OutputRules {
  OutputKind kind = OutputKind::raw;     // raw bytes go to no terminal unless forced
  bool force = false;                    // --force
  bool stream = false;                   // what is no file gets bytes as they come, not only at the end
  bool sync = false;                     // wait for the disk before the name appears
  std::vector<std::string> inputs = {};  // files and directories (their members) that the output must not be
};

// One output. A file is written under a temporary name in its directory and takes its own name at `commit`; without
// that, nothing appears. Standard output ("-", /dev/stdout) and whatever else is no regular file get their bytes at
// `commit` too, unless they stream.
class Output {
 public:
  // Checks what can be checked before the work: fails (usage) when the output is one of the inputs under any name,
  // or a terminal; fails (file) when it cannot be a file.
  Output(const std::string& path, OutputRules rules);
  ~Output();
  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;

  void write(std::span<const std::uint8_t> bytes);
  // Ends the writing of a file, which keeps its temporary name and holds no descriptor any more: any number of outputs
  // can wait for `commit`. Others wait for it as they are.
  void close();
  void commit();

  // What the output is, however it is named: two outputs of one file have one. Empty for what is no file.
  [[nodiscard]] std::string identity() const;
  // True when the bytes go to standard output, so that nothing else may.
  [[nodiscard]] bool is_standard_output() const { return direct_ && path_ == "-"; }

 private:
  void find_target();
  void take_existing_target();
  void open_direct(int fd);
  void open_temporary();
  void check_is_no_input() const;
  [[noreturn]] void fail(int error) const;

  std::string path_;
  OutputRules rules_;
  std::string target_;     // the file that `commit` replaces: path_ with symbolic links followed
  std::string temporary_;  // empty when no file waits under a temporary name
  Leftover leftover_;      // of it
  unsigned mode_ = 0;      // permissions of the file that is replaced; 0 when there is none
  bool direct_ = false;    // no regular file: descriptor_ (or standard output) gets the bytes
  Descriptor descriptor_;
  std::vector<Bytes> held_;  // part by part, so that no part is ever copied
};

// Writes all of `bytes` to a file, or to standard output for "-".
void write_output(const std::string& path, std::span<const std::uint8_t> bytes, OutputRules rules = {});
void write_output(const std::string& path, std::string_view text, OutputRules rules = {});

// Writes every entry as a file of `directory`, which is made when absent (its parent is not). No file takes its name
// before all are written. Fails (usage) on a name that is no plain file name or stands twice.
void write_directory(const std::string& directory, std::span<const NamedBytes> entries, const OutputRules& rules = {});

// Writes text to standard output at once, for help and reports.
void print_standard_output(std::string_view text);

}  // namespace wai::cli
