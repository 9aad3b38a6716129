#include "db/accounts/user_store.h"

#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kCreate{"user_create", R"(
insert into users (id, account_id, email, role, password_hash)
select $1, id, $3, $4, $5 from accounts where id = $2
    on conflict (email) do nothing)"};

constexpr Statement kFindByEmail{"user_find_by_email", R"(
select id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
  from users
 where email = $1)"};

constexpr Statement kFindById{"user_find_by_id", R"(
select id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
  from users
 where id = $1)"};

constexpr Statement kNoteSignIn{"user_note_sign_in", R"(
update users set last_signed_in_at = date_trunc('milliseconds', now()) where id = $1)"};

constexpr Statement kSetEmail{"user_set_email", R"(
with changed as (
  update users set email = $2
   where id = $1 and not exists (select from users where email = $2 and id <> $1)
  returning id
), links as (
  delete from password_links where user_id in (select id from changed)
)
select exists (select from changed))"};

constexpr Statement kEndSessions{"user_end_sessions", R"(
update users set session_epoch = session_epoch + 1 where id = $1 returning session_epoch)"};

constexpr Statement kSetPassword{"user_set_password", R"(
with used as (delete from password_links where user_id = $1)
update users set password_hash = $2, session_epoch = session_epoch + 1
 where id = $1
returning session_epoch)"};

constexpr Statement kAddPasswordLink{"user_add_password_link", R"(
with earlier as (delete from password_links where user_id = $1)
insert into password_links (token_hash, user_id, expires_at)
values ($2, $1, now() + make_interval(secs => $3)))"};

constexpr Statement kFindPasswordLink{"user_find_password_link", R"(
select member.id, member.account_id, member.email
  from password_links link
  join users member on member.id = link.user_id
 where link.token_hash = $1
   and link.expires_at > now())"};

constexpr Statement kUsePasswordLink{"user_use_password_link", R"(
with used as (
  delete from password_links where token_hash = $1 and expires_at > now() returning user_id
)
update users set password_hash = $2, session_epoch = session_epoch + 1
 where id = (select user_id from used))"};

std::optional<SignInRecord> sign_in_record_in(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return SignInRecord{core::UserId(row.uuid(0)), core::AccountId(row.uuid(1)), row.optional_text(2),
                      row.integer(3), row.boolean(4)};
}

}  // namespace

bool UserStore::create(const core::UserId& id, const core::AccountId& account,
                       const core::Email& email, core::Role role,
                       const std::optional<std::string>& password_hash) {
  const Rows rows =
      postgres_.write(kCreate, id, account, email.text(), core::to_string(role), password_hash);
  return rows.affected() == 1;
}

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::Email& email) {
  return sign_in_record_in(postgres_.read(kFindByEmail, email.text()));
}

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::UserId& user) {
  return sign_in_record_in(postgres_.read(kFindById, user));
}

void UserStore::note_sign_in(const core::UserId& user) { postgres_.write(kNoteSignIn, user); }

bool UserStore::set_email(const core::UserId& user, const core::Email& email) {
  return postgres_.write(kSetEmail, user, email.text())[0].boolean(0);
}

std::int64_t UserStore::end_sessions(const core::UserId& user) {
  const Rows rows = postgres_.write(kEndSessions, user);
  return rows.empty() ? 0 : rows[0].integer(0);
}

std::int64_t UserStore::set_password(const core::UserId& user, const std::string& password_hash) {
  const Rows rows = postgres_.write(kSetPassword, user, password_hash);
  return rows.empty() ? 0 : rows[0].integer(0);
}

void UserStore::add_password_link(const core::UserId& user, const core::Sha256& token_hash,
                                  std::chrono::seconds lifetime) {
  postgres_.write(kAddPasswordLink, user, token_hash, std::int64_t{lifetime.count()});
}

std::optional<UserStore::PasswordLink> UserStore::find_password_link(
    const core::Sha256& token_hash) {
  const Rows rows = postgres_.read(kFindPasswordLink, token_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return PasswordLink{core::UserId(row.uuid(0)), core::AccountId(row.uuid(1)),
                      std::string(row.text(2))};
}

bool UserStore::use_password_link(const core::Sha256& token_hash,
                                  const std::string& password_hash) {
  return postgres_.write(kUsePasswordLink, token_hash, password_hash).affected() == 1;
}

}  // namespace db
