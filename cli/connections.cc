#include "cli/connections.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include "runtime/process.h"

namespace cli {
namespace {

constexpr const char* kInstalledConfiguration = "/etc/artifact-share/artifact-share.conf";
constexpr const char* kServiceUser = "artifact-share";

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
  if (!arguments.has("--config") && access(kInstalledConfiguration, F_OK) != 0 && errno == ENOENT)
    throw std::runtime_error("the service is not set up on this host; run `artifact-admin setup`");
  auto configuration = runtime::load_configuration(configuration_file(arguments));
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
  // libpq looks for certificates in HOME, and can no longer access those of root.
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
