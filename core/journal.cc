#include "core/journal.h"

#include <algorithm>
#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

#include "core/configuration.h"

namespace core {
namespace {

// JOURNAL_STREAM is "DEVICE:INODE" of the socket. It is inherited by child processes, whose
// standard error may be another.
bool writes_to_journal() {
  const char* const stream = std::getenv("JOURNAL_STREAM");  // NOLINT(concurrency-mt-unsafe)
  struct stat status {};
  return stream != nullptr && fstat(STDERR_FILENO, &status) == 0 &&
         std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino) == stream;
}

std::string_view prefix_of(LogLevel level) {
  switch (level) {
    case LogLevel::error:
      return "<3>";
    case LogLevel::warning:
      return "<4>";
    case LogLevel::info:
      break;
  }
  return "<6>";
}

}  // namespace

std::string for_journal(LogLevel level, std::string_view text) {
  static const bool has_prefixes = writes_to_journal();
  if (!has_prefixes) return std::string(text);
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.append(prefix_of(level)).append(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace core
