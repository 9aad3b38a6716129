// RedisSentinels: finds the Redis server that is the master, by asking the sentinels that watch it.
//
// The sentinel that responded last is asked first, so one that is gone costs its time limit once.
// One owner, one thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/operation/redis_address.h"

namespace db {

class RedisSentinels {
 public:
  struct Answer {
    core::RedisServer sentinel;
    std::optional<core::RedisServer> master;
    std::string problem;  // if there is no master; never with a secret in it
  };

  RedisSentinels(const core::RedisAddress& address, std::chrono::milliseconds timeout)
      : address_(address), timeout_(timeout), sentinels_(address.sentinels) {}

  // What the first sentinel says that knows. Throws std::runtime_error with what each has answered
  // if none does.
  core::RedisServer master();

  // What each sentinel says, for the operator.
  std::vector<Answer> ask_all() const;

 private:
  Answer ask(const core::RedisServer& sentinel) const;
  core::RedisServer master_of(const core::RedisServer& sentinel) const;

  core::RedisAddress address_;
  std::chrono::milliseconds timeout_;
  std::vector<core::RedisServer> sentinels_;  // in the order in which they are asked
};

}  // namespace db
