// artifact: shares files from a terminal or a script, through the API of a service.
//
// The result is on standard output, everything else on standard error. The exit statuses are those
// of client/command_line.h.
#include <csignal>
#include <cstdio>
#include <exception>

#include "client/command_line.h"
#include "client/terminal/terminal.h"

int main(int count, char** values) {
  // A closed pipe (`artifact list | head`) is not a failure of this program.
  std::signal(SIGPIPE, SIG_DFL);
  try {
    return static_cast<int>(client::run_command_line(count, values));
  } catch (const client::Failure& failure) {
    client::print_message(failure.what());
    return static_cast<int>(failure.status());
  } catch (const std::exception& failure) {
    client::print_message(failure.what());
    return static_cast<int>(client::ExitStatus::failure);
  }
}
