// RedisTls: TLS on a connection to Redis. The hiredis of Debian 12 has none of its own, so this
// reads and writes its connection's socket, and hiredis makes the commands and reads the replies.
//
// The server's certificate must be of its name and of a chain that is trusted. The socket's time
// limits hold. One owner, one thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <hiredis/hiredis.h>
#include <openssl/ssl.h>

#include "core/redis_address.h"

namespace db {

class RedisTls {
 public:
  // On the connection's socket, which outlives this, to `host`. Trusts the certificates in
  // `ca_file`, or those that the system trusts if it is empty. Throws std::runtime_error if there
  // is no trust, or no TLS.
  RedisTls(redisContext& connection, const std::string& host, const std::string& ca_file);

  // Sends a command. False if the connection is lost.
  bool send(int count, const char** words, const std::size_t* lengths);

  // The reply to the command that was sent; null if the connection is lost. The caller owns it.
  redisReply* receive();

 private:
  bool write(const char* bytes, std::size_t size);
  bool read();

  redisContext& connection_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> tls_;
};

// RedisConnection: a connection to one Redis server or one sentinel, which is authenticated where
// that is configured.
//
// Every call has a time limit. One owner, one thread.

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
