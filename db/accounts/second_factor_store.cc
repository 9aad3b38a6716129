#include "db/accounts/second_factor_store.h"

#include "core/encodings/encoding.h"
#include "db/accounts/audited_statement.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kFindSecondFactor{"second_factor_find", R"(
select email, sealed_totp_secret, totp_signing_key_id, totp_last_step,
       (select count(*) from recovery_codes where user_id = users.id), now()
  from users
 where id = $1
   and sealed_totp_secret is not null)"};

const AuditedStatement& turn_on_statement() {
  static const AuditedStatement statement("second_factor_turn_on", R"(
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
), audited as (
  select account_id, '' as subject_name from changed
), {event}
select session_epoch from changed)");
  return statement;
}

const AuditedStatement& turn_off_statement() {
  static const AuditedStatement statement("second_factor_turn_off", R"(
with codes as (
  delete from recovery_codes where user_id = $1
), changed as (
  update users
     set sealed_totp_secret = null, totp_signing_key_id = null, session_epoch = session_epoch + 1
   where id = $1 and sealed_totp_secret is not null
  returning account_id, session_epoch
), audited as (
  select account_id, '' as subject_name from changed
), {event}
select session_epoch from changed)");
  return statement;
}

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

constexpr Statement kNow{"second_factor_now", "select now()"};

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
    const core::AuditNote& note, const std::string& sealed_secret,
    const std::string& signing_key_id, std::int64_t step,
    const std::vector<core::Sha256>& recovery_codes) {
  std::string codes;
  for (const core::Sha256& code : recovery_codes) {
    if (!codes.empty()) codes += ' ';
    codes += core::to_hexadecimal(code);
  }
  const Rows rows =
      turn_on_statement().write(postgres_, {core::AuditAction::second_factor_enabled, note},
                                sealed_secret, signing_key_id, step, codes, note.actor.user);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer(0);
}

std::optional<std::int64_t> SecondFactorStore::turn_off(const core::AuditNote& note) {
  const Rows rows = turn_off_statement().write(
      postgres_, {core::AuditAction::second_factor_disabled, note}, note.actor.user);
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

core::Timestamp SecondFactorStore::now() { return postgres_.read(kNow)[0].timestamp(0); }

}  // namespace db
