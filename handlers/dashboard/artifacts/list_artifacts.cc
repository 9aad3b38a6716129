// GET /dashboard, which leads to
// GET /dashboard/artifacts?search=…&template=…&status=…&sort=…&cursor=…
#include <algorithm>
#include <array>

#include "app/artifacts.h"
#include "app/share_link_lists.h"
#include "core/configuration.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "core/text/text.h"
#include "handlers/dashboard/artifacts/artifact_form.h"
#include "handlers/dashboard/artifacts/list_artifacts.html.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"
#include "templates/registry.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// An artifact in the list, with what its links are together.
struct ListedArtifact {
  core::Artifact artifact;
  db::LinkSummary links;
  std::string url;  // of a link that works; may be empty
};

// A page of the list.
struct ArtifactList {
  pages::SignedInUser viewer;
  core::ListFilter filter = {};
  std::vector<ListedArtifact> artifacts = {};
  bool is_first_page = true;
  std::int64_t passed = 0;  // number of artifacts before this page; unknown in a search
  std::optional<std::int64_t> total = {};
  std::string next = {};       // path and query of the next page; empty on the last
  core::FormFields here = {};  // the parameters of this page
  Html welcome = {};           // in place of the list; empty if there is anything to list
  Html notice = {};            // result of the last action; may be empty
  bool is_too_long_to_sort = false;
  std::string_view problem = {};              // why nothing is found; may be empty
  std::optional<core::Artifact> by_key = {};  // whose external ID is the text of the search
};

constexpr core::ListOrder kUsualOrder = core::ListOrder::last_updated_first;

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

// The list's parameters without those of one page.
core::FormFields parameters_of(const core::ListFilter& filter, core::ListOrder order) {
  core::FormFields fields{{"search", filter.text}};
  if (filter.content_template) fields["template"] = core::to_string(*filter.content_template);
  if (filter.status) fields["status"] = core::to_string(*filter.status);
  if (order != kUsualOrder) fields["sort"] = core::name_of(order);
  return fields;
}

struct Column {
  core::ListOrder first;  // when it is chosen first
  std::string_view name;
  std::string_view label;
  bool has_heading = true;  // otherwise only the choice of narrow windows has it
};
constexpr std::array<Column, 6> kColumns{{
    {{core::SortedBy::title, false}, "title", "Title"},
    {{core::SortedBy::active_links, true}, "links", "Links"},
    {{core::SortedBy::view_count, true}, "views", "Views"},
    {{core::SortedBy::updated_at, true}, "changed", "Changed"},
    {{core::SortedBy::created_at, true}, "created", "Created", false},
    {{core::SortedBy::expires_at, false}, "expires", "Expiry"},
}};

std::string_view column_of(core::SortedBy by) {
  for (const Column& column : kColumns)
    if (column.first.by == by) return column.label;
  return {};
}

// What is in `kept` changes with the list, and is replaced with it by lists.js.
Html filter_form(const core::ListFilter& filter) {
  Html orders;
  for (const Column& column : kColumns) {
    const bool is_current = filter.order.by == column.first.by;
    orders += order_choice(core::name_of(is_current ? filter.order : column.first),
                           core::name_of(kUsualOrder), column.label, is_current);
  }
  Html kept = order_field(orders);
  if (is_filtered(filter)) kept += list_artifacts_html::way_to_clear();
  return list_artifacts_html::filter_form({.text = filter.text,
                                           .template_options = template_options(filter),
                                           .status_options = status_options(filter),
                                           .kept = kept});
}

Html heading(const Column& column, const core::ListFilter& filter) {
  const core::ListOrder now = filter.order;
  const bool is_sorted = now.by == column.first.by;
  core::ListOrder next = column.first;
  if (now == next) next.is_descending = !next.is_descending;
  return list_artifacts_html::heading({.name = column.name,
                                       .aria_sort = !is_sorted ? Html()
                                                    : now.is_descending
                                                        ? Html(" aria-sort=\"descending\"")
                                                        : Html(" aria-sort=\"ascending\""),
                                       .path = path_of_list(parameters_of(filter, next)),
                                       .label = column.label});
}

Html mark_of(const ListedArtifact& listed) {
  if (listed.artifact.disabled || listed.artifact.status != core::ArtifactStatus::active)
    return status_badge(listed.artifact);
  if (listed.links.artifact_ends_soon) return list_artifacts_html::expires_soon();
  return {};
}

