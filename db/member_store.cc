#include "db/member_store.h"

#include "core/principal.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

using core::AuditAction;

// These return the columns of member_in().
constexpr Query<R"(
select id, email, role, password_hash is not null as has_password,
       sealed_totp_secret is not null as has_second_factor, created_at, last_signed_in_at
  from users
 where account_id = $account
 order by created_at, id)">
    kListMembers{"member_list"};

constexpr Query<R"(
select id, email, role, password_hash is not null as has_password,
       sealed_totp_secret is not null as has_second_factor, created_at, last_signed_in_at
  from users
 where account_id = $account and id = $user)">
    kFindMember{"member_find"};

// Only the hash of the link's token is stored.
constexpr AuditedQuery<R"(
with added as (
  insert into users (id, account_id, email, role)
  select $user, id, $email, $role from accounts where id = $account
      on conflict (email) do nothing
  returning id, account_id, email
), link as (
  insert into password_links (token_hash, user_id, expires_at)
  select $link_hash, id, now() + make_interval(secs => $lifetime) from added
), event as (
  insert into audit_events
  select event.*
    from added, audit_event($event, account_id, email) as event
)
select true from added)">
    kAdd{"member_add"};

constexpr AuditedQuery<R"(
with member as (
  select id, account_id, email from users where account_id = $account and id = $user
), earlier as (
  delete from password_links where user_id in (select id from member)
), link as (
  insert into password_links (token_hash, user_id, expires_at)
  select $link_hash, id, now() + make_interval(secs => $lifetime) from member
), event as (
  insert into audit_events
  select event.*
    from member, audit_event($event, account_id, email) as event
)
select email from member)">
    kAddPasswordLink{"member_add_password_link"};

// Locks the account's owners, so that the second of two concurrent changes sees the first.
constexpr AuditedQuery<R"(
with owners as materialized (
  select id from users where account_id = $account and role = 'owner' order by id for update
), changed as (
  update users set role = $role
    from users as before
   where users.account_id = $account and users.id = $user and before.id = users.id
     and ($role = 'owner' or users.role <> 'owner' or (select count(*) from owners) > 1)
  returning users.id, users.account_id, users.email, before.role as former_role
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, email || ' changed to ' || $role) as event
   where former_role <> $role
)
select exists (select from changed) as is_done,
       exists (select from users where account_id = $account and id = $user) as is_known)">
    kChangeRole{"member_change_role"};

// Keys of the account outlive those who created them. Those of a member keep the scopes that they
// had until then, also if an owner created them who was demoted later (ApiKeyStore).
constexpr AuditedQuery<R"(
with owners as materialized (
  select id from users where account_id = $account and role = 'owner' order by id for update
), removed as (
  delete from users
   where account_id = $account and id = $user
     and (role <> 'owner' or (select count(*) from owners) > 1)
  returning id, account_id, email, role
), keys as (
  update api_keys
     set scopes = array(select scope from unnest(scopes) as scope
                         where scope = any (string_to_array($scopes_of_members, ' ')))
   where account_id = $account and not scopes <@ string_to_array($scopes_of_members, ' ')
     and created_by in (select id from removed where role = 'member')
), event as (
  insert into audit_events
  select event.*
    from removed, audit_event($event, account_id, email) as event
)
select exists (select from removed) as is_done,
       exists (select from users where account_id = $account and id = $user) as is_known)">
    kRemoveUser{"member_remove"};

constexpr AuditedQuery<R"(
with disabled as (
  update users
     set sealed_totp_secret = null, totp_signing_key_id = null, session_epoch = session_epoch + 1
   where account_id = $account and id = $user and sealed_totp_secret is not null
  returning id, account_id, email
), codes as (
  delete from recovery_codes where user_id in (select id from disabled)
), event as (
  insert into audit_events
  select event.*
    from disabled, audit_event($event, account_id, email) as event
)
select true from disabled)">
    kDisableSecondFactor{"member_disable_second_factor"};

constexpr std::int64_t kLinkSeconds = std::chrono::seconds(kPasswordLinkLifetime).count();

core::Member member_in(const Row& row) {
  return {.id = core::UserId(row.uuid("id")),
          .email = std::string(row.text("email")),
          .role = core::parse_role(row.text("role")).value(),
          .has_password = row.boolean("has_password"),
          .has_second_factor = row.boolean("has_second_factor"),
          .created_at = row.timestamp("created_at"),
          .last_signed_in_at = row.optional_timestamp("last_signed_in_at")};
}

MemberChange change_in(const Row& row) {
  if (row.boolean("is_done")) return MemberChange::done;
  return row.boolean("is_known") ? MemberChange::is_last_owner : MemberChange::unknown_user;
}

}  // namespace

std::vector<core::Member> MemberStore::list(const core::AccountId& account) {
  const Rows rows = postgres_.read(kListMembers, "account"_a = account);
  std::vector<core::Member> members;
  members.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) members.push_back(member_in(rows[i]));
  return members;
}

std::optional<core::Member> MemberStore::find(const core::AccountId& account,
                                              const core::UserId& user) {
  const Rows rows = postgres_.read(kFindMember, "account"_a = account, "user"_a = user);
  if (rows.empty()) return std::nullopt;
  return member_in(rows[0]);
}

bool MemberStore::add(const core::Principal& principal, const core::AccountId& account,
                      const core::UserId& user, const core::Email& email, core::Role role,
                      const core::Sha256& link_hash) {
  return !kAdd.write(postgres_, {AuditAction::user_added, principal, user.to_string()},
                     "account"_a = account, "user"_a = user, "email"_a = email.text(),
                     "role"_a = core::to_string(role), "link_hash"_a = link_hash,
                     "lifetime"_a = kLinkSeconds)
              .empty();
}

std::optional<std::string> MemberStore::add_password_link(const core::Principal& principal,
                                                          const core::AccountId& account,
                                                          const core::UserId& user,
                                                          const core::Sha256& link_hash) {
  const Rows rows = kAddPasswordLink.write(
      postgres_, {AuditAction::password_link_created, principal, user.to_string()},
      "account"_a = account, "user"_a = user, "link_hash"_a = link_hash,
      "lifetime"_a = kLinkSeconds);
  if (rows.empty()) return std::nullopt;
  return std::string(rows[0].text("email"));
}

MemberChange MemberStore::change_role(const core::Principal& principal,
                                      const core::AccountId& account, const core::UserId& user,
                                      core::Role role) {
  return change_in(kChangeRole.write(
      postgres_, {AuditAction::role_changed, principal, user.to_string()}, "account"_a = account,
      "user"_a = user, "role"_a = core::to_string(role))[0]);
}

MemberChange MemberStore::remove(const core::Principal& principal, const core::AccountId& account,
                                 const core::UserId& user) {
  return change_in(kRemoveUser.write(
      postgres_, {AuditAction::user_removed, principal, user.to_string()}, "account"_a = account,
      "user"_a = user, "scopes_of_members"_a = core::scopes_of(core::Role::member).text())[0]);
}

bool MemberStore::disable_second_factor(const core::Principal& principal,
                                        const core::AccountId& account, const core::UserId& user) {
  return !kDisableSecondFactor
              .write(postgres_, {AuditAction::second_factor_disabled, principal, user.to_string()},
                     "account"_a = account, "user"_a = user)
              .empty();
}

}  // namespace db
