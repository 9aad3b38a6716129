// GET and POST /dashboard/settings/keys/new
//
// The response to the form is the only page that shows the key, so there is no redirect. The form
// contains the new key's id, so submitting it twice, by a reload or a double click, creates no
// second key.
#include "app/api_keys.h"
#include "core/fields.h"
#include "core/time.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/keys_page.h"

namespace handlers::dashboard {
namespace {

using core::Scope;

fcgi::Response new_key_form(int status, const core::Session& session,
                            const pages::dashboard::NewKeyForm& form) {
  return page(status, pages::dashboard::new_key_page(viewer(session), form));
}

// Each checkbox has the name of its scope.
core::Scopes chosen_scopes(const fcgi::Request& request, const core::Scopes& offered) {
  core::Scopes chosen;
  for (const std::string_view name : offered.names())
    if (!request.form_field(name).empty()) chosen.add(core::parse_scope(name).value());
  return chosen;
}

}  // namespace

core::Result<fcgi::Response> show_create_key(const fcgi::Request& request,
                                             const core::Session& session) {
  const std::string id = core::KeyId::generate(core::now()).to_string();
  return new_key_form(200, session,
                      {.key_id = id,
                       .name = {},
                       .offered = actor(session, request).scopes(),
                       .scopes = {Scope::artifacts_read, Scope::artifacts_write,
                                  Scope::artifacts_share, Scope::artifacts_delete},
                       .expires_in = {},
                       .limits = {},
                       .problem = {}});
}

core::Result<fcgi::Response> create_key(app::ApiKeys& api_keys, const fcgi::Request& request,
                                        const core::Session& session) {
  const app::Actor user = actor(session, request);
  const core::KeyId id =
      core::KeyId::parse(request.form_field("keyId")).value_or(core::KeyId::generate(core::now()));
  const core::Scopes scopes = chosen_scopes(request, user.scopes());
  core::FormFieldReader reader(request.form());
  const auto show_again = [&](int status, std::string_view problem) {
    const std::string id_text = id.to_string();
    return new_key_form(
        status, session,
        {.key_id = id_text,
         .name = request.form_field("name"),
         .offered = user.scopes(),
         .scopes = scopes,
         .expires_in = request.form_field("expiresIn"),
         .limits = {.maximum_expiry = request.form_field("maximumExpiry"),
                    .password_required = !request.form_field("passwordRequired").empty(),
                    .refuses_secrets = !request.form_field("refuseSecrets").empty()},
         .problem = problem});
  };
  const auto key = app::read_new_api_key(reader, scopes);
  if (!key) return form_refusal(key.error(), show_again);
  const auto created = api_keys.create(user, id, *key);
  if (!created) return form_refusal(created.error(), show_again);
  return page(200,
              pages::dashboard::created_key_page(viewer(session), {.name = key->name.text(),
                                                                   .secret = created->key.secret(),
                                                                   .scopes = scopes,
                                                                   .api_url = created->api_url}));
}

}  // namespace handlers::dashboard
