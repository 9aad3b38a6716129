#include "pages/dashboard/share_link_forms.h"

#include <string>

#include "pages/dashboard/artifact_labels.h"
#include "pages/dashboard/choices.h"
#include "pages/readable_date.h"

namespace pages::dashboard {
namespace {

std::string path_of_link(const core::ShareLinkState& link, std::string_view rest) {
  return path_of(link.link.artifact, "/shares/" + link.link.id.to_string() + std::string(rest));
}

Html download_field(const NewLinkForm& form) {
  if (form.artifact.content_template != core::Template::pdf) return {};
  return html(
      "<label class=\"choice\"><input type=\"checkbox\" name=\"allow_download\" "
      "value=\"yes\"{}> Viewers may download the PDF</label>\n",
      form.allow_download ? Html(" checked") : Html());
}

// Which of an artifact's links is meant.
Html link_named(const core::ShareLinkState& link) {
  return html("the link that was made {} and works until {}", readable_moment(link.link.created_at),
              readable_moment(link.link.expires_at));
}

}  // namespace

Html new_share_link_page(const NewLinkForm& form) {
  return frame(
      {"Make a link", Section::artifacts, form.viewer,
       html("{}<h1>Make a link</h1>\n"
            "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
            "{}{}"
            "<label for=\"expires_in\">Ends</label>\n"
            "{}"
            "<label for=\"password\">Password</label>\n"
            "<input id=\"password\" name=\"password\" maxlength=\"128\" autocomplete=\"off\" "
            "spellcheck=\"false\" aria-describedby=\"password-hint\">\n"
            "<p class=\"hint\" id=\"password-hint\">Whoever opens the link is asked for it. Leave "
            "it empty for none. It is not shown again.</p>\n"
            "<label for=\"max_views\">Most views</label>\n"
            "<input id=\"max_views\" name=\"max_views\" inputmode=\"numeric\" maxlength=\"7\" "
            "value=\"{}\" aria-describedby=\"views-hint\">\n"
            "<p class=\"hint\" id=\"views-hint\">After so many the link ends. Leave it empty for "
            "any number.</p>\n"
            "{}"
            "<div class=\"actions\"><button>Make the link</button>\n"
            "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
            "</form>\n",
            way_back_to(form.artifact), path_of(form.artifact.id, "/shares/new"),
            form_token_field(form.viewer.form_token), problem(form.problem),
            expiry_choice({}, form.expires_in), form.max_views, download_field(form),
            path_of(form.artifact.id))});
}

Html change_share_link_page(const Viewer& viewer, const core::Artifact& artifact,
                            const core::ShareLinkState& link, std::string_view why) {
  return frame({"Change a link", Section::artifacts, viewer,
                html("{}<h1>Change when a link ends</h1>\n"
                     "<p>This is {}. Its address stays the same.</p>\n"
                     "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
                     "{}{}"
                     "<label for=\"expires_in\">Ends</label>\n"
                     "{}"
                     "<div class=\"actions\"><button>Save</button>\n"
                     "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
                     "</form>\n",
                     way_back_to(artifact), link_named(link), path_of_link(link, "/edit"),
                     form_token_field(viewer.form_token), problem(why), expiry_choice({}, "7d"),
                     path_of(artifact.id))});
}

Html revoke_share_link_page(const Viewer& viewer, const core::Artifact& artifact,
                            const core::ShareLinkState& link) {
  return frame({"Revoke a link", Section::artifacts, viewer,
                html("{}<h1>Revoke this link?</h1>\n"
                     "<p>This is {}. Nobody can open it any more, at once and for good.</p>\n"
                     "<form method=\"post\" action=\"{}\" class=\"actions\">\n"
                     "{}<button class=\"danger\">Revoke</button>\n"
                     "<a class=\"button quiet\" href=\"{}\">Keep it</a>\n"
                     "</form>\n",
                     way_back_to(artifact), link_named(link), path_of_link(link, "/revoke"),
                     form_token_field(viewer.form_token), path_of(artifact.id))});
}

}  // namespace pages::dashboard
