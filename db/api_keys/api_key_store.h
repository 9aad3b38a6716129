// ApiKeyStore: the API keys of accounts in PostgreSQL, by their SHA-256.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/account/audit.h"
#include "core/identity/api_key.h"
#include "core/identity/public_id.h"
#include "core/identity/publishing_limits.h"
#include "core/identity/scope.h"
#include "core/result.h"
#include "core/security/cryptography.h"
#include "core/text/duration.h"
#include "core/text/timestamp.h"
#include "db/api_keys/found_caller.h"

namespace db {

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
  core::Result<bool> create(const core::AuditNote& note, const core::KeyId& id,
                            const core::AccountId& account, const std::string& name,
                            const core::ApiKey& key, const core::Scopes& scopes,
                            const std::optional<core::Duration>& lifetime,
                            const core::PublishingLimits& limits);

  // Whether this key is stored, for callers that do not know whether create() succeeded.
  bool has(const core::KeyId& id, const core::ApiKey& key);

  // The holder of a key; absent if it is unknown, revoked or expired.
  std::optional<FoundCaller> find_caller(const core::Sha256& key_hash);

  // The account of the key with this id, revoked or not.
  std::optional<core::AccountId> find_account(const core::KeyId& id);

  // The keys of an account, oldest first, including revoked keys.
  std::vector<StoredKey> list(const core::AccountId& account);

  // One key, if the account has it.
  std::optional<StoredKey> find(const core::AccountId& account, const core::KeyId& id);

  // Workers are notified at once. False if the account has no such key, or it is revoked already.
  bool revoke(const core::AuditNote& note, const core::AccountId& account, const core::KeyId& id);

 private:
  Postgres& postgres_;
};

}  // namespace db
