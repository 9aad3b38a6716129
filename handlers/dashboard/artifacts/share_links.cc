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

// The fields of a link, as its form shows them: a new link's, those of a link that is to change, or
// what was submitted. After an error a form that lost the password would create a link without one.
struct LinkFields {
  std::string name;
  std::string expires_in;  // kKeepEnd, pages::kOnDate, "never" or a duration
  std::string end_date;    // of pages::kOnDate
  std::string password;
  std::string max_views;
  std::string remote_images;
  std::string version;        // kLatest, or a number
  std::string older_version;  // in its place, one that is not among the choices; may be empty
  std::string live;
  bool shows_cards = true;
  std::string shows_sender;  // yes, no, or empty for the account's setting
  bool shows_history = false;
  bool extends_artifact = true;
  bool allows_download = false;
  bool removes_password = false;
};

constexpr std::string_view kUsualExpiry = "7d";
constexpr std::string_view kKeepEnd = "keep";
constexpr std::string_view kLatest = "latest";

LinkFields fields_of(const core::ShareLinkState& link) {
  return {
      .name = link.name.value_or(""),
      .expires_in = std::string(kKeepEnd),
      .end_date = {},
      .password = {},
      .max_views = link.max_views ? std::to_string(*link.max_views) : "",
      .remote_images = std::string(link.remote_images ? core::to_string(*link.remote_images) : ""),
      .version = link.shown.pinned ? link.shown.pinned->to_string() : std::string(kLatest),
      .older_version = {},
      .live = std::string(core::to_string(link.shown.live)),
      .shows_cards = link.cards == core::LinkCards::on,
      .shows_sender = link.shows_sender ? (*link.shows_sender ? "yes" : "no") : "",
      .shows_history = link.shown.has_history,
      .allows_download = link.allow_download};
}

LinkFields submitted(const fcgi::Request& request) {
  const auto field = [&](std::string_view name) { return std::string(request.form_field(name)); };
  return {.name = field("name"),
          .expires_in = field("expiresIn"),
          .end_date = field("endDate"),
          .password = field("password"),
          .max_views = field("maxViews"),
          .remote_images = field("remoteImages"),
          .version = field("version"),
          .older_version = field("olderVersion"),
          .live = field("live"),
          .shows_cards = field("cards") == "on",
          .shows_sender = field("showSender"),
          .shows_history = !field("showHistory").empty(),
          .extends_artifact = !field("extendArtifact").empty(),
          .allows_download = !field("allowDownload").empty(),
          .removes_password = !field("removePassword").empty()};
}

// The versions that a form offers.
struct OfferedVersions {
  std::vector<core::Version> newest;               // newest first
  bool are_all = true;                             // there are no others
  std::optional<core::VersionNumber> erased = {};  // the one at which the link stays
};

// What a form is about.
struct LinkForm {
  const core::Artifact& artifact;
  const core::ShareLinkState* link = nullptr;  // that is to change; null: a new one
  bool may_never_expire = false;
  OfferedVersions versions;
  core::SenderSettings sender;
  LinkFields fields;
};

Html checkbox(std::string_view name, bool is_ticked, const Html& text, const Html& more = {}) {
  return html::format(
      "<label class=\"choice\"><input type=\"checkbox\" name=\"{}\" value=\"yes\"{}{}> "
      "{}</label>\n",
      name, is_ticked ? Html(" checked") : Html(), more, text);
}

Html expiry_of(const core::ShareLinkState& link) {
  if (!link.link.expires_at) return {"never expires"};
  const bool has_reached_views = link.max_views && link.view_count >= *link.max_views;
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
  const std::string_view chosen = form.fields.expires_in;
  Html first;
  if (form.link != nullptr)
    first += pages::choice(kKeepEnd, present_expiry(form.link->link), chosen == kKeepEnd,
                           form.link->link.expires_at);
  if (form.may_never_expire) first += pages::choice("never", "Never", chosen == "never");
  return pages::end_choice(form.link == nullptr ? "Expiry" : "Expiry, from now", first, chosen,
                           form.fields.end_date);
}

