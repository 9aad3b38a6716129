// GET /dashboard/settings/audit, and the same events as /dashboard/settings/audit.csv
#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "app/account.h"
#include "core/text/csv.h"
#include "handlers/dashboard/page.h"
#include "handlers/dashboard/settings/audit_log.html.h"
#include "handlers/endpoint.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// Where the dashboard's term differs from the API's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kActionLabels{{
    {"user.second_factor_enabled", "Two-factor authentication enabled"},
    {"user.second_factor_disabled", "Two-factor authentication disabled"},
    {"key.created", "API key created"},
    {"key.revoked", "API key revoked"},
    {"app.token_reused", "App disconnected: a used code or token was used again"},
    {"link.created", "Share link created"},
    {"link.changed", "Share link changed"},
    {"link.revoked", "Share link revoked"},
    {"link.disabled", "Share link disabled"},
    {"link.enabled", "Share link enabled"},
}};

// "artifact.deleted" as "Artifact deleted".
std::string capitalised_words(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', ' ');
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

std::string readable_action(std::string_view action) {
  for (const auto& [name, label] : kActionLabels)
    if (name == action) return std::string(label);
  return capitalised_words(action);
}

std::string listed(const std::vector<std::string>& changes, std::string_view separator) {
  std::string names;
  for (const std::string& change : changes)
    names.append(names.empty() ? "" : separator).append(change);
  return names;
}

using Query = app::AuditTrail::Query;

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;

core::Timestamp later(core::Timestamp moment, std::int64_t milliseconds) {
  return core::Timestamp::from_unix_milliseconds(moment.unix_milliseconds() + milliseconds);
}

// A day in UTC, "2026-01-15". Nothing for any other text.
std::optional<core::Timestamp> start_of_day(const std::string& date) {
  return core::Timestamp::parse(date + "T00:00:00Z");
}

// The query of the page, which its form has. Both dates are included. Values that are none select
// all.
Query read_query(const fcgi::Request& request) {
  const auto field = [&](std::string_view name) { return request.query(name).value_or(""); };
  Query query;
  core::AuditFilter& filter = query.filter;
  filter.action = core::parse_audit_action(field("action"));
  filter.user = core::UserId::parse(field("actor"));
  filter.key = core::KeyId::parse(field("actor"));
  filter.artifact = core::ArtifactId::parse(field("artifact"));
  if (const auto day = start_of_day(field("from"))) filter.recorded.after = later(*day, -1);
  if (const auto day = start_of_day(field("to"))) filter.recorded.before = later(*day, kDay);
  query.cursor = request.query("cursor");
  return query;
}

// The fields of the form; empty for all.

std::string actor_of(const core::AuditFilter& filter) {
  if (filter.user) return filter.user->to_string();
  return filter.key ? filter.key->to_string() : std::string();
}

std::string day_of(const std::optional<core::Timestamp>& moment, std::int64_t difference) {
  return moment ? later(*moment, difference).rfc3339().substr(0, 10) : std::string();
}
std::string first_day(const core::AuditFilter& filter) { return day_of(filter.recorded.after, 1); }
std::string last_day(const core::AuditFilter& filter) {
  return day_of(filter.recorded.before, -kDay);
}

// The address of a page or file of the log with the same filters.
Html address(std::string_view path, const core::AuditFilter& filter) {
  return html::format("{}?action={}&amp;actor={}&amp;artifact={}&amp;from={}&amp;to={}", path,
                      filter.action ? core::to_string(*filter.action) : "", actor_of(filter),
                      filter.artifact ? filter.artifact->to_string() : "", first_day(filter),
                      last_day(filter));
}

constexpr std::string_view kPage = "/dashboard/settings/audit";

Html actor_cell(const db::RecordedActor& actor) {
  const auto id = actor.id();
  if (!id) return audit_log_html::operator_badge();
  return audit_log_html::actor({.path = kPage,
                                .id = *id,
                                .name = actor.name,
                                .key_badge = actor.user ? Html() : audit_log_html::key_badge()});
}

// The subject of the event, as a link to its page if there is one.
Html subject_text(const db::StoredAuditEvent& event) {
  const std::string& name = event.subject_name.empty() ? event.subject : event.subject_name;
  std::string path;
  if (event.artifact) path = "/dashboard/artifacts/" + event.artifact->to_string();
  if (core::KeyId::parse(event.subject)) path = "/dashboard/settings/keys#" + event.subject;
  if (path.empty()) return Html::text(name);
  return audit_log_html::subject_link({.path = path, .name = name});
}

Html event_cell(const db::StoredAuditEvent& event) {
  Html text = Html::text(readable_action(event.action));
  if (!event.subject_name.empty() || !event.subject.empty())
    text += audit_log_html::subject({.id = event.subject, .subject = subject_text(event)});
  if (event.link_name) text += audit_log_html::detail({*event.link_name});
  if (event.reason) text += audit_log_html::detail({*event.reason});
  if (!event.changes.empty())
    text += audit_log_html::changes({capitalised_words(listed(event.changes, ", "))});
  return text;
}

Html action_options(std::optional<core::AuditAction> chosen) {
  Html list(audit_log_html::all_events());
  for (const core::AuditAction action : core::audit_actions()) {
    const std::string_view name = core::to_string(action);
    list += pages::choice(name, readable_action(name), action == chosen);
  }
  return list;
}

// The members, and what else was chosen in the list of events.
Html actor_options(const std::vector<core::Member>& members, const std::string& chosen,
                   const app::AuditEvents& found) {
  Html list(audit_log_html::anyone());
  bool has_chosen = chosen.empty();
  for (const core::Member& member : members) {
    const std::string id = member.id.to_string();
    list += pages::choice(id, member.email, id == chosen);
    has_chosen = has_chosen || id == chosen;
  }
  if (has_chosen) return list;
  return list += pages::choice(
             chosen, found.events.empty() ? chosen : found.events.front().actor.name, true);
}

// The chosen artifact, which has no field of its own.
Html artifact_note(const core::AuditFilter& filter) {
  if (!filter.artifact) return {};
  const std::string id = filter.artifact->to_string();
  return audit_log_html::artifact_note({.id = id, .path = kPage});
}

Html filter_form(const core::AuditFilter& filter, const std::vector<core::Member>& members,
                 const app::AuditEvents& found) {
  return audit_log_html::filter_form(
      {.path = kPage,
       .actions = action_options(filter.action),
       .actors = actor_options(members, actor_of(filter), found),
       .first_day = first_day(filter),
       .last_day = last_day(filter),
       .artifact = filter.artifact ? audit_log_html::artifact_field({filter.artifact->to_string()})
                                   : Html(),
       .export_address = address("/dashboard/settings/audit.csv", filter)});
}

Html event_table(const core::AuditFilter& filter, const app::AuditEvents& found) {
  if (found.events.empty() && found.next_cursor) return audit_log_html::no_events_in_part();
  if (found.events.empty()) {
    const bool is_filtered =
        filter.action || filter.artifact || filter.user || filter.key || !filter.recorded.is_open();
    return is_filtered ? audit_log_html::no_matching_events() : audit_log_html::no_events();
  }
  Html rows;
  for (const db::StoredAuditEvent& event : found.events) {
    rows += audit_log_html::event_row({.created_at = html::readable_moment(event.created_at),
                                       .event = event_cell(event),
                                       .actor = actor_cell(event.actor),
                                       .client_address = event.actor.client_address});
  }
  return audit_log_html::event_table({rows});
}

Html event_paging(const Query& query, const app::AuditEvents& found) {
  const Html same = address(kPage, query.filter);
  Html links;
  if (query.cursor) links += audit_log_html::newest({same});
  if (found.next_cursor)
    links += audit_log_html::older({.address = same, .next_cursor = *found.next_cursor});
  return links.empty() ? Html() : audit_log_html::paging({links});
}

constexpr int kPerPage = 50;

core::Result<fcgi::Response> show_audit_log(const Context& context) {
  Query query = read_query(context.request);
  query.limit = kPerPage;
  const auto found = context.app.audit_trail.list(context.principal, query);
  if (!found) return found.error();
  const auto members = context.app.members.list(context.principal);
  if (!members) return members.error();
  return settings_page(
      context, 200, pages::SettingsPage::audit_log,
      audit_log_html::audit_log({.filters = filter_form(query.filter, *members, *found),
                                 .note = artifact_note(query.filter),
                                 .events = event_table(query.filter, *found),
                                 .paging = event_paging(query, *found)}));
}

// GET /dashboard/settings/audit.csv

constexpr int kEventsPerRead = 1000;
constexpr int kMostReads = 50;
constexpr std::size_t kMostExported = 10'000;

void add_record(core::CsvWriter& csv, const db::StoredAuditEvent& event) {
  csv.add_field(event.created_at.rfc3339());
  csv.add_field(event.action);
  csv.add_field(event.actor.id().value_or(""));
  csv.add_text(event.actor.name);
  csv.add_field(event.actor.client_address);
  csv.add_field(event.subject);
  csv.add_text(event.subject_name);
  csv.add_text(event.link_name.value_or(""));
  csv.add_field(listed(event.changes, " "));
  csv.add_text(event.reason.value_or(""));
  csv.end_record();
}

// The newest events that match, as a spreadsheet opens them.
core::Result<fcgi::Response> export_audit_log(const Context& context) {
  Query query = read_query(context.request);
  query.cursor.reset();
  query.limit = kEventsPerRead;
  core::CsvWriter csv;
  for (const std::string_view name : {"time", "event", "actor id", "actor", "address", "subject id",
                                      "subject", "link", "changes", "reason"})
    csv.add_field(name);
  csv.end_record();
  std::size_t events = 0;
  for (int reads = 0; reads < kMostReads && events < kMostExported; ++reads) {
    const auto found = context.app.audit_trail.list(context.principal, query);
    if (!found) return found.error();
    for (const db::StoredAuditEvent& event : found->events) add_record(csv, event);
    events += found->events.size();
    if (!found->next_cursor) break;
    query.cursor = found->next_cursor;
  }
  return file("text/csv; charset=utf-8", "audit-log.csv", csv.text());
}

}  // namespace

std::vector<Endpoint> audit_log_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/settings/audit", .access = Access::owner},
       show_audit_log},
      {{.method = Method::get, .pattern = "/dashboard/settings/audit.csv", .access = Access::owner},
       export_audit_log}};
}

}  // namespace handlers::dashboard
