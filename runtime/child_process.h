// run_child(): runs another program, bounded in time and output.
//
// The program reads its input and writes its output as files in memory, so neither side ever waits
// for the other, and a limit on file sizes (RLIMIT_FSIZE) that it sets for itself holds for its
// output. It gets these two, /dev/null for its messages, an environment of its own, and nothing
// else of this process: no descriptor, no blocked or ignored signal. It leads a process group of
// its own, which does not outlive the call.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runtime {

struct ChildProgram {
  std::vector<std::string> arguments;  // the path of the program first
  std::vector<std::string> environment;
};

struct ChildBounds {
  std::chrono::milliseconds time;
  std::size_t output_bytes;
};

struct ChildResult {
  std::optional<int> exit_status;  // nothing if it was killed, by its limits or for its time
  bool in_time = false;
  bool within_bounds = false;  // of time and output
  std::string output;          // empty where it was not within them
};

// Thread-safe. Throws std::system_error if the program cannot be started.
ChildResult run_child(const ChildProgram& program, std::string_view input,
                      const ChildBounds& bounds);

}  // namespace runtime
