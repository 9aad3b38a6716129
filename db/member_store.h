// MemberStore: the users of an account, as its owners manage them, in PostgreSQL.
//
// An account's last owner cannot be removed or made a member, even concurrently. Every call names
// account and user, so it never affects another account's user. Uses its thread's connection;
// throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/account.h"
#include "core/audit.h"
#include "core/ids.h"
#include "core/principal.h"
#include "core/security/cryptography.h"

namespace db {

class Postgres;

enum class MemberChange { done, is_last_owner, unknown_user };

// How long a link to set a password is valid.
inline constexpr std::chrono::hours kPasswordLinkLifetime{72};

class MemberStore {
 public:
  explicit MemberStore(Postgres& postgres) : postgres_(postgres) {}

  // In the order in which they were added.
  std::vector<core::Member> list(const core::AccountId& account);
  std::optional<core::Member> find(const core::AccountId& account, const core::UserId& user);

  // Adds a user who sets a password with the link that has this hash. False if the email address is
  // in use, or there is no such account.
  bool add(const core::Principal& principal, const core::AccountId& account,
           const core::UserId& user, const core::Email& email, core::Role role,
           const core::Sha256& link_hash);
  // Creates a link to set a password once; invalidates the user's earlier links. Returns the user's
  // email address; nothing if the account has no such user.
  std::optional<std::string> add_password_link(const core::Principal& principal,
                                               const core::AccountId& account,
                                               const core::UserId& user,
                                               const core::Sha256& link_hash);

  // An unchanged role is not recorded.
  MemberChange change_role(const core::Principal& principal, const core::AccountId& account,
                           const core::UserId& user, core::Role role);
  // Ends the user's sessions and invalidates their password links.
  MemberChange remove(const core::Principal& principal, const core::AccountId& account,
                      const core::UserId& user);

  // Also deletes its recovery codes, and ends the user's sessions and connected apps. False if the
  // user has none.
  bool disable_second_factor(const core::Principal& principal, const core::AccountId& account,
                             const core::UserId& user);

 private:
  Postgres& postgres_;
};

}  // namespace db
