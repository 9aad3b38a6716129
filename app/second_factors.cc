#include "app/second_factors.h"

#include "app/sign_in.h"
#include "core/error.h"
#include "core/security/passwords.h"
#include "core/security/signing_keys.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "db/session_store.h"
#include "db/user_store.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

// Prefix of the encrypted text, which binds it to one user.
std::string purpose(const core::UserId& user) {
  return "second factor of " + user.to_string() + ':';
}

Error is_on_already() { return {ErrorCode::gone, "two-factor authentication is already on"}; }

std::vector<core::Sha256> hashes_of(const std::vector<std::string>& codes) {
  std::vector<core::Sha256> hashes;
  hashes.reserve(codes.size());
  for (const std::string& code : codes)
    hashes.push_back(core::sha256(core::canonical_recovery_code(code).value()));
  return hashes;
}

}  // namespace

OfferedSecondFactor SecondFactors::offer_of(const core::UserId& user, std::string secret) const {
  std::string sealed = core::seal(purpose(user) + secret, keys_.current());
  return {std::move(secret), std::move(sealed)};
}

core::Result<std::optional<int>> SecondFactors::recovery_codes(const core::Principal& principal) {
  const auto user = principal.signed_in_user();
  if (!user) return user.error();
  const auto factor = stores_.second_factors.find(*user);
  return factor ? std::optional(factor->recovery_codes) : std::nullopt;
}

core::Result<OfferedSecondFactor> SecondFactors::offer(const core::Principal& principal) {
  const auto user = principal.signed_in_user();
  if (!user) return user.error();
  if (stores_.second_factors.find(*user)) return is_on_already();
  return offer_of(*user, core::generate_totp_secret());
}

std::optional<OfferedSecondFactor> SecondFactors::find_offer(const core::Principal& principal,
                                                             std::string_view sealed_secret) {
  const auto user = principal.signed_in_user();
  if (!user) return std::nullopt;
  const std::string expected = purpose(*user);
  for (const core::SigningKey& key : keys_.all()) {
    const auto text = core::unseal(sealed_secret, key);
    if (text && text->starts_with(expected)) return offer_of(*user, text->substr(expected.size()));
  }
  return std::nullopt;
}

core::Result<TurnedOnSecondFactor> SecondFactors::turn_on(const core::Principal& principal,
                                                          const OfferedSecondFactor& offer,
                                                          const SecondFactorProof& proof) {
  const auto user = principal.signed_in_user();
  if (!user) return user.error();
  if (stores_.second_factors.find(*user)) return is_on_already();
  if (auto refusal = confirmation_.refuse(principal, proof.current_password))
    return *std::move(refusal);
  const db::Attempt attempt{.subject = "second_factor:" + user->to_string(),
                            .client_address = principal.client_address};
  if (const auto reserved = stores_.attempts.reserve(attempt); !reserved)
    return too_many_attempts(reserved.wait);
  const auto step =
      core::matching_totp_step(offer.secret, proof.code, stores_.second_factors.now(), 0);
  if (!step) {
    return Error{ErrorCode::invalid_request,
                 "incorrect or expired code. Check that your phone’s clock is set automatically"};
  }
  stores_.attempts.give_back(attempt);

  std::vector<std::string> codes = core::generate_recovery_codes();
  const core::SigningKey& key = keys_.current();
  const std::string sealed = core::seal(offer.secret, key);
  std::optional<SignedIn> renewed;
  try {
    const bool is_turned_on = db::in_transaction(stores_.postgres, [&] {
      const auto epoch =
          stores_.second_factors.turn_on(principal, sealed, key.id, *step, hashes_of(codes));
      if (epoch) renewed = renew_session(stores_.sessions, keys_, principal, *epoch);
      return epoch.has_value();
    });
    if (!is_turned_on) return is_on_already();
  } catch (const core::Unavailable&) {
    // It may be turned on nevertheless, and the recovery codes could not be shown later.
    const auto stored = stores_.second_factors.find(*user);
    if (!renewed || !stored || stored->sealed_secret != sealed) throw;
  }
  return TurnedOnSecondFactor{std::move(codes), *std::move(renewed)};
}

core::Result<std::optional<SignedIn>> SecondFactors::turn_off(const core::Principal& principal,
                                                              std::string_view current_password) {
  if (const auto user = principal.signed_in_user(); !user) return user.error();
  if (auto refusal = confirmation_.refuse(principal, current_password)) return *std::move(refusal);
  std::optional<SignedIn> renewed;
  db::in_transaction(stores_.postgres, [&] {
    const auto epoch = stores_.second_factors.turn_off(principal);
    if (epoch) renewed = renew_session(stores_.sessions, keys_, principal, *epoch);
    return epoch.has_value();
  });
  return renewed;
}

}  // namespace app
