#include "cli/command_output.h"

#include <array>
#include <cstdio>

namespace cli {

std::pair<std::string, int> output_of(const char* command) {
  std::string output;
  FILE* const pipe = popen(command, "r");  // NOLINT(cert-env33-c): the commands are constants
  if (pipe == nullptr) return {{}, -1};
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), count);
  return {output, pclose(pipe)};
}

}  // namespace cli
