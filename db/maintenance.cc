#include "db/maintenance.h"

#include <stdexcept>

#include "core/unavailable.h"
#include "db/postgres.h"
#include "db/redis.h"
#include "db/usage_store.h"
#include "db/view_counter.h"

namespace db {
namespace {

constexpr std::int64_t kBatch = 1000;

constexpr Statement kNoteExpired{"maintenance_note_expired", R"(
update artifacts
   set listed_as = 'expired'
 where listed_as = 'active' and expires_at <= now()
   and id = any(array(
     select entry.id
       from accounts account,
            unnest(array['markdown', 'chart', 'table', 'pdf']) as listed_template,
            lateral (select id from artifacts
                      where account_id = account.id and listed_as = 'active'
                        and template = listed_template and expires_at <= now()
                      limit $1) as entry
      limit $1)))"};

constexpr Statement kRemoveDeleted{"maintenance_remove_deleted", R"(
delete from artifacts
 where deleted_at <= now() - interval '30 days'
   and id = any(array(
     select entry.id
       from accounts account,
            unnest(array['markdown', 'chart', 'table', 'pdf']) as listed_template,
            lateral (select id from artifacts
                      where account_id = account.id and template = listed_template
                        and deleted_at <= now() - interval '30 days'
                      limit $1) as entry
      limit $1)))"};

constexpr Statement kRemoveExpired{"maintenance_remove_expired", R"(
delete from artifacts
 where listed_as = 'expired' and expires_at <= now() - make_interval(secs => $2)
   and id = any(array(
     select entry.id
       from accounts account,
            unnest(array['markdown', 'chart', 'table', 'pdf']) as listed_template,
            lateral (select id from artifacts
                      where account_id = account.id and listed_as = 'expired'
                        and template = listed_template
                        and expires_at <= now() - make_interval(secs => $2)
                      limit $1) as entry
      limit $1)))"};

constexpr Statement kRemoveLinks{"maintenance_remove_links", R"(
delete from share_links
 where id = any(array(
   select id from share_links
    where least(expires_at, revoked_at) <= now() - interval '30 days'
    limit $1)))"};

constexpr Statement kRemoveIdempotencyKeys{"maintenance_remove_idempotency_keys", R"(
delete from idempotent_requests
 where (account_id, key_hash) in (
   select account_id, key_hash from idempotent_requests
    where created_at <= now() - interval '24 hours'
    limit $1))"};

constexpr Statement kRemoveAuditEvents{"maintenance_remove_audit_events", R"(
delete from audit_events
 where id = any(array(
   select entry.id
     from accounts account,
          lateral (select id from audit_events
                    where account_id = account.id
                      and created_at <= now() - make_interval(secs => $2)
                    limit $1) as entry
    limit $1)))"};

constexpr Statement kRemoveSessions{"maintenance_remove_sessions", R"(
delete from sessions
 where token_hash = any(array(
   select token_hash from sessions where ends_at <= now() limit $1)))"};

constexpr Statement kRemoveAwaitedSecondFactors{"maintenance_remove_awaited_second_factors", R"(
delete from awaited_second_factors
 where visitor_hash = any(array(
   select visitor_hash from awaited_second_factors where expires_at <= now() limit $1)))"};

// Runs a statement that deals with one batch until there is none left, and gives the sum.
template <typename... Values>
std::int64_t in_batches(Postgres& postgres, const Statement& statement, const Values&... values) {
  std::int64_t sum = 0;
  for (;;) {
    const std::int64_t done = postgres.write(statement, kBatch, values...).affected();
    if (done == 0) return sum;
    sum += done;
  }
}

}  // namespace

MaintenanceReport maintain(Postgres& postgres, Redis& redis, const MaintenanceLimits& limits) {
  const std::int64_t expired_seconds = std::chrono::seconds(limits.keep_expired).count();
  const std::int64_t audit_seconds = std::chrono::seconds(limits.keep_audit_log).count();
  MaintenanceReport report;
  try {
    report.share_links_with_new_views = ViewCounter(postgres, redis).fold();
    report.days_with_new_usage = UsageStore(postgres, redis).fold();
  } catch (const core::Unavailable&) {
    throw;
  } catch (const std::runtime_error& failure) {
    report.problem = failure.what();
  }
  report.artifacts_noted_as_expired = in_batches(postgres, kNoteExpired);
  report.deleted_artifacts_removed = in_batches(postgres, kRemoveDeleted);
  report.expired_artifacts_removed = in_batches(postgres, kRemoveExpired, expired_seconds);
  report.share_links_removed = in_batches(postgres, kRemoveLinks);
  report.idempotency_keys_removed = in_batches(postgres, kRemoveIdempotencyKeys);
  report.audit_events_removed = in_batches(postgres, kRemoveAuditEvents, audit_seconds);
  report.sessions_removed = in_batches(postgres, kRemoveSessions);
  in_batches(postgres, kRemoveAwaitedSecondFactors);
  return report;
}

}  // namespace db
