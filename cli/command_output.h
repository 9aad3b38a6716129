// output_of: what a program of the host says, for commands that look at it.
#pragma once

#include <string>
#include <utility>

namespace cli {

// What the shell's command prints, and its exit status; -1 if it cannot be started. The command is
// a constant, never put together from what somebody else has said.
std::pair<std::string, int> output_of(const char* command);

}  // namespace cli
