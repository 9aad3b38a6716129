// SessionStore: the sessions of the dashboard.
//
// A session is stored in PostgreSQL under the SHA-256 of its cookie, with an idle and an absolute
// limit by the database's clock. It ends when it is ended, when its user is removed or ends all
// sessions, or when a limit is reached. Its use is recorded at most sixty times per idle limit, so
// a session can end up to a sixtieth of the idle limit early. If the database accepts no writes, it
// is not recorded, and the session can be read all the same.
//
// Uses its thread's connection. Throws core::Unavailable if PostgreSQL cannot be reached, so an
// outage never signs anybody in or out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/audit.h"
#include "core/principal.h"
#include "core/security/tokens.h"

namespace db {

class Postgres;

struct SessionLimits {
  std::chrono::seconds idle;
  std::chrono::seconds absolute;
};

class SessionStore : public core::SessionReader {
 public:
  SessionStore(Postgres& postgres, SessionLimits limits) : postgres_(postgres), limits_(limits) {}

  std::optional<core::Principal> find(const core::SecretToken& token) override;

  // Begins a session with a new token for the user named by the principal, who has authenticated.
  // Ends the session that the browser had before, whoever's it was. Returns nothing if the user no
  // longer exists.
  std::optional<core::NewSession> sign_in(const core::Principal& principal,
                                          std::int64_t session_epoch,
                                          const std::optional<core::SecretToken>& former);
  // Replaces the session in which the user has changed a credential.
  core::NewSession renew(const core::SecretToken& former, const core::UserId& user,
                         std::int64_t session_epoch);
  void end(const core::SecretToken& token);

  // Between password and second factor: the user whose password the holder of this cookie has
  // entered. Forgotten after ten minutes, and when the user's sessions are ended.
  void await_second_factor(const core::SecretToken& visitor, const core::UserId& user,
                           std::int64_t session_epoch);
  struct AwaitedUser {
    core::UserId user;
    std::int64_t session_epoch;
  };
  std::optional<AwaitedUser> awaiting_second_factor(const core::SecretToken& visitor);
  void forget_second_factor(const core::SecretToken& visitor);

 private:
  void note_use(const core::SecretToken& token);

  Postgres& postgres_;
  SessionLimits limits_;
};

}  // namespace db
