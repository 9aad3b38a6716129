// GET /dashboard/links?search=…&status=…&password=yes&sort=…&cursor=…&page=…, and GET and POST
// /dashboard/links/revoke and …/extend, which change the links that are chosen in it
#include <algorithm>
#include <array>

#include "app/artifact_versions.h"
#include "app/share_links.h"
#include "core/fields.h"
#include "core/text/form.h"
#include "core/text/text.h"
#include "handlers/dashboard/artifacts/list_links.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using core::Error;
using core::ErrorCode;
using core::ShareLinkSort;
using core::ShareLinkStatus;
using html::Html;

// The order of the list in its query: the name of a column, after a hyphen if it is descending.

struct LinkColumn {
  ShareLinkSort sort;
  std::string_view name;
  std::string_view label;
  bool begins_descending;   // when it is chosen first
  bool has_heading = true;  // otherwise only the choice of narrow windows has it
};
constexpr std::array<LinkColumn, 6> kLinkColumns{{
    {ShareLinkSort::artifact, "artifact", "Artifact", false},
    {ShareLinkSort::name, "name", "Link", false, false},
    {ShareLinkSort::views, "viewCount", "Views", true},
    {ShareLinkSort::last_viewed, "lastViewedAt", "Last viewed", true},
    {ShareLinkSort::created, "createdAt", "Created", true, false},
    {ShareLinkSort::ends, "expiresAt", "Ends", false},
}};
constexpr std::string_view kNewestFirst = "-createdAt";

constexpr std::array<std::pair<ShareLinkStatus, std::string_view>, 3> kLinkStatuses{{
    {ShareLinkStatus::active, "Active"},
    {ShareLinkStatus::ended, "Ended"},
    {ShareLinkStatus::revoked, "Revoked"},
}};

constexpr int kLinksPerList = 25;
constexpr std::int64_t kLastPage = 400;
constexpr std::size_t kLinkSearchLength = 255;

// The request in the query of the list.
struct LinkQuery {
  core::AccountLinkRequest request;
  std::optional<std::string> cursor;

  bool is_of_first_page() const { return !cursor && request.passed == 0; }
};

std::optional<Error> read_order(std::string_view text, core::AccountLinkRequest& request) {
  request.is_descending = text.starts_with('-');
  const std::string_view name = text.substr(request.is_descending ? 1 : 0);
  for (const LinkColumn& column : kLinkColumns) {
    if (column.name != name) continue;
    request.sort = column.sort;
    return std::nullopt;
  }
  return Error{ErrorCode::invalid_request, "unknown order"};
}

core::Result<LinkQuery> read_link_query(const core::FormFields& fields) {
  const auto field = [&](std::string_view name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
  };
  LinkQuery query;
  core::AccountLinkRequest& request = query.request;
  request.limit = kLinksPerList;
  request.filter.text = core::trim(field("search"));
  if (core::count_code_points(request.filter.text) > kLinkSearchLength)
    return Error{ErrorCode::invalid_request, "the search text must have at most 255 characters"};
  request.filter.has_password = field("password") == "yes";
  for (const auto& [status, label] : kLinkStatuses)
    if (core::to_string(status) == field("status")) request.filter.status = status;
  if (!field("status").empty() && !request.filter.status)
    return Error{ErrorCode::invalid_request, "unknown status"};
  if (!field("sort").empty())
    if (auto problem = read_order(field("sort"), request)) return *std::move(problem);
  if (!field("cursor").empty()) query.cursor = field("cursor");
  const auto number = core::parse_integer(field("page"));
  if (number && *number >= 1 && *number <= kLastPage)
    request.passed = (*number - 1) * kLinksPerList;
  return query;
}

std::string order_name(ShareLinkSort sort, bool is_descending) {
  for (const LinkColumn& column : kLinkColumns)
    if (column.sort == sort) return (is_descending ? "-" : "") + std::string(column.name);
  return {};
}

// The query of the list with the same filters.
std::string query_with(const core::AccountLinkFilter& filter, const std::string& order,
                       const std::string& cursor = {}, const std::string& page_number = {}) {
  return core::write_form({{"search", filter.text},
                           {"status", filter.status ? core::to_string(*filter.status) : ""},
                           {"password", filter.has_password ? "yes" : ""},
                           {"sort", order == kNewestFirst ? "" : order},
                           {"cursor", cursor},
                           {"page", page_number}});
}

