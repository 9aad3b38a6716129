#include "app/sign_in.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "core/account.h"
#include "core/principal.h"
#include "core/security/cryptography.h"
#include "core/security/passwords.h"
#include "core/security/signing_keys.h"
#include "core/security/tokens.h"
#include "core/text/encodings.h"
#include "core/time.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/counters/attempt_counter.h"
#include "db/session_store.h"
#include "db/user_store.h"
#include "runtime/password_checker.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

Error wrong_password() {
  return {ErrorCode::unauthorized, "incorrect email or password. Try again"};
}

Error wrong_code(const SecondFactorCode& given) {
  return {ErrorCode::unauthorized,
          given.recovery_code.empty()
              ? "incorrect or already used code. Wait for the next code and try again"
              : "incorrect or already used recovery code"};
}

Error dead_link() {
  return {ErrorCode::gone,
          "this link has expired or was already used; ask for a new one, or sign in"};
}

// The subject that attempts are counted for. Unknown addresses are counted like known ones, so that
// the response does not reveal which exist. It is hashed, as people sometimes type a password into
// the email field.
std::string subject_of(std::string_view email) {
  return "email:" + core::to_hexadecimal(core::sha256(email));
}

// EXPIRY.ID.SIGNATURE: when it expires (a Unix second), the browser's id, and the signature over
// both, the email address and the epoch. The address is hashed, as one chosen by an attacker could
// contain the other parts of a statement for somebody else.
std::string statement_of(const KnownUser& user, std::string_view end_and_id) {
  return std::string("known_browser:")
      .append(core::to_hexadecimal(core::sha256(user.email)))
      .append(":")
      .append(std::to_string(user.session_epoch))
      .append(":")
      .append(end_and_id);
}

std::string text_of(std::chrono::seconds wait) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(wait).count();
  if (minutes > 90)
    return std::to_string(std::chrono::ceil<std::chrono::hours>(wait).count()) + " hours";
  if (wait < std::chrono::minutes(1)) return std::to_string(wait.count()) + " seconds";
  return minutes == 1 ? std::string("1 minute") : std::to_string(minutes) + " minutes";
}

}  // namespace

std::string SignIn::network_of(const Visitor& visitor) const {
  return core::client_network(visitor.client_address, client_networks_);
}

std::optional<SignedIn> SignIn::begin(const Visitor& visitor, const db::SignInRecord& user,
                                      const std::string& email) {
  auto session = stores_.sessions.sign_in(
      core::Principal::signing_in(user.user, email, visitor.client_address), user.session_epoch,
      visitor.session);
  if (!session) return std::nullopt;
  return SignedIn{*std::move(session), known_browser_statement({email, user.session_epoch}, keys_)};
}

void SignIn::record_failure(const Visitor& visitor, const db::SignInRecord& user,
                            const std::string& email) {
  stores_.audit_log.record(core::Principal::signing_in(user.user, email, visitor.client_address),
                           user.account, core::AuditAction::sign_in_failed);
}

core::Result<std::optional<SignedIn>> SignIn::with_password(const Visitor& visitor,
                                                            std::string_view typed,
                                                            std::string_view password) {
  const std::string network = network_of(visitor);
  if (passwords_.is_busy(network)) return runtime::too_busy();
  const auto email = core::Email::parse(typed);
  const auto user = email ? stores_.users.find_for_sign_in(*email) : std::nullopt;
  const db::Attempt attempt{
      .subject = subject_of(email ? std::string_view(email->text()) : typed),
      .client_address = visitor.client_address,
      .known_browser = user ? known_browser_id(visitor.known_browser,
                                               {email->text(), user->session_epoch}, keys_)
                            : std::string()};
  if (const auto reserved = stores_.attempts.reserve(attempt); !reserved)
    return too_many_attempts(reserved.wait);

  // Without a user, an equally expensive hash is computed, so that the time reveals nothing.
  const bool has_password = user && user->password_hash;
  const std::string& stored = has_password ? *user->password_hash : passwords_.dummy_hash();
  const auto matches = passwords_.matches(password, stored, network);
  if (!matches) {
    stores_.attempts.give_back(attempt);
    return matches.error();
  }
  if (!*matches || !has_password) {
    if (user) record_failure(visitor, *user, email->text());
    return wrong_password();
  }
  stores_.attempts.give_back(attempt);
  if (user->has_second_factor) {
    stores_.sessions.await_second_factor(visitor.token, user->user, user->session_epoch);
    return std::optional<SignedIn>();
  }
  auto signed_in = begin(visitor, *user, email->text());
  if (!signed_in) return wrong_password();
  return signed_in;
}

bool SignIn::awaits_code(const Visitor& visitor) {
  return stores_.sessions.awaiting_second_factor(visitor.token).has_value();
}

