// SessionStore: the sessions of the dashboard.
//
// A session is in PostgreSQL, under the SHA-256 of its cookie, with an idle and an absolute limit
// by the database's clock. It is over when it is ended, when its user is gone or has ended all
// sessions, and when a limit is reached. That a session is used is noted at most sixty times within
// the idle limit, so the idle limit is exact to a sixtieth of it, on the short side.
//
// Uses its thread's connection. Throws core::Unavailable if PostgreSQL cannot be reached, so that
// nobody is signed in, or out, because something is not known.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/identity/audit.h"
#include "core/identity/session.h"
#include "core/security/secret_token.h"

namespace db {

class Postgres;

struct SessionLimits {
  std::chrono::seconds idle;
  std::chrono::seconds absolute;
};

class SessionStore : public core::SessionReader {
 public:
  SessionStore(Postgres& postgres, SessionLimits limits) : postgres_(postgres), limits_(limits) {}

  std::optional<core::Session> find(const core::SecretToken& token) override;

  // Begins a session, under a new token, for the user whom the note names, who has proved who they
  // are. The session that the browser had until then, whoever's it was, is over. Nothing if the
  // user is gone.
  std::optional<core::NewSession> sign_in(const core::AuditNote& note, std::int64_t session_epoch,
                                          const std::optional<core::SecretToken>& former);
  // Begins a session in the place of the one with which the user has changed how they sign in.
  core::NewSession renew(const core::SecretToken& former, const core::UserId& user,
                         std::int64_t session_epoch);
  void end(const core::SecretToken& token);

  // Between the password and the second factor: whose password the holder of this cookie has given.
  // Forgotten after ten minutes.
  void await_second_factor(const core::SecretToken& visitor, const core::UserId& user);
  std::optional<core::UserId> awaiting_second_factor(const core::SecretToken& visitor);
  void forget_second_factor(const core::SecretToken& visitor);

 private:
  Postgres& postgres_;
  SessionLimits limits_;
};

}  // namespace db
