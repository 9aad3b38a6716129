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
#include "handlers/dashboard/usage.html.h"
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
  return usage_html::figure({.name = name, .value = value, .hint = hint});
}

// The used part of a limit; empty if there is no limit.
Html meter(std::string_view name, std::int64_t used, const std::optional<std::int64_t>& most) {
  if (!most) return {};
  return usage_html::meter(
      {.most = std::to_string(*most), .used = std::to_string(std::min(used, *most)), .name = name});
}

Html figures(const app::AccountUsage& found) {
  const db::Usage& usage = found.usage;
  const std::int64_t requests_per_minute{found.account.requests_per_minute()};
  const auto most_artifacts = core::unless_unlimited(found.limits.artifacts);
  const auto most_content_bytes = core::unless_unlimited(found.limits.bytes);
  const std::int64_t used = std::min(found.requests_this_minute, requests_per_minute);
  Html list = figure(
      "Requests this minute",
      usage_html::amount({.amount = html::group_thousands(used),
                          .meter = meter("Requests this minute", used, requests_per_minute)}),
      "of " + html::group_thousands(requests_per_minute) + " on the " +
          std::string(core::to_string(found.account.plan)) + " plan");
  std::string artifacts_hint =
      usage.deleted_artifacts == 0
          ? std::string("none deleted")
          : html::group_thousands(usage.deleted_artifacts) + " deleted, kept for at least 30 days";
  if (most_artifacts) artifacts_hint += "; limit " + html::group_thousands(*most_artifacts);
  list += figure(
      "Artifacts",
      usage_html::amount(
          {.amount = html::group_thousands(usage.artifacts),
           .meter = meter("Artifacts", usage.artifacts + usage.deleted_artifacts, most_artifacts)}),
      artifacts_hint);
  list += figure("Share links",
                 usage_html::links({.links = html::group_thousands(usage.links),
                                    .more = usage.links == db::Usage::kMaximumLinks ? "+" : ""}),
                 "active");
  list += figure(
      "Storage",
      usage_html::amount({.amount = readable_bytes(usage.content_bytes),
                          .meter = meter("Storage", usage.content_bytes, most_content_bytes)}),
      (most_content_bytes ? "of " + readable_bytes(*most_content_bytes) + ", " : std::string()) +
          "including deleted artifacts");
  const auto most_rewritten = core::unless_unlimited(found.limits.rewritten_bytes_per_day);
  list += figure("Rewritten today",
                 usage_html::amount(
                     {.amount = readable_bytes(found.rewritten.bytes),
                      .meter = meter("Rewritten today", found.rewritten.bytes, most_rewritten)}),
                 (most_rewritten ? "of " + readable_bytes(*most_rewritten) + ", " : std::string()) +
                     "by changes of artifacts; a new day begins at midnight UTC");
  return usage_html::figures({list});
}

std::vector<pages::DayCount> counts(const std::vector<db::UsageDay>& days,
                                    std::int64_t db::UsageDay::*count) {
  std::vector<pages::DayCount> counted;
  counted.reserve(days.size());
  for (const db::UsageDay& day : days) counted.push_back({day.begins_at, day.*count});
  return counted;
}

Html day_table(const std::vector<db::UsageDay>& days) {
  Html rows;
  for (const db::UsageDay& day : days) {
    rows += usage_html::day_row({.day = html::readable_day(day.begins_at),
                                 .requests = html::group_thousands(day.requests),
                                 .views = html::group_thousands(day.views)});
  }
  return usage_html::day_table({rows});
}

// Requests and views differ by orders of magnitude, so each has a chart.
Html charts(const std::vector<db::UsageDay>& days) {
  const bool is_empty = std::all_of(days.begin(), days.end(), [](const db::UsageDay& day) {
    return day.requests == 0 && day.views == 0;
  });
  if (is_empty) return usage_html::no_activity();
  return usage_html::charts(
      {.requests = pages::day_chart("Requests", counts(days, &db::UsageDay::requests)),
       .views = pages::day_chart("Views", counts(days, &db::UsageDay::views)),
       .days = day_table(days)});
}

Html most_viewed(const std::vector<db::ArtifactViews>& artifacts) {
  if (artifacts.empty()) return {};
  Html rows;
  for (const db::ArtifactViews& artifact : artifacts) {
    rows += usage_html::most_viewed_row(
        {.path = path_of(artifact.id),
         .title = core::display_title(artifact.title, artifact.first_heading).value_or("Untitled"),
         .views_path = path_of(artifact.id, "/views"),
         .views = html::group_thousands(artifact.views)});
  }
  return usage_html::most_viewed({rows});
}

core::Result<fcgi::Response> show_usage(const Context& context) {
  const auto found = context.app.account_overview.usage(context.principal);
  if (!found) return found.error();
  return framed_page(context, 200, "Usage", pages::Section::usage,
                     usage_html::usage({.figures = figures(*found),
                                        .charts = charts(found->usage.days),
                                        .most_viewed = most_viewed(found->most_viewed)}));
}

}  // namespace

std::vector<Endpoint> usage_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/dashboard/usage", .access = Access::user}, show_usage}};
}

}  // namespace handlers::dashboard