bool SignIn::accepts_code(const core::UserId& user, const db::SecondFactor& factor,
                          std::string_view code) {
  const core::SigningKey* key = keys_.find(factor.signing_key_id);
  const auto secret = key == nullptr ? std::nullopt : core::unseal(factor.sealed_secret, *key);
  if (!secret) return false;
  const auto step = core::matching_totp_step(*secret, code, factor.now, factor.last_step);
  if (!step || !stores_.second_factors.use_step(user, *step)) return false;
  // Lets operators retire an old signing key after each user's next sign-in.
  if (key->id != keys_.current().id) {
    stores_.second_factors.replace_sealed_secret(
        user, factor.sealed_secret, core::seal(*secret, keys_.current()), keys_.current().id);
  }
  return true;
}

bool SignIn::accepts_recovery_code(const core::UserId& user, std::string_view typed) {
  const auto code = core::canonical_recovery_code(typed);
  return code && stores_.second_factors.use_recovery_code(user, core::sha256(*code));
}

core::Result<std::optional<SignedIn>> SignIn::with_code(const Visitor& visitor,
                                                        const SecondFactorCode& code) {
  const auto awaited = stores_.sessions.awaiting_second_factor(visitor.token);
  auto record = awaited ? stores_.users.find_for_sign_in(awaited->user) : std::nullopt;
  const auto factor = record ? stores_.second_factors.find(awaited->user) : std::nullopt;
  if (!factor) return std::optional<SignedIn>();
  const core::UserId& user = awaited->user;
  record->session_epoch = awaited->session_epoch;
  const db::Attempt attempt{
      .subject = "second_factor:" + user.to_string(),
      .client_address = visitor.client_address,
      .known_browser =
          known_browser_id(visitor.known_browser, {factor->email, awaited->session_epoch}, keys_)};
  if (const auto reserved = stores_.attempts.reserve(attempt); !reserved)
    return too_many_attempts(reserved.wait);
  std::optional<SignedIn> signed_in;
  const bool is_right = db::in_transaction(stores_.postgres, [&] {
    const bool is_accepted = code.recovery_code.empty()
                                 ? accepts_code(user, *factor, code.code)
                                 : accepts_recovery_code(user, code.recovery_code);
    if (is_accepted) {
      signed_in = begin(visitor, *record, factor->email);
    } else {
      record_failure(visitor, *record, factor->email);
    }
    return is_accepted;
  });
  if (!is_right) return wrong_code(code);
  stores_.attempts.give_back(attempt);
  stores_.sessions.forget_second_factor(visitor.token);
  return signed_in;
}

core::Result<std::string> SignIn::find_password_link(std::string_view token) {
  const auto link = core::SecretToken::parse(token);
  auto user = link ? stores_.users.find_password_link(link->hash()) : std::nullopt;
  if (!user) return dead_link();
  return std::move(user->email);
}

core::Result<std::optional<SignedIn>> SignIn::by_password_link(const Visitor& visitor,
                                                               std::string_view token,
                                                               std::string_view password) {
  const auto link = core::SecretToken::parse(token);
  const auto user = link ? stores_.users.find_password_link(link->hash()) : std::nullopt;
  if (!user) return dead_link();
  if (auto problem = core::check_new_password("password", password, user->email))
    return *std::move(problem);
  const auto hash = passwords_.hash(password, network_of(visitor));
  if (!hash) return hash.error();
  std::optional<SignedIn> signed_in;
  const bool is_used = db::in_transaction(stores_.postgres, [&] {
    const auto record = stores_.users.use_password_link(
        core::Principal::signing_in(user->user, user->email, visitor.client_address), link->hash(),
        *hash);
    // A user with a second factor still has to enter a code.
    if (record && !record->has_second_factor) signed_in = begin(visitor, *record, user->email);
    return record.has_value();
  });
  if (!is_used) return dead_link();
  return signed_in;
}

SignedIn renew_session(db::SessionStore& sessions, const core::SigningKeys& keys,
                       const core::Principal& principal, std::int64_t epoch) {
  return {sessions.renew(principal.browser(), principal.user.value(), epoch),
          known_browser_statement({principal.name, epoch}, keys)};
}

std::string known_browser_statement(const KnownUser& user, const core::SigningKeys& keys) {
  const std::int64_t end =
      core::now().unix_seconds() + std::chrono::seconds(kKnownBrowserLifetime).count();
  const std::string end_and_id = std::to_string(end) + '.' + core::SecretToken::generate().text();
  return end_and_id + '.' + core::sign_statement(statement_of(user, end_and_id), keys.current());
}

std::string known_browser_id(std::string_view statement, const KnownUser& user,
                             const core::SigningKeys& keys) {
  const std::size_t first = statement.find('.');
  const std::size_t last = statement.rfind('.');
  if (first == std::string_view::npos || first == last) return {};
  std::int64_t end = 0;
  std::from_chars(statement.data(), statement.data() + first, end);
  if (end <= core::now().unix_seconds()) return {};
  const bool is_ours = core::is_statement_signature(
      statement.substr(last + 1), statement_of(user, statement.substr(0, last)), keys);
  return is_ours ? std::string(statement.substr(first + 1, last - first - 1)) : std::string();
}

core::Error too_many_attempts(std::chrono::seconds wait) {
  return {
      core::ErrorCode::rate_limited, "too many attempts. Try again in " + text_of(wait), {}, wait};
}

}  // namespace app
