#include "db/artifacts/artifact_store.h"

#include <algorithm>
#include <iterator>

#include "core/text/utf8.h"
#include "db/accounts/audited_statement.h"
#include "db/accounts/disabling.h"
#include "db/artifacts/artifact_removal.h"
#include "db/artifacts/content_admission.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kCreate{"artifact_create", R"(
with admission as materialized (
  select * from admit_content($2, 1, octet_length($6), $9)
), created as (
  insert into artifacts
    (id, account_id, template, title, description, content, metadata,
     created_at, updated_at, expires_at)
  select $1, $2, $3, $4, $5, $6, $7, moment, moment, moment + make_interval(secs => $8)
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null
  returning created_at, expires_at
)
select refused, most, used, created_at, expires_at from admission left join created on true)"};

constexpr Statement kFindArtifact{"artifact_find", R"(
select account_id, template, title, description, case when $2 then content else '' end, metadata,
       created_at, updated_at, expires_at, deleted_at, version,
       coalesce(expires_at <= now(), false), disabled_at, disabled_reason,
       coalesce(deleted_at > now() - interval '30 days', false), pdf_status, pdf_problem
  from artifacts
 where id = $1)"};

const AuditedStatement& update_statement() {
  static const AuditedStatement statement("artifact_update", R"(
with changed as (
  update artifacts
     set title = case when $3 then $4 else title end,
         description = case when $5 then $6 else description end,
         metadata = coalesce($7, metadata),
         expires_at = case when $8 then moment + make_interval(secs => $9) else expires_at end,
         updated_at = moment,
         version = version + 1
    from date_trunc('milliseconds', now()) as moment
   where id = $1 and version = $2 and deleted_at is null
  returning account_id, template, title, description, metadata, created_at, updated_at, expires_at,
            deleted_at, version, disabled_at, disabled_reason
), audited as (
  select account_id, title as subject_name from changed where $10
), {event}
select account_id, template, title, description, '', metadata, created_at, updated_at, expires_at,
       deleted_at, version, coalesce(expires_at <= now(), false), disabled_at, disabled_reason,
       false
  from changed)");
  return statement;
}

// The size of the current content comes from the statement's own snapshot; if the content has
// changed when the row is updated, so has its version.
const AuditedStatement& update_content_statement() {
  static const AuditedStatement statement("artifact_update_content", R"(
with admission as materialized (
  select admitted.*
    from artifacts,
         admit_content(account_id, 0, octet_length($7) - octet_length(content), $11) as admitted
   where id = $1 and version = $2 and deleted_at is null
), changed as (
  update artifacts
     set title = case when $3 then $4 else title end,
         description = case when $5 then $6 else description end,
         content = $7,
         metadata = coalesce($8, metadata),
         expires_at = case when $9 then moment + make_interval(secs => $10) else expires_at end,
         updated_at = moment,
         version = version + 1
    from admission, date_trunc('milliseconds', now()) as moment
   where refused is null and id = $1 and version = $2 and deleted_at is null
  returning account_id, template, title, description, metadata, created_at, updated_at,
            artifacts.expires_at, deleted_at, version, disabled_at, disabled_reason
), audited as (
  select account_id, title as subject_name from changed where $12
), {event}
select account_id, template, title, description, '', metadata, created_at, updated_at, expires_at,
       deleted_at, version, coalesce(expires_at <= now(), false), disabled_at, disabled_reason,
       false, refused, most, used
  from admission left join changed on true
 where refused is not null or account_id is not null)");
  return statement;
}

const AuditedStatement& soft_delete_statement() {
  static const AuditedStatement statement("artifact_soft_delete", R"(
with deleted as (
  update artifacts
     set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
         version = version + (deleted_at is null)::int
   where id = $1 and version = $2
  returning account_id, title, deleted_at, version
), audited as (
  select account_id, title as subject_name from deleted where version > $2
), {event}
select deleted_at from deleted)");
  return statement;
}

// Only marks an artifact that is about to be removed.
constexpr Statement kMarkDeleted{"artifact_mark_deleted", R"(
update artifacts
   set deleted_at = coalesce(deleted_at, date_trunc('milliseconds', now())),
       version = version + (deleted_at is null)::int
 where id = $1 and version = $2
returning version)"};

