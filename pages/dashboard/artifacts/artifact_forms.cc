#include "pages/dashboard/artifacts/artifact_forms.h"

#include "html/readable.h"
#include "pages/dashboard/artifacts/artifact_labels.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {
namespace {

using html::Html;

Html expiry_options(const ArtifactEdit& edit) {
  Html options;
  if (edit.artifact.expires_at) {
    options = html::format("<option value=\"{}\"{}>Keep: {}</option>\n", kKeepExpiry,
                           edit.expires_in == kKeepExpiry ? Html(" selected") : Html(),
                           html::readable_moment_text(*edit.artifact.expires_at));
    options += choice("", "Never", edit.expires_in.empty());
  } else {
    options = choice("", "Never", edit.expires_in.empty() || edit.expires_in == kKeepExpiry);
  }
  return expiry_choice(options, edit.expires_in);
}

Html soft_deletion(const Viewer& viewer, const core::Artifact& artifact) {
  return html::format(
      "<p>Its share links stop working immediately. You can restore the artifact and its links for "
      "30 days."
      "</p>\n"
      "<form method=\"post\" action=\"{}\" class=\"actions\">\n"
      "{}<button class=\"danger\">Delete artifact</button>\n"
      "<a class=\"button quiet\" href=\"{}\">Cancel</a>\n"
      "</form>\n"
      "<h2>Delete permanently</h2>\n",
      path_of(artifact.id, "/delete"), form_token_field(viewer.form_token), path_of(artifact.id));
}

Html permanent_deletion(const Viewer& viewer, const core::Artifact& artifact,
                        std::string_view why) {
  const std::string id = artifact.id.to_string();
  const auto title = core::display_title(artifact);
  const Html what =
      title
          ? html::format("the title, <strong dir=\"auto\">{}</strong>, or the ID, <code>{}</code>",
                         *title, id)
          : html::format("the ID, <code>{}</code>", id);
  return html::format(
      "<p>This removes the artifact and its share links immediately. You cannot undo this.</p>\n"
      "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
      "{}{}"
      "<label for=\"confirmation\">To confirm, type {}</label>\n"
      "<input id=\"confirmation\" name=\"confirmation\" required autocomplete=\"off\" "
      "spellcheck=\"false\"{}>\n"
      "<div class=\"actions\"><button class=\"danger\">Delete permanently</button></div>\n"
      "</form>\n",
      path_of(artifact.id, "/delete-permanently"), form_token_field(viewer.form_token),
      problem(why), what, why.empty() ? Html() : Html(" autofocus aria-describedby=\"problem\""));
}

}  // namespace

Html edit_artifact_page(const ArtifactEdit& edit) {
  return frame(
      {"Edit artifact", Section::artifacts, edit.viewer,
       html::format(
           "{}<h1>Edit artifact</h1>\n"
           "<form method=\"post\" action=\"{}\" class=\"fields\">\n"
           "{}{}"
           "<label for=\"title\">Title</label>\n"
           "<input id=\"title\" name=\"title\" maxlength=\"255\" dir=\"auto\" value=\"{}\">\n"
           "<label for=\"description\">Description</label>\n"
           "<textarea id=\"description\" name=\"description\" maxlength=\"2000\" dir=\"auto\">\n"
           "{}</textarea>\n"
           "<label for=\"expires_in\">Expiry</label>\n"
           "{}"
           "<p class=\"hint\">Share links stop working when the artifact expires. You can still "
           "view it here and change its expiry.</p>\n"
           "<div class=\"actions\"><button>Save changes</button>\n"
           "<a class=\"button quiet\" href=\"{}\">Cancel</a></div>\n"
           "</form>\n",
           breadcrumb(edit.artifact), path_of(edit.artifact.id, "/edit"),
           form_token_field(edit.viewer.form_token), problem(edit.problem), edit.title,
           edit.description, expiry_options(edit), path_of(edit.artifact.id))});
}

Html delete_artifact_page(const Viewer& viewer, const core::Artifact& artifact,
                          std::string_view problem) {
  const bool is_deleted = artifact.status == core::ArtifactStatus::deleted;
  return frame({"Delete artifact", Section::artifacts, viewer,
                html::format("{}<h1>{}</h1>\n{}{}", breadcrumb(artifact),
                             is_deleted ? "Delete permanently?" : "Delete this artifact?",
                             is_deleted ? Html() : soft_deletion(viewer, artifact),
                             permanent_deletion(viewer, artifact, problem))});
}

}  // namespace pages::dashboard
