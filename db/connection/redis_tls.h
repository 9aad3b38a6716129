// RedisTls: TLS on a connection to Redis. The hiredis of Debian 12 has none of its own, so this
// reads and writes its connection's socket, and hiredis makes the commands and reads the replies.
//
// The server's certificate must be of its name and of a chain that is trusted. The socket's time
// limits hold. One owner, one thread.
#pragma once

#include <memory>
#include <string>

#include <hiredis/hiredis.h>
#include <openssl/ssl.h>

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

}  // namespace db
