// GET and POST /dashboard/artifacts/{artifact_id}/shares/new, …/shares/{share_id}/edit and
// …/revoke, and GET …/qr-code
#include "app/share_links.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/artifact_versions.h"
#include "core/fields.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/artifacts/share_links.html.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "templates/registry.h"

namespace handlers::dashboard {
namespace {

using html::Html;

std::string path_of_link(const core::ShareLinkState& link, std::string_view rest) {
  return path_of(link.link.artifact, "/shares/" + link.link.id.to_string() + std::string(rest));
}

// The values of a form, by the names of its fields: those of the API, and those here. A box is
// ticked if its field is there. An empty expiry or password stays as it is.
constexpr std::string_view kOlderVersion = "olderVersion";  // a version that is not offered
constexpr std::string_view kRemovePassword = "removePassword";
constexpr std::string_view kExtendArtifact = "extendArtifact";
constexpr std::string_view kTicked = "yes";

constexpr std::string_view kUsualExpiry = "7d";
constexpr std::string_view kLatest = "latest";

std::string text_of(bool value) { return std::string(value ? kTicked : ""); }
std::string text_of(int value) { return std::to_string(value); }
std::string text_of(const core::DisplayName& name) { return name.text(); }
std::string text_of(const std::optional<core::VersionNumber>& version) {
  return version ? version->to_string() : std::string(kLatest);
}
std::string text_of(const std::optional<bool>& value) {
  return value ? (*value ? "true" : "false") : "";
}
template <typename Enum>
requires std::is_enum_v<Enum> std::string text_of(Enum value) {
  return std::string(core::word_of(value));
}
template <typename Value>
std::string text_of(const std::optional<Value>& value) {
  return value ? text_of(*value) : "";
}

core::FormFields fields_of(const core::LinkOptions& options) {
  core::FormFields fields;
  core::for_each_link_field(
      [&](const auto& field) { fields[std::string(field.name)] = text_of(options.*field.member); });
  fields[std::string(kExtendArtifact)] = kTicked;
  return fields;
}

// The versions that a form offers.
struct OfferedVersions {
  std::vector<core::Version> newest;  // newest first
  bool are_all = true;                // there are no others
};

// The subject of a form, and its values.
struct LinkForm {
  const core::Artifact& artifact;
  const core::ShareLinkState* link = nullptr;  // that is to change; null: a new one
  bool may_never_expire = false;
  OfferedVersions versions = {};
  core::SenderSettings sender = {};
  core::LinkOptions defaults = {};  // of a new one
  core::FormFields fields = {};