const AuditedStatement& remove_statement() {
  static const AuditedStatement statement("artifact_remove", R"(
with removed as (
  delete from artifacts where id = $1 and version = $2 returning account_id, title
), audited as (
  select account_id, title as subject_name from removed
), {event}
select date_trunc('milliseconds', now()) from removed)");
  return statement;
}

const AuditedStatement& restore_statement() {
  static const AuditedStatement statement("artifact_restore", R"(
with restored as (
  update artifacts set deleted_at = null, version = version + 1
   where id = $1 and version = $2 and deleted_at > now() - interval '30 days'
  returning account_id, template, title, description, case when $3 then content else '' end as content,
            metadata, created_at, updated_at, expires_at, deleted_at, version, disabled_at,
            disabled_reason
), audited as (
  select account_id, title as subject_name from restored
), {event}
select account_id, template, title, description, content, metadata, created_at, updated_at,
       expires_at, deleted_at, version, coalesce(expires_at <= now(), false), disabled_at,
       disabled_reason, false
  from restored)");
  return statement;
}

// One page of a list. For every kind and template that the filters allow, the index
// artifacts_listed has a range; the first entries of each are merged. Artifacts that have expired
// since the last maintenance are still listed as active; artifacts_by_expiry finds them. `offset 0`
// forces the planner to use a nested loop. (`before` and `descending` are replaced for the other
// order.)
constexpr std::string_view kPage = R"(
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
                order by created_at {descending}, id {descending}
                limit $7 + $8) as entry
      union all
      select just_expired.id, just_expired.created_at
        from just_expired
       where $4 = 'expired' and (just_expired.created_at, just_expired.id) {before} ({start})
      ) as entries
   order by created_at {descending}, id {descending}
  offset $7 limit $8
)
)";

// Always returns at least one row, with the total.
constexpr std::string_view kListArtifacts = R"(
, counted as (
  select coalesce(sum(count), 0) as count
    from artifact_counts
   where account_id = $1 and listed_as = any(string_to_array($2, ' '))
     and template = any(string_to_array($3, ' '))
), differing as (
  select count(*) as count from just_expired
)
select artifact.account_id, artifact.template, artifact.title, artifact.description, '',
       artifact.metadata, artifact.created_at, artifact.updated_at, artifact.expires_at,
       artifact.deleted_at, artifact.version, coalesce(artifact.expires_at <= now(), false),
       artifact.disabled_at, artifact.disabled_reason,
       coalesce(artifact.deleted_at > now() - interval '30 days', false), artifact.id,
       (counted.count + case when $4 = 'expired' then 1 else -1 end * differing.count)::bigint
  from counted
 cross join differing
  left join page on true
  left join lateral (select * from artifacts where id = page.id offset 0) as artifact on true
 order by page.created_at {descending}, page.id {descending})";

// Always returns at least one row, with the place that the walk has reached. Walks over the newest
// entries of the list after the cursor and returns those with $9 in their title, at most $10.
constexpr std::string_view kSearchInOrder = R"(
, walked as (
  select count(*) as count, min(created_at) as until from page
), last as (
  select page.id from page, walked where page.created_at = walked.until order by page.id limit 1
), found as materialized (
  select page.id, page.created_at
    from page,
         lateral (select title from artifacts where id = page.id offset 0) as artifact
   where position(lower($9) in lower(artifact.title)) > 0
   order by page.created_at desc, page.id desc
   limit $10
)
select artifact.account_id, artifact.template, artifact.title, artifact.description, '',
       artifact.metadata, artifact.created_at, artifact.updated_at, artifact.expires_at,
       artifact.deleted_at, artifact.version, coalesce(artifact.expires_at <= now(), false),
       artifact.disabled_at, artifact.disabled_reason,
       coalesce(artifact.deleted_at > now() - interval '30 days', false), artifact.id,
       walked.count, walked.until, last.id
  from walked
  left join last on true
  left join found on true
  left join lateral (select * from artifacts where id = found.id offset 0) as artifact on true
 order by found.created_at desc, found.id desc)";

