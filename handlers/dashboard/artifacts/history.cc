// GET /dashboard/artifacts/{artifact_id}/history, one version at …/history/{version} with its page
// at …/preview, its PDF at …/preview/file?download=1, the rows of its table at
// …/preview/rows?format=csv, the document of a web page at …/preview/document, and POST …/restore
// and …/erase
#include <algorithm>
#include <string>
#include <utility>

#include "app/artifact_previews.h"
#include "app/artifact_versions.h"
#include "app/share_link_lists.h"
#include "core/text/text.h"
#include "handlers/dashboard/artifacts/history.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/document_response.h"
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
  return history_html::origin(
      {.made = is_first ? "Created" : "Made",
       .created_at = html::readable_moment(version.created_at),
       .author = core::to_words(version.author),
       .changes = is_first ? std::string() : ". Changed: " + html::changes_in_words(version)});
}

Html note_of(const core::Version& version) {
  return version.note ? history_html::note({*version.note}) : Html();
}

Html restore_form(const Context& context, const core::ArtifactId& id, core::VersionNumber number) {
  return history_html::restore_form({.restore_path = path_of_version(id, number, "/restore"),
                                     .form_token = form_token_field(context)});
}

// What can be done with one at once; its page has the rest.
Html row_actions(const Context& context, const core::ArtifactId& id, const core::Version& version) {
  const std::string number = version.number.to_string();
  Html actions;
  if (version.erased_at) return actions;
  if (version.number != core::kFirstVersion) {
    actions +=
        history_html::compare_link({.path = path_of_version(id, version.number), .number = number});
  }
  if (!version.is_current) {
    actions += history_html::restore_in_row(
        {.restore_path = path_of_version(id, version.number, "/restore"),
         .form_token = form_token_field(context),
         .number = number});
  }
  return actions;
}

Html row(const Context& context, const core::ArtifactId& id, const core::Version& version,
         std::string_view changes) {
  const std::string number = version.number.to_string();
  Html name = version.erased_at
                  ? Html::text(number)
                  : history_html::version_link(
                        {.path = path_of_version(id, version.number), .number = number});
  if (version.erased_at) name += history_html::erased({html::readable_date(*version.erased_at)});
  const Html note = version.note ? history_html::note_in_row({*version.note}) : Html();
  return history_html::version_row({.name = name,
                                    .made = html::readable_moment(version.created_at),
                                    .author = core::to_words(version.author),
                                    .changes = changes,
                                    .note = note,
                                    .actions = row_actions(context, id, version)});
}

Html table_of(const Context& context, const core::ArtifactId& id, const app::VersionList& list) {
  Html rows;
  for (std::size_t i = 0; i < list.versions.size(); ++i)
    rows += row(context, id, list.versions[i], list.changes[i]);
  return history_html::version_table({rows});
}

core::Result<fcgi::Response> show_history(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  const auto list = context.app.artifact_versions.history(
      context.principal, artifact->id, context.request.query("cursor"), kVersionsPerPage);
  if (!list) return page_problem(list.error());
  Html older;
  if (list->next_cursor) {
    older = history_html::older(
        {.history_path = path_of(artifact->id, "/history"), .next_cursor = *list->next_cursor});
  }
  return framed_page(context, 200, "History", pages::Section::artifacts,
                     history_html::history({.breadcrumb = breadcrumb(*artifact),
                                            .done = pages::done_note(notice_of(context.request)),
                                            .versions = table_of(context, artifact->id, *list),
                                            .older = older}));
}

// The links that stop working with the version.
Html links_note(std::int64_t links) {
  if (links == 0) return {};
  return history_html::links_note({.links = html::group_thousands(links),
                                   .show = links == 1 ? "link shows" : "links show",
                                   .them = links == 1 ? "it" : "them"});
}

Html erase_form(const Context& context, const core::ArtifactId& id, core::VersionNumber number) {
  const auto links = context.app.share_link_lists.at(context.principal, id, {number});
  return history_html::erase_form(
      {.links_note = links_note(static_cast<std::int64_t>(links.size())),
       .erase_path = path_of_version(id, number, "/erase"),
       .form_token = form_token_field(context),
       .number = number.to_string()});
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
      choices.are_all ? Html()
                      : history_html::number_field(
                            {.value = is_listed || !from ? std::string() : from->to_string()});
  return history_html::compare_form(
      {.path = path_of_version(id, number), .options = options, .number_field = number_field});
}

// How two versions differ, the later one as what has changed.
Html comparison(const Context& context, const core::Artifact& artifact, core::VersionNumber one,
                core::VersionNumber other) {
  const core::ArtifactId& id = artifact.id;
  const auto [from, to] = std::minmax(one, other);
  const auto compared = context.app.artifact_versions.compare(context.principal, id, to, from);
  if (!compared) return pages::problem_note(sentence(compared.error().message));
  Html changes = templates::to_page(compared->difference).html;
  if (templates::definition_of(artifact.content_template).has_form(templates::Form::picture)) {
    changes += pages::compared_pictures({path_of_version(id, from, "/preview/file"), from},
                                        {path_of_version(id, to, "/preview/file"), to});
  }
  return history_html::comparison({changes});
}

