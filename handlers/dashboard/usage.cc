// GET /dashboard/usage
#include "core/operation/configuration.h"
#include "db/accounts/account_store.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/rate_counter.h"
#include "db/counters/usage_store.h"
#include "handlers/dashboard/endpoints.h"
#include "handlers/dashboard/page_response.h"
#include "pages/dashboard/usage_page.h"

namespace handlers::dashboard {

core::Result<fcgi::Response> show_usage(Services& services, const fcgi::Request& /*request*/,
                                        const core::Session& session) {
  const auto account = db::AccountStore(services.postgres).find(session.account);
  if (!account) return core::Error{core::ErrorCode::not_found, "the account is gone"};
  const db::Usage usage = db::UsageStore(services.postgres, services.redis).find(session.account);
  pages::dashboard::UsagePage shown;
  shown.plan = core::to_string(account->plan);
  shown.requests_this_minute = services.rate_counter.used(session.account);
  shown.requests_per_minute = account->requests_per_minute();
  shown.artifacts = usage.artifacts;
  shown.deleted_artifacts = usage.deleted_artifacts;
  shown.links = usage.links;
  shown.has_more_links = usage.links == db::Usage::kMostLinks;
  shown.content_bytes = usage.content_bytes;
  const core::StorageLimits limits = account->storage_limits(services.configuration.storage_limits);
  if (limits.artifacts != core::kUnlimited) shown.most_artifacts = limits.artifacts;
  if (limits.bytes != core::kUnlimited) shown.most_content_bytes = limits.bytes;
  for (const db::UsageDay& day : usage.days)
    shown.days.push_back({day.begins_at, day.requests, day.views});
  const std::string form_token = core::form_token(session.token);
  return page(200, pages::dashboard::usage_page(viewer(session, form_token), shown));
}

}  // namespace handlers::dashboard
