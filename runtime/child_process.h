// run_child(): runs a program with limits on its time and output.
//
// Its input and output are in-memory files, so neither process blocks on the other, and the program
// can limit its output by RLIMIT_FSIZE. It inherits nothing else from this process: standard error
// is /dev/null, the environment is the given one, and no other descriptor or signal setting is
// passed on. It leads a new process group, which is killed when the call returns.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/descriptor.h"

namespace runtime {

struct ChildProgram {
  std::vector<std::string> arguments;  // the first is the path of the program
  std::vector<std::string> environment;
};

struct ChildBounds {
  std::chrono::milliseconds time;
  std::size_t output_bytes;
  // A descriptor; once it is readable, the program is killed as if its time were over. -1: none.
  int stop = -1;
};

struct ChildResult {
  // One of these: the exit status of the program, or the signal that ended it: SIGKILL if it took
  // too long.
  std::optional<int> exit_status;
  std::optional<int> signal;
  bool in_time = false;
  bool within_bounds = false;  // of time and output
  std::string output;          // empty if not within bounds
};

// Thread-safe. Throws std::system_error if the program cannot be started.
ChildResult run_child(const ChildProgram& program, std::string_view input,
                      const ChildBounds& bounds);

// ForkServer: the same with a program that forks a process for each input, so that its libraries
// are loaded once (pdf/fork_server.py says how the two talk). It is started when it is needed, ends
// by itself when it is not, and is no child of this process. Thread-safe.
class ForkServer {
 public:
  explicit ForkServer(ChildProgram program) : program_(std::move(program)) {}

  // The exit status is 2 if the program cannot serve. Throws std::system_error.
  ChildResult run(std::string_view input, const ChildBounds& bounds);

 private:
  const ChildProgram program_;
  std::mutex mutex_;
  std::optional<core::Descriptor> server_;  // the socket to it

  core::Descriptor begin(int input, int output);
};

}  // namespace runtime
