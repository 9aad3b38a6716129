#include "db/accounts/member_store.h"

#include "db/accounts/audited_sql.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kList{"member_list", R"(
select id, email, role, password_hash is not null, sealed_totp_secret is not null,
       created_at, last_signed_in_at
  from users
 where account_id = $1
 order by created_at, id)"};

constexpr Statement kFind{"member_find", R"(
select id, email, role, password_hash is not null, sealed_totp_secret is not null,
       created_at, last_signed_in_at
  from users
 where account_id = $1 and id = $2)"};

// Of the link's token only the hash is here.
constexpr Statement kAdd{"member_add", kAudited<R"(
with added as (
  insert into users (id, account_id, email, role)
  select $7, id, $8, $9 from accounts where id = $6
      on conflict (email) do nothing
  returning id, account_id, email
), link as (
  insert into password_links (token_hash, user_id, expires_at)
  select $10, id, now() + make_interval(secs => $11) from added
), event as (
  select account_id, 'user.added' as action, public_id('usr', id) as subject,
         email as subject_name
    from added
))",
                                                "select from added">};

constexpr Statement kAddPasswordLink{"member_add_password_link",
                                     kAudited<R"(
with member as (
  select id, account_id, email from users where account_id = $6 and id = $7
), earlier as (
  delete from password_links where user_id in (select id from member)
), link as (
  insert into password_links (token_hash, user_id, expires_at)
  select $8, id, now() + make_interval(secs => $9) from member
), event as (
  select account_id, 'user.password_link_created' as action, public_id('usr', id) as subject,
         email as subject_name
    from member
))",
                                              "select email from member">};

// The account's owners are locked, so of two changes at once the second counts those that the first
// has left.
constexpr Statement kChangeRole{"member_change_role", kAudited<R"(
with owners as materialized (
  select id from users where account_id = $6 and role = 'owner' order by id for update
), changed as (
  update users set role = $8
    from users as before
   where users.account_id = $6 and users.id = $7 and before.id = users.id
     and ($8 = 'owner' or users.role <> 'owner' or (select count(*) from owners) > 1)
  returning users.id, users.account_id, users.email, before.role as former_role
), event as (
  select account_id, 'user.role_changed' as action, public_id('usr', id) as subject,
         email || ' is ' || $8 as subject_name
    from changed
   where former_role <> $8
))",
                                                               R"(
select exists (select from changed),
       exists (select from users where account_id = $6 and id = $7))">};

constexpr Statement kRemove{"member_remove", kAudited<R"(
with owners as materialized (
  select id from users where account_id = $6 and role = 'owner' order by id for update
), removed as (
  delete from users
   where account_id = $6 and id = $7
     and (role <> 'owner' or (select count(*) from owners) > 1)
  returning id, account_id, email
), event as (
  select account_id, 'user.removed' as action, public_id('usr', id) as subject,
         email as subject_name
    from removed
))",
                                                      R"(
select exists (select from removed),
       exists (select from users where account_id = $6 and id = $7))">};

constexpr Statement kDisableSecondFactor{"member_disable_second_factor",
                                         kAudited<R"(
with disabled as (
  update users set sealed_totp_secret = null, totp_signing_key_id = null
   where account_id = $6 and id = $7 and sealed_totp_secret is not null
  returning id, account_id, email
), codes as (
  delete from recovery_codes where user_id in (select id from disabled)
), event as (
  select account_id, 'user.second_factor_disabled' as action, public_id('usr', id) as subject,
         email as subject_name
    from disabled
))",
                                                  "select from disabled">};

constexpr std::int64_t kLinkSeconds = std::chrono::seconds(kPasswordLinkLifetime).count();

// The columns in the order in which kList and kFind give them.
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
  const Rows rows = postgres_.read(kList, account);
  std::vector<core::Member> members;
  members.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i) members.push_back(member_in(rows[i]));
  return members;
}

std::optional<core::Member> MemberStore::find(const core::AccountId& account,
                                              const core::UserId& user) {
  const Rows rows = postgres_.read(kFind, account, user);
  if (rows.empty()) return std::nullopt;
  return member_in(rows[0]);
}

bool MemberStore::add(const core::AuditNote& note, const core::AccountId& account,
                      const core::UserId& user, const core::Email& email, core::Role role,
                      const core::Sha256& link_hash) {
  return !postgres_
              .write(kAdd, note, account, user, email.text(), core::to_string(role), link_hash,
                     kLinkSeconds)
              .empty();
}

std::optional<std::string> MemberStore::add_password_link(const core::AuditNote& note,
                                                          const core::AccountId& account,
                                                          const core::UserId& user,
                                                          const core::Sha256& link_hash) {
  const Rows rows = postgres_.write(kAddPasswordLink, note, account, user, link_hash, kLinkSeconds);
  if (rows.empty()) return std::nullopt;
  return std::string(rows[0].text(0));
}

MemberChange MemberStore::change_role(const core::AuditNote& note, const core::AccountId& account,
                                      const core::UserId& user, core::Role role) {
  return change_in(postgres_.write(kChangeRole, note, account, user, core::to_string(role))[0]);
}

MemberChange MemberStore::remove(const core::AuditNote& note, const core::AccountId& account,
                                 const core::UserId& user) {
  return change_in(postgres_.write(kRemove, note, account, user)[0]);
}

bool MemberStore::disable_second_factor(const core::AuditNote& note, const core::AccountId& account,
                                        const core::UserId& user) {
  return !postgres_.write(kDisableSecondFactor, note, account, user).empty();
}

}  // namespace db
