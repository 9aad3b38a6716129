// output_of(): runs a program of the host and returns its output.
#pragma once

#include <string>
#include <utility>

namespace cli {

// The standard output of a shell command and its exit status; -1 if it cannot be started. The
// command must be a constant, never composed of input.
std::pair<std::string, int> output_of(const char* command);

}  // namespace cli
