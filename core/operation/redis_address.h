// RedisAddress: where Redis is, and how to sign in there, as the settings redis_url,
// redis_password_file and redis_ca_file have it. A value type.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace core {

struct RedisAddress {
  std::string path;  // of a unix socket; empty where host and port are meant
  std::string host;
  int port = 6379;
  bool has_tls = false;
  std::string ca_file;   // whom to trust; empty: whom the system trusts
  std::string user;      // empty: Redis's default user
  std::string password;  // empty: none
  int database = 0;

  // unix:///PATH, or redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE], with TLS rediss://. What has
  // a meaning in an address stands for itself as %2F and the like. The error's message is for the
  // operator, and never repeats the address, which may hold a password.
  static Result<RedisAddress> parse(std::string_view url);

  // The address without user and password.
  std::string to_string() const;
};

}  // namespace core
