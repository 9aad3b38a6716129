// GET /dashboard/usage
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/account.h"
#include "core/artifact.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/page.h"
#include "handlers/endpoint.h"
#include "html/amount.h"
#include "html/html.h"
#include "html/readable.h"
#include "pages/day_chart.h"
#include "pages/frame.h"

namespace handlers::dashboard {
namespace {

using html::Html;

// With three digits, such as 1.25 MiB.
std::string readable_bytes(std::int64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return std::to_string(bytes) + " bytes";
  std::size_t unit = 0;
  std::int64_t thousandths = bytes * 1000;
  while (thousandths >= 1'024'000 && unit + 1 < kUnits.size()) {
    thousandths /= 1024;
    ++unit;
  }
  std::string digits = std::to_string(thousandths);
  const std::size_t whole = digits.size() - 3;
  digits.insert(whole, ".");
  digits.resize(whole >= 3 ? whole : 4);
  // A limit of 100 GiB is not 100.0 GiB.
  while (digits.find('.') != std::string::npos && (digits.ends_with('0') || digits.ends_with('.')))
    digits.pop_back();
  return digits + ' ' + std::string(kUnits.at(unit));
}

Html figure(std::string_view name, const Html& value, std::string_view hint) {
  return html::format("<div><dt>{}</dt><dd>{}<span class=\"hint\">{}</span></dd></div>\n", name,
                      value, hint);
}

// The used part of a limit; empty if there is no limit.
Html meter(std::string_view name, std::int64_t used, const std::optional<std::int64_t>& most) {
  if (!most) return {};
  return html::format("<meter min=\"0\" max=\"{}\" value=\"{}\" aria-label=\"{}\"></meter>",
                      std::to_string(*most), std::to_string(std::min(used, *most)), name);
}

Html figures(const app::AccountUsage& found) {
  const db::Usage& usage = found.usage;
  const std::int64_t requests_per_minute{found.account.requests_per_minute()};
  const auto most_artifacts = core::unless_unlimited(found.limits.artifacts);
  const auto most_content_bytes = core::unless_unlimited(found.limits.bytes);
  const std::int64_t used = std::min(found.requests_this_minute, requests_per_minute);
  Html list = figure("Requests this minute",
                     html::format("<strong>{}</strong>{}", html::group_thousands(used),
                                  meter("Requests this minute", used, requests_per_minute)),
                     "of " + html::group_thousands(requests_per_minute) + " on the " +
                         std::string(core::to_string(found.account.plan)) + " plan");
  std::string artifacts_hint =
      usage.deleted_artifacts == 0
          ? std::string("none deleted")
          : html::group_thousands(usage.deleted_artifacts) + " deleted, kept for at least 30 days";
  if (most_artifacts) artifacts_hint += "; limit " + html::group_thousands(*most_artifacts);
  list += figure(
      "Artifacts",
      html::format("<strong>{}</strong>{}", html::group_thousands(usage.artifacts),
                   meter("Artifacts", usage.artifacts + usage.deleted_artifacts, most_artifacts)),
      artifacts_hint);
  list += figure("Share links",
                 html::format("<strong>{}{}</strong>", html::group_thousands(usage.links),
                              usage.links == db::Usage::kMaximumLinks ? "+" : ""),
                 "active");
  list += figure(
      "Storage",
      html::format("<strong>{}</strong>{}", readable_bytes(usage.content_bytes),
                   meter("Storage", usage.content_bytes, most_content_bytes)),
      (most_content_bytes ? "of " + readable_bytes(*most_content_bytes) + ", " : std::string()) +
          "including deleted artifacts");
  const auto most_rewritten = core::unless_unlimited(found.limits.rewritten_bytes_per_day);
  list += figure("Rewritten today",
                 html::format("<strong>{}</strong>{}", readable_bytes(found.rewritten.bytes),
                              meter("Rewritten today", found.rewritten.bytes, most_rewritten)),
                 (most_rewritten ? "of " + readable_bytes(*most_rewritten) + ", " : std::string()) +
                     "by changes of artifacts; a new day begins at midnight UTC");
  return html::format("<dl class=\"figures\">\n{}</dl>\n", list);
}

std::vector<pages::DayCount> counts(const std::vector<db::UsageDay>& days,
                                    std::int64_t db::UsageDay::*count) {
  std::vector<pages::DayCount> counted;
  for (const db::UsageDay& day : days) counted.push_back({day.begins_at, day.*count});
  return counted;
}

Html day_table(const std::vector<db::UsageDay>& days) {
  Html rows;
  for (const db::UsageDay& day : days) {
    rows += html::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
                         html::readable_day(day.begins_at), html::group_thousands(day.requests),
                         html::group_thousands(day.views));
  }
  return html::format(
      "<details>\n<summary>Figures by day</summary>\n"
      "<table class=\"list\">\n"
      "<thead><tr><th scope=\"col\">Day</th><th scope=\"col\">Requests</th>"
      "<th scope=\"col\">Views</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</details>\n",
      rows);
}

// Requests and views differ by orders of magnitude, so each has a chart.
Html charts(const std::vector<db::UsageDay>& days) {
  const bool is_empty = std::all_of(days.begin(), days.end(), [](const db::UsageDay& day) {
    return day.requests == 0 && day.views == 0;
  });
  if (is_empty) {
    return {
        "<p class=\"empty\">No activity yet. API requests and views of share links appear here. To "
        "get started, create an <a href=\"/dashboard/settings/keys\">API key</a> and see the <a "
        "href=\"/docs\">API reference</a>.</p>\n"};
  }
  return html::format("<div class=\"day-charts\">\n{}{}</div>\n{}",
                      pages::day_chart("Requests", counts(days, &db::UsageDay::requests)),
                      pages::day_chart("Views", counts(days, &db::UsageDay::views)),
                      day_table(days));
}

Html most_viewed(const std::vector<db::ArtifactViews>& artifacts) {
  if (artifacts.empty()) return {};
  Html rows;
  for (const db::ArtifactViews& artifact : artifacts) {
    rows += html::format(
        "<tr><th scope=\"row\"><a href=\"{}\" dir=\"auto\">{}</a></th>"
        "<td><a href=\"{}\">{}</a></td></tr>\n",
        path_of(artifact.id),
        core::display_title(artifact.title, artifact.first_heading).value_or("Untitled"),
        path_of(artifact.id, "/views"), html::group_thousands(artifact.views));
  }
  return html::format(
      "<h3>Most viewed</h3>\n"
      "<table class=\"list\">\n"
      "<thead><tr><th scope=\"col\">Artifact</th><th scope=\"col\">Views</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n",
      rows);
}

core::Result<fcgi::Response> show_usage(const Context& context) {
  const auto found = context.app.account_overview.usage(context.principal);
  if (!found) return found.error();
  return page(
      200, pages::frame(
               "Usage", pages::Section::usage, signed_in_user(context),
               html::format(
                   "<h1>Usage</h1>\n"
                   "{}"
                   "<h2>Last 30 days</h2>\n"
                   "{}"
                   "<p class=\"hint\">Days start at midnight UTC. Rate-limited requests are not "
                   "counted.</p>\n{}",
                   figures(*found), charts(found->usage.days), most_viewed(found->most_viewed))));
}

}  // namespace

std::vector<Endpoint> usage_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/usage", .access = Access::user}, show_usage}};
}

}  // namespace handlers::dashboard
