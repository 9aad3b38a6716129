#include "cli/standard_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace cli {

void flush_output() {
  errno = 0;
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return;
  const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
  throw CannotWrite("cannot write standard output" + reason);
}

}  // namespace cli
