// UserStore: the users of the dashboard in PostgreSQL.
//
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/identity/email.h"
#include "core/identity/public_id.h"
#include "core/identity/role.h"
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

// For how long a link to choose a password is good.
inline constexpr std::chrono::hours kPasswordLinkLifetime{72};

class UserStore {
 public:
  explicit UserStore(Postgres& postgres) : postgres_(postgres) {}

  // False if somebody has this address already, or there is no such account. Without a password the
  // user chooses one by a link.
  bool create(const core::UserId& id, const core::AccountId& account, const core::Email& email,
              core::Role role, const std::optional<std::string>& password_hash = std::nullopt);

  std::optional<SignInRecord> find_for_sign_in(const core::Email& email);
  std::optional<SignInRecord> find_for_sign_in(const core::UserId& user);
  void note_sign_in(const core::UserId& user);

  // Links to choose a password that were sent to the old address are dead. False if somebody else
  // has the new one.
  bool set_email(const core::UserId& user, const core::Email& email);

  // Ends every session of the user. Gives the epoch of those that begin from now on.
  std::int64_t end_sessions(const core::UserId& user);

  // Sets the password, and ends every session and every password link of the user. Gives the epoch
  // of the sessions that begin from now on.
  std::int64_t set_password(const core::UserId& user, const std::string& password_hash);

  // Makes a link good for choosing a password once; the user's earlier ones are dead.
  void add_password_link(const core::UserId& user, const core::Sha256& token_hash,
                         std::chrono::seconds lifetime);
  // Whose link it is, if it is still good.
  struct PasswordLink {
    core::UserId user;
    core::AccountId account;
    std::string email;
  };
  std::optional<PasswordLink> find_password_link(const core::Sha256& token_hash);
  // As set_password(), for the user whose link this is. False if the link is not good any more.
  bool use_password_link(const core::Sha256& token_hash, const std::string& password_hash);

 private:
  Postgres& postgres_;
};

}  // namespace db
