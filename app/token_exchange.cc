#include "app/token_exchange.h"

#include "app/authorization.h"
#include "app/sign_in.h"
#include "core/audit.h"
#include "core/time.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "db/device_code_store.h"
#include "db/grant_store.h"

namespace app {
namespace {

using core::FormFields;
using core::OAuthError;

// An assistant's servers act for many users from one network.
constexpr db::AttemptCounter::OpenRequests kTokenRequests{"oauth_token", 600,
                                                          std::chrono::minutes(1)};
// Access tokens last for an hour.
constexpr std::int64_t kExchangesPerHour = 60;
// Used tokens are kept for 30 days; this bounds how many.
constexpr std::int64_t kExchangesPerDay = 240;

OAuthError missing(std::string_view name) {
  return {"invalid_request", std::string(name) + " is required"};
}

OAuthError invalid_grant(std::string_view what) {
  return {"invalid_grant", "the " + std::string(what) + " is invalid, expired or used"};
}

OAuthError wrong_target() { return {"invalid_target", "access was granted for another resource"}; }

// The scopes of the new access token: all of the grant's, or those that are asked for.
std::variant<core::Scopes, OAuthError> scopes_for(const FormFields& form,
                                                  const core::Scopes& granted) {
  const std::string_view scope = parameter(form, "scope");
  if (scope.empty()) return granted;
  const core::Scopes wanted = core::Scopes::known_in(scope);
  if (wanted.empty() || granted.first_missing(wanted))
    return OAuthError{"invalid_scope", "the user granted " + granted.text()};
  return wanted;
}

}  // namespace

void TokenExchange::end(const db::ShownGrant& grant, core::AuditAction action,
                        std::string_view client_address) {
  core::Principal app;
  app.kind = core::Principal::Kind::app;
  app.user = grant.user;
  app.name = db::name_of_app(grant.email, grant.access.client_name);
  app.client_address = client_address;
  db::revoke_grant(stores_.postgres, stores_.redis, app, action, grant.user, grant.id);
}

TokenExchange::Outcome TokenExchange::exchange(const FormFields& form,
                                               std::string_view client_address) {
  if (const auto reserved = stores_.attempts.reserve(kTokenRequests, client_address); !reserved)
    return too_many_attempts(reserved.wait);
  if (parameter(form, "client_id").empty()) return missing("client_id");
  const std::string_view type = parameter(form, "grant_type");
  if (type == "authorization_code") return exchange_code(form, client_address);
  if (type == "refresh_token") return refresh(form, client_address);
  if (type == "urn:ietf:params:oauth:grant-type:device_code") return poll_device_code(form);
  if (type.empty()) return missing("grant_type");
  return OAuthError{"unsupported_grant_type",
                    "grant_type must be authorization_code, refresh_token or "
                    "urn:ietf:params:oauth:grant-type:device_code"};
}

TokenExchange::Outcome TokenExchange::exchange_code(const FormFields& form,
                                                    std::string_view client_address) {
  if (parameter(form, "code").empty()) return missing("code");
  if (parameter(form, "code_verifier").empty()) return missing("code_verifier");
  const auto code = core::SecretToken::parse(parameter(form, "code"));
  if (!code) return invalid_grant("code");
  return db::in_transaction(stores_.postgres, [&]() -> Outcome {
    const auto grant = stores_.grants.find_by_code(code->hash());
    if (!grant || grant->access.client_id != parameter(form, "client_id"))
      return invalid_grant("code");
    if (grant->is_used) {
      end(*grant, core::AuditAction::app_token_reused, client_address);
      return invalid_grant("code");
    }
    // OAuth 2.1 leaves the redirect URI out here; PKCE proves more.
    const std::string_view uri = parameter(form, "redirect_uri");
    if (!grant->is_alive || (!uri.empty() && uri != grant->redirect_uri) ||
        !grant->challenge->is_met_by(parameter(form, "code_verifier")))
      return invalid_grant("code, redirect_uri or code_verifier");
    if (!names_audience(form, grant->access.audience, public_base_url_)) return wrong_target();
    IssuedTokens tokens{core::AccessToken::generate(), core::RefreshToken::generate(),
                        grant->access.scopes};
    stores_.grants.issue(grant->id, tokens.access, tokens.refresh, tokens.scopes, std::nullopt);
    return tokens;
  });
}

TokenExchange::Outcome TokenExchange::refresh(const FormFields& form,
                                              std::string_view client_address) {
  if (parameter(form, "refresh_token").empty()) return missing("refresh_token");
  const auto token = core::RefreshToken::parse(parameter(form, "refresh_token"));
  if (!token) return invalid_grant("refresh_token");
  return db::in_transaction(stores_.postgres, [&]() -> Outcome {
    const auto grant = stores_.grants.find_by_refresh_token(token->hash());
    if (!grant || !grant->is_alive || grant->access.client_id != parameter(form, "client_id"))
      return invalid_grant("refresh_token");
    if (grant->is_used && !grant->is_retry) {
      end(*grant, core::AuditAction::app_token_reused, client_address);
      return invalid_grant("refresh_token");
    }
    if (grant->exchanges_in_last_hour >= kExchangesPerHour)
      return too_many_attempts(std::chrono::minutes(1));
    if (grant->exchanges_in_last_day >= kExchangesPerDay)
      return too_many_attempts(std::chrono::hours(1));
    if (!names_audience(form, grant->access.audience, public_base_url_)) return wrong_target();
    const auto scopes = scopes_for(form, grant->access.scopes);
    if (const auto* error = std::get_if<OAuthError>(&scopes)) return *error;
    IssuedTokens tokens{core::AccessToken::generate(), core::RefreshToken::generate(),
                        std::get<core::Scopes>(scopes)};
    stores_.grants.issue(grant->id, tokens.access, tokens.refresh, tokens.scopes, token->hash());
    return tokens;
  });
}

TokenExchange::Outcome TokenExchange::poll_device_code(const FormFields& form) {
  using State = db::DeviceCodeStore::State;
  if (parameter(form, "device_code").empty()) return missing("device_code");
  const auto code = core::SecretToken::parse(parameter(form, "device_code"));
  if (!code) return invalid_grant("device_code");
  const std::string client(parameter(form, "client_id"));
  return db::in_transaction(stores_.postgres, [&]() -> Outcome {
    const auto answer = stores_.device_codes.poll(*code, client);
    switch (answer.state) {
      case State::unknown:
        return invalid_grant("device_code");
      case State::waiting:
        return OAuthError{"authorization_pending", "the user has not decided yet"};
      case State::too_often:
        return OAuthError{"slow_down", "wait five seconds longer between two requests"};
      case State::expired:
        return OAuthError{"expired_token", "the device_code has expired; start again"};
      case State::denied:
        return OAuthError{"access_denied", "the user denied access"};
      case State::granted:
        break;
    }
    IssuedTokens tokens{core::AccessToken::generate(), core::RefreshToken::generate(),
                        answer.scopes};
    stores_.grants.issue(answer.grant, tokens.access, tokens.refresh, tokens.scopes, std::nullopt);
    return tokens;
  });
}

core::OAuthResult<TokenExchange::Revoked> TokenExchange::revoke(const FormFields& form,
                                                                std::string_view client_address) {
  if (const auto reserved = stores_.attempts.reserve(kTokenRequests, client_address); !reserved)
    return too_many_attempts(reserved.wait);
  const std::string_view text = parameter(form, "token");
  if (text.empty()) return missing("token");
  std::optional<core::Sha256> hash;
  if (const auto access = core::AccessToken::parse(text)) hash = access->hash();
  if (const auto refresh = core::RefreshToken::parse(text)) hash = refresh->hash();
  if (!hash) return Revoked{};
  const auto grant = stores_.grants.find_by_token(*hash);
  const std::string_view client = parameter(form, "client_id");
  if (!grant || !grant->is_alive || (!client.empty() && client != grant->access.client_id))
    return Revoked{};
  end(*grant, core::AuditAction::app_disconnected, client_address);
  return Revoked{};
}

}  // namespace app
