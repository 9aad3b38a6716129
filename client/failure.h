// Failure: why a command ends without having done what it was asked. The message is one line for
// standard error; by the status, scripts can decide what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace client {

// The exit statuses of `artifact`, as docs/client.md documents them.
enum class ExitStatus {
  success = 0,
  failure = 1,        // none of those below: a file cannot be read, the service has a bug
  usage = 2,          // the command line is wrong
  unreachable = 3,    // no answer, or the service is unavailable, also after retries
  not_permitted = 4,  // no API key, an invalid one, or one without the scope
  not_found = 5,      // no such artifact or share link
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

// An invalid command line that only the command itself can tell.
class WrongUsage : public Failure {
 public:
  explicit WrongUsage(const std::string& message) : Failure(ExitStatus::usage, message) {}
};

}  // namespace client
