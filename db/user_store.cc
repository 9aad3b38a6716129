#include "db/user_store.h"

#include "core/text/encodings.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"

namespace db {
namespace {

using core::AuditAction;

// These return the columns of sign_in_record_in().
constexpr Statement kFindUserByEmail{"user_find_by_email", R"(
select id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
  from users where email = $1)"};

constexpr Statement kFindUserById{"user_find_by_id", R"(
select id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
  from users where id = $1)"};

constexpr AuditedStatement kSetEmail{"user_set_email", R"(
with former as materialized (
  select id, email from users where id = $1 for update
), changed as (
  update users set email = $2 from former
   where users.id = former.id
     and not exists (select from users other where other.email = $2 and other.id <> $1)
  returning users.id, users.account_id, former.email as former_email
), links as (
  delete from password_links where user_id in (select id from changed)
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($3, account_id, former_email || ' changed to ' || $2) as event
   where former_email <> $2
)
select true from changed)"};

constexpr AuditedStatement kEndSessions{"user_end_sessions", R"(
with changed as (
  update users set session_epoch = session_epoch + 1 where id = $1 returning account_id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($2, account_id, '') as event
)
select true from changed)"};

constexpr AuditedStatement kSetPassword{"user_set_password", R"(
with used as (
  delete from password_links where user_id = $2
), changed as (
  update users set password_hash = $1, session_epoch = session_epoch + 1
   where id = $2
  returning account_id, session_epoch
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($3, account_id, '') as event
)
select session_epoch from changed)"};

constexpr Statement kFindPasswordLink{"user_find_password_link", R"(
select member.id, member.account_id, member.email
  from password_links link
  join users member on member.id = link.user_id
 where link.token_hash = $1
   and link.expires_at > now())"};

constexpr AuditedStatement kUsePasswordLink{"user_use_password_link", R"(
with used as (
  delete from password_links
   where token_hash = $1 and user_id = $3 and expires_at > now()
  returning user_id
), changed as (
  update users set password_hash = $2, session_epoch = session_epoch + 1
   where id = (select user_id from used)
  returning id, account_id, password_hash, session_epoch, sealed_totp_secret is not null
), event as (
  insert into audit_events
  select event.* from changed, audit_event($4, account_id, '') as event
)
select * from changed)"};

std::optional<SignInRecord> sign_in_record_in(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return SignInRecord{core::UserId(row.uuid(0)), core::AccountId(row.uuid(1)), row.optional_text(2),
                      row.integer(3), row.boolean(4)};
}

}  // namespace

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::Email& email) {
  return sign_in_record_in(postgres_.read(kFindUserByEmail, email.text()));
}

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::UserId& user) {
  return sign_in_record_in(postgres_.read(kFindUserById, user));
}

bool UserStore::set_email(const core::Principal& principal, const core::UserId& user,
                          const core::Email& email) {
  try {
    return !kSetEmail
                .write(postgres_, {AuditAction::email_changed, principal, user.to_string()}, user,
                       email.text())
                .empty();
  } catch (const QueryFailed& failure) {
    // Another user has taken the address while the statement ran.
    if (failure.is_unique_violation()) return false;
    throw;
  }
}

void UserStore::end_sessions(const core::Principal& principal) {
  kEndSessions.write(postgres_, {AuditAction::signed_out_everywhere, principal}, principal.user);
}

