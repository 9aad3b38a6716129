// UserStore: the users of the dashboard in PostgreSQL.
//
// What a user changes of their own is done to the user whom the note names.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/identity/audit.h"
#include "core/identity/email.h"
#include "core/identity/public_id.h"
#include "core/security/cryptography.h"

namespace db {

class Postgres;

// What it takes to check a sign-in.
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

  // Links to choose a password that were sent to the old address are dead. False if somebody else
  // has the new one.
  bool set_email(const core::UserId& user, const core::Email& email);

  // Ends every session of the user.
  void end_sessions(const core::AuditNote& note);

  // Sets the password, and ends every session and every password link of the user. Gives the epoch
  // of the sessions that begin from now on.
  std::int64_t set_password(const core::AuditNote& note, const std::string& password_hash);

  // Whose link it is, if it is still good.
  struct PasswordLink {
    core::UserId user;
    core::AccountId account;
    std::string email;
  };
  std::optional<PasswordLink> find_password_link(const core::Sha256& token_hash);
  // As set_password(), if this is a link of the user. Gives what it takes to sign in from now on;
  // nothing if the link is not good any more.
  std::optional<SignInRecord> use_password_link(const core::AuditNote& note,
                                                const core::Sha256& token_hash,
                                                const std::string& password_hash);

 private:
  Postgres& postgres_;
};

}  // namespace db
