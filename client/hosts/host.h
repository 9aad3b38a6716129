// Host: a service and its credentials: an API key, or the tokens of `artifact login` in the
// browser.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "client/service/service_url.h"
#include "core/identity/api_key.h"

namespace client {

struct Tokens {
  std::string access;
  // Exchanged once for the next two (client/sign_in/token_renewal.h).
  std::string refresh;
  // Unix time in seconds, by this machine's clock.
  std::int64_t access_expires_at = 0;
};

struct Host {
  ServiceUrl service;
  std::variant<core::ApiKey, Tokens> credential;
  // A file of certificate authorities, in PEM, that is trusted instead of the system's.
  std::optional<std::string> ca_certificates = std::nullopt;

  // Null if it is called with an API key.
  const Tokens* tokens() const { return std::get_if<Tokens>(&credential); }
  // What is sent as bearer token.
  const std::string& bearer() const {
    const Tokens* const given = tokens();
    return given != nullptr ? given->access : std::get<core::ApiKey>(credential).secret();
  }
};

}  // namespace client
