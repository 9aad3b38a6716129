// The command line of artifact-admin, parsed by CLI11 as cli/commands.cc declares it.
//
// `--option VALUE` and `--option=VALUE` are the same. Unknown and repeated options are errors, and
// so is a value that begins with `--`, so that the next option is never taken for the value of an
// option without one.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/commands.h"

namespace cli {

// A command to run.
struct Call {
  const Command* command;
  Arguments arguments;
};

// --help or --version: a text for standard output.
struct Help {
  std::string text;
};

// Not a valid call. The text is for standard error.
struct UsageError {
  std::string text;
};

using CommandLine = std::variant<Call, Help, UsageError>;

// `words`: what follows the program's name.
CommandLine parse_command_line(const std::vector<std::string>& words);

// The text for an invalid call of this command: what is wrong, and the command's usage.
std::string usage_error(const Command& command, const std::string& problem);

}  // namespace cli
