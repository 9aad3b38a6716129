// GET /dashboard/settings/audit
#include <algorithm>
#include <array>
#include <utility>

#include "app/account.h"
#include "handlers/dashboard/page.h"
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

// "Expiry changed, password removed".
std::string readable_changes(const std::vector<std::string>& changes) {
  std::string names;
  for (const std::string& change : changes) names += (names.empty() ? "" : ", ") + change;
  return capitalised_words(names);
}

Html actor_cell(const db::RecordedActor& actor) {
  if (actor.user) return html::format("{}", actor.name);
  if (actor.key) return html::format("{} <span class=\"badge\">API key</span>", actor.name);
  return {"<span class=\"badge\">Operator</span>"};
}

Html event_cell(const db::StoredAuditEvent& event) {
  Html text = Html::text(readable_action(event.action));
  if (!event.subject_name.empty() || !event.subject.empty()) {
    text +=
        html::format("<span class=\"subject\" title=\"{}\" dir=\"auto\">{}</span>", event.subject,
                     event.subject_name.empty() ? event.subject : event.subject_name);
  }
  if (event.reason)
    text += html::format("<span class=\"subject\" dir=\"auto\">{}</span>", *event.reason);
  if (!event.changes.empty())
    text += html::format("<span class=\"subject\">{}</span>", readable_changes(event.changes));
  return text;
}

Html action_options(std::optional<core::AuditAction> chosen) {
  Html list("<option value=\"\">All events</option>\n");
  for (const core::AuditAction action : core::audit_actions()) {
    const std::string_view name = core::to_string(action);
    list += pages::choice(name, readable_action(name), action == chosen);
  }
  return list;
}

Html event_table(const app::AuditTrail::Query& query, const app::AuditEvents& found) {
  if (found.events.empty() && found.next_cursor)
    return {"<p class=\"empty\">No matching events in this part of the log.</p>\n"};
  if (found.events.empty()) {
    return query.action ? Html(
                              "<p class=\"empty\">No matching events. <a "
                              "href=\"/dashboard/settings/audit\">Show all events</a></p>\n")
                        : Html("<p class=\"empty\">No events yet.</p>\n");
  }
  Html rows;
  for (const db::StoredAuditEvent& event : found.events) {
    rows += html::format(
        "<tr><td>{}</td><td>{}</td><td data-label=\"Actor\"><span>{}</span></td>"
        "<td data-label=\"IP address\">{}</td></tr>\n",
        html::readable_moment(event.created_at), event_cell(event), actor_cell(event.actor),
        event.actor.client_address);
  }
  return html::format(
      "<div class=\"list-frame\" tabindex=\"0\" role=\"region\" aria-label=\"Events\">\n"
      "<table class=\"list audit\">\n"
      "<thead><tr><th scope=\"col\">Time (UTC)</th><th scope=\"col\">Event</th>"
      "<th scope=\"col\">Actor</th><th scope=\"col\">IP address</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      rows);
}

Html event_paging(const app::AuditTrail::Query& query, const app::AuditEvents& found) {
  const std::string_view action = query.action ? core::to_string(*query.action) : "";
  Html links;
  if (query.cursor) {
    links += html::format(
        "<a class=\"button quiet\" href=\"/dashboard/settings/audit?action={}\">Newest</a>\n",
        action);
  }
  if (found.next_cursor) {
    links += html::format(
        "<a class=\"button quiet\" rel=\"next\" "
        "href=\"/dashboard/settings/audit?action={}&amp;cursor={}\">Older</a>\n",
        action, *found.next_cursor);
  }
  return links.empty() ? Html() : html::format("<p class=\"actions\">{}</p>\n", links);
}

constexpr int kPerPage = 50;

core::Result<fcgi::Response> show_audit_log(const Context& context) {
  app::AuditTrail::Query query;
  query.limit = kPerPage;
  // Any other value selects all.
  query.action = core::parse_audit_action(context.request.query("action").value_or(""));
  query.cursor = context.request.query("cursor");
  const auto found = context.app.audit_trail.list(context.principal, query);
  if (!found) return found.error();
  return page(
      200, pages::settings_frame(
               viewer(context.principal), pages::SettingsPage::audit_log,
               html::format(
                   "<h1>Audit log</h1>\n"
                   "<form method=\"get\" action=\"/dashboard/settings/audit\" class=\"filters\">\n"
                   "<label for=\"action\">Event</label>\n"
                   "<select id=\"action\" name=\"action\">\n{}</select>\n"
                   "<button class=\"quiet\">Filter</button>\n"
                   "</form>\n"
                   "{}{}",
                   action_options(query.action), event_table(query, *found),
                   event_paging(query, *found))));
}

}  // namespace

std::vector<Endpoint> audit_log_endpoints() {
  return {{{.method = Method::get, .pattern = "/dashboard/settings/audit", .access = Access::owner},
           show_audit_log}};
}

}  // namespace handlers::dashboard
