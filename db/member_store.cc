#include "db/member_store.h"

#include "core/principal.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

using core::AuditAction;

// These return the columns of member_in().
constexpr Statement kListMembers{"member_list", R"(
select id, email, role, password_hash is not null, sealed_totp_secret is not null,
       created_at, last_signed_in_at
  from users
 where account_id = $1
 order by created_at, id)"};

constexpr Statement kFindMember{"member_find", R"(
select id, email, role, password_hash is not null, sealed_totp_secret is not null,
       created_at, last_signed_in_at
  from users
 where account_id = $1 and id = $2)"};

// Only the hash of the link's token is stored.
constexpr AuditedStatement kAdd{"member_add", R"(
with added as (
  insert into users (id, account_id, email, role)
  select $2, id, $3, $4 from accounts where id = $1
      on conflict (email) do nothing
  returning id, account_id, email
), link as (
  insert into password_links (token_hash, user_id, expires_at)
  select $5, id, now() + make_interval(secs => $6) from added
), event as (
  insert into audit_events
  select event.*
    from added, audit_event($7, account_id, email) as event
)
select true from added)"};

constexpr AuditedStatement kAddPasswordLink{"member_add_password_link", R"(
with member as (
  select id, account_id, email from users where account_id = $1 and id = $2
), earlier as (
  delete from password_links where user_id in (select id from member)
), link as (
  insert into password_links (token_hash, user_id, expires_at)
  select $3, id, now() + make_interval(secs => $4) from member
), event as (
  insert into audit_events
  select event.*
    from member, audit_event($5, account_id, email) as event
)
select email from member)"};

// Locks the account's owners, so that the second of two concurrent changes sees the first.
constexpr AuditedStatement kChangeRole{"member_change_role", R"(
with owners as materialized (
  select id from users where account_id = $1 and role = 'owner' order by id for update
), changed as (
  update users set role = $3
    from users as before
   where users.account_id = $1 and users.id = $2 and before.id = users.id
     and ($3 = 'owner' or users.role <> 'owner' or (select count(*) from owners) > 1)
  returning users.id, users.account_id, users.email, before.role as former_role
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($4, account_id, email || ' changed to ' || $3) as event
   where former_role <> $3
)
select exists (select from changed),
       exists (select from users where account_id = $1 and id = $2))"};

// Keys of the account outlive those who created them. Those of a member keep the scopes that they
// had until then ($3), also if an owner created them who was demoted later (ApiKeyStore).
constexpr AuditedStatement kRemoveUser{"member_remove", R"(
with owners as materialized (
  select id from users where account_id = $1 and role = 'owner' order by id for update
), removed as (
  delete from users
   where account_id = $1 and id = $2
     and (role <> 'owner' or (select count(*) from owners) > 1)
  returning id, account_id, email, role
), keys as (
  update api_keys
     set scopes = array(select scope from unnest(scopes) as scope
                         where scope = any (string_to_array($3, ' ')))
   where account_id = $1 and not scopes <@ string_to_array($3, ' ')
     and created_by in (select id from removed where role = 'member')
), event as (
  insert into audit_events
  select event.*
    from removed, audit_event($4, account_id, email) as event
)
select exists (select from removed),
       exists (select from users where account_id = $1 and id = $2))"};

constexpr AuditedStatement kDisableSecondFactor{"member_disable_second_factor", R"(
with disabled as (
  update users
     set sealed_totp_secret = null, totp_signing_key_id = null, session_epoch = session_epoch + 1
   where account_id = $1 and id = $2 and sealed_totp_secret is not null
  returning id, account_id, email
), codes as (
  delete from recovery_codes where user_id in (select id from disabled)
), event as (
  insert into audit_events
  select event.*
    from disabled, audit_event($3, account_id, email) as event
)
select true from disabled)"};

constexpr std::int64_t kLinkSeconds = std::chrono::seconds(kPasswordLinkLifetime).count();

core::Member member_in(const Row& row) {
  return {.id = core::UserId(row.uuid(0)),
          .email = std::string(row.text(1)),
          .role = core::parse_role(row.text(2)).value(),
          .has_password = row.boolean(3),
          .has_second_factor = row.boolean(4),
          .created_at = row.timestamp(5),
          .last_signed_in_at = row.optional_timestamp(6)};
}

MemberChange change_in(const Row& row) {
  if (row.boolean(0)) return MemberChange::done;
  return row.boolean(1) ? MemberChange::is_last_owner : MemberChange::unknown_user;
}

}  // namespace

std::vector<core::Member> MemberStore::list(const core::AccountId& account) {
  const Rows rows = postgres_.read(kListMembers, account);
  std::vector<core::Member> members;
  members.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) members.push_back(member_in(rows[i]));
  return members;
}

std::optional<core::Member> MemberStore::find(const core::AccountId& account,
                                              const core::UserId& user) {
  const Rows rows = postgres_.read(kFindMember, account, user);
  if (rows.empty()) return std::nullopt;
  return member_in(rows[0]);
}

bool MemberStore::add(const core::Principal& principal, const core::AccountId& account,
                      const core::UserId& user, const core::Email& email, core::Role role,
                      const core::Sha256& link_hash) {
  return !kAdd.write(postgres_, {AuditAction::user_added, principal, user.to_string()}, account,
                     user, email.text(), core::to_string(role), link_hash, kLinkSeconds)
              .empty();
}

std::optional<std::string> MemberStore::add_password_link(const core::Principal& principal,
                                                          const core::AccountId& account,
                                                          const core::UserId& user,
                                                          const core::Sha256& link_hash) {
  const Rows rows = kAddPasswordLink.write(
      postgres_, {AuditAction::password_link_created, principal, user.to_string()}, account, user,
      link_hash, kLinkSeconds);
  if (rows.empty()) return std::nullopt;
  return std::string(rows[0].text(0));
}

MemberChange MemberStore::change_role(const core::Principal& principal,
                                      const core::AccountId& account, const core::UserId& user,
                                      core::Role role) {
  return change_in(kChangeRole.write(postgres_,
                                     {AuditAction::role_changed, principal, user.to_string()},
                                     account, user, core::to_string(role))[0]);
}

MemberChange MemberStore::remove(const core::Principal& principal, const core::AccountId& account,
                                 const core::UserId& user) {
  return change_in(kRemoveUser.write(postgres_,
                                     {AuditAction::user_removed, principal, user.to_string()},
                                     account, user, core::scopes_of(core::Role::member).text())[0]);
}

bool MemberStore::disable_second_factor(const core::Principal& principal,
                                        const core::AccountId& account, const core::UserId& user) {
  return !kDisableSecondFactor
              .write(postgres_, {AuditAction::second_factor_disabled, principal, user.to_string()},
                     account, user)
              .empty();
}

}  // namespace db
