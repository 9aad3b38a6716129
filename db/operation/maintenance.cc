#include "db/operation/maintenance.h"

#include <stdexcept>
#include <string>
#include <string_view>

#include "core/clock.h"
#include "core/unavailable.h"
#include "db/artifacts/artifact_removal.h"
#include "db/artifacts/every_template.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/usage_store.h"
#include "db/counters/view_counter.h"
#include "db/operation/account_ranges.h"
#include "db/operation/maintenance_clock.h"
#include "db/operation/steps.h"
#include "db/search/title_index.h"

namespace db {
namespace {

constexpr std::string_view kNoteExpired = R"(
update artifacts
   set listed_as = 'expired'
 where listed_as = 'active' and expires_at <= now()
   and id = any(array(
     select id
       from artifacts
      where id = any(array(
        select entry.id
          from accounts account,
               unnest({templates}) as listed_template,
               lateral (select id from artifacts
                         where account_id = account.id and listed_as = 'active'
                           and template = listed_template and expires_at <= now()
                         limit $1) as entry
         where account.id > $2 and account.id <= $3
         limit $1))
      order by id
        for no key update skip locked)))";

// The order in these statements is that of an index. Without it, PostgreSQL would expect to find
// enough rows soon by reading the table, and read all of a large one when nothing is due.
constexpr Statement kRemoveLinks{"maintenance_remove_links", R"(
delete from share_links
 where id = any(array(
   select id from share_links
    where least(expires_at, revoked_at) <= $2 - interval '30 days'
    order by least(expires_at, revoked_at)
    limit $1
      for update skip locked)))"};

constexpr Statement kRemoveIdempotencyKeys{"maintenance_remove_idempotency_keys", R"(
delete from idempotent_requests
 where (account_id, key_hash) in (
   select account_id, key_hash from idempotent_requests
    where created_at <= now() - interval '24 hours'
    order by created_at
    limit $1
      for update skip locked))"};

constexpr Statement kRemoveAuditEvents{"maintenance_remove_audit_events", R"(
delete from audit_events
 where id = any(array(
   select entry.id
     from accounts account,
          lateral (select id from audit_events
                    where account_id = account.id
                      and created_at <= $5 - make_interval(secs => $4)
                    limit $1) as entry
    where account.id > $2 and account.id <= $3
    limit $1)))"};

constexpr Statement kRemoveSessions{"maintenance_remove_sessions", R"(
delete from sessions
 where token_hash = any(array(
   select token_hash from sessions where ends_at <= $2 order by ends_at limit $1)))"};

constexpr Statement kRemoveAwaitedSecondFactors{"maintenance_remove_awaited_second_factors", R"(
delete from awaited_second_factors
 where visitor_hash = any(array(
   select visitor_hash from awaited_second_factors where expires_at <= now() limit $1)))"};

// What has ended is of no use to anybody, but for used refresh tokens, which remain until they
// would have expired.
constexpr Statement kRemoveTokens{"maintenance_remove_tokens", R"(
delete from oauth_tokens
 where token_hash = any(array(
   select token_hash from oauth_tokens where expires_at <= $2 order by expires_at limit $1)))"};

constexpr Statement kRemoveGrants{"maintenance_remove_grants", R"(
delete from oauth_grants
 where id = any(array(
   select id from oauth_grants
    where expires_at <= $2
    order by expires_at
    limit $1
      for update skip locked)))"};

constexpr Statement kRemoveDeviceCodes{"maintenance_remove_device_codes", R"(
delete from oauth_device_codes
 where code_hash = any(array(
   select code_hash from oauth_device_codes
    where expires_at <= now() - interval '1 hour'
    order by expires_at
    limit $1)))"};

constexpr Statement kRemoveKeys{"maintenance_remove_keys", R"(
delete from api_keys
 where id = any(array(
   select id from api_keys
    where least(expires_at, revoked_at) <= $2 - interval '90 days'
    limit $1
      for update skip locked)))"};

// Clients that nobody gave access for half a year. They register again.
constexpr Statement kRemoveClients{"maintenance_remove_clients", R"(
delete from oauth_clients
 where id = any(array(
   select id from oauth_clients
    where last_allowed_at <= $2 - interval '180 days'
    order by last_allowed_at
    limit $1)))"};

// Nobody has ever given them access, so nobody misses them.
constexpr Statement kRemoveUnusedClients{"maintenance_remove_unused_clients", R"(
delete from oauth_clients
 where id = any(array(
   select id from oauth_clients
    where last_allowed_at is null and created_at <= now() - interval '1 day'
    order by created_at
    limit $1
      for update skip locked)))"};

}  // namespace

