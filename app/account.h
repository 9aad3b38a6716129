// The account as its users see it: its use, its events, and how its members publish.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/account.h"
#include "core/error.h"
#include "core/lists.h"
#include "core/principal.h"
#include "db/account_store.h"
#include "db/audit_log.h"
#include "db/counters/rate_counter.h"
#include "db/counters/usage_store.h"

// AccountOverview: an account's plan and limits, and its usage.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.

namespace app {

struct AccountStorage : db::StorageUse {
  db::RewrittenBytes rewritten;  // today
};

struct AccountUsage {
  db::StoredAccount account;
  core::StorageLimits limits;
  db::Usage usage;
  std::vector<db::ArtifactViews> most_viewed;  // in the last 30 days, the most first
  std::int64_t requests_this_minute = 0;
  db::RewrittenBytes rewritten;  // today
};

class AccountOverview {
 public:
  struct Stores {
    db::AccountStore& accounts;
    db::RateCounter& rate_counter;
    db::Postgres& postgres;
    db::Redis& redis;
  };
  AccountOverview(const Stores& stores, const core::PlanStorageLimits& limits)
      : stores_(stores), limits_(limits) {}

  // The account's storage usage and limit. Errors: unauthorized if the account no longer exists.
  core::Result<AccountStorage> storage(const core::Principal& principal);

  // The complete overview. Errors: not_found if the account no longer exists.
  core::Result<AccountUsage> usage(const core::Principal& principal);

 private:
  Stores stores_;
  const core::PlanStorageLimits& limits_;
};

}  // namespace app

namespace app {

// AuditTrail: an account's audit log, for those who may read it.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.

struct AuditEvents {
  std::vector<db::StoredAuditEvent> events;  // newest first
  std::optional<std::string> next_cursor;
};

class AuditTrail {
 public:
  AuditTrail(db::AuditLog& audit_log, const core::SigningKeys& keys)
      : audit_log_(audit_log), keys_(keys) {}

  struct Query {
    core::AuditFilter filter;
    std::optional<std::string> cursor;  // from a previous page
    int limit = core::AuditListRequest().limit;
  };
  // Errors: forbidden, invalid_cursor.
  core::Result<AuditEvents> list(const core::Principal& principal, const Query& query);

 private:
  db::AuditLog& audit_log_;
  const core::SigningKeys& keys_;
};

// PublishingSettings: what an account's owners decide about everything that it publishes.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
class PublishingSettings {
 public:
  explicit PublishingSettings(db::AccountStore& accounts) : accounts_(accounts) {}

  // Whether content with what looks like a secret is refused instead of published with a warning.
  // Errors: forbidden unless the principal is an owner.
  core::Result<bool> refuses_secrets(const core::Principal& principal);
  // Applies at once, to every key and user. Recorded in the audit log if it changes anything.
  // Errors: the same.
  std::optional<core::Error> set_refusing_secrets(const core::Principal& principal, bool refuses);
  // The options that new links have without being told otherwise (Principal::link_defaults).
  std::optional<core::Error> set_link_defaults(const core::Principal& principal,
                                               const core::LinkOptions& options);

 private:
  db::AccountStore& accounts_;
};

}  // namespace app