// A link ends with its artifact at the latest.
Html artifact_field(const LinkForm& form) {
  const core::Artifact& artifact = form.artifact;
  if (!artifact.expires_at || artifact.status == core::ArtifactStatus::deleted) return {};
  return html::format(
      "{}<p class=\"hint\" id=\"artifact-hint\">The artifact {} {}, and its links end with "
      "it.</p>\n",
      checkbox("extendArtifact", form.fields.extends_artifact,
               Html("Also keep the artifact until then"),
               Html(" aria-describedby=\"artifact-hint\"")),
      artifact.status == core::ArtifactStatus::expired ? "expired" : "expires",
      html::readable_moment(*artifact.expires_at));
}

Html password_field(const LinkForm& form) {
  const bool has_password = form.link != nullptr && form.link->has_password;
  return html::format(
      "<label for=\"password\">{}</label>\n"
      "<div class=\"to-generate\"><input id=\"password\" name=\"password\" maxlength=\"128\" "
      "autocomplete=\"off\" spellcheck=\"false\" value=\"{}\" "
      "aria-describedby=\"password-hint\"></div>\n"
      "<p class=\"hint\" id=\"password-hint\">{} Use at least 8 characters. It is not shown "
      "again.</p>\n"
      "{}",
      has_password ? "New password" : "Password", form.fields.password,
      has_password ? "Leave it empty to keep the present one. Viewers must enter a new one again."
                   : "Optional. Viewers must enter it to open the link.",
      has_password
          ? checkbox("removePassword", form.fields.removes_password, Html("Remove the password"))
          : Html());
}

Html views_field(const LinkForm& form) {
  return html::format(
      "<label for=\"max_views\">View limit</label>\n"
      "<input id=\"max_views\" name=\"maxViews\" inputmode=\"numeric\" maxlength=\"7\" "
      "value=\"{}\" aria-describedby=\"views-hint\">\n"
      "<p class=\"hint\" id=\"views-hint\">Optional. The link expires after this many "
      "views{}.</p>\n",
      form.fields.max_views,
      form.link == nullptr ? std::string()
                           : "; it has had " + html::group_thousands(form.link->view_count));
}

Html images_field(const LinkForm& form) {
  const std::string_view chosen = form.fields.remote_images;
  return html::format(
      "<label for=\"remote_images\">Images from other sites</label>\n"
      "<select id=\"remote_images\" name=\"remoteImages\" aria-describedby=\"images-hint\">\n"
      "{}{}{}{}</select>\n"
      "<p class=\"hint\" id=\"images-hint\">Loading an image tells its site that somebody opened "
      "the link.</p>\n",
      pages::choice({}, "Default", chosen.empty()),
      // Only the API can choose it, as the default allows no less.
      chosen == "on" ? pages::choice("on", "Load", true) : Html(),
      pages::choice("click", "Load when clicked", chosen == "click"),
      pages::choice("off", "Never load", chosen == "off"));
}

std::string label_of_version(const core::Version& version) {
  std::string label = "Version " + version.number.to_string() + ", of " +
                      html::readable_moment_text(version.created_at);
  if (version.is_current) label += " (current)";
  if (version.erased_at) label += " (erased)";
  return version.note ? label + ": " + *version.note : label;
}

Html cards_field(const LinkForm& form) {
  const bool shown = form.fields.shows_cards;
  return html::format(
      "<label for=\"cards\">Picture in link previews</label>\n"
      "<select id=\"cards\" name=\"cards\" aria-describedby=\"cards-hint\">\n{}{}</select>\n"
      "<p class=\"hint\" id=\"cards-hint\">Chats show it to everybody in them. With a password "
      "or a view limit, it shows the kind only.</p>\n",
      pages::choice("on", "Title and the beginning of the content", shown),
      pages::choice("off", "Only what kind of artifact it is", !shown));
}

