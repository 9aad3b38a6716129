#include "db/account_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/moderation.h"

namespace db {
namespace {

using core::AuditAction;

constexpr AuditedStatement kCreateAccount{"account_create", R"(
with created as (
  insert into accounts (id, name, plan, requests_per_minute) values ($1, $2, $3, $4)
  returning id, name
), event as (
  insert into audit_events
  select event.*
    from created, audit_event($5, id, name) as event
)
select true from created)"};

// If the email address is in use, neither account nor event is created, and the caller cannot tell.
constexpr AuditedStatement kCreateWithOwner{"account_create_with_owner", R"(
with account as (
  insert into accounts (id, name, plan)
  select $1, $2, $3 where not exists (select from users where email = $5)
  returning id, name
), owner as (
  insert into users (id, account_id, email, role, password_hash)
  select $4, id, $5, 'owner', $6 from account
  returning account_id
), event as (
  insert into audit_events
  select event.*
    from owner
    join account on account.id = owner.account_id,
         audit_event($7, account_id, account.name) as event
)
select true from owner)"};

constexpr Statement kAny{"account_any", "select exists (select from accounts)"};

// These return the columns of account_in().
constexpr Statement kFindAccount{"account_find", R"(
select id, name, plan, requests_per_minute, created_at, max_bytes, max_artifacts,
       disabled_at, disabled_reason, refuses_secrets, may_show_sender
  from accounts
 where id = $1)"};

constexpr Statement kListAccounts{"account_list", R"(
select id, name, plan, requests_per_minute, created_at, max_bytes, max_artifacts,
       disabled_at, disabled_reason, refuses_secrets, may_show_sender
  from accounts
 order by created_at, id)"};

constexpr AuditedStatement kRename{"account_rename", R"(
with former as materialized (
  select id, name from accounts where id = $1 for update
), changed as (
  update accounts set name = $2 from former where accounts.id = former.id
  returning accounts.id, former.name as former_name
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($3, id, former_name || ' changed to ' || $2) as event
   where former_name <> $2
)
select true from changed)"};

constexpr AuditedStatement kSetPlan{"account_set_plan", R"(
with changed as (
  update accounts set plan = $2, requests_per_minute = $3 where id = $1 returning id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($5, id, $4) as event
)
select true from changed)"};

constexpr AuditedStatement kSetStorageLimits{"account_set_storage_limits", R"(
with changed as (
  update accounts set max_bytes = $2, max_artifacts = $3 where id = $1 returning id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($5, id, $4) as event
)
select true from changed)"};

// Recorded only if it changes anything.
constexpr AuditedStatement kSetRefusingSecrets{"account_set_refusing_secrets", R"(
with former as materialized (
  select id, refuses_secrets from accounts where id = $1 for update
), changed as (
  update accounts set refuses_secrets = $2 from former where accounts.id = former.id
  returning accounts.id, former.refuses_secrets as refused_before
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($4, id, $3) as event
   where refused_before <> $2
)
select true from changed)"};

StoredAccount account_in(const Row& row) {
  StoredAccount account;
  account.id = core::AccountId(row.uuid(0));
  account.name = row.name(1);
  account.plan = core::parse_plan(row.text(2)).value();
  if (const auto number = row.optional_integer(3))
    account.agreed_requests_per_minute = static_cast<int>(*number);
  account.created_at = row.timestamp(4);
  account.agreed_bytes = row.optional_integer(5);
  account.agreed_artifacts = row.optional_integer(6);
  account.disabled = disabled_in(row, 7);
  account.refuses_secrets = row.boolean(9);
  account.may_show_sender = row.boolean(10);
  return account;
}

}  // namespace

void AccountStore::create(const core::Principal& principal, const core::AccountId& id,
                          const std::string& name, core::Plan plan,
                          std::optional<int> requests_per_minute) {
  kCreateAccount.write(postgres_, {AuditAction::account_added, principal, id.to_string()}, id, name,
                       core::to_string(plan), requests_per_minute);
}

bool AccountStore::create_with_owner(const core::Principal& principal, const core::AccountId& id,
                                     const std::string& name, const core::UserId& owner,
                                     const core::Email& email, const std::string& password_hash) {
  try {
    return !kCreateWithOwner
                .write(postgres_, {AuditAction::account_added, principal, id.to_string()}, id, name,
                       core::to_string(core::Plan::free), owner, email.text(), password_hash)
                .empty();
  } catch (const QueryFailed& failure) {
    // The email address was taken while the statement ran.
    if (failure.is_unique_violation()) return false;
    throw;
  }
}

bool AccountStore::any() { return postgres_.read(kAny)[0].boolean(0); }

std::optional<StoredAccount> AccountStore::find(const core::AccountId& id) {
  const Rows rows = postgres_.read(kFindAccount, id);
  if (rows.empty()) return std::nullopt;
  return account_in(rows[0]);
}

std::vector<StoredAccount> AccountStore::list() {
  const Rows rows = postgres_.read(kListAccounts);
  std::vector<StoredAccount> accounts;
  accounts.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) accounts.push_back(account_in(rows[i]));
  return accounts;
}

bool AccountStore::rename(const core::Principal& principal, const core::AccountId& id,
                          const std::string& name) {
  return !kRename
              .write(postgres_, {AuditAction::account_renamed, principal, id.to_string()}, id, name)
              .empty();
}

bool AccountStore::set_plan(const core::Principal& principal, const core::AccountId& id,
                            core::Plan plan, std::optional<int> requests_per_minute) {
  const std::string description =
      std::string(core::to_string(plan)) + ", " +
      std::to_string(core::requests_per_minute(plan, requests_per_minute)) + " requests per minute";
  return !kSetPlan
              .write(postgres_, {AuditAction::plan_changed, principal, id.to_string()}, id,
                     core::to_string(plan), requests_per_minute, description)
              .empty();
}

bool AccountStore::set_storage_limits(const core::Principal& principal, const core::AccountId& id,
                                      std::optional<std::int64_t> bytes,
                                      std::optional<std::int64_t> artifacts,
                                      const std::string& description) {
  return !kSetStorageLimits
              .write(postgres_, {AuditAction::plan_changed, principal, id.to_string()}, id, bytes,
                     artifacts, description)
              .empty();
}

bool AccountStore::set_refusing_secrets(const core::Principal& principal, const core::AccountId& id,
                                        bool refuses) {
  return !kSetRefusingSecrets
              .write(postgres_, {AuditAction::account_settings_changed, principal, id.to_string()},
                     id, refuses,
                     refuses ? "detected secrets are blocked" : "detected secrets are not blocked")
              .empty();
}

}  // namespace db
