// GET /dashboard/artifacts/{artifact_id}/history, one version at …/history/{version} with its page
// at …/preview, its PDF at …/preview/file?download=1, the rows of its table at
// …/preview/rows?format=csv and how it differs from another at …/changes?from=…, and POST …/restore
// and …/erase
#include <algorithm>
#include <string>
#include <utility>

#include "app/artifact_previews.h"
#include "app/artifact_versions.h"
#include "app/share_link_lists.h"
#include "core/text/text.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "handlers/file_response.h"
#include "handlers/page_response.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "pages/share_page.h"
#include "templates/differences/difference_forms.h"
#include "templates/registry.h"

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

Html restore_form(const pages::SignedInUser& user, const core::ArtifactId& id,
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
  const Html note =
      version.note ? html::format("<span dir=\"auto\">{}</span>", *version.note) : Html();
  return html::format(
      "<tr><th scope=\"row\">{}</th><td data-label=\"Made\">{}</td>"
      "<td data-label=\"By\"><span dir=\"auto\">{}</span></td><td data-label=\"Changed\">{}</td>"
      "<td data-label=\"Note\">{}</td></tr>\n",
      name, html::readable_moment(version.created_at), core::to_words(version.author),
      html::changes_in_words(version), note);
}

Html table_of(const core::ArtifactId& id, const std::vector<core::Version>& versions) {
  Html rows;
  for (const core::Version& version : versions) rows += row(id, version);
  return html::format(
      "<div class=\"list-frame\" tabindex=\"0\" role=\"region\" aria-label=\"Versions\">\n"
      "<table class=\"list versions\">\n"
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
      pages::frame("History", pages::Section::artifacts, signed_in_user(context),
                   html::format("{}<h1>History</h1>\n{}"
                                "<p class=\"hint\">Each change of the content, the title or "
                                "the description makes a version.</p>\n"
                                "{}{}",
                                breadcrumb(*artifact), pages::done_note(notice_of(context.request)),
                                table_of(artifact->id, list->versions), older)));
}

// The links that stop working with the version.
Html links_note(std::int64_t links) {
  if (links == 0) return {};
  return html::format(
      "<p><strong>{} share {} this version and will stop working.</strong> You can change "
      "{} to show another version.</p>\n",
      html::group_thousands(links), links == 1 ? "link shows" : "links show",
      links == 1 ? "it" : "them");
}

Html erase_form(const Context& context, const core::ArtifactId& id, core::VersionNumber number) {
  return html::format(
      "<details class=\"erasure\">\n<summary>Erase this version…</summary>\n"
      "<p>This removes its content, title, description and note for good, for instance because of "
      "a secret in it. That it existed remains in the history.</p>\n"
      "{}<form method=\"post\" action=\"{}\">{}<button class=\"danger\">Erase version "
      "{}</button></form>\n"
      "</details>\n",
      links_note(context.app.share_link_lists.count_at(context.principal, id, number)),
      path_of_version(id, number, "/erase"),
      pages::form_token_field(signed_in_user(context).form_token), number.to_string());
}

// The versions that a form offers: the newest ones, and the nearest before this one.
struct VersionChoices {
  std::vector<core::Version> versions;  // newest first, without erased ones
  bool are_all = true;
};

VersionChoices choices_beside(const Context& context, const app::ArtifactVersion& found) {
  const core::ArtifactId& id = found.artifact.id;
  const core::VersionNumber number = found.version.number;
  auto newest =
      context.app.artifact_versions.list(context.principal, id, std::nullopt, kVersionsPerPage);
  auto before =
      context.app.artifact_versions.list_before(context.principal, id, number, kVersionsPerPage);
  // It may have been removed since it was found.
  if (!newest || !before || newest->versions.empty()) return {};
  VersionChoices choices{.versions = std::move(newest->versions),
                         .are_all = !newest->next_cursor.has_value()};
  const core::VersionNumber last = choices.versions.back().number;
  for (core::Version& version : *before)
    if (version.number < last) choices.versions.push_back(std::move(version));
  std::erase_if(choices.versions, [&](const core::Version& version) {
    return version.erased_at || version.number == number;
  });
  return choices;
}

// The version to compare with: the one that was asked for, by its number or by a choice, otherwise
// the one before, or the one after the first.
std::optional<core::VersionNumber> compared_version(const Context& context,
                                                    core::VersionNumber number,
                                                    const VersionChoices& choices) {
  for (const std::string_view field : {"number", "from"}) {
    const auto text = context.request.query(field);
    if (text && !text->empty()) return core::VersionNumber::parse(*text);
  }
  const std::vector<core::Version>& all = choices.versions;
  if (all.empty()) return std::nullopt;
  const auto before = std::find_if(all.begin(), all.end(), [&](const core::Version& version) {
    return version.number < number;
  });
  return before == all.end() ? all.back().number : before->number;
}

// A note as long as a choice has room for.
std::string beginning_of(const std::string& note) {
  constexpr std::size_t kMost = 40;
  const std::string_view beginning = core::first_code_points(note, kMost);
  return beginning.size() == note.size() ? note : std::string(core::trim(beginning)) + "…";
}