std::string query_of(const LinkQuery& query) {
  const core::AccountLinkRequest& request = query.request;
  return query_with(request.filter, order_name(request.sort, request.is_descending),
                    query.cursor.value_or(""),
                    request.passed == 0 ? "" : std::to_string(request.passed / kLinksPerList + 1));
}

std::string path_of_links(const std::string& query) {
  return query.empty() ? "/dashboard/links" : "/dashboard/links?" + query;
}

// The page.
struct LinkListPage {
  pages::SignedInUser viewer;
  LinkQuery query;
  app::AccountShareLinkList list = {};
  std::string_view notice = {};   // result of the last action; may be empty
  std::string_view problem = {};  // why nothing is found; may be empty
  bool is_too_long_to_sort = false;
};

Html link_filters(const core::AccountLinkRequest& request) {
  const core::AccountLinkFilter& filter = request.filter;
  Html statuses = pages::choice("", "Any state", !filter.status);
  for (const auto& [status, label] : kLinkStatuses)
    statuses += pages::choice(core::to_string(status), label, filter.status == status);
  Html passwords = pages::choice("", "All links", !filter.has_password);
  passwords += pages::choice("yes", "With password", filter.has_password);
  Html orders;
  for (const LinkColumn& column : kLinkColumns) {
    const bool is_current = column.sort == request.sort;
    orders += order_choice(
        order_name(column.sort, is_current ? request.is_descending : column.begins_descending),
        kNewestFirst, column.label, is_current);
  }
  const bool is_usual = filter.is_empty() && request.sort == ShareLinkSort::created;
  Html kept = order_field(orders);
  if (!is_usual) kept += list_links_html::way_to_clear();
  return list_links_html::filter_form(
      {.text = filter.text, .statuses = statuses, .passwords = passwords, .kept = kept});
}

Html column_heading(const LinkColumn& column, const core::AccountLinkRequest& request) {
  const bool is_current = column.sort == request.sort;
  const bool is_descending = is_current ? !request.is_descending : column.begins_descending;
  const std::string_view present = request.is_descending ? "descending" : "ascending";
  return list_links_html::heading(
      {.classes = column.sort == ShareLinkSort::views ? Html(" class=\"number views\"") : Html(),
       .aria_sort = is_current ? html::format(" aria-sort=\"{}\"", present) : Html(),
       .name = column.name,
       .path = path_of_links(query_with(request.filter, order_name(column.sort, is_descending))),
       .label = column.label});
}

std::string name_of_link(const core::ShareLinkState& link) {
  return link.options.name ? link.options.name->text()
                           : "Link of " + html::day_and_month(link.link.created_at);
}

std::string title_of_artifact(const app::AccountShareLink& link) {
  return link.display_title.value_or("Untitled");
}

// Only what is unusual.
Html marks_of(const app::AccountShareLink& link) {
  const core::ShareLinkState& state = link.state;
  Html marks;
  if (state.revoked_at)
    marks += list_links_html::revoked();
  else if (state.disabled)
    marks += list_links_html::disabled();
  else if (!link.url)
    marks += list_links_html::key_removed();
  else if (link.artifact_status == core::ArtifactStatus::deleted)
    marks += list_links_html::artifact_deleted();
  else if (state.options.max_views && state.view_count >= *state.options.max_views)
    marks += list_links_html::views_reached();
  else if (state.has_ended)
    marks += list_links_html::expired();
  if (state.has_password) marks += list_links_html::password();
  if (const auto& pinned = state.options.version) {
    marks += list_links_html::version({.bad = state.version_is_erased ? " bad" : "",
                                       .number = pinned->to_string(),
                                       .erased = state.version_is_erased ? " erased" : ""});
  }
  if (state.options.show_history && !state.options.max_views) marks += list_links_html::history();
  return marks;
}

Html views_of_link(const core::ShareLinkState& link) {
  Html text = Html::text(html::group_thousands(link.view_count));
  if (link.options.max_views)
    text += html::format(" of {}", html::group_thousands(std::int64_t{*link.options.max_views}));
  return text;
}

