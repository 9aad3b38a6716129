#include "db/account_store.h"

#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/moderation.h"

namespace db {
namespace {

using core::AuditAction;

constexpr AuditedQuery<R"(
with created as (
  insert into accounts (id, name, plan, requests_per_minute)
  values ($account, $name, $plan, $requests_per_minute)
  returning id, name
), event as (
  insert into audit_events
  select event.*
    from created, audit_event($event, id, name) as event
)
select true from created)">
    kCreateAccount{"account_create"};

// If the email address is in use, neither account nor event is created, and the caller cannot tell.
constexpr AuditedQuery<R"(
with account as (
  insert into accounts (id, name, plan)
  select $account, $name, $plan where not exists (select from users where email = $email)
  returning id, name
), owner as (
  insert into users (id, account_id, email, role, password_hash)
  select $owner, id, $email, 'owner', $password_hash from account
  returning account_id
), event as (
  insert into audit_events
  select event.*
    from owner
    join account on account.id = owner.account_id,
         audit_event($event, account_id, account.name) as event
)
select true from owner)">
    kCreateWithOwner{"account_create_with_owner"};

constexpr Query<R"(
select exists (select from accounts) as has_any)">
    kAny{"account_any"};

// These return the columns of account_in().
constexpr Query<R"(
select id, name, plan, requests_per_minute, created_at, max_bytes, max_artifacts,
       disabled_at, disabled_reason, refuses_secrets, may_show_sender
  from accounts
 where id = $account)">
    kFindAccount{"account_find"};

constexpr Query<R"(
select id, name, plan, requests_per_minute, created_at, max_bytes, max_artifacts,
       disabled_at, disabled_reason, refuses_secrets, may_show_sender
  from accounts
 order by created_at, id)">
    kListAccounts{"account_list"};

constexpr AuditedQuery<R"(
with former as materialized (
  select id, name from accounts where id = $account for update
), changed as (
  update accounts set name = $name from former where accounts.id = former.id
  returning accounts.id, former.name as former_name
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, id, former_name || ' changed to ' || $name) as event
   where former_name <> $name
)
select true from changed)">
    kRename{"account_rename"};

constexpr AuditedQuery<R"(
with changed as (
  update accounts set plan = $plan, requests_per_minute = $requests_per_minute
   where id = $account
  returning id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, id, $description) as event
)
select true from changed)">
    kSetPlan{"account_set_plan"};

constexpr AuditedQuery<R"(
with changed as (
  update accounts set max_bytes = $max_bytes, max_artifacts = $max_artifacts
   where id = $account
  returning id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, id, $description) as event
)
select true from changed)">
    kSetStorageLimits{"account_set_storage_limits"};

// Recorded only if it changes anything.
constexpr AuditedQuery<R"(
with former as materialized (
  select id, refuses_secrets from accounts where id = $account for update
), changed as (
  update accounts set refuses_secrets = $refuses_secrets from former where accounts.id = former.id
  returning accounts.id, former.refuses_secrets as refused_before
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, id, $description) as event
   where refused_before <> $refuses_secrets
)
select true from changed)">
    kSetRefusingSecrets{"account_set_refusing_secrets"};

constexpr AuditedQuery<R"(
with changed as (
  update accounts
     set live = $live, cards = $cards, remote_images = $remote_images
   where id = $account
  returning id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, id, $description) as event
)
select true from changed)">
    kSetLinkDefaults{"account_set_link_defaults"};

StoredAccount account_in(const Row& row) {
  StoredAccount account;
  account.id = core::AccountId(row.uuid("id"));
  account.name = row.name("name");
  account.plan = core::parse_plan(row.text("plan")).value();
  if (const auto number = row.optional_integer("requests_per_minute"))
    account.agreed_requests_per_minute = static_cast<int>(*number);
  account.created_at = row.timestamp("created_at");
  account.agreed_bytes = row.optional_integer("max_bytes");
  account.agreed_artifacts = row.optional_integer("max_artifacts");
  account.disabled = disabled_in(row);
  account.refuses_secrets = row.boolean("refuses_secrets");
  account.may_show_sender = row.boolean("may_show_sender");
  return account;
}

}  // namespace

void AccountStore::create(const core::Principal& principal, const core::AccountId& id,
                          const std::string& name, core::Plan plan,
                          std::optional<int> requests_per_minute) {
  kCreateAccount.write(postgres_, {AuditAction::account_added, principal, id.to_string()},
                       "account"_a = id, "name"_a = name, "plan"_a = core::to_string(plan),
                       "requests_per_minute"_a = requests_per_minute);
}

bool AccountStore::create_with_owner(const core::Principal& principal, const core::AccountId& id,
                                     const std::string& name, const core::UserId& owner,
                                     const core::Email& email, const std::string& password_hash) {
  try {
    return !kCreateWithOwner
                .write(postgres_, {AuditAction::account_added, principal, id.to_string()},
                       "account"_a = id, "name"_a = name,
                       "plan"_a = core::to_string(core::Plan::free), "owner"_a = owner,
                       "email"_a = email.text(), "password_hash"_a = password_hash)
                .empty();
  } catch (const QueryFailed& failure) {
    // The email address was taken while the statement ran.
    if (failure.is_unique_violation()) return false;
    throw;
  }
}

bool AccountStore::any() { return postgres_.read(kAny)[0].boolean("has_any"); }

std::optional<StoredAccount> AccountStore::find(const core::AccountId& id) {
  const Rows rows = postgres_.read(kFindAccount, "account"_a = id);
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
              .write(postgres_, {AuditAction::account_renamed, principal, id.to_string()},
                     "account"_a = id, "name"_a = name)
              .empty();
}

bool AccountStore::set_plan(const core::Principal& principal, const core::AccountId& id,
                            core::Plan plan, std::optional<int> requests_per_minute) {
  const std::string description =
      std::string(core::to_string(plan)) + ", " +
      std::to_string(core::requests_per_minute(plan, requests_per_minute)) + " requests per minute";
  return !kSetPlan
              .write(postgres_, {AuditAction::plan_changed, principal, id.to_string()},
                     "account"_a = id, "plan"_a = core::to_string(plan),
                     "requests_per_minute"_a = requests_per_minute, "description"_a = description)
              .empty();
}

bool AccountStore::set_storage_limits(const core::Principal& principal, const core::AccountId& id,
                                      std::optional<std::int64_t> bytes,
                                      std::optional<std::int64_t> artifacts,
                                      const std::string& description) {
  return !kSetStorageLimits
              .write(postgres_, {AuditAction::plan_changed, principal, id.to_string()},
                     "account"_a = id, "max_bytes"_a = bytes, "max_artifacts"_a = artifacts,
                     "description"_a = description)
              .empty();
}

bool AccountStore::set_refusing_secrets(const core::Principal& principal, const core::AccountId& id,
                                        bool refuses) {
  return !kSetRefusingSecrets
              .write(postgres_, {AuditAction::account_settings_changed, principal, id.to_string()},
                     "account"_a = id, "refuses_secrets"_a = refuses,
                     "description"_a = refuses ? "detected secrets are blocked"
                                               : "detected secrets are not blocked")
              .empty();
}

bool AccountStore::set_link_defaults(const core::Principal& principal, const core::AccountId& id,
                                     const core::LinkOptions& options,
                                     const std::string& description) {
  return !kSetLinkDefaults
              .write(postgres_, {AuditAction::account_settings_changed, principal, id.to_string()},
                     "account"_a = id, "live"_a = options.live, "cards"_a = options.cards,
                     "remote_images"_a = options.remote_images, "description"_a = description)
              .empty();
}

}  // namespace db
