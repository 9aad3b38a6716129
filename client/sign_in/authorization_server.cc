#include "client/sign_in/authorization_server.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "client/command_line.h"
#include "client/service/hosts.h"
#include "client/terminal/terminal.h"
#include "core/text/form.h"

namespace client {
namespace {

constexpr int kMostAttempts = 5;
// So short that a request whose response was lost can be repeated while the service still accepts
// the same refresh token.
constexpr std::chrono::seconds kTimeout{10};
// A longer Retry-After is not waited for.
constexpr std::chrono::seconds kLongestPause{300};
// Longer lifetimes are cut to this; the service rejects an expired token anyway.
constexpr std::chrono::seconds kLongestTokenLifetime = std::chrono::years(1);

std::int64_t unix_time() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string unexpected_status(const ServiceUrl& service, int status) {
  return service.host() + " answered with HTTP status " + std::to_string(status);
}

bool is_too_busy(const HttpResponse& response) {
  return response.status == 429 || response.status == 503;
}

NetworkFailure temporary_failure(const ServiceUrl& service, const HttpResponse& response) {
  return {unexpected_status(service, response.status), true, NetworkFailure::Sent::perhaps,
          response.retry_after};
}

std::string read_metadata(HttpConnection& connection) {
  HttpResponse response =
      connection.send({.path = "/.well-known/oauth-authorization-server", .timeout = kTimeout});
  const int status = response.status;
  if (status == 200) return std::move(response.body);
  if (is_too_busy(response) || status == 502 || status == 504)
    throw temporary_failure(connection.service(), response);
  if (status >= 500)
    throw Failure(ExitStatus::failure, unexpected_status(connection.service(), status));
  const std::string& service = connection.service().text();
  throw Failure(ExitStatus::failure,
                service + " does not offer to sign in with a browser; create an API key at " +
                    service + "/dashboard/settings/keys and run: artifact login " + service +
                    " --with-key");
}

Failure unexpected(const ServiceUrl& service, const std::string& what) {
  return {ExitStatus::failure, service.host() + " sent an unexpected response: " + what};
}

}  // namespace

std::optional<std::chrono::seconds> seconds_in(const Answer& answer, std::string_view name,
                                               std::chrono::seconds longest) {
  const auto member = answer.root().find(name);
  const auto number = member ? member->number() : std::nullopt;
  if (!number || *number < 1) return std::nullopt;
  // A number may be larger than any integer.
  const double bounded = std::min(*number, static_cast<double>(longest.count()));
  return std::chrono::seconds(static_cast<std::int64_t>(bounded));
}

AuthorizationServer::AuthorizationServer(HttpConnection& connection)
    : connection_(connection), metadata_(read_metadata(connection)) {
  issuer_ = metadata_.string("issuer");
  // RFC 8414, 3.3: it must be the issuer that was requested.
  if (issuer_ != connection.service().text())
    throw unexpected(connection.service(), "it says that it is " + issuer_);
}

std::string AuthorizationServer::path_of(std::string_view endpoint) const {
  const std::string url = metadata_.string(endpoint);
  if (!url.starts_with(issuer_ + '/'))
    throw unexpected(connection_.service(), std::string(endpoint) + " is at another service");
  return url.substr(issuer_.size());
}

std::string AuthorizationServer::authorization_url(const std::string& parameters) const {
  return issuer_ + path_of("authorization_endpoint") + '?' + parameters;
}

HttpResponse AuthorizationServer::post_once(const std::string& path, const std::string& form) {
  const std::string body =
      core::write_form({{"client_id", kClientId}}) + (form.empty() ? std::string() : '&' + form);
  HttpResponse response =
      connection_.send({.method = Method::post,
                        .path = path,
                        .headers = {"Content-Type: application/x-www-form-urlencoded"},
                        .body = body,
                        .timeout = kTimeout});
  if (response.status == 502 || response.status == 504)
    throw temporary_failure(connection_.service(), response);
  return response;
}

HttpResponse AuthorizationServer::post(const std::string& path, const std::string& form) {
  for (int attempt = 1;; ++attempt) {
    HttpResponse response = post_once(path, form);
    if (!is_too_busy(response)) return response;
    const std::string reason = unexpected_status(connection_.service(), response.status);
    const auto pause = response.retry_after.value_or(std::chrono::seconds(attempt));
    // No further attempt.
    if (attempt == kMostAttempts || pause > kLongestPause) throw NetworkFailure(reason, false);
    print_message(reason + "; retrying in " + std::to_string(pause.count()) + " s");
    std::this_thread::sleep_for(pause);
  }
}

std::variant<Tokens, TokenError> AuthorizationServer::request_tokens(const std::string& form) {
  return read_tokens(post(path_of("token_endpoint"), form));
}

std::variant<Tokens, TokenError> AuthorizationServer::renew_tokens(const std::string& refresh) {
  HttpResponse response =
      post_once(path_of("token_endpoint"),
                core::write_form({{"grant_type", "refresh_token"}, {"refresh_token", refresh}}));
  if (is_too_busy(response)) throw temporary_failure(connection_.service(), response);
  return read_tokens(std::move(response));
}

std::variant<Tokens, TokenError> AuthorizationServer::read_tokens(HttpResponse response) const {
  const int status = response.status;
  if (status != 200 && status != 400 && status != 401)
    throw Failure(ExitStatus::failure, unexpected_status(connection_.service(), status));
  const Answer answer(std::move(response.body));
  if (status != 200) {
    return TokenError{member_text(answer.root(), "error"),
                      member_text(answer.root(), "error_description")};
  }
  const auto lifetime = seconds_in(answer, "expires_in", kLongestTokenLifetime);
  return Tokens{.access = answer.string("access_token"),
                .refresh = answer.string("refresh_token"),
                .access_expires_at = unix_time() + (lifetime ? lifetime->count() : 0)};
}

Answer AuthorizationServer::begin_device_sign_in() {
  HttpResponse response = post(path_of("device_authorization_endpoint"), "");
  if (response.status >= 500)
    throw Failure(ExitStatus::failure, unexpected_status(connection_.service(), response.status));
  if (response.status != 200) {
    throw Failure(ExitStatus::failure,
                  connection_.service().host() + " does not offer to sign in on another device");
  }
  return Answer(std::move(response.body));
}

void AuthorizationServer::revoke(const std::string& token) {
  const HttpResponse response =
      post(path_of("revocation_endpoint"), core::write_form({{"token", token}}));
  if (response.status != 200)
    throw Failure(ExitStatus::failure, unexpected_status(connection_.service(), response.status));
}

namespace {

// Clocks differ, and a request takes a while.
constexpr std::chrono::seconds kMargin{60};

Failure ended(const ServiceUrl& service) {
  return {ExitStatus::not_permitted,
          "the sign-in to " + service.host() + " has ended; run: artifact login " + service.text()};
}

}  // namespace

bool needs_renewal(const Tokens& tokens) {
  const auto now = std::chrono::system_clock::now().time_since_epoch() + kMargin;
  return std::chrono::duration_cast<std::chrono::seconds>(now).count() >= tokens.access_expires_at;
}

Tokens renew_tokens(const Host& host, const Tokens& former, HttpConnection& connection) {
  // Other processes wait while the lock is held, so it is held for a single request, which takes
  // seconds at most.
  AuthorizationServer server(connection);
  const HostsLock lock;
  HostsFile hosts = HostsFile::load();
  const Host* const stored = hosts.find(host.service);
  if (stored == nullptr || stored->tokens() == nullptr) throw ended(host.service);
  const Tokens& current = *stored->tokens();
  if (current.access != former.access && !needs_renewal(current)) return current;

  auto outcome = server.renew_tokens(current.refresh);
  if (std::holds_alternative<TokenError>(outcome)) throw ended(host.service);
  Host renewed = *stored;
  renewed.credential = std::get<Tokens>(outcome);
  hosts.replace(renewed);
  hosts.save();
  return std::get<Tokens>(std::move(outcome));
}

}  // namespace client
