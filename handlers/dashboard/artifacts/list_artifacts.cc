// GET /dashboard/artifacts?search=…&template=…&status=…&cursor=…
#include "core/operation/configuration.h"
#include "core/text/form.h"
#include "core/text/utf8.h"
#include "db/artifacts/artifact_store.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/notices.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/artifact_list_page.h"

namespace handlers::dashboard {
namespace {

using core::Error;
using core::ErrorCode;

constexpr int kPerPage = 25;
constexpr std::size_t kSearchLength = 255;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// A form sends what is not chosen as an empty text.
core::Result<core::ListFilter> read_filter(const fcgi::Request& request) {
  core::ListFilter filter;
  if (const auto name = request.query("template"); name && !name->empty()) {
    filter.content_template = core::parse_template(*name);
    if (!filter.content_template) return Error{ErrorCode::invalid_request, "unknown template"};
  }
  if (const auto name = request.query("status"); name && !name->empty()) {
    filter.status = core::parse_artifact_status(*name);
    if (!filter.status) return Error{ErrorCode::invalid_request, "unknown status"};
  }
  filter.title_part = trimmed(request.query("search").value_or(""));
  if (core::count_code_points(filter.title_part) > kSearchLength)
    return Error{ErrorCode::invalid_request, "the search text must have at most 255 characters"};
  return filter;
}

std::string path_of_page(const core::ListFilter& filter, const std::string& cursor) {
  return "/dashboard/artifacts?" +
         core::write_form(
             {{"search", filter.title_part},
              {"template",
               filter.content_template ? core::to_string(*filter.content_template) : ""},
              {"status", filter.status ? core::to_string(*filter.status) : ""},
              {"cursor", cursor}});
}

// The page's artifacts, its total where that is known, and where the next page begins.
std::optional<core::ListCursor> read_page(Services& services, const core::Session& session,
                                          const core::ListRequest& request,
                                          pages::dashboard::ArtifactList& list) {
  if (!request.filter.title_part.empty()) {
    db::FoundArtifacts found = services.artifacts.search(session.account, request);
    list.artifacts = std::move(found.artifacts);
    return found.next;
  }
  db::ArtifactPage page = services.artifacts.list(session.account, request);
  list.artifacts = std::move(page.artifacts);
  list.total = page.total;
  if (!page.has_more) return std::nullopt;
  const core::Artifact& last = list.artifacts.back();
  return core::ListCursor{last.created_at, last.id,
                          request.passed() + static_cast<std::int64_t>(list.artifacts.size())};
}

}  // namespace

core::Result<fcgi::Response> list_artifacts(Services& services, const fcgi::Request& request,
                                            const core::Session& session) {
  const core::SigningKeys& keys = services.configuration.signing_keys;
  const auto filter = read_filter(request);
  if (!filter) return filter.error();
  core::ListRequest wanted;
  wanted.filter = *filter;
  wanted.limit = kPerPage;
  if (const auto cursor = request.query("cursor"); cursor && !cursor->empty()) {
    const auto after = core::read_cursor(*cursor, *filter, keys);
    if (!after) {
      return Error{ErrorCode::invalid_cursor,
                   "this page of the list is not available; start again from the first page"};
    }
    wanted.after = *after;
  }

  const std::string form_token = core::form_token(session.token);
  const std::string api_url = services.configuration.public_base_url + "/api";
  pages::dashboard::ArtifactList list;
  list.viewer = viewer(session, form_token);
  list.filter = *filter;
  list.is_first_page = !wanted.after;
  list.passed = wanted.passed();
  list.api_url = api_url;
  list.notice = notice_of(request);
  if (const auto next = read_page(services, session, wanted, list))
    list.next = path_of_page(*filter, core::write_cursor(*next, *filter, keys));
  return page(200, pages::dashboard::artifact_list_page(list));
}

}  // namespace handlers::dashboard
