#include "runtime/configuration_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include <unistd.h>

namespace runtime {
namespace {

// If it cannot be read, errno says why.
std::optional<std::string> read_file(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) return std::nullopt;
  // A folder can be opened, and then reads like an empty file.
  if (std::filesystem::is_directory(path)) {
    errno = EISDIR;
    return std::nullopt;
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::map<std::string, std::string> environment_variables() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != text.npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

}  // namespace

core::Result<core::Configuration> load_configuration(const std::string& path) {
  const std::optional<std::string> text = read_file(path);
  if (!text) {
    return core::Error{core::ErrorCode::invalid_request,
                       "cannot read " + path + ": " + std::strerror(errno)};
  }
  return core::parse_configuration(*text, {environment_variables(), read_file});
}

}  // namespace runtime