Html moment_or(const std::optional<core::Timestamp>& moment, std::string_view otherwise) {
  return moment ? html::readable_date(*moment) : list_links_html::no_date({otherwise});
}

Html actions_of_link(const app::AccountShareLink& link) {
  if (link.state.revoked_at) return {};
  const core::ShareLink& one = link.state.link;
  const std::string path = path_of(one.artifact, "/shares/" + one.id.to_string());
  const std::string name = name_of_link(link.state);
  return list_links_html::actions({.url = link.url && !link.state.has_ended
                                              ? list_links_html::url_to_copy({*link.url})
                                              : Html(),
                                   .path = path,
                                   .name = name});
}

Html link_row(const app::AccountShareLink& link) {
  const core::ShareLinkState& state = link.state;
  const core::ShareLink& one = state.link;
  const std::string name = name_of_link(state);
  const std::string title = title_of_artifact(link);
  return list_links_html::link_row({.id = one.id.to_string(),
                                    .name = name,
                                    .title = title,
                                    .path = path_of(one.artifact, one.id),
                                    .marks = marks_of(link),
                                    .views = views_of_link(state),
                                    .last_viewed = moment_or(state.last_viewed_at, "Never"),
                                    .expiry = moment_or(one.expires_at, "Never"),
                                    .actions = actions_of_link(link)});
}

// What is chosen is sent to the page of a button, with the list to which that leads back.
Html link_table(const LinkListPage& page) {
  Html headings;
  for (const LinkColumn& column : kLinkColumns)
    if (column.has_heading) headings += column_heading(column, page.query.request);
  Html rows;
  for (const app::AccountShareLink& link : page.list.links) rows += link_row(link);
  return list_links_html::link_table({.list = pages::hidden_field("list", query_of(page.query)),
                                      .headings = headings,
                                      .rows = rows});
}

Html link_paging(const LinkListPage& page) {
  const core::AccountLinkRequest& request = page.query.request;
  const std::string order = order_name(request.sort, request.is_descending);
  Html ways;
  if (page.list.total) {
    const auto shown = static_cast<std::int64_t>(page.list.links.size());
    ways += list_links_html::range({.first = html::group_thousands(request.passed + 1),
                                    .last = html::group_thousands(request.passed + shown),
                                    .total = html::group_thousands(*page.list.total)});
  }
  if (!page.query.is_of_first_page())
    ways += list_links_html::first_page({path_of_links(query_with(request.filter, order))});
  std::string next;
  if (page.list.next_cursor) next = query_with(request.filter, order, *page.list.next_cursor);
  if (page.list.total && request.passed + kLinksPerList < *page.list.total)
    next =
        query_with(request.filter, order, {}, std::to_string(request.passed / kLinksPerList + 2));
  if (!next.empty()) ways += list_links_html::next_page({path_of_links(next)});
  return ways.empty() ? Html() : list_links_html::paging({ways});
}

Html no_links(std::string_view text, const Html& more = {}) {
  return list_links_html::no_links({.text = text, .more = more});
}

Html links_or_why_none(const LinkListPage& page) {
  const core::AccountLinkRequest& request = page.query.request;
  if (!page.problem.empty()) return no_links(page.problem);
  if (page.is_too_long_to_sort) {
    return no_links("There are too many links to sort them by this column.",
                    list_links_html::all_links(
                        {path_of_links(query_with(request.filter, std::string(kNewestFirst)))}));
  }
  if (!page.list.links.empty()) {
    Html shown = link_table(page);
    return shown += link_paging(page);
  }
  if (page.list.next_cursor) {
    return no_links("No matches so far. Other links have not been searched yet.",
                    link_paging(page));
  }
  if (!page.query.is_of_first_page()) return no_links("No more links.");
  if (!request.filter.is_empty()) return no_links("No matching links.");
  return no_links("No share links yet.", list_links_html::way_to_artifacts());
}

