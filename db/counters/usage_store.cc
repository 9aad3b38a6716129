#include "db/counters/usage_store.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/text/encodings.h"
#include "db/connection/postgres.h"
#include "db/connection/redis.h"
#include "db/counters/waiting_counters.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr Query<R"(
select (calendar.day - date '1970-01-01')::bigint as day, coalesce(requests, 0) as requests,
       (coalesce(views, 0)
          + coalesce((select sum(unfolded.views)
                        from unfolded_usage unfolded
                       where unfolded.account_id = $account
                         and unfolded.day = calendar.day), 0))::bigint as views
  from generate_series(29, 0, -1) as back
 cross join lateral (select (now() at time zone 'utc')::date - back as day) as calendar
  left join usage_days used on used.account_id = $account and used.day = calendar.day
 order by 1)">
    kDays{"usage_days"};

constexpr Query<R"(
select coalesce(sum(count) filter (where listed_as <> 'deleted'), 0)::bigint as artifacts,
       coalesce(sum(count) filter (where listed_as = 'deleted'), 0)::bigint as deleted_artifacts,
       coalesce(sum(bytes), 0)::bigint as content_bytes,
       (select count(*)
          from (select from share_links
                 where account_id = $account and revoked_at is null and expires_at > now()
                 limit $most_links) as link) as links
  from artifact_counts
 where account_id = $account)">
    kTotals{"usage_totals"};

constexpr Query<R"(
select coalesce(kept.bytes, 0)::bigint as bytes, coalesce(kept.artifacts, 0)::bigint as artifacts,
       plan, max_bytes, max_artifacts
  from accounts,
       (select sum(bytes) as bytes, sum(count) as artifacts
          from artifact_counts where account_id = $account) as kept
 where id = $account)">
    kStorage{"usage_storage"};

constexpr Query<R"(
insert into usage_days (account_id, day, requests, views)
select account.id, date '1970-01-01' + waiting.day, waiting.requests, waiting.views
  from unnest(string_to_array($accounts, ' ')::uuid[], string_to_array($days, ' ')::int[],
              string_to_array($requests, ' ')::bigint[], string_to_array($views, ' ')::bigint[])
         as waiting (account_id, day, requests, views)
  join accounts account on account.id = waiting.account_id
   for key share of account
    on conflict (account_id, day)
    do update set requests = usage_days.requests + excluded.requests,
                  views = usage_days.views + excluded.views)">
    kAddDays{"usage_add_days"};

constexpr Query<R"(
with moved as (
  delete from unfolded_usage
   where (account_id, day) in (select account_id, day from unfolded_usage limit 1000)
  returning account_id, day, views
)
insert into usage_days (account_id, day, views)
select account_id, day, sum(views) from moved group by account_id, day
    on conflict (account_id, day) do update set views = usage_days.views + excluded.views)">
    kMoveUsage{"usage_move"};

constexpr Query<R"(
update api_keys key
   set last_used_at = greatest(key.last_used_at, to_timestamp(waiting.used_at))
  from unnest(string_to_array($keys, ' ')::uuid[], string_to_array($used_at, ' ')::bigint[])
         as waiting (id, used_at)
 where key.id = waiting.id)">
    kNoteUses{"usage_note_uses"};

constexpr Query<R"(
update oauth_grants granted
   set last_used_at = greatest(granted.last_used_at, to_timestamp(waiting.used_at))
  from unnest(string_to_array($grants, ' ')::uuid[], string_to_array($used_at, ' ')::bigint[])
         as waiting (id, used_at)
 where granted.id = waiting.id)">
    kNoteGrantUses{"usage_note_grant_uses"};

// By artifact, of the account's newest links, to bound the cost. Without what is pending.
constexpr Query<R"(
with viewed as (
  select link.artifact_id, sum(counted.views)::bigint as views
    from (select id, artifact_id, last_viewed_at
            from share_links
           where account_id = $account
           order by created_at desc, id desc
           limit $most_links) as link
   cross join lateral (
     select sum(days.people + days.programs) as views
       from view_days days
      where days.artifact_id = link.artifact_id and days.link_id = link.id
        and days.day > (now() at time zone 'utc')::date - 30) as counted
   where link.last_viewed_at > now() - interval '31 days'
   group by link.artifact_id
)
select artifact.id, artifact.title, artifact.first_heading, viewed.views
  from viewed
  join artifacts artifact on artifact.id = viewed.artifact_id
 where viewed.views > 0 and artifact.deleted_at is null
 order by viewed.views desc, artifact.id
 limit 10)">
    kMostViewed{"usage_most_viewed"};

