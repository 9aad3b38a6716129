// Failure: why a command failed. The message is one line for standard error; scripts decide by the
// status.
#pragma once

#include <CLI/App.hpp>
#include <stdexcept>
#include <string>

namespace client {

// The exit statuses of `artifact`, as docs/client.md documents them.
enum class ExitStatus {
  success = 0,
  failure = 1,        // any other: a file cannot be read, the service has a bug
  usage = 2,          // the command line is wrong
  unreachable = 3,    // no response, or the service is unavailable, also after retries
  not_permitted = 4,  // no API key, an invalid one, or one without the scope
  not_found = 5,      // no such artifact, version or share link
  rejected = 6,       // the service does not accept the document, an option or the state
  limited = 7,        // a rate or storage limit is reached
};

class Failure : public std::runtime_error {
 public:
  Failure(ExitStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}

  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

// An invalid command line that only the command itself can detect.
class WrongUsage : public Failure {
 public:
  explicit WrongUsage(const std::string& message) : Failure(ExitStatus::usage, message) {}
};

// The command line of artifact: every command with its options, parsed by CLI11.
//
// Each command declares its own options in its file in commands/.

// Parses the command line and runs the command. Prints the text for --help, --version and a wrong
// command line. Returns the exit status. A command that fails throws Failure.
ExitStatus run_command_line(int count, const char* const* values);

// The error of a command line, in one line: an unknown command or option with the one that
// was probably meant.

std::string usage_problem(const CLI::App& app, const CLI::ParseError& wrong);

}  // namespace client
