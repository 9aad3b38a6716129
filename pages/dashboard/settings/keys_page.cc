#include "pages/dashboard/settings/keys_page.h"

#include <array>

#include "core/account.h"
#include "html/readable.h"
#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using core::Scope;

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

bool works(const ListedKey& key) { return !key.revoked_at && !key.has_expired; }

html::Html scope_list(const core::Scopes& scopes) {
  if (scopes == core::Scopes::all()) return {"All"};
  html::Html list;
  for (const std::string_view name : scopes.names()) {
    if (!list.empty()) list += html::Html("<br>");
    list += html::format("<code>{}</code>", name);
  }
  return list;
}

html::Html end_of(const ListedKey& key) {
  if (key.revoked_at)
    return html::format("<span class=\"badge bad\">Revoked</span> {}",
                        html::readable_date(*key.revoked_at));
  if (key.has_expired)
    return html::format("<span class=\"badge\">Expired</span> {}",
                        html::readable_date(*key.expires_at));
  return key.expires_at ? html::readable_date(*key.expires_at) : html::Html("Never");
}

html::Html key_row(const ListedKey& key) {
  return html::format(
      "<tr>\n"
      "<th scope=\"row\">{}<br><code>{}…</code></th>\n"
      "<td data-label=\"Scopes\"><span>{}{}</span></td>\n"
      "<td data-label=\"Created\">{}</td>\n"
      "<td data-label=\"Last used\">{}</td>\n"
      "<td data-label=\"Expiry\"><span>{}</span></td>\n"
      "<td>{}</td>\n"
      "</tr>\n",
      key.name, key.display_prefix, scope_list(key.scopes), limit_list(key.limits),
      html::readable_date(key.created_at),
      key.last_used_at ? html::readable_date(*key.last_used_at) : html::Html("Never"), end_of(key),
      works(key) && key.can_be_revoked
          ? html::format(
                "<a href=\"/dashboard/settings/keys/{}/revoke\" aria-label=\"Revoke {}\">Revoke"
                "</a>",
                key.id, key.name)
          : html::Html());
}

html::Html key_table(const std::vector<ListedKey>& keys) {
  const std::vector<ListedKey> newest_first(keys.rbegin(), keys.rend());
  html::Html rows;
  for (const bool wanted : {true, false})
    for (const ListedKey& key : newest_first)
      if (works(key) == wanted) rows += key_row(key);
  return html::format(
      "<div class=\"list-frame\" role=\"region\" aria-label=\"API keys\" tabindex=\"0\">\n"
      "<table class=\"list keys\">\n"
      "<thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Scopes</th>"
      "<th scope=\"col\">Created</th><th scope=\"col\">Last used</th>"
      "<th scope=\"col\">Expiry</th>"
      "<td></td></tr></thead>\n"
      "<tbody>\n{}</tbody>\n"
      "</table>\n"
      "</div>\n",
      rows);
}

// An example request with the key, to paste into a terminal.
html::Html example_call(const MadeKey& key) {
  if (!key.scopes.first_missing({Scope::artifacts_write, Scope::artifacts_share})) {
    return html::format(
        "curl -X POST {}/artifacts/share \\\n"
        "  -H &#39;Authorization: Bearer {}&#39; \\\n"
        "  -H &#39;Content-Type: application/json&#39; \\\n"
        "  -d &#39;{\"template\": \"markdown\", \"title\": \"Hello\", "
        "\"content\": {\"text\": \"Created with **one request**.\"}}&#39;",
        key.api_url, key.secret);
  }
  return html::format("curl {}/{} \\\n  -H &#39;Authorization: Bearer {}&#39;", key.api_url,
                      key.scopes.contains(Scope::artifacts_read) ? "artifacts" : "account",
                      key.secret);
}

}  // namespace

html::Html keys_page(const Viewer& viewer, const std::vector<ListedKey>& keys,
                     std::string_view done) {
  return settings_frame(
      viewer, SettingsPage::keys,
      html::format(
          "{}"
          "<div class=\"title-row\">\n"
          "<h1>API Keys</h1>\n"
          "<a class=\"button\" href=\"/dashboard/settings/keys/new\">Create New Key</a>\n"
          "</div>\n"
          "<p class=\"hint\">API keys authenticate requests to the <a href=\"/docs\">API</a>. They "
          "belong to the account, so everyone in it sees this list.</p>\n"
          "{}",
          done_note(done),
          keys.empty()
              ? html::Html(
                    "<p class=\"empty\">No API keys yet. Create one to start using the API.</p>\n")
              : key_table(keys)));
}

