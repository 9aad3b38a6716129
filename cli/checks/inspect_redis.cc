#include "cli/checks/inspections.h"

namespace cli {

void inspect_redis(Connections& connections, Findings& findings) {
  if (connections.redis.command({"PING"}) != nullptr) {
    findings.push_back(good("redis", "available"));
  } else {
    findings.push_back(wrong(
        "redis",
        "cannot use " + connections.configuration.redis.to_string() + " (" +
            connections.redis.problem() +
            "); check redis_url, whether Redis is running, and whether the service's user can "
            "access its socket. Until then, each worker enforces rate limits on its own"));
  }
}

}  // namespace cli