// Always returns at least one row, with the number of matches, up to $7; if there are fewer, they
// are all returned. The account is compared in a way that no other index supports, so that the
// planner cannot choose one.
constexpr Statement kSearchByTitle{"artifact_search_by_title", R"(
with matching as materialized (
  select id, created_at
    from artifacts
   where title is not null and title_pieces(account_id, title) @> title_pieces($1, $6)
     and account_id is not distinct from $1
     and position(lower($6) in lower(title)) > 0
     and template = any(string_to_array($2, ' '))
     and (deleted_at is not null) = ($3 = 'deleted')
     and ($3 <> 'active' or expires_at is null or expires_at > now())
     and ($3 <> 'expired' or expires_at <= now())
     and (created_at, id) < (coalesce($4, 'infinity'),
                             coalesce($5, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
   limit $7
), counted as (
  select count(*) as count from matching
), page as (
  select id, created_at from matching order by created_at desc, id desc limit $8
)
select artifact.account_id, artifact.template, artifact.title, artifact.description, '',
       artifact.metadata, artifact.created_at, artifact.updated_at, artifact.expires_at,
       artifact.deleted_at, artifact.version, coalesce(artifact.expires_at <= now(), false),
       artifact.disabled_at, artifact.disabled_reason,
       coalesce(artifact.deleted_at > now() - interval '30 days', false), artifact.id,
       counted.count
  from counted
  left join page on true
  left join lateral (select * from artifacts where id = page.id offset 0) as artifact on true
 order by page.created_at desc, page.id desc)"};

// Up to this many matches are sorted for the page. With more matches, walking through the list soon
// fills a page.
constexpr std::int64_t kFewMatches = 5000;
// How many entries one walk reads, and how many walks a search makes before it returns.
constexpr std::int64_t kWalkedAtOnce = 5000;
constexpr int kWalks = 8;
// The index has no entries for shorter search texts.
constexpr std::size_t kShortestIndexed = 3;

// A statement that begins with kPage, for one order.
struct PageStatement {
  PageStatement(const char* name, std::string_view rest, core::ListOrder order)
      : sql(kPage), statement{name, nullptr} {
    sql += rest;
    const bool newest_first = order == core::ListOrder::newest_first;
    replace("{before}", newest_first ? "<" : ">");
    replace("{descending}", newest_first ? "desc" : "asc");
    replace("{start}", newest_first ? "coalesce($5, 'infinity'), "
                                      "coalesce($6, 'ffffffff-ffff-ffff-ffff-ffffffffffff')"
                                    : "coalesce($5, '-infinity'), "
                                      "coalesce($6, '00000000-0000-0000-0000-000000000000')");
    statement.sql = sql.c_str();
  }
  PageStatement(const PageStatement&) = delete;
  PageStatement& operator=(const PageStatement&) = delete;

  void replace(std::string_view name, std::string_view text) {
    for (std::size_t at = 0; (at = sql.find(name, at)) != std::string::npos; at += text.size())
      sql.replace(at, name.size(), text);
  }

  std::string sql;
  Statement statement;
};

const Statement& list_statement(core::ListOrder order) {
  static const PageStatement newest_first("artifact_list_newest_first", kListArtifacts,
                                          core::ListOrder::newest_first);
  static const PageStatement oldest_first("artifact_list_oldest_first", kListArtifacts,
                                          core::ListOrder::oldest_first);
  return order == core::ListOrder::newest_first ? newest_first.statement : oldest_first.statement;
}

const Statement& search_statement() {
  static const PageStatement in_order("artifact_search_in_order", kSearchInOrder,
                                      core::ListOrder::newest_first);
  return in_order.statement;
}

// A filter as the statements' parameters.
struct FilterParameters {
  explicit FilterParameters(const core::ListFilter& filter)
      : status(filter.status ? core::to_string(*filter.status) : ""),
        kinds(filter.status ? status : "active expired"),
        templates(filter.content_template ? core::to_string(*filter.content_template)
                                          : every_template()) {}

  static std::string_view every_template() {
    static const std::string names = core::template_names(" ");
    return names;
  }

  std::string_view status;
  std::string_view kinds;
  std::string_view templates;
};

core::ArtifactStatus status_of(bool deleted, bool expired) {
  if (deleted) return core::ArtifactStatus::deleted;
  return expired ? core::ArtifactStatus::expired : core::ArtifactStatus::active;
}

// The columns in the order in which all statements that return artifacts begin.
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
  artifact.disabled = disabled_in(row, 12);
  artifact.can_be_restored = row.boolean(14);
  return artifact;
}

// The artifacts of a page, one per row, or one row without any; one more than fits only shows that
// there are more.
std::vector<core::Artifact> artifacts_in(const Rows& rows, int limit) {
  constexpr int kId = 15;
  std::vector<core::Artifact> artifacts;
  for (int i = 0; i < std::min(rows.size(), limit); ++i)
    if (!rows[i].is_null(kId))
      artifacts.push_back(artifact_in(rows[i], core::ArtifactId(rows[i].uuid(kId))));
  return artifacts;
}

// The beginning of a list.
struct Place {
  explicit Place(const std::optional<core::ListCursor>& after) {
    if (!after) return;
    created_at = after->created_at;
    id = after->id;
  }
  std::optional<core::Timestamp> created_at;
  std::optional<core::ArtifactId> id;
};

core::ListCursor behind(const core::Artifact& artifact) {
  return {artifact.created_at, artifact.id, 0};
}

}  // namespace

