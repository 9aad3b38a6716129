#include "db/artifact_store.h"

#include <algorithm>

namespace db {
namespace {

constexpr Statement kCreate{"artifact_create", R"(
insert into artifacts
  (id, account_id, template, title, description, content, metadata,
   created_at, updated_at, expires_at)
select $1, $2, $3, $4, $5, $6, $7, moment, moment, moment + make_interval(secs => $8)
  from date_trunc('milliseconds', now()) as moment
returning created_at, expires_at)"};

constexpr Statement kFind{"artifact_find", R"(
select account_id, template, title, description, case when $2 then content else '' end, metadata,
       created_at, updated_at, expires_at, deleted_at, version,
       coalesce(expires_at <= now(), false)
  from artifacts
 where id = $1 and (deleted_at is null or deleted_at > now() - interval '30 days'))"};

constexpr Statement kUpdate{"artifact_update", R"(
update artifacts
   set title = case when $3 then $4 else title end,
       description = case when $5 then $6 else description end,
       content = coalesce($7, content),
       metadata = coalesce($8, metadata),
       expires_at = case when $9 then moment + make_interval(secs => $10) else expires_at end,
       updated_at = moment,
       version = version + 1
  from date_trunc('milliseconds', now()) as moment
 where id = $1 and version = $2 and deleted_at is null
returning account_id, template, title, description, '', metadata,
          created_at, updated_at, expires_at, deleted_at, version,
          coalesce(expires_at <= now(), false))"};

constexpr Statement kSoftDelete{"artifact_soft_delete", R"(
update artifacts
   set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
       version = version + (deleted_at is null)::int
 where id = $1 and version = $2
returning deleted_at)"};

constexpr Statement kRemove{"artifact_remove", R"(
delete from artifacts where id = $1 and version = $2
returning date_trunc('milliseconds', now()))"};

constexpr Statement kRestore{"artifact_restore", R"(
update artifacts set deleted_at = null, version = version + 1
 where id = $1 and version = $2 and deleted_at is not null)"};

// One row of this is always there, with the total. Every kind and template that the filters allow
// is a run of the index artifacts_listed; each gives its first entries, and these are merged. What
// has expired since maintenance last came by is still listed as active and found by
// artifacts_by_expiry. `offset 0` keeps the planner from joining in another way than one by one.
// (`before` and `descending` are replaced for the other order.)
constexpr const char* kList = R"(
with just_expired as materialized (
  select entry.id, entry.created_at
    from unnest(string_to_array($3, ' ')) as listed_template,
         lateral (
           select id, created_at
             from artifacts
            where $4 in ('active', 'expired') and account_id = $1 and listed_as = 'active'
              and template = listed_template and expires_at <= now()
           offset 0) as entry
), page as materialized (
  select id, created_at
    from (
      select entry.id, entry.created_at
        from unnest(string_to_array($2, ' ')) as kind,
             unnest(string_to_array($3, ' ')) as listed_template,
             lateral (
               select id, created_at
                 from artifacts
                where account_id = $1 and listed_as = kind and template = listed_template
                  and (created_at, id) {before} ({start})
                  and ($4 <> 'active' or expires_at is null or expires_at > now())
                  and ($4 <> 'deleted' or deleted_at > now() - interval '30 days')
                order by created_at {descending}, id {descending}
                limit $7 + $8) as entry
      union all
      select just_expired.id, just_expired.created_at
        from just_expired
       where $4 = 'expired' and (just_expired.created_at, just_expired.id) {before} ({start})
      ) as entries
   order by created_at {descending}, id {descending}
  offset $7 limit $8
), counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $1 and listed_as = any(string_to_array($2, ' '))
     and template = any(string_to_array($3, ' '))
), differing as (
  select (select count(*) from just_expired) as just_expired,
         (select count(*)
            from unnest(string_to_array($3, ' ')) as listed_template,
                 lateral (
                   select 1
                     from artifacts
                    where $4 = 'deleted' and account_id = $1 and template = listed_template
                      and deleted_at <= now() - interval '30 days'
                   offset 0) as entry) as to_purge
)
select artifact.account_id, artifact.template, artifact.title, artifact.description, '',
       artifact.metadata, artifact.created_at, artifact.updated_at, artifact.expires_at,
       artifact.deleted_at, artifact.version, coalesce(artifact.expires_at <= now(), false),
       artifact.id,
       (counted.count - differing.to_purge
          + case when $4 = 'expired' then 1 else -1 end * differing.just_expired)::bigint
  from counted
 cross join differing
  left join page on true
  left join lateral (select * from artifacts where id = page.id offset 0) as artifact on true
 order by page.created_at {descending}, page.id {descending})";

