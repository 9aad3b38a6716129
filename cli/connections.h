// The configuration, and connections to PostgreSQL and Redis, for commands.
#pragma once

#include <chrono>
#include <string>

#include "cli/commands.h"
#include "core/configuration.h"
#include "db/connection/connector.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"

namespace cli {

// The longest that a command to Redis may take.
inline constexpr std::chrono::seconds kRedisTimeout{1};

// The file of --config, or that of the installed service.
std::string configuration_file(const Arguments& arguments);

// The configuration in that file and the environment. Throws std::runtime_error if it cannot be
// read or is not valid.
core::Configuration load_configuration(const Arguments& arguments);

// Over a Unix socket, PostgreSQL authenticates the user of the process (peer authentication), and
// the database of the installed service belongs to the service's user. So without --config, root
// permanently becomes that user. Otherwise does nothing.
void become_service_user(const Arguments& arguments);

// How long a command waits for a lock that another transaction holds. A command that works in steps
// can be run again, so it need not wait for a transaction that runs for hours.
enum class Waits : bool { as_long_as_needed, briefly };

// Connects on first use. Create it after everything that only root can read has been read.
struct Connections {
  explicit Connections(const Arguments& arguments, Waits waits = Waits::as_long_as_needed);

  core::Configuration configuration;
  db::Connector connector;
  db::Postgres postgres;
  db::Redis redis;
};

}  // namespace cli
