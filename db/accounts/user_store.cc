#include "db/accounts/user_store.h"

#include "db/accounts/audited_sql.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kFindByEmail{"user_find_by_email", R"(
select id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
  from users
 where email = $1)"};

constexpr Statement kFindById{"user_find_by_id", R"(
select id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
  from users
 where id = $1)"};

constexpr Statement kSetEmail{"user_set_email", R"(
with changed as (
  update users set email = $2
   where id = $1 and not exists (select from users where email = $2 and id <> $1)
  returning id
), links as (
  delete from password_links where user_id in (select id from changed)
)
select exists (select from changed))"};

constexpr Statement kEndSessions{"user_end_sessions", kAudited<R"(
with changed as (
  update users set session_epoch = session_epoch + 1 where id = $2 returning account_id
), event as (
  select account_id, 'user.signed_out_everywhere' as action, '' as subject, '' as subject_name
    from changed
))",
                                                               "select from changed">};

constexpr Statement kSetPassword{"user_set_password",
                                 kAudited<R"(
with used as (
  delete from password_links where user_id = $2
), changed as (
  update users set password_hash = $6, session_epoch = session_epoch + 1
   where id = $2
  returning account_id, session_epoch
), event as (
  select account_id, 'user.password_changed' as action, '' as subject, '' as subject_name
    from changed
))",
                                          "select session_epoch from changed">};

constexpr Statement kFindPasswordLink{"user_find_password_link", R"(
select member.id, member.account_id, member.email
  from password_links link
  join users member on member.id = link.user_id
 where link.token_hash = $1
   and link.expires_at > now())"};

constexpr Statement kUsePasswordLink{"user_use_password_link", kAudited<R"(
with used as (
  delete from password_links
   where token_hash = $6 and user_id = $2 and expires_at > now()
  returning user_id
), changed as (
  update users set password_hash = $7, session_epoch = session_epoch + 1
   where id = (select user_id from used)
  returning id, account_id, password_hash, session_epoch,
            sealed_totp_secret is not null as has_second_factor
), event as (
  select account_id, 'user.password_changed' as action, '' as subject, '' as subject_name
    from changed
))",
                                                                        R"(
select id, account_id, password_hash, session_epoch, has_second_factor from changed)">};

std::optional<SignInRecord> sign_in_record_in(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return SignInRecord{core::UserId(row.uuid(0)), core::AccountId(row.uuid(1)), row.optional_text(2),
                      row.integer(3), row.boolean(4)};
}

}  // namespace

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::Email& email) {
  return sign_in_record_in(postgres_.read(kFindByEmail, email.text()));
}

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::UserId& user) {
  return sign_in_record_in(postgres_.read(kFindById, user));
}

bool UserStore::set_email(const core::UserId& user, const core::Email& email) {
  return postgres_.write(kSetEmail, user, email.text())[0].boolean(0);
}

void UserStore::end_sessions(const core::AuditNote& note) { postgres_.write(kEndSessions, note); }

std::int64_t UserStore::set_password(const core::AuditNote& note,
                                     const std::string& password_hash) {
  const Rows rows = postgres_.write(kSetPassword, note, password_hash);
  return rows.empty() ? 0 : rows[0].integer(0);
}

std::optional<UserStore::PasswordLink> UserStore::find_password_link(
    const core::Sha256& token_hash) {
  const Rows rows = postgres_.read(kFindPasswordLink, token_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return PasswordLink{core::UserId(row.uuid(0)), core::AccountId(row.uuid(1)),
                      std::string(row.text(2))};
}

std::optional<SignInRecord> UserStore::use_password_link(const core::AuditNote& note,
                                                         const core::Sha256& token_hash,
                                                         const std::string& password_hash) {
  return sign_in_record_in(postgres_.write(kUsePasswordLink, note, token_hash, password_hash));
}

}  // namespace db
