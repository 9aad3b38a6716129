// AuthorizationServer: the OAuth 2.1 endpoints of a service, as its metadata describes them (RFC
// 8414).
//
// Throws Failure if the service has none, or sends an unexpected response, and NetworkFailure, also
// if the service is too busy or a gateway responds in its place.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "client/service/connection.h"
#include "client/service/hosts.h"

namespace client {

// The client ID of this program in every service.
inline constexpr std::string_view kClientId = "artifact-command";

// The token endpoint's error response.
struct TokenError {
  std::string code;         // of RFC 6749 or 8628: "invalid_grant"
  std::string description;  // may be empty
};

// A member of a response with a number of seconds, rounded down, at most `longest`. Nothing if it
// is absent, or less than a second.
std::optional<std::chrono::seconds> seconds_in(const Answer& answer, std::string_view name,
                                               std::chrono::seconds longest);

class AuthorizationServer {
 public:
  // Fetches the metadata. `connection` must outlive it.
  explicit AuthorizationServer(HttpConnection& connection);

  const std::string& issuer() const { return issuer_; }
  // The URL for the browser, with these parameters.
  std::string authorization_url(const std::string& parameters) const;

  // Sends a form to the token endpoint, with the client's id. Retries if the service is too busy.
  std::variant<Tokens, TokenError> request_tokens(const std::string& form);
  // Exchanges a refresh token, without retries. If the service is too busy, the failure says how
  // long to wait.
  std::variant<Tokens, TokenError> renew_tokens(const std::string& refresh);
  // Begins the device grant (RFC 8628).
  Answer begin_device_sign_in();
  // Revokes the grant that the token belongs to.
  void revoke(const std::string& token);

 private:
  HttpResponse post_once(const std::string& path, const std::string& form);
  // Retried if the service is too busy.
  HttpResponse post(const std::string& path, const std::string& form);
  std::variant<Tokens, TokenError> read_tokens(HttpResponse response) const;
  // The URL of an endpoint in the metadata.
  std::string path_of(std::string_view endpoint) const;

  HttpConnection& connection_;
  Answer metadata_;
  std::string issuer_;
};

// Renews the tokens of a service.
//
// A refresh token works once: the service treats a second use as theft and ends the sign-in. So
// concurrent commands renew one after the other, and a later one uses what an earlier one has
// stored.

// Whether the access token has expired, or will soon.
bool needs_renewal(const Tokens& tokens);

// The tokens that replace `former`, after they are stored. Throws Failure if the sign-in has ended,
// and NetworkFailure, also if the service is too busy: the caller waits without holding the lock.
Tokens renew_tokens(const Host& host, const Tokens& former, HttpConnection& connection);

}  // namespace client