bool asks_for_changes(const Context& context) {
  return context.request.query("from") || context.request.query("number");
}

// Compares it with another version, at first with the one before; or the way there.
Html changes_of(const Context& context, const app::ArtifactVersion& found) {
  const core::ArtifactId& id = found.artifact.id;
  const core::VersionNumber number = found.version.number;
  const VersionChoices choices = choices_beside(context, found);
  if (choices.versions.empty()) return {};
  const auto from = compared_version(context, number, choices);
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
    if (!asks_for_changes(context))
      return history_html::way_to_changes({.path = path_of_version(id, number), .title = title});
    shown = comparison(context, found.artifact, *from, number);
  }
  return history_html::changes(
      {.title = title, .compare_form = compare_form(id, number, choices, from), .shown = shown});
}

std::string title_of(const core::Artifact& artifact, core::VersionNumber number) {
  return "Version " + number.to_string() + " of " + label_of(artifact);
}

Html title_of_page(const core::Artifact& artifact, core::VersionNumber number) {
  return history_html::title({.path = path_of(artifact.id),
                              .label = label_of(artifact),
                              .history_path = path_of(artifact.id, "/history"),
                              .number = number.to_string()});
}

Html preview_of(const app::ArtifactVersion& found) {
  const core::ArtifactId& id = found.artifact.id;
  const core::VersionNumber number = found.version.number;
  const std::string path = path_of_version(id, number, "/preview");
  return history_html::preview(
      {.path = path,
       .number = number.to_string(),
       .kind = templates::definition_of(found.artifact.content_template).has_file
                   ? history_html::download({path})
                   : Html()});
}

fcgi::Response version_page(const Context& context, int status, const app::ArtifactVersion& found,
                            std::string_view problem) {
  const core::Version& version = found.version;
  const core::ArtifactId& id = found.artifact.id;
  const Html current = version.is_current ? history_html::current() : Html();
  const Html changes = changes_of(context, found);
  const bool are_shown = asks_for_changes(context);
  return framed_page(
      context, status, title_of(found.artifact, version.number), pages::Section::artifacts,
      history_html::version(
          {.title = title_of_page(found.artifact, version.number),
           .problem = pages::problem_note(problem),
           .current = current,
           .origin = origin_of(version),
           .note = note_of(version),
           .restore_form = version.is_current ? Html() : restore_form(context, id, version.number),
           .shares_new_path = path_of(id, "/shares/new"),
           .number = version.number.to_string(),
           .way_to_changes = are_shown ? Html() : changes,
           .changes = are_shown ? changes : Html(),
           .preview = preview_of(found),
           .erase_form = version.is_current ? Html() : erase_form(context, id, version.number)}));
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
  return framed_page(
      context, core::http_status(error.code), title_of(*artifact, number),
      pages::Section::artifacts,
      history_html::erased_version({.title = title_of_page(*artifact, number),
                                    .origin = origin_of(version),
                                    .erased_at = html::readable_moment(*version.erased_at)}));
}

core::Result<app::ArtifactVersion> version_in_path(const Context& context, Content content) {
  auto found = context.app.artifact_versions.find(context.principal, artifact_id(context),
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
  const std::string frame =
      shown.has_document ? context.configuration.public_base_url + path + "/document" : "'self'";
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
                         .document_url = shown.has_document ? path + "/document" : std::string(),
                         .web_pages = context.configuration.html,
                         .allow_download = false,
                         .is_preview = true},
                        shown),
      {shown.document_origin, shown.has_remote_images, shown.has_data_images, frame});
  response.keep_until_written(rendered->turn);
  return response;
}

core::Result<fcgi::Response> preview_file_of_version(const Context& context) {
  const auto found = version_in_path(context, Content::without);
  if (!found) return found.error();
  const auto file = context.app.artifact_previews.file(context.principal, *found);
  if (!file) return page_problem(file.error());
  fcgi::Response response = artifact_file_response(context.request, *file);
  add_preview_file_headers(response, file->media_type);
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

core::Result<fcgi::Response> preview_document_of_version(const Context& context) {
  const auto found = version_in_path(context, Content::without);
  if (!found) return found.error();
  if (!is_for_frame(context.request))
    return redirect(path_of_version(found->artifact.id, found->version.number));
  const auto html =
      context.app.artifact_previews.text(context.principal, *found, rendering::Form::plain_text);
  if (!html) return page_problem(html.error());
  fcgi::Response response =
      document_response(context.configuration, context.request, html->entry->text);
  response.keep_until_written(html->turn);
  return response;
}

core::Result<fcgi::Response> restore_version(const Context& context) {
  const core::ArtifactId& id = artifact_id(context);
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
  const core::ArtifactId& id = artifact_id(context);
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
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/preview/document",
            .access = Access::user},
           preview_document_of_version},
          {{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/history/{version}/preview/rows",
            .access = Access::user},
           preview_rows_of_version},
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
