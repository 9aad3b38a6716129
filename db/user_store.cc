#include "db/user_store.h"

#include "core/text/encodings.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"

namespace db {
namespace {

using core::AuditAction;

// These return the columns of sign_in_record_in().
constexpr Query<R"(
select id, account_id, password_hash, session_epoch,
       sealed_totp_secret is not null as has_second_factor
  from users where email = $email)">
    kFindUserByEmail{"user_find_by_email"};

constexpr Query<R"(
select id, account_id, password_hash, session_epoch,
       sealed_totp_secret is not null as has_second_factor
  from users where id = $user)">
    kFindUserById{"user_find_by_id"};

constexpr AuditedQuery<R"(
with former as materialized (
  select id, email from users where id = $user for update
), changed as (
  update users set email = $email from former
   where users.id = former.id
     and not exists (select from users other where other.email = $email and other.id <> $user)
  returning users.id, users.account_id, former.email as former_email
), links as (
  delete from password_links where user_id in (select id from changed)
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, former_email || ' changed to ' || $email) as event
   where former_email <> $email
)
select true from changed)">
    kSetEmail{"user_set_email"};

constexpr AuditedQuery<R"(
with changed as (
  update users set session_epoch = session_epoch + 1 where id = $user returning account_id
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, '') as event
)
select true from changed)">
    kEndSessions{"user_end_sessions"};

constexpr AuditedQuery<R"(
with used as (
  delete from password_links where user_id = $user
), changed as (
  update users set password_hash = $password_hash, session_epoch = session_epoch + 1
   where id = $user
  returning account_id, session_epoch
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, '') as event
)
select session_epoch from changed)">
    kSetPassword{"user_set_password"};

constexpr Query<R"(
select member.id, member.account_id, member.email
  from password_links link
  join users member on member.id = link.user_id
 where link.token_hash = $link_hash
   and link.expires_at > now())">
    kFindPasswordLink{"user_find_password_link"};

constexpr AuditedQuery<R"(
with used as (
  delete from password_links
   where token_hash = $link_hash and user_id = $user and expires_at > now()
  returning user_id
), changed as (
  update users set password_hash = $password_hash, session_epoch = session_epoch + 1
   where id = (select user_id from used)
  returning id, account_id, password_hash, session_epoch,
            sealed_totp_secret is not null as has_second_factor
), event as (
  insert into audit_events
  select event.* from changed, audit_event($event, account_id, '') as event
)
select * from changed)">
    kUsePasswordLink{"user_use_password_link"};

std::optional<SignInRecord> sign_in_record_in(const Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return SignInRecord{.user = core::UserId(row.uuid("id")),
                      .account = core::AccountId(row.uuid("account_id")),
                      .password_hash = row.optional_text("password_hash"),
                      .session_epoch = row.integer("session_epoch"),
                      .has_second_factor = row.boolean("has_second_factor")};
}

}  // namespace

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::Email& email) {
  return sign_in_record_in(postgres_.read(kFindUserByEmail, "email"_a = email.text()));
}

std::optional<SignInRecord> UserStore::find_for_sign_in(const core::UserId& user) {
  return sign_in_record_in(postgres_.read(kFindUserById, "user"_a = user));
}

bool UserStore::set_email(const core::Principal& principal, const core::UserId& user,
                          const core::Email& email) {
  try {
    return !kSetEmail
                .write(postgres_, {AuditAction::email_changed, principal, user.to_string()},
                       "user"_a = user, "email"_a = email.text())
                .empty();
  } catch (const QueryFailed& failure) {
    // Another user has taken the address while the statement ran.
    if (failure.is_unique_violation()) return false;
    throw;
  }
}

void UserStore::end_sessions(const core::Principal& principal) {
  kEndSessions.write(postgres_, {AuditAction::signed_out_everywhere, principal},
                     "user"_a = principal.user);
}

std::int64_t UserStore::set_password(const core::Principal& principal,
                                     const std::string& password_hash) {
  const Rows rows =
      kSetPassword.write(postgres_, {AuditAction::password_changed, principal},
                         "password_hash"_a = password_hash, "user"_a = principal.user);
  return rows.empty() ? 0 : rows[0].integer("session_epoch");
}

std::optional<UserStore::PasswordLink> UserStore::find_password_link(
    const core::Sha256& token_hash) {
  const Rows rows = postgres_.read(kFindPasswordLink, "link_hash"_a = token_hash);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return PasswordLink{.user = core::UserId(row.uuid("id")),
                      .account = core::AccountId(row.uuid("account_id")),
                      .email = std::string(row.text("email"))};
}

