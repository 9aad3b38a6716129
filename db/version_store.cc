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

constexpr Query<R"(
select version, true as is_current, version_at as created_at, version_author[1] as author_type,
       version_author[2] as author_id, version_author[3] as author_name, version_note as note,
       array_to_string(version_changes, ' ') as changes, octet_length(content)::bigint as bytes,
       null::timestamptz as erased_at
  from artifacts
 where id = $artifact and version < $below
union all
select *
  from (select version, false, created_at, author[1], author[2], author[3], note,
               array_to_string(changes, ' '), bytes, erased_at
          from artifact_versions
         where artifact_id = $artifact and version < $below
         order by version desc
         limit $wanted) as earlier
 order by version desc
 limit $wanted)">
    kListVersions{"version_list"};

constexpr Query<R"(
select version, true as is_current, version_at as created_at, version_author[1] as author_type,
       version_author[2] as author_id, version_author[3] as author_name, version_note as note,
       array_to_string(version_changes, ' ') as changes, octet_length(content)::bigint as bytes,
       null::timestamptz as erased_at, title, description,
       case when octet_length(content) <= $largest then content else '' end as content
  from artifacts
 where id = $artifact and version = $version
union all
select version, false, created_at, author[1], author[2], author[3], note,
       array_to_string(changes, ' '), bytes, erased_at, title, description,
       case when octet_length(content) <= $largest then content else '' end
  from artifact_versions
 where artifact_id = $artifact and version = $version)">
    kFindVersion{"version_find"};

// So that nobody removes it, or has waited for these versions when it does.
constexpr Query<R"(
select from artifacts where id = $artifact for key share)">
    kLockArtifact{"version_lock_artifact"};

constexpr Query<R"(
select refuse_pin($artifact, $version) is null as is_held)">
    kHoldVersion{"version_hold"};

// Whoever restores one of them at the same time has done so before, or comes too late.
constexpr AuditedQuery<R"(
with step as materialized (
  select max(version) as last
    from (select version, sum(bytes) over (order by version) - bytes as bytes_before
            from (select version, bytes
                    from artifact_versions
                   where artifact_id = $artifact and version between $first and $last
                     and erased_at is null
                   order by version
                   limit $most_rows) as oldest) as listed
   where bytes_before < $most_bytes
), due as materialized (
  select version, title, content_hash
    from artifact_versions
   where artifact_id = $artifact and version between $first and (select last from step)
     and erased_at is null
   order by version
     for update
), erased as (
  update artifact_versions kept
     set content = null, content_hash = null, title = null, description = null, note = null,
         erased_at = date_trunc('milliseconds', now())
    from due
   where kept.artifact_id = $artifact and kept.version = due.version
  returning kept.version, kept.account_id, due.title, due.content_hash, kept.bytes
), counted as (
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, 'history', '', pg_backend_pid() % 16, 0, -sum(bytes)
    from erased
   group by account_id
      {or add}
), event as (
  insert into audit_events
  select event.*
    from artifacts,
         (select array_agg('version_' || version order by version) as changes from erased) as made,
         audit_event($event, account_id, title, made.changes) as event
   where artifacts.id = $artifact and made.changes is not null
)
select version, title, content_hash from erased order by version)">
    kEraseVersions{"version_erase"};

// The statement below looks at twice as many versions, so that it misses none if it fails once.
constexpr int kAppendsUntilThinned = 8;

constexpr Query<R"(
select removed
  from (select array_agg($artifact::uuid) as artifacts, array_agg(version) as numbers
          from (select version, appends, author, created_at, row_number() over newest as place,
                       lag(appends) over newest as newer_appends,
                       lag(author) over newest as newer_author,
                       lag(created_at) over newest as newer_created_at
                  from (select version, appends, author, created_at
                          from artifact_versions
                         where artifact_id = $artifact and erased_at is null
                         order by version desc
                         limit 16) as last
                window newest as (order by version desc)) as listed
         where place > 5 and appends and newer_appends and author[1:2] = newer_author[1:2]
           and date_trunc('hour', created_at) = date_trunc('hour', newer_created_at)) as due,
       remove_versions(artifacts, numbers))">
    kThinAppends{"version_thin_appends"};

