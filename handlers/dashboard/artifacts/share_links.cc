// GET and POST /dashboard/artifacts/{artifact_id}/shares/new, …/shares/{share_id}/edit and …/revoke
#include "app/share_links.h"

#include <algorithm>

#include "core/fields.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
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

Html download_field(bool is_ticked) {
  return html::format(
      "<label class=\"choice\"><input type=\"checkbox\" name=\"allowDownload\" "
      "value=\"yes\"{}> Allow viewers to download the PDF</label>\n",
      is_ticked ? Html(" checked") : Html());
}

Html images_field(std::string_view chosen) {
  return html::format(
      "<label for=\"remote_images\">Images from other sites</label>\n"
      "<select id=\"remote_images\" name=\"remoteImages\" aria-describedby=\"images-hint\">\n"
      "{}{}{}</select>\n"
      "<p class=\"hint\" id=\"images-hint\">Loading an image tells its site that somebody opened "
      "the link.</p>\n",
      pages::choice({}, "Default", chosen.empty()),
      pages::choice("click", "Load when clicked", chosen == "click"),
      pages::choice("off", "Never load", chosen == "off"));
}

Html never_choice(std::string_view chosen, bool may_never_expire) {
  return may_never_expire ? pages::choice("never", "Never", chosen == "never") : Html();
}

// A link ends with its artifact at the latest.
Html artifact_field(const core::Artifact& artifact, bool is_ticked) {
  if (!artifact.expires_at || artifact.status == core::ArtifactStatus::deleted) return {};
  return html::format(
      "<label class=\"choice\"><input type=\"checkbox\" name=\"extendArtifact\" value=\"yes\"{} "
      "aria-describedby=\"artifact-hint\"> Also keep the artifact until then</label>\n"
      "<p class=\"hint\" id=\"artifact-hint\">The artifact {} {}, and its links end with it.</p>\n",
      is_ticked ? Html(" checked") : Html(),
      artifact.status == core::ArtifactStatus::expired ? "expired" : "expires",
      html::readable_moment(*artifact.expires_at));
}

Html expiry_of(const core::ShareLinkState& link) {
  if (!link.link.expires_at) return {"never expires"};
  const bool has_reached_views = link.max_views && link.view_count >= *link.max_views;
  return html::format("{} {}", link.has_ended && !has_reached_views ? "expired" : "expires",
                      html::readable_moment(*link.link.expires_at));
}

// The artifact and link that the form is about.
Html link_named(const core::ShareLinkState& link) {
  return html::format("the share link created {} that {}",
                      html::readable_moment(link.link.created_at), expiry_of(link));
}

constexpr std::string_view kUsualExpiry = "7d";

// After an error with what was submitted: a form that lost the password would create a link without
// one.
fcgi::Response link_form(const Context& context, int status, const core::Artifact& artifact,
                         std::string_view problem) {
  const pages::Viewer user = viewer(context.principal);
  const auto& shows = templates::definition_of(artifact.content_template);
  const bool is_new = context.request.method() != fcgi::Method::post;
  const std::string_view expires_in =
      is_new ? kUsualExpiry : context.request.form_field("expiresIn");
  const bool extends = is_new || !context.request.form_field("extendArtifact").empty();
  const bool may_never_expire = context.app.share_links.may_never_expire(context.principal);
  return page(
      status,
      pages::frame(
          "Create share link", pages::Section::artifacts, user,
          html::format(
              "{}<h1>Create share link</h1>\n"
              "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
              "{}{}"
              "<label for=\"expires_in\">Expiry</label>\n"
              "{}{}"
              "<label for=\"password\">Password</label>\n"
              "<input id=\"password\" name=\"password\" maxlength=\"128\" autocomplete=\"off\" "
              "spellcheck=\"false\" value=\"{}\" aria-describedby=\"password-hint\">\n"
              "<p class=\"hint\" id=\"password-hint\">Optional. Viewers must enter it to open the "
              "link. Use at least 8 characters. It is not shown again.</p>\n"
              "<label for=\"max_views\">View limit</label>\n"
              "<input id=\"max_views\" name=\"maxViews\" inputmode=\"numeric\" maxlength=\"7\" "
              "value=\"{}\" aria-describedby=\"views-hint\">\n"
              "<p class=\"hint\" id=\"views-hint\">Optional. The link expires after this many "
              "views.</p>\n"
              "{}{}"
              "<div class=\"actions\"><button>Create link</button>\n"
              "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
              "</form>\n",
              breadcrumb(artifact), path_of(artifact.id, "/shares/new"),
              pages::form_token_field(user.form_token), pages::problem_note(problem),
              pages::expiry_choice(never_choice(expires_in, may_never_expire), expires_in),
              artifact_field(artifact, extends), context.request.form_field("password"),
              context.request.form_field("maxViews"),
              shows.has_remote_images ? images_field(context.request.form_field("remoteImages"))
                                      : Html(),
              shows.has_file ? download_field(!context.request.form_field("allowDownload").empty())
                             : Html(),
              path_of(artifact.id))));
}