Html links_of(const ListedArtifact& listed) {
  const core::Artifact& artifact = listed.artifact;
  if (listed.links.active > 0) {
    return list_artifacts_html::links(
        {.path = path_of(artifact.id, "#links"),
         .active = html::group_thousands(listed.links.active),
         .newest = listed.url.empty() ? Html() : list_artifacts_html::newest_link({listed.url})});
  }
  const bool can_be_shared = artifact.status == core::ArtifactStatus::active && !artifact.disabled;
  return list_artifacts_html::no_links(
      {.share = can_be_shared ? list_artifacts_html::way_to_share(
                                    {.shares_new_path = path_of(artifact.id, "/shares/new")})
                              : Html()});
}

Html date_or(const std::optional<core::Timestamp>& date, const Html& otherwise) {
  return date ? html::readable_date(*date) : list_artifacts_html::no_date({otherwise});
}

Html artifact_row(const ListedArtifact& listed) {
  const core::Artifact& artifact = listed.artifact;
  return list_artifacts_html::artifact_row(
      {.id = artifact.id.to_string(),
       .label = label_of(artifact),
       .path = path_of(artifact.id),
       .mark = mark_of(listed),
       .kind = templates::definition_of(artifact.content_template).label,
       .edit = artifact.status == core::ArtifactStatus::deleted
                   ? Html()
                   : list_artifacts_html::way_to_edit(
                         {.path = path_of(artifact.id), .label = label_of(artifact)}),
       .links = links_of(listed),
       .views = html::group_thousands(listed.links.views),
       .updated_at = html::readable_date(artifact.updated_at),
       .expiry_label = artifact.status == core::ArtifactStatus::expired ? "Expired" : "Expires",
       .expiry = date_or(artifact.expires_at, Html("Never"))});
}

// The actions for those that are chosen (change_artifacts.cc).
Html bulk_actions(const core::ListFilter& filter) {
  const auto action = [](std::string_view value, std::string_view label) {
    return list_artifacts_html::action_choice({.value = value, .label = label});
  };
  Html actions;
  if (filter.status == core::ArtifactStatus::deleted) {
    actions += action("restore", "Restore");
  } else {
    actions += action("delete", "Delete");
    actions += action("revoke", "Revoke all links");
    actions += action("extend", "Extend expiry");
  }
  return list_artifacts_html::bulk_actions({actions});
}

Html artifact_table(const ArtifactList& list) {
  Html headings;
  for (const Column& column : kColumns)
    if (column.has_heading) headings += heading(column, list.filter);
  Html rows;
  for (const ListedArtifact& artifact : list.artifacts) rows += artifact_row(artifact);
  return list_artifacts_html::artifact_table(
      {.headings = headings,
       .rows = rows,
       .actions = bulk_actions(list.filter),
       .list = pages::hidden_field("list", path_of_list(list.here))});
}

Html paging(const ArtifactList& list) {
  Html position;
  if (list.total) {
    const auto shown = static_cast<std::int64_t>(list.artifacts.size());
    position = list_artifacts_html::range({.first = html::group_thousands(list.passed + 1),
                                           .last = html::group_thousands(list.passed + shown),
                                           .total = html::group_thousands(*list.total)});
  }
  Html next;
  if (!list.next.empty()) next = list_artifacts_html::next_page({list.next});
  return list_artifacts_html::paging({.position = position, .next = next});
}

Html empty_state(std::string_view text) { return list_artifacts_html::no_artifacts({text}); }

Html too_long_to_sort(const ArtifactList& list) {
  return list_artifacts_html::too_long_to_sort(
      {.column = column_of(list.filter.order.by),
       .path = path_of_list(parameters_of(list.filter, kUsualOrder))});
}

// Shown if there are no matches, or none in what was searched so far.
Html nothing_found(const ArtifactList& list) {
  if (!list.next.empty()) return list_artifacts_html::nothing_found({list.next});
  if (!list.is_first_page) return empty_state("No more artifacts.");
  if (!list.filter.text.empty())
    return empty_state("No artifacts with “" + list.filter.text + "” in their title or text.");
  if (list.filter.status == core::ArtifactStatus::deleted)
    return empty_state("No deleted artifacts. Deleted artifacts can be restored for 30 days.");
  return empty_state("No matching artifacts.");
}

// A word may be the external ID of one artifact and in the text of others.
Html found_by_key(const ArtifactList& list) {
  if (!list.by_key) return {};
  return list_artifacts_html::found_by_key({.text = list.filter.text,
                                            .path = path_of(list.by_key->id),
                                            .label = label_of(*list.by_key)});
}

