#include "app/actor.h"

#include "core/time.h"

namespace app {
Actor Actor::program(const core::Caller& caller, std::string_view client_address) {
  return {caller.account,
          caller.plan,
          Rank::program,
          caller.scopes,
          caller.limits,
          core::Actor{.user = caller.user,
                      .key = caller.user ? std::nullopt : std::optional(caller.key),
                      .name = caller.key_name,
                      .client_address = std::string(client_address)}};
}

Actor Actor::user(const core::Session& session, std::string_view client_address) {
  return {session.account,
          session.plan,
          session.role == core::Role::owner ? Rank::owner : Rank::member,
          core::scopes_of(session.role),
          core::PublishingLimits{.maximum_expiry = std::nullopt,
                                 .password_required = false,
                                 .refuses_secrets = session.account_refuses_secrets},
          core::Actor{.user = session.user,
                      .key = std::nullopt,
                      .name = session.email,
                      .client_address = std::string(client_address)}};
}

Actor Actor::operator_of(const core::AccountId& account) {
  return {account,
          core::Plan::enterprise,
          Rank::owner,
          core::Scopes::all(),
          core::PublishingLimits(),
          core::operator_actor()};
}

std::optional<core::Error> Actor::refuse(core::Scope scope) const {
  if (scopes_.contains(scope)) return std::nullopt;
  return core::Error{core::ErrorCode::forbidden,
                     is_program() ? std::string(named_.key ? "this API key" : "this app") +
                                        " lacks the scope " + std::string(core::to_string(scope))
                                  : "only account owners can do this"};
}

std::optional<core::Error> Actor::refuse_program() const {
  if (rank_ != Rank::program) return std::nullopt;
  return core::Error{core::ErrorCode::forbidden, "only users of the dashboard can do this"};
}

std::optional<core::Error> Actor::refuse_unless_owner() const {
  if (rank_ == Rank::owner) return std::nullopt;
  return core::Error{core::ErrorCode::forbidden, "only account owners can do this"};
}

core::Result<core::UserId> Actor::user() const {
  if (named_.user && !is_program()) return *named_.user;
  return core::Error{core::ErrorCode::forbidden, "only users of the dashboard can do this"};
}

core::AuditNote Actor::note() const { return {core::EventId::generate(core::now()), named_}; }

core::AuditNote note_of(const core::UserId& user, const std::string& email,
                        std::string_view client_address) {
  return {core::EventId::generate(core::now()),
          {.user = user,
           .key = std::nullopt,
           .name = email,
           .client_address = std::string(client_address)}};
}

}  // namespace app
