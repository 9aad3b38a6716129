// AuthorizationServer: the part of a service that gives this program its tokens (OAuth 2.1), as the
// service describes it (RFC 8414).
//
// Throws Failure if the service does not offer it, or sends an unexpected response, and
// NetworkFailure, also if the service is too busy or a gateway responds in its place.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "client/service/connection.h"
#include "client/service/hosts.h"

namespace client {

// What this program is registered as in every service.
inline constexpr std::string_view kClientId = "artifact-command";

// The token endpoint's answer if it gives no tokens.
struct TokenError {
  std::string code;         // of RFC 6749 or 8628: "invalid_grant"
  std::string description;  // may be empty
};

// The duration that a member of an answer gives in whole seconds, at most `longest`. Nothing if
// there is none, or it is less than a second.
std::optional<std::chrono::seconds> seconds_in(const Answer& answer, std::string_view name,
                                               std::chrono::seconds longest);

class AuthorizationServer {
 public:
  // Asks the service for its description. `connection` must outlive it.
  explicit AuthorizationServer(HttpConnection& connection);

  const std::string& issuer() const { return issuer_; }
  // Where the browser goes, with these parameters.
  std::string authorization_url(const std::string& parameters) const;

  // Sends a form to the token endpoint, with the client's id. Retries a request for which the
  // service is too busy.
  std::variant<Tokens, TokenError> request_tokens(const std::string& form);
  // Exchanges a refresh token, by one request. If the service is too busy for it, the failure says
  // how long to wait.
  std::variant<Tokens, TokenError> renew_tokens(const std::string& refresh);
  // Begins the device grant (RFC 8628).
  Answer begin_device_sign_in();
  // Permanently ends the sign-in that the token belongs to.
  void revoke(const std::string& token);

 private:
  HttpResponse post_once(const std::string& path, const std::string& form);
  // Retried if the service is too busy.
  HttpResponse post(const std::string& path, const std::string& form);
  std::variant<Tokens, TokenError> read_tokens(HttpResponse response) const;
  // Of an endpoint in the description.
  std::string path_of(std::string_view endpoint) const;

  HttpConnection& connection_;
  Answer metadata_;
  std::string issuer_;
};

// Renews the tokens of a service.
//
// A refresh token works once: the service treats a second use as theft and ends the sign-in. So
// commands that run at the same time renew one after the other, and a later one takes over what an
// earlier one has stored.

// Whether the access token has expired or is about to.
bool needs_renewal(const Tokens& tokens);

// The tokens that take the place of `former`, which are stored. Throws Failure if the sign-in has
// ended, and NetworkFailure, also if the service is too busy: the caller waits, while others
// continue.
Tokens renew_tokens(const Host& host, const Tokens& former, HttpConnection& connection);

}  // namespace client
