// GET and POST /dashboard/settings/keys/new
//
// The answer to the form is the one page that shows the key, so there is no redirect. The form
// carries the id of the key that is to be made; a form that is sent again, by a reload or a second
// click, makes no second key, as its id is taken.
#include "core/clock.h"
#include "core/identity/api_key.h"
#include "core/identity/display_name.h"
#include "core/operation/configuration.h"
#include "core/text/duration.h"
#include "db/accounts/account_store.h"
#include "db/connection/postgres.h"
#include "handlers/dashboard/audit.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/keys_page.h"

namespace handlers::dashboard {
namespace {

fcgi::Response new_key_form(int status, const core::Session& session,
                            const pages::dashboard::NewKeyForm& form) {
  const std::string form_token = core::form_token(session.token);
  return page(status, pages::dashboard::new_key_page(viewer(session, form_token), form));
}

using core::Scope;

const core::Scopes kArtifactScopes{Scope::artifacts_read, Scope::artifacts_write,
                                   Scope::artifacts_share, Scope::artifacts_delete};

// What the user may give to a key: never more than they may do themselves.
core::Scopes offered_scopes(const core::Session& session) {
  core::Scopes offered = kArtifactScopes;
  if (session.role == core::Role::owner) offered.add(Scope::account_read);
  return offered;
}

// A checkbox has the name of its scope.
core::Scopes chosen_scopes(const fcgi::Request& request, const core::Scopes& offered) {
  core::Scopes chosen;
  for (const std::string_view name : offered.names())
    if (!request.form_field(name).empty()) chosen.add(core::parse_scope(name).value());
  return chosen;
}

}  // namespace

core::Result<fcgi::Response> show_create_key(Services& /*services*/,
                                             const fcgi::Request& /*request*/,
                                             const core::Session& session) {
  const std::string id = core::KeyId::generate(core::now()).to_string();
  return new_key_form(200, session,
                      {.key_id = id,
                       .name = {},
                       .offered = offered_scopes(session),
                       .scopes = kArtifactScopes,
                       .expires_in = {},
                       .problem = {}});
}

core::Result<fcgi::Response> create_key(Services& services, const fcgi::Request& request,
                                        const core::Session& session) {
  const core::KeyId id =
      core::KeyId::parse(request.form_field("key_id")).value_or(core::KeyId::generate(core::now()));
  const std::string id_text = id.to_string();
  const core::Scopes scopes = chosen_scopes(request, offered_scopes(session));
  const std::string_view expires_in = request.form_field("expiresIn");
  const auto wrong = [&](std::string_view problem) {
    return new_key_form(400, session,
                        {.key_id = id_text,
                         .name = request.form_field("name"),
                         .offered = offered_scopes(session),
                         .scopes = scopes,
                         .expires_in = expires_in,
                         .problem = problem});
  };

  const auto name = core::DisplayName::parse(request.form_field("name"));
  if (!name) return wrong("Enter a name of 1 to 100 characters on a single line.");
  if (scopes.empty()) return wrong("Select at least one scope.");
  std::optional<core::Duration> lifetime;
  if (!expires_in.empty()) {
    const auto duration = core::Duration::parse(expires_in);
    if (!duration) return wrong("Select an expiry from the list.");
    lifetime = *duration;
  }

  const core::ApiKey key = core::ApiKey::generate();
  db::Transaction transaction(services.postgres);
  if (!services.accounts.create_key(id, session.account, name->text(), key, scopes, lifetime,
                                    session.user)) {
    return core::Error{core::ErrorCode::gone,
                       "this form was already submitted and its API key was shown once; if you "
                       "lost the key, revoke it and create a new one"};
  }
  record(services, request, session, core::AuditAction::key_created, id_text, name->text());
  transaction.commit();
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::made_key_page(
                       viewer(session, form_token),
                       {.name = name->text(),
                        .secret = key.secret(),
                        .scopes = scopes,
                        .api_url = services.configuration.public_base_url + "/api"}));
}

}  // namespace handlers::dashboard