// Removes and returns the part of `text` before the next colon.
std::string_view take_part(std::string_view& text) {
  const std::size_t end = std::min(text.find(':'), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// The parameters of the statements that add usage: lists of equal length, separated by spaces.
struct WaitingUsage {
  std::map<std::pair<core::AccountId, std::int64_t>, UsageDay> days;
  struct Uses {
    std::string ids;
    std::string used_at;
  };
  Uses keys;
  Uses grants;
};

// Fields that this version does not know are skipped.
WaitingUsage read(const Counters& counters) {
  WaitingUsage usage;
  for (const auto& [field, value] : counters) {
    std::string_view rest(field);
    const std::string_view kind = take_part(rest);
    const std::string_view id = take_part(rest);
    const auto number = counter_value(value);
    if (!number) continue;
    if (kind == "used") {
      const auto key = core::KeyId::parse(id);
      const auto grant = core::GrantId::parse(id);
      if (!key && !grant) continue;
      WaitingUsage::Uses& uses = key ? usage.keys : usage.grants;
      append_value(uses.ids, core::to_hexadecimal(key ? key->uuid().bytes : grant->uuid().bytes));
      append_value(uses.used_at, value);
      continue;
    }
    const auto account = core::AccountId::parse(id);
    const auto day = counter_value(rest);
    if (!account || !day) continue;
    if (kind == "requests") usage.days[{*account, *day}].requests = *number;
    if (kind == "views") usage.days[{*account, *day}].views = *number;
  }
  return usage;
}

std::int64_t add_days(Postgres& postgres, const WaitingUsage& usage) {
  std::string accounts;
  std::string days;
  std::string requests;
  std::string views;
  for (const auto& [place, counts] : usage.days) {
    append_value(accounts, core::to_hexadecimal(place.first.uuid().bytes));
    append_value(days, std::to_string(place.second));
    append_value(requests, std::to_string(counts.requests));
    append_value(views, std::to_string(counts.views));
  }
  return postgres
      .write(kAddDays, "accounts"_a = accounts, "days"_a = days, "requests"_a = requests,
             "views"_a = views)
      .affected();
}

}  // namespace

Usage UsageStore::find(const core::AccountId& account) {
  Usage usage;
  const Rows days = postgres_.read(kDays, "account"_a = account);
  for (int i = 0; i < days.size(); ++i) {
    const Row row = days[i];
    usage.days.push_back({.begins_at = core::Timestamp::from_unix_milliseconds(row.integer("day") *
                                                                               kDayMilliseconds),
                          .requests = row.integer("requests"),
                          .views = row.integer("views")});
  }
  const Rows totals =
      postgres_.read(kTotals, "account"_a = account, "most_links"_a = Usage::kMaximumLinks);
  usage.artifacts = totals[0].integer("artifacts");
  usage.deleted_artifacts = totals[0].integer("deleted_artifacts");
  usage.content_bytes = totals[0].integer("content_bytes");
  usage.links = totals[0].integer("links");
  include_waiting(account, usage);
  return usage;
}

std::optional<StorageUse> UsageStore::find_storage(const core::AccountId& account,
                                                   const core::PlanStorageLimits& limits) {
  const Rows rows = postgres_.read(kStorage, "account"_a = account);
  if (rows.empty()) return std::nullopt;
  const Row row = rows[0];
  StorageUse use{.bytes = row.integer("bytes"),
                 .artifacts = row.integer("artifacts"),
                 .limits = limits.of(core::parse_plan(row.text("plan")).value())};
  use.limits.bytes = row.optional_integer("max_bytes").value_or(use.limits.bytes);
  use.limits.artifacts = row.optional_integer("max_artifacts").value_or(use.limits.artifacts);
  return use;
}

void UsageStore::include_waiting(const core::AccountId& account, Usage& usage) {
  std::vector<std::string> fields;
  for (const UsageDay& day : usage.days) {
    const std::string place = account.to_string() + ':' +
                              std::to_string(day.begins_at.unix_milliseconds() / kDayMilliseconds);
    fields.push_back("requests:" + place);
    fields.push_back("views:" + place);
  }
  for (const auto& [place, value] : waiting_counters(redis_, kWaitingUsage, fields)) {
    UsageDay& day = usage.days[place / 2];
    (place % 2 == 0 ? day.requests : day.views) += counter_value(value).value_or(0);
  }
}

std::vector<std::optional<core::Timestamp>> UsageStore::pending_uses(
    const std::vector<std::string>& credentials) {
  std::vector<std::string> fields;
  fields.reserve(credentials.size());
  for (const std::string& credential : credentials) fields.push_back("used:" + credential);
  std::vector<std::optional<core::Timestamp>> uses(credentials.size());
  for (const auto& [place, value] : waiting_counters(redis_, kWaitingUsage, fields))
    if (const auto used_at = counter_value(value))
      uses[place] = std::max(
          uses[place], std::optional(core::Timestamp::from_unix_milliseconds(*used_at * 1000)));
  return uses;
}

std::vector<ArtifactViews> UsageStore::most_viewed(const core::AccountId& account) {
  std::vector<ArtifactViews> artifacts;
  const Rows rows =
      postgres_.read(kMostViewed, "account"_a = account, "most_links"_a = Usage::kMaximumLinks);
  for (int i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    artifacts.push_back({.id = core::ArtifactId(row.uuid("id")),
                         .title = row.optional_text("title"),
                         .first_heading = row.optional_text("first_heading"),
                         .views = row.integer("views")});
  }
  return artifacts;
}

std::int64_t UsageStore::fold() {
  const std::int64_t days =
      in_limited_steps([&] { return postgres_.write(kMoveUsage).affected(); });
  return days + add_waiting(redis_, postgres_, kWaitingUsage, [this](const Counters& counters) {
           const WaitingUsage usage = read(counters);
           postgres_.write(kNoteUses, "keys"_a = usage.keys.ids, "used_at"_a = usage.keys.used_at);
           postgres_.write(kNoteGrantUses, "grants"_a = usage.grants.ids,
                           "used_at"_a = usage.grants.used_at);
           return add_days(postgres_, usage);
         });
}

}  // namespace db
