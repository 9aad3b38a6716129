// AccountStore: accounts in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/account.h"
#include "core/audit.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "core/time.h"

namespace db {

class Postgres;

struct StoredAccount {
  core::AccountId id;
  std::string name;
  core::Plan plan = core::Plan::free;
  std::optional<int> agreed_requests_per_minute;  // Enterprise only
  // Absent: the plan's limit.
  std::optional<std::int64_t> agreed_bytes;
  std::optional<std::int64_t> agreed_artifacts;
  bool refuses_secrets = false;
  bool may_show_sender = false;
  core::Timestamp created_at;
  std::optional<core::Disabled> disabled;

  int requests_per_minute() const {
    return core::requests_per_minute(plan, agreed_requests_per_minute);
  }
  core::StorageLimits storage_limits(const core::PlanStorageLimits& limits) const {
    core::StorageLimits own = limits.of(plan);
    own.bytes = agreed_bytes.value_or(own.bytes);
    own.artifacts = agreed_artifacts.value_or(own.artifacts);
    return own;
  }
};

class AccountStore {
 public:
  explicit AccountStore(Postgres& postgres) : postgres_(postgres) {}

  void create(const core::Principal& principal, const core::AccountId& id, const std::string& name,
              core::Plan plan, std::optional<int> requests_per_minute);

  // Creates an account on the Free plan with its first owner. Returns false, and creates nothing,
  // if the email address is in use.
  bool create_with_owner(const core::Principal& principal, const core::AccountId& id,
                         const std::string& name, const core::UserId& owner,
                         const core::Email& email, const std::string& password_hash);

  // Whether any account exists.
  bool any();

  std::optional<StoredAccount> find(const core::AccountId& id);
  // Oldest first.
  std::vector<StoredAccount> list();

  // False if there is no such account. Workers are notified at once. The same name again is not
  // recorded.
  bool rename(const core::Principal& principal, const core::AccountId& id, const std::string& name);
  bool set_plan(const core::Principal& principal, const core::AccountId& id, core::Plan plan,
                std::optional<int> requests_per_minute);
  // Absent: the plan's limit. Applies from the next write. `description` is what the audit log
  // says of the limits.
  bool set_storage_limits(const core::Principal& principal, const core::AccountId& id,
                          std::optional<std::int64_t> bytes, std::optional<std::int64_t> artifacts,
                          const std::string& description);
  // Whether content with what looks like a secret is refused, whoever publishes it. Workers are
  // notified at once. Repeating it is not recorded.
  bool set_refusing_secrets(const core::Principal& principal, const core::AccountId& id,
                            bool refuses);
  // The values that core::LinkField::has_account_default is true of.
  bool set_link_defaults(const core::Principal& principal, const core::AccountId& id,
                         const core::LinkOptions& options, const std::string& description);

 private:
  Postgres& postgres_;
};

}  // namespace db
