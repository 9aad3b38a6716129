#include "db/artifact_lists.h"

#include <algorithm>
#include <string>

#include "db/artifact_rows.h"
#include "db/connection/postgres.h"
#include "db/connection/values.h"

namespace db {
namespace {

// Always returns at least one row, with the total.
constexpr std::string_view kListArtifacts = R"(
-- Parameters: account, kinds, templates, status, place's time, place's id, passed over, wanted,
--   end
{page}
, counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $1 and listed_as = any(string_to_array($2, ' '))
     and template = any(string_to_array($3, ' '))
), differing as (
  select count(*) as count from just_expired
)
select summary.*,
       (counted.count + case when $4 = 'expired' then 1 else -1 end * differing.count)::bigint
  from counted
 cross join differing
  left join page on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = page.id offset 0) as summary on true
 order by page.time {descending}, page.id {descending})";

// The same by expiry: first what expires, as artifacts_by_expiry has it, then what never expires,
// in the order of creation. `never` says that the place is among these. What has expired since the
// last maintenance is listed as active.
constexpr std::string_view kListByExpiry = R"(
-- Parameters: account, kinds, templates, status, place's time, place's id, passed over, wanted,
--   never
with expiring as materialized (
  select entry.id, entry.time
    from unnest(string_to_array(case when $4 = 'expired' then 'active expired' else $2 end, ' '))
           as kind,
         unnest(string_to_array($3, ' ')) as listed_template,
         lateral (
           select id, expires_at as time
             from artifacts
            where not $9 and account_id = $1 and listed_as = kind and template = listed_template
              and expires_at is not null
              and expires_at > case when $4 = 'active' then now() else '-infinity' end
              and expires_at <= case when $4 = 'expired' then now() else 'infinity' end
              and (expires_at, id) {after} (coalesce($5, {first time}), coalesce($6, {first id}))
            order by expires_at {descending}, id {descending}
            limit $7 + $8) as entry
), page as materialized (
  select id, time, never
    from (
      select id, time, false as never from expiring
      union all
      select entry.id, entry.time, true
        from unnest(string_to_array($2, ' ')) as kind,
             unnest(string_to_array($3, ' ')) as listed_template,
             lateral (
               select id, created_at as time
                 from artifacts
                where kind <> 'expired' and account_id = $1 and listed_as = kind
                  and template = listed_template and expires_at is null
                  and (created_at, id)
                      {after} (case when $9 then $5 else {first time} end,
                               case when $9 then $6 else {first id} end)
                order by created_at {descending}, id {descending}
                limit greatest($7 + $8 - (select count(*) from expiring), 0)) as entry
      ) as entries
   order by never, time {descending}, id {descending}
  offset $7 limit $8
), counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $1 and listed_as = any(string_to_array($2, ' '))
     and template = any(string_to_array($3, ' '))
), differing as (
  select count(*) as count
    from unnest(string_to_array($3, ' ')) as listed_template,
         lateral (select from artifacts
                   where $4 in ('active', 'expired') and account_id = $1 and listed_as = 'active'
                     and template = listed_template and expires_at <= now()
                  offset 0) as just_expired
)
select summary.*,
       (counted.count + case when $4 = 'expired' then 1 else -1 end * differing.count)::bigint,
       page.time, page.never
  from counted
 cross join differing
  left join page on true
  left join lateral (select (summary_of(artifact)).*, version from artifacts artifact
                      where id = page.id offset 0) as summary on true
 order by page.never, page.time {descending}, page.id {descending})";

constexpr std::string_view kNever = "never";

Rows read_by_expiry(Postgres& postgres, const core::AccountId& account,
                    const core::ListRequest& request, const Statement& statement) {
  const RunFilter filter(request.filter);
  const Place place(request.after);
  return postgres.read(statement, account, filter.kinds, filter.templates, filter.status,
                       place.time, place.id, request.after ? 0 : request.offset, request.limit + 1,
                       request.after && request.after->value == kNever);
}

ArtifactPage list_by_expiry(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request) {
  static const OrderedStatement soonest("artifact_list_by_expiry_soonest", kListByExpiry,
                                        {core::SortedBy::expires_at, false});
  static const OrderedStatement latest("artifact_list_by_expiry_latest", kListByExpiry,
                                       {core::SortedBy::expires_at, true});
  const OrderedStatement& ordered = core::is_descending(request.filter.order) ? latest : soonest;
  const Rows rows = read_by_expiry(postgres, account, request, ordered.statement());
  ArtifactPage page;
  page.total = rows[0].integer(ArtifactColumn::after_artifact);
  page.artifacts = artifacts_in(rows, request.limit);
  if (rows.size() > request.limit) {
    const Row last = rows[request.limit - 1];
    const bool never = last.boolean(ArtifactColumn::after_artifact + 2);
    page.next = core::ListCursor{last.timestamp(ArtifactColumn::after_artifact + 1),
                                 page.artifacts.back().id, request.passed() + request.limit,
                                 std::string(never ? kNever : "")};
  }
  return page;
}

}  // namespace

