// Actor: who asks a use case to do something: a program with its API key, or a user who is signed
// in to the dashboard. Immutable.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/identity/audit.h"
#include "core/identity/caller.h"
#include "core/identity/scope.h"
#include "core/identity/session.h"

namespace app {

class Actor {
 public:
  static Actor program(const core::Caller& caller, std::string_view client_address);
  static Actor user(const core::Session& session, std::string_view client_address);

  // Whose artifacts, links and keys the actor may reach.
  const core::AccountId& account() const { return account_; }

  // Why the actor may not do what takes this scope: forbidden; nothing if it may. Users may do with
  // artifacts what any key may; what belongs to the account is for owners.
  std::optional<core::Error> refuse(core::Scope scope) const;

  // As the audit log names the actor.
  const core::Actor& named() const { return named_; }
  // For a store to record together with a change that the actor makes; a new one each time.
  core::AuditNote note() const;

 private:
  Actor(core::AccountId account, core::Scopes scopes, core::Actor named)
      : account_(account), scopes_(scopes), named_(std::move(named)) {}

  core::AccountId account_;
  core::Scopes scopes_;
  core::Actor named_;
};

}  // namespace app
