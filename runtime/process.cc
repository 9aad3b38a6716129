#include "runtime/process.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include <unistd.h>

#include "core/journal.h"
#include "core/text/json_writer.h"
#include "core/time.h"

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

std::optional<LoadedConfiguration>& loaded() {
  static std::optional<LoadedConfiguration> first;
  return first;
}

LogSettings& settings() {
  static LogSettings made;
  return made;
}

}  // namespace

core::Result<core::Configuration> load_configuration(const std::string& path) {
  const std::optional<std::string> text = read_file(path);
  if (!text) {
    return core::Error{core::ErrorCode::invalid_request,
                       "cannot read " + path + ": " + std::strerror(errno)};
  }
  auto configuration = core::parse_configuration(*text, {environment_variables(), read_file});
  if (configuration && !loaded()) loaded() = LoadedConfiguration{path, *configuration};
  return configuration;
}

const LoadedConfiguration* loaded_configuration() { return loaded() ? &*loaded() : nullptr; }

void configure_log(const LogSettings& changed) { settings() = changed; }

const LogSettings& log_settings() { return settings(); }

void log_event(core::LogLevel level, std::string_view event, std::string_view message) {
  if (level < settings().level) return;
  core::JsonWriter json;
  json.begin_object();
  json.member("time", log_time()).member("event", event).member("message", message);
  json.end_object();
  write_log_line(level, json.text());
}

std::string log_time() { return core::now().rfc3339(); }

void write_log_line(core::LogLevel level, std::string line) {
  line += '\n';
  line = core::for_journal(level, line);
  // A failure to log must not stop the service.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

std::string_view version() { return ARTIFACT_SHARE_VERSION; }

}  // namespace runtime
