#include "handlers/mcp/tools/warning_text.h"

namespace handlers::mcp {

std::string warning_lines(const std::vector<core::Warning>& warnings) {
  std::string lines;
  for (const core::Warning& warning : warnings) {
    lines += "\nWarning: " + warning.message + '.';
    if (!warning.field.empty()) lines += " Argument: " + warning.field.substr(1) + '.';
  }
  return lines;
}

}  // namespace handlers::mcp
