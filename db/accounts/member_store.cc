#include "db/accounts/member_store.h"

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

// The account's owners are locked, so of two changes at once the second counts those that the first
// has left.
constexpr Statement kChangeRole{"member_change_role", R"(
with owners as materialized (
  select id from users where account_id = $1 and role = 'owner' order by id for update
), changed as (
  update users set role = $3
   where account_id = $1 and id = $2
     and ($3 = 'owner' or role <> 'owner' or (select count(*) from owners) > 1)
  returning id
)
select exists (select from changed),
       exists (select from users where account_id = $1 and id = $2))"};

constexpr Statement kRemove{"member_remove", R"(
with owners as materialized (
  select id from users where account_id = $1 and role = 'owner' order by id for update
), removed as (
  delete from users
   where account_id = $1 and id = $2
     and (role <> 'owner' or (select count(*) from owners) > 1)
  returning id
)
select exists (select from removed),
       exists (select from users where account_id = $1 and id = $2))"};

constexpr Statement kDisableSecondFactor{"member_disable_second_factor", R"(
with disabled as (
  update users set sealed_totp_secret = null, totp_signing_key_id = null
   where account_id = $1 and id = $2 and sealed_totp_secret is not null
  returning id
), codes as (
  delete from recovery_codes where user_id in (select id from disabled)
)
select exists (select from disabled))"};

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

MemberChange MemberStore::change_role(const core::AccountId& account, const core::UserId& user,
                                      core::Role role) {
  return change_in(postgres_.write(kChangeRole, account, user, core::to_string(role))[0]);
}

MemberChange MemberStore::remove(const core::AccountId& account, const core::UserId& user) {
  return change_in(postgres_.write(kRemove, account, user)[0]);
}

bool MemberStore::disable_second_factor(const core::AccountId& account, const core::UserId& user) {
  return postgres_.write(kDisableSecondFactor, account, user)[0].boolean(0);
}

}  // namespace db
