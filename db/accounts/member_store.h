// MemberStore: the users of an account, as its owners manage them, in PostgreSQL.
//
// An account that has an owner keeps one: the last cannot be removed or made a member, whatever is
// asked for in parallel. Every call is by account and user, so it never reaches another account's.
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/identity/audit.h"
#include "core/identity/email.h"
#include "core/identity/member.h"
#include "core/identity/public_id.h"
#include "core/identity/role.h"
#include "core/security/cryptography.h"

namespace db {

class Postgres;

enum class MemberChange { done, is_last_owner, unknown_user };

// For how long a link to choose a password is good.
inline constexpr std::chrono::hours kPasswordLinkLifetime{72};

class MemberStore {
 public:
  explicit MemberStore(Postgres& postgres) : postgres_(postgres) {}

  // In the order in which they were added.
  std::vector<core::Member> list(const core::AccountId& account);
  std::optional<core::Member> find(const core::AccountId& account, const core::UserId& user);

  // Adds a user who chooses a password by the link with this hash. False if somebody has the
  // address already, or there is no such account.
  bool add(const core::AuditNote& note, const core::AccountId& account, const core::UserId& user,
           const core::Email& email, core::Role role, const core::Sha256& link_hash);
  // Makes a link good for choosing a password once; the user's earlier ones are dead. Gives the
  // user's email address; nothing if the account has no such user.
  std::optional<std::string> add_password_link(const core::AuditNote& note,
                                               const core::AccountId& account,
                                               const core::UserId& user,
                                               const core::Sha256& link_hash);

  // A role that is the same already is no event.
  MemberChange change_role(const core::AuditNote& note, const core::AccountId& account,
                           const core::UserId& user, core::Role role);
  // Their sessions and password links are over at once.
  MemberChange remove(const core::AuditNote& note, const core::AccountId& account,
                      const core::UserId& user);

  // With its recovery codes. False if the user has none.
  bool disable_second_factor(const core::AuditNote& note, const core::AccountId& account,
                             const core::UserId& user);

 private:
  Postgres& postgres_;
};

}  // namespace db
