// Redis: one connection to Redis, for what may be lost without harm: counters and the like.
//
// Connects when first used. Every call has a time limit; after a failure the connection is left
// alone for a second, so that a Redis that is gone costs each call next to nothing. Nothing here
// throws because Redis is gone: calls answer nothing, and the caller has a way on without it.
//
// One owner, one thread: each worker thread has its own.
#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hiredis/hiredis.h>

#include "core/operation/metrics.h"
#include "core/operation/redis_address.h"
#include "db/connection/redis_tls.h"

namespace db {

// A Lua script that runs in Redis as one atomic step.
struct RedisScript {
  std::string text;
  std::string sha1;  // what EVALSHA knows it by

  explicit RedisScript(std::string source);
};

using RedisReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

class Redis {
 public:
  using Clock = std::chrono::steady_clock;

  // Connections that fail or are lost, and commands that are refused, are counted in `metrics`.
  Redis(core::RedisAddress address, std::chrono::milliseconds timeout,
        core::Metrics& metrics = core::Metrics::unwatched())
      : address_(std::move(address)), timeout_(timeout), metrics_(metrics) {}

  // The reply, never an error reply; null if Redis cannot be reached or refuses.
  RedisReply command(std::initializer_list<std::string_view> words);
  // The run of the Redis server that this is connected to: another one after each of its starts.
  // Empty if it cannot be reached. A command that follows at once goes to that run or fails.
  std::string_view process();

  // Whether the last command, which has no reply, may have been carried out nevertheless: it was
  // sent, and the answer did not come in time.
  bool in_doubt() const { return in_doubt_; }

  // The first `keys` of the words are the script's KEYS, the others its ARGV.
  RedisReply run(const RedisScript& script, const std::vector<std::string_view>& keys_and_values,
                 std::size_t keys);

  // Why the last command has no reply, for the operator; never with a secret in it.
  const std::string& problem() const { return problem_; }

 private:
  bool connect();
  bool sign_in();
  bool is_let_in(const std::vector<std::string_view>& words, std::string_view otherwise);
  RedisReply send(const char* const* words, const std::size_t* lengths, std::size_t count);
  RedisReply unless_refused(RedisReply reply);
  void give_up(std::string problem);

  core::RedisAddress address_;
  std::chrono::milliseconds timeout_;
  core::Metrics& metrics_;
  std::unique_ptr<redisContext, decltype(&redisFree)> context_{nullptr, &redisFree};
  std::optional<RedisTls> tls_;
  std::string process_;
  std::string problem_;
  bool in_doubt_ = false;
  Clock::time_point retry_at_;
};

}  // namespace db
