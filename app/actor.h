// Actor: who asks a use case to do something: a program with its API key, a user who is signed in
// to the dashboard, or the operator with artifact-admin. Immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/identity/audit.h"
#include "core/identity/caller.h"
#include "core/identity/scope.h"
#include "core/identity/session.h"
#include "core/result.h"

namespace app {

class Actor {
 public:
  static Actor program(const core::Caller& caller, std::string_view client_address);
  static Actor user(const core::Session& session, std::string_view client_address);

  // The operator may do in any account what its owners may.
  static Actor operator_of(const core::AccountId& account);

  // Whose artifacts, links and keys the actor may reach.
  const core::AccountId& account() const { return account_; }

  // Why the actor may not do what takes this scope: forbidden; nothing if it may. Users may do with
  // artifacts what any key may; what belongs to the account is for owners.
  std::optional<core::Error> refuse(core::Scope scope) const;
  const core::Scopes& scopes() const { return scopes_; }

  // Why the actor may not do what is for the users of the account and the operator, or for its
  // owners and the operator: forbidden. Programs may do neither, whatever their scopes.
  std::optional<core::Error> refuse_program() const;
  std::optional<core::Error> refuse_unless_owner() const;
  // Whether the actor is an owner of the account, or the operator.
  bool is_owner() const { return rank_ == Rank::owner; }

  // The user who is signed in. Errors: forbidden for a program or the operator, who have neither
  // password nor sessions.
  core::Result<core::UserId> user() const;

  // As the audit log names the actor.
  const core::Actor& named() const { return named_; }
  // For a store to record together with a change that the actor makes; a new one each time.
  core::AuditNote note() const;

 private:
  enum class Rank : std::uint8_t { program, member, owner };

  Actor(core::AccountId account, Rank rank, core::Scopes scopes, core::Actor named)
      : account_(account), rank_(rank), scopes_(scopes), named_(std::move(named)) {}

  core::AccountId account_;
  Rank rank_;
  core::Scopes scopes_;
  core::Actor named_;
};

// For a store to record what a user does who has no session, or none yet.
core::AuditNote note_of(const core::UserId& user, const std::string& email,
                        std::string_view client_address);

}  // namespace app
