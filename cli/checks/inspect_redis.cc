#include <string>

#include "cli/checks/inspections.h"

namespace cli {
namespace {

// Each of the sentinels that does not know the master in use could be the last one left.
void inspect_sentinels(const Connections& connections, Findings& findings) {
  const core::RedisAddress& address = connections.configuration.redis;
  const std::string in_use = connections.redis.server().to_string();
  const db::RedisSentinels sentinels(address, kRedisTimeout);
  for (const db::RedisSentinels::Answer& answer : sentinels.ask_all()) {
    const std::string subject = answer.sentinel.to_string();
    if (!answer.master) {
      findings.push_back(wrong("redis sentinel", subject + ": " + answer.problem));
    } else if (answer.master->to_string() != in_use) {
      std::string problem = subject + " says that the master is ";
      problem.append(answer.master->to_string()).append(", not ").append(in_use);
      findings.push_back(wrong("redis sentinel", problem + "; during a failover, check again"));
    } else {
      findings.push_back(good("redis sentinel", subject + " knows the master"));
    }
  }
}

}  // namespace

void inspect_redis(Connections& connections, Findings& findings) {
  const core::RedisAddress& address = connections.configuration.redis;
  const bool has_sentinels = !address.sentinels.empty();
  if (connections.redis.command({"PING"}) == nullptr) {
    findings.push_back(wrong(
        "redis",
        "cannot use " + address.to_string() + " (" + connections.redis.problem() +
            "); check redis_url, whether Redis is running, and whether the service's user can "
            "access its socket. Until then, each worker enforces rate limits on its own"));
  } else if (has_sentinels) {
    findings.push_back(
        good("redis", "available; the master is " + connections.redis.server().to_string()));
    inspect_sentinels(connections, findings);
  } else {
    findings.push_back(good("redis", "available"));
  }
}

}  // namespace cli