  std::string_view value(std::string_view name) const { return core::form_value(fields, name); }
};

Html checkbox(const LinkForm& form, std::string_view name, const Html& text,
              const Html& more = {}) {
  return share_links_html::checkbox(
      {.name = name,
       .value = kTicked,
       .checked = form.value(name).empty() ? Html() : Html(" checked"),
       .more = more,
       .text = text});
}

Html expiry_of(const core::ShareLinkState& link) {
  if (!link.link.expires_at) return {"never expires"};
  const auto& most = link.options.max_views;
  const bool has_reached_views = most && link.view_count >= *most;
  return html::format("{} {}", link.has_ended && !has_reached_views ? "expired" : "expires",
                      html::readable_moment(*link.link.expires_at));
}

// "Keep: 3 May 2026, 12:00 UTC"
std::string present_expiry(const core::ShareLink& link) {
  if (!link.expires_at) return "Keep: never";
  return "Keep: " + html::readable_moment_text(*link.expires_at) +
         (link.ends_by_artifact ? " (with the artifact)" : "");
}

Html end_field(const LinkForm& form) {
  const std::string_view chosen = form.value("expiresIn");
  Html first;
  if (form.link != nullptr)
    first += pages::choice("", present_expiry(form.link->link), chosen.empty(),
                           form.link->link.expires_at);
  if (form.may_never_expire) first += pages::choice("never", "Never", chosen == "never");
  return pages::end_choice(form.link == nullptr ? "Expiry" : "Expiry, from now", first, chosen,
                           form.value("endDate"));
}

// A link ends with its artifact at the latest.
Html artifact_field(const LinkForm& form) {
  const core::Artifact& artifact = form.artifact;
  if (!artifact.expires_at || artifact.status == core::ArtifactStatus::deleted) return {};
  return share_links_html::artifact_field(
      {.extension = checkbox(form, kExtendArtifact, Html("Also keep the artifact until then"),
                             Html(" aria-describedby=\"artifact-hint\"")),
       .end = artifact.status == core::ArtifactStatus::expired ? "expired" : "expires",
       .expires_at = html::readable_moment(*artifact.expires_at)});
}

Html password_field(const LinkForm& form) {
  const bool has_password = form.link != nullptr && form.link->has_password;
  return share_links_html::password_field(
      {.label = has_password ? "New password" : "Password",
       .value = form.value("password"),
       .hint = has_password
                   ? "Leave it empty to keep the present one. Viewers must enter a new one again."
                   : "Optional. Viewers must enter it to open the link.",
       .removal =
           has_password ? checkbox(form, kRemovePassword, Html("Remove the password")) : Html()});
}

// The hint of a field, and the attribute by which the field refers to it.

Html hint_of(std::string_view name, std::string_view hint) {
  if (hint.empty()) return {};
  return share_links_html::hint({.name = name, .hint = hint});
}

Html described_by(std::string_view name, std::string_view hint) {
  if (hint.empty()) return {};
  return html::format(" aria-describedby=\"{}-hint\"", name);
}

Html select(std::string_view name, std::string_view label, std::string_view hint,
            const Html& choices) {
  return share_links_html::select({.name = name,
                                   .label = label,
                                   .described_by = described_by(name, hint),
                                   .choices = choices,
                                   .hint = hint_of(name, hint)});
}

Html input(std::string_view name, std::string_view label, std::string_view hint,
           std::string_view value, const Html& more) {
  return share_links_html::input({.name = name,
                                  .label = label,
                                  .more = more,
                                  .value = value,
                                  .described_by = described_by(name, hint),
                                  .hint = hint_of(name, hint)});
}

// The field of an option, by the type of its value.

template <typename Enum>
Html widget(const LinkForm& form, const core::LinkField<Enum>& field) {
  return select(field.name, field.label, field.hint,
                pages::word_choices<Enum>(form.value(field.name)));
}

template <typename Enum>
Html widget(const LinkForm& form, const core::LinkField<std::optional<Enum>>& field) {
  const std::string_view chosen = form.value(field.name);
  Html choices = pages::choice({}, "Default", chosen.empty());
  choices += pages::word_choices<Enum>(chosen);
  return select(field.name, field.label, field.hint, choices);
}

Html widget(const LinkForm& form, const core::LinkField<bool>& field) {
  Html html =
      checkbox(form, field.name, Html::text(field.label), described_by(field.name, field.hint));
  html += hint_of(field.name, field.hint);
  return html;
}

Html widget(const LinkForm& form, const core::LinkField<std::optional<int>>& field) {
  std::string hint(field.hint);
  if (form.link != nullptr) {
    hint.pop_back();  // the full stop
    hint += "; it has had " + html::group_thousands(form.link->view_count) + '.';
  }
  return input(field.name, field.label, hint, form.value(field.name),
               Html(" inputmode=\"numeric\" maxlength=\"7\""));
}

Html widget(const LinkForm& form, const core::LinkField<std::optional<core::DisplayName>>& field) {
  return input(
      field.name, field.label, field.hint, form.value(field.name),
      html::format(" maxlength=\"{}\" dir=\"auto\"", std::to_string(core::DisplayName::kMaximum)));
}

Html widget(const LinkForm& form, const core::LinkField<std::optional<bool>>& field) {
  const std::string_view chosen = form.value(field.name);
  Html choices =
      pages::choice({}, form.sender.is_shown ? "Default: yes" : "Default: no", chosen.empty());
  choices += pages::choice("true", "Yes", chosen == "true");
  choices += pages::choice("false", "No", chosen == "false");
  return select(field.name, "Viewers see “Shared by " + form.sender.name.value_or("") + "”", {},
                choices);
}

std::string label_of_version(const core::Version& version) {
  std::string label = "Version " + version.number.to_string() + ", of " +
                      html::readable_moment_text(version.created_at);
  if (version.is_current) label += " (current)";
  if (version.erased_at) label += " (erased)";
  return version.note ? label + ": " + *version.note : label;
}

// Only where the choices are not all.
Html older_version_field(const LinkForm& form) {
  if (form.versions.are_all) return {};
  return share_links_html::older_version_field(
      {.name = kOlderVersion,
       .value = form.value(kOlderVersion),
       .listed = std::to_string(form.versions.newest.size()),
       .history_path = path_of(form.artifact.id, "/history")});
}

Html widget(const LinkForm& form,
            const core::LinkField<std::optional<core::VersionNumber>>& field) {
  const std::string_view chosen = form.value(field.name);
  Html choices = pages::choice(kLatest, "The latest, as it changes", chosen == kLatest);
  bool is_listed = chosen == kLatest;
  for (const core::Version& version : form.versions.newest) {
    const std::string number = version.number.to_string();
    if (version.erased_at && number != chosen) continue;
    choices +=
        pages::choice(number, label_of_version(version), number == chosen, version.created_at);
    is_listed |= number == chosen;
  }
  if (!is_listed) {
    const bool is_erased = form.link != nullptr && form.link->version_is_erased &&
                           form.link->options.version->to_string() == chosen;
    choices += pages::choice(
        chosen, "Version " + std::string(chosen) + (is_erased ? " (erased)" : ""), true);
  }
  Html html = select(field.name, field.label, {}, choices);
  html += older_version_field(form);
  return html;
}

// Whether an option has an effect, so that it is offered.
bool has_effect(const LinkForm& form, core::LinkFieldNeeds needs) {
  const auto& shows = templates::definition_of(form.artifact.content_template);
  switch (needs) {
    case core::LinkFieldNeeds::nothing:
      return true;
    case core::LinkFieldNeeds::file:
      return shows.limits_downloads;
    case core::LinkFieldNeeds::remote_images:
      return shows.has_remote_images;
    case core::LinkFieldNeeds::sender:
      return form.sender.is_allowed && form.sender.name;
  }
  return false;
}

// What a new link has unless something else is chosen: as a person shares a PDF to be kept, viewers
// may download it, which programs have to ask for.
core::FormFields default_fields(const core::Artifact& artifact, core::LinkOptions defaults) {
  defaults.allow_download = templates::definition_of(artifact.content_template).limits_downloads;
  core::FormFields fields = fields_of(defaults);
  fields["expiresIn"] = kUsualExpiry;
  return fields;
}

// A folded part; open if one of its fields differs from the default.
Html folded(const LinkForm& form, const core::Word<core::LinkFieldGroup>& group) {
  const core::FormFields defaults = default_fields(form.artifact, form.defaults);
  Html fields;
  bool is_open = false;
  core::for_each_link_field([&](const auto& field) {
    if (field.group != group.value || !has_effect(form, field.needs)) return;
    fields += widget(form, field);
    is_open |= form.value(field.name) != core::form_value(defaults, field.name);
  });
  if (group.value == core::LinkFieldGroup::versions) is_open |= !form.value(kOlderVersion).empty();
  if (fields.empty()) return {};
  return share_links_html::folded(
      {.open = is_open ? Html(" open") : Html(), .label = group.label, .fields = fields});
}

// Everything that can be chosen for a link: its name, its end and password, and the rest.
Html link_fields(const LinkForm& form) {
  Html fields;
  core::for_each_link_field([&](const auto& field) {
    if (field.group == core::LinkFieldGroup::first) fields += widget(form, field);
  });
  fields += end_field(form);
  fields += artifact_field(form);
  fields += password_field(form);
  for (const auto& group : core::kWords<core::LinkFieldGroup>)
    if (group.value != core::LinkFieldGroup::first) fields += folded(form, group);
  return fields;
}

fcgi::Response link_form_page(const Context& context, int status, const LinkForm& form,
                              std::string_view problem) {
  const bool is_new = form.link == nullptr;
  const std::string_view title = is_new ? "Create share link" : "Change share link";
  const std::string action =
      is_new ? path_of(form.artifact.id, "/shares/new") : path_of_link(*form.link, "/edit");
  return framed_page(context, status, title, pages::Section::artifacts,
                     share_links_html::link_form(
                         {.breadcrumb = breadcrumb(form.artifact),
                          .title = title,
                          .created = is_new ? Html()
                                            : share_links_html::created({html::readable_moment(
                                                  form.link->link.created_at)}),
                          .action = action,
                          .form_token = form_token_field(context),
                          .problem = pages::problem_note(problem),
                          .fields = link_fields(form),
                          .save_label = is_new ? "Create link" : "Save changes",
                          .path = path_of(form.artifact.id)}),
                     link_assets());
}

// Puts what is typed in the place of the choice that leads to it: a day, an older version.
core::FormFields with_typed_choices(core::FormFields form) {
  read_end_choice(form);
  const std::string older(core::trim(core::form_value(form, kOlderVersion)));
  if (!older.empty()) form["version"] = older;
  return form;
}

bool has_short_password(const std::vector<core::Warning>& warnings) {
  return std::any_of(warnings.begin(), warnings.end(), [](const core::Warning& warning) {
    return warning.code == core::WarningCode::short_password;
  });
}

// A link that can be changed, with its artifact.
struct LiveLink {
  core::Artifact artifact;
  core::ShareLinkState state;
};

// The link in the path. Errors: not_found(), also for a revoked link.
core::Result<LiveLink> find_link(const Context& context) {
  auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  auto link =
      context.app.share_link_lists.find(context.principal, artifact->id, share_id(context.request));
  if (!link) return page_problem(link.error());
  return LiveLink{*std::move(artifact), std::move(link->state)};
}

OfferedVersions versions_of(const Context& context, const core::ArtifactId& artifact) {
  constexpr int kMostChoices = 50;
  OfferedVersions offered;
  auto list =
      context.app.artifact_versions.list(context.principal, artifact, std::nullopt, kMostChoices);
  if (!list) return offered;
  offered.newest = std::move(list->versions);
  offered.are_all = !list->next_cursor.has_value();
  return offered;
}

// The change that a form asks for: only what differs from the link.
core::Result<app::ShareLinkChange> read_change(const core::FormFields& form, const LiveLink& live) {
  core::FormFields fields = with_typed_choices(form);
  if (fields["password"].empty() && !fields.contains(kRemovePassword)) fields.erase("password");
  if (fields["expiresIn"].empty()) {
    fields.erase("expiresIn");
    fields.erase(std::string(kExtendArtifact));
  }
  // A box that is not ticked is not sent.
  const LinkForm shown{.artifact = live.artifact};
  core::for_each_link_field([&]<typename Value>(const core::LinkField<Value>& field) {
    if (std::is_same_v<Value, bool> && has_effect(shown, field.needs))
      fields.try_emplace(std::string(field.name), "false");
  });
  core::FieldReader reader(fields);
  auto change = app::read_share_link_change(reader);
  if (change) change->options.leave_out_equal(live.state.options);
  return change;
}

// Asks for confirmation of the revocation.
fcgi::Response revocation_form(const Context& context, const LiveLink& link) {
  const auto& name = link.state.options.name;
  return framed_page(
      context, 200, "Revoke share link", pages::Section::artifacts,
      share_links_html::revocation(
          {.breadcrumb = breadcrumb(link.artifact),
           .link = name ? share_links_html::named_link({name->text()}) : Html("the share link"),
           .created_at = html::readable_moment(link.state.link.created_at),
           .expiry = expiry_of(link.state),
           .revoke_path = path_of_link(link.state, "/revoke"),
           .form_token = form_token_field(context),
           .path = path_of(link.artifact.id)}));
}

// The artifact's page, which shows the link with the notice.
fcgi::Response done(const core::ShareLink& link, Notice notice) {
  return redirect(with_notice(path_of(link.artifact), notice) + "&link=" + link.id.to_string());
}

core::Result<fcgi::Response> show_create_share_link(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  // The artifact's page says why no link can be created.
  if (artifact->status != core::ArtifactStatus::active || artifact->disabled)
    return redirect(path_of(artifact->id));
  core::FormFields fields = default_fields(*artifact, context.principal.link_defaults);
  fields["version"] =
      text_of(core::VersionNumber::parse(context.request.query("version").value_or("")));
  return link_form_page(
      context, 200,
      {.artifact = *artifact,
       .may_never_expire = context.app.share_links.may_never_expire(context.principal),
       .versions = versions_of(context, artifact->id),
       .sender = context.app.senders.find(context.principal),
       .defaults = context.principal.link_defaults,
       .fields = std::move(fields)},
      {});
}

// The button on the artifact's page sends no expiry, so that the link has the defaults.
bool is_one_click(const fcgi::Request& request) { return !request.form().contains("expiresIn"); }

core::Result<fcgi::Response> create_share_link(const Context& context) {
  const core::FormFields fields = with_typed_choices(context.request.form());
  core::FieldReader reader(fields);
  const auto link = app::read_new_share_link(reader, context.principal.link_defaults);
  const auto created =
      link ? context.app.share_links.create(context.principal, artifact_id(context), *link)
           : core::Result<app::CreatedShareLink>(link.error());
  if (created) {
    return done(created->link, created->link.ends_by_artifact ? Notice::link_created_shorter
                               : has_short_password(created->warnings)
                                   ? Notice::link_with_short_password_created
                                   : Notice::link_created);
  }
  return form_refusal(
      in_words_of_form(created.error(), context.request),
      [&](int status, std::string_view problem) -> core::Result<fcgi::Response> {
        // Only the form needs the artifact itself.
        const auto artifact = own_artifact(context, Content::without);
        if (!artifact) return artifact.error();
        return link_form_page(
            context, status,
            {.artifact = *artifact,
             .may_never_expire = context.app.share_links.may_never_expire(context.principal),
             .versions = versions_of(context, artifact->id),
             .sender = context.app.senders.find(context.principal),
             .defaults = context.principal.link_defaults,
             .fields = is_one_click(context.request)
                           ? default_fields(*artifact, context.principal.link_defaults)
                           : context.request.form()},
            problem);
      });
}

fcgi::Response change_form(const Context& context, int status, const LiveLink& link,
                           core::FormFields fields, std::string_view problem) {
  return link_form_page(
      context, status,
      {.artifact = link.artifact,
       .link = &link.state,
       .may_never_expire = context.app.share_links.may_never_expire(context.principal),
       .versions = versions_of(context, link.artifact.id),
       .sender = context.app.senders.find(context.principal),
       .defaults = context.principal.link_defaults,
       .fields = std::move(fields)},
      problem);
}

core::Result<fcgi::Response> show_change_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  return change_form(context, 200, *link, fields_of(link->state.options), {});
}

core::Result<fcgi::Response> change_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  const auto change = read_change(context.request.form(), *link);
  const auto changed = change ? context.app.share_links.change(context.principal, link->artifact.id,
                                                               share_id(context.request), *change)
                              : core::Result<app::ChangedShareLink>(change.error());
  if (!changed) {
    return form_refusal(in_words_of_form(changed.error(), context.request),
                        [&](int status, std::string_view problem) {
                          return change_form(context, status, *link, context.request.form(),
                                             problem);
                        });
  }
  const core::ShareLink& now = changed->state.link;
  return done(now, change->expiry && now.ends_by_artifact ? Notice::link_changed_shorter
                   : has_short_password(changed->warnings)
                       ? Notice::link_with_short_password_changed
                       : Notice::link_changed);
}