ArtifactPage list_artifacts(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request) {
  if (request.filter.order.by == core::SortedBy::expires_at)
    return list_by_expiry(postgres, account, request);
  static const OrderedStatements statements("artifact_list", kListArtifacts);
  const RunFilter filter(request.filter);
  const Place place(request.after);
  const Rows rows =
      postgres.read(statements.in(request.filter.order), account, filter.kinds, filter.templates,
                    filter.status, place.time, place.id, request.after ? 0 : request.offset,
                    request.limit + 1, std::optional<core::Timestamp>());
  ArtifactPage page;
  page.total = rows[0].integer(ArtifactColumn::after_artifact);
  page.artifacts = artifacts_in(rows, request.limit);
  if (rows.size() > request.limit) {
    page.next = core::cursor_after(page.artifacts.back(), request.filter.order,
                                   request.passed() + request.limit);
  }
  return page;
}

namespace {

// Artifacts that have expired since the last maintenance are still listed as active;
// artifacts_by_expiry finds them. `offset 0` forces the planner to use a nested loop.
constexpr std::string_view kPage = R"(
with just_expired as materialized (
  select entry.id, entry.time
    from unnest(string_to_array($3, ' ')) as listed_template,
         lateral (
           select id, {time} as time
             from artifacts
            where $4 in ('active', 'expired') and account_id = $1 and listed_as = 'active'
              and template = listed_template and expires_at <= now()
           offset 0) as entry
), page as materialized (
  select id, time
    from (
      select entry.id, entry.time
        from unnest(string_to_array($2, ' ')) as kind,
             unnest(string_to_array($3, ' ')) as listed_template,
             lateral (
               select id, {time} as time
                 from artifacts
                where account_id = $1 and listed_as = kind and template = listed_template
                  and ({time}, id)
                      {after} (coalesce($5, {first time}), coalesce($6, {first id}))
                  and {time} {beyond} coalesce($9, {last time})
                  and ($4 <> 'active' or expires_at is null or expires_at > now())
                order by {time} {descending}, id {descending}
                limit $7 + $8) as entry
      union all
      select just_expired.id, just_expired.time
        from just_expired
       where $4 = 'expired'
         and (just_expired.time, just_expired.id)
             {after} (coalesce($5, {first time}), coalesce($6, {first id}))
         and just_expired.time {beyond} coalesce($9, {last time})
      ) as entries
   order by time {descending}, id {descending}
  offset $7 limit $8
)
)";

void put_in_order(std::string& sql, core::SortedBy by, bool is_descending) {
  put(sql, "{time}", by == core::SortedBy::updated_at ? "updated_at" : "created_at");
  put_direction(sql, is_descending);
}

core::ArtifactId id_of_bytes(std::uint8_t byte) {
  core::Uuid uuid;
  uuid.bytes.fill(byte);
  return core::ArtifactId(uuid);
}

}  // namespace

OrderedStatement::OrderedStatement(const std::string& name, std::string_view sql,
                                   core::ListOrder order)
    : name_(name), sql_(sql), statement_{name_.c_str(), nullptr} {
  using core::SortedBy;
  std::string other_page(kPage);
  put_in_order(other_page, core::is_by_update(order) ? SortedBy::created_at : SortedBy::updated_at,
               true);
  put(sql_, "{page by the other time}", other_page);
  put(sql_, "{page}", kPage);
  put_in_order(sql_, order.by, core::is_descending(order));
  statement_.sql = sql_.c_str();
}

void put(std::string& sql, std::string_view name, std::string_view text) {
  for (std::size_t at = 0; (at = sql.find(name, at)) != std::string::npos; at += text.size())
    sql.replace(at, name.size(), text);
}

void put_direction(std::string& sql, bool is_descending) {
  put(sql, "{first time}", is_descending ? "'infinity'" : "'-infinity'");
  put(sql, "{last time}", is_descending ? "'-infinity'" : "'infinity'");
  put(sql, "{first id}",
      is_descending ? "'ffffffff-ffff-ffff-ffff-ffffffffffff'"
                    : "'00000000-0000-0000-0000-000000000000'");
  put(sql, "{after}", is_descending ? "<" : ">");
  put(sql, "{beyond}", is_descending ? ">" : "<");
  put(sql, "{descending}", is_descending ? "desc" : "asc");
  put(sql, "{ascending}", is_descending ? "asc" : "desc");
  put(sql, "{last}", is_descending ? "min" : "max");
}

const Statement& OrderedStatements::in(core::ListOrder order) const {
  if (core::is_by_update(order))
    return (core::is_descending(order) ? last_updated_first_ : last_updated_last_).statement();
  return (core::is_descending(order) ? newest_first_ : oldest_first_).statement();
}

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
    if (!rows[i].is_null(ArtifactColumn::id)) artifacts.push_back(artifact_in(rows[i]));
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