Html choice_of(const core::Version& version, bool is_chosen) {
  std::string text =
      version.number.to_string() + ", of " + html::readable_moment_text(version.created_at);
  if (version.note) text += ": " + beginning_of(*version.note);
  return pages::choice(version.number.to_string(), text, is_chosen, version.created_at);
}

Html compare_form(const core::ArtifactId& id, core::VersionNumber number,
                  const VersionChoices& choices, std::optional<core::VersionNumber> from) {
  Html options;
  bool is_listed = false;
  for (const core::Version& version : choices.versions) {
    options += choice_of(version, version.number == from);
    is_listed |= version.number == from;
  }
  const Html number_field =
      choices.are_all
          ? Html()
          : html::format(
                "<label for=\"number\">or number</label>\n"
                "<input id=\"number\" name=\"number\" inputmode=\"numeric\" maxlength=\"10\" "
                "autocomplete=\"off\" value=\"{}\">\n",
                is_listed || !from ? std::string() : from->to_string());
  return html::format(
      "<form method=\"get\" action=\"{}\" class=\"compare\">\n"
      "<label for=\"from\">Compare with version</label>\n"
      "<select id=\"from\" name=\"from\">\n{}</select>\n{}<button "
      "class=\"quiet\">Compare</button></form>\n",
      path_of_version(id, number), options, number_field);
}

// How two versions differ, the later one as what has changed, in a frame that is loaded when it is
// seen.
Html comparison(const core::ArtifactId& id, core::VersionNumber one, core::VersionNumber other) {
  const auto [from, to] = std::minmax(one, other);
  return html::format(
      "<section class=\"preview changes\" aria-label=\"Changes\">\n"
      "<iframe src=\"{}?from={}\" title=\"Changes\" loading=\"lazy\"></iframe>\n</section>\n",
      path_of_version(id, to, "/changes"), from.to_string());
}

// Compares it with another version, at first with the one before.
Html changes_of(const Context& context, const app::ArtifactVersion& found) {
  const core::ArtifactId& id = found.artifact.id;
  const core::VersionNumber number = found.version.number;
  const VersionChoices choices = choices_beside(context, found);
  if (choices.versions.empty()) return {};
  const auto from = compared_version(context, number, choices);
  const bool is_asked = context.request.query("from") || context.request.query("number");
  const auto other =
      from ? context.app.artifact_versions.find(context.principal, id, *from, Content::without)
           : core::Result<app::ArtifactVersion>(not_found());
  std::string title = "Compare with another version";
  Html shown;
  if (!from) {
    shown = pages::problem_note("Give the number of a version.");
  } else if (*from == number) {
    shown = pages::problem_note("That is this version; choose another one.");
  } else if (!other) {
    shown = pages::problem_note(sentence(other.error().message));
  } else {
    title = (*from < number ? "Changes since version " : "Changes from this version to version ") +
            from->to_string();
    shown = comparison(id, *from, number);
  }
  return html::format("<details{}>\n<summary>{}</summary>\n{}{}</details>\n",
                      is_asked ? Html(" open") : Html(), title,
                      compare_form(id, number, choices, from), shown);
}

std::string title_of(const core::Artifact& artifact, core::VersionNumber number) {
  return "Version " + number.to_string() + " of " + label_of(artifact);
}

Html title_of_page(const core::Artifact& artifact, core::VersionNumber number) {
  return html::format(
      "<p class=\"breadcrumb\"><a href=\"{}\" dir=\"auto\">{}</a> <a href=\"{}\">History</a></p>\n"
      "<h1>Version {} of <span dir=\"auto\">{}</span></h1>\n",
      path_of(artifact.id), label_of(artifact), path_of(artifact.id, "/history"),
      number.to_string(), label_of(artifact));
}

Html preview_of(const app::ArtifactVersion& found) {
  const core::ArtifactId& id = found.artifact.id;
  const core::VersionNumber number = found.version.number;
  const std::string path = path_of_version(id, number, "/preview");
  return html::format(
      "<section class=\"preview\" aria-label=\"Preview\">\n"
      "<iframe src=\"{}\" title=\"Version {}\" loading=\"lazy\"></iframe>\n"
      "<p class=\"hint\"><a href=\"{}\" target=\"_blank\">Open preview in a new tab</a>{}</p>\n"
      "</section>\n",
      path, number.to_string(), path,
      templates::definition_of(found.artifact.content_template).has_file
          ? html::format(" · <a href=\"{}/file?download=1\">Download PDF</a>", path)
          : Html());
}

