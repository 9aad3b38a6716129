// The command line of artifact: every command with its options, parsed by CLI11.
//
// Each command declares its own options, in its file in commands/, and is run with them.
#pragma once

#include "client/failure.h"

namespace client {

// Parses the command line and runs its command. Answers the status to exit with for --help,
// --version and a wrong command line, which it has printed; a command that fails throws Failure.
ExitStatus run_command_line(int count, const char* const* values);

}  // namespace client