// Only where the choices are not all.
Html older_version_field(const LinkForm& form) {
  if (form.versions.are_all) return {};
  return html::format(
      "<label for=\"older_version\">Or number of an older version</label>\n"
      "<input id=\"older_version\" name=\"olderVersion\" inputmode=\"numeric\" "
      "maxlength=\"10\" autocomplete=\"off\" value=\"{}\" aria-describedby=\"older-hint\">\n"
      "<p class=\"hint\" id=\"older-hint\">Optional. The list above has the newest {} versions; "
      "the <a href=\"{}\">history</a> has all.</p>\n",
      form.fields.older_version, std::to_string(form.versions.newest.size()),
      path_of(form.artifact.id, "/history"));
}

Html versions_fields(const LinkForm& form) {
  const std::string_view chosen = form.fields.version;
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
    const bool is_erased = form.versions.erased && form.versions.erased->to_string() == chosen;
    choices += pages::choice(
        chosen, "Version " + std::string(chosen) + (is_erased ? " (erased)" : ""), true);
  }
  const std::string_view live = form.fields.live;
  return html::format(
      "<label for=\"version\">Version</label>\n"
      "<select id=\"version\" name=\"version\">\n{}</select>\n"
      "{}{}"
      "<p class=\"hint\" id=\"history-hint\">Not with a view limit: each version would be a "
      "view.</p>\n"
      "<label for=\"live\">When there is a newer version</label>\n"
      "<select id=\"live\" name=\"live\" aria-describedby=\"live-hint\">\n{}{}{}</select>\n"
      "<p class=\"hint\" id=\"live-hint\">A link that stays at a version, or has a view limit, "
      "only offers it. If it stays at a version and viewers cannot read the others, they do not "
      "learn of it.</p>\n",
      choices, older_version_field(form),
      checkbox("showHistory", form.fields.shows_history,
               Html("Let viewers read the other versions, with their notes"),
               Html(" aria-describedby=\"history-hint\"")),
      pages::choice("offer", "Open pages offer to show it", live == "offer"),
      pages::choice("auto", "Open pages show it at once", live == "auto"),
      pages::choice("off", "Open pages stay as they are", live == "off"));
}

// Not offered where it would have no effect.
Html sender_field(const LinkForm& form) {
  const std::string_view chosen = form.fields.shows_sender;
  if (!form.sender.is_allowed || !form.sender.name) return {};
  return html::format(
      "<label for=\"show_sender\">Viewers see “Shared by {}”</label>\n"
      "<select id=\"show_sender\" name=\"showSender\">\n{}{}{}</select>\n",
      *form.sender.name,
      pages::choice({}, form.sender.is_shown ? "Default: yes" : "Default: no", chosen.empty()),
      pages::choice("yes", "Yes", chosen == "yes"), pages::choice("no", "No", chosen == "no"));
}

// Everything that can be chosen for a link.
Html link_fields(const LinkForm& form) {
  const auto& shows = templates::definition_of(form.artifact.content_template);
  return html::format(
      "<label for=\"name\">Name</label>\n"
      "<input id=\"name\" name=\"name\" maxlength=\"100\" dir=\"auto\" autocomplete=\"off\" "
      "value=\"{}\" aria-describedby=\"name-hint\">\n"
      "<p class=\"hint\" id=\"name-hint\">Optional, such as “for Sam”. Viewers do not see "
      "it.</p>\n"
      "{}{}{}{}{}{}{}{}{}",
      form.fields.name, end_field(form), artifact_field(form), password_field(form),
      views_field(form), versions_fields(form), cards_field(form), sender_field(form),
      shows.has_remote_images ? images_field(form) : Html(),
      shows.has_file ? checkbox("allowDownload", form.fields.allows_download,
                                Html("Allow viewers to download the PDF"))
                     : Html());
}