Html link_list_page(const LinkListPage& page) {
  const bool has_none = page.list.links.empty() && page.query.is_of_first_page() &&
                        page.query.request.filter.is_empty() && !page.is_too_long_to_sort;
  return pages::frame(
      "Links", pages::Section::links, page.viewer,
      list_links_html::links({.done = pages::done_note(page.notice),
                              .filters = has_none ? Html() : link_filters(page.query.request),
                              .links = links_or_why_none(page)}),
      list_assets());
}

core::Result<fcgi::Response> list_links(const Context& context) {
  const std::string search = context.request.query("search").value_or("");
  if (const auto named = named_by(context, search)) {
    if (!named->path.empty()) return redirect(named->path);
    LinkQuery query;
    query.request.filter.text = search;
    return page(200, link_list_page({.viewer = signed_in_user(context),
                                     .query = std::move(query),
                                     .problem = named->problem}));
  }
  auto query = read_link_query(context.request.query_fields());
  if (!query) return query.error();
  auto list = context.app.share_link_lists.list(context.principal, query->request, query->cursor);
  if (!list && list.error().code == ErrorCode::invalid_cursor) {
    return Error{ErrorCode::invalid_cursor,
                 "this page of the list is not available; start again from the first page"};
  }
  if (!list && list.error().code == ErrorCode::too_many_to_sort) {
    return page(400, link_list_page({.viewer = signed_in_user(context),
                                     .query = *std::move(query),
                                     .is_too_long_to_sort = true}));
  }
  if (!list) return list.error();
  return page(200, link_list_page({.viewer = signed_in_user(context),
                                   .query = *std::move(query),
                                   .list = *std::move(list),
                                   .notice = notice_of(context.request)}));
}

// The links that are chosen in the list, by the names of its fields.
core::Result<std::vector<app::AccountShareLink>> chosen_links(const Context& context,
                                                              const core::FormFields& fields) {
  std::vector<core::ShareId> ids;
  for (const auto& [name, value] : fields)
    if (const auto id = core::ShareId::parse(name)) ids.push_back(*id);
  auto links = context.app.share_link_lists.find_all(context.principal, ids);
  if (links && links->empty())
    return Error{ErrorCode::invalid_request, "no links were chosen; go back and choose some"};
  return links;
}

std::vector<core::ShareId> ids_of_links(const std::vector<app::AccountShareLink>& links) {
  std::vector<core::ShareId> ids;
  ids.reserve(links.size());
  for (const app::AccountShareLink& link : links) ids.push_back(link.state.link.id);
  return ids;
}

// The list from which they were chosen.
std::string list_before(const core::FormFields& fields) {
  const auto sent = fields.find("list");
  const auto query = core::parse_form(sent == fields.end() ? std::string_view() : sent->second);
  const auto read = read_link_query(query ? *query : core::FormFields());
  return path_of_links(read ? query_of(*read) : std::string());
}

std::string counted_links(std::size_t count) {
  return count == 1 ? "this share link" : html::group_thousands(count) + " share links";
}

Html chosen_list(const std::vector<app::AccountShareLink>& links) {
  Html items;
  for (const app::AccountShareLink& link : links) {
    items += list_links_html::chosen_link({.name_of_link = name_of_link(link.state),
                                           .title_of_artifact = title_of_artifact(link),
                                           .marks = marks_of(link)});
  }
  return list_links_html::chosen_links({items});
}

Html fields_of_chosen(const core::FormFields& fields,
                      const std::vector<app::AccountShareLink>& links) {
  Html hidden;
  for (const app::AccountShareLink& link : links)
    hidden += pages::hidden_field(link.state.link.id.to_string(), "yes");
  const auto list = fields.find("list");
  if (list != fields.end()) hidden += pages::hidden_field("list", list->second);
  return hidden;
}

fcgi::Response page_of_chosen(const Context& context, int status, std::string_view title,
                              const Html& content) {
  return framed_page(context, status, title, pages::Section::links,
                     list_links_html::chosen_page({.title = title, .content = content}),
                     link_assets());
}

// Says what was done, and to which of them it could not be.
core::Result<fcgi::Response> done_with_chosen(const Context& context,
                                              const app::ChangedShareLinks& changed, Notice notice,
                                              std::string_view verb) {
  const std::string list = list_before(context.request.form());
  if (changed.unchanged.empty()) return redirect(with_notice(list, notice));
  Html items;
  for (const auto& [link, reason] : changed.unchanged) {
    items += list_links_html::failed_link({.name_of_link = name_of_link(link.state),
                                           .title_of_artifact = title_of_artifact(link),
                                           .one_problem = one_problem(reason)});
  }
  return page_of_chosen(
      context, 409, "Some links are unchanged",
      list_links_html::failed_links({.verb = verb, .items = items, .list = list}));
}