core::Result<CreatedArtifact> ArtifactStore::create(const core::ArtifactId& id,
                                                    const core::AccountId& account,
                                                    const core::NewArtifact& artifact) {
  const Rows rows =
      postgres_.write(kCreate, id, account, core::to_string(artifact.content_template),
                      artifact.title, artifact.description, artifact.content, artifact.metadata,
                      artifact.lifetime, limits_parameter(limits_));
  const Row row = rows[0];
  if (auto refusal = refusal_in(row, 0, artifact.content.size())) return *std::move(refusal);
  return CreatedArtifact{id, row.timestamp(3), row.optional_timestamp(4)};
}

std::optional<core::Artifact> ArtifactStore::find(const core::ArtifactId& id, Content content) {
  const Rows rows = postgres_.read(kFindArtifact, id, content == Content::with);
  if (rows.empty()) return std::nullopt;
  constexpr int kPdfStatus = 15;
  core::Artifact artifact = artifact_in(rows[0], id);
  if (!rows[0].is_null(kPdfStatus)) {
    artifact.pdf = {core::parse_pdf_progress(rows[0].text(kPdfStatus)).value(),
                    rows[0].optional_text(kPdfStatus + 1).value_or("")};
  }
  return artifact;
}

core::Result<std::optional<core::Artifact>> ArtifactStore::update(
    const core::ArtifactId& id, std::int64_t version, const core::ArtifactChange& change,
    const std::optional<core::AuditNote>& note) {
  const std::optional<std::string> title = change.title.value_or(std::nullopt);
  const std::optional<std::string> description = change.description.value_or(std::nullopt);
  const std::optional<core::Duration> lifetime = change.lifetime.value_or(std::nullopt);
  const core::AuditNote by = note.value_or(core::AuditNote());
  const RecordedEvent event{
      .action = core::AuditAction::artifact_edited, .note = by, .subject = id.to_string()};
  const Rows rows =
      change.content
          ? update_content_statement().write(
                postgres_, event, id, version, change.title.has_value(), title,
                change.description.has_value(), description, *change.content, change.metadata,
                change.lifetime.has_value(), lifetime, limits_parameter(limits_), note.has_value())
          : update_statement().write(postgres_, event, id, version, change.title.has_value(), title,
                                     change.description.has_value(), description, change.metadata,
                                     change.lifetime.has_value(), lifetime, note.has_value());
  if (rows.empty()) return std::optional<core::Artifact>();
  constexpr int kRefused = 15;
  if (change.content)
    if (auto refusal = refusal_in(rows[0], kRefused, change.content->size()))
      return *std::move(refusal);
  return std::optional(artifact_in(rows[0], id));
}

