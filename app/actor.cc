#include "app/actor.h"

#include "core/clock.h"

namespace app {
namespace {

core::Scopes scopes_of(core::Role role) {
  core::Scopes scopes{core::Scope::artifacts_read, core::Scope::artifacts_write,
                      core::Scope::artifacts_share, core::Scope::artifacts_delete};
  if (role == core::Role::owner) scopes.add(core::Scope::account_read);
  return scopes;
}

}  // namespace

Actor Actor::program(const core::Caller& caller, std::string_view client_address) {
  return {caller.account, caller.scopes,
          core::Actor{.user = std::nullopt,
                      .key = caller.key,
                      .name = caller.key_name,
                      .client_address = std::string(client_address)}};
}

Actor Actor::user(const core::Session& session, std::string_view client_address) {
  return {session.account, scopes_of(session.role),
          core::Actor{.user = session.user,
                      .key = std::nullopt,
                      .name = session.email,
                      .client_address = std::string(client_address)}};
}

std::optional<core::Error> Actor::refuse(core::Scope scope) const {
  if (scopes_.contains(scope)) return std::nullopt;
  return core::Error{core::ErrorCode::forbidden,
                     named_.key
                         ? "this API key lacks the scope " + std::string(core::to_string(scope))
                         : "only account owners can do this"};
}

core::AuditNote Actor::note() const { return {core::EventId::generate(core::now()), named_}; }

}  // namespace app
