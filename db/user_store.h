// UserStore: the users of the dashboard in PostgreSQL.
//
// The note names the user whose data is changed, except in set_email().
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/account.h"
#include "core/audit.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "core/time.h"

namespace db {

class Postgres;

// The data that is needed to verify a sign-in.
struct SignInRecord {
  core::UserId user;
  core::AccountId account;
  std::optional<std::string> password_hash;
  std::int64_t session_epoch = 0;
  bool has_second_factor = false;
};

class UserStore {
 public:
  explicit UserStore(Postgres& postgres) : postgres_(postgres) {}

  std::optional<SignInRecord> find_for_sign_in(const core::Email& email);
  std::optional<SignInRecord> find_for_sign_in(const core::UserId& user);

  // Invalidates links to set a password that were sent to the old address. False if another user
  // has the new one. The same address again is not recorded.
  bool set_email(const core::Principal& principal, const core::UserId& user,
                 const core::Email& email);

  // Ends every session of the user.
  void end_sessions(const core::Principal& principal);

  // Sets the password; ends every session and invalidates every password link of the user. Returns
  // the new session epoch.
  std::int64_t set_password(const core::Principal& principal, const std::string& password_hash);

  // The user of a valid link.
  struct PasswordLink {
    core::UserId user;
    core::AccountId account;
    std::string email;
  };
  std::optional<PasswordLink> find_password_link(const core::Sha256& token_hash);
  // As set_password(), if this is a valid link of the user. Returns what is needed to sign in;
  // nothing if the link is no longer valid.
  std::optional<SignInRecord> use_password_link(const core::Principal& principal,
                                                const core::Sha256& token_hash,
                                                const std::string& password_hash);

 private:
  Postgres& postgres_;
};

// SecondFactorStore: the second factors and recovery codes of users, in PostgreSQL.
//
// Secrets are stored encrypted (core/security/signing_keys.h), recovery codes as SHA-256; each code
// is valid once. The note names the user whose second factor is turned on or off.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.

class Postgres;

struct SecondFactor {
  std::string email;
  std::string sealed_secret;
  std::string signing_key_id;  // of the key that encrypts the secret
  std::int64_t last_step = 0;  // the last time step whose code was used
  int recovery_codes = 0;      // how many are left
  core::Timestamp now;         // by the database's clock
};

class SecondFactorStore {
 public:
  explicit SecondFactorStore(Postgres& postgres) : postgres_(postgres) {}

  // Nothing if the user has none.
  std::optional<SecondFactor> find(const core::UserId& user);

  // Turns it on and ends every session of the user; `step` was used to confirm it. Returns the new
  // session epoch; nothing if a second factor is on already.
  std::optional<std::int64_t> turn_on(const core::Principal& principal,
                                      const std::string& sealed_secret,
                                      const std::string& signing_key_id, std::int64_t step,
                                      const std::vector<core::Sha256>& recovery_codes);
  // Also deletes the recovery codes and ends all sessions. Returns the new session epoch; if it is
  // off already, nothing, and nothing is recorded.
  std::optional<std::int64_t> turn_off(const core::Principal& principal);

  // Marks a time step and all earlier ones as used. False if it was used already; of concurrent
  // calls one succeeds.
  bool use_step(const core::UserId& user, std::int64_t step);
  // Uses up a recovery code. False if it is not one of the user's.
  bool use_recovery_code(const core::UserId& user, const core::Sha256& code);

  // Replaces `former` with the same secret, encrypted with another key.
  void replace_sealed_secret(const core::UserId& user, const std::string& former,
                             const std::string& sealed_secret, const std::string& signing_key_id);

  core::Timestamp now();

 private:
  Postgres& postgres_;
};

}  // namespace db
