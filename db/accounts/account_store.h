// AccountStore: accounts and their API keys in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/identity/api_key.h"
#include "core/identity/audit.h"
#include "core/identity/caller.h"
#include "core/identity/disabled.h"
#include "core/identity/email.h"
#include "core/identity/plan.h"
#include "core/identity/public_id.h"
#include "core/identity/scope.h"
#include "core/identity/storage_limits.h"
#include "core/text/duration.h"

namespace db {

class Postgres;

// An API key as its owner sees it in a list: everything but the key.
struct StoredKey {
  core::KeyId id;
  std::string name;
  std::string display_prefix;
  core::Scopes scopes;
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
  std::optional<core::Timestamp> revoked_at;
  std::optional<core::Timestamp> last_used_at;  // that maintenance has added
  bool has_expired = false;                     // by the database's clock
  bool made_by_member = false;                  // by somebody who is in the account, and no owner
};

struct StoredAccount {
  core::AccountId id;
  std::string name;
  core::Plan plan = core::Plan::free;
  std::optional<int> agreed_requests_per_minute;  // Enterprise alone
  // Nothing: what the plan has.
  std::optional<std::int64_t> agreed_bytes;
  std::optional<std::int64_t> agreed_artifacts;
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

  void create(const core::AccountId& id, const std::string& name, core::Plan plan,
              std::optional<int> requests_per_minute);

  // Makes an account on the Free plan with its first owner. False, and nothing is made, if somebody
  // has this address already.
  bool create_with_owner(const core::AuditNote& note, const core::AccountId& id,
                         const std::string& name, const core::UserId& owner,
                         const core::Email& email, const std::string& password_hash);

  // Whether there is any account.
  bool any();

  std::optional<StoredAccount> find(const core::AccountId& id);
  // Oldest first.
  std::vector<StoredAccount> list();

  // False if there is no such account. Workers hear of it at once.
  bool rename(const core::AccountId& id, const std::string& name);
  bool set_plan(const core::AccountId& id, core::Plan plan, std::optional<int> requests_per_minute);
  // Nothing: what the plan has. From the next write on.
  bool set_storage_limits(const core::AccountId& id, std::optional<std::int64_t> bytes,
                          std::optional<std::int64_t> artifacts);
  // With all that belongs to it: users, keys, artifacts, links, audit log. In steps, not within a
  // transaction: one that is broken off leaves an account without users and keys, and can be
  // repeated.
  bool remove(const core::AccountId& id);

  // False if there is no such account, or a key of this id already. Its maker is the user whom the
  // note names, or nobody where the operator makes it.
  bool create_key(const core::AuditNote& note, const core::KeyId& id,
                  const core::AccountId& account, const std::string& name, const core::ApiKey& key,
                  const core::Scopes& scopes, const std::optional<core::Duration>& lifetime);

  // Whether this very key is stored, for whoever did not hear how create_key() ended.
  bool has_key(const core::KeyId& id, const core::ApiKey& key);

  struct FoundCaller {
    core::Caller caller;
    // For how long from now the key is good; nothing if it does not expire.
    std::optional<std::chrono::microseconds> expires_in;
  };
  // Whose key this is; nothing if there is none, or it is revoked or expired.
  std::optional<FoundCaller> find_caller(const core::Sha256& key_hash);

  // Whose key has this id, revoked or not.
  std::optional<core::AccountId> find_account_of_key(const core::KeyId& id);

  // The keys of an account, oldest first; revoked ones too.
  std::vector<StoredKey> keys(const core::AccountId& account);

  // One key, if the account has it.
  std::optional<StoredKey> find_key(const core::AccountId& account, const core::KeyId& id);

  // Workers hear of it at once. False if the account has no such key, or it is revoked already.
  bool revoke_key(const core::AuditNote& note, const core::AccountId& account,
                  const core::KeyId& id);

 private:
  Postgres& postgres_;
};

}  // namespace db
