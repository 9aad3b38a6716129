// What commands work with: the configuration, and connections to PostgreSQL and Redis.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "core/operation/configuration.h"
#include "db/connection/connector.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"

namespace cli {

// The file that --config names, or that of the installed service.
std::string configuration_file(const Arguments& arguments);

// The configuration that --config names, or that of the installed service. Throws
// std::runtime_error if it cannot be read or is wrong.
core::Configuration load_configuration(const Arguments& arguments);

// PostgreSQL knows who connects over a unix socket (peer authentication), and the installed
// service's database belongs to the service's user. So root becomes that user, for good, where the
// installed service is meant (no --config). Else does nothing.
void become_service_user(const Arguments& arguments);

// Connects when first used. Made after the configuration was read, which takes root.
struct Connections {
  explicit Connections(const Arguments& arguments);

  core::Configuration configuration;
  db::Connector connector;
  db::Postgres postgres;
  db::Redis redis;
};

}  // namespace cli