Html list_content(const ArtifactList& list) {
  if (list.is_too_long_to_sort) return too_long_to_sort(list);
  if (!list.problem.empty()) return empty_state(list.problem);
  Html shown = found_by_key(list);
  if (list.artifacts.empty()) return shown += nothing_found(list);
  shown += artifact_table(list);
  shown += paging(list);
  return shown;
}

Html artifact_list_page(const ArtifactList& list) {
  if (!list.welcome.empty()) {
    return pages::frame("Artifacts", pages::Section::artifacts, list.viewer, list.welcome,
                        artifact_form_head());
  }
  return pages::frame("Artifacts", pages::Section::artifacts, list.viewer,
                      list_artifacts_html::list({.notice = list.notice,
                                                 .filters = filter_form(list.filter),
                                                 .artifacts = list_content(list)}),
                      list_assets());
}

using core::Error;
using core::ErrorCode;

constexpr int kPerPage = 25;
constexpr std::size_t kSearchLength = 255;

// A form sends an empty text for an option that is not selected.
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
  filter.order = kUsualOrder;
  if (const auto name = request.query("sort"); name && !name->empty()) {
    const auto* const known = std::find_if(core::kListOrders.begin(), core::kListOrders.end(),
                                           [&](const auto& one) { return one.first == *name; });
    if (known == core::kListOrders.end()) return Error{ErrorCode::invalid_request, "unknown sort"};
    filter.order = known->second;
  }
  filter.text = core::trim(request.query("search").value_or(""));
  if (core::count_code_points(filter.text) > kSearchLength)
    return Error{ErrorCode::invalid_request, "the search text must have at most 255 characters"};
  return filter;
}

// With what the links of each artifact are together.
std::vector<ListedArtifact> with_links(const Context& context,
                                       std::vector<core::Artifact> artifacts) {
  std::vector<core::ArtifactId> ids;
  ids.reserve(artifacts.size());
  for (const core::Artifact& artifact : artifacts) ids.push_back(artifact.id);
  auto summaries = context.app.share_link_lists.summaries(context.principal, ids);
  const auto working = context.app.share_link_lists.working(context.principal, ids);
  std::vector<ListedArtifact> listed;
  listed.reserve(artifacts.size());
  auto summary = summaries.begin();
  for (core::Artifact& artifact : artifacts) {
    ListedArtifact one{std::move(artifact), {}, {}};
    // An artifact may have been removed meanwhile.
    if (summary != summaries.end() && summary->artifact == one.artifact.id)
      one.links = std::move(*summary++);
    for (const auto& [link, count] : working)
      if (link.state.link.artifact == one.artifact.id) one.url = link.url.value_or("");
    listed.push_back(std::move(one));
  }
  return listed;
}

// Sets the page's artifacts in `list`, their total if it is known, and the link to the next page.
// Errors: those of app::Artifacts.
std::optional<Error> read_page(const Context& context, const app::Artifacts::Query& query,
                               ArtifactList& list) {
  auto page = context.app.artifacts.list(context.principal, query);
  if (!page) return page.error();
  if (!query.filter.is_search()) {
    list.total = page->total;
    list.passed = page->passed;
  }
  list.artifacts = with_links(context, std::move(page->artifacts));
  if (page->next_cursor) {
    core::FormFields fields = parameters_of(query.filter, query.filter.order);
    fields["cursor"] = *page->next_cursor;
    list.next = path_of_list(fields);
  }
  return std::nullopt;
}

// "3 artifacts deleted. …"; empty for an unknown action.
std::string outcome_of(std::string_view action, std::int64_t changed, std::int64_t chosen) {
  const auto counted = [](std::int64_t count, std::string_view noun) {
    return html::group_thousands(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
  };
  if (action == "delete") {
    return counted(changed, "artifact") + " deleted. You can restore " +
           (changed == 1 ? "it" : "them") + " for 30 days.";
  }
  if (action == "restore") return counted(changed, "artifact") + " restored.";
  if (action == "revoke")
    return counted(changed, "share link") + " revoked. Revoked links no longer work.";
  if (action != "extend") return {};
  std::string text = "Expiry of " + counted(changed, "artifact") + " extended.";
  if (changed < chosen)
    text +=
        ' ' + counted(chosen - changed, "artifact") + " already ended later and stayed as before.";
  return text;
}

// IDs separated by spaces.
std::vector<core::ArtifactId> ids_in(std::string_view text) {
  std::vector<core::ArtifactId> ids;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (const auto id = core::ArtifactId::parse(text.substr(begin, end - begin)))
      ids.push_back(*id);
    begin = end + 1;
  }
  return ids;
}

