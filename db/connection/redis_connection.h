// RedisConnection: a connection to one Redis server or one sentinel, which is authenticated where
// that is configured.
//
// Every call has a time limit. One owner, one thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <hiredis/hiredis.h>

#include "core/operation/redis_address.h"
#include "db/connection/redis_tls.h"

namespace db {

using RedisReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

class RedisConnection {
 public:
  // To the address's socket, or to `server`, with TLS if the address has it. Throws
  // std::runtime_error, with no secret in its text.
  RedisConnection(const core::RedisAddress& address, const core::RedisServer& server,
                  std::chrono::milliseconds timeout);

  // Sends user and password, if there is a password. Throws std::runtime_error if they are
  // rejected.
  void authenticate(const core::RedisAddress& address);

  // Sends a command. False if the connection is lost.
  bool send(std::span<const std::string_view> words);

  // The reply to the command that was sent, which may be an error; null if the connection is lost.
  RedisReply receive();

  // Both; null if the connection is lost.
  RedisReply call(std::span<const std::string_view> words);

 private:
  std::unique_ptr<redisContext, decltype(&redisFree)> context_;
  std::optional<RedisTls> tls_;
};

// The text of a reply; empty if it is none.
inline std::string_view text_of(const redisReply* reply) {
  return reply == nullptr || reply->str == nullptr ? std::string_view()
                                                   : std::string_view(reply->str, reply->len);
}

}  // namespace db
