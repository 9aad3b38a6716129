#include "app/profile.h"

#include "app/sign_in.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "db/session_store.h"
#include "db/user_store.h"
#include "runtime/password_checker.h"

namespace app {

core::Result<PasswordChange> read_password_change(core::FieldReader& reader,
                                                  std::string_view current_password,
                                                  std::string_view user_email) {
  auto password = reader.new_password("password", user_email);
  if (reader.error()) return *reader.error();
  return PasswordChange{std::string(current_password), *std::move(password)};
}

core::Result<SignedIn> Profile::change_password(const core::Principal& principal,
                                                const PasswordChange& change) {
  if (const auto user = principal.signed_in_user(); !user) return user.error();
  if (auto refusal = confirmation_.refuse(principal, change.current_password))
    return *std::move(refusal);
  const auto hash = passwords_.hash(change.new_password, principal.account.to_string());
  if (!hash) return hash.error();
  return db::in_transaction(stores_.postgres, [&] {
    const std::int64_t epoch = stores_.users.set_password(principal, *hash);
    return renew_session(stores_.sessions, keys_, principal, epoch);
  });
}

void Profile::sign_out(const core::Principal& principal) {
  stores_.sessions.end(principal.browser());
  stores_.audit_log.record(principal, principal.account, core::AuditAction::signed_out);
}

std::optional<core::Error> Profile::sign_out_everywhere(const core::Principal& principal) {
  if (const auto user = principal.signed_in_user(); !user) return user.error();
  stores_.users.end_sessions(principal);
  return std::nullopt;
}

std::optional<core::Error> PasswordConfirmation::refuse(const core::Principal& principal,
                                                        std::string_view password) {
  const auto id = principal.signed_in_user();
  if (!id) return id.error();
  const db::Attempt attempt{.subject = "confirm:" + id->to_string(),
                            .client_address = principal.client_address};
  if (const auto reserved = attempts_.reserve(attempt); !reserved)
    return too_many_attempts(reserved.wait);
  const auto user = users_.find_for_sign_in(*id);
  const auto matches =
      user && user->password_hash
          ? passwords_.matches(password, *user->password_hash, principal.account.to_string())
          : core::Result<bool>(false);
  if (matches && !*matches)
    return core::Error{core::ErrorCode::invalid_request, "incorrect password. Try again"};
  attempts_.give_back(attempt);
  if (!matches) return matches.error();
  return std::nullopt;
}

}  // namespace app