std::int64_t UserStore::set_password(const core::Principal& principal,
                                     const std::string& password_hash) {
  const Rows rows = kSetPassword.write(postgres_, {AuditAction::password_changed, principal},
                                       password_hash, principal.user);
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

std::optional<SignInRecord> UserStore::use_password_link(const core::Principal& principal,
                                                         const core::Sha256& token_hash,
                                                         const std::string& password_hash) {
  return sign_in_record_in(kUsePasswordLink.write(postgres_,
                                                  {AuditAction::password_changed, principal},
                                                  token_hash, password_hash, principal.user));
}

namespace {

constexpr Statement kFindSecondFactor{"second_factor_find", R"(
select email, sealed_totp_secret, totp_signing_key_id, totp_last_step,
       (select count(*) from recovery_codes where user_id = users.id), now()
  from users
 where id = $1
   and sealed_totp_secret is not null)"};

constexpr AuditedStatement kTurnOn{"second_factor_turn_on", R"(
with changed as (
  update users
     set sealed_totp_secret = $1, totp_signing_key_id = $2,
         totp_last_step = greatest(totp_last_step, $3), session_epoch = session_epoch + 1
   where id = $5
     and sealed_totp_secret is null
  returning id, account_id, session_epoch
), codes as (
  insert into recovery_codes (user_id, code_hash)
  select changed.id, decode(code, 'hex')
    from changed, unnest(string_to_array($4, ' ')) as code
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($6, account_id, '') as event
)
select session_epoch from changed)"};

constexpr AuditedStatement kTurnOff{"second_factor_turn_off", R"(
with codes as (
  delete from recovery_codes where user_id = $1
), changed as (
  update users
     set sealed_totp_secret = null, totp_signing_key_id = null, session_epoch = session_epoch + 1
   where id = $1 and sealed_totp_secret is not null
  returning account_id, session_epoch
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($2, account_id, '') as event
)
select session_epoch from changed)"};

constexpr Statement kUseStep{"second_factor_take_step", R"(
update users set totp_last_step = $2
 where id = $1
   and totp_last_step < $2
   and sealed_totp_secret is not null)"};

constexpr Statement kUseRecoveryCode{"second_factor_take_recovery_code", R"(
delete from recovery_codes where user_id = $1 and code_hash = $2)"};

constexpr Statement kReplaceSealedSecret{"second_factor_replace_sealed_secret", R"(
update users set sealed_totp_secret = $3, totp_signing_key_id = $4
 where id = $1
   and sealed_totp_secret = $2)"};

constexpr Statement kSecondFactorNow{"second_factor_now", "select now()"};

}  // namespace

std::optional<SecondFactor> SecondFactorStore::find(const core::UserId& user) {
  const Rows rows = postgres_.read(kFindSecondFactor, user);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return SecondFactor{std::string(row.text(0)),         std::string(row.text(1)),
                      std::string(row.text(2)),         row.integer(3),
                      static_cast<int>(row.integer(4)), row.timestamp(5)};
}

std::optional<std::int64_t> SecondFactorStore::turn_on(
    const core::Principal& principal, const std::string& sealed_secret,
    const std::string& signing_key_id, std::int64_t step,
    const std::vector<core::Sha256>& recovery_codes) {
  std::string codes;
  for (const core::Sha256& code : recovery_codes) {
    if (!codes.empty()) codes += ' ';
    codes += core::to_hexadecimal(code);
  }
  const Rows rows = kTurnOn.write(postgres_, {core::AuditAction::second_factor_enabled, principal},
                                  sealed_secret, signing_key_id, step, codes, principal.user);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer(0);
}

std::optional<std::int64_t> SecondFactorStore::turn_off(const core::Principal& principal) {
  const Rows rows = kTurnOff.write(
      postgres_, {core::AuditAction::second_factor_disabled, principal}, principal.user);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer(0);
}

bool SecondFactorStore::use_step(const core::UserId& user, std::int64_t step) {
  return postgres_.write(kUseStep, user, step).affected() == 1;
}

bool SecondFactorStore::use_recovery_code(const core::UserId& user, const core::Sha256& code) {
  return postgres_.write(kUseRecoveryCode, user, code).affected() == 1;
}

void SecondFactorStore::replace_sealed_secret(const core::UserId& user, const std::string& former,
                                              const std::string& sealed_secret,
                                              const std::string& signing_key_id) {
  postgres_.write(kReplaceSealedSecret, user, former, sealed_secret, signing_key_id);
}

core::Timestamp SecondFactorStore::now() {
  return postgres_.read(kSecondFactorNow)[0].timestamp(0);
}

}  // namespace db
