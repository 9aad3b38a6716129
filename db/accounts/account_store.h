// AccountStore: accounts and their API keys in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/account/audit.h"
#include "core/account/disabled.h"
#include "core/account/email.h"
#include "core/account/plan.h"
#include "core/account/storage_limits.h"
#include "core/identity/api_key.h"
#include "core/identity/caller.h"
#include "core/identity/public_id.h"
#include "core/identity/publishing_limits.h"
#include "core/identity/scope.h"
#include "core/text/duration.h"

namespace db {

class Postgres;

// An API key as a list shows it, without the key itself.
struct StoredKey {
  core::KeyId id;
  std::string name;
  std::string display_prefix;
  core::Scopes scopes;
  core::PublishingLimits limits;  // its own, without what the account adds
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
  std::optional<core::Timestamp> revoked_at;
  std::optional<core::Timestamp> last_used_at;  // as of the last maintenance
  bool has_expired = false;                     // by the database's clock
  bool made_by_member = false;                  // by a user who is a member, not an owner
};

struct StoredAccount {
  core::AccountId id;
  std::string name;
  core::Plan plan = core::Plan::free;
  std::optional<int> agreed_requests_per_minute;  // Enterprise only
  // Absent: the plan's limit.
  std::optional<std::int64_t> agreed_bytes;
  std::optional<std::int64_t> agreed_artifacts;
  bool refuses_secrets = false;
  core::Timestamp created_at;
  std::optional<core::Disabled> disabled;

  int requests_per_minute() const {
    return core::requests_per_minute(plan, agreed_requests_per_minute);
  }
  core::StorageLimits storage_limits(const core::PlanStorageLimits& limits) const {
    return {agreed_bytes.value_or(limits.of(plan).bytes),
            agreed_artifacts.value_or(limits.of(plan).artifacts)};
  }
};

class AccountStore {
 public:
  explicit AccountStore(Postgres& postgres) : postgres_(postgres) {}

  void create(const core::AuditNote& note, const core::AccountId& id, const std::string& name,
              core::Plan plan, std::optional<int> requests_per_minute);

  // Creates an account on the Free plan with its first owner. Returns false, and creates nothing,
  // if the email address is in use.
  bool create_with_owner(const core::AuditNote& note, const core::AccountId& id,
                         const std::string& name, const core::UserId& owner,
                         const core::Email& email, const std::string& password_hash);

  // Whether any account exists.
  bool any();

  std::optional<StoredAccount> find(const core::AccountId& id);
  // Oldest first.
  std::vector<StoredAccount> list();

  // False if there is no such account. Workers are notified at once. The same name again is not
  // recorded.
  bool rename(const core::AuditNote& note, const core::AccountId& id, const std::string& name);
  bool set_plan(const core::AuditNote& note, const core::AccountId& id, core::Plan plan,
                std::optional<int> requests_per_minute);
  // Absent: the plan's limit. Applies from the next write. `description` is what the audit log
  // says of the limits.
  bool set_storage_limits(const core::AuditNote& note, const core::AccountId& id,
                          std::optional<std::int64_t> bytes, std::optional<std::int64_t> artifacts,
                          const std::string& description);
  // Whether content with what looks like a secret is refused, whoever publishes it. Workers are
  // notified at once. Repeating it is not recorded.
  bool set_refusing_secrets(const core::AuditNote& note, const core::AccountId& id, bool refuses);
  // Removes the account with all its data: users, keys, artifacts, share links, audit log. Runs in
  // steps, not in one transaction: if interrupted, the account remains without users and keys, and
  // the call can be repeated.
  bool remove(const core::AccountId& id);

  // False if there is no such account, or a key with this id exists already. The key's creator is
  // the user named by the note; none if the operator creates it. Errors: quota_exceeded.
  core::Result<bool> create_key(const core::AuditNote& note, const core::KeyId& id,
                                const core::AccountId& account, const std::string& name,
                                const core::ApiKey& key, const core::Scopes& scopes,
                                const std::optional<core::Duration>& lifetime,
                                const core::PublishingLimits& limits);

  // Whether this key is stored, for callers that do not know whether create_key() succeeded.
  bool has_key(const core::KeyId& id, const core::ApiKey& key);

  struct FoundCaller {
    core::Caller caller;
    // How much longer the key is valid; absent if it does not expire.
    std::optional<std::chrono::microseconds> expires_in;
  };
  // The holder of a key; absent if it is unknown, revoked or expired.
  std::optional<FoundCaller> find_caller(const core::Sha256& key_hash);

  // The account of the key with this id, revoked or not.
  std::optional<core::AccountId> find_account_of_key(const core::KeyId& id);

  // The keys of an account, oldest first, including revoked keys.
  std::vector<StoredKey> keys(const core::AccountId& account);

  // One key, if the account has it.
  std::optional<StoredKey> find_key(const core::AccountId& account, const core::KeyId& id);

  // Workers are notified at once. False if the account has no such key, or it is revoked already.
  bool revoke_key(const core::AuditNote& note, const core::AccountId& account,
                  const core::KeyId& id);

 private:
  Postgres& postgres_;
};

}  // namespace db
