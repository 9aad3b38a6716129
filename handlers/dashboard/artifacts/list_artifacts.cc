// GET /dashboard, which leads to GET /dashboard/artifacts?search=…&template=…&status=…&cursor=…
#include "app/artifacts.h"
#include "app/share_links.h"
#include "core/configuration.h"
#include "core/text/form.h"
#include "core/text/text.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "handlers/mcp/arguments.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "templates/registry.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// A page of the list.
struct ArtifactList {
  pages::Viewer viewer;
  core::ListFilter filter;
  std::vector<core::Artifact> artifacts;
  bool is_first_page = true;
  std::int64_t passed = 0;  // number of artifacts before this page; unknown in a search
  std::optional<std::int64_t> total;
  std::string next;          // path and query of the next page; empty on the last
  std::string_view api_url;  // for the command that creates a first artifact
  std::string_view notice;   // result of the last action; may be empty
};

Html template_options(const core::ListFilter& filter) {
  Html options = pages::choice("", "All templates", !filter.content_template);
  for (const templates::TemplateDefinition* one : templates::all_templates())
    options +=
        pages::choice(core::to_string(one->id), one->label, filter.content_template == one->id);
  return options;
}

Html status_options(const core::ListFilter& filter) {
  using core::ArtifactStatus;
  Html options = pages::choice("", "Active and expired", !filter.status);
  options += pages::choice("active", "Active", filter.status == ArtifactStatus::active);
  options += pages::choice("expired", "Expired", filter.status == ArtifactStatus::expired);
  options += pages::choice("deleted", "Deleted", filter.status == ArtifactStatus::deleted);
  return options;
}

bool is_filtered(const core::ListFilter& filter) {
  return filter.content_template || filter.status || !filter.text.empty();
}

Html filter_form(const core::ListFilter& filter) {
  return html::format(
      "<form class=\"filters\" method=\"get\" action=\"/dashboard/artifacts\" role=\"search\">\n"
      "<input type=\"search\" name=\"search\" value=\"{}\" maxlength=\"1024\" "
      "placeholder=\"Search titles and text\" aria-label=\"Search titles and text\">\n"
      "<select name=\"template\" aria-label=\"Template\">\n{}</select>\n"
      "<select name=\"status\" aria-label=\"Status\">\n{}</select>\n"
      "<button class=\"quiet\">Search</button>\n"
      "{}</form>\n",
      filter.text, template_options(filter), status_options(filter),
      is_filtered(filter) ? Html("<a href=\"/dashboard/artifacts\">Clear</a>\n") : Html());
}

Html artifact_row(const core::Artifact& artifact) {
  return html::format(
      "<tr>\n"
      "<td class=\"title\"><a href=\"{}\" dir=\"auto\">{}</a></td>\n"
      "<td class=\"template\">{}</td>\n"
      "<td class=\"status\">{}</td>\n"
      "<td class=\"date created\">{}</td>\n"
      "<td class=\"date expires\" data-label=\"{}\">{}</td>\n"
      "</tr>\n",
      path_of(artifact.id), label_of(artifact),
      templates::definition_of(artifact.content_template).label, status_badge(artifact),
      html::readable_date(artifact.created_at),
      artifact.status == core::ArtifactStatus::expired ? "Expired" : "Expires",
      artifact.expires_at ? html::readable_date(*artifact.expires_at)
                          : Html("<span class=\"hint\">Never</span>"));
}

Html artifact_table(const ArtifactList& list) {
  Html rows;
  for (const core::Artifact& artifact : list.artifacts) rows += artifact_row(artifact);
  return html::format(
      "<div class=\"list-frame\" role=\"region\" aria-label=\"Artifacts\" tabindex=\"0\">\n"
      "<table class=\"list artifacts\">\n"
      "<thead><tr><th scope=\"col\">Title</th><th scope=\"col\">Template</th>"
      "<th scope=\"col\">Status</th><th scope=\"col\">Created</th>"
      "<th scope=\"col\">Expiry</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n"
      "</table>\n"
      "</div>\n",
      rows);
}