// A step. If a plan keeps far fewer than before, each change removes one.
constexpr Query<R"(
select removed
  from (select array_agg($artifact::uuid) as artifacts, array_agg(version) as numbers
          from (select version, sum(bytes) over (order by version) - bytes as bytes_before
                  from (select version, bytes
                          from artifact_versions
                         where artifact_id = $artifact and erased_at is null
                           and version < (select version from artifact_versions
                                           where artifact_id = $artifact and erased_at is null
                                           order by version desc offset $kept - 1 limit 1)
                           and not is_pinned(account_id, artifact_id, version)
                         order by version
                         limit $most_rows) as oldest) as listed
         where bytes_before < $most_bytes) as due,
       remove_versions(artifacts, numbers))">
    kTrim{"version_trim"};

constexpr Query<R"(
select distinct title
  from unnest($titles::text[]) as erased (title)
 where title not in (select title from artifacts where id = $artifact and title is not null
                     union all
                     select title from artifact_versions
                      where artifact_id = $artifact and title is not null))">
    kTitlesGone{"version_titles_gone"};

constexpr Query<R"(
with wanted as materialized (
  select decode(word, 'hex') as hash from unnest(string_to_array($hashes, ' ')) as word
)
select version
  from (select version, content_hash from artifact_versions
         where artifact_id = $artifact and erased_at is null
        union all
        select version, content_hash from artifacts where id = $artifact) as kept
 where content_hash in (select hash from wanted)
 order by version)">
    kSameContent{"version_same_content"};

constexpr Query<R"(
select not exists (select from artifacts where id = $artifact)
       or coalesce(
            (select is_erased
               from (select version, false as is_erased
                       from artifacts where id = $artifact and version <= $version
                     union all
                     select version, erased_at is not null
                       from artifact_versions
                      where artifact_id = $artifact and version <= $version) as known
              order by version desc limit 1),
            (select erased_at is not null
               from artifact_versions where artifact_id = $artifact and version > $version
              order by version limit 1),
            false) as is_erased)">
    kIsErased{"version_is_erased"};

constexpr Query<R"(
select artifact_id, max(erased_at) as erased_at
  from artifact_versions
 where erased_at > now() - interval '8 days'
 group by artifact_id)">
    kLastErasures{"version_last_erasures"};

core::VersionNumber number_in(const Row& row) {
  return core::VersionNumber(static_cast<int>(row.integer("version")));
}

core::Version version_in(const Row& row) {
  core::Version version;
  version.number = number_in(row);
  version.is_current = row.boolean("is_current");
  version.created_at = row.timestamp("created_at");
  if (!row.is_null("author_type")) {
    version.author = {.type = std::string(row.text("author_type")),
                      .id = std::string(row.text("author_id")),
                      .name = row.name("author_name")};
  }
  version.note = row.optional_text("note");
  if (!row.is_null("changes")) version.changes = core::split_words(row.text("changes"));
  version.bytes = row.integer("bytes");
  version.erased_at = row.optional_timestamp("erased_at");
  return version;
}

}  // namespace

VersionPage VersionStore::list(const core::ArtifactId& artifact,
                               std::optional<core::VersionNumber> below, int limit) {
  constexpr int kAboveAll = 2'147'483'647;
  const Rows rows =
      postgres_.read(kListVersions, "artifact"_a = artifact,
                     "below"_a = below ? below->value() : kAboveAll, "wanted"_a = limit + 1);
  VersionPage page;
  page.has_more = rows.size() > limit;
  for (int i = 0; i < rows.size() && i < limit; ++i) page.versions.push_back(version_in(rows[i]));
  return page;
}

