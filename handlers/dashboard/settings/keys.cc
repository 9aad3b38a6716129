// GET /dashboard/settings/keys, GET and POST …/keys/new and …/keys/{key_id}/revoke
//
// The response to the form of a new key is the only page that shows the key, so there is no
// redirect. The form contains the new key's id, so submitting it twice, by a reload or a double
// click, creates no second key.
#include <algorithm>
#include <array>

#include "app/api_keys.h"
#include "core/account.h"
#include "core/fields.h"
#include "core/time.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/connected_apps.h"
#include "handlers/dashboard/settings/keys.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using core::Scope;
using html::Html;

struct Lifetime {
  std::string_view value;
  std::string_view text;
};

constexpr std::array<Lifetime, 6> kLifetimes{{
    {"", "Never"},
    {"7d", "7 days"},
    {"30d", "30 days"},
    {"90d", "90 days"},
    {"180d", "180 days"},
    {"365d", "1 year"},
}};

bool works(const db::StoredKey& key) { return !key.revoked_at && !key.has_expired; }

Html scope_list(const core::Scopes& scopes) {
  if (scopes == core::Scopes::all()) return {"All"};
  Html list;
  for (const std::string_view name : scopes.names()) {
    if (!list.empty()) list += keys_html::line_break();
    list += keys_html::scope({name});
  }
  return list;
}

Html end_of(const db::StoredKey& key) {
  if (key.revoked_at) return keys_html::revoked({html::readable_date(*key.revoked_at)});
  if (key.has_expired) return keys_html::expired({html::readable_date(*key.expires_at)});
  return key.expires_at ? html::readable_date(*key.expires_at) : Html("Never");
}

Html key_row(const app::ListedApiKey& listed) {
  const auto& [key, can_be_revoked] = listed;
  return keys_html::key_row(
      {.id = key.id.to_string(),
       .name = key.name,
       .prefix = key.display_prefix,
       .scopes = scope_list(key.scopes),
       .limits = pages::limit_list(key.limits),
       .created_at = html::readable_date(key.created_at),
       .last_used = key.last_used_at ? html::readable_date(*key.last_used_at) : Html("Never"),
       .end = end_of(key),
       .revocation = works(key) && can_be_revoked
                         ? keys_html::revocation_link({.id = key.id.to_string(), .name = key.name})
                         : Html()});
}

// `keys` are oldest first; active keys are shown before the others, newest first.
Html key_table(const std::vector<app::ListedApiKey>& keys) {
  Html rows;
  for (const bool wanted : {true, false})
    std::for_each(keys.rbegin(), keys.rend(), [&](const app::ListedApiKey& key) {
      if (works(key.key) == wanted) rows += key_row(key);
    });
  return keys_html::key_table({rows});
}

// The key that was just revoked, only if it really is, whatever the URL says.
std::string revoked_notice(const std::vector<app::ListedApiKey>& keys, const std::string& id) {
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const auto& candidate) {
    return candidate.key.id.to_string() == id && candidate.key.revoked_at;
  });
  return key == keys.end() ? std::string() : "“" + key->key.name + "” was revoked.";
}

// `fields` are the values of the form, by the API's names; each checkbox has the name of its scope.
// `problem` is the error in the submitted form; may be empty.
fcgi::Response new_key_form(int status, const Context& context, const core::FormFields& fields,
                            std::string_view problem) {
  const auto value = [&](std::string_view name) { return core::form_value(fields, name); };
  Html choices;
  for (const std::string_view name : context.principal.scopes.names()) {
    choices +=
        keys_html::scope_choice({.name = name,
                                 .checked = value(name).empty() ? Html() : Html(" checked"),
                                 .meaning = pages::meaning_of(core::parse_scope(name).value())});
  }
  Html lifetimes;
  for (const Lifetime& lifetime : kLifetimes)
    lifetimes += pages::choice(lifetime.value, lifetime.text, lifetime.value == value("expiresIn"));
  return settings_page(
      context, status, pages::SettingsPage::keys,
      keys_html::new_key_form({.form_token = form_token_field(context),
                               .problem = pages::problem_note(problem),
                               .key_id = value("keyId"),
                               .maximum_length = std::to_string(core::DisplayName::kMaximum),
                               .name = value("name"),
                               .problem_id = problem.empty() ? "" : " problem",
                               .scopes = choices,
                               .lifetimes = lifetimes,
                               .limits = pages::limit_fields(fields, "key")}));
}

