#include "db/operation/maintenance.h"

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/time.h"
#include "db/account_removal.h"
#include "db/artifact_removal.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/usage_store.h"
#include "db/counters/view_counter.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr Query<R"(
with noted as (
  update artifacts
     set listed_as = 'expired'
   where listed_as = 'active' and expires_at <= now()
     and id = any(array(
       select id
         from artifacts
        where id = any(array(
          select entry.id
            from accounts account,
                 unnest(every_template()) as listed_template,
                 lateral (select id from artifacts
                           where account_id = account.id and listed_as = 'active'
                             and template = listed_template and expires_at <= now()
                           limit $most_rows) as entry
           where account.id > $after_account and account.id <= $last_account
           limit $most_rows))
        order by id
          for no key update skip locked))
  returning account_id, template, octet_length(content) as bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, kind, template, pg_backend_pid() % 16, sum(one), sum(one * bytes)
    from noted, lateral (values ('active', -1), ('expired', 1)) as change (kind, one)
   group by 1, 2, 3
   order by 1, 2, 3
      {or add}
)
select from noted)">
    kNoteExpired{"maintenance_note_expired"};

// Where there is an order in these statements, it is that of an index. Without it, PostgreSQL would
// expect to find enough rows soon by reading the table, and read all of a large one when nothing is
// due.
constexpr Query<R"(
delete from share_links
 where id = any(array(
   select id from share_links
    where least(expires_at, revoked_at) <= $moment::timestamptz - interval '30 days'
    order by least(expires_at, revoked_at)
    limit $most_rows
      for update skip locked)))">
    kRemoveLinks{"maintenance_remove_links"};

constexpr Query<R"(
delete from view_days
 where ctid = any(array(
   select ctid from view_days
    where day <= ($moment::timestamptz at time zone 'utc')::date - 90
    order by day
    limit $most_rows
      for update skip locked)))">
    kRemoveViewDays{"maintenance_remove_view_days"};

constexpr Query<R"(
delete from idempotent_requests
 where (account_id, key_hash) in (
   select account_id, key_hash from idempotent_requests
    where created_at <= now() - interval '24 hours'
    order by created_at
    limit $most_rows
      for update skip locked))">
    kRemoveIdempotencyKeys{"maintenance_remove_idempotency_keys"};

constexpr Query<R"(
delete from audit_events
 where id = any(array(
   select entry.id
     from accounts account,
          lateral (select id from audit_events
                    where account_id = account.id
                      and created_at <= $moment::timestamptz - make_interval(secs => $keep_seconds)
                    limit $most_rows) as entry
    where account.id > $after_account and account.id <= $last_account
    limit $most_rows)))">
    kRemoveAuditEvents{"maintenance_remove_audit_events"};

// Those that links show are passed over.
constexpr Query<R"(
select removed
  from (select array_agg(artifact_id) as artifacts, array_agg(version) as numbers
          from (select artifact_id, version,
                       sum(bytes) over (order by kept_at, artifact_id, version) - bytes as bytes_before
                  from (select entry.*
                          from accounts account,
                               lateral (select string_to_array($days_of_plans, ' ')::bigint[] as days) as plans,
                               lateral (select artifact_id, version, kept_at,
                                               case when erased_at is null then bytes else 0 end as bytes
                                          from artifact_versions
                                         where account_id = account.id
                                           and kept_at <= $moment::timestamptz - make_interval(days =>
                                                 least(plans.days[case account.plan
                                                                  when 'free' then 1 when 'pro' then 2
                                                                  else 3 end], 100000)::integer)
                                           and not is_pinned(account_id, artifact_id, version)
                                         order by kept_at
                                         limit $most_rows) as entry
                         where account.id > $after_account and account.id <= $last_account
                         limit $most_rows) as found) as listed
         where bytes_before < $most_bytes) as due,
       remove_versions(artifacts, numbers))">
    kRemoveVersions{"maintenance_remove_versions"};

constexpr Query<R"(
delete from sessions
 where token_hash = any(array(
   select token_hash from sessions
    where ends_at <= $moment
    order by ends_at
    limit $most_rows)))">
    kRemoveSessions{"maintenance_remove_sessions"};

constexpr Query<R"(
delete from awaited_second_factors
 where visitor_hash = any(array(
   select visitor_hash from awaited_second_factors where expires_at <= now() limit $most_rows)))">
    kRemoveAwaitedSecondFactors{"maintenance_remove_awaited_second_factors"};

// Used refresh tokens remain until they would have expired, to recognise one that is used again.
constexpr Query<R"(
delete from oauth_tokens
 where token_hash = any(array(
   select token_hash from oauth_tokens
    where expires_at <= $moment
    order by expires_at
    limit $most_rows)))">
    kRemoveTokens{"maintenance_remove_tokens"};

constexpr Query<R"(
delete from oauth_grants
 where id = any(array(
   select id from oauth_grants
    where expires_at <= $moment
    order by expires_at
    limit $most_rows
      for update skip locked)))">
    kRemoveGrants{"maintenance_remove_grants"};