std::optional<StoredVersion> VersionStore::find(const core::ArtifactId& artifact,
                                                core::VersionNumber number, Content content) {
  const Rows rows = postgres_.read(kFindVersion, "artifact"_a = artifact, "version"_a = number,
                                   "largest"_a = static_cast<std::int64_t>(content));
  if (rows.empty()) return std::nullopt;
  StoredVersion version;
  static_cast<core::Version&>(version) = version_in(rows[0]);
  version.title = rows[0].optional_text("title");
  version.description = rows[0].optional_text("description");
  version.content = rows[0].text("content");
  return version;
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
      outcome.erased.push_back(number_in(erased[i]));
      if (!erased[i].is_null("content_hash")) hashes.insert(erased[i].sha256("content_hash"));
    }
    next = outcome.erased.back().value() + 1;
  }
  if (hashes.empty()) return outcome;
  std::string list;
  for (const core::Sha256& hash : hashes)
    list.append(list.empty() ? "" : " ").append(core::to_hexadecimal(hash));
  const Rows same = postgres_.read(kSameContent, "artifact"_a = artifact, "hashes"_a = list);
  for (int i = 0; i < same.size(); ++i) outcome.same_content.push_back(number_in(same[i]));
  return outcome;
}

// The first of them, and the titles that none of the others has out of the audit log.
Rows VersionStore::erase_step(const core::ArtifactId& artifact, int first, int last,
                              const core::Principal& principal) {
  postgres_.write(kLockArtifact, "artifact"_a = artifact);
  Rows erased = kEraseVersions.write(
      postgres_, {core::AuditAction::version_erased, principal, artifact.to_string()},
      "artifact"_a = artifact, "first"_a = first, "last"_a = last, "most_rows"_a = kRowsPerStep,
      "most_bytes"_a = kBytesPerStep);
  TextArray titles;
  for (int i = 0; i < erased.size(); ++i)
    if (!erased[i].is_null("title")) titles.emplace_back(erased[i].text("title"));
  if (titles.empty()) return erased;
  const Rows gone = postgres_.read(kTitlesGone, "artifact"_a = artifact, "titles"_a = titles);
  TextArray names;
  for (int i = 0; i < gone.size(); ++i) names.emplace_back(gone[i].text("title"));
  if (!names.empty()) remove_names_with_links(postgres_, {artifact}, names);
  return erased;
}

namespace {

// Once the transaction is committed. What fails is left to the next change. `write` is copied.
template <typename Write>
void write_when_committed(Postgres& postgres, const Write& write) {
  postgres.when_committed([write] {
    try {
      write();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    }
  });
}

}  // namespace

void thin_appends(Postgres& postgres, const core::ArtifactId& artifact,
                  core::VersionNumber appended) {
  if (appended.value() % kAppendsUntilThinned != 0) return;
  write_when_committed(
      postgres, [&postgres, artifact] { postgres.write(kThinAppends, "artifact"_a = artifact); });
}

void trim_versions(Postgres& postgres, const core::ArtifactId& artifact, std::int64_t kept) {
  write_when_committed(postgres, [&postgres, artifact, kept] {
    postgres.write(kTrim, "artifact"_a = artifact, "kept"_a = kept, "most_rows"_a = kRowsPerStep,
                   "most_bytes"_a = kBytesPerStep);
  });
}

bool VersionStore::hold(const core::ArtifactId& artifact, core::VersionNumber number) {
  return postgres_.write(kHoldVersion, "artifact"_a = artifact, "version"_a = number)[0].boolean(
      "is_held");
}

bool VersionStore::is_erased(const core::ArtifactId& artifact, core::VersionNumber number) {
  return postgres_.read(kIsErased, "artifact"_a = artifact, "version"_a = number)[0].boolean(
      "is_erased");
}

std::vector<LastErasure> VersionStore::last_erasures() {
  const Rows rows = postgres_.read(kLastErasures);
  std::vector<LastErasure> erasures;
  erasures.reserve(static_cast<std::size_t>(rows.size()));
  for (int i = 0; i < rows.size(); ++i)
    erasures.push_back({.artifact = core::ArtifactId(rows[i].uuid("artifact_id")),
                        .at = rows[i].timestamp("erased_at")});
  return erasures;
}

}  // namespace db
