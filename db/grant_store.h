// GrantStore: the access that users have given to apps, in PostgreSQL, and the codes and tokens
// that were issued for it, by their SHA-256.
//
// A grant ends when it expires, is revoked, or the user's sessions are ended (a new password, a
// second factor, signing out everywhere), and with its user and account. Its access tokens end with
// it: workers that keep one in memory are notified (db/key_cache.h).
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/audit.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "core/security/tokens.h"
#include "db/key_store.h"

namespace db {

class Postgres;

// The data that an authorization code is bound to.
struct CodeBinding {
  core::Sha256 code_hash;
  core::CodeChallenge challenge;
  std::string redirect_uri;
};

// The grant of a code or refresh token that an app has shown.
struct ShownGrant {
  core::GrantId id;
  core::UserId user;
  std::string email;
  core::RequestedAccess access;
  bool is_alive = false;
  // The data that a code is bound to, and whether it was exchanged before.
  std::string redirect_uri = {};
  std::optional<core::CodeChallenge> challenge = {};
  bool is_used = false;  // the code or refresh token
  // Whether a used refresh token was exchanged moments ago, and nothing has been since, so the
  // answer may have been lost.
  bool is_retry = false;
  std::int64_t exchanges_in_last_hour = 0;
  std::int64_t exchanges_in_last_day = 0;
};

// A grant, and the email address of its user.
struct HeldGrant {
  core::Grant grant;
  std::string email;
};

struct GrantHolder {
  core::UserId user;
  core::AccountId account;
};

class GrantStore {
 public:
  explicit GrantStore(Postgres& postgres) : postgres_(postgres) {}

  // Above this number of grants, a user has to disconnect one before they can connect another.
  static constexpr int kMaximumPerUser = 100;
  // How many a user can make within 30 days, ended ones too, as all of them are kept for a while.
  static constexpr int kMaximumPerMonth = 1000;

  // Gives the access in the name of the user, who has a session. `lifetime` is that of the code
  // by which the app collects its tokens. False if the session has ended or the user has too many
  // grants.
  bool create(const core::Principal& principal, const core::GrantId& id,
              const core::RequestedAccess& access, const core::PublishingLimits& limits,
              const std::optional<CodeBinding>& code, std::chrono::seconds lifetime);

  // These two lock the grant, so they belong into a transaction with what follows from them.
  std::optional<ShownGrant> find_by_code(const core::Sha256& code_hash);
  std::optional<ShownGrant> find_by_refresh_token(const core::Sha256& token_hash);

  // Issues the tokens for a code; or for a refresh token, which with any other that is not used
  // yet is used up. `scopes` are those of the access token.
  void issue(const core::GrantId& id, const core::AccessToken& access,
             const core::RefreshToken& refresh, const core::Scopes& scopes,
             const std::optional<core::Sha256>& used_refresh_token);

  // The grant of an access or refresh token, used or not.
  std::optional<ShownGrant> find_by_token(const core::Sha256& token_hash);

  // The user's grants that have not ended, the latest first.
  std::vector<core::Grant> list(const core::UserId& user);
  std::optional<core::Grant> find(const core::UserId& user, const core::GrantId& id);

  // Those of all users of the account, the oldest first.
  std::vector<HeldGrant> list(const core::AccountId& account);
  // Whose the grant is, ended or not.
  std::optional<GrantHolder> find_holder(const core::GrantId& id);

  // Ends the grant. `action` is what the audit log records. False if it is revoked already or not
  // the user's.
  bool revoke(const core::Principal& principal, core::AuditAction action, const core::UserId& user,
              const core::GrantId& id);

  // The app behind an access token; absent if the token is unknown or has ended.
  std::optional<FoundProgram> find_program(const core::Sha256& token_hash);

 private:
  Postgres& postgres_;
};

// The app as the audit log names it: "ada@example.org via Claude".
std::string name_of_app(std::string_view email, std::string_view client_name);

// Revokes a grant, so that every worker refuses the next request with a token of it; as
// db/key_store.h does for an API key.

class Postgres;
class Redis;

// False if the user has no such grant, or it is revoked already.
bool revoke_grant(Postgres& postgres, Redis& redis, const core::Principal& principal,
                  core::AuditAction action, const core::UserId& user, const core::GrantId& grant);

}  // namespace db
