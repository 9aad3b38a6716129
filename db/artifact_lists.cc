#include "db/artifact_lists.h"

#include <algorithm>

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
  left join lateral (select (summary_of(artifact)).* from artifacts artifact
                      where id = page.id offset 0) as summary on true
 order by page.time {descending}, page.id {descending})";

}  // namespace

ArtifactPage list_artifacts(Postgres& postgres, const core::AccountId& account,
                            const core::ListRequest& request) {
  static const OrderedStatements statements("artifact_list", kListArtifacts);
  const RunFilter filter(request.filter);
  const Place place(request.after);
  const Rows rows =
      postgres.read(statements.in(request.filter.order), account, filter.kinds, filter.templates,
                    filter.status, place.time, place.id, request.after ? 0 : request.offset,
                    request.limit + 1, std::optional<core::Timestamp>());
  ArtifactPage page;
  page.total = rows[0].integer(ArtifactColumn::after_artifact);
  page.has_more = rows.size() > request.limit;
  page.artifacts = artifacts_in(rows, request.limit);
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

// Replaces every `name` with `text`.
void replace(std::string& sql, std::string_view name, std::string_view text) {
  for (std::size_t at = 0; (at = sql.find(name, at)) != std::string::npos; at += text.size())
    sql.replace(at, name.size(), text);
}

void put_in_order(std::string& sql, bool by_update, bool descending) {
  replace(sql, "{time}", by_update ? "updated_at" : "created_at");
  replace(sql, "{first time}", descending ? "'infinity'" : "'-infinity'");
  replace(sql, "{last time}", descending ? "'-infinity'" : "'infinity'");
  replace(sql, "{first id}",
          descending ? "'ffffffff-ffff-ffff-ffff-ffffffffffff'"
                     : "'00000000-0000-0000-0000-000000000000'");
  replace(sql, "{after}", descending ? "<" : ">");
  replace(sql, "{beyond}", descending ? ">" : "<");
  replace(sql, "{descending}", descending ? "desc" : "asc");
  replace(sql, "{ascending}", descending ? "asc" : "desc");
  replace(sql, "{last}", descending ? "min" : "max");
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
  std::string other_page(kPage);
  put_in_order(other_page, !core::is_by_update(order), true);
  replace(sql_, "{page by the other time}", other_page);
  replace(sql_, "{page}", kPage);
  put_in_order(sql_, core::is_by_update(order), core::is_descending(order));
  statement_.sql = sql_.c_str();
}

const Statement& OrderedStatements::in(core::ListOrder order) const {
  switch (order) {
    case core::ListOrder::newest_first:
      break;
    case core::ListOrder::oldest_first:
      return oldest_first_.statement();
    case core::ListOrder::last_updated_first:
      return last_updated_first_.statement();
    case core::ListOrder::last_updated_last:
      return last_updated_last_.statement();
  }
  return newest_first_.statement();
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