struct ListStatement {
  explicit ListStatement(core::ListOrder order)
      : sql(kList),
        statement{order == core::ListOrder::newest_first ? "artifact_list_newest_first"
                                                         : "artifact_list_oldest_first",
                  nullptr} {
    const bool newest_first = order == core::ListOrder::newest_first;
    replace("{before}", newest_first ? "<" : ">");
    replace("{descending}", newest_first ? "desc" : "asc");
    replace("{start}", newest_first ? "coalesce($5, 'infinity'), "
                                      "coalesce($6, 'ffffffff-ffff-ffff-ffff-ffffffffffff')"
                                    : "coalesce($5, '-infinity'), "
                                      "coalesce($6, '00000000-0000-0000-0000-000000000000')");
    statement.sql = sql.c_str();
  }
  ListStatement(const ListStatement&) = delete;
  ListStatement& operator=(const ListStatement&) = delete;

  void replace(std::string_view name, std::string_view text) {
    for (std::size_t at = 0; (at = sql.find(name, at)) != std::string::npos; at += text.size())
      sql.replace(at, name.size(), text);
  }

  std::string sql;
  Statement statement;
};

const Statement& list_statement(core::ListOrder order) {
  static const ListStatement newest_first(core::ListOrder::newest_first);
  static const ListStatement oldest_first(core::ListOrder::oldest_first);
  return order == core::ListOrder::newest_first ? newest_first.statement : oldest_first.statement;
}

core::ArtifactStatus status_of(bool deleted, bool expired) {
  if (deleted) return core::ArtifactStatus::deleted;
  return expired ? core::ArtifactStatus::expired : core::ArtifactStatus::active;
}

// The columns in the order in which kFind, kUpdate and kList begin.
core::Artifact artifact_in(const Row& row, const core::ArtifactId& id) {
  core::Artifact artifact;
  artifact.id = id;
  artifact.account = core::AccountId(row.uuid(0));
  artifact.content_template = core::parse_template(row.text(1)).value();
  artifact.title = row.optional_text(2);
  artifact.description = row.optional_text(3);
  artifact.content = row.text(4);
  artifact.metadata = row.text(5);
  artifact.created_at = row.timestamp(6);
  artifact.updated_at = row.timestamp(7);
  artifact.expires_at = row.optional_timestamp(8);
  artifact.deleted_at = row.optional_timestamp(9);
  artifact.version = row.integer(10);
  artifact.status = status_of(artifact.deleted_at.has_value(), row.boolean(11));
  return artifact;
}

}  // namespace

CreatedArtifact ArtifactStore::create(const core::ArtifactId& id, const core::AccountId& account,
                                      const core::NewArtifact& artifact) {
  const Rows rows = postgres_.write(
      kCreate, id, account, core::to_string(artifact.content_template), artifact.title,
      artifact.description, artifact.content, artifact.metadata, artifact.lifetime);
  return {id, rows[0].timestamp(0), rows[0].optional_timestamp(1)};
}

std::optional<core::Artifact> ArtifactStore::find(const core::ArtifactId& id, Content content) {
  const Rows rows = postgres_.read(kFind, id, content == Content::with);
  if (rows.empty()) return std::nullopt;
  return artifact_in(rows[0], id);
}

std::optional<core::Artifact> ArtifactStore::update(const core::ArtifactId& id,
                                                    std::int64_t version,
                                                    const core::ArtifactChange& change) {
  const Rows rows = postgres_.write(
      kUpdate, id, version, change.title.has_value(), change.title.value_or(std::nullopt),
      change.description.has_value(), change.description.value_or(std::nullopt), change.content,
      change.metadata, change.lifetime.has_value(), change.lifetime.value_or(std::nullopt));
  if (rows.empty()) return std::nullopt;
  return artifact_in(rows[0], id);
}

std::optional<core::Timestamp> ArtifactStore::soft_delete(const core::ArtifactId& id,
                                                          std::int64_t version) {
  const Rows rows = postgres_.write(kSoftDelete, id, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Timestamp> ArtifactStore::remove(const core::ArtifactId& id,
                                                     std::int64_t version) {
  const Rows rows = postgres_.write(kRemove, id, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

ArtifactPage ArtifactStore::list(const core::AccountId& account, const core::ListRequest& request) {
  const core::ListFilter& filter = request.filter;
  const std::string_view status = filter.status ? core::to_string(*filter.status) : "";
  const std::string_view kinds = filter.status ? status : "active expired";
  const std::string_view templates = filter.content_template
                                         ? core::to_string(*filter.content_template)
                                         : "markdown chart table pdf";
  std::optional<core::Timestamp> created_at;
  std::optional<core::ArtifactId> id;
  if (request.after) {
    created_at = request.after->created_at;
    id = request.after->id;
  }
  const Rows rows =
      postgres_.read(list_statement(filter.order), account, kinds, templates, status, created_at,
                     id, request.after ? 0 : request.offset, request.limit + 1);
  ArtifactPage page;
  constexpr int kId = 12;
  constexpr int kTotal = 13;
  page.total = rows[0].integer(kTotal);
  page.has_more = rows.size() > request.limit;
  for (int i = 0; i < std::min(rows.size(), request.limit); ++i)
    if (!rows[i].is_null(kId))
      page.artifacts.push_back(artifact_in(rows[i], core::ArtifactId(rows[i].uuid(kId))));
  return page;
}

bool ArtifactStore::restore(const core::ArtifactId& id, std::int64_t version) {
  return postgres_.write(kRestore, id, version).affected() == 1;
}

}  // namespace db