// An example request with the key, to paste into a terminal.
Html example_call(const app::CreatedApiKey& created, const core::Scopes& scopes) {
  if (!scopes.first_missing({Scope::artifacts_write, Scope::artifacts_share})) {
    return html::format(
        "curl -X POST {}/artifacts/share \\\n"
        "  -H &#39;Authorization: Bearer {}&#39; \\\n"
        "  -H &#39;Content-Type: application/json&#39; \\\n"
        "  -d &#39;{\"template\": \"markdown\", \"title\": \"Hello\", "
        "\"content\": {\"text\": \"Created with **one request**.\"}}&#39;",
        created.api_url, created.key.secret());
  }
  return html::format("curl {}/{} \\\n  -H &#39;Authorization: Bearer {}&#39;", created.api_url,
                      scopes.contains(Scope::artifacts_read) ? "artifacts" : "account",
                      created.key.secret());
}

// Each checkbox has the name of its scope.
core::Scopes chosen_scopes(const fcgi::Request& request, const core::Scopes& offered) {
  core::Scopes chosen;
  for (const std::string_view name : offered.names())
    if (!request.form_field(name).empty()) chosen.add(core::parse_scope(name).value());
  return chosen;
}

// Users who can see the key are told why they may not revoke it.
core::Error key_problem(const core::Error& error) {
  return error.code == core::ErrorCode::not_found ? not_found() : error;
}

fcgi::Response redirect_to_revoked(const core::KeyId& key) {
  return redirect("/dashboard/settings/keys?revoked=" + key.to_string());
}

core::Result<fcgi::Response> list_keys(const Context& context) {
  const auto listed = context.app.api_keys.list(context.principal);
  if (!listed) return listed.error();
  const auto apps = connected_apps(context);
  if (!apps) return apps.error();
  Html done =
      pages::done_note(revoked_notice(*listed, context.request.query("revoked").value_or("")));
  done += pages::done_note(notice_of(context.request));
  return settings_page(
      context, 200, pages::SettingsPage::keys,
      keys_html::key_list({.done = done,
                           .keys = listed->empty() ? keys_html::no_keys() : key_table(*listed),
                           .apps = *apps}));
}

core::Result<fcgi::Response> show_create_key(const Context& context) {
  // The new key's id, so that submitting the form twice creates one key.
  core::FormFields fields{{"keyId", core::KeyId::generate(core::now()).to_string()}};
  for (const std::string_view name : core::Scopes{Scope::artifacts_read, Scope::artifacts_write,
                                                  Scope::artifacts_share, Scope::artifacts_delete}
                                         .names())
    fields.emplace(name, "on");
  return new_key_form(200, context, fields, {});
}

core::Result<fcgi::Response> create_key(const Context& context) {
  const core::Principal& user = context.principal;
  const core::KeyId id = core::KeyId::parse(context.request.form_field("keyId"))
                             .value_or(core::KeyId::generate(core::now()));
  const core::Scopes scopes = chosen_scopes(context.request, user.scopes);
  core::FieldReader reader(context.request.form());
  const auto show_again = [&](int status, std::string_view problem) {
    core::FormFields fields = context.request.form();
    fields["keyId"] = id.to_string();
    return new_key_form(status, context, fields, problem);
  };
  const auto key = app::read_new_api_key(reader, scopes);
  if (!key) return form_refusal(key.error(), show_again);
  const auto created = context.app.api_keys.create(user, id, *key);
  if (!created) return form_refusal(created.error(), show_again);
  return settings_page(context, 200, pages::SettingsPage::keys,
                       keys_html::created_key({.done = pages::done_note("API key created."),
                                               .name = key->name.text(),
                                               .key = created->key.secret(),
                                               .example_call = example_call(*created, scopes)}));
}

core::Result<fcgi::Response> show_revoke_key(const Context& context) {
  const auto key = context.app.api_keys.find_revocable(context.principal,
                                                       id_in_path<core::KeyId>(context.request));
  if (!key) return key_problem(key.error());
  if (key->revoked_at) return redirect_to_revoked(key->id);
  return settings_page(context, 200, pages::SettingsPage::keys,
                       keys_html::revocation({.name = key->name,
                                              .prefix = key->display_prefix,
                                              .id = key->id.to_string(),
                                              .form_token = form_token_field(context)}));
}

core::Result<fcgi::Response> revoke_key(const Context& context) {
  const auto key =
      context.app.api_keys.revoke(context.principal, id_in_path<core::KeyId>(context.request));
  if (!key) return key_problem(key.error());
  return redirect_to_revoked(key->id);
}

}  // namespace

std::vector<Endpoint> key_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/settings/keys", .access = Access::user},
       list_keys},
      {{.method = Method::get, .pattern = "/dashboard/settings/keys/new", .access = Access::user},
       show_create_key},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/keys/new",
        .access = Access::user,
        .adds = true},
       create_key},
      {{.method = Method::get,
        .pattern = "/dashboard/settings/keys/{key_id}/revoke",
        .access = Access::user},
       show_revoke_key},
      {{.method = Method::post,
        .pattern = "/dashboard/settings/keys/{key_id}/revoke",
        .access = Access::user},
       revoke_key}};
}

}  // namespace handlers::dashboard
