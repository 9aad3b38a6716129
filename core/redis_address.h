// RedisAddress: how to connect to Redis, from the settings redis_url, redis_password_file and
// redis_ca_file. A value type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace core {

// A host, by its name or IP address, and a port.
struct RedisServer {
  std::string host;
  int port = 6379;

  // HOST:PORT, with an IPv6 address in brackets.
  std::string to_string() const;
};

// One of a socket, a server, or sentinels that know the server.
struct RedisAddress {
  std::string path;  // of a Unix socket; empty if there is none
  RedisServer server;
  std::vector<RedisServer> sentinels;  // empty if the server is known
  std::string master;                  // the name by which the sentinels know it
  bool has_tls = false;                // to the server and to the sentinels
  std::string ca_file;                 // trusted certificates; empty: those that the system trusts
  std::string user;                    // empty: Redis's default user
  std::string password;                // empty: none
  int database = 0;

  // unix:///PATH, or redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// with TLS. Or
  // sentinel://[[USER]:PASSWORD@]HOST[:PORT][,HOST[:PORT]]…/MASTER[/DATABASE], or sentinels:// with
  // TLS. User and password are percent-encoded. The error's message is for the operator, and never
  // repeats the address, which may contain a password.
  static Result<RedisAddress> parse(std::string_view url);

  // The address without user and password.
  std::string to_string() const;
};

}  // namespace core
