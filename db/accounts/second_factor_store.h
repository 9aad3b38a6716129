// SecondFactorStore: the second factors of users in PostgreSQL, and their recovery codes.
//
// Secrets are stored sealed (core/security/sealed_text.h), recovery codes as their SHA-256, each
// good once. Who turns one on or off is the user whom the note names.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/identity/audit.h"
#include "core/identity/public_id.h"
#include "core/security/cryptography.h"
#include "core/text/timestamp.h"

namespace db {

class Postgres;

struct SecondFactor {
  std::string email;
  std::string sealed_secret;
  std::string signing_key_id;  // what it is sealed with
  std::int64_t last_step = 0;  // the last step whose code was taken
  int recovery_codes = 0;      // how many are left
  core::Timestamp now;         // by the database's clock
};

class SecondFactorStore {
 public:
  explicit SecondFactorStore(Postgres& postgres) : postgres_(postgres) {}

  // Nothing if the user has none.
  std::optional<SecondFactor> find(const core::UserId& user);

  // Turns it on, and ends every session of the user; `step` has been used to confirm it. Gives the
  // epoch of the sessions that begin from now on; nothing if there is one already.
  std::optional<std::int64_t> turn_on(const core::AuditNote& note, const std::string& sealed_secret,
                                      const std::string& signing_key_id, std::int64_t step,
                                      const std::vector<core::Sha256>& recovery_codes);
  // Takes the recovery codes along. Where it is off already, nothing is recorded.
  void turn_off(const core::AuditNote& note);

  // Marks a step and those before it as used. False if it was already: of calls at the same moment
  // one alone gets it.
  bool take_step(const core::UserId& user, std::int64_t step);
  // Uses a recovery code up. False if it is not one of the user's.
  bool take_recovery_code(const core::UserId& user, const core::Sha256& code);

  // Puts the same secret, sealed with another key, in the place of `former`.
  void replace_sealed_secret(const core::UserId& user, const std::string& former,
                             const std::string& sealed_secret, const std::string& signing_key_id);

  core::Timestamp now();

 private:
  Postgres& postgres_;
};

}  // namespace db
