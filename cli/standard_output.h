// The standard output of a command, of which errors only show once it is flushed.
#pragma once

#include <stdexcept>

namespace cli {

class CannotWrite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes what has been printed. Throws CannotWrite if that, or anything printed before, cannot be
// written, as on a full disk.
void flush_output();

}  // namespace cli