std::optional<core::Timestamp> ArtifactStore::soft_delete(const core::ArtifactId& id,
                                                          std::int64_t version,
                                                          const core::AuditNote& note) {
  const Rows rows = soft_delete_statement().write(
      postgres_,
      {.action = core::AuditAction::artifact_deleted, .note = note, .subject = id.to_string()}, id,
      version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Timestamp> ArtifactStore::remove(const core::ArtifactId& id,
                                                     std::int64_t version,
                                                     const core::AuditNote& note) {
  // Too many links to remove in one statement: once the artifact is marked as deleted, no link
  // opens it any more, and the links are removed first.
  if (has_many_links(postgres_, id)) {
    const Rows marked = postgres_.write(kMarkDeleted, id, version);
    if (marked.empty()) return std::nullopt;
    version = marked[0].integer(0);
    remove_most_links(postgres_, id);
  }
  const Rows rows =
      remove_statement().write(postgres_,
                               {.action = core::AuditAction::artifact_deleted_permanently,
                                .note = note,
                                .subject = id.to_string()},
                               id, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].timestamp(0);
}

std::optional<core::Artifact> ArtifactStore::restore(const core::ArtifactId& id,
                                                     std::int64_t version, Content content,
                                                     const core::AuditNote& note) {
  const Rows rows = restore_statement().write(
      postgres_,
      {.action = core::AuditAction::artifact_restored, .note = note, .subject = id.to_string()}, id,
      version, content == Content::with);
  if (rows.empty()) return std::nullopt;
  return artifact_in(rows[0], id);
}

ArtifactPage ArtifactStore::list(const core::AccountId& account, const core::ListRequest& request) {
  const FilterParameters filter(request.filter);
  const Place place(request.after);
  const Rows rows = postgres_.read(list_statement(request.filter.order), account, filter.kinds,
                                   filter.templates, filter.status, place.created_at, place.id,
                                   request.after ? 0 : request.offset, request.limit + 1);
  constexpr int kTotal = 16;
  ArtifactPage page;
  page.total = rows[0].integer(kTotal);
  page.has_more = rows.size() > request.limit;
  page.artifacts = artifacts_in(rows, request.limit);
  return page;
}

FoundArtifacts ArtifactStore::search(const core::AccountId& account,
                                     const core::ListRequest& request) {
  if (core::count_code_points(request.filter.title_part) >= kShortestIndexed)
    if (auto found = search_by_title(account, request)) return *std::move(found);
  FoundArtifacts found;
  core::ListRequest rest = request;
  for (int walks = 0; walks < kWalks; ++walks) {
    FoundArtifacts more = search_in_order(account, rest);
    std::move(more.artifacts.begin(), more.artifacts.end(), std::back_inserter(found.artifacts));
    found.next = more.next;
    rest.after = more.next;
    rest.limit = request.limit - static_cast<int>(found.artifacts.size());
    if (!found.next || rest.limit == 0) break;
  }
  return found;
}

// Nothing if there are more than a few.
std::optional<FoundArtifacts> ArtifactStore::search_by_title(const core::AccountId& account,
                                                             const core::ListRequest& request) {
  const FilterParameters filter(request.filter);
  const Place place(request.after);
  const Rows rows =
      postgres_.read(kSearchByTitle, account, filter.templates, filter.status, place.created_at,
                     place.id, request.filter.title_part, kFewMatches, request.limit + 1);
  constexpr int kCount = 16;
  if (rows[0].integer(kCount) == kFewMatches) return std::nullopt;
  FoundArtifacts found;
  found.artifacts = artifacts_in(rows, request.limit);
  if (rows.size() > request.limit) found.next = behind(found.artifacts.back());
  return found;
}

FoundArtifacts ArtifactStore::search_in_order(const core::AccountId& account,
                                              const core::ListRequest& request) {
  const FilterParameters filter(request.filter);
  const Place place(request.after);
  const Rows rows = postgres_.read(search_statement(), account, filter.kinds, filter.templates,
                                   filter.status, place.created_at, place.id, std::int64_t{0},
                                   kWalkedAtOnce, request.filter.title_part, request.limit + 1);
  constexpr int kWalked = 16;
  constexpr int kLastCreatedAt = 17;
  constexpr int kLastId = 18;
  FoundArtifacts found;
  found.artifacts = artifacts_in(rows, request.limit);
  const Row row = rows[0];
  if (rows.size() > request.limit)
    found.next = behind(found.artifacts.back());
  else if (row.integer(kWalked) == kWalkedAtOnce)
    found.next = {row.timestamp(kLastCreatedAt), core::ArtifactId(row.uuid(kLastId)), 0};
  return found;
}

}  // namespace db
