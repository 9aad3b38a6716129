#include "cli/inspections.h"

namespace cli {

void inspect_redis(Connections& connections, Findings& findings) {
  if (connections.redis.command({"PING"}) != nullptr) {
    findings.push_back(good("redis", "answers"));
  } else {
    findings.push_back(wrong(
        "redis", "does not answer at " + connections.configuration.redis.to_string() + " (" +
                     connections.redis.problem() +
                     "); look at redis_url, whether Redis runs, and whether the service's user may "
                     "enter its socket. Until it is back every worker counts requests by itself"));
  }
}

}  // namespace cli
