// GET /dashboard/artifacts/{artifact_id}/history, one version at …/history/{version} with its page
// at …/preview and what it has changed at …/changes, and POST …/restore and …/erase
#include <string>
#include <utility>

#include "app/artifact_previews.h"
#include "app/artifact_versions.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "pages/share_page.h"
#include "templates/differences/difference_forms.h"

namespace handlers::dashboard {
namespace {

using html::Html;

constexpr int kVersionsPerPage = 50;

std::string path_of_version(const core::ArtifactId& id, core::VersionNumber number,
                            std::string_view rest = {}) {
  return path_of(id, "/history/" + number.to_string() + std::string(rest));
}

Html origin_of(const core::Version& version) {
  const bool is_first = version.number == core::kFirstVersion;
  return html::format("{} {} by <span dir=\"auto\">{}</span>{}", is_first ? "Created" : "Made",
                      html::readable_moment(version.created_at), core::to_words(version.author),
                      is_first ? std::string() : ". Changed: " + html::changes_in_words(version));
}

Html note_of(const core::Version& version) {
  return version.note ? html::format("<p dir=\"auto\">{}</p>\n", *version.note) : Html();
}

Html restore_form(const pages::Viewer& user, const core::ArtifactId& id,
                  core::VersionNumber number) {
  return html::format(
      "<form method=\"post\" action=\"{}\">{}<button>Restore this version</button></form>\n",
      path_of_version(id, number, "/restore"), pages::form_token_field(user.form_token));
}

Html row(const core::ArtifactId& id, const core::Version& version) {
  const std::string number = version.number.to_string();
  Html name = version.erased_at ? Html::text(number)
                                : html::format("<a href=\"{}\">{}</a>",
                                               path_of_version(id, version.number), number);
  if (version.is_current) name += " <span class=\"badge good\">Current</span>";
  if (version.erased_at)
    name += html::format(" <span class=\"badge bad\">Erased</span> {}",
                         html::readable_date(*version.erased_at));
  return html::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td dir=\"auto\">{}</td><td>{}</td>"
      "<td dir=\"auto\">{}</td></tr>\n",
      name, html::readable_moment(version.created_at), core::to_words(version.author),
      html::changes_in_words(version), version.note.value_or(""));
}

Html table_of(const core::ArtifactId& id, const std::vector<core::Version>& versions) {
  Html rows;
  for (const core::Version& version : versions) rows += row(id, version);
  return html::format(
      "<div class=\"list-frame\" tabindex=\"0\" role=\"region\" aria-label=\"Versions\">\n"
      "<table class=\"list\">\n"
      "<thead><tr><th scope=\"col\">Version</th><th scope=\"col\">Made</th>"
      "<th scope=\"col\">By</th><th scope=\"col\">Changed</th><th "
      "scope=\"col\">Note</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      rows);
}

core::Result<fcgi::Response> show_history(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  const auto list = context.app.artifact_versions.list(
      context.principal, artifact->id, context.request.query("cursor"), kVersionsPerPage);
  if (!list) return page_problem(list.error());
  Html older;
  if (list->next_cursor) {
    older = html::format(
        "<p class=\"actions\"><a class=\"button quiet\" rel=\"next\" "
        "href=\"{}?cursor={}\">Older</a></p>\n",
        path_of(artifact->id, "/history"), *list->next_cursor);
  }
  return page(
      200,
      pages::frame("History", pages::Section::artifacts, viewer(context),
                   html::format("{}<h1>History</h1>\n{}"
                                "<p class=\"hint\">Each change of the content, the title or "
                                "the description makes a version.</p>\n"
                                "{}{}",
                                breadcrumb(*artifact), pages::done_note(notice_of(context.request)),
                                table_of(artifact->id, list->versions), older)));
}

Html erase_form(const pages::Viewer& user, const core::ArtifactId& id, core::VersionNumber number) {
  return html::format(
      "<details>\n<summary>Erase this version…</summary>\n"
      "<p>This removes its content, title, description and note for good, for instance because of "
      "a "
      "secret in it. That it existed remains in the history.</p>\n"
      "<form method=\"post\" action=\"{}\">{}<button class=\"danger\">Erase version "
      "{}</button></form>\n"
      "</details>\n",
      path_of_version(id, number, "/erase"), pages::form_token_field(user.form_token),
      number.to_string());
}

// Compares it with another version, at first with the one before, in a frame that is loaded when it
// is asked for.
Html changes_of(const Context& context, const app::ArtifactVersion& found) {
  const core::VersionNumber number = found.version.number;
  const auto list = context.app.artifact_versions.list(context.principal, found.artifact.id,
                                                       std::nullopt, kVersionsPerPage);
  if (!list) return {};
  const auto chosen = core::VersionNumber::parse(context.request.query("from").value_or(""));
  core::VersionNumber from = chosen.value_or(core::VersionNumber(number.value() - 1));
  Html choices;
  bool is_listed = false;
  for (const core::Version& version : list->versions) {
    if (version.erased_at || version.number == number) continue;
    // Newest first: without a choice, the newest before this one.
    if (!chosen && !is_listed && version.number < number) from = version.number;
    is_listed |= version.number == from;
    choices += pages::choice(version.number.to_string(), version.number.to_string(),
                             version.number == from);
  }
  if (!is_listed) return {};
  return html::format(
      "<details{}>\n<summary>Changes since version {}</summary>\n"
      "<form method=\"get\" action=\"{}\" class=\"compare\">\n"
      "<label for=\"from\">Compare with version</label> "
      "<select id=\"from\" name=\"from\">\n{}</select> <button "
      "class=\"quiet\">Compare</button></form>\n"
      "<section class=\"preview\" aria-label=\"Changes\">\n"
      "<iframe src=\"{}?from={}\" title=\"Changes\" loading=\"lazy\"></iframe>\n</section>\n"
      "</details>\n",
      chosen ? Html(" open") : Html(), from.to_string(), path_of_version(found.artifact.id, number),
      choices, path_of_version(found.artifact.id, number, "/changes"), from.to_string());
}

fcgi::Response version_page(const Context& context, int status, const app::ArtifactVersion& found,
                            std::string_view problem) {
  const pages::Viewer user = viewer(context);
  const core::Version& version = found.version;
  const core::ArtifactId& id = found.artifact.id;
  const std::string number = version.number.to_string();
  return page(
      status,
      pages::frame(
          "Version " + number, pages::Section::artifacts, user,
          html::format(
              "<p class=\"breadcrumb\"><a href=\"{}\">History</a></p>\n"
              "<h1>Version {}</h1>\n{}<p>{}</p>\n{}"
              "<div class=\"actions\">\n{}</div>\n{}"
              "<section class=\"preview\" aria-label=\"Preview\">\n"
              "<iframe src=\"{}\" title=\"Version {}\" loading=\"lazy\"></iframe>\n</section>\n{}",
              path_of(id, "/history"), number, pages::problem_note(problem), origin_of(version),
              note_of(version),
              html::format("{}<a class=\"button quiet\" "
                           "href=\"{}?version={}\">Create a link to this version</a>\n",
                           version.is_current ? Html("<p>This is the current version.</p>")
                                              : restore_form(user, id, version.number),
                           path_of(id, "/shares/new"), number),
              changes_of(context, found), path_of_version(id, version.number, "/preview"), number,
              version.is_current ? Html() : erase_form(user, id, version.number))));
}

core::Result<app::ArtifactVersion> version_in_path(const Context& context) {
  auto found = context.app.artifact_versions.find(context.principal, artifact_id(context.request),
                                                  version_number(context.request));
  if (!found) return page_problem(found.error());
  return found;
}

core::Result<fcgi::Response> show_version(const Context& context) {
  const auto found = version_in_path(context);
  if (!found) return found.error();
  return version_page(context, 200, *found, {});
}

core::Result<fcgi::Response> preview_version(const Context& context) {
  const auto found = version_in_path(context);
  if (!found) return found.error();
  const auto content = core::JsonTree::parse(found->version.content);
  if (!content) return content.error();
  const core::Template content_template = found->artifact.content_template;
  const auto rendered =
      context.app.artifact_previews.draft(context.principal, content_template, *content);
  if (!rendered) return rendered.error();
  const templates::RenderedContent& shown = *rendered->entry;
  fcgi::Response response =
      preview_page(pages::share_page(context.configuration.installation,
                                     {.content_template = content_template,
                                      .title = found->version.title,
                                      .description = found->version.description,
                                      .created_at = found->artifact.created_at,
                                      .version = found->version.number,
                                      .version_at = found->version.created_at,
                                      .is_pinned = true,
                                      .link_expires_at = std::nullopt,
                                      .file_path = {},
                                      .rows_path = {},
                                      .csv_path = {},
                                      .allow_download = false,
                                      .is_preview = true},
                                     shown),
                   {shown.document_origin, shown.has_remote_images, shown.has_data_images});
  response.keep_until_written(rendered->turn);
  return response;
}

core::Result<fcgi::Response> preview_changes(const Context& context) {
  const auto compared = context.app.artifact_versions.compare(
      context.principal, artifact_id(context.request), version_number(context.request),
      core::VersionNumber::parse(context.request.query("from").value_or("")));
  if (!compared) return page_problem(compared.error());
  const auto text = core::JsonTree::parse(templates::to_document(compared->difference));
  if (!text) return text.error();
  const auto rendered =
      context.app.artifact_previews.draft(context.principal, core::Template::markdown, *text);
  if (!rendered) return rendered.error();
  fcgi::Response response = preview_page(
      pages::page_beside(context.configuration.installation,
                         "Since version " + compared->from.to_string(), {}, *rendered->entry),
      {});
  response.keep_until_written(rendered->turn);
  return response;
}

core::Result<fcgi::Response> restore_version(const Context& context) {
  const core::ArtifactId& id = artifact_id(context.request);
  const auto restored = context.app.artifact_versions.restore(context.principal, id,
                                                              version_number(context.request), {});
  if (restored) return redirect(with_notice(path_of(id), Notice::version_restored));
  return form_refusal(page_problem(restored.error()),
                      [&](int status, std::string_view problem) -> core::Result<fcgi::Response> {
                        const auto found = version_in_path(context);
                        if (!found) return found.error();
                        return version_page(context, status, *found, problem);
                      });
}

core::Result<fcgi::Response> erase_version(const Context& context) {
  const core::ArtifactId& id = artifact_id(context.request);
  const auto erased =
      context.app.artifact_versions.erase(context.principal, id, version_number(context.request));
  if (!erased) return page_problem(erased.error());
  return redirect(with_notice(path_of(id, "/history"), erased->same_content.empty()
                                                           ? Notice::version_erased
                                                           : Notice::version_erased_has_copies));
}

}  // namespace

std::vector<Endpoint> history_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/history",
            .access = Access::user},
           show_history},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}",
            .access = Access::user},
           show_version},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/preview",
            .access = Access::user},
           preview_version},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/changes",
            .access = Access::user},
           preview_changes},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/restore",
            .access = Access::user,
            .adds = true},
           restore_version},
          {{.method = Method::post,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/erase",
            .access = Access::user},
           erase_version}};
}

}  // namespace handlers::dashboard
