// GET /dashboard/artifacts?search=…&template=…&status=…&cursor=…
#include "app/artifacts.h"
#include "app/share_links.h"
#include "core/configuration.h"
#include "core/text/form.h"
#include "core/text/text.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "handlers/mcp/arguments.h"
#include "pages/dashboard/artifacts/artifact_labels.h"
#include "pages/dashboard/artifacts/artifact_list_page.h"

namespace handlers::dashboard {
namespace {

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
  // Longer than a title is; here, it is of no artifact of the account.
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
std::optional<Error> read_page(app::Artifacts& artifacts, const app::Actor& actor,
                               const app::Artifacts::Query& query,
                               pages::dashboard::ArtifactList& list) {
  std::optional<std::string> next;
  if (query.filter.text.empty()) {
    auto page = artifacts.list(actor, query);
    if (!page) return page.error();
    list.artifacts = std::move(page->artifacts);
    list.total = page->total;
    list.passed = page->passed;
    next = page->next_cursor;
  } else {
    auto page = artifacts.search(actor, query);
    if (!page) return page.error();
    list.artifacts = std::move(page->artifacts);
    next = page->next_cursor;
  }
  if (next) list.next = path_of_page(query.filter, *next);
  return std::nullopt;
}

struct Owned {
  app::Artifacts& artifacts;
  app::ShareLinks& share_links;
};

// The page of the artifact or the share link that a search names by its address or its id. Nothing
// for any other text, and for what is not of the account.
std::optional<std::string> place_named(const core::Configuration& configuration, const Owned& owned,
                                       const app::Actor& actor, std::string_view search) {
  const std::string text(core::trim(search));
  std::optional<core::ArtifactId> artifact;
  std::optional<core::ShareId> link = core::ShareId::parse(text);
  if (link) {
    if (const auto found = owned.share_links.artifact_of(actor, *link)) artifact = *found;
  } else if (const auto named = mcp::parse_reference(configuration.public_base_url, text)) {
    if (owned.artifacts.find(actor, named->artifact, app::Artifacts::Content::without))
      artifact = named->artifact;
    if (named->token)
      if (const auto found = owned.share_links.link_with(named->artifact, *named->token))
        link = *found;
  }
  if (!artifact) return std::nullopt;
  const std::string path = pages::dashboard::path_of(*artifact);
  return link ? path + "?link=" + link->to_string() + "#links" : path;
}

}  // namespace

core::Result<fcgi::Response> list_artifacts(const core::Configuration& configuration,
                                            app::Artifacts& artifacts, app::ShareLinks& share_links,
                                            const fcgi::Request& request,
                                            const core::Session& session) {
  if (const auto place = place_named(configuration, {artifacts, share_links},
                                     actor(session, request), request.query("search").value_or("")))
    return redirect(*place);
  const auto filter = read_filter(configuration, request);
  if (!filter) return filter.error();
  app::Artifacts::Query query{.filter = *filter,
                              .cursor = request.query("cursor"),
                              .offset = std::nullopt,
                              .limit = kPerPage};
  if (query.cursor && query.cursor->empty()) query.cursor.reset();

  const std::string form_token = core::form_token(session.token);
  const std::string api_url = configuration.public_base_url + "/api";
  pages::dashboard::ArtifactList list;
  list.viewer = viewer(session, form_token);
  list.filter = *filter;
  list.is_first_page = !query.cursor;
  list.api_url = api_url;
  list.notice = notice_of(request);
  if (const auto problem = read_page(artifacts, actor(session, request), query, list)) {
    if (problem->code != ErrorCode::invalid_cursor) return *problem;
    return Error{ErrorCode::invalid_cursor,
                 "this page of the list is not available; start again from the first page"};
  }
  return page(200, pages::dashboard::artifact_list_page(list));
}

}  // namespace handlers::dashboard