html::Html new_key_page(const Viewer& viewer, const NewKeyForm& form) {
  html::Html choices;
  for (const std::string_view name : form.offered.names()) {
    const Scope scope = core::parse_scope(name).value();
    choices += html::format(
        "<label class=\"choice\"><input type=\"checkbox\" name=\"{}\"{}> <span><code>{}</code> "
        "<span class=\"hint\">{}</span></span></label>\n",
        name, form.scopes.contains(scope) ? html::Html(" checked") : html::Html(), name,
        meaning_of(scope));
  }
  html::Html lifetimes;
  for (const Lifetime& lifetime : kLifetimes) {
    lifetimes += choice(lifetime.value, lifetime.text, lifetime.value == form.expires_in);
  }
  return settings_frame(
      viewer, SettingsPage::keys,
      html::format(
          "<h1>Create New Key</h1>\n"
          "<form method=\"post\" action=\"/dashboard/settings/keys/new\" class=\"fields\">\n"
          "{}{}"
          "<input type=\"hidden\" name=\"keyId\" value=\"{}\">\n"
          "<label for=\"name\">Name</label>\n"
          "<input id=\"name\" name=\"name\" maxlength=\"{}\" required autofocus "
          "autocomplete=\"off\" value=\"{}\" aria-describedby=\"name-hint{}\">\n"
          "<p class=\"hint\" id=\"name-hint\">Describe where you use the key, for example “Build "
          "server”.</p>\n"
          "<fieldset>\n<legend>Scopes</legend>\n{}</fieldset>\n"
          "<label for=\"expires\">Expiry</label>\n"
          "<select id=\"expires\" name=\"expiresIn\">\n{}</select>\n"
          "{}"
          "<div class=\"actions\"><button>Create key</button>\n"
          "<a class=\"button quiet\" href=\"/dashboard/settings/keys\">Cancel</a></div>\n"
          "</form>\n",
          form_token_field(viewer.form_token), problem_note(form.problem), form.key_id,
          std::to_string(core::DisplayName::kMaximum), form.name,
          form.problem.empty() ? "" : " problem", choices, lifetimes,
          limit_fields(form.limits, "key")));
}

html::Html created_key_page(const Viewer& viewer, const MadeKey& key) {
  return settings_frame(
      viewer, SettingsPage::keys,
      html::format(
          "{}"
          "<h1>{}</h1>\n"
          "<h2>API key</h2>\n"
          "<div class=\"to-copy\"><code id=\"key\">{}</code></div>\n"
          "<p><strong>Copy it now.</strong> It is not shown again. Anyone who has it can use its "
          "scopes in this account.</p>\n"
          "<h2>Try it</h2>\n"
          "<div class=\"to-copy\"><pre><code id=\"call\">{}</code></pre></div>\n"
          "<div class=\"actions\"><a class=\"button quiet\" href=\"/dashboard/settings/keys\">"
          "Done</a></div>\n",
          done_note("API key created."), key.name, key.secret, example_call(key)));
}

html::Html revoke_key_page(const Viewer& viewer, std::string_view key_id, std::string_view name,
                           std::string_view display_prefix) {
  return settings_frame(
      viewer, SettingsPage::keys,
      html::format("<h1>Revoke {}?</h1>\n"
                   "<p>Requests that use <code>{}…</code> are rejected immediately. You cannot "
                   "undo this. Artifacts and share links created with the key are kept.</p>\n"
                   "<form method=\"post\" action=\"/dashboard/settings/keys/{}/revoke\">\n"
                   "{}"
                   "<div class=\"actions\"><button class=\"danger\">Revoke key</button>\n"
                   "<a class=\"button quiet\" href=\"/dashboard/settings/keys\">Cancel</a></div>\n"
                   "</form>\n",
                   name, display_prefix, key_id, form_token_field(viewer.form_token)));
}

}  // namespace pages::dashboard
