#include "db/version_store.h"

#include <string_view>

#include "core/text/text.h"
#include "db/artifact_rows.h"
#include "db/audit_log.h"
#include "db/connection/postgres.h"

namespace db {
namespace {

constexpr Statement kListVersions{"version_list", R"(
-- Parameters: artifact, the version after the page, one more than wanted
select version, true, coalesce(version_at, created_at), version_author[1], version_author[2],
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
select version, true, coalesce(version_at, created_at), version_author[1], version_author[2],
       version_author[3], version_note, array_to_string(version_changes, ' '),
       octet_length(content)::bigint, null::timestamptz, title, description,
       case when $3 then content else '' end
  from artifacts
 where id = $1 and version = $2
union all
select version, false, created_at, author[1], author[2], author[3], note,
       array_to_string(changes, ' '), bytes, erased_at, title, description,
       case when $3 then coalesce(content, '') else '' end
  from artifact_versions
 where artifact_id = $1 and version = $2)"};

// Whoever restores one of them at the same time has done so before, or comes too late.
constexpr Statement kLockVersions{"version_lock", R"(
select count(*)
  from (select from artifact_versions
         where artifact_id = $1 and version between $2 and $3 and erased_at is null
           for update) as locked)"};

constexpr Statement kHoldVersion{"version_hold", "select refuse_pin($1, $2)"};

constexpr Statement kErasedAmong{"version_erased_among", R"(
-- Parameters: account, artifacts, the version of each
select kept.artifact_id, kept.version
  from unnest(string_to_array($2, ' ')::uuid[], string_to_array($3, ' ')::integer[])
         as wanted (artifact_id, version)
  join artifact_versions kept using (artifact_id, version)
 where kept.account_id = $1 and kept.erased_at is not null)"};

// Contents of different lengths differ without being read, and others are compared by their hashes.
// Each list is looked up by its hashes too (`is true` keeps the planner from joining them), so that
// thousands of versions take no longer for each than a few.
constexpr AuditedStatement kEraseVersions{"version_erase", R"(
-- Parameters: artifact, first, last, event
with due as materialized (
  select version, title, content, bytes
    from artifact_versions
   where artifact_id = $1 and version between $2 and $3 and erased_at is null
), other as materialized (
  select version, content, bytes from artifact_versions
   where artifact_id = $1 and version not between $2 and $3 and erased_at is null
  union all
  select version, content, octet_length(content) from artifacts where id = $1
), hashes as materialized (
  select distinct sha256(convert_to(content, 'UTF8')) as hash
    from due
   where (bytes in (select bytes from other)) is true
), erased as (
  update artifact_versions kept
     set content = null, title = null, description = null, note = null,
         erased_at = date_trunc('milliseconds', now())
   where artifact_id = $1 and version between $2 and $3
     and (version in (select version from due)) is true
  returning kept.version
), unnamed as (
  update audit_events event
     set subject_name = ''
    from artifacts
   where artifacts.id = $1 and event.account_id = artifacts.account_id
     and event.subject in (select public_id('art', $1)
                           union all
                           select public_id('shr', id) from share_links where artifact_id = $1)
     and event.subject_name in (select title from due)
     and event.subject_name is distinct from title
     and not exists (select from artifact_versions
                      where artifact_id = $1 and version not between $2 and $3
                        and title = event.subject_name)
), event as (
  insert into audit_events
  select event.*
    from artifacts,
         (select array_agg('version_' || version order by version) as changes from erased) as made,
         audit_event($4, account_id, title, made.changes) as event
   where artifacts.id = $1 and made.changes is not null
)
select version, true from erased
union all
select version, false
  from other
 where (bytes in (select bytes from due)) is true
   and (sha256(convert_to(content, 'UTF8')) in (select hash from hashes)) is true
 order by 1)"};

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
      postgres_.read(kFindVersion, artifact, number.value(), content == Content::with);
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
  const Rows rows = in_transaction(postgres_, [&] {
    postgres_.write(kLockVersions, artifact, first.value(), last.value());
    return kEraseVersions.write(
        postgres_, {core::AuditAction::version_erased, principal, artifact.to_string()}, artifact,
        first.value(), last.value());
  });
  ErasedVersions outcome;
  for (int i = 0; i < rows.size(); ++i) {
    const core::VersionNumber number(static_cast<int>(rows[i].integer(0)));
    (rows[i].boolean(1) ? outcome.erased : outcome.same_content).push_back(number);
  }
  return outcome;
}

void VersionStore::hold(const core::ArtifactId& artifact, core::VersionNumber number) {
  postgres_.write(kHoldVersion, artifact, number.value());
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
