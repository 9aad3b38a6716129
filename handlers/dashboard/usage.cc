// GET /dashboard/usage
#include "app/account.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page.h"
#include "pages/dashboard/settings/usage_page.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> show_usage(app::AccountOverview& account_overview,
                                        const fcgi::Request& request,
                                        const core::Session& session) {
  const auto found = account_overview.usage(actor(session, request));
  if (!found) return found.error();
  const db::Usage& usage = found->usage;
  pages::dashboard::UsagePage shown;
  shown.plan = core::to_string(found->account.plan);
  shown.requests_this_minute = found->requests_this_minute;
  shown.requests_per_minute = found->account.requests_per_minute();
  shown.artifacts = usage.artifacts;
  shown.deleted_artifacts = usage.deleted_artifacts;
  shown.links = usage.links;
  shown.has_more_links = usage.links == db::Usage::kMaximumLinks;
  shown.content_bytes = usage.content_bytes;
  shown.most_artifacts = core::unless_unlimited(found->limits.artifacts);
  shown.most_content_bytes = core::unless_unlimited(found->limits.bytes);
  for (const db::UsageDay& day : usage.days)
    shown.days.push_back({day.begins_at, day.requests, day.views});
  return page(200, pages::dashboard::usage_page(viewer(session), shown));
}

}  // namespace handlers::dashboard
