// The program behind a key or an access token.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/audit.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "core/security/tokens.h"
#include "core/time.h"
#include "db/connection/postgres.h"

namespace db {

struct FoundProgram {
  core::Principal program;
  // How much longer the key or token is valid; absent if it does not expire.
  std::optional<std::chrono::microseconds> expires_in;
};

// ApiKeyStore: the API keys of accounts in PostgreSQL, by their SHA-256.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.

class Postgres;

// An API key as a list shows it, without the key itself.
struct StoredKey {
  core::KeyId id;
  std::string name;
  std::string display_prefix;
  core::Scopes scopes;            // those that it has now
  core::PublishingLimits limits;  // its own, without what the account adds
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
  std::optional<core::Timestamp> revoked_at;
  std::optional<core::Timestamp> last_used_at;  // as of the last maintenance
  bool has_expired = false;                     // by the database's clock
  bool made_by_member = false;                  // by a user who is a member, not an owner
};

class ApiKeyStore {
 public:
  explicit ApiKeyStore(Postgres& postgres) : postgres_(postgres) {}

  // False if there is no such account, or a key with this id exists already. The key's creator is
  // the user named by the note; none if the operator creates it. Errors: quota_exceeded.
  core::Result<bool> create(const core::Principal& principal, const core::KeyId& id,
                            const core::AccountId& account, const std::string& name,
                            const core::ApiKey& key, const core::Scopes& scopes,
                            const std::optional<core::Duration>& lifetime,
                            const core::PublishingLimits& limits);

  // Whether this key is stored, for callers that do not know whether create() succeeded.
  bool has(const core::KeyId& id, const core::ApiKey& key);

  // The holder of a key; absent if it is unknown, revoked or expired.
  std::optional<FoundProgram> find_program(const core::Sha256& key_hash);

  // The account of the key with this id, revoked or not.
  std::optional<core::AccountId> find_account(const core::KeyId& id);

  // The keys of an account, oldest first, including revoked keys.
  std::vector<StoredKey> list(const core::AccountId& account);

  // One key, if the account has it.
  std::optional<StoredKey> find(const core::AccountId& account, const core::KeyId& id);

  // Workers are notified at once. False if the account has no such key, or it is revoked already.
  bool revoke(const core::Principal& principal, const core::AccountId& account,
              const core::KeyId& id);

 private:
  Postgres& postgres_;
};

// Revokes an API key, so that every worker refuses the next request with it.
//
// The database's row is authoritative. PostgreSQL notifies workers that cache the key
// (db/key_cache.h) within milliseconds. For that time a mark in Redis revokes the key; the
// rate limit's script checks it. The mark outlives every cached entry.

class Postgres;
class Redis;

// Requests that begin after this returns are refused; without Redis, those that begin after
// PostgreSQL's notification has arrived. False if the account has no such key, or it is revoked
// already.
bool revoke_key(Postgres& postgres, Redis& redis, const core::Principal& principal,
                const core::AccountId& account, const core::KeyId& key);

// Sets the mark of a key, or of the grant of an app (db/grant_store.h), by its public ID.
void mark_revoked(Redis& redis, std::string_view credential);

// The mark's key in Redis.
std::string revocation_mark(std::string_view credential);

// The columns maximum_expiry_seconds, password_required and refuses_secrets of a row, which keys
// and grants have.
inline core::PublishingLimits limits_in(const Row& row) {
  core::PublishingLimits limits;
  if (const auto seconds = row.optional_integer("maximum_expiry_seconds"))
    limits.maximum_expiry = core::Duration::of_seconds(*seconds);
  limits.password_required = row.boolean("password_required");
  limits.refuses_secrets = row.boolean("refuses_secrets");
  return limits;
}

}  // namespace db
