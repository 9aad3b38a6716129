#include "cli/connections.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

namespace cli {
namespace {

constexpr const char* kInstalledConfiguration = "/etc/artifact-share/artifact-share.conf";
constexpr const char* kServiceUser = "artifact-share";

std::optional<std::string> read_file(const std::string& path) {
  // A folder can be opened, and then reads like an empty file.
  std::ifstream stream(path);
  if (!stream || std::filesystem::is_directory(path)) return std::nullopt;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

// Migrations can take long.
db::Connector::Timeouts timeouts(Waits waits) {
  return {.connect = std::chrono::seconds(5),
          .statement = std::chrono::hours(1),
          .lock = std::chrono::seconds(waits == Waits::briefly ? 10 : 0)};
}

}  // namespace

std::string configuration_file(const Arguments& arguments) {
  return arguments.value("--config").value_or(kInstalledConfiguration);
}

core::Configuration load_configuration(const Arguments& arguments) {
  const std::string path = configuration_file(arguments);
  const std::optional<std::string> text = read_file(path);
  if (!text) throw std::runtime_error("cannot read " + path);
  auto configuration = core::parse_configuration(*text, {environment, read_file});
  if (!configuration) throw std::runtime_error(configuration.error().message);
  return *std::move(configuration);
}

void become_service_user(const Arguments& arguments) {
  if (arguments.has("--config") || geteuid() != 0) return;
  const passwd* const user = getpwnam(kServiceUser);
  if (user == nullptr) throw std::runtime_error(std::string("no such user: ") + kServiceUser);
  if (initgroups(user->pw_name, user->pw_gid) != 0 || setgid(user->pw_gid) != 0 ||
      setuid(user->pw_uid) != 0)
    throw std::system_error(errno, std::generic_category(),
                            "cannot switch to the user artifact-share");
  // libpq looks for certificates there, and cannot access those of root any more.
  setenv("HOME", user->pw_dir, 1);
}

Connections::Connections(const Arguments& arguments, Waits waits)
    : configuration(load_configuration(arguments)),
      connector(configuration.database_url, timeouts(waits)),
      postgres(connector),
      redis(configuration.redis, kRedisTimeout) {
  become_service_user(arguments);
}

}  // namespace cli