fcgi::Response link_form_page(const Context& context, int status, const LinkForm& form,
                              std::string_view problem) {
  const pages::Viewer user = viewer(context);
  const bool is_new = form.link == nullptr;
  const std::string_view title = is_new ? "Create share link" : "Change share link";
  const std::string action =
      is_new ? path_of(form.artifact.id, "/shares/new") : path_of_link(*form.link, "/edit");
  return page(
      status,
      pages::frame(
          title, pages::Section::artifacts, user,
          html::format("{}<h1>{}</h1>\n"
                       "{}"
                       "<form method=\"post\" action=\"{}\" class=\"fields link-form\">\n"
                       "{}{}{}"
                       "<div class=\"actions\"><button>{}</button>\n"
                       "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
                       "</form>\n",
                       breadcrumb(form.artifact), title,
                       is_new ? Html()
                              : html::format("<p>You are changing the link created {}. "
                                             "Its URL stays the same.</p>\n",
                                             html::readable_moment(form.link->link.created_at)),
                       action, pages::form_token_field(user.form_token),
                       pages::problem_note(problem), link_fields(form),
                       is_new ? "Create link" : "Save changes", path_of(form.artifact.id)),
          link_assets()));
}

// Absent if the form has no such field.
std::optional<std::optional<bool>> sender_choice(const core::FormFields& form) {
  const auto chosen = form.find("showSender");
  if (chosen == form.end()) return std::nullopt;
  return chosen->second.empty() ? std::optional<bool>() : std::optional(chosen->second == "yes");
}

