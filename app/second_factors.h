// SecondFactors: users turn their own second factor on and off. Signing in with it is in sign_in.h.
//
// An offered secret is not stored until the user has entered a valid code: the form carries it,
// encrypted for this user. Turning the second factor on or off requires the password, so that
// somebody at an unattended browser cannot lock its user out.
//
// Only users can call these functions (forbidden). The statement that makes a change also records
// it in the audit log.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/profile.h"
#include "app/sign_in.h"
#include "core/error.h"
#include "core/principal.h"
#include "core/security/signing_keys.h"
#include "core/security/tokens.h"

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
  std::string_view code;  // for the offered secret
};

// The result of turning it on. The recovery codes cannot be shown again later.
struct TurnedOnSecondFactor {
  std::vector<std::string> recovery_codes;
  SignedIn signed_in;  // replaces the previous session; all others are ended
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

  // The number of recovery codes left; absent if the second factor is off.
  core::Result<std::optional<int>> recovery_codes(const core::Principal& principal);

  // Generates a new secret each time. Errors: gone if the second factor is on already.
  core::Result<OfferedSecondFactor> offer(const core::Principal& principal);
  // Decrypts an offer; absent if it was not made to this user.
  std::optional<OfferedSecondFactor> find_offer(const core::Principal& principal,
                                                std::string_view sealed_secret);

  // Turns it on and ends every session of the user. Errors: gone if it is on already;
  // invalid_request for a wrong code; rate_limited; those of PasswordConfirmation.
  core::Result<TurnedOnSecondFactor> turn_on(const core::Principal& principal,
                                             const OfferedSecondFactor& offer,
                                             const SecondFactorProof& proof);

  // Also deletes the recovery codes, and ends every session of the user. Returns what replaces
  // theirs; absent if the second factor is off already. Errors: those of PasswordConfirmation.
  core::Result<std::optional<SignedIn>> turn_off(const core::Principal& principal,
                                                 std::string_view current_password);

 private:
  OfferedSecondFactor offer_of(const core::UserId& user, std::string secret) const;

  Stores stores_;
  PasswordConfirmation confirmation_;
  const core::SigningKeys& keys_;
};

}  // namespace app