core::Result<fcgi::Response> show_revoke_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  return revocation_form(context, *link);
}

core::Result<fcgi::Response> revoke_share_link(const Context& context) {
  const core::ArtifactId artifact = artifact_id(context);
  const auto revoked =
      context.app.share_links.revoke(context.principal, artifact, share_id(context.request));
  if (!revoked) return page_problem(revoked.error());
  return redirect(with_notice(path_of(artifact), Notice::link_revoked));
}

// For the artifact's page, which loads it when it is asked for.
core::Result<fcgi::Response> show_qr_code(const Context& context) {
  const auto link = context.app.share_link_lists.find(context.principal, artifact_id(context),
                                                      share_id(context.request));
  if (!link) return page_problem(link.error());
  if (!link->url) return not_found();
  return image(qr_code(*link->url, "QR code of the share link"));
}

}  // namespace

std::vector<Endpoint> share_link_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/new",
            .access = Access::user},
           show_create_share_link},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/new",
            .access = Access::user,
            .adds = true},
           create_share_link},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
            .access = Access::user},
           show_change_share_link},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/edit",
            .access = Access::user,
            .adds = true},
           change_share_link},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
            .access = Access::user},
           show_revoke_share_link},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke",
            .access = Access::user},
           revoke_share_link},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/shares/{share_id}/qr-code",
            .access = Access::user},
           show_qr_code}};
}

}  // namespace handlers::dashboard