constexpr Query<R"(
delete from oauth_device_codes
 where code_hash = any(array(
   select code_hash from oauth_device_codes
    where expires_at <= now() - interval '1 hour'
    order by expires_at
    limit $most_rows)))">
    kRemoveDeviceCodes{"maintenance_remove_device_codes"};

constexpr Query<R"(
delete from api_keys
 where id = any(array(
   select id from api_keys
    where least(expires_at, revoked_at) <= $moment::timestamptz - interval '90 days'
    limit $most_rows
      for update skip locked)))">
    kRemoveKeys{"maintenance_remove_keys"};

// Clients that nobody gave access for half a year. They register again.
constexpr Query<R"(
delete from oauth_clients
 where id = any(array(
   select id from oauth_clients
    where last_allowed_at <= $moment::timestamptz - interval '180 days'
    order by last_allowed_at
    limit $most_rows)))">
    kRemoveClients{"maintenance_remove_clients"};

// Nobody has ever given them access, so nobody misses them.
constexpr Query<R"(
delete from oauth_clients
 where id = any(array(
   select id from oauth_clients
    where last_allowed_at is null and created_at <= now() - interval '1 day'
    order by created_at
    limit $most_rows
      for update skip locked)))">
    kRemoveUnusedClients{"maintenance_remove_unused_clients"};

// For as long, who sends a file too late is told why it is refused.
constexpr Query<R"(
delete from uploads
 where token_hash = any(array(
   select token_hash from uploads
    where expires_at <= now() - interval '1 hour'
    order by expires_at
    limit $most_rows
      for update skip locked)))">
    kRemoveUploads{"maintenance_remove_uploads"};

// One run, part by part.
class Maintenance {
 public:
  Maintenance(Postgres& postgres, Redis& redis, const MaintenanceLimits& limits)
      : postgres_(postgres), redis_(redis), limits_(limits) {}

  void store_counters();
  void note_expired();
  void remove_ended(core::Timestamp moment);
  void remove_unfinished();

  MaintenanceReport take_report() { return std::move(report_); }

 private:
  // A part that another transaction keeps waiting is left to the next run, and the others are done.
  template <typename Work>
  std::int64_t run(std::string_view part, const Work& work);

  template <Text sql, typename... Values>
  std::int64_t run_steps(std::string_view part, const Query<sql>& query, const Values&... values) {
    return run(part, [&] { return in_steps(postgres_, query, values...); });
  }

  Postgres& postgres_;
  Redis& redis_;
  const MaintenanceLimits& limits_;
  MaintenanceReport report_;
};

template <typename Work>
std::int64_t Maintenance::run(std::string_view part, const Work& work) {
  try {
    return work();
  } catch (const LockTimeout&) {
    report_.problems.push_back(std::string(part) +
                               " had to wait too long for a lock that another transaction holds "
                               "(pg_stat_activity); the next run continues");
    return 0;
  }
}

void Maintenance::store_counters() {
  try {
    report_.share_links_with_new_views =
        run("storing views", [&] { return ViewCounter(postgres_, redis_).fold(); });
    report_.days_with_new_usage =
        run("storing usage", [&] { return UsageStore(postgres_, redis_).fold(); });
  } catch (const core::Unavailable&) {
    throw;
  } catch (const std::runtime_error& failure) {
    report_.problems.emplace_back(failure.what());
  }
}

void Maintenance::note_expired() {
  report_.artifacts_noted_as_expired = run("marking expired artifacts", [&] {
    return in_account_ranges(postgres_, [&](const AccountRange& range) {
      return in_steps(postgres_, kNoteExpired, "after_account"_a = range.after,
                      "last_account"_a = range.last);
    });
  });
}

// The end of what is removed now, after the time for which it is kept.
void Maintenance::remove_ended(core::Timestamp moment) {
  report_.deleted_artifacts_removed = run(
      "removing deleted artifacts", [&] { return remove_deleted_artifacts(postgres_, moment); });
  report_.expired_artifacts_removed = run("removing expired artifacts", [&] {
    return remove_expired_artifacts(postgres_, limits_.keep_expired, moment);
  });
  report_.share_links_removed =
      run_steps("removing share links", kRemoveLinks, "moment"_a = moment);
  run_steps("removing views by day", kRemoveViewDays, "moment"_a = moment);
  const std::int64_t audit_seconds = std::chrono::seconds(limits_.keep_audit_log).count();
  report_.audit_events_removed = run("removing audit events", [&] {
    return in_account_ranges(postgres_, [&](const AccountRange& range) {
      return in_steps(postgres_, kRemoveAuditEvents, "after_account"_a = range.after,
                      "last_account"_a = range.last, "keep_seconds"_a = audit_seconds,
                      "moment"_a = moment);
    });
  });
  const core::PlanStorageLimits& plans = limits_.storage;
  std::string days;
  for (const std::int64_t of_plan :
       {plans.free.version_days, plans.pro.version_days, plans.enterprise.version_days})
    days.append(days.empty() ? "" : " ").append(std::to_string(of_plan));
  report_.versions_removed = run("removing earlier versions", [&] {
    return in_account_ranges(postgres_, [&](const AccountRange& range) {
      return in_limited_steps([&] {
        return postgres_
            .write(kRemoveVersions, "most_rows"_a = kRowsPerStep, "after_account"_a = range.after,
                   "last_account"_a = range.last, "days_of_plans"_a = days, "moment"_a = moment,
                   "most_bytes"_a = kBytesPerStep)[0]
            .integer("removed");
      });
    });
  });
  report_.sessions_removed = run_steps("removing sessions", kRemoveSessions, "moment"_a = moment);
  report_.api_keys_removed = run_steps("removing API keys", kRemoveKeys, "moment"_a = moment);
  constexpr std::string_view kAccessOfApps = "removing access of apps";
  run_steps(kAccessOfApps, kRemoveTokens, "moment"_a = moment);
  run_steps(kAccessOfApps, kRemoveGrants, "moment"_a = moment);
  run_steps(kAccessOfApps, kRemoveClients, "moment"_a = moment);
}

