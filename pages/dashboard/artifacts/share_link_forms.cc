#include "pages/dashboard/artifacts/share_link_forms.h"

#include <string>

#include "html/readable.h"
#include "pages/dashboard/artifacts/artifact_labels.h"
#include "pages/dashboard/frame.h"
#include "templates/registry.h"

namespace pages::dashboard {
namespace {

using html::Html;

std::string path_of_link(const core::ShareLinkState& link, std::string_view rest) {
  return path_of(link.link.artifact, "/shares/" + link.link.id.to_string() + std::string(rest));
}

Html download_field(const NewLinkForm& form) {
  if (!templates::definition_of(form.artifact.content_template).has_file) return {};
  return html::format(
      "<label class=\"choice\"><input type=\"checkbox\" name=\"allowDownload\" "
      "value=\"yes\"{}> Allow viewers to download the PDF</label>\n",
      form.allow_download ? Html(" checked") : Html());
}

Html images_field(const NewLinkForm& form) {
  if (!templates::definition_of(form.artifact.content_template).has_remote_images) return {};
  return html::format(
      "<label for=\"remote_images\">Images from other sites</label>\n"
      "<select id=\"remote_images\" name=\"remoteImages\" aria-describedby=\"images-hint\">\n"
      "{}{}{}</select>\n"
      "<p class=\"hint\" id=\"images-hint\">Loading an image tells its site that somebody opened "
      "the link.</p>\n",
      choice({}, "Default", form.remote_images.empty()),
      choice("click", "Load when clicked", form.remote_images == "click"),
      choice("off", "Never load", form.remote_images == "off"));
}

Html never_choice(std::string_view chosen, bool may_never_expire) {
  return may_never_expire ? choice("never", "Never", chosen == "never") : Html();
}

// Begins with the present expiry of the link, unless that has passed or is no longer possible.
Html changed_expiry_choice(const LinkExpiryForm& form) {
  const core::ShareLink& link = form.link.link;
  const bool has_reached_views =
      form.link.max_views && form.link.view_count >= *form.link.max_views;
  const bool has_passed =
      form.link.has_ended && !has_reached_views && link.expires_at == link.own_end;
  const bool is_kept = link.own_end ? !has_passed : form.may_never_expire;
  const std::string present = link.own_end ? link.own_end->rfc3339() : "never";
  const std::string_view usual = is_kept ? std::string_view(present) : "7d";
  const std::string_view chosen = form.expires_in.empty() ? usual : form.expires_in;
  Html first = never_choice(chosen, form.may_never_expire);
  if (is_kept && link.own_end) {
    first = html::format(
        "{}{}",
        choice(present, html::readable_moment_text(*link.own_end) + " (now)", chosen == present),
        first);
  }
  return expiry_choice(first, chosen);
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

}  // namespace

Html new_share_link_page(const NewLinkForm& form) {
  return frame(
      {"Create share link", Section::artifacts, form.viewer,
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
           breadcrumb(form.artifact), path_of(form.artifact.id, "/shares/new"),
           form_token_field(form.viewer.form_token), problem(form.problem),
           expiry_choice(never_choice(form.expires_in, form.may_never_expire), form.expires_in),
           artifact_field(form.artifact, form.extends_artifact), form.password, form.max_views,
           images_field(form), download_field(form), path_of(form.artifact.id))});
}

Html change_share_link_page(const LinkExpiryForm& form) {
  return frame(
      {"Change expiry", Section::artifacts, form.viewer,
       html::format("{}<h1>Change expiry</h1>\n"
                    "<p>You are changing {}. Its URL stays the same.</p>\n"
                    "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
                    "{}{}"
                    "<label for=\"expires_in\">Expiry</label>\n"
                    "{}{}"
                    "<div class=\"actions\"><button>Change expiry</button>\n"
                    "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
                    "</form>\n",
                    breadcrumb(form.artifact), link_named(form.link),
                    path_of_link(form.link, "/edit"), form_token_field(form.viewer.form_token),
                    problem(form.problem), changed_expiry_choice(form),
                    artifact_field(form.artifact, form.extends_artifact),
                    path_of(form.artifact.id))});
}

Html revoke_share_link_page(const Viewer& viewer, const core::Artifact& artifact,
                            const core::ShareLinkState& link) {
  return frame({"Revoke share link", Section::artifacts, viewer,
                html::format("{}<h1>Revoke this share link?</h1>\n"
                             "<p>This permanently disables {}. You cannot undo this.</p>\n"
                             "<form method=\"post\" action=\"{}\" class=\"actions\">\n"
                             "{}<button class=\"danger\">Revoke link</button>\n"
                             "<a class=\"button quiet\" href=\"{}\">Cancel</a>\n"
                             "</form>\n",
                             breadcrumb(artifact), link_named(link), path_of_link(link, "/revoke"),
                             form_token_field(viewer.form_token), path_of(artifact.id))});
}

}  // namespace pages::dashboard
