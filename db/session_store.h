// SessionStore: the sessions of the dashboard.
//
// A session is in Redis, under the SHA-256 of its cookie, with an idle and an absolute limit by
// Redis's clock; its user is in PostgreSQL, and has the last word: a session whose user is gone, or
// has ended all sessions, is over, whatever Redis says. So Redis may lose sessions, but can never
// keep one alive.
//
// Uses its thread's connections. Throws core::Unavailable if Redis or PostgreSQL cannot be reached,
// so that nobody is signed in, or out, because something is not known.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/secret_token.h"
#include "core/session.h"
#include "db/user_store.h"

namespace db {

class Postgres;
class Redis;

struct SessionLimits {
  std::chrono::seconds idle;
  std::chrono::seconds absolute;
};

class SessionStore : public core::SessionReader {
 public:
  SessionStore(UserStore& users, Redis& redis, SessionLimits limits)
      : users_(users), redis_(redis), limits_(limits) {}

  std::optional<core::Session> find(const core::SecretToken& token) override;

  // Begins a session for the user, under a new token.
  core::SecretToken start(const core::UserId& user, std::int64_t session_epoch);
  void end(const core::SecretToken& token);

  // Between the password and the second factor: whose password the holder of this cookie has given.
  // Forgotten after ten minutes.
  void await_second_factor(const core::SecretToken& visitor, const core::UserId& user);
  std::optional<core::UserId> awaiting_second_factor(const core::SecretToken& visitor);
  void forget_second_factor(const core::SecretToken& visitor);

 private:
  UserStore& users_;
  Redis& redis_;
  SessionLimits limits_;
};

}  // namespace db
