// SecondFactors: what users do with their own second factor, but for signing in with it.
//
// The secret that is offered is stored nowhere until a code has shown that the app has it: whoever
// is offered one keeps it, sealed, for this user alone. Turning it on or off asks for the password
// too, so that nobody who finds a browser open can shut its user out.
//
// Each function is for users alone (forbidden), and records what it changes in the audit log by the
// statement that changes it.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/accounts/password_confirmation.h"
#include "app/actor.h"
#include "core/result.h"
#include "core/security/secret_token.h"
#include "core/security/share_token.h"

namespace db {
class Postgres;
class SecondFactorStore;
class SessionStore;
}  // namespace db

namespace app {

struct OfferedSecondFactor {
  std::string secret;         // for the user's authenticator app
  std::string sealed_secret;  // for find_offer()
};

struct SecondFactorProof {
  std::string_view current_password;
  std::string_view code;  // of the offered secret
};

// What the user keeps: the one time that the recovery codes are known.
struct TurnedOnSecondFactor {
  std::vector<std::string> recovery_codes;
  core::NewSession session;  // in the place of the one before; all others are over
};

class SecondFactors {
 public:
  struct Stores {
    db::Postgres& postgres;
    db::UserStore& users;
    db::SecondFactorStore& second_factors;
    db::SessionStore& sessions;
    db::AttemptCounter& attempts;
  };
  SecondFactors(const Stores& stores, runtime::PasswordChecker& passwords,
                const core::SigningKeys& keys)
      : stores_(stores), confirmation_(stores.users, stores.attempts, passwords), keys_(keys) {}

  // How many recovery codes are left; nothing if the second factor is off.
  core::Result<std::optional<int>> recovery_codes(const Actor& actor);

  // A new one each time. Errors: gone if the second factor is on already.
  core::Result<OfferedSecondFactor> offer(const Actor& actor);
  // The offer that this user was made; nothing if it is not one.
  std::optional<OfferedSecondFactor> find_offer(const Actor& actor, std::string_view sealed_secret);

  // Turns it on and ends every session of the user. Errors: gone if it is on already;
  // invalid_request for a wrong code, rate_limited; those of PasswordConfirmation.
  core::Result<TurnedOnSecondFactor> turn_on(const Actor& actor, const core::SecretToken& session,
                                             const OfferedSecondFactor& offer,
                                             const SecondFactorProof& proof);

  // Takes the recovery codes along. Errors: those of PasswordConfirmation.
  std::optional<core::Error> turn_off(const Actor& actor, std::string_view current_password);

 private:
  OfferedSecondFactor offer_of(const core::UserId& user, std::string secret) const;

  Stores stores_;
  PasswordConfirmation confirmation_;
  const core::SigningKeys& keys_;
};

}  // namespace app
