#include "db/artifact_lists.h"

#include <algorithm>
#include <array>
#include <string>

#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"
#include "db/ordered_query.h"

namespace db {
namespace {

// Always returns at least one row, with the total.
constexpr Text kListArtifacts = R"(
{page}
, counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $account and listed_as = any(string_to_array($kinds, ' '))
     and template = any(string_to_array($templates, ' '))
), differing as (
  select count(*) as count from just_expired
)
select summary.*,
       (counted.count + case when $status = 'expired' then 1 else -1 end * differing.count)::bigint
         as total
  from counted
 cross join differing
  left join page on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = page.id offset 0) as summary on true
 order by page.time {descending}, page.id {descending})";

// The same by expiry: first what expires, as artifacts_by_expiry has it, then what never expires,
// in the order of creation. $is_never says that the place is among these. What has expired since
// the last maintenance is listed as active.
constexpr Text kListByExpiry = R"(
with expiring as materialized (
  select entry.id, entry.time
    from unnest(string_to_array(case when $status = 'expired' then 'active expired' else $kinds end,
                                ' ')) as kind,
         unnest(string_to_array($templates, ' ')) as listed_template,
         lateral (
           select id, expires_at as time
             from artifacts
            where not $is_never and account_id = $account and listed_as = kind
              and template = listed_template and expires_at is not null
              and expires_at > case when $status = 'active' then now() else '-infinity' end
              and expires_at <= case when $status = 'expired' then now() else 'infinity' end
              and (expires_at, id) {after} (coalesce($place_time, {first time}),
                                            coalesce($place_id, {first id}))
            order by expires_at {descending}, id {descending}
            limit $passed + $wanted) as entry
), page as materialized (
  select id, time, never
    from (
      select id, time, false as never from expiring
      union all
      select entry.id, entry.time, true
        from unnest(string_to_array($kinds, ' ')) as kind,
             unnest(string_to_array($templates, ' ')) as listed_template,
             lateral (
               select id, created_at as time
                 from artifacts
                where kind <> 'expired' and account_id = $account and listed_as = kind
                  and template = listed_template and expires_at is null
                  and (created_at, id)
                      {after} (case when $is_never then $place_time else {first time} end,
                               case when $is_never then $place_id else {first id} end)
                order by created_at {descending}, id {descending}
                limit greatest($passed + $wanted - (select count(*) from expiring), 0)) as entry
      ) as entries
   order by never, time {descending}, id {descending}
  offset $passed limit $wanted
), counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $account and listed_as = any(string_to_array($kinds, ' '))
     and template = any(string_to_array($templates, ' '))
), differing as (
  select count(*) as count
    from unnest(string_to_array($templates, ' ')) as listed_template,
         lateral (select from artifacts
                   where $status in ('active', 'expired') and account_id = $account
                     and listed_as = 'active' and template = listed_template and expires_at <= now()
                  offset 0) as just_expired
)
select summary.*,
       (counted.count + case when $status = 'expired' then 1 else -1 end * differing.count)::bigint
         as total,
       page.time, page.never
  from counted
 cross join differing
  left join page on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = page.id offset 0) as summary on true
 order by page.never, page.time {descending}, page.id {descending})";

constexpr std::array kExpiryOrders{
    NamedOrder{"soonest", {core::SortedBy::expires_at, false}},
    NamedOrder{"latest", {core::SortedBy::expires_at, true}},
};

constexpr std::string_view kNever = "never";

ArtifactPage list_by_expiry(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request) {
  static const OrderedQuery<kListByExpiry> lists("artifact_list_by_expiry", kExpiryOrders);
  const RunFilter filter(request.filter);
  const Place place(request.after);
  const Rows rows =
      lists.read(postgres, request.filter.order, "account"_a = account, "kinds"_a = filter.kinds,
                 "templates"_a = filter.templates, "status"_a = filter.status,
                 "place_time"_a = place.time, "place_id"_a = place.id,
                 "passed"_a = request.after ? 0 : request.offset, "wanted"_a = request.limit + 1,
                 "is_never"_a = request.after && request.after->value == kNever);
  ArtifactPage page;
  page.artifacts = artifacts_in(rows, request.limit);
  page.total = rows[0].integer("total");
  page.total_is_exact = true;
  if (rows.size() > request.limit) {
    const Row last = rows[request.limit - 1];
    page.next = core::ListCursor{.time = last.timestamp("time"),
                                 .id = page.artifacts.back().id,
                                 .offset = request.passed() + request.limit,
                                 .value = std::string(last.boolean("never") ? kNever : "")};
  }
  return page;
}

}  // namespace

ArtifactPage list_artifacts(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request) {
  if (request.filter.order.by == core::SortedBy::expires_at)
    return list_by_expiry(postgres, account, request);
  static const OrderedQuery<with_parts<kListArtifacts, "{page}", kPage>()> lists("artifact_list");
  const RunFilter filter(request.filter);
  const Place place(request.after);
  const Rows rows = lists.read(
      postgres, request.filter.order, "account"_a = account, "kinds"_a = filter.kinds,
      "templates"_a = filter.templates, "status"_a = filter.status, "start_time"_a = place.time,
      "start_id"_a = place.id, "passed"_a = request.after ? 0 : request.offset,
      "most_read"_a = request.limit + 1, "end"_a = std::optional<core::Timestamp>());
  ArtifactPage page;
  page.artifacts = artifacts_in(rows, request.limit);
  page.total = rows[0].integer("total");
  page.total_is_exact = true;
  if (rows.size() > request.limit) {
    page.next = core::cursor_after(page.artifacts.back(), request.filter.order,
                                   request.passed() + request.limit);
  }
  return page;
}

namespace {

core::ArtifactId id_of_bytes(std::uint8_t byte) {
  core::Uuid uuid;
  uuid.bytes.fill(byte);
  return core::ArtifactId(uuid);
}

}  // namespace

RunFilter::RunFilter(const core::ListFilter& filter)
    : status(filter.status ? core::to_string(*filter.status) : ""),
      kinds(filter.status ? status : "active expired") {
  static const std::string every_template = core::template_names(" ");
  templates = filter.content_template ? core::to_string(*filter.content_template) : every_template;
}

Place::Place(const std::optional<core::ListCursor>& after) {
  if (!after) return;
  time = after->time;
  id = after->id;
}

// The range excludes its bounds, so it starts after all ids of its bound: in descending order, the
// lowest is the last of them.
OrderedRange::OrderedRange(core::ListOrder order, const core::TimeRange& range,
                           const std::optional<core::ListCursor>& after)
    : start(after) {
  const bool descending = core::is_descending(order);
  const std::optional<core::Timestamp>& begin = descending ? range.before : range.after;
  end = descending ? range.after : range.before;
  if (!begin) return;
  const bool is_reached = start.time && (descending ? *start.time < *begin : *start.time > *begin);
  if (is_reached) return;
  start.time = begin;
  start.id = id_of_bytes(descending ? 0x00 : 0xff);
}

std::vector<core::Artifact> artifacts_in(const Rows& rows, int limit) {
  std::vector<core::Artifact> artifacts;
  for (int i = 0; i < std::min(rows.size(), limit); ++i)
    if (!rows[i].is_null("id")) artifacts.push_back(artifact_in(rows[i]));
  return artifacts;
}

TextArray wanted_metadata(const core::ListFilter& filter) {
  TextArray wanted;
  for (const auto& [key, value] : filter.metadata) {
    wanted.emplace_back(key);
    wanted.emplace_back(value);
  }
  return wanted;
}

}  // namespace db
