// Actor: who calls a use case: a program with its API key, an app that a user has connected (a
// program too), a user who is signed in to the dashboard, or the operator with artifact-admin.
// Immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/account.h"
#include "core/audit.h"
#include "core/error.h"
#include "core/principal.h"

namespace app {

class Actor {
 public:
  static Actor program(const core::Caller& caller, std::string_view client_address);
  static Actor user(const core::Session& session, std::string_view client_address);

  // The operator may do in any account what its owners may, and what any plan allows.
  static Actor operator_of(const core::AccountId& account);

  // The account whose artifacts, links and keys the actor can access.
  const core::AccountId& account() const { return account_; }

  // The plan of that account.
  core::Plan plan() const { return plan_; }

  // Returns forbidden unless the actor may do what this scope allows. Users may do everything with
  // artifacts that a key may; the account itself is for owners.
  std::optional<core::Error> refuse(core::Scope scope) const;
  const core::Scopes& scopes() const { return scopes_; }

  // What bounds the actor's publishing beside that. Users are bound by the settings of their
  // account only, the operator by nothing.
  const core::PublishingLimits& limits() const { return limits_; }

  // Returns forbidden to programs, whatever their scopes; the second one also to users who are not
  // owners.
  std::optional<core::Error> refuse_program() const;
  std::optional<core::Error> refuse_unless_owner() const;
  // Whether the actor is an owner of the account, or the operator.
  bool is_owner() const { return rank_ == Rank::owner; }
  bool is_program() const { return rank_ == Rank::program; }
  // Whether it is a program in the name of a user, who can give it more scopes.
  bool is_app() const { return is_program() && named_.user.has_value(); }

  // The signed-in user. Errors: forbidden for programs, apps too, and the operator, who have
  // neither password nor sessions.
  core::Result<core::UserId> user() const;

  // The actor as the audit log names it.
  const core::Actor& named() const { return named_; }
  // A new audit event by this actor, for a store to record with a change.
  core::AuditNote note() const;

 private:
  enum class Rank : std::uint8_t { program, member, owner };

  Actor(core::AccountId account, core::Plan plan, Rank rank, core::Scopes scopes,
        const core::PublishingLimits& limits, core::Actor named)
      : account_(account),
        plan_(plan),
        rank_(rank),
        scopes_(scopes),
        limits_(limits),
        named_(std::move(named)) {}

  core::AccountId account_;
  core::Plan plan_;
  Rank rank_;
  core::Scopes scopes_;
  core::PublishingLimits limits_;
  core::Actor named_;
};

// An audit event by a user who has no session.
core::AuditNote note_of(const core::UserId& user, const std::string& email,
                        std::string_view client_address);

}  // namespace app
