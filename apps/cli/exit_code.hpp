// The exit statuses of the four programs.
#pragma once

namespace wai::cli {

enum class ExitCode : int {
  done = 0,
  no = 1,       // the answer is no: refused, verdict not met, vectors differ
  usage = 2,    // the command line asks for something that cannot be
  file = 3,     // a file could not be read or written
  nothing = 4,  // ops-conform: nothing was compared
  bug = 70,     // an internal check failed
  system = 71,  // no memory, no thread
};

}  // namespace wai::cli