// Not needed again when the clock is right: they are valid for a day or minutes, and are asked for
// by the same clock meanwhile.
void Maintenance::remove_unfinished() {
  run("removing what removed accounts had", [&] { return empty_removed_accounts(postgres_); });
  report_.idempotency_keys_removed = run_steps("removing stored responses", kRemoveIdempotencyKeys);
  constexpr std::string_view kUnfinishedSignIns = "removing unfinished sign-ins";
  run_steps(kUnfinishedSignIns, kRemoveAwaitedSecondFactors);
  run_steps(kUnfinishedSignIns, kRemoveDeviceCodes);
  run_steps(kUnfinishedSignIns, kRemoveUnusedClients);
  report_.uploads_removed = run_steps("removing addresses for uploads", kRemoveUploads);
}

}  // namespace

MaintenanceReport maintain(Postgres& postgres, Redis& redis, const MaintenanceLimits& limits) {
  MaintenanceClock clock(postgres);
  if (limits.largest_clock_step)
    if (const auto doubt = clock.doubt(core::now(), *limits.largest_clock_step))
      throw WrongClock(*doubt);
  clock.note_run(limits.grace);
  Maintenance maintenance(postgres, redis, limits);
  maintenance.store_counters();
  maintenance.note_expired();
  if (const auto moment = clock.removal_moment(limits.grace)) maintenance.remove_ended(*moment);
  maintenance.remove_unfinished();
  return maintenance.take_report();
}

namespace {

constexpr Query<R"(
select now(), (select max(ran_at) from maintenance_runs) as last_run)">
    kRead{"maintenance_clock_read"};

// Runs in the future were recorded by a wrong clock that has been corrected since.
constexpr Query<R"(
delete from maintenance_runs
 where ran_at > now()
    or ran_at < (select max(ran_at) from maintenance_runs
                  where ran_at <= now() - make_interval(secs => $grace)))">
    kForgetRuns{"maintenance_clock_forget_runs"};

constexpr Query<R"(
insert into maintenance_runs (ran_at)
select now()
 where not exists (select from maintenance_runs where ran_at > now() - interval '1 hour')
    on conflict do nothing)">
    kNoteRun{"maintenance_clock_note_run"};

constexpr Query<R"(
select case when $grace = 0 then now()
            else (select max(ran_at) from maintenance_runs
                   where ran_at <= now() - make_interval(secs => $grace)) end as moment)">
    kRemovalMoment{"maintenance_clock_removal_moment"};

std::string hours(std::int64_t milliseconds) {
  return std::to_string(std::llabs(milliseconds) / 3'600'000) + " hours";
}

}  // namespace

std::optional<std::string> MaintenanceClock::doubt(core::Timestamp host,
                                                   std::chrono::seconds most) {
  const Rows rows = postgres_.read(kRead);
  const core::Timestamp database = rows[0].timestamp("now");
  const std::int64_t most_milliseconds = std::chrono::milliseconds(most).count();
  const auto is_far = [&](std::int64_t distance) {
    return std::llabs(distance) > most_milliseconds;
  };
  const std::int64_t from_host = database.unix_milliseconds() - host.unix_milliseconds();
  if (is_far(from_host)) {
    return "the clock of the database (" + database.rfc3339() + ") and of this host (" +
           host.rfc3339() + ") differ by " + hours(from_host);
  }
  const auto last = rows[0].optional_timestamp("last_run");
  if (!last) return std::nullopt;
  const std::int64_t from_last = database.unix_milliseconds() - last->unix_milliseconds();
  if (!is_far(from_last)) return std::nullopt;
  return "the clock of the database (" + database.rfc3339() + ") is " + hours(from_last) +
         (from_last > 0 ? " ahead of" : " behind") + " the last maintenance run (" +
         last->rfc3339() + ")";
}

void MaintenanceClock::note_run(std::chrono::seconds grace) {
  postgres_.write(kForgetRuns, "grace"_a = std::int64_t{grace.count()});
  postgres_.write(kNoteRun);
}

std::optional<core::Timestamp> MaintenanceClock::removal_moment(std::chrono::seconds grace) {
  return postgres_.read(kRemovalMoment, "grace"_a = std::int64_t{grace.count()})[0]
      .optional_timestamp("moment");
}

}  // namespace db
