// GET /dashboard/artifacts/{artifact_id}/views: who opened its links, or one of them, day by day
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "app/share_link_lists.h"
#include "handlers/dashboard/artifacts/own_artifact.h"
#include "handlers/dashboard/artifacts/show_views.html.h"
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
  openings.reserve(days.size());
  for (const db::ViewDay& day : days) openings.push_back({day.begins_at, day.*opener});
  return openings;
}

// The days with anything, the last first.
Html table_of(const std::vector<db::ViewDay>& days) {
  Html rows;
  std::for_each(days.rbegin(), days.rend(), [&rows](const db::ViewDay& day) {
    if (day.is_empty()) return;
    rows += show_views_html::day_row({.day = html::day_and_month(day.begins_at),
                                      .people = html::group_thousands(day.people),
                                      .programs = html::group_thousands(day.programs),
                                      .previewers = html::group_thousands(day.previewers)});
  });
  return show_views_html::day_table({rows});
}

Html figures_of(const std::vector<db::ViewDay>& days) {
  if (std::all_of(days.begin(), days.end(), std::mem_fn(&db::ViewDay::is_empty)))
    return show_views_html::no_views();
  return show_views_html::figures(
      {.people = pages::day_chart("People", openings_by(&db::ViewDay::people, days)),
       .programs = pages::day_chart("Programs", openings_by(&db::ViewDay::programs, days)),
       .previewers = pages::day_chart("Previewers", openings_by(&db::ViewDay::previewers, days)),
       .days = table_of(days)});
}

// Which link it is about; of the artifact: all of them.
Html subject_of(const core::Artifact& artifact, const std::optional<core::ShareLinkState>& link) {
  if (!link) return show_views_html::all_links();
  const auto& name = link->options.name;
  return show_views_html::one_link(
      {.link = name ? show_views_html::named_link({name->text()}) : Html("the share link"),
       .created_at = html::readable_moment(link->link.created_at),
       .views_path = path_of(artifact.id, "/views")});
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
  return framed_page(context, 200, "Views", pages::Section::artifacts,
                     show_views_html::views({.breadcrumb = breadcrumb(*artifact),
                                             .subject = subject_of(*artifact, views->link),
                                             .figures = figures_of(views->days)}));
}

}  // namespace

std::vector<Endpoint> view_endpoints() {
  return {{{.method = Method::get,
            .pattern = "/dashboard/artifacts/{artifact_id}/views",
            .access = Access::user},
           show_views}};
}

}  // namespace handlers::dashboard
