// GET /dashboard/artifacts/{artifact_id}/views: who opened its links, or one of them, day by day
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "app/share_link_lists.h"
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

std::vector<pages::DayCount> openings_by(std::int64_t db::ViewDay::*opener,
                                         const std::vector<db::ViewDay>& days) {
  std::vector<pages::DayCount> openings;
  for (const db::ViewDay& day : days) openings.push_back({day.begins_at, day.*opener});
  return openings;
}

// The days with anything, the last first.
Html table_of(const std::vector<db::ViewDay>& days) {
  Html rows;
  for (auto day = days.rbegin(); day != days.rend(); ++day) {
    if (day->is_empty()) continue;
    rows +=
        html::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                     html::day_and_month(day->begins_at), html::group_thousands(day->people),
                     html::group_thousands(day->programs), html::group_thousands(day->previewers));
  }
  return html::format(
      "<details>\n<summary>Figures by day</summary>\n"
      "<div class=\"list-frame\" tabindex=\"0\" role=\"region\" aria-label=\"Figures by day\">\n"
      "<table class=\"list\">\n"
      "<thead><tr><th scope=\"col\">Day</th><th scope=\"col\">People</th>"
      "<th scope=\"col\">Programs</th><th scope=\"col\">Previewers</th></tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n</details>\n",
      rows);
}

Html figures_of(const std::vector<db::ViewDay>& days) {
  if (std::all_of(days.begin(), days.end(), std::mem_fn(&db::ViewDay::is_empty)))
    return {"<p class=\"empty\">No views in the last 90 days.</p>\n"};
  return html::format("<div class=\"day-charts\">\n{}{}{}</div>\n{}",
                      pages::day_chart("People", openings_by(&db::ViewDay::people, days)),
                      pages::day_chart("Programs", openings_by(&db::ViewDay::programs, days)),
                      pages::day_chart("Previewers", openings_by(&db::ViewDay::previewers, days)),
                      table_of(days));
}

// Which link it is about; of the artifact: all of them.
Html subject_of(const core::Artifact& artifact, const std::optional<core::ShareLinkState>& link) {
  if (!link) return {"<p>Of all share links of this artifact.</p>\n"};
  return html::format(
      "<p>Of the share link {}created {}. <a href=\"{}\">Show those of all links</a></p>\n",
      link->options.name
          ? html::format("<strong dir=\"auto\">{}</strong>, ", link->options.name->text())
          : Html(),
      html::readable_moment(link->link.created_at), path_of(artifact.id, "/views"));
}

core::Result<fcgi::Response> show_views(const Context& context) {
  const auto artifact = own_artifact(context, Content::without);
  if (!artifact) return artifact.error();
  std::optional<core::ShareId> link;
  if (const auto id = context.request.query("share")) {
    link = core::ShareId::parse(*id);
    if (!link) return not_found();
  }
  const auto views = context.app.share_link_lists.views(context.principal, artifact->id, link);
  if (!views) return page_problem(views.error());
  return page(
      200,
      pages::frame(
          "Views", pages::Section::artifacts, signed_in_user(context),
          html::format(
              "{}<h1>Views</h1>\n{}{}"
              "<p class=\"hint\">Days start at midnight UTC. Programs request data or a file in "
              "place of the page, or do not identify themselves as a browser. Previewers are link "
              "previews of chat apps, mail scanners and search engines; they do not count as "
              "views. Counts by day are kept for 90 days.</p>\n",
              breadcrumb(*artifact), subject_of(*artifact, views->link), figures_of(views->days))));
}

}  // namespace

std::vector<Endpoint> view_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/views",
            .access = Access::user},
           show_views}};
}

}  // namespace handlers::dashboard