MaintenanceReport maintain(Postgres& postgres, Redis& redis, const MaintenanceLimits& limits) {
  MaintenanceReport report;
  MaintenanceClock clock(postgres);
  if (limits.largest_clock_step)
    if (const auto doubt = clock.doubt(core::now(), *limits.largest_clock_step))
      throw WrongClock(*doubt);
  clock.note_run(limits.grace);
  // A part that another transaction keeps waiting is left to the next run, and the others are done.
  const auto run = [&report](std::string_view part, const auto& work) -> std::int64_t {
    try {
      return work();
    } catch (const QueryFailed& failure) {
      if (!failure.gave_up_waiting()) throw;
      report.problems.push_back(std::string(part) +
                                " had to wait too long for a lock that another transaction holds "
                                "(pg_stat_activity); the next run continues");
      return 0;
    }
  };
  try {
    report.share_links_with_new_views =
        run("storing views", [&] { return ViewCounter(postgres, redis).fold(); });
    report.days_with_new_usage =
        run("storing usage", [&] { return UsageStore(postgres, redis).fold(); });
  } catch (const core::Unavailable&) {
    throw;
  } catch (const std::runtime_error& failure) {
    report.problems.emplace_back(failure.what());
  }
  static const std::string note_expired = with_every_template(kNoteExpired);
  report.artifacts_noted_as_expired = run("marking expired artifacts", [&] {
    static const Statement statement{"maintenance_note_expired", note_expired.c_str()};
    return in_account_ranges(postgres, [&](const AccountRange& range) {
      return in_steps(postgres, statement, range.after, range.last);
    });
  });
  if (const auto moment = clock.removal_moment(limits.grace)) {
    const std::int64_t audit_seconds = std::chrono::seconds(limits.keep_audit_log).count();
    report.deleted_artifacts_removed = run(
        "removing deleted artifacts", [&] { return remove_deleted_artifacts(postgres, *moment); });
    report.expired_artifacts_removed = run("removing expired artifacts", [&] {
      return remove_expired_artifacts(postgres, limits.keep_expired, *moment);
    });
    report.share_links_removed =
        run("removing share links", [&] { return in_steps(postgres, kRemoveLinks, *moment); });
    report.audit_events_removed = run("removing audit events", [&] {
      return in_account_ranges(postgres, [&](const AccountRange& range) {
        return in_steps(postgres, kRemoveAuditEvents, range.after, range.last, audit_seconds,
                        *moment);
      });
    });
    report.sessions_removed =
        run("removing sessions", [&] { return in_steps(postgres, kRemoveSessions, *moment); });
    report.api_keys_removed =
        run("removing API keys", [&] { return in_steps(postgres, kRemoveKeys, *moment); });
    for (const Statement* removal : {&kRemoveTokens, &kRemoveGrants, &kRemoveClients})
      run("removing access of apps", [&] { return in_steps(postgres, *removal, *moment); });
  }
  // Not needed again when the clock is right: they are valid for a day or minutes, and are asked
  // for by the same clock meanwhile.
  report.idempotency_keys_removed =
      run("removing stored responses", [&] { return in_steps(postgres, kRemoveIdempotencyKeys); });
  for (const Statement* removal :
       {&kRemoveAwaitedSecondFactors, &kRemoveDeviceCodes, &kRemoveUnusedClients})
    run("removing unfinished sign-ins", [&] { return in_steps(postgres, *removal); });
  report.titles_indexed = run("indexing titles", [&] { return index_titles(postgres); });
  return report;
}

}  // namespace db
