#include "pages/dashboard/settings/audit_page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "html/readable.h"
#include "pages/forms.h"

namespace pages::dashboard {
namespace {

using html::Html;

// Where the dashboard's term differs from the API's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kLabels{{
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
  for (const auto& [name, label] : kLabels)
    if (name == action) return std::string(label);
  return capitalised_words(action);
}

// "Expiry changed, password removed".
std::string readable_changes(const std::vector<std::string>& changes) {
  std::string names;
  for (const std::string& change : changes) names += (names.empty() ? "" : ", ") + change;
  return capitalised_words(names);
}

Html who(const core::Actor& actor) {
  if (actor.user) return html::format("{}", actor.name);
  if (actor.key) return html::format("{} <span class=\"badge\">API key</span>", actor.name);
  return {"<span class=\"badge\">Operator</span>"};
}

Html what(const AuditRow& row) {
  Html text = Html::text(readable_action(row.action));
  if (!row.subject_name.empty() || !row.subject.empty()) {
    text += html::format("<span class=\"subject\" title=\"{}\" dir=\"auto\">{}</span>", row.subject,
                         row.subject_name.empty() ? row.subject : row.subject_name);
  }
  if (row.reason)
    text += html::format("<span class=\"subject\" dir=\"auto\">{}</span>", *row.reason);
  if (!row.changes.empty())
    text += html::format("<span class=\"subject\">{}</span>", readable_changes(row.changes));
  return text;
}

Html options(std::optional<core::AuditAction> chosen) {
  Html list("<option value=\"\">All events</option>\n");
  for (const core::AuditAction action : core::audit_actions()) {
    list += html::format("<option value=\"{}\"{}>{}</option>\n", core::to_string(action),
                         action == chosen ? Html(" selected") : Html(),
                         readable_action(core::to_string(action)));
  }
  return list;
}

Html table(const AuditPage& page) {
  if (page.rows.empty() && page.next_cursor)
    return {"<p class=\"empty\">No matching events in this part of the log.</p>\n"};
  if (page.rows.empty()) {
    return page.action ? Html(
                             "<p class=\"empty\">No matching events. <a "
                             "href=\"/dashboard/settings/audit\">Show all events</a></p>\n")
                       : Html("<p class=\"empty\">No events yet.</p>\n");
  }
  Html rows;
  for (const AuditRow& row : page.rows) {
    rows += html::format(
        "<tr><td>{}</td><td>{}</td><td data-label=\"Actor\"><span>{}</span></td>"
        "<td data-label=\"IP address\">{}</td></tr>\n",
        html::readable_moment(row.created_at), what(row), who(row.actor), row.actor.client_address);
  }
  return html::format(
      "<div class=\"list-frame\" tabindex=\"0\" role=\"region\" aria-label=\"Events\">\n"
      "<table class=\"list audit\">\n"
      "<thead><tr><th scope=\"col\">Time (UTC)</th><th scope=\"col\">Event</th>"
      "<th scope=\"col\">Actor</th><th scope=\"col\">IP address</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      rows);
}

Html paging(const AuditPage& page) {
  const std::string_view action = page.action ? core::to_string(*page.action) : "";
  Html links;
  if (!page.is_first) {
    links += html::format(
        "<a class=\"button quiet\" href=\"/dashboard/settings/audit?action={}\">Newest</a>\n",
        action);
  }
  if (page.next_cursor) {
    links += html::format(
        "<a class=\"button quiet\" rel=\"next\" "
        "href=\"/dashboard/settings/audit?action={}&amp;cursor={}\">Older</a>\n",
        action, *page.next_cursor);
  }
  return links.empty() ? Html() : html::format("<p class=\"actions\">{}</p>\n", links);
}

}  // namespace

Html audit_page(const Viewer& viewer, const AuditPage& page) {
  return settings_frame(
      viewer, SettingsPage::audit_log,
      html::format("<h1>Audit log</h1>\n"
                   "<form method=\"get\" action=\"/dashboard/settings/audit\" class=\"filters\">\n"
                   "<label for=\"action\">Event</label>\n"
                   "<select id=\"action\" name=\"action\">\n{}</select>\n"
                   "<button class=\"quiet\">Filter</button>\n"
                   "</form>\n"
                   "{}{}",
                   options(page.action), table(page), paging(page)));
}

}  // namespace pages::dashboard
