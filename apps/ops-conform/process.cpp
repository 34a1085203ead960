#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "cli/failure.hpp"

namespace wai::conform_app {
namespace {

constexpr std::size_t kMostAnswer = std::size_t{1} << 28;  // bytes of one answer
constexpr std::string_view kMoreThanOne = "it wrote more than one line";
constexpr std::chrono::milliseconds kGrace{500};           // for a process to end once its input has ended

struct Pipe {
  cli::Descriptor read;
  cli::Descriptor write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cli::Failure(cli::ExitCode::system, std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  return {cli::Descriptor(ends[0]), cli::Descriptor(ends[1])};
}

[[noreturn]] void become(const std::string& command, int in, int out) {
  (void)::setpgid(0, 0);
  (void)::dup2(in, STDIN_FILENO);
  (void)::dup2(out, STDOUT_FILENO);
  (void)std::signal(SIGPIPE, SIG_DFL);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

void set_nonblocking(int fd) {
  (void)::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

std::string describe_end(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("it was ended by signal {} ({}) before it answered", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  }
  const int code = WEXITSTATUS(status);
  // A shell's status of a command that a signal ended, unless the command chose it itself.
  constexpr int kShellSignal = 128;
  constexpr int kLastSignal = 31;
  const std::string hint = code == 127            ? " (no such command?)"
                           : code > kShellSignal && code <= kShellSignal + kLastSignal
                               ? fmt::format(" (perhaps signal {}, {})", code - kShellSignal,
                                             ::strsignal(code - kShellSignal))
                                                 : "";
  return fmt::format("it ended with exit status {} before it answered{}", code, hint);
}

}  // namespace

void Process::start() {
  Pipe to = make_pipe();
  Pipe from = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) {
    throw cli::Failure(cli::ExitCode::system, std::string("cannot start a process: ") + std::strerror(errno));
  }
  if (pid_ == 0) {
    become(command_, to.read.get(), from.write.get());
  }
  (void)::setpgid(pid_, pid_);
  in_ = std::move(to.write);
  out_ = std::move(from.read);
  set_nonblocking(in_.get());
  set_nonblocking(out_.get());
  held_.clear();
}

// Ends the process: first its input, then, when it stays, its whole group.
void Process::stop() {
  if (pid_ < 0) {
    return;
  }
  (void)in_.close();
  const auto deadline = Clock::now() + kGrace;
  while (::waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      (void)::kill(-pid_, SIGKILL);
      (void)::waitpid(pid_, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  (void)::kill(-pid_, SIGKILL);  // what it started and left behind
  (void)out_.close();
  pid_ = -1;
}

Answer Process::ask(const std::string& question) {
  std::string before;
  if (pid_ >= 0 && has_more()) {
    before = std::string(kMoreThanOne);
    stop();
  }
  if (pid_ < 0) {
    start();
  }
  Answer answer = wait_for_line(question + '\n');
  if (answer.fault.empty() && has_more()) {
    answer.fault = kMoreThanOne;
  }
  answer.before = std::move(before);
  if (!answer.fault.empty()) {
    stop();
  }
  return answer;
}

// True when it has written something that nobody has asked for, so far as is known without waiting.
bool Process::has_more() {
  pollfd end{out_.get(), POLLIN, 0};
  while (held_.empty() && ::poll(&end, 1, 0) > 0 && (end.revents & POLLIN) != 0 && read_some()) {
  }
  return !held_.empty();
}

std::string Process::finish() {
  if (pid_ < 0) {
    return {};
  }
  (void)in_.close();
  const auto deadline = Clock::now() + kGrace;
  pollfd end{out_.get(), POLLIN, 0};
  while (held_.empty() && Clock::now() < deadline) {
    if (::poll(&end, 1, 10) > 0 && !read_some()) {
      break;
    }
  }
  const bool more = !held_.empty();
  stop();
  return more ? std::string(kMoreThanOne) : std::string();
}

Answer Process::wait_for_line(std::string_view unsent) {
  const auto deadline = Clock::now() + timeout_;
  for (;;) {
    if (const auto end = held_.find('\n'); end != std::string::npos) {
      Answer answer{held_.substr(0, end), {}, {}};
      held_.erase(0, end + 1);
      return answer;
    }
    if (held_.size() > kMostAnswer) {
      return {{}, fmt::format("its answer passes {} bytes without a line feed", kMostAnswer), {}};
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      return {{}, late(), {}};
    }
    std::array<pollfd, 2> ends = {{{out_.get(), POLLIN, 0}, {unsent.empty() ? -1 : in_.get(), POLLOUT, 0}}};
    (void)::poll(ends.data(), ends.size(), static_cast<int>(std::min<long long>(left, 1000)));
    if (ends[1].revents != 0 && !write_some(unsent)) {
      unsent = {};  // it reads no more; what it still writes counts
    }
    if (ends[0].revents != 0 && !read_some()) {
      return {{}, ended(), {}};
    }
  }
}

std::string Process::late() const {
  const std::string all = fmt::format("no answer within {} ms", timeout_.count());
  return held_.empty() ? all : fmt::format("{}: {} bytes without a line feed", all, held_.size());
}

bool Process::write_some(std::string_view& unsent) {
  const ssize_t n = ::write(in_.get(), unsent.data(), unsent.size());
  if (n < 0) {
    return errno == EAGAIN || errno == EINTR;
  }
  unsent.remove_prefix(static_cast<std::size_t>(n));
  return true;
}

bool Process::read_some() {
  std::array<char, 65536> buffer{};
  const ssize_t n = ::read(out_.get(), buffer.data(), buffer.size());
  if (n < 0) {
    return errno == EAGAIN || errno == EINTR;
  }
  held_.append(buffer.data(), static_cast<std::size_t>(n));
  return n > 0;
}

// Its output has ended. How it ended is known now or soon.
std::string Process::ended() {
  const auto deadline = Clock::now() + kGrace;
  int status = 0;
  for (;;) {
    const pid_t done = ::waitpid(pid_, &status, WNOHANG);
    if (done == pid_) {
      (void)::kill(-pid_, SIGKILL);
      pid_ = -1;
      const std::string cut = held_.empty() ? "" : fmt::format(", after {} bytes without a line feed", held_.size());
      return describe_end(status) + cut;
    }
    if (done < 0 || Clock::now() > deadline) {
      return "it closed its output before it answered";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace wai::conform_app