// The outcome for artifacts that were chosen, with what undoes it.
Html bulk_notice(const fcgi::Request& request, const core::FormFields& here,
                 std::string_view form_token) {
  const auto count_in = [&](std::string_view name) {
    return core::parse_integer(request.query(name).value_or("")).value_or(0);
  };
  const std::string action = request.query("done").value_or("");
  const std::string text = outcome_of(action, count_in("changed"), count_in("chosen"));
  if (text.empty()) return {};
  Html ids;
  for (const core::ArtifactId& id : ids_in(request.query("undo").value_or("")))
    ids += pages::hidden_field(id.to_string(), "yes");
  if (ids.empty()) return pages::done_note(text);
  return list_artifacts_html::done_with_undo(
      {.text = text,
       .form_token = pages::form_token_field(form_token),
       .action = pages::hidden_field("action", "restore"),
       .ids = ids,
       .list = pages::hidden_field("list", path_of_list(here))});
}

// An account without artifacts begins with the form of one.
Html welcome(const Context& context, const Html& notice) {
  app::Artifacts::Query deleted;
  deleted.limit = 1;
  deleted.filter.status = core::ArtifactStatus::deleted;
  const auto found = context.app.artifacts.list(context.principal, deleted);
  const bool has_deleted = found && !found->artifacts.empty();
  return list_artifacts_html::welcome(
      {.notice = notice,
       .form = new_artifact_form(context),
       .deleted = has_deleted ? list_artifacts_html::way_to_deleted() : Html()});
}

// The page for a search that names nothing of the account.
fcgi::Response page_without(const Context& context, std::string search, std::string_view problem) {
  ArtifactList list{.viewer = signed_in_user(context)};
  list.filter.order = kUsualOrder;
  list.filter.text = std::move(search);
  list.problem = problem;
  return page(200, artifact_list_page(list));
}

std::optional<core::Artifact> artifact_by_key(const Context& context, const std::string& text) {
  const auto external_id = core::ExternalId::parse(text);
  if (!external_id) return std::nullopt;
  const auto id = context.app.artifacts.id_of(context.principal, *external_id);
  if (!id) return std::nullopt;
  auto found = context.app.artifacts.find(context.principal, *id, Content::without);
  return found ? std::optional(*std::move(found)) : std::nullopt;
}

core::Result<fcgi::Response> home(const Context& /*context*/) {
  return redirect("/dashboard/artifacts");
}

core::Result<fcgi::Response> list_artifacts(const Context& context) {
  const std::string search = context.request.query("search").value_or("");
  if (const auto named = named_by(context, search))
    return named->path.empty() ? page_without(context, search, named->problem)
                               : redirect(named->path);
  const auto filter = read_filter(context.request);
  if (!filter) return filter.error();
  app::Artifacts::Query query{.filter = *filter,
                              .cursor = context.request.query("cursor"),
                              .offset = std::nullopt,
                              .limit = kPerPage};
  if (query.cursor && query.cursor->empty()) query.cursor.reset();

  ArtifactList list{.viewer = signed_in_user(context)};
  list.filter = *filter;
  list.is_first_page = !query.cursor;
  list.here = parameters_of(*filter, filter->order);
  list.notice = pages::done_note(notice_of(context.request));
  if (list.notice.empty())
    list.notice = bulk_notice(context.request, list.here, list.viewer.form_token);
  if (query.cursor) list.here["cursor"] = *query.cursor;
  if (const auto problem = read_page(context, query, list)) {
    if (problem->code == ErrorCode::too_many_to_sort) {
      list.is_too_long_to_sort = true;
      return page(400, artifact_list_page(list));
    }
    if (problem->code != ErrorCode::invalid_cursor) return *problem;
    return Error{ErrorCode::invalid_cursor,
                 "this page of the list is not available; start again from the first page"};
  }
  if (list.artifacts.empty() && list.is_first_page && !is_filtered(*filter))
    list.welcome = welcome(context, list.notice);
  if (list.is_first_page) list.by_key = artifact_by_key(context, filter->text);
  return page(200, artifact_list_page(list));
}

}  // namespace

std::vector<Endpoint> artifact_list_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard", .access = Access::user}, home},
          {{.method = Method::get, .pattern = "/dashboard/artifacts", .access = Access::user},
           list_artifacts}};
}

}  // namespace handlers::dashboard