bool has_short_password(const app::CreatedShareLink& link) {
  return std::any_of(link.warnings.begin(), link.warnings.end(), [](const core::Warning& warning) {
    return warning.code == core::WarningCode::short_password;
  });
}

// A link that can be changed, with its artifact.
struct LiveLink {
  core::Artifact artifact;
  core::ShareLinkState state;
  bool may_never_expire = false;
};

// The link in the path. Errors: not_found(), also for a revoked link.
core::Result<LiveLink> find_link(const Context& context) {
  auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  auto link =
      context.app.share_links.find(context.principal, artifact->id, share_id(context.request));
  if (!link) return page_problem(link.error());
  return LiveLink{*std::move(artifact), std::move(link->state),
                  context.app.share_links.may_never_expire(context.principal)};
}

// `submitted` is empty in a new form. Begins with the present expiry of the link, unless that has
// passed or is no longer possible.
Html changed_expiry_choice(const LiveLink& live, std::string_view submitted) {
  const core::ShareLink& link = live.state.link;
  const bool has_reached_views =
      live.state.max_views && live.state.view_count >= *live.state.max_views;
  const bool has_passed =
      live.state.has_ended && !has_reached_views && link.expires_at == link.own_end;
  const bool is_kept = link.own_end ? !has_passed : live.may_never_expire;
  const std::string present = link.own_end ? link.own_end->rfc3339() : "never";
  const std::string_view usual = is_kept ? std::string_view(present) : "7d";
  const std::string_view chosen = submitted.empty() ? usual : submitted;
  Html first = never_choice(chosen, live.may_never_expire);
  if (is_kept && link.own_end) {
    first =
        html::format("{}{}",
                     pages::choice(present, html::readable_moment_text(*link.own_end) + " (now)",
                                   chosen == present),
                     first);
  }
  return pages::expiry_choice(first, chosen);
}

fcgi::Response change_form(const Context& context, int status, const LiveLink& link,
                           std::string_view problem) {
  const pages::Viewer user = viewer(context.principal);
  const bool is_new = context.request.method() != fcgi::Method::post;
  const std::string_view expires_in =
      is_new ? std::string_view() : context.request.form_field("expiresIn");
  const bool extends = is_new || !context.request.form_field("extendArtifact").empty();
  return page(
      status,
      pages::frame(
          "Change expiry", pages::Section::artifacts, user,
          html::format("{}<h1>Change expiry</h1>\n"
                       "<p>You are changing {}. Its URL stays the same.</p>\n"
                       "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
                       "{}{}"
                       "<label for=\"expires_in\">Expiry</label>\n"
                       "{}{}"
                       "<div class=\"actions\"><button>Change expiry</button>\n"
                       "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
                       "</form>\n",
                       breadcrumb(link.artifact), link_named(link.state),
                       path_of_link(link.state, "/edit"), pages::form_token_field(user.form_token),
                       pages::problem_note(problem), changed_expiry_choice(link, expires_in),
                       artifact_field(link.artifact, extends), path_of(link.artifact.id))));
}

