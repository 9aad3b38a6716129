#include "handlers/mcp/tools/warning_text.h"

namespace handlers::mcp {

std::string warning_lines(const std::vector<core::Warning>& warnings) {
  std::string lines;
  for (const core::Warning& warning : warnings) lines += "\nWarning: " + warning.message + '.';
  return lines;
}

}  // namespace handlers::mcp