fcgi::Response version_page(const Context& context, int status, const app::ArtifactVersion& found,
                            std::string_view problem) {
  const pages::SignedInUser user = signed_in_user(context);
  const core::Version& version = found.version;
  const core::ArtifactId& id = found.artifact.id;
  const Html current =
      version.is_current ? Html(" <span class=\"badge good\">Current</span>") : Html();
  return page(
      status,
      pages::frame(
          title_of(found.artifact, version.number), pages::Section::artifacts, user,
          html::format(
              "{}{}<p>{}{}</p>\n{}"
              "<div class=\"actions\">\n{}<a class=\"button quiet\" href=\"{}?version={}\">Create "
              "a link to this version</a>\n</div>\n"
              "<div class=\"version\">\n{}{}{}</div>\n",
              title_of_page(found.artifact, version.number), pages::problem_note(problem),
              origin_of(version), current, note_of(version),
              version.is_current ? Html() : restore_form(user, id, version.number),
              path_of(id, "/shares/new"), version.number.to_string(), changes_of(context, found),
              preview_of(found),
              version.is_current ? Html() : erase_form(context, id, version.number))));
}

// In place of a version that was erased, which is refused otherwise.
core::Result<fcgi::Response> erased_page(const Context& context, const core::Error& error) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  const core::VersionNumber number = version_number(context.request);
  const auto found = context.app.artifact_versions.list_before(
      context.principal, artifact->id, core::VersionNumber(number.value() + 1), 1);
  if (!found) return found.error();
  if (found->empty()) return error;
  const core::Version& version = found->front();
  if (!version.erased_at) return error;
  return page(
      core::http_status(error.code),
      pages::frame(title_of(*artifact, number), pages::Section::artifacts, signed_in_user(context),
                   html::format("{}<p>{}</p>\n"
                                "<p class=\"problem\">This version was erased {}: its content, "
                                "title, description and note are gone. Share links that stay at "
                                "it do not work.</p>\n",
                                title_of_page(*artifact, number), origin_of(version),
                                html::readable_moment(*version.erased_at))));
}

core::Result<app::ArtifactVersion> version_in_path(const Context& context, Content content) {
  auto found = context.app.artifact_versions.find(context.principal, artifact_id(context.request),
                                                  version_number(context.request), content);
  if (!found) return page_problem(found.error());
  return found;
}

core::Result<fcgi::Response> show_version(const Context& context) {
  const auto found = version_in_path(context, Content::without);
  if (found) return version_page(context, 200, *found, {});
  if (found.error().code != core::ErrorCode::version_erased) return found.error();
  return erased_page(context, found.error());
}

core::Result<fcgi::Response> preview_version(const Context& context) {
  const auto found = version_in_path(context, Content::without);
  if (!found) return found.error();
  const core::Template content_template = found->artifact.content_template;
  const auto rendered = context.app.artifact_previews.page(context.principal, *found);
  if (!rendered) return rendered.error();
  const templates::RenderedContent& shown = *rendered->entry;
  const std::string path = path_of_version(found->artifact.id, found->version.number, "/preview");
  const bool is_table = content_template == core::Template::table;
  fcgi::Response response = preview_page(
      pages::share_page(context.configuration.installation,
                        {.content_template = content_template,
                         .title = found->version.title,
                         .description = found->version.description,
                         .created_at = found->artifact.created_at,
                         .version = found->version.number,
                         .version_at = found->version.created_at,
                         .is_pinned = true,
                         .link_expires_at = std::nullopt,
                         .file_path = path + "/file",
                         .rows_path = is_table ? path + "/rows" : std::string(),
                         .csv_path = is_table ? path + "/rows?format=csv" : std::string(),
                         .allow_download = false,
                         .is_preview = true},
                        shown),
      {shown.document_origin, shown.has_remote_images, shown.has_data_images});
  response.keep_until_written(rendered->turn);
  return response;
}

core::Result<fcgi::Response> preview_file_of_version(const Context& context) {
  const auto found = version_in_path(context, Content::without);
  if (!found) return found.error();
  const auto file = context.app.artifact_previews.file(context.principal, *found);
  if (!file) return page_problem(file.error());
  const bool is_download = context.request.query("download") == "1";
  fcgi::Response response =
      pdf_response(context.request, **file, found->version.title,
                   is_download ? Disposition::attachment : Disposition::shown_inline);
  add_preview_file_headers(response);
  return response;
}

core::Result<fcgi::Response> preview_rows_of_version(const Context& context) {
  const auto found = version_in_path(context, Content::without);
  if (!found) return found.error();
  const rendering::Form form = form_of_rows(context.request);
  const auto rows = context.app.artifact_previews.text(context.principal, *found, form);
  if (!rows) return page_problem(rows.error());
  fcgi::Response response = rows_response(form, *rows->entry, found->version.title, rows->turn);
  add_preview_file_headers(response);
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
  fcgi::Response response =
      preview_page(pages::page_beside(context.configuration.installation,
                                      "Changes from version " + compared->from.to_string() +
                                          " to version " + compared->to.to_string(),
                                      {}, *rendered->entry, html::Language::english,
                                      pages::Presentation::embedded),
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
                        const auto found = version_in_path(context, Content::without);
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
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/preview/file",
            .access = Access::user},
           preview_file_of_version},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/preview/rows",
            .access = Access::user},
           preview_rows_of_version},
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