std::optional<SignInRecord> UserStore::use_password_link(const core::Principal& principal,
                                                         const core::Sha256& token_hash,
                                                         const std::string& password_hash) {
  return sign_in_record_in(kUsePasswordLink.write(
      postgres_, {AuditAction::password_changed, principal}, "link_hash"_a = token_hash,
      "password_hash"_a = password_hash, "user"_a = principal.user));
}

namespace {

constexpr Query<R"(
select email, sealed_totp_secret, totp_signing_key_id, totp_last_step,
       (select count(*) from recovery_codes where user_id = users.id) as recovery_codes, now()
  from users
 where id = $user
   and sealed_totp_secret is not null)">
    kFindSecondFactor{"second_factor_find"};

constexpr AuditedQuery<R"(
with changed as (
  update users
     set sealed_totp_secret = $sealed_secret, totp_signing_key_id = $signing_key,
         totp_last_step = greatest(totp_last_step, $step), session_epoch = session_epoch + 1
   where id = $user
     and sealed_totp_secret is null
  returning id, account_id, session_epoch
), codes as (
  insert into recovery_codes (user_id, code_hash)
  select changed.id, decode(code, 'hex')
    from changed, unnest(string_to_array($recovery_codes, ' ')) as code
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, '') as event
)
select session_epoch from changed)">
    kTurnOn{"second_factor_turn_on"};

constexpr AuditedQuery<R"(
with codes as (
  delete from recovery_codes where user_id = $user
), changed as (
  update users
     set sealed_totp_secret = null, totp_signing_key_id = null, session_epoch = session_epoch + 1
   where id = $user and sealed_totp_secret is not null
  returning account_id, session_epoch
), event as (
  insert into audit_events
  select event.*
    from changed, audit_event($event, account_id, '') as event
)
select session_epoch from changed)">
    kTurnOff{"second_factor_turn_off"};

constexpr Query<R"(
update users set totp_last_step = $step
 where id = $user
   and totp_last_step < $step
   and sealed_totp_secret is not null)">
    kUseStep{"second_factor_take_step"};

constexpr Query<R"(
delete from recovery_codes where user_id = $user and code_hash = $code_hash)">
    kUseRecoveryCode{"second_factor_take_recovery_code"};

constexpr Query<R"(
update users set sealed_totp_secret = $sealed_secret, totp_signing_key_id = $signing_key
 where id = $user
   and sealed_totp_secret = $former_secret)">
    kReplaceSealedSecret{"second_factor_replace_sealed_secret"};

constexpr Query<R"(
select now())">
    kSecondFactorNow{"second_factor_now"};

}  // namespace

std::optional<SecondFactor> SecondFactorStore::find(const core::UserId& user) {
  const Rows rows = postgres_.read(kFindSecondFactor, "user"_a = user);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  return SecondFactor{.email = std::string(row.text("email")),
                      .sealed_secret = std::string(row.text("sealed_totp_secret")),
                      .signing_key_id = std::string(row.text("totp_signing_key_id")),
                      .last_step = row.integer("totp_last_step"),
                      .recovery_codes = static_cast<int>(row.integer("recovery_codes")),
                      .now = row.timestamp("now")};
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
  const Rows rows =
      kTurnOn.write(postgres_, {core::AuditAction::second_factor_enabled, principal},
                    "sealed_secret"_a = sealed_secret, "signing_key"_a = signing_key_id,
                    "step"_a = step, "recovery_codes"_a = codes, "user"_a = principal.user);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer("session_epoch");
}

std::optional<std::int64_t> SecondFactorStore::turn_off(const core::Principal& principal) {
  const Rows rows = kTurnOff.write(
      postgres_, {core::AuditAction::second_factor_disabled, principal}, "user"_a = principal.user);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer("session_epoch");
}

bool SecondFactorStore::use_step(const core::UserId& user, std::int64_t step) {
  return postgres_.write(kUseStep, "user"_a = user, "step"_a = step).affected() == 1;
}

bool SecondFactorStore::use_recovery_code(const core::UserId& user, const core::Sha256& code) {
  return postgres_.write(kUseRecoveryCode, "user"_a = user, "code_hash"_a = code).affected() == 1;
}

void SecondFactorStore::replace_sealed_secret(const core::UserId& user, const std::string& former,
                                              const std::string& sealed_secret,
                                              const std::string& signing_key_id) {
  postgres_.write(kReplaceSealedSecret, "user"_a = user, "former_secret"_a = former,
                  "sealed_secret"_a = sealed_secret, "signing_key"_a = signing_key_id);
}

core::Timestamp SecondFactorStore::now() {
  return postgres_.read(kSecondFactorNow)[0].timestamp("now");
}

}  // namespace db