// Asks for confirmation of the revocation.
fcgi::Response revocation_form(const core::Principal& principal, const LiveLink& link) {
  const pages::Viewer user = viewer(principal);
  return page(
      200, pages::frame(
               "Revoke share link", pages::Section::artifacts, user,
               html::format("{}<h1>Revoke this share link?</h1>\n"
                            "<p>This permanently disables {}. You cannot undo this.</p>\n"
                            "<form method=\"post\" action=\"{}\" class=\"actions\">\n"
                            "{}<button class=\"danger\">Revoke link</button>\n"
                            "<a class=\"button quiet\" href=\"{}\">Cancel</a>\n"
                            "</form>\n",
                            breadcrumb(link.artifact), link_named(link.state),
                            path_of_link(link.state, "/revoke"),
                            pages::form_token_field(user.form_token), path_of(link.artifact.id))));
}

fcgi::Response done(const core::ArtifactId& artifact, Notice notice) {
  return redirect(with_notice(path_of(artifact), notice) + "#links");
}

core::Result<fcgi::Response> show_create_share_link(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  // The artifact's page says why no link can be created.
  if (artifact->status != core::ArtifactStatus::active || artifact->disabled)
    return redirect(path_of(artifact->id));
  return link_form(context, 200, *artifact, {});
}

core::Result<fcgi::Response> create_share_link(const Context& context) {
  const core::ArtifactId id = artifact_id(context.request);
  core::FieldReader reader(context.request.form());
  const auto link = app::read_new_share_link(reader);
  const auto created = link ? context.app.share_links.create(context.principal, id, *link)
                            : core::Result<app::CreatedShareLink>(link.error());
  if (created) {
    const Notice notice = created->link.ends_by_artifact ? Notice::link_created_shorter
                          : has_short_password(*created) ? Notice::link_with_short_password_created
                                                         : Notice::link_created;
    return redirect(with_notice(path_of(id), notice) + "#links");
  }
  return form_refusal(page_problem(created.error()),
                      [&](int status, std::string_view problem) -> core::Result<fcgi::Response> {
                        // Only the form needs the artifact itself.
                        const auto artifact = own_artifact(context, Content::without);
                        if (!artifact) return artifact.error();
                        return link_form(context, status, *artifact, problem);
                      });
}

core::Result<fcgi::Response> show_change_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  return change_form(context, 200, *link, {});
}

core::Result<fcgi::Response> change_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  core::FieldReader reader(context.request.form());
  const auto change = app::read_share_link_change(reader);
  const auto changed = change ? context.app.share_links.change(context.principal, link->artifact.id,
                                                               share_id(context.request), *change)
                              : core::Result<app::ChangedShareLink>(change.error());
  if (!changed) {
    return form_refusal(page_problem(changed.error()), [&](int status, std::string_view problem) {
      return change_form(context, status, *link, problem);
    });
  }
  return done(link->artifact.id, changed->state.link.ends_by_artifact ? Notice::link_changed_shorter
                                                                      : Notice::link_changed);
}

core::Result<fcgi::Response> show_revoke_share_link(const Context& context) {
  const auto link = find_link(context);
  if (!link) return link.error();
  return revocation_form(context.principal, *link);
}

core::Result<fcgi::Response> revoke_share_link(const Context& context) {
  const core::ArtifactId artifact = artifact_id(context.request);
  const auto revoked =
      context.app.share_links.revoke(context.principal, artifact, share_id(context.request));
  if (!revoked) return page_problem(revoked.error());
  return done(artifact, Notice::link_revoked);
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
           revoke_share_link}};
}

}  // namespace handlers::dashboard
