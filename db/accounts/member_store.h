// MemberStore: the users of an account, as its owners manage them, in PostgreSQL.
//
// An account that has an owner keeps one: the last cannot be removed or made a member, whatever is
// asked for in parallel. Every call is by account and user, so it never reaches another account's.
// Uses its thread's connection; throws what db/connection/postgres.h says.
#pragma once

#include <optional>
#include <vector>

#include "core/identity/member.h"
#include "core/identity/public_id.h"
#include "core/identity/role.h"

namespace db {

class Postgres;

enum class MemberChange { done, is_last_owner, unknown_user };

class MemberStore {
 public:
  explicit MemberStore(Postgres& postgres) : postgres_(postgres) {}

  // In the order in which they were added.
  std::vector<core::Member> list(const core::AccountId& account);
  std::optional<core::Member> find(const core::AccountId& account, const core::UserId& user);

  MemberChange change_role(const core::AccountId& account, const core::UserId& user,
                           core::Role role);
  // Their sessions and password links are over at once.
  MemberChange remove(const core::AccountId& account, const core::UserId& user);

  // With its recovery codes. False if the user has none.
  bool disable_second_factor(const core::AccountId& account, const core::UserId& user);

 private:
  Postgres& postgres_;
};

}  // namespace db
