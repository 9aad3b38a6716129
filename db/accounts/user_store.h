// UserStore: the users of the dashboard in PostgreSQL.
//
// The note names the user whose data is changed, except in set_email().
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/account/audit.h"
#include "core/account/email.h"
#include "core/identity/public_id.h"
#include "core/security/cryptography.h"

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
  bool set_email(const core::AuditNote& note, const core::UserId& user, const core::Email& email);

  // Ends every session of the user.
  void end_sessions(const core::AuditNote& note);

  // Sets the password; ends every session and invalidates every password link of the user. Returns
  // the new session epoch.
  std::int64_t set_password(const core::AuditNote& note, const std::string& password_hash);

  // The user of a valid link.
  struct PasswordLink {
    core::UserId user;
    core::AccountId account;
    std::string email;
  };
  std::optional<PasswordLink> find_password_link(const core::Sha256& token_hash);
  // As set_password(), if this is a valid link of the user. Returns what is needed to sign in;
  // nothing if the link is no longer valid.
  std::optional<SignInRecord> use_password_link(const core::AuditNote& note,
                                                const core::Sha256& token_hash,
                                                const std::string& password_hash);

 private:
  Postgres& postgres_;
};

}  // namespace db
