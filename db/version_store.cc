#include "db/version_store.h"

#include <set>
#include <string_view>

#include "core/text/encodings.h"
#include "core/text/text.h"
#include "db/artifact_rows.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"
#include "db/operation/steps.h"

namespace db {
namespace {

constexpr Statement kListVersions{"version_list", R"(
-- Parameters: artifact, the version after the page, one more than wanted
select version, true, version_at, version_author[1], version_author[2],
       version_author[3], version_note, array_to_string(version_changes, ' '),
       octet_length(content)::bigint, null::timestamptz
  from artifacts
 where id = $1 and version < $2
union all
select *
  from (select version, false, created_at, author[1], author[2], author[3], note,
               array_to_string(changes, ' '), bytes, erased_at
          from artifact_versions
         where artifact_id = $1 and version < $2
         order by version desc
         limit $3) as earlier
 order by 1 desc
 limit $3)"};

constexpr Statement kFindVersion{"version_find", R"(
select version, true, version_at, version_author[1], version_author[2],
       version_author[3], version_note, array_to_string(version_changes, ' '),
       octet_length(content)::bigint, null::timestamptz, title, description,
       case when octet_length(content) <= $3 then content else '' end
  from artifacts
 where id = $1 and version = $2
union all
select version, false, created_at, author[1], author[2], author[3], note,
       array_to_string(changes, ' '), bytes, erased_at, title, description,
       case when octet_length(content) <= $3 then content else '' end
  from artifact_versions
 where artifact_id = $1 and version = $2)"};

// So that nobody removes it, or has waited for these versions when it does.
constexpr Statement kLockArtifact{"version_lock_artifact", R"(
select from artifacts where id = $1 for key share)"};

constexpr Statement kHoldVersion{"version_hold", "select refuse_pin($1, $2) is null"};

constexpr Statement kErasedAmong{"version_erased_among", R"(
-- Parameters: account, artifacts, the version of each
select kept.artifact_id, kept.version
  from unnest(string_to_array($2, ' ')::uuid[], string_to_array($3, ' ')::integer[])
         as wanted (artifact_id, version)
  join artifact_versions kept using (artifact_id, version)
 where kept.account_id = $1 and kept.erased_at is not null)"};

// Whoever restores one of them at the same time has done so before, or comes too late.
constexpr AuditedStatement kEraseVersions{"version_erase", R"(
-- Parameters: artifact, first, last, most versions, most bytes, event
with step as materialized (
  select max(version) as last
    from (select version, sum(bytes) over (order by version) - bytes as bytes_before
            from (select version, bytes
                    from artifact_versions
                   where artifact_id = $1 and version between $2 and $3 and erased_at is null
                   order by version
                   limit $4) as oldest) as listed
   where bytes_before < $5
), due as materialized (
  select version, title, content_hash
    from artifact_versions
   where artifact_id = $1 and version between $2 and (select last from step) and erased_at is null
   order by version
     for update
), erased as (
  update artifact_versions kept
     set content = null, content_hash = null, title = null, description = null, note = null,
         erased_at = date_trunc('milliseconds', now())
    from due
   where kept.artifact_id = $1 and kept.version = due.version
  returning kept.version, kept.account_id, due.title, due.content_hash, kept.bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, 'history', '', pg_backend_pid() % 16, 0, -sum(bytes)
    from erased
   group by account_id
      on conflict (account_id, listed_as, template, slot)
      do update set bytes = artifact_counts.bytes + excluded.bytes
), event as (
  insert into audit_events
  select event.*
    from artifacts,
         (select array_agg('version_' || version order by version) as changes from erased) as made,
         audit_event($6, account_id, title, made.changes) as event
   where artifacts.id = $1 and made.changes is not null
)
select version, title, content_hash from erased order by version)"};

// The statement below looks at twice as many versions, so that it misses none if it fails once.
constexpr int kAppendsUntilThinned = 8;

constexpr Statement kThinAppends{"version_thin_appends", R"(
select removed
  from (select array_agg($1::uuid) as artifacts, array_agg(version) as numbers
          from (select version, appends, author, created_at, row_number() over newest as place,
                       lag(appends) over newest as newer_appends, lag(author) over newest as newer_author,
                       lag(created_at) over newest as newer_created_at
                  from (select version, appends, author, created_at
                          from artifact_versions
                         where artifact_id = $1 and erased_at is null
                         order by version desc
                         limit 16) as last
                window newest as (order by version desc)) as listed
         where place > 5 and appends and newer_appends and author[1:2] = newer_author[1:2]
           and date_trunc('hour', created_at) = date_trunc('hour', newer_created_at)) as due,
       remove_versions(artifacts, numbers))"};

// A step. If a plan keeps far fewer than before, each change removes one.
constexpr Statement kTrim{"version_trim", R"(
-- Parameters: artifact, earlier versions that are kept, most versions, most bytes
select removed
  from (select array_agg($1::uuid) as artifacts, array_agg(version) as numbers
          from (select version, sum(bytes) over (order by version) - bytes as bytes_before
                  from (select version, bytes
                          from artifact_versions
                         where artifact_id = $1 and erased_at is null
                           and version < (select version from artifact_versions
                                           where artifact_id = $1 and erased_at is null
                                           order by version desc offset $2 - 1 limit 1)
                           and not is_pinned(account_id, artifact_id, version)
                         order by version
                         limit $3) as oldest) as listed
         where bytes_before < $4) as due,
       remove_versions(artifacts, numbers))"};

constexpr Statement kTitlesGone{"version_titles_gone", R"(
-- Parameters: artifact, titles of versions that were erased
select distinct title
  from unnest($2::text[]) as erased (title)
 where title not in (select title from artifacts where id = $1 and title is not null
                     union all
                     select title from artifact_versions
                      where artifact_id = $1 and title is not null))"};

constexpr Statement kSameContent{"version_same_content", R"(
-- Parameters: artifact, SHA-256 of contents, in hexadecimal
with wanted as materialized (
  select decode(word, 'hex') as hash from unnest(string_to_array($2, ' ')) as word
)
select version
  from (select version, content_hash from artifact_versions
         where artifact_id = $1 and erased_at is null
        union all
        select version, content_hash from artifacts where id = $1) as kept
 where content_hash in (select hash from wanted)
 order by version)"};

constexpr Statement kIsErased{"version_is_erased", R"(
select not exists (select from artifacts where id = $1)
       or coalesce(
            (select is_erased
               from (select version, false as is_erased
                       from artifacts where id = $1 and version <= $2
                     union all
                     select version, erased_at is not null
                       from artifact_versions where artifact_id = $1 and version <= $2) as known
              order by version desc limit 1),
            (select erased_at is not null
               from artifact_versions where artifact_id = $1 and version > $2
              order by version limit 1),
            false))"};

constexpr Statement kLastErasures{"version_last_erasures", R"(
select artifact_id, max(erased_at)
  from artifact_versions
 where erased_at > now() - interval '8 days'
 group by 1)"};

core::Version version_in(const Row& row) {
  core::Version version;
  version.number = core::VersionNumber(static_cast<int>(row.integer(0)));
  version.is_current = row.boolean(1);
  version.created_at = row.timestamp(2);
  if (!row.is_null(3)) {
    version.author = {
        .type = std::string(row.text(3)), .id = std::string(row.text(4)), .name = row.name(5)};
  }
  version.note = row.optional_text(6);
  if (!row.is_null(7)) version.changes = core::split_words(row.text(7));
  version.bytes = row.integer(8);
  version.erased_at = row.optional_timestamp(9);
  return version;
}

}  // namespace

VersionPage VersionStore::list(const core::ArtifactId& artifact,
                               std::optional<core::VersionNumber> below, int limit) {
  constexpr int kAboveAll = 2'147'483'647;
  const Rows rows =
      postgres_.read(kListVersions, artifact, below ? below->value() : kAboveAll, limit + 1);
  VersionPage page;
  page.has_more = rows.size() > limit;
  for (int i = 0; i < rows.size() && i < limit; ++i) page.versions.push_back(version_in(rows[i]));
  return page;
}

std::optional<StoredVersion> VersionStore::find(const core::ArtifactId& artifact,
                                                core::VersionNumber number, Content content) {
  const Rows rows =
      postgres_.read(kFindVersion, artifact, number.value(), static_cast<std::int64_t>(content));
  if (rows.empty()) return std::nullopt;
  StoredVersion version;
  static_cast<core::Version&>(version) = version_in(rows[0]);
  version.title = rows[0].optional_text(10);
  version.description = rows[0].optional_text(11);
  version.content = rows[0].text(12);
  return version;
}

std::vector<core::ContentId> VersionStore::erased_among(
    const core::AccountId& account, const std::vector<core::ContentId>& versions) {
  std::vector<core::ArtifactId> artifacts;
  std::string numbers;
  for (const core::ContentId& one : versions) {
    if (!one.version) continue;
    artifacts.push_back(one.artifact);
    numbers.append(numbers.empty() ? "" : " ").append(one.version->to_string());
  }
  std::vector<core::ContentId> erased;
  if (artifacts.empty()) return erased;
  const Rows rows = postgres_.read(kErasedAmong, account, id_list(artifacts), numbers);
  for (int i = 0; i < rows.size(); ++i) {
    erased.emplace_back(core::ArtifactId(rows[i].uuid(0)),
                        core::VersionNumber(static_cast<int>(rows[i].integer(1))));
  }
  return erased;
}

ErasedVersions VersionStore::erase(const core::ArtifactId& artifact, core::VersionNumber number,
                                   const core::Principal& principal) {
  return erase(artifact, number, number, principal);
}

ErasedVersions VersionStore::erase_before(const core::ArtifactId& artifact,
                                          core::VersionNumber before,
                                          const core::Principal& principal) {
  return erase(artifact, core::kFirstVersion, core::VersionNumber(before.value() - 1), principal);
}

ErasedVersions VersionStore::erase(const core::ArtifactId& artifact, core::VersionNumber first,
                                   core::VersionNumber last, const core::Principal& principal) {
  ErasedVersions outcome;
  std::set<core::Sha256> hashes;
  for (int next = first.value(); next <= last.value();) {
    const Rows erased = in_transaction(
        postgres_, [&] { return erase_step(artifact, next, last.value(), principal); });
    if (erased.empty()) break;
    for (int i = 0; i < erased.size(); ++i) {
      outcome.erased.emplace_back(static_cast<int>(erased[i].integer(0)));
      if (!erased[i].is_null(2)) hashes.insert(erased[i].sha256(2));
    }
    next = outcome.erased.back().value() + 1;
  }
  if (hashes.empty()) return outcome;
  std::string list;
  for (const core::Sha256& hash : hashes)
    list.append(list.empty() ? "" : " ").append(core::to_hexadecimal(hash));
  const Rows same = postgres_.read(kSameContent, artifact, list);
  for (int i = 0; i < same.size(); ++i)
    outcome.same_content.emplace_back(static_cast<int>(same[i].integer(0)));
  return outcome;
}

// The first of them, and the titles that none of the others has out of the audit log.
Rows VersionStore::erase_step(const core::ArtifactId& artifact, int first, int last,
                              const core::Principal& principal) {
  postgres_.write(kLockArtifact, artifact);
  Rows erased = kEraseVersions.write(
      postgres_, {core::AuditAction::version_erased, principal, artifact.to_string()}, artifact,
      first, last, kRowsPerStep, kBytesPerStep);
  TextArray titles;
  for (int i = 0; i < erased.size(); ++i)
    if (!erased[i].is_null(1)) titles.emplace_back(erased[i].text(1));
  if (titles.empty()) return erased;
  const Rows gone = postgres_.read(kTitlesGone, artifact, titles);
  TextArray names;
  for (int i = 0; i < gone.size(); ++i) names.emplace_back(gone[i].text(0));
  if (!names.empty()) remove_names_with_links(postgres_, {artifact}, names);
  return erased;
}

namespace {

// Once the transaction is committed. What fails is left to the next change.
template <typename... Values>
void write_when_committed(Postgres& postgres, const Statement& statement, const Values&... values) {
  postgres.when_committed([&postgres, &statement, ... values = values] {
    try {
      postgres.write(statement, values...);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    }
  });
}

}  // namespace

void thin_appends(Postgres& postgres, const core::ArtifactId& artifact,
                  core::VersionNumber appended) {
  if (appended.value() % kAppendsUntilThinned == 0)
    write_when_committed(postgres, kThinAppends, artifact);
}

void trim_versions(Postgres& postgres, const core::ArtifactId& artifact, std::int64_t kept) {
  write_when_committed(postgres, kTrim, artifact, kept, kRowsPerStep, kBytesPerStep);
}

bool VersionStore::hold(const core::ArtifactId& artifact, core::VersionNumber number) {
  return postgres_.write(kHoldVersion, artifact, number.value())[0].boolean(0);
}

bool VersionStore::is_erased(const core::ArtifactId& artifact, core::VersionNumber number) {
  return postgres_.read(kIsErased, artifact, number.value())[0].boolean(0);
}

std::vector<LastErasure> VersionStore::last_erasures() {
  const Rows rows = postgres_.read(kLastErasures);
  std::vector<LastErasure> erasures;
  erasures.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    erasures.push_back({core::ArtifactId(rows[i].uuid(0)), rows[i].timestamp(1)});
  return erasures;
}

}  // namespace db