core::Result<fcgi::Response> show_revoke_chosen(const Context& context) {
  const core::FormFields& fields = context.request.query_fields();
  const auto links = chosen_links(context, fields);
  if (!links) return links.error();
  return page_of_chosen(context, 200, "Revoke " + counted_links(links->size()) + "?",
                        list_links_html::revocation({.links = chosen_list(*links),
                                                     .form_token = form_token_field(context),
                                                     .fields = fields_of_chosen(fields, *links),
                                                     .back = list_before(fields)}));
}

core::Result<fcgi::Response> revoke_chosen(const Context& context) {
  const auto links = chosen_links(context, context.request.form());
  if (!links) return links.error();
  const auto revoked = context.app.share_links.revoke_all(context.principal, ids_of_links(*links));
  if (!revoked) return page_problem(revoked.error());
  return done_with_chosen(context, *revoked, Notice::links_revoked, "revoked");
}

fcgi::Response extension_form(const Context& context, int status, const core::FormFields& fields,
                              const std::vector<app::AccountShareLink>& links,
                              std::string_view problem) {
  const auto field = [&](std::string_view name, std::string_view otherwise) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string(otherwise) : found->second;
  };
  const std::string chosen = field("expiresIn", "30d");
  const bool is_kept = problem.empty() || fields.contains("extendArtifact");
  return page_of_chosen(
      context, status, "Extend " + counted_links(links.size()),
      list_links_html::extension(
          {.links = chosen_list(links),
           .form_token = form_token_field(context),
           .fields = fields_of_chosen(fields, links),
           .problem = pages::problem_note(problem),
           .expiry = pages::end_choice("New expiry, from now",
                                       context.app.share_links.may_never_expire(context.principal)
                                           ? pages::choice("never", "Never", chosen == "never")
                                           : Html(),
                                       chosen, field("endDate", "")),
           .checked = is_kept ? Html(" checked") : Html(),
           .back = list_before(fields)}));
}

core::Result<fcgi::Response> show_extend_chosen(const Context& context) {
  const core::FormFields& fields = context.request.query_fields();
  const auto links = chosen_links(context, fields);
  if (!links) return links.error();
  return extension_form(context, 200, fields, *links, {});
}

core::Result<fcgi::Response> extend_chosen(const Context& context) {
  const auto links = chosen_links(context, context.request.form());
  if (!links) return links.error();
  core::FormFields fields = context.request.form();
  read_end_choice(fields);
  core::FieldReader reader(fields);
  const auto change = app::read_share_link_change(reader);
  const auto extended =
      !change ? core::Result<app::ChangedShareLinks>(change.error())
      : !change->expiry
          ? Error{ErrorCode::invalid_request, "is required", "expiresIn"}
          : context.app.share_links.extend_all(context.principal, ids_of_links(*links), *change);
  if (!extended) {
    return form_refusal(in_words_of_form(extended.error(), context.request),
                        [&](int status, std::string_view problem) -> core::Result<fcgi::Response> {
                          return extension_form(context, status, context.request.form(), *links,
                                                problem);
                        });
  }
  return done_with_chosen(context, *extended, Notice::links_extended, "extended");
}

}  // namespace

std::vector<Endpoint> link_list_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/links", .access = Access::user}, list_links},
      {{.method = Method::get, .pattern = "/dashboard/links/revoke", .access = Access::user},
       show_revoke_chosen},
      {{.method = Method::post, .pattern = "/dashboard/links/revoke", .access = Access::user},
       revoke_chosen},
      {{.method = Method::get, .pattern = "/dashboard/links/extend", .access = Access::user},
       show_extend_chosen},
      {{.method = Method::post,
        .pattern = "/dashboard/links/extend",
        .access = Access::user,
        .adds = true},
       extend_chosen}};
}

}  // namespace handlers::dashboard
