// RedisSentinels: finds the Redis server that is the master, by asking the sentinels that watch it.
//
// The sentinel that responded last is asked first, so one that is gone costs its time limit once.
// One owner, one thread.
#pragma once

#include <chrono>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics.h"
#include "core/redis_address.h"
#include "db/connection/redis_connection.h"

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

  // Asks the sentinels until one knows. Throws std::runtime_error with what each has answered
  // if none does.
  core::RedisServer master();

  // The answer of each sentinel, for the operator.
  std::vector<Answer> ask_all() const;

 private:
  Answer ask(const core::RedisServer& sentinel) const;
  core::RedisServer master_of(const core::RedisServer& sentinel) const;

  core::RedisAddress address_;
  std::chrono::milliseconds timeout_;
  std::vector<core::RedisServer> sentinels_;  // in the order in which they are asked
};

// Redis: one connection to Redis, for what may be lost without harm: counters and the like.
//
// Connects when first used, to the master that the sentinels name if the address has sentinels.
// Every call has a time limit; after a failure to connect, or to get a reply in time, Redis is left
// alone for a second, or four times as long as the attempt took, so that a Redis that is gone costs
// each call next to nothing.
// A server that is no longer the master is left, so the next call finds its successor. Nothing here
// throws because Redis is gone: calls return nothing, and the caller can continue without it.
//
// One owner, one thread: each worker thread has its own.

// A Lua script that runs in Redis as one atomic step.
struct RedisScript {
  std::string text;
  std::string sha1;  // what EVALSHA knows it by

  explicit RedisScript(std::string source);
};

class Redis {
 public:
  using Clock = std::chrono::steady_clock;

  // Connections that fail or are lost, and commands that are refused, are counted in `metrics`.
  Redis(core::RedisAddress address, std::chrono::milliseconds timeout,
        core::Metrics& metrics = core::Metrics::unwatched())
      : address_(std::move(address)),
        timeout_(timeout),
        sentinels_(address_, timeout),
        server_(address_.server),
        metrics_(metrics) {}

  // The reply, never an error reply; null if Redis cannot be reached or refuses.
  RedisReply command(std::span<const std::string_view> words);
  RedisReply command(std::initializer_list<std::string_view> words) {
    return command(std::span(words.begin(), words.size()));
  }

  // Whether a command fails at once, as an attempt to connect has failed a moment ago.
  bool is_resting() const { return !connection_ && Clock::now() < retry_at_; }

  // The first `keys` of the words are the script's KEYS, the others its ARGV.
  RedisReply run(const RedisScript& script, const std::vector<std::string_view>& keys_and_values,
                 std::size_t keys);

  // run() in two steps, so that Redis works while the caller does something else, which may include
  // other commands. begin() is false if Redis cannot be reached, and nothing was begun then. The
  // script and the words must outlive finish().
  bool begin(const RedisScript& script, const std::vector<std::string_view>& keys_and_values,
             std::size_t keys);
  RedisReply finish();

  // Sends a command without waiting for its reply, which nobody needs: the next command passes over
  // it. Does nothing if Redis cannot be reached.
  void tell(std::span<const std::string_view> words);

  // Why the last command has no reply, for the operator; never with a secret in it.
  const std::string& problem() const { return problem_; }

  // The server that this is or was last connected to.
  const core::RedisServer& server() const { return server_; }

 private:
  // A script whose reply was not yet asked for.
  struct Begun {
    const RedisScript* script;
    std::vector<std::string_view> words;  // of the command
    bool is_answered;                     // another command had to be sent, or the connection left
    RedisReply reply;
  };

  bool connect();
  void open();
  void select_database();
  void require_master();
  RedisReply send(std::span<const std::string_view> words);
  RedisReply receive(Clock::time_point began);
  void receive_begun();
  RedisReply eval_unless_cached(const RedisScript& script, std::vector<std::string_view> words,
                                RedisReply reply);
  RedisReply unless_refused(RedisReply reply);
  void give_up(std::string problem, Clock::time_point began);
  void lose_connection(Clock::time_point began);
  void disconnect(Clock::time_point began);

  core::RedisAddress address_;
  std::chrono::milliseconds timeout_;
  RedisSentinels sentinels_;
  core::RedisServer server_;
  core::Metrics& metrics_;
  std::optional<RedisConnection> connection_;
  std::optional<Begun> begun_;
  unsigned untaken_ = 0;  // replies to what was told, which come before the next one
  std::string problem_;
  Clock::time_point retry_at_;
};

}  // namespace db