Html paging(const ArtifactList& list) {
  Html position;
  if (list.total) {
    const auto shown = static_cast<std::int64_t>(list.artifacts.size());
    position = html::format(
        "<span class=\"hint\">{} to {} of {}</span>\n", html::group_thousands(list.passed + 1),
        html::group_thousands(list.passed + shown), html::group_thousands(*list.total));
  }
  Html next;
  if (!list.next.empty())
    next = html::format("<a class=\"button quiet\" rel=\"next\" href=\"{}\">Next page</a>\n",
                        list.next);
  return html::format("<nav class=\"paging\" aria-label=\"Pages\">\n{}{}</nav>\n", position, next);
}

Html new_artifact_button() {
  return {"<a class=\"button\" href=\"/dashboard/artifacts/new\">New artifact</a>\n"};
}

bool is_welcome(const ArtifactList& list) {
  return list.artifacts.empty() && !is_filtered(list.filter) && list.is_first_page;
}

// Shown to accounts without artifacts.
Html welcome(const ArtifactList& list) {
  return html::format(
      "<div class=\"welcome\">\n"
      "<h2>Create your first artifact</h2>\n"
      "<p>Paste a text or choose a file, and share it with a link.</p>\n"
      "<p>{}</p>\n"
      "<p>Programs create artifacts with the API. Start with an API key and one request. The "
      "response has the link as <code>url</code>:</p>\n"
      "<p><a class=\"button quiet\" href=\"/dashboard/settings/keys/new\">Create New Key</a></p>\n"
      "<div class=\"to-copy\"><pre tabindex=\"0\" aria-label=\"Command\"><code>curl "
      "{}/artifacts/share \\\n"
      "  -H \"Authorization: Bearer YOUR_KEY\" \\\n"
      "  -H \"Content-Type: application/json\" \\\n"
      "  -d '{\"template\": \"markdown\", \"title\": \"Hello\", "
      "\"content\": {\"text\": \"# Hello\"}}'</code></pre></div>\n"
      "<p class=\"hint\"><a href=\"/docs\">API reference</a></p>\n"
      "</div>\n",
      new_artifact_button(), list.api_url);
}

Html empty_state(std::string_view text) {
  return html::format("<div class=\"empty\"><p>{}</p></div>\n", text);
}

// Shown if there are no matches, or none in what was searched so far.
Html nothing_found(const ArtifactList& list) {
  if (!list.next.empty()) {
    return html::format(
        "<div class=\"empty\"><p>No matches so far. Older artifacts have not been searched yet.</p>"
        "<a class=\"button quiet\" rel=\"next\" href=\"{}\">Search older artifacts</a></div>\n",
        list.next);
  }
  if (!list.is_first_page) return empty_state("No more artifacts.");
  if (!list.filter.text.empty())
    return empty_state("No artifacts with “" + list.filter.text + "” in their title or text.");
  if (list.filter.status == core::ArtifactStatus::deleted)
    return empty_state("No deleted artifacts. Deleted artifacts can be restored for 30 days.");
  return empty_state("No matching artifacts.");
}

Html list_content(const ArtifactList& list) {
  if (list.artifacts.empty()) {
    return is_welcome(list) ? welcome(list) : nothing_found(list);
  }
  Html shown = artifact_table(list);
  shown += paging(list);
  return shown;
}

Html artifact_list_page(const ArtifactList& list) {
  return pages::frame(
      "Artifacts", pages::Section::artifacts, list.viewer,
      html::format("<div class=\"title-row\">\n<h1>Artifacts</h1>\n{}</div>\n{}{}{}",
                   is_welcome(list) ? Html() : new_artifact_button(), pages::done_note(list.notice),
                   filter_form(list.filter), list_content(list)));
}

using core::Error;
using core::ErrorCode;

constexpr int kPerPage = 25;
constexpr std::size_t kSearchLength = 255;

