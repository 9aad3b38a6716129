// SecondFactorStore: the second factors and recovery codes of users, in PostgreSQL.
//
// Secrets are stored encrypted (core/security/sealed_text.h), recovery codes as SHA-256; each code
// is valid once. The note names the user whose second factor is turned on or off.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/account/audit.h"
#include "core/identity/public_id.h"
#include "core/security/cryptography.h"
#include "core/text/timestamp.h"

namespace db {

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
  std::optional<std::int64_t> turn_on(const core::AuditNote& note, const std::string& sealed_secret,
                                      const std::string& signing_key_id, std::int64_t step,
                                      const std::vector<core::Sha256>& recovery_codes);
  // Also deletes the recovery codes and ends all sessions. Returns the new session epoch; if it is
  // off already, nothing, and nothing is recorded.
  std::optional<std::int64_t> turn_off(const core::AuditNote& note);

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
