#include "app/accounts/profile.h"

#include "db/accounts/audit_log.h"
#include "db/accounts/session_store.h"
#include "db/accounts/user_store.h"
#include "db/connection/postgres.h"
#include "runtime/password_checker.h"

namespace app {

core::Result<PasswordChange> read_password_change(core::FieldReader& reader,
                                                  std::string_view current_password,
                                                  std::string_view user_email) {
  auto password = reader.new_password("password", user_email);
  if (reader.error()) return *reader.error();
  return PasswordChange{std::string(current_password), *std::move(password)};
}

core::Result<SignedIn> Profile::change_password(const Actor& actor,
                                                const core::SecretToken& session,
                                                const PasswordChange& change) {
  if (const auto user = actor.user(); !user) return user.error();
  if (auto refusal = confirmation_.refuse(actor, change.current_password))
    return *std::move(refusal);
  const auto hash = passwords_.hash(change.new_password, actor.account().to_string());
  if (!hash) return hash.error();
  return db::in_transaction(stores_.postgres, [&] {
    const std::int64_t epoch = stores_.users.set_password(actor.note(), *hash);
    return renew_session(stores_.sessions, keys_, actor, session, epoch);
  });
}

void Profile::sign_out(const Actor& actor, const core::SecretToken& session) {
  stores_.sessions.end(session);
  stores_.audit_log.record(actor.note().id.uuid(), {.account = actor.account(),
                                                    .action = core::AuditAction::signed_out,
                                                    .actor = actor.named(),
                                                    .subject = {},
                                                    .subject_name = {}});
}

std::optional<core::Error> Profile::sign_out_everywhere(const Actor& actor) {
  if (const auto user = actor.user(); !user) return user.error();
  stores_.users.end_sessions(actor.note());
  return std::nullopt;
}

}  // namespace app