// A form sends an empty text for an option that is not selected.
core::Result<core::ListFilter> read_filter(const core::Configuration& configuration,
                                           const fcgi::Request& request) {
  core::ListFilter filter;
  if (const auto name = request.query("template"); name && !name->empty()) {
    filter.content_template = core::parse_template(*name);
    if (!filter.content_template) return Error{ErrorCode::invalid_request, "unknown template"};
  }
  if (const auto name = request.query("status"); name && !name->empty()) {
    filter.status = core::parse_artifact_status(*name);
    if (!filter.status) return Error{ErrorCode::invalid_request, "unknown status"};
  }
  filter.text = core::trim(request.query("search").value_or(""));
  // Longer than any title, so no artifact of the account matches.
  if (const auto named = mcp::parse_reference(configuration.public_base_url, filter.text))
    filter.text = named->artifact.to_string();
  if (core::count_code_points(filter.text) > kSearchLength)
    return Error{ErrorCode::invalid_request, "the search text must have at most 255 characters"};
  return filter;
}

std::string path_of_page(const core::ListFilter& filter, const std::string& cursor) {
  return "/dashboard/artifacts?" +
         core::write_form(
             {{"search", filter.text},
              {"template",
               filter.content_template ? core::to_string(*filter.content_template) : ""},
              {"status", filter.status ? core::to_string(*filter.status) : ""},
              {"cursor", cursor}});
}

// Sets the page's artifacts in `list`, their total if it is known, and the link to the next page.
// Errors: those of app::Artifacts.
std::optional<Error> read_page(const Context& context, const app::Artifacts::Query& query,
                               ArtifactList& list) {
  std::optional<std::string> next;
  if (query.filter.text.empty()) {
    auto page = context.app.artifacts.list(context.principal, query);
    if (!page) return page.error();
    list.artifacts = std::move(page->artifacts);
    list.total = page->total;
    list.passed = page->passed;
    next = page->next_cursor;
  } else {
    auto page = context.app.artifacts.search(context.principal, query);
    if (!page) return page.error();
    list.artifacts = std::move(page->artifacts);
    next = page->next_cursor;
  }
  if (next) list.next = path_of_page(query.filter, *next);
  return std::nullopt;
}

// The page of the artifact or the share link that a search names by its address or its id. Nothing
// for any other text, and for what is not of the account.
std::optional<std::string> place_named(const Context& context, std::string_view search) {
  const std::string text(core::trim(search));
  std::optional<core::ArtifactId> artifact;
  std::optional<core::ShareId> link = core::ShareId::parse(text);
  if (link) {
    if (const auto found = context.app.share_links.artifact_of(context.principal, *link))
      artifact = *found;
  } else if (const auto named = mcp::parse_reference(context.configuration.public_base_url, text)) {
    if (context.app.artifacts.find(context.principal, named->artifact,
                                   app::Artifacts::Content::without))
      artifact = named->artifact;
    if (named->token)
      if (const auto found = context.app.share_links.link_with(named->artifact, *named->token))
        link = *found;
  }
  if (!artifact) return std::nullopt;
  const std::string path = path_of(*artifact);
  return link ? path + "?link=" + link->to_string() + "#links" : path;
}

core::Result<fcgi::Response> home(const Context& /*context*/) {
  return redirect("/dashboard/artifacts");
}

core::Result<fcgi::Response> list_artifacts(const Context& context) {
  if (const auto place = place_named(context, context.request.query("search").value_or("")))
    return redirect(*place);
  const auto filter = read_filter(context.configuration, context.request);
  if (!filter) return filter.error();
  app::Artifacts::Query query{.filter = *filter,
                              .cursor = context.request.query("cursor"),
                              .offset = std::nullopt,
                              .limit = kPerPage};
  if (query.cursor && query.cursor->empty()) query.cursor.reset();

  const std::string api_url = context.configuration.public_base_url + "/api";
  ArtifactList list;
  list.viewer = viewer(context.principal);
  list.filter = *filter;
  list.is_first_page = !query.cursor;
  list.api_url = api_url;
  list.notice = notice_of(context.request);
  if (const auto problem = read_page(context, query, list)) {
    if (problem->code != ErrorCode::invalid_cursor) return *problem;
    return Error{ErrorCode::invalid_cursor,
                 "this page of the list is not available; start again from the first page"};
  }
  return page(200, artifact_list_page(list));
}

}  // namespace

std::vector<Endpoint> artifact_list_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard", .access = Access::user}, home},
          {{.method = Method::get, .pattern = "/dashboard/artifacts", .access = Access::user},
           list_artifacts}};
}

}  // namespace handlers::dashboard
