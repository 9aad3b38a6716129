// RedisAddress: how to connect to Redis, from the settings redis_url, redis_password_file and
// redis_ca_file. A value type.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace core {

struct RedisAddress {
  std::string path;  // of a Unix socket; empty if host and port are used
  std::string host;
  int port = 6379;
  bool has_tls = false;
  std::string ca_file;   // trusted certificates; empty: those that the system trusts
  std::string user;      // empty: Redis's default user
  std::string password;  // empty: none
  int database = 0;

  // unix:///PATH, or redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// with TLS. User
  // and password are percent-encoded. The error's message is for the operator, and never repeats
  // the address, which may contain a password.
  static Result<RedisAddress> parse(std::string_view url);

  // The address without user and password.
  std::string to_string() const;
};

}  // namespace core