// What a link form means in the fields of the API, but for showSender.
core::FormFields as_api_fields(const core::FormFields& form) {
  core::FormFields fields = form;
  read_end_choice(fields);
  fields.erase("showSender");
  const auto older = fields.find("olderVersion");
  if (older != fields.end()) {
    if (!core::trim(older->second).empty()) fields["version"] = core::trim(older->second);
    fields.erase(older);
  }
  const auto expiry = fields.find("expiresIn");
  if (expiry == fields.end() || expiry->second != kKeepEnd) return fields;
  fields.erase(expiry);
  fields.erase("extendArtifact");
  return fields;
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

// `pinned`: the version at which the link stays.
OfferedVersions versions_of(const Context& context, const core::ArtifactId& artifact,
                            std::optional<core::VersionNumber> pinned) {
  constexpr int kMostChoices = 50;
  OfferedVersions offered;
  auto list =
      context.app.artifact_versions.list(context.principal, artifact, std::nullopt, kMostChoices);
  if (!list) return offered;
  offered.newest = std::move(list->versions);
  offered.are_all = !list->next_cursor.has_value();
  if (!pinned) return offered;
  const auto erased =
      context.app.artifact_versions.erased_among(context.principal, {{artifact, pinned}});
  if (erased && !erased->empty()) offered.erased = pinned;
  return offered;
}

// The change that a form asks for: only what differs from the link.
core::Result<app::ShareLinkChange> read_change(const core::FormFields& form, const LiveLink& live) {
  core::FormFields fields = as_api_fields(form);
  if (fields["password"].empty() && !fields.contains("removePassword")) fields.erase("password");
  core::FieldReader reader(fields);
  auto change = app::read_share_link_change(reader);
  if (!change) return change;
  core::ShareLinkChange& options = change->options;
  if (options.max_views && *options.max_views == live.state.max_views) options.max_views.reset();
  if (templates::definition_of(live.artifact.content_template).has_file)
    options.allow_download = fields.contains("allowDownload");
  if (options.allow_download == live.state.allow_download) options.allow_download.reset();
  options.has_history = fields.contains("showHistory");
  const core::ShownVersions& shown = live.state.shown;
  if (options.has_history == shown.has_history) options.has_history.reset();
  if (options.pinned && *options.pinned == shown.pinned) options.pinned.reset();
  if (options.live == shown.live) options.live.reset();
  if (options.cards == live.state.cards) options.cards.reset();
  options.shows_sender = sender_choice(form);
  if (options.shows_sender && *options.shows_sender == live.state.shows_sender)
    options.shows_sender.reset();
  return change;
}

// Asks for confirmation of the revocation.
fcgi::Response revocation_form(const Context& context, const LiveLink& link) {
  const pages::Viewer user = viewer(context);
  const auto& name = link.state.name;
  return page(
      200,
      pages::frame(
          "Revoke share link", pages::Section::artifacts, user,
          html::format("{}<h1>Revoke this share link?</h1>\n"
                       "<p>This permanently disables the share link {}created {} that {}. You "
                       "cannot undo this.</p>\n"
                       "<form method=\"post\" action=\"{}\" class=\"actions\">\n"
                       "{}<button class=\"danger\">Revoke link</button>\n"
                       "<a class=\"button quiet\" href=\"{}\">Cancel</a>\n"
                       "</form>\n",
                       breadcrumb(link.artifact),
                       name ? html::format("<strong dir=\"auto\">{}</strong>, ", *name) : Html(),
                       html::readable_moment(link.state.link.created_at), expiry_of(link.state),
                       path_of_link(link.state, "/revoke"),
                       pages::form_token_field(user.form_token), path_of(link.artifact.id))));
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
  LinkFields fields;
  fields.expires_in = kUsualExpiry;
  const auto version = core::VersionNumber::parse(context.request.query("version").value_or(""));
  fields.version = version ? version->to_string() : std::string(kLatest);
  fields.live = core::to_string(core::LiveUpdates::offer);
  return link_form_page(
      context, 200,
      {.artifact = *artifact,
       .may_never_expire = context.app.share_links.may_never_expire(context.principal),
       .versions = versions_of(context, artifact->id, std::nullopt),
       .sender = context.app.senders.find(context.principal),
       .fields = std::move(fields)},
      {});
}

core::Result<fcgi::Response> create_share_link(const Context& context) {
  const core::FormFields fields = as_api_fields(context.request.form());
  core::FieldReader reader(fields);
  auto link = app::read_new_share_link(reader);
  if (link)
    link->options.shows_sender = sender_choice(context.request.form()).value_or(std::nullopt);
  const auto created =
      link ? context.app.share_links.create(context.principal, artifact_id(context.request), *link)
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
             .versions = versions_of(context, artifact->id, std::nullopt),
             .sender = context.app.senders.find(context.principal),
             .fields = submitted(context.request)},
            problem);
      });
}

fcgi::Response change_form(const Context& context, int status, const LiveLink& link,
                           LinkFields fields, std::string_view problem) {
  return link_form_page(
      context, status,
      {.artifact = link.artifact,
       .link = &link.state,
       .may_never_expire = context.app.share_links.may_never_expire(context.principal),
       .versions = versions_of(context, link.artifact.id, link.state.shown.pinned),
       .sender = context.app.senders.find(context.principal),
       .fields = std::move(fields)},
      problem);
}

core::Result<fcgi::Response> show_change_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  return change_form(context, 200, *link, fields_of(link->state), {});
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
                          return change_form(context, status, *link, submitted(context.request),
                                             problem);
                        });
  }
  const core::ShareLink& now = changed->state.link;
  return done(now, change->options.expiry && now.ends_by_artifact ? Notice::link_changed_shorter
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
  const core::ArtifactId artifact = artifact_id(context.request);
  const auto revoked =
      context.app.share_links.revoke(context.principal, artifact, share_id(context.request));
  if (!revoked) return page_problem(revoked.error());
  return redirect(with_notice(path_of(artifact), Notice::link_revoked));
}

// For the artifact's page, which loads it when it is asked for.
core::Result<fcgi::Response> show_qr_code(const Context& context) {
  const auto link = context.app.share_link_lists.find(
      context.principal, artifact_id(context.request), share_id(context.request));
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
