// Another implementation, as a process that answers one line with one line.
#pragma once

#include <chrono>
#include <string>

#include "cli/descriptor.hpp"
#include "wai/conform.hpp"

namespace wai::conform_app {

// Runs a shell command in a process group of its own, started when first asked and again after it failed. A command
// that gives no answer in time, ends, or says more than one line is a fault of that question, and never a hang. A second
// line that comes late is found with the next question, or at the end: it is the fault of the one before.
class Process {
 public:
  Process(std::string command, std::chrono::milliseconds timeout) : command_(std::move(command)), timeout_(timeout) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { stop(); }

  [[nodiscard]] Answer ask(const std::string& question);

  // After the last question: ends the command, and says what is wrong with its last answer.
  [[nodiscard]] std::string finish();

 private:
  using Clock = std::chrono::steady_clock;

  void start();
  void stop();
  [[nodiscard]] bool has_more();
  [[nodiscard]] Answer wait_for_line(std::string_view unsent);
  [[nodiscard]] std::string ended();
  [[nodiscard]] std::string late() const;
  [[nodiscard]] bool write_some(std::string_view& unsent);
  [[nodiscard]] bool read_some();

  std::string command_;
  std::chrono::milliseconds timeout_;
  cli::Descriptor in_;   // its standard input
  cli::Descriptor out_;  // its standard output
  int pid_ = -1;
  std::string held_;  // what it wrote and nobody has read
};

}  // namespace wai::conform_app
